// A graph of nodes as a case, with what its runs must give; the format is in conformance/README.md.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corpus/case.h"

namespace onemodel::corpus {

// An extent as a model declares it: a number, a name that all inputs with this name share, or neither if it is not
// known.
struct DeclaredExtent {
  std::optional<int64_t> extent;
  std::string symbol;
};

// An input or output as a model declares it.
struct DeclaredValue {
  std::string name;
  om_type type = 0;                                  // 0: not declared
  std::optional<std::vector<DeclaredExtent>> shape;  // nothing: not even the rank is known
};

struct GraphTensor {
  std::string name;
  WrittenTensor tensor;
};

struct GraphNode {
  std::string op;
  std::string domain;  // "" for ai.onnx
  std::string name;
  std::vector<std::string> inputs;   // "" where an optional one is not given
  std::vector<std::string> outputs;  // "" where one is not wanted
  std::vector<Attribute> attributes;
};

// What a plan must say of the node of a name. What is not given is not checked.
struct PlanFact {
  std::string node;
  std::optional<om_plan_kind> kind;
  std::optional<std::string> into;  // the node that the fused one is part of
  std::optional<bool> shaped_at_run_time;
  std::optional<bool> data_dependent;
  std::optional<int64_t> bytes;
};

struct GraphRun {
  std::vector<GraphTensor> inputs;
  std::vector<GraphTensor> outputs;    // empty if error is given
  std::optional<ExpectedError> error;  // the run must be refused
  std::vector<PlanFact> plan;          // of the plan for exactly these shapes
};

struct GraphCase {
  std::string id;
  int64_t opset = 0;
  std::vector<std::pair<std::string, int64_t>> domains;  // versions of other domains than ai.onnx that are imported
  std::vector<std::string> rules;
  std::string basis;
  std::string note;
  std::vector<DeclaredValue> inputs;
  std::vector<GraphTensor> initializers;
  std::vector<GraphNode> nodes;
  std::vector<DeclaredValue> outputs;
  std::vector<PlanFact> plan;          // of the plan for the declared shapes
  std::vector<GraphRun> runs;          // of one session, one after the other
  std::optional<ExpectedError> error;  // the session must be refused; then there are no runs
  std::string onnxruntime_differs;     // what ONNX Runtime does otherwise; "" if it agrees
};

// The name of a kind as facts have it: "constant", "view", ...
const char* plan_kind_name(om_plan_kind kind);

// Reads a case from <stem>.json. Throws JsonError.
GraphCase read_graph_case(const JsonCursor& cursor, const std::string& stem);

// The case's members in canonical order; an optional member that is empty is left out.
Json write_graph_case(const GraphCase& graph);

// Tensors by name: {"y": {...}}.
std::vector<GraphTensor> read_graph_tensors(const JsonCursor& cursor, AllowDigest allow_digest);
Json write_graph_tensors(const std::vector<GraphTensor>& tensors);

}  // namespace onemodel::corpus
