// Files of graphs: the canonical layout, what is refused, and that a wrong outcome or plan is noticed.
#include "corpus/graph_case.h"

#include <doctest/doctest.h>

#include "corpus/case_file.h"
#include "corpus/lint.h"
#include "corpus/results.h"
#include "corpus/runner.h"

using namespace onemodel::corpus;

namespace {

// A file with this one graph.
std::string file_with(const std::string& graph) {
  std::string text =
      "{\n  \"$schema\": \"../schema/graphs.schema.json\",\n  \"topic\": \"chains\",\n  \"cases\": [\n    ";
  return text.append(graph).append("\n  ]\n}\n");
}

std::string canonical(const std::string& graph) {
  std::vector<Problem> problems;
  std::string text = canonical_text("chains.json", file_with(graph), problems);
  for (const Problem& problem : problems) text.append(to_string(problem)).append("\n");
  return text;
}

std::string refusal(const std::string& graph) {
  std::vector<Problem> problems;
  parse_case_file("chains.json", file_with(graph), problems);
  REQUIRE(problems.size() == 1);
  return to_string(problems.front());
}

GraphCase read_graph(const std::string& graph) {
  std::vector<Problem> problems;
  CaseFile file = parse_case_file("chains.json", file_with(graph), problems);
  REQUIRE(problems.empty());
  return file.graphs.front();
}

constexpr const char* kTranspose =
    R"({"id": "chains/transpose", "opset": 13, "basis": "spec",
        "inputs": {"x": {"type": "int8", "shape": ["N", 2]}},
        "nodes": [{"op": "Transpose", "name": "t", "inputs": ["x"], "outputs": ["y"]}],
        "outputs": ["y"],
        "plan": {"t": "copy"},
        "runs": [{"inputs": {"x": {"type": "int8", "shape": [2, 2], "data": [1, 2, 3, 4]}},
                  "outputs": {"y": {"type": "int8", "shape": [2, 2], "data": [1, 3, 2, 4]}}},
                 {"inputs": {"x": {"type": "bool", "shape": [0, 2], "data": []}},
                  "error": {"status": "InvalidInput", "reason": "session.input_type"}}]})";

std::vector<Mismatch> compare_line(const GraphCase& graph, const std::string& line) {
  std::vector<Problem> problems;
  const auto results = parse_results("results.jsonl", line, problems);
  REQUIRE(problems.empty());
  return compare_result(graph, results.front());
}

}  // namespace

TEST_CASE("a canonical file of graphs comes back as it is") {
  const std::string graph =
      R"({"id": "chains/everything", "opset": 17, "domains": {"com.example": 2}, "rules": ["a-rule"], "basis": "spec",
     "note": "Shows every member.",
     "inputs": {"x": {"type": "float32", "shape": ["N", 3, null]}, "z": {"type": "bool", "shape": null}},
     "initializers": {"c": {"type": "int8", "shape": [], "data": [1]}},
     "nodes": [{"op": "Op",
                "domain": "com.example",
                "name": "n",
                "inputs": ["x", ""],
                "outputs": ["y"],
                "attributes": {"a": {"int": 1}}},
               {"op": "Identity", "inputs": ["x"], "outputs": ["w"]}],
     "outputs": ["y", {"name": "w", "type": "float32", "shape": ["N", null]}],
     "plan": {"n": {"kind": "fused", "into": "n", "shaped_at_run_time": false, "data_dependent": true, "bytes": -1}},
     "runs": [{"inputs": {"x": {"type": "float32", "shape": [0], "data": []}},
               "error": {"status": "InvalidInput", "reason": "session.input_shape", "node": "n"},
               "plan": {"n": "copy"}}]})";
  CHECK(canonical(graph) == file_with(graph));
}

TEST_CASE("malformed graphs are refused") {
  CHECK(refusal(R"({"id": "chains/a", "opset": 1, "basis": "spec", "inputs": {}, "nodes": [], "outputs": []})") ==
        "chains.json: chains/a: expected runs or error");
  CHECK(
      refusal(R"({"id": "other/a", "opset": 1, "basis": "spec", "inputs": {}, "nodes": [], "outputs": [], "runs": []})")
          .find("expected \"chains/\"") != std::string::npos);
  CHECK(refusal(R"({"id": "chains/a", "opset": 1, "basis": "spec", "inputs": {}, "nodes": [], "outputs": [], "runs": [],
                    "plan": {"n": "quick"}})") ==
        "chains.json: chains/a: plan.n: expected one of constant, view, fused, copy, kernel, unused");
  CHECK(refusal(R"({"id": "chains/a", "opset": 1, "basis": "spec", "inputs": {"x": {"type": "int9", "shape": null}},
                    "nodes": [], "outputs": [], "runs": []})") ==
        "chains.json: chains/a: inputs.x.type: \"int9\" is not an element type");
}

TEST_CASE("a graph passes, and fails where it says otherwise") {
  const GraphCase graph = read_graph(kTranspose);
  CHECK(run_case(graph).verdict == Verdict::passed);

  GraphCase wrong_bits = graph;
  wrong_bits.runs[0].outputs[0].tensor.tensor.bytes[0] ^= 1;
  CHECK(run_case(wrong_bits).verdict == Verdict::failed);
  GraphCase wrong_plan = graph;
  wrong_plan.plan[0].kind = OM_PLAN_VIEW;
  const CaseResult result = run_case(wrong_plan);
  REQUIRE(result.findings.size() == 2);
  CHECK(result.findings[0].way == "the composed model, plan.t");
  CHECK(result.findings[1].way == "the model read back, plan.t");
  GraphCase wrong_reason = graph;
  wrong_reason.runs[1].error->reason = "session.input_shape";
  CHECK(run_case(wrong_reason).verdict == Verdict::failed);
  GraphCase not_refused = graph;
  not_refused.runs.clear();
  not_refused.error = {"InvalidModel", "model.cycle", ""};
  CHECK(run_case(not_refused).verdict == Verdict::failed);
}

TEST_CASE("results of another implementation are compared for graphs") {
  const GraphCase graph = read_graph(kTranspose);
  const std::string line = result_line(graph);
  CHECK(compare_line(graph, line).empty());
  CHECK(compare_line(graph, R"({"id": "chains/transpose", "error": {}})").size() == 1);
  CHECK(compare_line(graph, R"({"id": "chains/transpose", "runs": []})").size() == 1);
  CHECK(compare_line(graph, R"({"id": "chains/transpose", "runs": [{"outputs": {}}, {"error": {}}]})").size() == 1);
}
