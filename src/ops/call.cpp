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

}  // namespace

Argument Argument::of(const Tensor* tensor) {
  Argument argument;
  if (tensor == nullptr) return argument;
  argument.type = tensor->type();
  argument.shape = tensor->shape();
  argument.data = tensor->data();
  argument.tensor = tensor;
  return argument;
}

Argument Argument::of(std::span<const int64_t> values) {
  static constexpr int64_t none = 0;  // elements of an empty array are known, though there is no pointer to them
  Argument argument;
  argument.type = OM_INT64;
  argument.shape.append(static_cast<int64_t>(values.size()));
  argument.data = reinterpret_cast<const std::byte*>(values.empty() ? &none : values.data());
  return argument;
}

Argument Argument::of_scalar(const int64_t& value) {
  Argument argument;
  argument.type = OM_INT64;
  argument.data = reinterpret_cast<const std::byte*>(&value);
  return argument;
}

Call::Call(const Operator& op, const Version& version, const om_context& context, std::span<const Argument> inputs,
           std::span<const Attribute> attributes, int64_t output_count)
    : op_(op),
      version_(version),
      context_(context),
      inputs_(inputs),
      attributes_(attributes),
      output_count_(output_count) {
  check_inputs();
  check_outputs();
  check_attributes();
}

const char* Call::input_name(int64_t index) const {
  const auto last = static_cast<int64_t>(version_.inputs.size()) - 1;
  return version_.inputs[static_cast<size_t>(std::min(index, last))].name;
}

void Call::check_inputs() const {
  const auto declared = static_cast<int64_t>(version_.inputs.size());
  if (input_count() > declared && !is_variadic(version_)) {
    fail(Reason::input_too_many, "", input_count(), " inputs are given, the operator has at most ", declared);
  }
  // One of several inputs under one name is told by its position.
  const auto shown = [&](int64_t i) {
    return is_variadic(version_) && i >= declared - 1 ? text_of(input_name(i), "[", i - declared + 1, "]")
                                                      : std::string(input_name(i));
  };
  for (int64_t i = 0; i < std::max(declared, input_count()); ++i) {
    const Input& rule = version_.inputs[static_cast<size_t>(std::min(i, declared - 1))];
    if (!has_input(i)) {
      if (rule.presence != Presence::optional) fail(Reason::input_missing, shown(i), "the input is required");
      continue;
    }
    const Argument& argument = input(i);
    if (!rule.types.contains(argument.type)) {
      fail(Reason::input_type, shown(i), "the element type ", element_type_row(argument.type).name,
           " is not allowed here");
    }
    if (rule.type_group == ' ') continue;
    for (int64_t j = 0; j < i; ++j) {
      const Input& other = version_.inputs[static_cast<size_t>(std::min(j, declared - 1))];
      if (other.type_group != rule.type_group || !has_input(j)) continue;
      if (input(j).type != argument.type) {
        fail(Reason::input_type_mismatch, shown(i), "the element type ", element_type_row(argument.type).name,
             " differs from ", element_type_row(input(j).type).name, ", that of '", shown(j), "'");
      }
      break;  // those between have been compared with it already
    }
  }
}

void Call::check_outputs() const {
  const auto declared = static_cast<int64_t>(version_.outputs.size());
  int64_t least = 0;
  while (least < declared && version_.outputs[static_cast<size_t>(least)].presence == Presence::required) ++least;
  const bool variadic = version_.outputs.back().presence == Presence::variadic;
  if (variadic) ++least;
  if (output_count_ < least || (output_count_ > declared && !variadic)) {
    fail(Reason::output_count, "", output_count_, " outputs are asked for, the operator has ", least,
         variadic ? " or more" : (declared > least ? text_of(" to ", declared) : ""));
  }
}

void Call::check_attributes() const {
  for (const Attribute& attribute : attributes_) {
    const auto rule =
        std::ranges::find_if(version_.attributes, [&](const AttributeRule& r) { return attribute.name == r.name; });
    if (rule == version_.attributes.end()) {
      fail(Reason::attribute_unknown, attribute.name, "the operator has no such attribute at version ", version_.since);
    }
    if (rule->kind != attribute.kind) {
      fail(Reason::attribute_kind, attribute.name, "the attribute is given as ", attribute_kind_name(attribute.kind),
           ", it has to be ", attribute_kind_name(rule->kind));
    }
  }
  for (const AttributeRule& rule : version_.attributes) {
    if (rule.required && !has_attribute(rule.name)) {
      fail(Reason::attribute_missing, rule.name, "the attribute is required");
    }
  }
}

const std::byte* Call::elements(int64_t index) const {
  const Argument& argument = input(index);
  if (!argument.has_elements()) {
    fail(Reason::input_value_needed, input_name(index),
         "the elements of the input are needed to know the output's shape");
  }
  return argument.data;
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

void Call::require_scalar(int64_t index) const {
  const Shape& shape = input(index).shape;
  if (shape.rank() != 0 && !(shape.rank() == 1 && may_be_equal(shape[0], 1))) {
    fail(Reason::input_not_scalar, input_name(index), "the shape ", list_text(shape.extents()),
         " is not that of a scalar");
  }
}

const Attribute* Call::find_attribute(std::string_view name) const {
  for (const Attribute& attribute : attributes_) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

const AttributeRule& Call::rule(std::string_view name) const {
  return *std::ranges::find_if(version_.attributes, [&](const AttributeRule& r) { return name == r.name; });
}

int64_t Call::integer(std::string_view name) const {
  const Attribute* attribute = find_attribute(name);
  return attribute != nullptr ? attribute->integer : rule(name).default_integer;
}

std::string_view Call::text(std::string_view name) const {
  const Attribute* attribute = find_attribute(name);
  return attribute != nullptr ? attribute->text : rule(name).default_text;
}

float Call::real(std::string_view name, float otherwise) const {
  const Attribute* attribute = find_attribute(name);
  return attribute != nullptr ? attribute->real : otherwise;
}

const Tensor* Call::tensor(std::string_view name) const {
  const Attribute* attribute = find_attribute(name);
  return attribute != nullptr ? attribute->tensor : nullptr;
}

int64_t Call::input_named(std::string_view name) const {
  for (int64_t i = 0; i < static_cast<int64_t>(version_.inputs.size()); ++i) {
    if (name == version_.inputs[static_cast<size_t>(i)].name) return has_input(i) ? i : -1;
  }
  return -1;
}

IntegerList Call::integers(std::string_view name) const {
  if (const Attribute* attribute = find_attribute(name)) return IntegerList(attribute->integers);
  const int64_t index = input_named(name);
  if (index < 0) return IntegerList();

  const Argument& argument = input(index);
  if (argument.shape.rank() != 1) {
    fail(Reason::input_rank, name, "the shape ", list_text(argument.shape.extents()), " is not that of a vector");
  }
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
