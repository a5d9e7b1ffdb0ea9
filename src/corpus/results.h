// Results of an implementation as JSON lines, and comparing those of another one with the corpus.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/call.h"
#include "corpus/case_file.h"
#include "corpus/compare.h"

namespace onemodel::corpus {

// The ONNX name of output `index` of a call that succeeded; those of a variadic output share it.
std::string output_name(const Call& call, size_t index);

// What the call gave, as "outputs" of a case.
Json outputs_json(const Call& call, const Outcome& outcome);

// The line of a case: {"id": ..., "outputs": {...}} or {"id": ..., "error": {"status": ..., "reason": ...}}.
std::string result_line(const CaseFile& file, const Case& one_case);

// The line of a graph: {"id": ..., "runs": [{"outputs": {...}}, {"error": {...}}]}, or an error if there is no session.
std::string result_line(const GraphCase& graph);

// What an implementation gave for a case.
struct ForeignResult {
  std::string id;
  std::vector<Argument> outputs;
  std::optional<ExpectedError> error;  // its parts may be empty: not told
  std::vector<GraphRun> runs;          // of a graph
};

// Reads JSON lines. Lines that are malformed are left out and appended to `problems`.
std::vector<ForeignResult> parse_results(const std::string& file, std::string_view text,
                                         std::vector<Problem>& problems);

// What the result has otherwise than the case says.
std::vector<Mismatch> compare_result(const Case& one_case, const ForeignResult& result);
std::vector<Mismatch> compare_result(const GraphCase& graph, const ForeignResult& result);

}  // namespace onemodel::corpus
