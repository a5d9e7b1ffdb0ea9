// One use of an operator: its inputs and attributes, read by name in the operator's words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ops/operator.h"
#include "tensor/tensor.h"

namespace onemodel {

// Stands for an element that is not known in a list of extents of which others are.
constexpr int64_t unknown_element = std::numeric_limits<int64_t>::min();

// One input as an operator sees it: from a tensor, or from a plain array of int64. Its members are set one by one, as a
// call makes several of them: compilers clear an aggregate as a whole first.
struct Argument {
  Argument() {}
  Argument(om_type element_type, const Shape& extents, const std::byte* elements, const Tensor* source = nullptr)
      : type(element_type), shape(extents), data(elements), tensor(source) {}
  explicit Argument(const Tensor& source)
      : type(source.type()), shape(source.shape()), data(source.data()), tensor(&source) {}
  explicit Argument(std::span<const int64_t> values)
      : type(OM_INT64), shape({static_cast<int64_t>(values.size())}), data(elements_of(values)) {}

  om_type type = 0;  // 0: not given
  Shape shape;
  const std::byte* data = nullptr;  // null: elements not known
  const Tensor* tensor = nullptr;   // null for a plain array
  // While planning: the distance of neighbours along each axis, for elements that are not in row-major order as yet.
  const int64_t* strides = nullptr;
  // While planning: elements of an int64 vector of which only some are known, where the others are unknown_element.
  const int64_t* partial = nullptr;

  static Argument of(const Tensor* tensor) { return tensor != nullptr ? Argument(*tensor) : Argument(); }
  static Argument of(std::span<const int64_t> values) { return Argument(values); }
  static Argument of_scalar(const int64_t& value) { return {OM_INT64, {}, reinterpret_cast<const std::byte*>(&value)}; }

  bool given() const { return type != 0; }
  bool has_elements() const { return data != nullptr; }

 private:
  static const std::byte* elements_of(std::span<const int64_t> values) {
    static constexpr int64_t none = 0;  // elements of an empty array are known, though there is no pointer to them
    return reinterpret_cast<const std::byte*>(values.empty() ? &none : values.data());
  }
};

// An attribute that is given. Borrows what it points at.
struct Attribute {
  Attribute(std::string_view its_name, om_attribute_kind its_kind) : name(its_name), kind(its_kind) {}

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
    Attribute attribute(name, OM_ATTRIBUTE_INT);
    attribute.integer = value;
    return attribute;
  }
  static Attribute of(std::string_view name, std::span<const int64_t> values) {
    Attribute attribute(name, OM_ATTRIBUTE_INTS);
    attribute.integers = values;
    return attribute;
  }
  static Attribute of_text(std::string_view name, std::string_view text) {
    Attribute attribute(name, OM_ATTRIBUTE_STRING);
    attribute.text = text;
    return attribute;
  }
  static Attribute of_tensor(std::string_view name, const Tensor* tensor) {
    Attribute attribute(name, OM_ATTRIBUTE_TENSOR);
    attribute.tensor = tensor;
    return attribute;
  }
};

// A list of integers that a call was given, as attribute or as int32 or int64 input; or that it was not given one.
class IntegerList {
 public:
  IntegerList() {}  // which leaves what it has no use for as it is
  explicit IntegerList(std::span<const int64_t> values, bool partial = false)
      : values_(values), given_(true), partial_(partial) {}
  // The elements, which are known, of a vector of int32 or int64.
  explicit IntegerList(const Argument& vector) : given_(true) {
    const auto count = static_cast<size_t>(vector.shape[0]);
    if (vector.type == OM_INT64) {
      values_ = {reinterpret_cast<const int64_t*>(vector.data), count};
    } else {
      widen(vector.data, count);
    }
  }
  IntegerList(const IntegerList&) = delete;  // the values may be its own
  IntegerList& operator=(const IntegerList&) = delete;

