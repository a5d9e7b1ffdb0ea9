#include "difference.h"

#include <array>
#include <bit>
#include <cmath>

#include "corpus/signature.h"
#include "expected.h"

namespace onemodel::oracle {
namespace {

bool is_nan(om_type type, uint64_t bits) { return std::isnan(floating_number(type, bits)); }

// The bit that makes a NaN quiet.
uint64_t quiet_bit(om_type type) {
  switch (type) {
    case OM_FLOAT64:
      return uint64_t{1} << 51;
    case OM_FLOAT32:
      return uint64_t{1} << 22;
    case OM_BFLOAT16:
      return uint64_t{1} << 6;
    default:
      return uint64_t{1} << 9;
  }
}

// The NaN that comes out of numbers: quiet, with the sign set.
uint64_t made_nan(om_type type) {
  switch (type) {
    case OM_FLOAT64:
      return 0xfff8000000000000;
    case OM_FLOAT32:
      return 0xffc00000;
    case OM_BFLOAT16:
      return 0xffc0;
    default:
      return 0xfe00;
  }
}

bool is_beyond(int64_t value, int64_t limit) { return value > limit || value < -limit; }

}  // namespace

int64_t Difference::version() const { return corpus::version_at(draft_.op, draft_.opset); }

bool Difference::has_nan(size_t index) const {
  if (!has_input(index) || !is_floating_type(input(index).type)) return false;
  const int64_t count = corpus::element_count(input(index).shape).value();
  for (int64_t i = 0; i < count; ++i) {
    if (is_nan(input(index).type, corpus::component_bits(input(index), i))) return true;
  }
  return false;
}

bool Difference::has_list_of_other_rank(size_t first) const {
  for (size_t i = first; i < draft_.inputs.size(); ++i) {
    if (!has_input(i)) continue;
    const om_type type = input(i).type;
    if ((type == OM_INT64 || type == OM_INT32) && input(i).shape.size() != 1) return true;
  }
  return false;
}

const corpus::AttributeValue* Difference::attribute(std::string_view name) const {
  const auto found = std::ranges::find(draft_.attributes, name, &corpus::Attribute::name);
  return found == draft_.attributes.end() ? nullptr : &found->value;
}

std::string Difference::text(std::string_view name) const {
  const corpus::AttributeValue* value = attribute(name);
  const std::string* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return text == nullptr ? "" : *text;
}

std::vector<int64_t> Difference::integers(std::string_view name) const {
  const corpus::AttributeValue* value = attribute(name);
  const auto* integers = value == nullptr ? nullptr : std::get_if<std::vector<int64_t>>(value);
  return integers == nullptr ? std::vector<int64_t>{} : *integers;
}

bool Difference::has_integer_beyond(int64_t limit) const {
  const auto any_beyond = [&](const std::vector<int64_t>& values) {
    return std::ranges::any_of(values, [&](int64_t value) { return is_beyond(value, limit); });
  };
  for (const corpus::Attribute& attribute : draft_.attributes) {
    if (is_beyond(integer(attribute.name, 0), limit) || any_beyond(integers(attribute.name))) return true;
  }
  for (size_t i = 0; i < draft_.inputs.size(); ++i) {
    if (!has_input(i)) continue;
    if (any_beyond(input(i).shape) || (input(i).type == OM_INT64 && any_beyond(integers_of(input(i))))) return true;
  }
  return false;
}

bool Difference::elements_differ() const {
  return we_run() && they_run() &&
         std::ranges::equal(ours_.outputs, theirs_.outputs,
                            [](const Tensor& a, const Tensor& b) { return a.type == b.type && a.shape == b.shape; });
}

// Whether elements differ only where both are NaN and ours is_ours(type, bits).
template <class IsOurs>
bool Difference::only_nans_differ(IsOurs is_ours) const {
  if (!elements_differ()) return false;
  for (size_t i = 0; i < ours_.outputs.size(); ++i) {
    const Tensor& a = our_output(i);
    const Tensor& b = their_output(i);
    if (a == b) continue;
    if (!is_floating_type(a.type)) return false;
    const int64_t count = corpus::element_count(a.shape).value();
    for (int64_t element = 0; element < count; ++element) {
      const uint64_t x = corpus::component_bits(a, element);
      const uint64_t y = corpus::component_bits(b, element);
      if (x != y && !(is_nan(a.type, x) && is_nan(b.type, y) && is_ours(a.type, x))) return false;
    }
  }
  return true;
}

// Whether some input has this NaN, when the bits of `quiet` are set in it.
bool Difference::is_nan_of_an_input(om_type type, uint64_t bits, uint64_t quiet) const {
  for (size_t i = 0; i < draft_.inputs.size(); ++i) {
    if (!has_input(i) || input(i).type != type) continue;
    const int64_t count = corpus::element_count(input(i).shape).value();
    for (int64_t element = 0; element < count; ++element) {
      const uint64_t given = corpus::component_bits(input(i), element);
      if (is_nan(type, given) && (given | quiet) == bits) return true;
    }
  }
  return false;
}

bool Difference::only_moved_nans_differ() const {
  return only_nans_differ([&](om_type type, uint64_t bits) { return is_nan_of_an_input(type, bits, 0); });
}

bool Difference::only_computed_nans_differ() const {
  return only_nans_differ([&](om_type type, uint64_t bits) {
    return bits == made_nan(type) || is_nan_of_an_input(type, bits, quiet_bit(type));
  });
}

bool Difference::they_leave_elements_unwritten() const {
  if (!they_run()) return false;
  int64_t given = 0;
  for (size_t i = 0; i < draft_.inputs.size(); ++i) {
    if (has_input(i)) given += corpus::element_count(input(i).shape).value();
  }
  return corpus::element_count(their_output(0).shape).value() > given;
}

bool Difference::gives_first_string_of_slices() const {
  if (!is_string(0) || !elements_differ()) return false;
  const Tensor& data = input(0);
  int64_t axis = integer("axis", 0);
  if (axis < 0) axis += static_cast<int64_t>(data.shape.size());
  size_t slice = 1;
  for (auto i = static_cast<size_t>(axis) + 1; i < data.shape.size(); ++i) slice *= static_cast<size_t>(data.shape[i]);
  const std::vector<std::string>& ours = our_output(0).strings;
  const std::vector<std::string>& theirs = their_output(0).strings;
  for (size_t i = 0; i < ours.size(); i += slice) {
    if (ours[i] != theirs[i]) return false;
  }
  return true;
}

bool Difference::reflects_too_far() const {
  const std::vector<AxisPads> pads = pads_of(draft_);
  for (size_t axis = 0; axis < pads.size(); ++axis) {
    const int64_t left = cropped_extent(input(0).shape[axis], pads[axis]);
    if (left == 1 || std::max(pads[axis].begin, pads[axis].end) > left - 1) return true;
  }
  return false;
}

bool Difference::crops_an_axis_to_nothing() const {
  const std::vector<AxisPads> pads = pads_of(draft_);
  for (size_t axis = 0; axis < pads.size(); ++axis) {
    if (cropped_extent(input(0).shape[axis], pads[axis]) <= 0) return true;
  }
  return false;
}

bool Difference::we_reflect_as_stated() const { return our_output(0) == expected_reflection(draft_); }

bool Difference::we_order_as_stated() const { return ours_.outputs == expected_topk(draft_); }

bool Difference::they_order_otherwise() const {
  if (!elements_differ()) return false;
  // Both give the same elements if they do when each is put at the position it has in the data.
  const auto by_position = [&](const std::vector<Tensor>& outputs) {
    const Tensor& values = outputs[0];
    const Tensor& indices = outputs[1];
    int64_t axis = integer("axis", -1);
    if (axis < 0) axis += static_cast<int64_t>(values.shape.size());
    int64_t inner = 1;
    for (auto i = static_cast<size_t>(axis) + 1; i < values.shape.size(); ++i) inner *= values.shape[i];
    const int64_t k = values.shape[static_cast<size_t>(axis)];
    std::vector<std::array<uint64_t, 3>> found;  // line, index along the axis, value
    const int64_t count = corpus::element_count(values.shape).value();
    for (int64_t i = 0; i < count; ++i) {
      const int64_t line = i / (inner * k) * inner + i % inner;
      found.push_back(
          {static_cast<uint64_t>(line), corpus::component_bits(indices, i), corpus::component_bits(values, i)});
    }
    std::ranges::sort(found);
    return found;
  };
  return by_position(ours_.outputs) == by_position(theirs_.outputs);
}

bool Difference::only_fractional_indices_differ() const {
  return elements_differ() && our_output(0) == expected_one_hot(draft_, FractionalIndices::truncated) &&
         their_output(0) == expected_one_hot(draft_, FractionalIndices::off);
}

bool Difference::only_a_negative_zero_differs() const {
  if (!elements_differ()) return false;
  Tensor ours = our_output(0);
  const uint64_t negative_zero = 0x8000;
  if (corpus::component_bits(input(0), 0) != negative_zero || corpus::component_bits(ours, 0) != 0) return false;
  corpus::set_component_bits(ours, 0, negative_zero);
  return ours == their_output(0);
}

bool Difference::adds_delta_up() const {
  if (!elements_differ() || !has_input(2)) return false;
  if (input(0).type == OM_FLOAT32) return adds_up_as<float, uint32_t>();
  return input(0).type == OM_FLOAT64 && adds_up_as<double, uint64_t>();
}

template <class Number, class Bits>
bool Difference::adds_up_as() const {
  const auto number = [](const Tensor& tensor, int64_t index) {
    return std::bit_cast<Number>(static_cast<Bits>(corpus::component_bits(tensor, index)));
  };
  const Number start = number(input(0), 0);
  const Number delta = number(input(2), 0);
  Number sum = start;
  const int64_t count = corpus::element_count(their_output(0).shape).value();
  for (int64_t i = 0; i < count; ++i) {
    if (corpus::component_bits(their_output(0), i) != std::bit_cast<Bits>(sum)) return false;
    const Number product = static_cast<Number>(i) * delta;
    if (corpus::component_bits(our_output(0), i) != std::bit_cast<Bits>(start + product)) return false;
    sum += delta;
  }
  return true;
}

}  // namespace onemodel::oracle
