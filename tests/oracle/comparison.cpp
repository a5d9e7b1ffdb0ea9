#include "comparison.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "corpus/layout.h"
#include "corpus/model.h"
#include "corpus/signature.h"
#include "corpus/tensor_json.h"

namespace onemodel::oracle {

Request make_request(const Draft& draft, Settings settings) {
  const int64_t version = corpus::version_at(draft.op, draft.opset);
  Request request;
  request.settings = settings;
  // No model imports a version below 1; ONNX Runtime refuses an empty one as it refuses such a version.
  if (draft.opset > 0) {
    const corpus::ModelHandle model = corpus::one_node_model(draft.operator_name, version == 0 ? draft.opset : version,
                                                             draft.attributes, draft.inputs, draft.output_count);
    request.model = corpus::write_onnx_model(*model);
  }
  for (size_t i = 0; i < draft.inputs.size(); ++i) {
    if (draft.inputs[i]) request.feeds.emplace_back(corpus::input_name(i), *draft.inputs[i]);
  }
  for (int64_t i = 0; i < draft.output_count; ++i) {
    request.outputs.push_back(corpus::output_name(static_cast<size_t>(i)));
  }
  return request;
}

corpus::Outcome run_ours(const Draft& draft) {
  corpus::Call call;
  call.op = draft.op;
  call.operator_name = draft.operator_name;
  call.opset = draft.opset;
  call.attributes = draft.attributes;
  call.output_count = draft.output_count;
  try {
    for (const std::optional<Tensor>& input : draft.inputs) {
      call.inputs.push_back(input ? corpus::make_tensor(*input) : nullptr);
    }
  } catch (const corpus::CallFailed& failed) {
    return {{}, failed.failure()};
  }
  return corpus::invoke(call);
}

Relation relate(const corpus::Outcome& ours, const Outcome& theirs) {
  if (theirs.kind == OutcomeKind::no_kernel) {
    return ours.failure && is_signature_reason(ours.failure->reason) ? Relation::both_refuse : Relation::not_runnable;
  }
  if (theirs.kind == OutcomeKind::outputs) {
    return !ours.failure && ours.outputs == theirs.outputs ? Relation::agree : Relation::differ;
  }
  return ours.failure && theirs.kind == OutcomeKind::refused ? Relation::both_refuse : Relation::differ;
}

bool same_outputs(const std::vector<corpus::Argument>& written, const std::vector<Tensor>& actual) {
  size_t position = 0;
  for (const corpus::Argument& argument : written) {
    for (const std::optional<corpus::WrittenTensor>& expected : argument.tensors) {
      if (!expected || position == actual.size()) return false;
      const Tensor& tensor = actual[position++];
      const bool same = expected->sha256.empty()
                            ? expected->tensor == tensor
                            : expected->tensor.type == tensor.type && expected->tensor.shape == tensor.shape &&
                                  expected->sha256 == corpus::tensor_sha256(tensor);
      if (!same) return false;
    }
  }
  return position == actual.size();
}

bool is_signature_reason(const std::string& reason) {
  constexpr std::array prefixes = {"operator.",     "opset.",         "attribute.", "output.count",
                                   "input.missing", "input.too_many", "input.type"};
  return std::ranges::any_of(prefixes, [&](const char* prefix) { return reason.starts_with(prefix); });
}

std::string describe(const std::vector<Tensor>& outputs) {
  std::string text;
  for (const Tensor& tensor : outputs) {
    const std::string json = corpus::one_line(corpus::write_tensor(tensor));
    constexpr size_t longest = 300;
    text += (text.empty() ? "" : " ") + (json.size() > longest ? json.substr(0, longest) + "..." : json);
  }
  return text.empty() ? "no outputs" : text;
}

std::string describe(const corpus::Outcome& ours) {
  return ours.failure ? ours.failure->reason + ": " + ours.failure->message : describe(ours.outputs);
}

std::string describe(const Outcome& theirs) {
  return theirs.kind == OutcomeKind::outputs ? describe(theirs.outputs) : theirs.message;
}

}  // namespace onemodel::oracle
