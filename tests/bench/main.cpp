// onemodel_bench: times every operator at about 1 KB, 1 MB and 64 MB of output against ONNX Runtime and memcpy, in one
// process and in turns, on random data.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/terminal.h"
#include "report.h"

namespace onemodel::bench {
namespace {

struct Options {
  std::string filter;
  std::string json_file;
  std::string onnxruntime;
  std::vector<std::string> sizes{kSizeNames.begin(), kSizeNames.end()};
  int64_t rounds = 0;
  bool is_quick = false;
  bool without_onnxruntime = false;
  bool only_lists = false;
};

constexpr const char* examples = R"(
Examples:
  onemodel_bench --quick                          all rows, few rounds
  onemodel_bench --filter '^Transpose/' --sizes 64MB
  onemodel_bench --json times.json                everything, and as JSON
  onemodel_bench --list --filter TopK             what would be timed

Columns: ours on one and two threads, each call making and releasing its result; a session into outputs that are there
already; ONNX Runtime (ORT) into outputs that are there already; memcpy and a copy with streaming stores of the output's
bytes (for TopK: reading the input). Then how many times as fast as ONNX Runtime, the share of memcpy's time, the share
that is attainable, and half the distance of the quartiles of ours.

Exit codes: 0 all results are right, 1 a result is wrong or a call failed, 2 the command line is wrong.)";

// What Linux calls the processor; elsewhere the figures stand without it.
std::string processor_name() {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "an unnamed processor";
}

struct Chosen {
  const Row* row;
  Size size;
};

std::vector<Chosen> chosen_rows(const Filter& filter) {
  std::vector<Chosen> chosen;
  for (const Row& row : kRows) {
    for (size_t i = 0; i < kSizeNames.size(); ++i) {
      const auto size = static_cast<Size>(i);
      if (row.sizes[i][0] != '\0' && filter(workload_name(row, size))) chosen.push_back({&row, size});
    }
  }
  return chosen;
}

// By the name; one without a size is about 1 KB or less.
Filter make_filter(const Options& options) {
  return [pattern = std::regex(options.filter), sizes = options.sizes](const std::string& name) {
    const std::string last = name.substr(name.rfind('/') + 1);
    const bool has_size = std::ranges::find(kSizeNames, last) != kSizeNames.end();
    return std::ranges::find(sizes, has_size ? last : kSizeNames[0]) != sizes.end() && std::regex_search(name, pattern);
  };
}

Effort effort_of(const Options& options) {
  Effort effort;
  if (options.is_quick) {
    effort.seconds_for_row = 0.05;
    effort.least_rounds = 2;
    effort.most_rounds = 3;
    effort.seconds_for_sample = 1e-4;
    effort.long_call = 0.03;
    effort.places_to_check = 2000;
    effort.reduces_large = true;
    effort.runs_into_outputs = false;
  }
  if (options.rounds > 0) effort.least_rounds = effort.most_rounds = options.rounds;
  return effort;
}

int run(const Options& options) {
  const Filter filter = make_filter(options);
  const std::vector<Chosen> chosen = chosen_rows(filter);
  if (options.only_lists) {
    for (const Chosen& one : chosen) {
      std::printf("%-50s %s\n", workload_name(*one.row, one.size).c_str(),
                  describe(*one.row, one.size, Extent::full).c_str());
    }
    for (const std::string& name : chain_names()) {
      if (filter(name)) std::printf("%s\n", name.c_str());
    }
    std::printf("%zu rows\n", chosen.size());
    return 0;
  }
  const Effort effort = effort_of(options);

  std::unique_ptr<Rival> rival;
  std::string reason = "not wanted";
  if (!options.without_onnxruntime) rival = Rival::load(options.onnxruntime, reason);
  if (!rival) std::cerr << "Without ONNX Runtime: " << reason << '\n';

  std::vector<RowResult> results;
  int64_t faults = 0;
  if (!chosen.empty()) print_row_headings();
  for (size_t i = 0; i < chosen.size(); ++i) {
    cli::show_progress(std::to_string(i + 1) + " of " + std::to_string(chosen.size()) + ": " +
                       workload_name(*chosen[i].row, chosen[i].size));
    results.push_back(measure_row(*chosen[i].row, chosen[i].size, rival.get(), effort));
    cli::show_progress("");
    print_row(results.back());
    if (!results.back().fault.empty()) ++faults;
  }
  cli::show_progress("chains, small calls, memory");
  const std::vector<ChainResult> chains = measure_chains(filter, rival.get(), effort);
  const std::vector<SmallCall> small_calls = measure_small_calls(filter, rival.get(), options.is_quick ? 21 : 101);
  const std::vector<MemoryResult> memory = measure_memory(filter, effort);
  cli::show_progress("");
  faults += std::ranges::count_if(chains, [](const ChainResult& chain) { return !chain.fault.empty(); });
  if (!chains.empty()) print_chains(chains);
  if (!small_calls.empty()) print_small_calls(small_calls);
  if (!memory.empty()) print_memory(memory);
  if (!results.empty()) print_summary(results);

  if (!options.json_file.empty()) {
    corpus::Json json = {{"library", om_version()},
                         {"onnxruntime", rival ? corpus::Json(rival->version()) : corpus::Json(nullptr)},
                         {"processor", processor_name()},
                         {"quick", options.is_quick}};
    json["rows"] = rows_as_json(results);
    json["chains"] = chains_as_json(chains);
    json["small_calls"] = small_calls_as_json(small_calls);
    json["memory"] = memory_as_json(memory);
    json["summary"] = summary_as_json(results);
    std::ofstream(options.json_file) << json.dump(1) << '\n';
  }
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace onemodel::bench

int main(int argc, char** argv) {
  using namespace onemodel::bench;
  Options options;
  CLI::App app{"Times the library's operators against ONNX Runtime and memcpy"};
  app.footer(examples);
  app.add_flag("--quick", options.is_quick,
               "All rows in about 90 seconds: few rounds, 16 to 32 MB instead of 64, no sessions into outputs");
  app.add_option("--filter", options.filter,
                 "Only rows whose name (OPERATOR/CASE/SIZE) matches this regular expression")
      ->type_name("REGEX");
  app.add_option("--sizes", options.sizes, "Only these sizes: 1KB, 1MB, 64MB")
      ->delimiter(',')
      ->check(CLI::IsMember(std::vector<std::string>(kSizeNames.begin(), kSizeNames.end())));
  app.add_option("--repeat", options.rounds, "The number of rounds for each row, instead of a time")
      ->check(CLI::PositiveNumber);
  app.add_option("--json", options.json_file, "Also writes all figures to this file")->type_name("FILE");
  app.add_option("--onnxruntime", options.onnxruntime,
                 "The unpacked NuGet package of ONNX Runtime; if not given, the environment variable ONNXRUNTIME_ROOT")
      ->type_name("FOLDER");
  app.add_flag("--no-onnxruntime", options.without_onnxruntime, "Without ONNX Runtime, its columns stay empty");
  app.add_flag("--list", options.only_lists, "Shows the rows instead of timing them");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return run(options);
  } catch (const std::regex_error& error) {
    std::cerr << "--filter: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "onemodel_bench: " << error.what() << '\n';
    return 1;
  }
}
