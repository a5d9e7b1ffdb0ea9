#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/terminal.h"

namespace onemodel::bench {
namespace {

using corpus::Json;
using Number = std::optional<double>;

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// With three digits, as people say times: 9.41 us.
std::string time_text(Number seconds) {
  if (!seconds) return "-";
  double value = std::max(0.0, *seconds * 1e9);  // a difference of two times may be less than none
  const char* unit = " ns";
  for (const char* next : {" us", " ms", " s"}) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return formatted(value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value) + unit;
}

std::string ratio_text(Number ratio) {
  if (!ratio) return "-";
  return formatted(*ratio < 9.995 ? "%.2f" : *ratio < 99.95 ? "%.1f" : "%.0f", *ratio);
}

// Green where it is good, red where it is bad.
std::string judged(const std::string& text, bool is_good, bool is_bad) {
  return is_good ? cli::green(text) : is_bad ? cli::red(text) : text;
}

// With no number they are both false.
bool at_most(Number number, double bar) { return number.value_or(bar + 1) <= bar; }
bool more_than(Number number, double bar) { return number.value_or(bar) > bar; }

std::string right(const std::string& text, size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string left(const std::string& text, size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

constexpr size_t name_width = 50;
constexpr size_t time_width = 9;
constexpr size_t ratio_width = 8;

// How many times as fast as ONNX Runtime.
Number speedup(const RowResult& result) { return median_ratio(result.of(Who::onnxruntime_1), result.of(Who::ours_1)); }
Number speedup_on_two_threads(const RowResult& result) {
  return median_ratio(result.of(Who::onnxruntime_2), result.of(Who::ours_2));
}
Number share_of_memcpy(const RowResult& result) { return median_ratio(result.of(Who::ours_1), result.of(Who::memcpy)); }

// How many times as slow as what is attainable.
Number behind_attainable(const RowResult& result) {
  const Number attainable = result.attainable();
  const Number share = share_of_memcpy(result);
  return attainable && share ? Number(*share / *attainable) : std::nullopt;
}

// Half the distance between the quartiles, as a share of the median.
Number unrest(const RowResult& result) {
  const std::optional<Spread> spread = spread_of(result.of(Who::ours_1).seconds);
  if (!spread) return std::nullopt;
  return (spread->upper_quartile - spread->lower_quartile) / 2 / spread->median;
}

Number geometric_mean(const std::vector<RowResult>& results, const std::function<bool(const RowResult&)>& counts,
                      const std::function<Number(const RowResult&)>& value) {
  double sum = 0;
  int64_t count = 0;
  for (const RowResult& result : results) {
    const Number number = counts(result) ? value(result) : std::nullopt;
    if (!number) continue;
    sum += std::log(*number);
    ++count;
  }
  return count > 0 ? Number(std::exp(sum / static_cast<double>(count))) : std::nullopt;
}

// The operators that were measured, in the order of the table.
std::vector<std::string> operators_of(const std::vector<RowResult>& results) {
  std::vector<std::string> names;
  for (const RowResult& result : results) {
    if (std::ranges::find(names, result.row->op) == names.end()) names.emplace_back(result.row->op);
  }
  return names;
}

void print_worst(const std::vector<RowResult>& results, const char* heading,
                 const std::function<Number(const RowResult&)>& how_bad) {
  constexpr size_t most = 20;
  std::vector<const RowResult*> sorted;
  for (const RowResult& result : results) {
    const Number bad = how_bad(result);
    if (bad && *bad > 1) sorted.push_back(&result);
  }
  std::ranges::sort(sorted, [&](const RowResult* a, const RowResult* b) { return *how_bad(*a) > *how_bad(*b); });
  std::printf("\n%s: %zu rows\n", cli::bold(heading).c_str(), sorted.size());
  for (size_t i = 0; i < std::min(most, sorted.size()); ++i) {
    const RowResult& row = *sorted[i];
    std::printf("%s %s  ours %s, ONNX Runtime %s, memcpy %s; class %s\n", left(row.name, name_width).c_str(),
                right(ratio_text(how_bad(row)), ratio_width).c_str(), time_text(median_of(row.of(Who::ours_1))).c_str(),
                time_text(median_of(row.of(Who::onnxruntime_1))).c_str(),
                time_text(median_of(row.of(Who::memcpy))).c_str(), row.row->category);
  }
}

// For each class what its rows take of what it could reach, and which is the worst.
void print_classes(const std::vector<RowResult>& results) {
  std::printf("\n%s\n", cli::bold("Classes: times as slow as attainable, geometric mean, and the worst row").c_str());
  for (const Category& category : kCategories) {
    const auto is_of_class = [&](const RowResult& one) { return std::strcmp(one.row->category, category.name) == 0; };
    const RowResult* worst = nullptr;
    for (const RowResult& result : results) {
      const Number behind = is_of_class(result) ? behind_attainable(result) : std::nullopt;
      if (behind && (worst == nullptr || *behind > behind_attainable(*worst).value_or(0))) worst = &result;
    }
    if (worst == nullptr) continue;
    const Number mean = geometric_mean(results, is_of_class, behind_attainable);
    std::printf("%s%s  %s %s\n", left(category.name, 32).c_str(), right(ratio_text(mean), ratio_width).c_str(),
                left(worst->name, name_width).c_str(),
                right(ratio_text(behind_attainable(*worst)), ratio_width).c_str());
  }
}

Json number_json(Number number) { return number ? Json(*number) : Json(nullptr); }

Json spread_json(const std::optional<Spread>& spread) {
  if (!spread) return nullptr;
  return {{"median", spread->median},
          {"minimum", spread->minimum},
          {"lower_quartile", spread->lower_quartile},
          {"upper_quartile", spread->upper_quartile},
          {"maximum", spread->maximum},
          {"rounds", spread->count}};
}

Json seconds_json(const std::vector<Contender>& contenders) {
  Json seconds = Json::object();
  for (const Contender& contender : contenders) seconds[contender.key] = spread_json(spread_of(contender.seconds));
  return seconds;
}

struct ChainRatio {
  const char* key;
  ChainWho numerator;
  ChainWho denominator;
};
constexpr ChainRatio chain_ratios[] = {
    {"speedup_over_onnxruntime_1", ChainWho::onnxruntime_1, ChainWho::session_1},
    {"speedup_over_onnxruntime_2", ChainWho::onnxruntime_2, ChainWho::session_2},
    {"ours_over_memcpy", ChainWho::session_1, ChainWho::memcpy},
};

struct Mean {
  const char* key;
  Number (*value)(const RowResult&);
};
constexpr Mean means[] = {{"speedup_over_onnxruntime_1", speedup},
                          {"speedup_over_onnxruntime_2", speedup_on_two_threads},
                          {"ours_over_memcpy", share_of_memcpy},
                          {"behind_attainable", behind_attainable}};

}  // namespace

void print_row_headings() {
  std::string line = left("", name_width);
  for (const char* heading : {"ours 1T", "ours 2T", "into", "ORT 1T", "ORT 2T", "memcpy", "NT copy"}) {
    line += right(heading, time_width + 1);
  }
  for (const char* heading : {"ORT/our", "2T", "/memcpy", "reach", "+-%"}) line += right(heading, ratio_width);
  std::printf("%s\n", cli::bold(line).c_str());
}

void print_row(const RowResult& result) {
  std::string line = left(result.name, name_width);
  for (size_t i = 0; i < kWhoCount; ++i) {
    line += right(time_text(median_of(result.contenders[i])), time_width + 1);
  }
  const Number over_runtime = speedup(result);
  const Number over_runtime_2 = speedup_on_two_threads(result);
  const Number share = share_of_memcpy(result);
  const Number behind = behind_attainable(result);
  const Number noise = unrest(result);
  line += judged(right(ratio_text(over_runtime), ratio_width), more_than(over_runtime, 1), at_most(over_runtime, 1));
  line +=
      judged(right(ratio_text(over_runtime_2), ratio_width), more_than(over_runtime_2, 1), at_most(over_runtime_2, 1));
  line += judged(right(ratio_text(share), ratio_width), at_most(behind, 1.1), more_than(behind, 1.5));
  line += right(ratio_text(result.attainable()), ratio_width);
  line += right(noise ? formatted("%.0f", *noise * 100) : "-", ratio_width);
  if (!result.fault.empty()) line += "  " + cli::red("WRONG: " + result.fault);
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

void print_summary(const std::vector<RowResult>& results) {
  std::printf(
      "\n%s\n",
      cli::bold("Geometric means: times as fast as ONNX Runtime on one thread; time as a share of memcpy's").c_str());
  std::string line = left("", 18);
  for (const char* size : kSizeNames) line += right(size, ratio_width);
  for (const char* size : kSizeNames) line += right(size, ratio_width);
  std::printf("%s\n", line.c_str());
  std::vector<std::string> names = operators_of(results);
  names.emplace_back("");  // all of them
  for (const std::string& name : names) {
    line = left(name.empty() ? "all" : name, 18);
    for (const auto value : {speedup, share_of_memcpy}) {
      for (size_t size = 0; size < kSizeNames.size(); ++size) {
        const Number mean = geometric_mean(
            results,
            [&](const RowResult& one) {
              return one.size == static_cast<Size>(size) && (name.empty() || one.row->op == name);
            },
            value);
        line += right(ratio_text(mean), ratio_width);
      }
    }
    std::printf("%s\n", line.c_str());
  }
  print_classes(results);
  print_worst(results, "Slower than ONNX Runtime, one thread (times as slow)", [](const RowResult& result) -> Number {
    const Number over_runtime = speedup(result);
    return over_runtime ? Number(1 / *over_runtime) : std::nullopt;
  });
  print_worst(results, "Slower than what is attainable (times as slow)", behind_attainable);
}

Json rows_as_json(const std::vector<RowResult>& results) {
  Json rows = Json::array();
  for (const RowResult& result : results) {
    Json row = {{"name", result.name},
                {"operator", result.row->op},
                {"size", kSizeNames[static_cast<size_t>(result.size)]},
                {"class", result.row->category},
                {"call", result.description},
                {"bytes", result.bytes},
                {"is_checked_by_onnxruntime", result.is_checked_by_onnxruntime},
                {"fault", result.fault},
                {"onnxruntime_refusal", result.onnxruntime_refusal},
                {"attainable", number_json(result.attainable())}};
    for (const Mean& mean : means) row[mean.key] = number_json(mean.value(result));
    row["seconds"] = seconds_json(result.contenders);
    rows.push_back(row);
  }
  return rows;
}

Json summary_as_json(const std::vector<RowResult>& results) {
  Json summary = Json::array();
  for (const std::string& name : operators_of(results)) {
    for (size_t size = 0; size < kSizeNames.size(); ++size) {
      Json mean_of = {{"operator", name}, {"size", kSizeNames[size]}};
      for (const Mean& mean : means) {
        mean_of[mean.key] = number_json(geometric_mean(
            results, [&](const RowResult& one) { return one.size == static_cast<Size>(size) && one.row->op == name; },
            mean.value));
      }
      summary.push_back(mean_of);
    }
  }
  return summary;
}

void print_small_calls(const std::vector<SmallCall>& calls) {
  std::printf("\n%s\n",
              cli::bold(left("Small calls", name_width) + right("median", time_width + 1) +
                        right("least", time_width + 1) + right("bar", time_width + 1) + right("/bar", ratio_width))
                  .c_str());
  for (const SmallCall& call : calls) {
    const std::optional<Spread> spread = spread_of(call.contender.seconds);
    if (!spread) continue;
    const Number bar = call.bar > 0 ? Number(call.bar) : std::nullopt;
    const Number share = bar ? Number(call.least / *bar) : std::nullopt;
    std::printf("%s%s%s%s%s\n", left(call.name, name_width).c_str(),
                right(time_text(spread->median), time_width + 1).c_str(),
                right(time_text(call.least), time_width + 1).c_str(), right(time_text(bar), time_width + 1).c_str(),
                judged(right(ratio_text(share), ratio_width), at_most(share, 1), more_than(share, 1)).c_str());
  }
}

void print_memory(const std::vector<MemoryResult>& results) {
  std::printf("\n%s\n",
              cli::bold(left("Memory", name_width) + right("fresh", time_width + 1) + right("reused", time_width + 1) +
                        right("ratio", ratio_width) + right("bar", ratio_width))
                  .c_str());
  for (const MemoryResult& result : results) {
    const std::optional<Spread> ratio = ratio_of(result.fresh, result.reused);
    const Number median = ratio ? Number(ratio->median) : std::nullopt;
    std::printf(
        "%s%s%s%s%s\n", left(result.name, name_width).c_str(),
        right(time_text(median_of(result.fresh)), time_width + 1).c_str(),
        right(time_text(median_of(result.reused)), time_width + 1).c_str(),
        judged(right(ratio_text(median), ratio_width), at_most(median, kMemoryBar), more_than(median, kMemoryBar))
            .c_str(),
        right(ratio_text(kMemoryBar), ratio_width).c_str());
  }
}

void print_chains(const std::vector<ChainResult>& results) {
  std::string line = left("Chains", name_width);
  for (const char* heading : {"1 by 1", "session", "2T", "into", "ORT 1T", "ORT 2T", "memcpy"}) {
    line += right(heading, time_width + 1);
  }
  line += right("ORT/our", ratio_width) + right("2T", ratio_width) + right("/memcpy", ratio_width);
  std::printf("\n%s\n", cli::bold(line).c_str());
  for (const ChainResult& result : results) {
    line = left(result.name, name_width);
    for (const Contender& contender : result.contenders) line += right(time_text(median_of(contender)), time_width + 1);
    for (const ChainRatio& ratio : chain_ratios) {
      line += right(ratio_text(median_ratio(result.of(ratio.numerator), result.of(ratio.denominator))), ratio_width);
    }
    if (!result.fault.empty()) line += "  " + cli::red("WRONG: " + result.fault);
    std::printf("%s\n", line.c_str());
  }
}

Json small_calls_as_json(const std::vector<SmallCall>& calls) {
  Json list = Json::array();
  for (const SmallCall& call : calls) {
    list.push_back({{"name", call.name},
                    {"bar", call.bar > 0 ? Json(call.bar) : Json(nullptr)},
                    {"least", call.least},
                    {"seconds", spread_json(spread_of(call.contender.seconds))}});
  }
  return list;
}

Json memory_as_json(const std::vector<MemoryResult>& results) {
  Json list = Json::array();
  for (const MemoryResult& result : results) {
    list.push_back({{"name", result.name},
                    {"bar", kMemoryBar},
                    {"fresh_over_reused", spread_json(ratio_of(result.fresh, result.reused))},
                    {"seconds", seconds_json({result.fresh, result.reused})}});
  }
  return list;
}

Json chains_as_json(const std::vector<ChainResult>& results) {
  Json list = Json::array();
  for (const ChainResult& result : results) {
    Json chain = {{"name", result.name},
                  {"bytes", result.bytes},
                  {"fault", result.fault},
                  {"onnxruntime_refusal", result.onnxruntime_refusal}};
    for (const ChainRatio& ratio : chain_ratios) {
      chain[ratio.key] = number_json(median_ratio(result.of(ratio.numerator), result.of(ratio.denominator)));
    }
    chain["seconds"] = seconds_json(result.contenders);
    list.push_back(chain);
  }
  return list;
}

}  // namespace onemodel::bench
