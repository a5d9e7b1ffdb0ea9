#include "ops/execute.h"

namespace onemodel {
namespace {

// String elements point into memory that belongs to the tensors they came from.
void keep_strings(std::span<const Argument> inputs, std::span<const Attribute> attributes, Tensor* output) {
  for (const Argument& input : inputs) {
    if (input.type == OM_STRING && input.tensor != nullptr) output->keep_strings_of(*input.tensor);
  }
  for (const Attribute& attribute : attributes) {
    if (attribute.tensor != nullptr && attribute.tensor->type() == OM_STRING)
      output->keep_strings_of(*attribute.tensor);
  }
}

void run(const PreparedCall& prepared, const om_context& context, std::span<const Argument> inputs,
         std::span<const Attribute> attributes, std::span<Reference<Tensor>> outputs) {
  SmallVector<std::byte*, 4> targets(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Result& result = prepared.results[i];
    if (result.view_of != Result::no_input) {
      outputs[i] = Tensor::view(*inputs[static_cast<size_t>(result.view_of)].tensor, result.shape);
      targets[i] = nullptr;
    } else {
      outputs[i] = Tensor::allocate(context, result.type, result.shape);
      targets[i] = outputs[i]->mutable_data();
      if (result.type == OM_STRING) keep_strings(inputs, attributes, outputs[i].get());
    }
  }
  prepared.run({targets.data(), targets.size()});
}

}  // namespace

void run_operator(const Operator& op, const Version& version, const om_context& context,
                  std::span<const Argument> inputs, std::span<const Attribute> attributes,
                  std::span<Reference<Tensor>> outputs, Caller caller) {
  const PreparedCall prepared(op, version, context, inputs, attributes, outputs.size(), nullptr, caller);
  run(prepared, context, inputs, attributes, outputs);
}

void infer_operator(const Operator& op, const Version& version, const om_context& context,
                    std::span<const Argument> inputs, std::span<const Attribute> attributes,
                    std::span<Reference<Tensor>> outputs) {
  const PreparedCall prepared(op, version, context, inputs, attributes, outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    outputs[i] = Tensor::describe(prepared.results[i].type, prepared.results[i].shape);
  }
}

}  // namespace onemodel
