// One use of an operator: its inputs and attributes, read by name in the operator's words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ops/operator.h"
#include "tensor/tensor.h"

namespace onemodel {

// Stands for an element that is not known in a list of extents of which others are.
constexpr int64_t unknown_element = std::numeric_limits<int64_t>::min();

// One input as an operator sees it: from a tensor, or from a plain array of int64.
struct Argument {
  om_type type = 0;  // 0: not given
  Shape shape;
  const std::byte* data = nullptr;  // null: elements not known
  const Tensor* tensor = nullptr;   // null for a plain array
  // While planning: the distance of neighbours along each axis, for elements that are not in row-major order as yet.
  const int64_t* strides = nullptr;
  // While planning: elements of an int64 vector of which only some are known, where the others are unknown_element.
  const int64_t* partial = nullptr;

  static Argument of(const Tensor* tensor) {
    if (tensor == nullptr) return {};
    return {tensor->type(), tensor->shape(), tensor->data(), tensor};
  }
  static Argument of(std::span<const int64_t> values) {
    static constexpr int64_t none = 0;  // elements of an empty array are known, though there is no pointer to them
    const int64_t* first = values.empty() ? &none : values.data();
    return {OM_INT64, {static_cast<int64_t>(values.size())}, reinterpret_cast<const std::byte*>(first)};
  }
  static Argument of_scalar(const int64_t& value) { return {OM_INT64, {}, reinterpret_cast<const std::byte*>(&value)}; }

  bool given() const { return type != 0; }
  bool has_elements() const { return data != nullptr; }
};

// An attribute that is given. Borrows what it points at.
struct Attribute {
  std::string_view name;
  om_attribute_kind kind;
  int64_t integer = 0;
  float real = 0;
  std::span<const int64_t> integers{};
  std::span<const float> reals{};
  std::string_view text{};
  std::span<const std::string> texts{};
  const Tensor* tensor = nullptr;

  static Attribute of(std::string_view name, int64_t value) {
    Attribute attribute{name, OM_ATTRIBUTE_INT};
    attribute.integer = value;
    return attribute;
  }
  static Attribute of(std::string_view name, std::span<const int64_t> values) {
    Attribute attribute{name, OM_ATTRIBUTE_INTS};
    attribute.integers = values;
    return attribute;
  }
  static Attribute of_text(std::string_view name, std::string_view text) {
    Attribute attribute{name, OM_ATTRIBUTE_STRING};
    attribute.text = text;
    return attribute;
  }
  static Attribute of_tensor(std::string_view name, const Tensor* tensor) {
    Attribute attribute{name, OM_ATTRIBUTE_TENSOR};
    attribute.tensor = tensor;
    return attribute;
  }
};

// A list of integers that a call was given, as attribute or as int32 or int64 input; or that it was not given one.
class IntegerList {
 public:
  IntegerList() = default;
  explicit IntegerList(std::span<const int64_t> values, bool partial = false)
      : given_(true), partial_(partial), borrowed_(values) {}

  bool given() const { return given_; }
  int64_t size() const { return static_cast<int64_t>(values().size()); }
  int64_t operator[](int64_t index) const { return values()[static_cast<size_t>(index)]; }
  // False for an entry of Call::extents that is not known as yet.
  bool knows(int64_t index) const { return !partial_ || (*this)[index] != unknown_element; }
  // The entry, or unknown_extent.
  int64_t extent(int64_t index) const { return knows(index) ? (*this)[index] : unknown_extent; }
  std::span<const int64_t> values() const { return owned_.empty() ? borrowed_ : std::span<const int64_t>(owned_); }

 private:
  friend class Call;
  bool given_ = false;
  bool partial_ = false;
  std::span<const int64_t> borrowed_;
  SmallVector<int64_t, OM_MAX_RANK> owned_;
};

// Thrown where a call cannot be shaped because an input's extents, not its elements, are unknown.
class ExtentsNeeded final : public Failure {
 public:
  using Failure::Failure;
};

// The inputs of a call: as many as operators have without allocating.
using Arguments = SmallVector<Argument, 5>;

// Checks what a signature says beside types: which inputs, attributes and outputs there are. Of the inputs only whether
// they are given is looked at.
void check_counts(const Version& version, std::span<const Argument> inputs, std::span<const Attribute> attributes,
                  int64_t output_count);

class Call {
 public:
  // Checks the signature: the counts of inputs and outputs, the types, the attributes.
  Call(const Operator& op, const Version& version, const om_context& context, std::span<const Argument> inputs,
       std::span<const Attribute> attributes, int64_t output_count);

