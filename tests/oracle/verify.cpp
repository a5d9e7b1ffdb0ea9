#include <array>
#include <iostream>
#include <optional>

#include "commands.h"
#include "comparison.h"
#include "corpus/case_file.h"
#include "graphs.h"
#include "known_differences.h"
#include "notes.h"
#include "verdict.h"

namespace onemodel::oracle {
namespace {

using corpus::Case;

constexpr std::array kClassNames = {"agree", "differ as recorded", "not runnable there", "error in both", "fail"};

// Compares what the case says with what ONNX Runtime did.
Verdict judge(const Case& one_case, const Outcome& outcome) {
  const bool agrees =
      !one_case.error && outcome.kind == OutcomeKind::outputs && same_outputs(one_case.outputs, outcome.outputs);
  const bool refused =
      outcome.kind == OutcomeKind::refused ||
      (outcome.kind == OutcomeKind::no_kernel && one_case.error && is_signature_reason(one_case.error->reason));
  const bool both_refuse = one_case.error && refused;
  const std::string there = "ONNX Runtime: " + describe(outcome);
  if (!one_case.onnxruntime) {
    if (agrees) return {Class::agrees, ""};
    if (both_refuse) return {Class::error_in_both, ""};
    if (outcome.kind == OutcomeKind::no_kernel) return {Class::fails, "no_kernel is not recorded. " + there};
    return {Class::fails, "the difference is not recorded. " + there};
  }
  const corpus::OnnxRuntimeNote& note = *one_case.onnxruntime;
  if (agrees || both_refuse) return {Class::fails, "the recorded difference has vanished"};
  if (note.kind == "no_kernel") {
    if (outcome.kind == OutcomeKind::no_kernel) return {Class::not_runnable, ""};
    return {Class::fails, "no_kernel is recorded, but it runs. " + there};
  }
  if (note.text == kUnexplained) return {Class::fails, "the difference is recorded, but not explained. " + there};
  if (note.outputs) {
    if (outcome.kind == OutcomeKind::outputs && same_outputs(*note.outputs, outcome.outputs)) {
      return {Class::differs_as_recorded, ""};
    }
  } else if (note.error) {
    if (outcome.kind != OutcomeKind::outputs && error_kind(*note.error) == error_kind(outcome.message)) {
      return {Class::differs_as_recorded, ""};
    }
  } else {
    return {Class::fails, "the difference is recorded without outputs or error. " + there};
  }
  return {Class::fails, "it differs, but not as recorded. " + there};
}

// With its defaults ONNX Runtime may also come to what the case says, when an optimisation has removed the node.
Verdict judge(const Case& one_case, const Outcome& plain, const Outcome& defaults) {
  Verdict verdict = judge(one_case, plain);
  if (verdict.in == Class::fails) return verdict;
  Case without_note = one_case;
  without_note.onnxruntime.reset();
  if (judge(one_case, defaults).in != verdict.in && judge(without_note, defaults).in == Class::fails) {
    return {Class::fails, "with default settings it does something else. ONNX Runtime: " + describe(defaults)};
  }
  return verdict;
}

}  // namespace

int verify(Child& child, const std::vector<std::filesystem::path>& paths, const std::string& filter, Update update) {
  std::array<int64_t, kClassNames.size()> counts{};
  int64_t not_run = 0;
  std::vector<corpus::Problem> problems;
  for (const std::filesystem::path& path : corpus::find_case_files(paths)) {
    corpus::CaseFile file = corpus::parse_case_file(path, corpus::read_file(path), problems);
    bool changed = false;
    for (Case& one_case : file.cases) {
      if (one_case.id.find(filter) == std::string::npos) continue;
      if (one_case.onnxruntime && one_case.onnxruntime->kind == "not_run") {
        ++not_run;
        continue;
      }
      std::optional<Draft> draft;
      try {
        draft = draft_of(file.operator_name, one_case);
      } catch (
          const corpus::CallFailed&) {  // a tensor that this library cannot make, so the call is an error by itself
        ++counts[static_cast<size_t>(Class::error_in_both)];
        continue;
      }
      const Outcome plain = child.run(make_request(*draft, Settings::plain));
      const Outcome defaults = child.run(make_request(*draft, Settings::defaults));
      Verdict verdict = judge(one_case, plain, defaults);
      if (verdict.in == Class::fails && update == Update::yes) {
        update_note(one_case, *draft, plain);
        changed = true;
        if (one_case.onnxruntime && one_case.onnxruntime->kind == "not_run") {
          ++not_run;
          continue;
        }
        verdict = judge(one_case, plain, defaults);
      }
      ++counts[static_cast<size_t>(verdict.in)];
      if (verdict.in == Class::fails) std::cout << one_case.id << ": " << verdict.problem << "\n";
    }
    for (const corpus::GraphCase& graph : file.graphs) {
      if (graph.id.find(filter) == std::string::npos) continue;
      const Verdict verdict = verify_graph(child, graph);
      ++counts[static_cast<size_t>(verdict.in)];
      if (verdict.in == Class::fails) std::cout << graph.id << ": " << verdict.problem << "\n";
    }
    if (changed) corpus::write_file(path, corpus::format_case_file(file));
  }
  for (const corpus::Problem& problem : problems) std::cout << to_string(problem) << "\n";
  for (size_t i = 0; i < counts.size(); ++i) std::cout << counts[i] << " " << kClassNames[i] << ", ";
  std::cout << not_run << " recorded as not to be run\n";
  return counts[static_cast<size_t>(Class::fails)] == 0 && problems.empty() ? 0 : 1;
}

}  // namespace onemodel::oracle
