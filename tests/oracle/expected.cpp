#include "expected.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace onemodel::oracle {
namespace {

int64_t product(std::span<const int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t{1}, std::multiplies<>());
}

int64_t axis_attribute(const Draft& draft, int64_t rank) {
  const int64_t axis = integer_attribute(draft, "axis").value_or(-1);
  return axis < 0 ? axis + rank : axis;
}

// An element as something that orders: floating-point types by the number, integers by the second member.
using Key = std::pair<double, int64_t>;

Key key_of(const Tensor& tensor, int64_t index) {
  const uint64_t bits = corpus::component_bits(tensor, index);
  if (is_floating_type(tensor.type)) {
    const double number = floating_number(tensor.type, bits);
    return std::isnan(number) ? Key{HUGE_VAL, 1} : Key{number, 0};
  }
  const corpus::ComponentType component = corpus::component_type(tensor.type);
  // The value in the upper bits, so that the sign of a signed one is where int64_t has it.
  const uint64_t upper = bits << (64 - component.bits);
  const bool is_signed = component.form == corpus::ElementForm::signed_integer;
  return {0, static_cast<int64_t>(is_signed ? upper : upper ^ (uint64_t{1} << 63))};
}

// A number from an element of a type that indices and depths come in; nothing that fits in int64 if it is not finite.
double number_of(const Tensor& tensor, int64_t index) {
  const uint64_t bits = corpus::component_bits(tensor, index);
  if (is_floating_type(tensor.type)) return floating_number(tensor.type, bits);
  const corpus::ComponentType component = corpus::component_type(tensor.type);
  if (component.form != corpus::ElementForm::signed_integer) return static_cast<double>(bits);
  const auto unused = static_cast<int>(64 - component.bits);
  return static_cast<double>(static_cast<int64_t>(bits << unused) >> unused);
}

// Where element `position` before and after the axis is mirrored to, in an axis of that extent.
int64_t mirrored(int64_t position, int64_t extent) {
  if (extent == 1) return 0;
  const int64_t period = 2 * (extent - 1);
  const int64_t within = ((position % period) + period) % period;
  return within < extent ? within : period - within;
}

}  // namespace

bool is_floating_type(om_type type) {
  return type == OM_FLOAT32 || type == OM_FLOAT64 || type == OM_FLOAT16 || type == OM_BFLOAT16;
}

double floating_number(om_type type, uint64_t bits) {
  switch (type) {
    case OM_FLOAT64:
      return std::bit_cast<double>(bits);
    case OM_FLOAT32:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case OM_BFLOAT16:
      return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
    default:
      break;
  }
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const auto exponent = static_cast<int>((bits >> 10) & 0x1f);
  const auto mantissa = static_cast<double>(bits & 0x3ff);
  if (exponent == 0x1f) return mantissa == 0 ? sign * HUGE_VAL : std::nan("");
  return exponent == 0 ? sign * std::ldexp(mantissa, -24) : sign * std::ldexp(mantissa + 1024, exponent - 25);
}

std::vector<Tensor> expected_topk(const Draft& draft) {
  const Tensor& x = *draft.inputs[0];
  const int64_t axis = axis_attribute(draft, static_cast<int64_t>(x.shape.size()));
  const int64_t k =
      draft.inputs.size() > 1 ? integers_of(*draft.inputs[1]).front() : integer_attribute(draft, "k").value();
  const bool largest = integer_attribute(draft, "largest").value_or(1) != 0;
  const std::span<const int64_t> extents(x.shape);
  const int64_t extent = extents[static_cast<size_t>(axis)];
  const int64_t outer = product(extents.first(static_cast<size_t>(axis)));
  const int64_t inner = product(extents.subspan(static_cast<size_t>(axis) + 1));
  Shape shape = x.shape;
  shape[static_cast<size_t>(axis)] = k;
  Tensor values = corpus::make_zeros(x.type, shape);
  Tensor indices = corpus::make_zeros(OM_INT64, shape);
  for (int64_t line = 0; line < outer * inner; ++line) {
    const int64_t first = line / inner * extent * inner + line % inner;
    const auto key = [&](int64_t index) { return key_of(x, first + index * inner); };
    std::vector<int64_t> order(static_cast<size_t>(extent));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int64_t a, int64_t b) { return largest ? key(b) < key(a) : key(a) < key(b); });
    for (int64_t i = 0; i < k; ++i) {
      const int64_t to = line / inner * k * inner + i * inner + line % inner;
      const int64_t chosen = order[static_cast<size_t>(i)];
      copy_element(x, first + chosen * inner, values, to);
      corpus::set_component_bits(indices, to, static_cast<uint64_t>(chosen));
    }
  }
  return {values, indices};
}