  const Operator& op() const { return op_; }
  int64_t since() const { return version_.since; }
  const om_context& context() const { return *context_; }
  // The threads that share its work.
  Workers& workers() const { return *context_->workers; }
  // A call that is asked in one context may be carried out in others.
  void set_context(const om_context& context) { context_ = &context; }
  int64_t input_count() const { return static_cast<int64_t>(inputs_.size()); }
  int64_t output_count() const { return output_count_; }

  bool has_input(int64_t index) const { return index < input_count() && inputs_[static_cast<size_t>(index)].given(); }
  // An input that is given (all required ones are).
  const Argument& input(int64_t index) const { return inputs_[static_cast<size_t>(index)]; }
  std::string_view input_name(int64_t index) const { return input_rule(index).name; }
  // The elements of an input; if they are not known, input.value_needed.
  const std::byte* elements(int64_t index) const {
    if (!input(index).has_elements()) need_elements(index);
    return input(index).data;
  }
  // The elements of an input that decide whether the call is refused, or which extents it has, but not which rank; null
  // if they are not known. The operator is then to be asked again when they are.
  const std::byte* elements_if_known(int64_t index) const;
  // The input that elements_if_known did not know, or -1.
  int64_t input_to_ask_again() const { return input_to_ask_again_; }
  // Refuses (input.value_needed) the call because an input's extent is not known.
  [[noreturn, gnu::cold]] void need_extents(int64_t index) const;
  // The distance of neighbours along each axis of an input, in elements.
  void strides(int64_t index, int64_t* strides) const;
  // Refuses (input.not_scalar) what is neither of rank 0 nor a vector of one element.
  void require_scalar(int64_t index) const {
    const Shape& shape = input(index).shape;
    if (shape.rank() != 0 && !(shape.rank() == 1 && may_be_equal(shape[0], 1))) refuse_no_scalar(index);
  }

  bool has_attribute(std::string_view name) const { return find_attribute(name) != nullptr; }
  // The attribute, or the default that the version states.
  int64_t integer(std::string_view name) const {
    const Attribute* attribute = find_attribute(name);
    return attribute != nullptr ? attribute->integer : rule(name).default_integer;
  }
  std::string_view text(std::string_view name) const {
    const Attribute* attribute = find_attribute(name);
    return attribute != nullptr ? attribute->text : rule(name).default_text;
  }
  float real(std::string_view name, float otherwise) const;
  const Tensor* tensor(std::string_view name) const;  // null if not given

  // The list of that name, from the attribute or the input that this version has; not given is a list that says so.
  // An input must be a vector (input.rank).
  IntegerList integers(std::string_view name) const;
  // The same for a list of extents, of which some may not be known as yet.
  IntegerList extents(std::string_view name) const;
  // The length of a list that is an attribute or an input, or unknown_extent; 0 if it is not given.
  int64_t list_length(std::string_view name) const;
  // The position of the input of that name if it is given, or -1.
  int64_t input_named(std::string_view name) const {
    for (size_t i = 0; i < version_.inputs.size(); ++i) {
      if (is_same_name(version_.inputs[i].name, name))
        return has_input(static_cast<int64_t>(i)) ? static_cast<int64_t>(i) : -1;
    }
    return -1;
  }
  // The one integer of an int64 input that is a scalar.
  int64_t scalar_integer(int64_t index) const;

  // Refuses the call. `input` is the name of the input or attribute at fault.
  template <class... Parts>
  [[noreturn, gnu::always_inline]] void fail(Reason reason, std::string_view input, const Parts&... parts) const {
    refuse(reason, input, parts...);
  }

 private:
  const Attribute* find_attribute(std::string_view name) const {
    for (const Attribute& attribute : attributes_) {
      if (is_same_name(name, attribute.name)) return &attribute;
    }
    return nullptr;
  }
  const AttributeRule& rule(std::string_view name) const {
    return *std::ranges::find_if(version_.attributes,
                                 [&](const AttributeRule& r) { return is_same_name(r.name, name); });
  }
  const Input& input_rule(int64_t index) const {
    const auto last = static_cast<int64_t>(version_.inputs.size()) - 1;
    return version_.inputs[static_cast<size_t>(std::min(index, last))];
  }
  [[noreturn, gnu::cold]] void need_elements(int64_t index) const;
  [[noreturn, gnu::cold]] void refuse_no_scalar(int64_t index) const;
  [[noreturn, gnu::cold]] void refuse_rank(std::string_view name, int64_t index) const;
  void check_types() const;

  const Operator& op_;
  const Version& version_;
  const om_context* context_;
  std::span<const Argument> inputs_;
  std::span<const Attribute> attributes_;
  int64_t output_count_;
  mutable int64_t input_to_ask_again_ = -1;
};

}  // namespace onemodel
