#include "graphs.h"

#include <algorithm>

#include "comparison.h"
#include "corpus/model.h"
#include "corpus/session.h"
#include "corpus/signature.h"

namespace onemodel::oracle {
namespace {

// The oldest opset that means the same version of every node: the newest ones may not be known there.
int64_t oldest_opset(const corpus::GraphCase& graph) {
  int64_t opset = 1;
  for (const corpus::GraphNode& node : graph.nodes) {
    const om_operator* op = om_operator_find(node.op.c_str());
    // Constant is no operator of the table; its newest form came with opset 13.
    const int64_t since = op != nullptr ? corpus::version_at(op, graph.opset) : std::min<int64_t>(graph.opset, 13);
    opset = std::max(opset, since);
  }
  return opset;
}

Request make_request(const corpus::GraphCase& graph, const corpus::GraphRun& run, Settings settings) {
  corpus::GraphCase older = graph;
  older.opset = oldest_opset(graph);
  Request request;
  request.settings = settings;
  request.model = corpus::write_onnx_model(*corpus::make_model(older));
  for (const corpus::GraphTensor& input : run.inputs) request.feeds.emplace_back(input.name, input.tensor.tensor);
  for (const corpus::DeclaredValue& output : graph.outputs) request.outputs.push_back(output.name);
  return request;
}

bool same_outputs(const corpus::GraphRun& run, const Outcome& outcome) {
  return std::ranges::equal(run.outputs, outcome.outputs,
                            [](const corpus::GraphTensor& expected, const corpus::Tensor& actual) {
                              return expected.tensor.tensor == actual;
                            });
}

GraphVerdict judge(const std::optional<corpus::ExpectedError>& error, const corpus::GraphRun& run,
                   const Outcome& outcome) {
  if (outcome.kind == OutcomeKind::no_kernel) return {GraphClass::not_runnable, ""};
  if (error) {
    if (outcome.kind != OutcomeKind::outputs) return {GraphClass::agrees, ""};
    return {GraphClass::fails, error->reason + " is not refused by ONNX Runtime: " + describe(outcome)};
  }
  if (outcome.kind == OutcomeKind::outputs && same_outputs(run, outcome)) return {GraphClass::agrees, ""};
  return {GraphClass::fails, "ONNX Runtime: " + describe(outcome)};
}

}  // namespace

GraphVerdict verify_graph(Child& child, const corpus::GraphCase& graph) {
  // A graph that must be refused has no runs; what it would be fed does not matter.
  const std::vector<corpus::GraphRun> none(1);
  for (const corpus::GraphRun& run : graph.error ? none : graph.runs) {
    for (const Settings settings : {Settings::plain, Settings::defaults}) {
      const Outcome outcome = child.run(make_request(graph, run, settings));
      const GraphVerdict verdict = judge(graph.error ? graph.error : run.error, run, outcome);
      if (verdict.in != GraphClass::agrees) return verdict;
    }
  }
  return {GraphClass::agrees, ""};
}

}  // namespace onemodel::oracle
