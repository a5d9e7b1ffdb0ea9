#include "draft.h"

#include <algorithm>

#include "corpus/call.h"
#include "corpus/signature.h"

namespace onemodel::oracle {
namespace {

using corpus::Argument;
using corpus::Case;
using corpus::WrittenTensor;

// Where the parameters of an operator's inputs, or outputs, are found.
struct Parameters {
  int64_t (*count)(const om_operator*, int64_t);
  const char* (*name)(const om_operator*, int64_t, int64_t);
  int32_t (*is_variadic)(const om_operator*, int64_t, int64_t);
};
constexpr Parameters kInputs = {om_operator_input_count, om_operator_input_name, om_operator_input_is_variadic};
constexpr Parameters kOutputs = {om_operator_output_count, om_operator_output_name, om_operator_output_is_variadic};

std::vector<Argument> name_arguments(const Parameters& parameters, const om_operator* op, int64_t opset,
                                     const std::vector<std::optional<Tensor>>& tensors) {
  std::vector<Argument> arguments;
  const int64_t count = parameters.count(op, opset);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const auto position = static_cast<int64_t>(i);
    std::optional<WrittenTensor> written;
    if (tensors[i]) written = WrittenTensor{*tensors[i], {}, {}};
    if (!arguments.empty() && arguments.back().is_variadic) {
      arguments.back().tensors.push_back(std::move(written));
    } else if (position < count) {
      arguments.push_back({parameters.name(op, opset, position),
                           parameters.is_variadic(op, opset, position) != 0,
                           {std::move(written)}});
    } else {
      arguments.push_back({"+" + std::to_string(position - count + 1), false, {std::move(written)}});
    }
  }
  return arguments;
}

Case call_part(const Draft& draft) {
  Case one_case;
  one_case.opset = draft.opset;
  one_case.rules = draft.rules;
  one_case.attributes = draft.attributes;
  std::vector<std::optional<Tensor>> inputs = draft.inputs;
  while (!inputs.empty() && !inputs.back()) inputs.pop_back();
  one_case.inputs = name_arguments(kInputs, draft.op, draft.opset, inputs);
  return one_case;
}

}  // namespace

std::optional<int64_t> integer_attribute(const Draft& draft, std::string_view name) {
  const auto found = std::ranges::find(draft.attributes, name, &corpus::Attribute::name);
  const int64_t* value = found == draft.attributes.end() ? nullptr : std::get_if<int64_t>(&found->value);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::vector<int64_t> integers_of(const Tensor& tensor) {
  std::vector<int64_t> values;
  const int64_t count = corpus::element_count(tensor.shape).value();
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = corpus::component_bits(tensor, i);
    values.push_back(tensor.type == OM_INT32 ? static_cast<int32_t>(bits) : static_cast<int64_t>(bits));
  }
  return values;
}

void copy_element(const Tensor& source, int64_t from, Tensor& target, int64_t to) {
  if (source.type == OM_STRING) {
    target.strings[static_cast<size_t>(to)] = source.strings[static_cast<size_t>(from)];
    return;
  }
  const int64_t parts = corpus::component_type(source.type).per_element;
  for (int64_t part = 0; part < parts; ++part) {
    corpus::set_component_bits(target, to * parts + part, corpus::component_bits(source, from * parts + part));
  }
}

Case refused_case(const Draft& draft, const corpus::ExpectedError& error) {
  Case one_case = call_part(draft);
  one_case.error = error;
  const bool is_usual = draft.output_count == corpus::required_output_count(draft.op, draft.opset);
  if (!is_usual) one_case.output_count = draft.output_count;
  return one_case;
}

Case successful_case(const Draft& draft, const std::vector<Tensor>& outputs) {
  Case one_case = call_part(draft);
  one_case.outputs = name_outputs(draft.op, draft.opset, outputs);
  return one_case;
}

std::vector<Argument> name_outputs(const om_operator* op, int64_t opset, const std::vector<Tensor>& outputs) {
  return name_arguments(kOutputs, op, opset, {outputs.begin(), outputs.end()});
}

Draft draft_of(const std::string& operator_name, const Case& one_case) {
  const corpus::Call call = corpus::make_call(operator_name, one_case, corpus::InputElements::given);
  Draft draft;
  draft.operator_name = operator_name;
  draft.op = call.op;
  draft.opset = call.opset;
  draft.attributes = call.attributes;
  draft.output_count = call.output_count;
  draft.rules = one_case.rules;
  for (const corpus::TensorHandle& input : call.inputs) {
    draft.inputs.push_back(input == nullptr ? std::nullopt : std::optional(corpus::copy_tensor(*input)));
  }
  return draft;
}

}  // namespace onemodel::oracle
