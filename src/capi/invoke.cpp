// om_op_invoke, om_op_infer.
#include <algorithm>

#include "capi/handles.h"
#include "capi/outputs.h"
#include "ops/attributes.h"
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

// A tensor without elements where they are needed, and one whose extents are not all known, are of no use.
bool is_usable(const Tensor& tensor, bool needs_elements) {
  return needs_elements ? tensor.has_elements() : tensor.element_count() >= 0;
}

[[gnu::cold]] void refuse_unusable(const Tensor& tensor, bool needs_elements, int64_t index) {
  const std::string name = text_of("inputs[", index, "]");
  if (needs_elements) require_elements(&tensor, name);
  throw Failure(Reason::input_value_needed, "the input has an extent that only running can tell", name);
}

void run_checked(const Operator& op, const Version& version, const om_context& context,
                 std::span<const Argument> inputs, std::span<const Attribute> attributes,
                 std::span<Reference<Tensor>> outputs) {
  run_operator(op, version, context, inputs, attributes, outputs);
}

om_status invoke(Execute execute, bool needs_elements, const om_context* context, const char* op_name, int64_t opset,
                 const om_value* const* inputs, int64_t input_count, const om_attributes* attributes,
                 om_value** outputs, int64_t output_count, om_error** error) {
  return guarded(error, [&] {
    require_array(outputs, output_count, "outputs");
    std::fill(outputs, outputs + output_count, nullptr);
    require_array(inputs, input_count, "inputs");
    const Operator& op = operator_named(op_name);
    Outputs results(output_count);
    on_behalf_of(op, [&] {
      const Version& version = version_at(op, opset);
      Arguments arguments;
      arguments.reserve(static_cast<size_t>(input_count));
      for (int64_t i = 0; i < input_count; ++i) {
        const auto* tensor = static_cast<const Tensor*>(inputs[i]);
        if (tensor != nullptr && !is_usable(*tensor, needs_elements)) refuse_unusable(*tensor, needs_elements, i);
        tensor != nullptr ? arguments.emplace_back(*tensor) : arguments.emplace_back();
      }
      const auto given = attributes != nullptr ? attributes->all() : std::span<const Attribute>();
      for (const Attribute& attribute : given) {
        if (attribute.tensor != nullptr) require_elements(attribute.tensor, attribute.name);
      }
      execute(op, version, context_or_default(context), {arguments.data(), arguments.size()}, given, results.all());
    });
    results.hand_over(outputs);
  });
}

}  // namespace

OM_EXPORT om_status om_op_invoke(const om_context* context, const char* op, int64_t opset,
                                 const om_value* const* inputs, int64_t input_count, const om_attributes* attributes,
                                 om_value** outputs, int64_t output_count, om_error** error) {
  return invoke(run_checked, true, context, op, opset, inputs, input_count, attributes, outputs, output_count, error);
}

OM_EXPORT om_status om_op_infer(const om_context* context, const char* op, int64_t opset, const om_value* const* inputs,
                                int64_t input_count, const om_attributes* attributes, om_value** outputs,
                                int64_t output_count, om_error** error) {
  return invoke(infer_operator, false, context, op, opset, inputs, input_count, attributes, outputs, output_count,
                error);
}
