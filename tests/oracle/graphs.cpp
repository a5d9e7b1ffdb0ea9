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
  const corpus::ModelHandle model = corpus::make_model(older);
  corpus::check(
      [&](om_error** error) { return om_model_set_ir_version(model.get(), corpus::kCommonIrVersion, error); });
  request.model = corpus::write_onnx_model(*model);
  for (const corpus::GraphTensor& input : run.inputs) request.feeds.emplace_back(input.name, input.tensor.tensor);
  for (const corpus::DeclaredValue& output : graph.outputs) request.outputs.push_back(output.name);
  return request;
}

// By name: a graph may give one value twice.
bool same_outputs(const corpus::GraphCase& graph, const corpus::GraphRun& run, const Outcome& outcome) {
  return std::ranges::equal(
      graph.outputs, outcome.outputs, [&](const corpus::DeclaredValue& output, const corpus::Tensor& actual) {
        const auto expected = std::ranges::find(run.outputs, output.name, &corpus::GraphTensor::name);
        return expected != run.outputs.end() && expected->tensor.tensor == actual;
      });
}

Verdict judge(const corpus::GraphCase& graph, const corpus::GraphRun& run, const Outcome& outcome) {
  const std::optional<corpus::ExpectedError>& error = graph.error ? graph.error : run.error;
  if (outcome.kind == OutcomeKind::no_kernel) return {Class::not_runnable, ""};
  if (error) {
    if (outcome.kind != OutcomeKind::outputs) return {Class::error_in_both, ""};
    return {Class::fails, error->reason + " is not refused by ONNX Runtime: " + describe(outcome)};
  }
  if (outcome.kind == OutcomeKind::outputs && same_outputs(graph, run, outcome)) return {Class::agrees, ""};
  return {Class::fails, "ONNX Runtime: " + describe(outcome)};
}

// Of all runs; one that fails or cannot be run decides.
Verdict observe(Child& child, const corpus::GraphCase& graph) {
  // A graph that must be refused has no runs; what it would be fed does not matter.
  const std::vector<corpus::GraphRun> none(1);
  Verdict verdict{Class::agrees, ""};
  for (const corpus::GraphRun& run : graph.error ? none : graph.runs) {
    for (const Settings settings : {Settings::plain, Settings::defaults}) {
      const Outcome outcome = child.run(make_request(graph, run, settings));
      verdict = judge(graph, run, outcome);
      if (verdict.in == Class::fails || verdict.in == Class::not_runnable) return verdict;
    }
  }
  return verdict;
}

}  // namespace

Verdict verify_graph(Child& child, const corpus::GraphCase& graph) {
  const Verdict verdict = observe(child, graph);
  if (graph.onnxruntime_differs.empty()) return verdict;
  if (verdict.in == Class::fails) return {Class::differs_as_recorded, ""};
  return {Class::fails, "the recorded difference has vanished"};
}

}  // namespace onemodel::oracle
