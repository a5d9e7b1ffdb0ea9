// om_operator_*.
#include <algorithm>

#include "capi/handles.h"
#include "ops/registry.h"

using namespace onemodel;

namespace {

// The inputs, outputs or attributes at an opset; none where there is no such operator or opset.
template <class Fact>
std::span<const Fact> facts_at(const om_operator* op, int64_t opset, std::span<const Fact> Version::*kind) {
  const Version* version = op != nullptr ? find_version(*op, opset) : nullptr;
  return version != nullptr ? version->*kind : std::span<const Fact>();
}

const Input* input_or_null(const om_operator* op, int64_t opset, int64_t index) {
  return entry(facts_at(op, opset, &Version::inputs), index);
}

const Output* output_or_null(const om_operator* op, int64_t opset, int64_t index) {
  return entry(facts_at(op, opset, &Version::outputs), index);
}

const AttributeRule* attribute_or_null(const om_operator* op, int64_t opset, int64_t index) {
  return entry(facts_at(op, opset, &Version::attributes), index);
}

}  // namespace

OM_EXPORT int64_t om_operator_count(void) { return static_cast<int64_t>(operators().size()); }

OM_EXPORT const om_operator* om_operator_at(int64_t index) {
  const Operator* const* op = entry(operators(), index);
  return op != nullptr ? *op : nullptr;
}

OM_EXPORT const om_operator* om_operator_find(const char* name) {
  return name != nullptr ? find_operator(name) : nullptr;
}

OM_EXPORT const char* om_operator_name(const om_operator* op) { return op != nullptr ? op->name.data() : nullptr; }

OM_EXPORT om_operator_kind om_operator_kind_of(const om_operator* op) { return op != nullptr ? op->kind : 0; }

// Every operator has an exact kernel: none computes in a way that depends on the machine.
OM_EXPORT int32_t om_operator_is_exact(const om_operator* op) { return op != nullptr ? 1 : 0; }

OM_EXPORT int64_t om_operator_version_count(const om_operator* op) {
  return op != nullptr ? static_cast<int64_t>(op->versions.size()) : 0;
}

OM_EXPORT int64_t om_operator_version_since(const om_operator* op, int64_t index) {
  const Version* version = op != nullptr ? entry(op->versions, index) : nullptr;
  return version != nullptr ? version->since : 0;
}

OM_EXPORT int64_t om_operator_input_count(const om_operator* op, int64_t opset) {
  return static_cast<int64_t>(facts_at(op, opset, &Version::inputs).size());
}

OM_EXPORT const char* om_operator_input_name(const om_operator* op, int64_t opset, int64_t index) {
  const Input* input = input_or_null(op, opset, index);
  return input != nullptr ? input->name.data() : nullptr;
}

OM_EXPORT int32_t om_operator_input_is_optional(const om_operator* op, int64_t opset, int64_t index) {
  const Input* input = input_or_null(op, opset, index);
  return input != nullptr && input->presence == Presence::optional ? 1 : 0;
}

OM_EXPORT int32_t om_operator_input_is_variadic(const om_operator* op, int64_t opset, int64_t index) {
  const Input* input = input_or_null(op, opset, index);
  return input != nullptr && input->presence == Presence::variadic ? 1 : 0;
}

OM_EXPORT int32_t om_operator_input_accepts(const om_operator* op, int64_t opset, int64_t index, om_type type) {
  const Input* input = input_or_null(op, opset, index);
  return input != nullptr && input->types.contains(type) ? 1 : 0;
}

OM_EXPORT int64_t om_operator_output_count(const om_operator* op, int64_t opset) {
  return static_cast<int64_t>(facts_at(op, opset, &Version::outputs).size());
}

OM_EXPORT const char* om_operator_output_name(const om_operator* op, int64_t opset, int64_t index) {
  const Output* output = output_or_null(op, opset, index);
  return output != nullptr ? output->name.data() : nullptr;
}

OM_EXPORT int32_t om_operator_output_is_optional(const om_operator* op, int64_t opset, int64_t index) {
  const Output* output = output_or_null(op, opset, index);
  return output != nullptr && output->presence == Presence::optional ? 1 : 0;
}

OM_EXPORT int32_t om_operator_output_is_variadic(const om_operator* op, int64_t opset, int64_t index) {
  const Output* output = output_or_null(op, opset, index);
  return output != nullptr && output->presence == Presence::variadic ? 1 : 0;
}

OM_EXPORT int64_t om_operator_attribute_count(const om_operator* op, int64_t opset) {
  return static_cast<int64_t>(facts_at(op, opset, &Version::attributes).size());
}

OM_EXPORT const char* om_operator_attribute_name(const om_operator* op, int64_t opset, int64_t index) {
  const AttributeRule* attribute = attribute_or_null(op, opset, index);
  return attribute != nullptr ? attribute->name.data() : nullptr;
}

OM_EXPORT om_attribute_kind om_operator_attribute_kind(const om_operator* op, int64_t opset, int64_t index) {
  const AttributeRule* attribute = attribute_or_null(op, opset, index);
  return attribute != nullptr ? attribute->kind : 0;
}

OM_EXPORT int32_t om_operator_attribute_is_required(const om_operator* op, int64_t opset, int64_t index) {
  const AttributeRule* attribute = attribute_or_null(op, opset, index);
  return attribute != nullptr && attribute->required ? 1 : 0;
}

OM_EXPORT int64_t om_operator_type_count(const om_operator* op) {
  if (op == nullptr) return 0;
  int64_t count = 0;
  for (const Input& input : op->versions.back().inputs) count = std::max(count, input.types.size());
  for (const AttributeRule& attribute : op->versions.back().attributes) {
    if (attribute.kind == OM_ATTRIBUTE_TENSOR) count = all_types.size();
  }
  return count;
}

OM_EXPORT int64_t om_operator_reason_count(const om_operator* op) {
  return op != nullptr ? static_cast<int64_t>(op->reasons.size()) : 0;
}

OM_EXPORT const char* om_operator_reason(const om_operator* op, int64_t index) {
  const Reason* reason = op != nullptr ? entry(op->reasons, index) : nullptr;
  return reason != nullptr ? reason_row(*reason).slug : nullptr;
}