std::vector<AxisPads> pads_of(const Draft& draft) {
  const auto rank = static_cast<int64_t>(draft.inputs[0]->shape.size());
  std::vector<int64_t> pads;
  for (const corpus::Attribute& attribute : draft.attributes) {
    if (attribute.name == "pads" || attribute.name == "paddings")
      pads = std::get<std::vector<int64_t>>(attribute.value);
  }
  const auto input = [&](size_t index) {
    return index < draft.inputs.size() && draft.inputs[index] ? &*draft.inputs[index] : nullptr;
  };
  if (input(1) != nullptr) pads = integers_of(*input(1));
  std::vector<int64_t> axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  if (input(3) != nullptr) axes = integers_of(*input(3));
  std::vector<AxisPads> by_axis(static_cast<size_t>(rank));
  for (size_t i = 0; i < axes.size(); ++i) {
    by_axis[static_cast<size_t>(axes[i] < 0 ? axes[i] + rank : axes[i])] = {pads[i], pads[i + axes.size()]};
  }
  return by_axis;
}

int64_t cropped_extent(int64_t extent, const AxisPads& pads) {
  return extent + std::min<int64_t>(pads.begin, 0) + std::min<int64_t>(pads.end, 0);
}

Tensor expected_reflection(const Draft& draft) {
  const Tensor& data = *draft.inputs[0];
  const std::vector<AxisPads> pads = pads_of(draft);
  Shape shape = data.shape;
  for (size_t axis = 0; axis < shape.size(); ++axis) shape[axis] += pads[axis].begin + pads[axis].end;
  Tensor output = corpus::make_zeros(data.type, shape);
  const int64_t count = corpus::element_count(shape).value();
  for (int64_t to = 0; to < count; ++to) {
    int64_t from = 0;
    int64_t stride = 1;
    int64_t rest = to;
    for (size_t axis = shape.size(); axis-- > 0;) {
      const int64_t position = rest % shape[axis] - std::max<int64_t>(pads[axis].begin, 0);
      const int64_t cropped = std::max<int64_t>(-pads[axis].begin, 0);
      from += stride * (cropped + mirrored(position, cropped_extent(data.shape[axis], pads[axis])));
      stride *= data.shape[axis];
      rest /= shape[axis];
    }
    copy_element(data, from, output, to);
  }
  return output;
}

Tensor expected_one_hot(const Draft& draft, FractionalIndices fractional) {
  const Tensor& indices = *draft.inputs[0];
  const auto depth = static_cast<int64_t>(number_of(*draft.inputs[1], 0));
  const Tensor& values = *draft.inputs[2];
  const auto axis = static_cast<size_t>(axis_attribute(draft, static_cast<int64_t>(indices.shape.size()) + 1));
  Shape shape = indices.shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), depth);
  const int64_t inner = product(std::span<const int64_t>(shape).subspan(axis + 1));
  Tensor output = corpus::make_zeros(values.type, shape);
  const int64_t count = corpus::element_count(shape).value();
  for (int64_t to = 0; to < count; ++to) {
    const double index = number_of(indices, to / (inner * depth) * inner + to % inner);
    const double truncated = std::trunc(index);
    const double selected = truncated < 0 ? truncated + static_cast<double>(depth) : truncated;
    const bool counts = fractional == FractionalIndices::truncated || truncated == index;
    const bool on = counts && selected == static_cast<double>(to / inner % depth);
    copy_element(values, on ? 1 : 0, output, to);
  }
  return output;
}

}  // namespace onemodel::oracle
