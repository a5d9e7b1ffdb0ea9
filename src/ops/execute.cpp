#include "ops/execute.h"

namespace onemodel {
namespace {

// A call with what its operator says of it.
struct Prepared {
  Prepared(const Operator& op, const Version& version, const om_context& context, std::span<const Argument> inputs,
           std::span<const Attribute> attributes, size_t output_count)
      : call(op, version, context, inputs, attributes, static_cast<int64_t>(output_count)) {
    op.infer(call, &results, plan);
  }

  Call call;
  Results results;
  alignas(std::max_align_t) std::byte plan[Operator::max_plan_bytes];
};

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

void run(const Prepared& prepared, const om_context& context, std::span<const Argument> inputs,
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
  prepared.call.op().run(prepared.call, prepared.results, prepared.plan, {targets.data(), targets.size()});
}

}  // namespace

void run_operator(const Operator& op, const Version& version, const om_context& context,
                  std::span<const Argument> inputs, std::span<const Attribute> attributes,
                  std::span<Reference<Tensor>> outputs) {
  const Prepared prepared(op, version, context, inputs, attributes, outputs.size());
  run(prepared, context, inputs, attributes, outputs);
}

void infer_operator(const Operator& op, const Version& version, const om_context& context,
                    std::span<const Argument> inputs, std::span<const Attribute> attributes,
                    std::span<Reference<Tensor>> outputs) {
  const Prepared prepared(op, version, context, inputs, attributes, outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    outputs[i] = Tensor::describe(prepared.results[i].type, prepared.results[i].shape);
  }
}

}  // namespace onemodel
