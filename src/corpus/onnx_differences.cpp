#include "corpus/onnx_differences.h"

#include <map>
#include <set>
#include <sstream>

#include "onemodel.h"

namespace onemodel::corpus {
namespace {

// A point where ONNX Runtime departs from an operator's cases.
struct Point {
  std::set<std::string> here;   // what the cases ask for
  std::set<std::string> bases;  // who decided
  std::set<std::string> notes;
  std::vector<std::string> ids;
};

// An operator's points by what ONNX Runtime does there.
using Points = std::map<std::string, Point>;

std::string meaning_of(const std::string& reason) {
  for (int64_t i = 0; i < om_reason_count(); ++i) {
    if (reason == om_reason_slug(i)) return om_reason_meaning(i);
  }
  return "";
}

std::string here_text(const Case& one_case) {
  if (!one_case.error) return "Gives the outputs of the cases.";
  return "Refuses with `" + one_case.error->reason + "`: " + meaning_of(one_case.error->reason);
}

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

void print_point(std::ostream& page, const std::string& there, const Point& point) {
  std::set<std::string> bases;
  for (const std::string& basis : point.bases) bases.insert(basis_text(basis));
  page << "\n### " << there << "\n\n- Here: " << joined(point.here, " ") << "\n- Decided by: " << joined(bases, "; ")
       << ".\n";
  if (!point.notes.empty()) page << "- From the cases: " << joined(point.notes, " ") << "\n";
  page << "- Cases (" << point.ids.size() << "):";
  for (size_t i = 0; i < point.ids.size(); ++i) page << (i == 0 ? " `" : ", `") << point.ids[i] << "`";
  page << "\n";
}

}  // namespace

std::string differences_page(const std::vector<CaseFile>& files) {
  std::map<std::string, Points> differences;
  std::map<std::string, std::map<std::string, int64_t>> missing;  // operator: what has no implementation: cases
  std::map<std::string, Points> not_run;
  int64_t total = 0;
  int64_t differing = 0;
  for (const CaseFile& file : files) {
    for (const Case& one_case : file.cases) {
      ++total;
      if (!one_case.onnxruntime) continue;
      const OnnxRuntimeNote& note = *one_case.onnxruntime;
      if (note.kind == "no_kernel") {
        ++missing[file.operator_name][note.text];
        continue;
      }
      differing += note.kind == "differs" ? 1 : 0;
      Point& point = (note.kind == "differs" ? differences : not_run)[file.operator_name][note.text];
      point.here.insert(here_text(one_case));
      point.bases.insert(one_case.basis);
      if (!one_case.note.empty()) point.notes.insert(one_case.note);
      point.ids.push_back(one_case.id);
    }
  }

  std::ostringstream page;
  page << "# Differences\n\n"
          "Where ONNX Runtime 1.31.1 departs from this corpus. Each case named here records what ONNX Runtime gives, "
          "and\n"
          "`onemodel_oracle verify` proves that it still does so and that all other cases agree. The page is made from "
          "the\n"
          "cases by `onemodel conformance differences`; the headings say what ONNX Runtime does.\n\n"
       << differing << " of " << total << " cases differ.\n";
  for (const auto& [operator_name, points] : differences) {
    page << "\n## " << operator_name << "\n";
    for (const auto& [there, point] : points) print_point(page, there, point);
  }
  if (!not_run.empty()) page << "\n## Not comparable\n\nONNX Runtime's result is not the same each time.\n";
  for (const auto& [operator_name, points] : not_run) {
    for (const auto& [there, point] : points) print_point(page, operator_name + ": " + there, point);
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
