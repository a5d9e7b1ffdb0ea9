// om_op_invoke, om_op_infer.
#include <algorithm>

#include "capi/attributes.h"
#include "capi/handles.h"
#include "ops/execute.h"
#include "ops/registry.h"

using namespace onemodel;

namespace {

using Execute = void (*)(const Operator&, const Version&, const om_context&, std::span<const Argument>,
                         std::span<const Attribute>, std::span<Reference<Tensor>>);

const Operator& operator_named(const char* name) {
  require_pointer(name, "op");
  const Operator* op = find_operator(name);
  if (op == nullptr) throw Failure(Reason::operator_unknown, text_of("there is no operator '", name, "' here"), "op");
  return *op;
}

const Version& version_of(const Operator& op, int64_t opset) {
  try {
    return version_at(op, opset);
  } catch (Failure& failure) {
    failure.set_operator_name(op.name);
    throw;
  }
}

om_status invoke(Execute execute, bool needs_elements, const om_context* context, const char* op_name, int64_t opset,
                 const om_value* const* inputs, int64_t input_count, const om_attributes* attributes,
                 om_value** outputs, int64_t output_count, om_error** error) {
  return guarded(error, [&] {
    require_array(outputs, output_count, "outputs");
    std::fill(outputs, outputs + output_count, nullptr);
    const Operator& op = operator_named(op_name);
    const Version& version = version_of(op, opset);
    require_array(inputs, input_count, "inputs");

    SmallVector<Argument, 5> arguments;
    for (int64_t i = 0; i < input_count; ++i) {
      const Argument argument = Argument::of(static_cast<const Tensor*>(inputs[i]));
      if (needs_elements && argument.given()) require_elements(argument.tensor, "inputs");
      if (argument.given() && argument.tensor->element_count() < 0) {
        throw Failure(Reason::input_value_needed, text_of("input ", i, " has an extent that only running can tell"),
                      "inputs");
      }
      arguments.push_back(argument);
    }
    const auto given = attributes != nullptr ? attributes->all() : std::span<const Attribute>();
    for (const Attribute& attribute : given) {
      if (attribute.tensor != nullptr) require_elements(attribute.tensor, attribute.name);
    }
    std::vector<Reference<Tensor>> results(static_cast<size_t>(output_count));
    execute(op, version, context_or_default(context), {arguments.data(), arguments.size()}, given, results);
    for (size_t i = 0; i < results.size(); ++i) outputs[i] = results[i].detach();
  });
}

}  // namespace

OM_EXPORT om_status om_op_invoke(const om_context* context, const char* op, int64_t opset,
                                 const om_value* const* inputs, int64_t input_count, const om_attributes* attributes,
                                 om_value** outputs, int64_t output_count, om_error** error) {
  return invoke(run_operator, true, context, op, opset, inputs, input_count, attributes, outputs, output_count, error);
}

OM_EXPORT om_status om_op_infer(const om_context* context, const char* op, int64_t opset, const om_value* const* inputs,
                                int64_t input_count, const om_attributes* attributes, om_value** outputs,
                                int64_t output_count, om_error** error) {
  return invoke(infer_operator, false, context, op, opset, inputs, input_count, attributes, outputs, output_count,
                error);
}