  bool given() const { return given_; }
  int64_t size() const { return static_cast<int64_t>(values_.size()); }
  int64_t operator[](int64_t index) const { return values_[static_cast<size_t>(index)]; }
  // False for an entry of Call::extents that is not known as yet.
  bool knows(int64_t index) const { return !partial_ || (*this)[index] != unknown_element; }
  // The entry, or unknown_extent.
  int64_t extent(int64_t index) const { return knows(index) ? (*this)[index] : unknown_extent; }
  std::span<const int64_t> values() const { return values_; }

 private:
  void widen(const std::byte* int32_elements, size_t count);

  std::span<const int64_t> values_;
  bool given_ = false;
  bool partial_ = false;
  std::unique_ptr<int64_t[]> widened_;
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

// What is known of a call before it is made. Those of the named functions have the inputs, attributes and outputs that
// the version asks for, and the lists among the inputs are of its types; the types of their tensors are not known.
enum class Caller { any, named_function };

class Call {
 public:
  // Checks the signature: the counts of inputs and outputs, the types, the attributes.
  Call(const Operator& op, const Version& version, const om_context& context, std::span<const Argument> inputs,
       std::span<const Attribute> attributes, int64_t output_count, Caller caller = Caller::any)
      : op_(op),
        version_(version),
        context_(&context),
        inputs_(inputs),
        attributes_(attributes),
        output_count_(output_count) {
    if (caller == Caller::named_function) {
      check_types_of_tensors();
    } else {
      check_signature();
    }
  }

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
  void strides(int64_t index, int64_t* strides) const {
    const Argument& argument = input(index);
    if (argument.strides == nullptr) {
      row_major_strides(argument.shape.extents(), strides);
    } else {
      std::copy_n(argument.strides, argument.shape.rank(), strides);
    }
  }
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

  // The list that is the attribute of that name; not given is a list that says so.
  IntegerList integers(std::string_view name) const {
    const Attribute* attribute = find_attribute(name);
    return attribute != nullptr ? IntegerList(attribute->integers) : IntegerList();
  }
  // The list that is input `index` in the versions that have an input of that name there, else the attribute of that
  // name. An input must be a vector (input.rank).
  IntegerList integers(std::string_view name, int64_t index) const {
    if (!has_list_input(name, index)) return integers(name);
    if (input(index).shape.rank() != 1) refuse_rank(name, index);
    if (!input(index).has_elements()) need_elements(index);
    return IntegerList(input(index));
  }
  // The same for a list of extents, of which some may not be known as yet.
  IntegerList extents(std::string_view name, int64_t index) const {
    if (!has_list_input(name, index) || input(index).partial == nullptr) return integers(name, index);
    return IntegerList({input(index).partial, static_cast<size_t>(input(index).shape[0])}, true);
  }
  // The length of such a list, or unknown_extent; 0 if it is not given.
  int64_t list_length(std::string_view name, int64_t index) const {
    if (!has_list_input(name, index)) return integers(name).size();
    const Shape& shape = input(index).shape;
    return shape.rank() == 1 ? shape[0] : unknown_extent;
  }
  // The one integer of an int64 input that is a scalar.
  int64_t scalar_integer(int64_t index) const;

  // Refuses the call. `input` is the name of the input or attribute at fault.
  template <class... Parts>
  [[noreturn, gnu::always_inline]] void fail(Reason reason, std::string_view input, const Parts&... parts) const {
    refuse(reason, input, parts...);
  }

 private:
  bool has_list_input(std::string_view name, int64_t index) const {
    return has_input(index) && is_same_name(input_name(index), name);
  }
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
  void check_signature() const;
  void check_type(int64_t index) const;
  void check_types_of_tensors() const;
  [[noreturn, gnu::cold]] void refuse_type(int64_t index) const;

  const Operator& op_;
  const Version& version_;
  const om_context* context_;
  std::span<const Argument> inputs_;
  std::span<const Attribute> attributes_;
  int64_t output_count_;
  mutable int64_t input_to_ask_again_ = -1;
};

}  // namespace onemodel
