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

namespace {

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
    throw Failure(Reason::input_too_many, text_of(count, " inputs are given, the operator has at most ", declared));
  }
  for (int64_t i = 0; i < std::max(declared, count); ++i) {
    const Input& rule = version.inputs[static_cast<size_t>(std::min(i, declared - 1))];
    const bool given = i < count && inputs[static_cast<size_t>(i)].given();
    if (!given && rule.presence != Presence::optional) {
      throw Failure(Reason::input_missing, "the input is required", shown_input(version, i));
    }
  }
}

void check_output_count(const Version& version, int64_t count) {
  const auto declared = static_cast<int64_t>(version.outputs.size());
  int64_t least = 0;
  while (least < declared && version.outputs[static_cast<size_t>(least)].presence == Presence::required) ++least;
  const bool variadic = version.outputs.back().presence == Presence::variadic;
  if (variadic) ++least;
  if (count < least || (count > declared && !variadic)) {
    throw Failure(Reason::output_count,
                  text_of(count, " outputs are asked for, the operator has ", least,
                          variadic ? " or more" : (declared > least ? text_of(" to ", declared) : "")));
  }
}

void check_attributes(const Version& version, std::span<const Attribute> attributes) {
  if (version.attributes.empty() && attributes.empty()) return;
  for (const Attribute& attribute : attributes) {
    const auto rule =
        std::ranges::find_if(version.attributes, [&](const AttributeRule& r) { return attribute.name == r.name; });
    if (rule == version.attributes.end()) {
      throw Failure(Reason::attribute_unknown, text_of("the operator has no such attribute at version ", version.since),
                    attribute.name);
    }
    if (rule->kind != attribute.kind) {
      throw Failure(Reason::attribute_kind,
                    text_of("the attribute is given as ", attribute_kind_name(attribute.kind), ", it has to be ",
                            attribute_kind_name(rule->kind)),
                    attribute.name);
    }
  }
  for (const AttributeRule& rule : version.attributes) {
    if (!rule.required) continue;
    const bool given = std::ranges::any_of(attributes, [&](const Attribute& a) { return a.name == rule.name; });
    if (!given) throw Failure(Reason::attribute_missing, "the attribute is required", rule.name);
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
  if (!has_valid_inputs()) {
    check_inputs_given(version, inputs);
    check_types();
  }
  check_output_count(version, output_count);
  check_attributes(version, attributes);
}

const Input& Call::input_rule(int64_t index) const {
  const auto last = static_cast<int64_t>(version_.inputs.size()) - 1;
  return version_.inputs[static_cast<size_t>(std::min(index, last))];
}

std::string_view Call::input_name(int64_t index) const { return input_rule(index).name; }

// Whether the inputs pass the checks below as most do: a quick look, which need not tell what is wrong.
bool Call::has_valid_inputs() const {
  const size_t declared = version_.inputs.size();
  if (inputs_.size() > declared) return false;
  for (size_t i = 0; i < declared; ++i) {
    const Input& rule = version_.inputs[i];
    if (i >= inputs_.size() || !inputs_[i].given()) {
      if (rule.presence != Presence::optional) return false;
      continue;
    }
    if (!rule.types.contains(inputs_[i].type)) return false;
    if (rule.type_group == ' ') continue;
    for (size_t j = 0; j < i; ++j) {
      if (version_.inputs[j].type_group == rule.type_group && inputs_[j].given() &&
          inputs_[j].type != inputs_[i].type) {
        return false;
      }
    }
  }
  return true;
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
