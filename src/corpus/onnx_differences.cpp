#include "corpus/onnx_differences.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "corpus/json.h"
#include "onemodel.h"

namespace onemodel::corpus {
namespace {

// The cases in which ONNX Runtime does the same other thing.
struct Group {
  std::set<std::string> errors;  // that the cases ask for
  std::set<std::string> bases;   // who decided
  bool has_outputs = false;
  std::vector<std::string> ids;
};

// An operator's groups by what ONNX Runtime does there.
using Groups = std::map<std::string, Group>;

std::string meaning_of(const std::string& reason) {
  for (int64_t i = 0; i < om_reason_count(); ++i) {
    if (reason == om_reason_slug(i)) return om_reason_meaning(i);
  }
  return "";
}

std::string error_text(const std::string& reason) { return "Refuses with `" + reason + "`: " + meaning_of(reason); }

std::string basis_text(const std::string& basis) {
  if (basis == "onnx") return "the ONNX text";
  if (basis == "spec") return "the specification, or a choice in [CHOICES.md](CHOICES.md)";
  return "ONNX Runtime, as recorded in other cases of the same rule";
}

std::string joined(const std::set<std::string>& texts, const char* separator) {
  std::string line;
  for (const std::string& text : texts) line += (line.empty() ? "" : separator) + text;
  return line;
}

void add_to_group(Group& group, const Case& one_case) {
  if (one_case.error) {
    group.errors.insert(error_text(one_case.error->reason));
  } else {
    group.has_outputs = true;
  }
  group.bases.insert(basis_text(one_case.basis));
  group.ids.push_back(one_case.id);
}

void print_ids(std::ostream& page, const std::vector<std::string>& ids) {
  page << "- Cases (" << ids.size() << "):";
  for (size_t i = 0; i < ids.size(); ++i) page << (i == 0 ? " `" : ", `") << ids[i] << "`";
  page << "\n";
}

const Difference& find_point(const Points& points, const std::string& onnxruntime, const Group& group) {
  for (const Difference& difference : points.differences) {
    if (difference.onnxruntime != onnxruntime) continue;
    if (group.has_outputs && difference.here.empty()) {
      throw FileError("the point \"" + onnxruntime + "\" does not say what happens here, as " + group.ids.front() +
                      " needs");
    }
    return difference;
  }
  throw FileError(group.ids.front() + ": there is no point \"" + onnxruntime + '"');
}

void print_group(std::ostream& page, const std::string& heading, const Difference& point, const Group& group) {
  std::set<std::string> here = group.errors;
  if (group.has_outputs) here.insert(point.here);
  page << "\n### " << heading << "\n\n- ONNX text: " << point.onnx << "\n- Here: " << joined(here, " ")
       << "\n- Why: " << point.why << "\n- Decided by: " << joined(group.bases, "; ") << ".\n";
  print_ids(page, group.ids);
}

void print_agreement(std::ostream& page, const Agreement& agreement, const std::vector<CaseFile>& files) {
  std::vector<std::string> ids;
  for (const CaseFile& file : files) {
    if (file.operator_name != agreement.operator_name) continue;
    for (const Case& one_case : file.cases) {
      if (!one_case.error && !one_case.onnxruntime && std::ranges::count(one_case.rules, agreement.rule) > 0)
        ids.push_back(one_case.id);
    }
  }
  if (ids.empty()) {
    throw FileError(agreement.operator_name + " has no case of the rule " + agreement.rule +
                    " in which ONNX Runtime agrees");
  }
  page << "\n### " << agreement.operator_name << ": " << agreement.both << "\n\n- ONNX text: " << agreement.onnx
       << "\n- Why: " << agreement.why << "\n";
  print_ids(page, ids);
}

void require_cases(const Points& points, const std::map<std::string, Groups>& differences,
                   const std::map<std::string, Groups>& not_run) {
  std::set<std::string> seen;
  for (const auto* groups_by_operator : {&differences, &not_run}) {
    for (const auto& [operator_name, groups] : *groups_by_operator) {
      for (const auto& [there, group] : groups) seen.insert(there);
    }
  }
  for (const Difference& difference : points.differences) {
    if (!seen.contains(difference.onnxruntime)) throw FileError("no case shows \"" + difference.onnxruntime + '"');
  }
}

}  // namespace

Points read_points(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  Points points;
  try {
    const Json json = parse_json(text);
    const JsonCursor root(json);
    root.require_keys({"differences", "agreements"}, {});
    for (const JsonCursor& entry : root.at("differences").elements()) {
      entry.require_keys({"onnxruntime", "onnx", "why"}, {"here"});
      points.differences.push_back({entry.at("onnxruntime").text(), entry.at("onnx").text(),
                                    entry.has("here") ? entry.at("here").text() : "", entry.at("why").text()});
    }
    for (const JsonCursor& entry : root.at("agreements").elements()) {
      entry.require_keys({"operator", "rule", "onnx", "both", "why"}, {});
      points.agreements.push_back({entry.at("operator").text(), entry.at("rule").text(), entry.at("onnx").text(),
                                   entry.at("both").text(), entry.at("why").text()});
    }
  } catch (const JsonError& error) {
    throw FileError(path.string() + ": " + error.path() + ": " + error.what());
  }
  return points;
}

std::string differences_page(const std::vector<CaseFile>& files, const Points& points) {
  std::map<std::string, Groups> differences;
  std::map<std::string, std::map<std::string, int64_t>> missing;  // operator: what has no implementation: cases
  std::map<std::string, Groups> not_run;
  std::map<std::string, std::vector<std::string>> graphs;  // what ONNX Runtime does: ids
  int64_t total = 0;
  int64_t differing = 0;
  for (const CaseFile& file : files) {
    for (const GraphCase& graph : file.graphs) {
      ++total;
      if (graph.onnxruntime_differs.empty()) continue;
      ++differing;
      graphs[graph.onnxruntime_differs].push_back(graph.id);
    }
    for (const Case& one_case : file.cases) {
      ++total;
      if (!one_case.onnxruntime) continue;
      const OnnxRuntimeNote& note = *one_case.onnxruntime;
      if (note.kind == "no_kernel") {
        ++missing[file.operator_name][note.text];
        continue;
      }
      differing += note.kind == "differs" ? 1 : 0;
      add_to_group((note.kind == "differs" ? differences : not_run)[file.operator_name][note.text], one_case);
    }
  }
  require_cases(points, differences, not_run);

  std::ostringstream page;
  page << "# Differences\n\n"
          "Where ONNX Runtime 1.31.1, the ONNX text and this corpus do not agree. Made by `onemodel conformance\n"
          "differences` from the cases and from `points.json`; `onemodel_oracle verify` proves that ONNX Runtime does\n"
          "in each case named here what the case records of it, and agrees in all others that it can run.\n\n"
       << differing << " of " << total
       << " cases differ. Each heading says what ONNX Runtime does; below it stand the ONNX text, what this\n"
          "corpus asks for, why, and the cases.\n";
  for (const auto& [operator_name, groups] : differences) {
    page << "\n## " << operator_name << "\n";
    for (const auto& [there, group] : groups) print_group(page, there, find_point(points, there, group), group);
  }
  if (!graphs.empty()) page << "\n## Graphs\n\n";
  for (const auto& [there, ids] : graphs) {
    page << "- " << there << " Cases (" << ids.size() << "):";
    for (size_t i = 0; i < ids.size(); ++i) page << (i == 0 ? " `" : ", `") << ids[i] << "`";
    page << "\n";
  }
  page << "\n## Where both depart from the text\n\nONNX Runtime and this corpus agree here.\n";
  for (const Agreement& agreement : points.agreements) print_agreement(page, agreement, files);
  if (!not_run.empty()) page << "\n## Not comparable\n\nONNX Runtime's result is not the same each time.\n";
  for (const auto& [operator_name, groups] : not_run) {
    for (const auto& [there, group] : groups) {
      print_group(page, operator_name + ": " + there, find_point(points, there, group), group);
    }
  }
  page << "\n## Not implemented there\n\nONNX Runtime has no implementation (or none for these element types) of:\n\n";
  for (const auto& [operator_name, texts] : missing) {
    int64_t cases = 0;
    for (const auto& [text, count] : texts) cases += count;
    page << "- " << operator_name << ", " << cases << " cases: ";
    const char* separator = "";
    for (const auto& [text, count] : texts) {
      constexpr std::string_view head = "no implementation of ";
      page << separator << (text.starts_with(head) ? text.substr(head.size()) : text);
      separator = "; ";
    }
    page << "\n";
  }
  return std::move(page).str();
}

}  // namespace onemodel::corpus
