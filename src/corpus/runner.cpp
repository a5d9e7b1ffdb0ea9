#include "corpus/runner.h"

#include <algorithm>
#include <chrono>

#include "corpus/graph_runner.h"
#include "corpus/session.h"
#include "corpus/signature.h"

namespace onemodel::corpus {

namespace {

// Refusals that only running can find, because they come from elements or from memory.
bool only_running_finds(const std::string& reason) {
  return reason == "index.out_of_range" || reason == "memory.exhausted";
}

void add_findings(CaseResult& result, const std::string& way, const std::vector<Mismatch>& mismatches) {
  for (const Mismatch& mismatch : mismatches) {
    result.findings.push_back({way, mismatch});
  }
}

void check_invoke(const std::string& operator_name, const Case& one_case, CaseResult& result) {
  const Call call = make_call(operator_name, one_case, InputElements::given);
  add_findings(result, "om_op_invoke", compare_outcome(call.op, one_case, invoke(call), Compared::elements));

  const Outcome inferred = infer(call);
  if (!one_case.error || inferred.failure || !only_running_finds(one_case.error->reason)) {
    add_findings(result, "om_op_infer", compare_outcome(call.op, one_case, inferred, Compared::shapes));
  }
  if (const auto named = invoke_named(call)) {
    add_findings(result, "om_" + case_file_stem(operator_name),
                 compare_outcome(call.op, one_case, *named, Compared::elements));
  }
  for (const auto& [way, inputs_as] :
       {std::pair("a session of constants", InputsAs::constants), std::pair("a session that is fed", InputsAs::fed)}) {
    if (const auto outcome = invoke_as_session(call, inputs_as)) {
      add_findings(result, way, compare_outcome(call.op, one_case, *outcome, Compared::elements));
    }
  }
}

// Without elements the shape may be unknown, but what is said must be right.
void check_infer_without_elements(const std::string& operator_name, const Case& one_case, CaseResult& result) {
  if (one_case.error) {
    return;
  }
  const Call call = make_call(operator_name, one_case, InputElements::withheld);
  const Outcome outcome = infer(call);
  if (!outcome.failure || outcome.failure->reason != "input.value_needed") {
    add_findings(result, "om_op_infer without elements", compare_outcome(call.op, one_case, outcome, Compared::shapes));
  }
}

// Times a check that adds its findings to the result, and passes it if there are none.
template <typename Check>
CaseResult judge(const std::string& id, Check check) {
  CaseResult result;
  result.id = id;
  const auto start = std::chrono::steady_clock::now();
  check(result);
  result.verdict = result.findings.empty() ? Verdict::passed : Verdict::failed;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

CaseResult run_case(const std::string& operator_name, const Case& one_case) {
  const om_operator* op = om_operator_find(operator_name.c_str());
  if (op == nullptr) {
    CaseResult skipped;
    skipped.id = one_case.id;
    skipped.verdict = Verdict::skipped;
    return skipped;
  }
  return judge(one_case.id, [&](CaseResult& result) {
    try {
      check_invoke(operator_name, one_case, result);
      check_infer_without_elements(operator_name, one_case, result);
    } catch (const CallFailed& failed) {
      // An input that cannot be made is the refusal of the call.
      add_findings(result, "the inputs",
                   compare_outcome(op, one_case, Outcome{{}, failed.failure()}, Compared::elements));
    } catch (const JsonError& error) {
      result.findings.push_back({error.path(), {error.what(), "", ""}});
    }
  });
}

CaseResult run_case(const GraphCase& graph) {
  return judge(graph.id, [&](CaseResult& result) { result.findings = check_graph(graph); });
}

int64_t FileResult::count(Verdict verdict) const {
  return std::count_if(cases.begin(), cases.end(), [&](const CaseResult& result) { return result.verdict == verdict; });
}

Totals totals(const std::vector<FileResult>& results) {
  Totals sum;
  for (const FileResult& file : results) {
    sum.passed += file.count(Verdict::passed);
    sum.failed += file.count(Verdict::failed);
    sum.skipped += file.count(Verdict::skipped);
  }
  return sum;
}

FileResult run_file(const CaseFile& file, const std::string& filter,
                    const std::function<void(const std::string&)>& progress) {
  FileResult result{file.path.string(), file.is_of_graphs() ? file.path.stem().string() : file.operator_name, {}};
  const auto is_wanted = [&](const std::string& id) {
    const bool is_named = id.find(filter) != std::string::npos;
    if (is_named) progress(id);
    return is_named;
  };
  for (const Case& one_case : file.cases) {
    if (is_wanted(one_case.id)) result.cases.push_back(run_case(file.operator_name, one_case));
  }
  for (const GraphCase& graph : file.graphs) {
    if (is_wanted(graph.id)) result.cases.push_back(run_case(graph));
  }
  return result;
}

}  // namespace onemodel::corpus
