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

void check_inputs_given(const Version& version, std::span<const Argument> inputs) {
  const auto declared = static_cast<int64_t>(version.inputs.size());
  const auto count = static_cast<int64_t>(inputs.size());
  if (count > declared && !is_variadic(version)) {
    refuse(Reason::input_too_many, "", count, " inputs are given, the operator has at most ", declared);
  }
  for (int64_t i = 0; i < std::max(declared, count); ++i) {
    const Input& rule = version.inputs[static_cast<size_t>(std::min(i, declared - 1))];
    const bool given = i < count && inputs[static_cast<size_t>(i)].given();
    if (!given && rule.presence != Presence::optional) {
      refuse(Reason::input_missing, shown_input(version, i), "the input is required");
    }
  }
}

void check_output_count(const Version& version, int64_t count) {
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

void check_attributes(const Version& version, std::span<const Attribute> attributes) {
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

Call::Call(const Operator& op, const Version& version, const om_context& context, std::span<const Argument> inputs,
           std::span<const Attribute> attributes, int64_t output_count)
    : op_(op),
      version_(version),
      context_(&context),
      inputs_(inputs),
      attributes_(attributes),
      output_count_(output_count) {
  check_inputs_given(version, inputs);
  check_types();
  check_output_count(version, output_count);
  check_attributes(version, attributes);
}

void Call::check_types() const {
  for (int64_t i = 0; i < input_count(); ++i) {
    if (!has_input(i)) continue;
    const Input& rule = input_rule(i);
    const Argument& argument = input(i);
    if (!rule.types.contains(argument.type)) {
      fail(Reason::input_type, shown_input(version_, i), "the element type ", element_type_row(argument.type).name,
           " is not allowed here");
    }
    if (rule.type_group == ' ') continue;
    for (int64_t j = 0; j < i; ++j) {
      const Input& other = input_rule(j);
      if (other.type_group != rule.type_group || !has_input(j)) continue;
      if (input(j).type != argument.type) {
        fail(Reason::input_type_mismatch, shown_input(version_, i), "the element type ",
             element_type_row(argument.type).name, " differs from ", element_type_row(input(j).type).name,
             ", that of '", shown_input(version_, j), "'");
      }
      break;  // those between have been compared with it already
    }
  }
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

void Call::strides(int64_t index, int64_t* strides) const {
  const Argument& argument = input(index);
  if (argument.strides == nullptr) {
    row_major_strides(argument.shape.extents(), strides);
  } else {
    std::copy_n(argument.strides, argument.shape.rank(), strides);
  }
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

int64_t Call::list_length(std::string_view name) const {
  if (const Attribute* attribute = find_attribute(name)) return static_cast<int64_t>(attribute->integers.size());
  const int64_t index = input_named(name);
  if (index < 0) return 0;
  const Shape& shape = input(index).shape;
  return shape.rank() == 1 ? shape[0] : unknown_extent;
}

IntegerList Call::integers(std::string_view name) const {
  if (const Attribute* attribute = find_attribute(name)) return IntegerList(attribute->integers);
  const int64_t index = input_named(name);
  if (index < 0) return IntegerList();

  const Argument& argument = input(index);
  if (argument.shape.rank() != 1) refuse_rank(name, index);
  const std::byte* data = elements(index);
  const int64_t count = argument.shape[0];
  if (argument.type == OM_INT64) {
    return IntegerList({reinterpret_cast<const int64_t*>(data), static_cast<size_t>(count)});
  }
  IntegerList list{std::span<const int64_t>()};
  list.owned_.resize(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    list.owned_[static_cast<size_t>(i)] = static_cast<int32_t>(ByteUnit<uint32_t>::load(data, i));
  }
  return list;
}

IntegerList Call::extents(std::string_view name) const {
  const int64_t index = find_attribute(name) == nullptr ? input_named(name) : -1;
  if (index < 0 || input(index).partial == nullptr) return integers(name);
  return IntegerList({input(index).partial, static_cast<size_t>(input(index).shape[0])}, true);
}

int64_t Call::scalar_integer(int64_t index) const {
  require_scalar(index);
  return static_cast<int64_t>(ByteUnit<uint64_t>::load(elements(index), 0));
}

}  // namespace onemodel
