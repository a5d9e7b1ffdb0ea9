#include "ops/call.h"

#include <algorithm>

#include "kernels/unit.h"

namespace onemodel {
namespace {

const char* attribute_kind_name(om_attribute_kind kind) {
  static constexpr const char* names[] = {"none", "int", "ints", "float", "floats", "string", "strings", "tensor"};
  return kind >= OM_ATTRIBUTE_INT && kind <= OM_ATTRIBUTE_TENSOR ? names[kind] : names[0];
}

bool is_variadic(const Version& version) {
  return !version.inputs.empty() && version.inputs.back().presence == Presence::variadic;
}

// The name of an input as messages tell it; one of several inputs under one name is told by its position.
std::string shown_input(const Version& version, int64_t index) {
  const auto declared = static_cast<int64_t>(version.inputs.size());
  const std::string_view name = version.inputs[static_cast<size_t>(std::min(index, declared - 1))].name;
  return is_variadic(version) && index >= declared - 1 ? text_of(name, "[", index - declared + 1, "]")
                                                       : std::string(name);
}

inline void check_inputs_given(const Version& version, std::span<const Argument> inputs) {
  const size_t declared = version.inputs.size();
  if (inputs.size() > declared && !is_variadic(version)) {
    refuse(Reason::input_too_many, "", inputs.size(), " inputs are given, the operator has at most ", declared);
  }
  for (size_t i = 0; i < std::max(declared, inputs.size()); ++i) {
    if (i < inputs.size() && inputs[i].given()) continue;
    if (version.inputs[std::min(i, declared - 1)].presence != Presence::optional) {
      refuse(Reason::input_missing, shown_input(version, static_cast<int64_t>(i)), "the input is required");
    }
  }
}

inline void check_output_count(const Version& version, int64_t count) {
  const auto declared = static_cast<int64_t>(version.outputs.size());
  if (count == declared) return;
  int64_t least = 0;
  while (least < declared && version.outputs[static_cast<size_t>(least)].presence == Presence::required) ++least;
  const bool variadic = version.outputs.back().presence == Presence::variadic;
  if (variadic) ++least;
  if (count < least || (count > declared && !variadic)) {
    refuse(Reason::output_count, "", count, " outputs are asked for, the operator has ", least,
           variadic ? " or more" : (declared > least ? text_of(" to ", declared) : ""));
  }
}

inline void check_attributes(const Version& version, std::span<const Attribute> attributes) {
  for (const Attribute& attribute : attributes) {
    const auto rule = std::ranges::find_if(
        version.attributes, [&](const AttributeRule& r) { return is_same_name(r.name, attribute.name); });
    if (rule == version.attributes.end()) {
      refuse(Reason::attribute_unknown, attribute.name, "the operator has no such attribute at version ",
             version.since);
    }
    if (rule->kind != attribute.kind) {
      refuse(Reason::attribute_kind, attribute.name, "the attribute is given as ", attribute_kind_name(attribute.kind),
             ", it has to be ", attribute_kind_name(rule->kind));
    }
  }
  for (const AttributeRule& rule : version.attributes) {
    if (!rule.required) continue;
    const bool given =
        std::ranges::any_of(attributes, [&](const Attribute& a) { return is_same_name(rule.name, a.name); });
    if (!given) refuse(Reason::attribute_missing, rule.name, "the attribute is required");
  }
}

}  // namespace

void check_counts(const Version& version, std::span<const Argument> inputs, std::span<const Attribute> attributes,
                  int64_t output_count) {
  check_inputs_given(version, inputs);
  check_output_count(version, output_count);
  check_attributes(version, attributes);
}

inline void Call::check_type(int64_t index) const {
  const om_type type = input(index).type;
  const Input& rule = input_rule(index);
  if (!rule.types.contains(type)) refuse_type(index);
  if (rule.type_group == ' ') return;
  for (int64_t other = index; other-- > 0;) {
    if (input_rule(other).type_group != rule.type_group || !has_input(other)) continue;
    if (input(other).type != type) refuse_type(index);
    return;  // those before have been compared with it
  }
}

void Call::check_types_of_tensors() const {
  for (int64_t i = 0; i < input_count(); ++i) {
    if (input(i).tensor != nullptr) check_type(i);
  }
}

void Call::check_signature() const {
  check_inputs_given(version_, inputs_);
  for (int64_t i = 0; i < input_count(); ++i) {
    if (has_input(i)) check_type(i);
  }
  check_output_count(version_, output_count_);
  check_attributes(version_, attributes_);
}

// Says what is wrong with the type of an input that is the first of which anything is.
void Call::refuse_type(int64_t index) const {
  const Input& rule = input_rule(index);
  const char* type = element_type_row(input(index).type).name;
  if (!rule.types.contains(input(index).type)) {
    fail(Reason::input_type, shown_input(version_, index), "the element type ", type, " is not allowed here");
  }
  int64_t first = 0;
  while (input_rule(first).type_group != rule.type_group || !has_input(first)) ++first;
  fail(Reason::input_type_mismatch, shown_input(version_, index), "the element type ", type, " differs from ",
       element_type_row(input(first).type).name, ", that of '", shown_input(version_, first), "'");
}

void Call::need_elements(int64_t index) const {
  fail(Reason::input_value_needed, input_name(index),
       "the elements of the input are needed to know the output's shape");
}

const std::byte* Call::elements_if_known(int64_t index) const {
  const std::byte* data = input(index).data;
  if (data == nullptr) input_to_ask_again_ = index;
  return data;
}

void Call::need_extents(int64_t index) const {
  throw ExtentsNeeded(Reason::input_value_needed, "the extents of the input are needed to know the output's shape",
                      input_name(index));
}

void Call::refuse_no_scalar(int64_t index) const {
  fail(Reason::input_not_scalar, input_name(index), "the shape ", list_text(input(index).shape.extents()),
       " is not that of a scalar");
}

void Call::refuse_rank(std::string_view name, int64_t index) const {
  fail(Reason::input_rank, name, "the shape ", list_text(input(index).shape.extents()), " is not that of a vector");
}

float Call::real(std::string_view name, float otherwise) const {
  const Attribute* attribute = find_attribute(name);
  return attribute != nullptr ? attribute->real : otherwise;
}

const Tensor* Call::tensor(std::string_view name) const {
  const Attribute* attribute = find_attribute(name);
  return attribute != nullptr ? attribute->tensor : nullptr;
}

void IntegerList::widen(const std::byte* int32_elements, size_t count) {
  widened_ = std::make_unique_for_overwrite<int64_t[]>(count);
  for (size_t i = 0; i < count; ++i) {
    widened_[i] = static_cast<int32_t>(ByteUnit<uint32_t>::load(int32_elements, static_cast<int64_t>(i)));
  }
  values_ = {widened_.get(), count};
}

int64_t Call::scalar_integer(int64_t index) const {
  require_scalar(index);
  return static_cast<int64_t>(ByteUnit<uint64_t>::load(elements(index), 0));
}

}  // namespace onemodel
