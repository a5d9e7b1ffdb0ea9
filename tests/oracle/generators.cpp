#include "generators.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>

namespace onemodel::oracle {
namespace {

constexpr int64_t kInt32Max = std::numeric_limits<int32_t>::max();
constexpr int64_t kInt32Min = std::numeric_limits<int32_t>::min();
constexpr int64_t kInt64Max = std::numeric_limits<int64_t>::max();
constexpr int64_t kInt64Min = std::numeric_limits<int64_t>::min();

// Tensors stay small: what is wanted is many calls, not long ones.
constexpr int64_t kMostElements = 120;

int64_t rank_of(const Tensor& tensor) { return static_cast<int64_t>(tensor.shape.size()); }
int64_t extent(const Tensor& tensor, int64_t axis) { return tensor.shape[static_cast<size_t>(axis)]; }
int64_t count_of(const Shape& shape) { return corpus::element_count(shape).value(); }

// ---- Tensors
// ---------------------------------------------------------------------------------------------------------

template <class Value>
Tensor tensor_of(om_type type, Shape shape, const std::vector<Value>& values) {
  Tensor tensor{type, std::move(shape), {}, {}};
  tensor.bytes.resize(values.size() * sizeof(Value));
  if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

// A vector or scalar of one of the integer types that lists, axes and indices have.
Tensor integers(om_type type, Shape shape, const std::vector<int64_t>& values) {
  Tensor tensor = corpus::make_zeros(type, shape);
  for (size_t i = 0; i < values.size(); ++i) {
    corpus::set_component_bits(tensor, static_cast<int64_t>(i), static_cast<uint64_t>(values[i]));
  }
  return tensor;
}

Tensor int64_vector(const std::vector<int64_t>& values) {
  return tensor_of(OM_INT64, {static_cast<int64_t>(values.size())}, values);
}

Tensor int64_scalar(int64_t value) { return tensor_of<int64_t>(OM_INT64, {}, {value}); }

// Any element type, but more often one that ONNX Runtime implements widely.
om_type any_type(Random& random) {
  if (!random.once_in(3))
    return random.pick<om_type>({OM_FLOAT32, OM_FLOAT32, OM_INT64, OM_INT32, OM_FLOAT64, OM_UINT8, OM_BOOL});
  return static_cast<om_type>(random.between(OM_FLOAT32, OM_INT2));
}

// A type that the operator takes as its input `index`.
om_type accepted_type(const Draft& draft, Random& random, int64_t index) {
  for (;;) {
    const om_type type = any_type(random);
    if (om_operator_input_accepts(draft.op, draft.opset, index, type) != 0) return type;
  }
}

std::string any_text(Random& random) {
  std::string text;
  for (int64_t length = random.between(0, 5); length > 0; --length) {
    text += random.pick({'a', 'b', '0', '\0', '\x7f', '\xc3'});
  }
  return text;
}

// The bits of elements that are awkward in some type: zeros of both signs, infinities, NaNs, denormals, extremes.
uint64_t any_bits(Random& random, const corpus::ComponentType& component) {
  const uint64_t sign = uint64_t{1} << (component.bits - 1);
  switch (random.between(0, 9)) {
    case 0:
      return 0;
    case 1:
      return sign;
    case 2:
      return sign - 1;
    case 3:
      return ~uint64_t{0};
    case 4:
      return 1;
    default:
      return random.bits();
  }
}

enum class Values { any, few };  // few: so that many are equal

Tensor any_tensor(Random& random, om_type type, const Shape& shape, Values values = Values::any) {
  Tensor tensor = corpus::make_zeros(type, shape);
  if (type == OM_STRING) {
    for (std::string& text : tensor.strings) text = any_text(random);
    return tensor;
  }
  const corpus::ComponentType component = corpus::component_type(type);
  const int64_t components = count_of(shape) * component.per_element;
  for (int64_t i = 0; i < components; ++i) {
    uint64_t bits = any_bits(random, component);
    if (component.form == corpus::ElementForm::boolean) bits &= 1;
    if (values == Values::few || random.once_in(2)) {
      // Small numbers in the type's own form.
      const int64_t number = random.between(-2, 3);
      if (type == OM_FLOAT32 || type == OM_COMPLEX64) {
        bits = std::bit_cast<uint32_t>(static_cast<float>(number));
      } else if (type == OM_FLOAT64 || type == OM_COMPLEX128) {
        bits = std::bit_cast<uint64_t>(static_cast<double>(number));
      } else if (type == OM_BFLOAT16) {
        bits = std::bit_cast<uint32_t>(static_cast<float>(number)) >> 16;
      } else if (type == OM_FLOAT16) {
        bits = random.pick<uint64_t>({0x0000, 0x8000, 0x3c00, 0xbc00, 0x4000, 0x4200, 0x3800});
      } else if (component.form != corpus::ElementForm::boolean) {
        bits = static_cast<uint64_t>(component.form == corpus::ElementForm::signed_integer ? number : std::abs(number));
      }
    }
    corpus::set_component_bits(tensor, i, component.bits < 64 ? bits & ((uint64_t{1} << component.bits) - 1) : bits);
  }
  return tensor;
}

Shape any_shape(Random& random, int64_t least_rank = 0, int64_t largest_rank = 5) {
  int64_t rank = random.between(least_rank, largest_rank);
  if (random.once_in(25)) rank = std::max<int64_t>(least_rank, OM_MAX_RANK);
  Shape shape;
  int64_t count = 1;
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t chosen = random.once_in(20) ? 0 : random.pick<int64_t>({1, 1, 2, 2, 3, 3, 4, 5, 7});
    if (count * chosen > kMostElements) chosen = 1;
    count = std::max<int64_t>(1, count * chosen);
    shape.push_back(chosen);
  }
  return shape;
}

Tensor any_data(Draft& draft, Random& random, int64_t least_rank = 0, int64_t largest_rank = 5) {
  const om_type type = accepted_type(draft, random, 0);
  return any_tensor(random, type, any_shape(random, least_rank, largest_rank));
}

// ---- Axes and attributes
// ---------------------------------------------------------------------------------------------

// An axis of that rank, at times negative, seldom wrong.
int64_t any_axis(Random& random, int64_t rank) {
  if (rank == 0 || random.once_in(25)) return random.pick<int64_t>({-rank - 1, rank, 0, -1, kInt64Min, kInt64Max});
  const int64_t axis = random.between(0, rank - 1);
  return random.once_in(3) ? axis - rank : axis;
}

// Some axes of that rank in any order, at times negative, seldom repeated or wrong.
std::vector<int64_t> any_axes(Random& random, int64_t rank) {
  std::vector<int64_t> all(static_cast<size_t>(rank));
  std::iota(all.begin(), all.end(), 0);
  std::vector<int64_t> axes;
  for (int64_t left = random.between(0, rank); left > 0; --left) {
    const auto chosen = all.begin() + random.between(0, static_cast<int64_t>(all.size()) - 1);
    axes.push_back(random.once_in(3) ? *chosen - rank : *chosen);
    all.erase(chosen);
  }
  if (random.once_in(25)) axes.push_back(any_axis(random, rank));
  return axes;
}

void maybe_attribute(Draft& draft, Random& random, const char* name, int64_t value, int64_t default_value) {
  if (value != default_value || random.once_in(2)) draft.attribute(name, value);
}

// A list that is an attribute before `input_since` and an int64 input from then on.
void attribute_or_input(Draft& draft, const char* name, int64_t input_since, std::vector<int64_t> values) {
  if (draft.opset < input_since) {
    draft.attribute(name, std::move(values));
  } else {
    draft.input(int64_vector(values));
  }
}

// ---- One operator each
// -----------------------------------------------------------------------------------------------

void shape(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random);
  const int64_t rank = rank_of(data);
  draft.input(std::move(data));
  if (draft.opset < 15) return;
  const auto bound = [&] {
    return random.once_in(10) ? random.pick({kInt64Min, kInt64Max, kInt32Max}) : random.between(-rank - 2, rank + 2);
  };
  if (random.once_in(2)) draft.attribute("start", bound());
  if (random.once_in(2)) draft.attribute("end", bound());
}

void data_only(Draft& draft, Random& random) { draft.input(any_data(draft, random)); }

void squeeze(Draft& draft, Random& random) {
  Shape shape = any_shape(random);
  for (int64_t& extent : shape) {
    if (random.once_in(2)) extent = 1;
  }
  std::vector<int64_t> axes;
  const auto rank = static_cast<int64_t>(shape.size());
  for (int64_t axis = 0; axis < rank; ++axis) {
    if ((shape[static_cast<size_t>(axis)] == 1 && random.once_in(2)) || random.once_in(30)) {
      axes.push_back(random.once_in(3) ? axis - rank : axis);
    }
  }
  if (random.once_in(30)) axes.push_back(any_axis(random, rank));
  draft.input(any_tensor(random, accepted_type(draft, random, 0), shape));
  if (random.once_in(4)) return draft.rule("no-axes");
  attribute_or_input(draft, "axes", 13, axes);
}

void unsqueeze(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random, 0, 4);
  const int64_t added = random.between(0, 3);
  const int64_t rank = rank_of(data) + added;
  std::vector<int64_t> axes = any_axes(random, rank);
  axes.resize(std::min(axes.size(), static_cast<size_t>(added)));
  draft.input(std::move(data));
  attribute_or_input(draft, "axes", 13, axes);
}

void flatten(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random);
  const int64_t rank = rank_of(data);
  draft.input(std::move(data));
  if (!random.once_in(5)) draft.attribute("axis", random.between(-rank - 1, rank + 1));
}

void reshape(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random);
  // Splits and joins axes at random, then hides some extents behind 0 and -1.
  Shape target = data.shape;
  for (int64_t steps = random.between(0, 3); steps > 0; --steps) {
    if (target.size() >= 2 && random.once_in(2)) {
      const auto axis = target.begin() + random.between(0, static_cast<int64_t>(target.size()) - 2);
      *axis *= *(axis + 1);
      target.erase(axis + 1);
    } else {
      const auto axis = target.begin() + random.between(0, static_cast<int64_t>(target.size()));
      const int64_t divisor = random.between(1, 4);
      if (axis != target.end() && *axis % divisor == 0)
        *axis /= divisor, target.insert(axis, divisor);
      else
        target.insert(axis, 1);
    }
  }
  for (size_t i = 0; i < target.size(); ++i) {
    if (i < data.shape.size() && target[i] == data.shape[i] && random.once_in(3)) target[i] = 0;
  }
  if (!target.empty() && random.once_in(2)) {
    target[static_cast<size_t>(random.between(0, static_cast<int64_t>(target.size()) - 1))] = -1;
  }
  if (random.once_in(15)) target.push_back(random.pick<int64_t>({-1, -2, 0, 2, kInt64Max}));
  draft.input(std::move(data));
  attribute_or_input(draft, "shape", 5, target);
  if (draft.opset >= 14) maybe_attribute(draft, random, "allowzero", random.once_in(3) ? 1 : 0, 0);
}

void dropout(Draft& draft, Random& random) {
  draft.input(any_data(draft, random));
  draft.output_count = random.between(1, 2);
  if (draft.opset < 12) {
    if (random.once_in(2)) draft.attribute("ratio", random.pick({0.0F, 0.25F, 0.5F, 0.9F, 1.5F}));
    if (draft.opset < 7) draft.attribute("is_test", random.once_in(5) ? int64_t{0} : int64_t{1});
    return;
  }
  if (random.once_in(2)) draft.attribute("seed", random.between(0, 9));
  if (random.once_in(2)) {
    draft.input(tensor_of<float>(OM_FLOAT32, {}, {random.pick({0.0F, 0.25F, 0.5F, 0.9F, 1.5F})}));
    if (random.once_in(2)) draft.input(Tensor{OM_BOOL, {}, {random.once_in(6) ? uint8_t{1} : uint8_t{0}}, {}});
  }
}

void transpose(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random);
  std::vector<int64_t> perm(data.shape.size());
  std::iota(perm.begin(), perm.end(), 0);
  for (size_t i = perm.size(); i > 1; --i) {
    std::swap(perm[i - 1], perm[static_cast<size_t>(random.between(0, static_cast<int64_t>(i) - 1))]);
  }
  if (random.once_in(20) && !perm.empty()) perm.front() = random.pick<int64_t>({-1, perm.back(), 9});
  if (random.once_in(30)) perm.push_back(0);
  draft.input(std::move(data));
  if (!random.once_in(5)) draft.attribute("perm", perm);
}

void concat(Draft& draft, Random& random) {
  const om_type type = accepted_type(draft, random, 0);
  const Shape shape = any_shape(random, random.once_in(20) ? 0 : 1, 4);
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t axis = any_axis(random, rank);
  for (int64_t left = random.between(1, 4); left > 0; --left) {
    Shape part = shape;
    const int64_t position = axis < 0 ? axis + rank : axis;
    if (position >= 0 && position < rank) part[static_cast<size_t>(position)] = random.between(0, 3);
    if (random.once_in(25) && rank > 0) part[static_cast<size_t>(random.between(0, rank - 1))] += 1;
    draft.input(any_tensor(random, type, part));
  }
  if (draft.opset >= 4 || random.once_in(2)) draft.attribute("axis", axis);
}

void split(Draft& draft, Random& random) {
  Tensor input = any_data(draft, random, random.once_in(20) ? 0 : 1, 4);
  const int64_t rank = rank_of(input);
  const int64_t axis = any_axis(random, rank);
  const int64_t position = axis < 0 ? axis + rank : axis;
  const int64_t whole = position >= 0 && position < rank ? extent(input, position) : 3;
  draft.output_count = random.between(1, 4);
  std::vector<int64_t> sizes(static_cast<size_t>(draft.output_count));
  int64_t rest = whole;
  for (int64_t& size : sizes) {
    size = random.between(0, rest);
    rest -= size;
  }
  sizes.back() += rest;
  if (random.once_in(15)) sizes.front() += random.pick<int64_t>({1, -1, -2});
  if (random.once_in(25)) sizes.push_back(0);
  draft.input(std::move(input));
  maybe_attribute(draft, random, "axis", axis, 0);
  if (random.once_in(2)) {
    draft.rule("sizes");
    attribute_or_input(draft, "split", 13, sizes);
  } else if (draft.opset >= 18 && random.once_in(2)) {
    draft.attribute("num_outputs", draft.output_count + (random.once_in(20) ? 1 : 0));
  }
}

void slice(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random, random.once_in(20) ? 0 : 1, 4);
  const int64_t rank = rank_of(data);
  std::vector<int64_t> axes = any_axes(random, rank);
  const bool with_axes = random.once_in(2) || rank == 0;
  if (!with_axes) {
    axes.resize(static_cast<size_t>(random.between(0, rank)));
    std::iota(axes.begin(), axes.end(), 0);
  }
  const bool with_steps = draft.opset >= 10 && random.once_in(2);
  const bool narrow = draft.opset >= 10 && random.once_in(3);
  const int64_t largest = narrow ? kInt32Max : kInt64Max;
  const int64_t smallest = narrow ? kInt32Min : kInt64Min;
  std::vector<int64_t> starts, ends, steps;
  for (const int64_t axis : axes) {
    const int64_t position = axis < 0 ? axis + rank : axis;
    const int64_t whole = position >= 0 && position < rank ? extent(data, position) : 3;
    const auto bound = [&] {
      if (!random.once_in(6)) return random.between(-whole - 2, whole + 2);
      draft.rule("clamp");
      return random.pick<int64_t>(
          {largest, smallest, kInt32Max, kInt32Min, kInt32Max - 1, largest - 1, smallest + 1, 100});
    };
    starts.push_back(bound());
    ends.push_back(bound());
    steps.push_back(random.once_in(12) ? random.pick<int64_t>({largest, smallest, 0, kInt32Max, 100})
                                       : random.pick<int64_t>({1, 1, 2, 3, -1, -1, -2, -3}));
    if (steps.back() < 0 && with_steps) {
      draft.rule("steps");
      if (ends.back() == kInt32Max || ends.back() == kInt64Max) draft.rule("end-sentinel");
    }
  }
  if (random.once_in(30)) ends.push_back(1);
  draft.input(std::move(data));
  if (draft.opset < 10) {
    draft.attribute("starts", starts);
    draft.attribute("ends", ends);
    if (with_axes) draft.attribute("axes", axes);
    return;
  }
  const auto list = [&](const std::vector<int64_t>& values) {
    return integers(narrow ? OM_INT32 : OM_INT64, {static_cast<int64_t>(values.size())}, values);
  };
  draft.input(list(starts));
  draft.input(list(ends));
  if (with_axes || with_steps) draft.input(with_axes ? std::optional(list(axes)) : std::nullopt);
  if (with_steps) draft.input(list(steps));
}

void expand(Draft& draft, Random& random) {
  Tensor input = any_data(draft, random, 0, 4);
  std::vector<int64_t> shape = input.shape;
  for (int64_t& extent : shape) {
    if (extent == 1 && random.once_in(2))
      extent = random.between(0, 4);
    else if (random.once_in(3))
      extent = 1;
    else if (random.once_in(40))
      extent = random.pick<int64_t>({-1, 0, extent + 1});
  }
  if (!shape.empty() && random.once_in(3)) shape.erase(shape.begin());
  while (shape.size() < 5 && random.once_in(3)) shape.insert(shape.begin(), random.between(0, 2));
  draft.input(std::move(input));
  draft.input(int64_vector(shape));
}

void tile(Draft& draft, Random& random) {
  if (draft.opset < 6) {
    Tensor input = any_tensor(random, OM_FLOAT32, any_shape(random, 1, 3));
    const int64_t rank = rank_of(input);
    draft.input(std::move(input));
    draft.input(tensor_of<float>(OM_FLOAT32, {}, {static_cast<float>(random.between(0, 3))}));
    draft.input(tensor_of<float>(OM_FLOAT32, {}, {static_cast<float>(random.between(0, rank - 1))}));
    return;
  }
  Tensor input = any_data(draft, random, 0, 4);
  std::vector<int64_t> repeats;
  for (int64_t axis = 0; axis < rank_of(input); ++axis) {
    repeats.push_back(random.once_in(40) ? random.pick<int64_t>({-1, -2}) : random.pick<int64_t>({0, 1, 1, 2, 3}));
  }
  if (random.once_in(30)) repeats.push_back(1);
  draft.input(std::move(input));
  draft.input(int64_vector(repeats));
}

// Indices in [-extent, extent), seldom outside.
std::vector<int64_t> any_indices(Random& random, int64_t count, int64_t extent) {
  std::vector<int64_t> indices(static_cast<size_t>(count));
  for (int64_t& index : indices) {
    index = extent > 0 ? random.between(-extent, extent - 1) : 0;
    if (random.once_in(300)) index = random.pick<int64_t>({extent, -extent - 1, kInt32Max, kInt32Min});
  }
  return indices;
}

void gather(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random, 1, 4);
  const int64_t rank = rank_of(data);
  const int64_t axis = any_axis(random, rank);
  const int64_t position = axis < 0 ? axis + rank : axis;
  const int64_t whole = position >= 0 && position < rank ? extent(data, position) : 1;
  const Shape shape = any_shape(random, 0, 2);
  draft.input(std::move(data));
  draft.input(integers(random.pick<om_type>({OM_INT32, OM_INT64}), shape, any_indices(random, count_of(shape), whole)));
  maybe_attribute(draft, random, "axis", axis, 0);
}

void gather_elements(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random, 1, 4);
  const int64_t rank = rank_of(data);
  const int64_t axis = any_axis(random, rank);
  const int64_t position = axis < 0 ? axis + rank : axis;
  const bool right = position >= 0 && position < rank;
  Shape shape = data.shape;
  for (int64_t& extent : shape) extent = random.between(0, 3) == 0 ? random.between(0, extent) : extent;
  if (right) shape[static_cast<size_t>(position)] = random.between(0, 4);
  if (random.once_in(40)) shape.push_back(1);
  if (random.once_in(40)) shape.front() += 1;
  const int64_t whole = right ? extent(data, position) : 1;
  draft.input(std::move(data));
  draft.input(integers(random.pick<om_type>({OM_INT32, OM_INT64}), shape, any_indices(random, count_of(shape), whole)));
  maybe_attribute(draft, random, "axis", axis, 0);
}

// Indices whose last axis holds coordinates of data's axes from `first` on.
std::vector<int64_t> any_coordinates(Random& random, const Tensor& data, int64_t first, int64_t depth, int64_t count) {
  std::vector<int64_t> indices;
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t axis = first; axis < first + depth; ++axis) {
      indices.push_back(any_indices(random, 1, axis < rank_of(data) ? extent(data, axis) : 1).front());
    }
  }
  return indices;
}

void gather_nd(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random, 1, 4);
  const int64_t rank = rank_of(data);
  const int64_t batch_dims = draft.opset >= 12 && rank > 1 && random.once_in(2) ? random.between(0, rank - 1) : 0;
  const int64_t depth =
      random.once_in(25) ? random.pick<int64_t>({0, rank - batch_dims + 1}) : random.between(1, rank - batch_dims);
  Shape shape(data.shape.begin(), data.shape.begin() + batch_dims);
  if (batch_dims > 0 && random.once_in(25)) shape.front() += random.pick<int64_t>({1, 2});
  for (int64_t more = random.between(0, 2); more > 0; --more) shape.push_back(random.between(0, 3));
  shape.push_back(depth);
  const int64_t tuples = count_of(Shape(shape.begin(), shape.end() - 1));
  Tensor indices = tensor_of(OM_INT64, shape, any_coordinates(random, data, batch_dims, depth, tuples));
  draft.input(std::move(data));
  draft.input(std::move(indices));
  if (draft.opset >= 12) maybe_attribute(draft, random, "batch_dims", batch_dims, 0);
}

void scatter_nd(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random, 1, 4);
  const int64_t rank = rank_of(data);
  const int64_t depth = random.once_in(25) ? random.pick<int64_t>({0, rank + 1}) : random.between(1, rank);
  Shape shape;
  for (int64_t more = random.between(0, 2); more > 0; --more) shape.push_back(random.between(0, 3));
  Shape updates_shape = shape;
  const int64_t tuples = count_of(shape);
  shape.push_back(depth);
  for (int64_t axis = depth; axis < rank; ++axis) updates_shape.push_back(extent(data, axis));
  if (random.once_in(30)) updates_shape.push_back(1);
  const std::string reduction = random.pick({"none", "none", "add", "mul", "max", "min"});
  Tensor indices = tensor_of(OM_INT64, shape, any_coordinates(random, data, 0, depth, tuples));
  Tensor updates = any_tensor(random, data.type, updates_shape);
  draft.input(std::move(data));
  draft.input(std::move(indices));
  draft.input(std::move(updates));
  if (draft.opset >= 16 && (reduction != "none" || random.once_in(2))) draft.attribute("reduction", reduction);
}

void pad(Draft& draft, Random& random) {
  Tensor data = any_data(draft, random, random.once_in(20) ? 0 : 1, 4);
  const int64_t rank = rank_of(data);
  const bool with_axes = draft.opset >= 18 && random.once_in(2);
  std::vector<int64_t> axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  if (with_axes) axes = any_axes(random, rank);
  std::vector<const char*> modes = {"constant", "edge", "reflect"};
  if (draft.opset >= 19 || random.once_in(20)) modes.push_back("wrap");
  const std::string mode = random.pick(modes);
  std::vector<int64_t> pads;
  for (int64_t left = 2 * static_cast<int64_t>(axes.size()); left > 0; --left) {
    pads.push_back(random.once_in(20) ? random.pick<int64_t>({-4, 5, 8})
                                      : random.pick<int64_t>({0, 0, 1, 1, 2, -1, -2}));
    if (pads.back() < 0) draft.rule("crop");
  }
  if (random.once_in(40)) pads.push_back(0);
  const om_type type = data.type;
  draft.input(std::move(data));
  if (mode != "constant" || random.once_in(2)) draft.attribute("mode", mode);
  if (draft.opset < 11) {
    draft.attribute(draft.opset < 2 ? "paddings" : "pads", pads);
    if (random.once_in(2)) draft.attribute("value", random.pick({0.0F, 1.5F, -2.0F, 300.0F}));
    return;
  }
  draft.input(int64_vector(pads));
  if (with_axes || random.once_in(2)) {
    draft.input(random.once_in(3) ? std::nullopt
                                  : std::optional(any_tensor(random, type, random.once_in(4) ? Shape{1} : Shape{})));
  }
  if (with_axes) {
    draft.input(integers(random.pick<om_type>({OM_INT32, OM_INT64}), {static_cast<int64_t>(axes.size())}, axes));
  }
}

void constant_of_shape(Draft& draft, Random& random) {
  Shape shape = any_shape(random, 0, 4);
  if (random.once_in(30)) shape.push_back(-1);
  draft.input(int64_vector(shape));
  if (random.once_in(4)) return;
  const Shape value_shape =
      random.once_in(10) ? random.pick<Shape>({Shape{}, Shape{1, 1}, Shape{2}, Shape{0}}) : Shape{1};
  draft.attribute("value", corpus::WrittenTensor{any_tensor(random, any_type(random), value_shape), {}, {}});
}

template <class Number>
void range_of(Draft& draft, Random& random, om_type type, bool is_floating) {
  const auto scalar = [&](Number value) {
    return tensor_of<Number>(type, random.once_in(6) ? Shape{1} : Shape{}, {value});
  };
  Number delta = static_cast<Number>(random.pick<int64_t>({1, 1, 2, 3, -1, -2}));
  Number start = static_cast<Number>(random.between(-20, 20));
  Number limit = static_cast<Number>(random.between(-20, 20));
  if (is_floating) {
    delta = static_cast<Number>(static_cast<double>(delta) * random.pick({1.0, 0.1, 0.3, 0.25, 7.7}));
    start = static_cast<Number>(static_cast<double>(start) * random.pick({1.0, 0.1, 0.0}));
    limit = static_cast<Number>(static_cast<double>(limit) * random.pick({1.0, 0.1, 1.0}));
  }
  if (random.once_in(25)) delta = 0;
  if (random.once_in(12)) {
    start = std::numeric_limits<Number>::max();
    limit = static_cast<Number>(start - static_cast<Number>(random.between(0, 5)));
    if (random.once_in(2)) std::swap(start, limit);
  }
  if (is_floating && random.once_in(25)) {
    (random.once_in(2) ? limit : delta) =
        random.once_in(2) ? std::numeric_limits<Number>::quiet_NaN() : std::numeric_limits<Number>::infinity();
  }
  draft.input(scalar(start));
  draft.input(scalar(limit));
  draft.input(scalar(delta));
}

void range(Draft& draft, Random& random) {
  switch (random.between(0, draft.opset >= 27 ? 6 : 4)) {
    case 0:
      return range_of<float>(draft, random, OM_FLOAT32, true);
    case 1:
      return range_of<double>(draft, random, OM_FLOAT64, true);
    case 2:
      return range_of<int16_t>(draft, random, OM_INT16, false);
    case 3:
      return range_of<int32_t>(draft, random, OM_INT32, false);
    case 4:
      return range_of<int64_t>(draft, random, OM_INT64, false);
    default:
      break;
  }
  // Bits of small numbers.
  const bool half = random.once_in(2);
  const om_type type = half ? OM_FLOAT16 : OM_BFLOAT16;
  const auto scalar = [&](std::initializer_list<uint16_t> bits) {
    return tensor_of<uint16_t>(type, {}, {random.pick(bits)});
  };
  draft.input(half ? scalar({0x0000, 0x3c00, 0xbc00, 0x2e66}) : scalar({0x0000, 0x3f80, 0xbf80, 0x3dcd}));
  draft.input(half ? scalar({0x4200, 0x4900, 0x2e66, 0xbc00}) : scalar({0x4040, 0x4120, 0x3dcd, 0xbf80}));
  draft.input(half ? scalar({0x3c00, 0x2e66, 0x3800, 0xb800}) : scalar({0x3f80, 0x3dcd, 0x3f00, 0xbf00}));
  if (random.once_in(3)) draft.attribute("stash_type", int64_t{1});
}

enum class Fractions { none, some };

// Numbers as elements of a type that indices and depths come in: int32, int64 or float32.
Tensor numbers(Random& random, om_type type, const Shape& shape, int64_t low, int64_t high, Fractions fractions) {
  Tensor tensor = corpus::make_zeros(type, shape);
  const int64_t count = count_of(shape);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t number = random.between(low, high);
    uint64_t bits = static_cast<uint64_t>(number);
    const double fraction = fractions == Fractions::some && random.once_in(5) ? random.pick({0.5, -0.5, 0.25}) : 0;
    if (type == OM_FLOAT32) bits = std::bit_cast<uint32_t>(static_cast<float>(static_cast<double>(number) + fraction));
    corpus::set_component_bits(tensor, i, bits);
  }
  return tensor;
}

void one_hot(Draft& draft, Random& random) {
  const Shape shape = any_shape(random, random.once_in(20) ? 0 : 1, 3);
  const auto rank = static_cast<int64_t>(shape.size());
  // The combinations of types that ONNX Runtime has.
  const auto types = random.pick<std::array<om_type, 3>>({{OM_INT64, OM_INT64, OM_INT64},
                                                          {OM_FLOAT32, OM_FLOAT32, OM_FLOAT32},
                                                          {OM_INT64, OM_FLOAT32, OM_INT64},
                                                          {OM_FLOAT32, OM_INT64, OM_FLOAT32},
                                                          {OM_INT32, OM_FLOAT32, OM_FLOAT32},
                                                          {OM_INT32, OM_INT32, OM_FLOAT32},
                                                          {OM_INT64, OM_INT32, OM_FLOAT32},
                                                          {OM_INT64, OM_INT64, OM_STRING},
                                                          {OM_FLOAT32, OM_FLOAT32, OM_STRING},
                                                          {OM_INT64, OM_FLOAT32, OM_FLOAT32},
                                                          {OM_INT64, OM_INT64, OM_FLOAT32}});
  const int64_t depth = random.once_in(20) ? random.pick<int64_t>({0, -1}) : random.between(1, 5);
  draft.input(numbers(random, types[0], shape, -depth - 1, depth + 1, Fractions::some));
  draft.input(numbers(random, types[1], random.once_in(3) ? Shape{1} : Shape{}, depth, depth, Fractions::none));
  draft.input(any_tensor(random, types[2], random.once_in(30) ? Shape{3} : Shape{2}));
  maybe_attribute(draft, random, "axis", any_axis(random, rank + 1), -1);
}

void trilu(Draft& draft, Random& random) {
  draft.input(any_data(draft, random, random.once_in(20) ? 1 : 2, 4));
  if (random.once_in(2)) {
    draft.input(
        int64_scalar(random.once_in(10) ? random.pick({kInt64Min, kInt64Max, kInt32Min}) : random.between(-5, 5)));
  }
  maybe_attribute(draft, random, "upper", random.between(0, 1), 1);
}

void topk(Draft& draft, Random& random) {
  const om_type type = accepted_type(draft, random, 0);
  Tensor x = any_tensor(random, type, any_shape(random, random.once_in(30) ? 0 : 1, 3),
                        random.once_in(2) ? Values::few : Values::any);
  const int64_t rank = rank_of(x);
  const int64_t axis = any_axis(random, rank);
  const int64_t position = axis < 0 ? axis + rank : axis;
  const int64_t whole = position >= 0 && position < rank ? extent(x, position) : 1;
  const int64_t k = random.once_in(25) ? random.pick<int64_t>({-1, whole + 1, 0}) : random.between(0, whole);
  draft.output_count = 2;
  draft.input(std::move(x));
  if (draft.opset < 10)
    draft.attribute("k", k);
  else
    draft.input(int64_vector({k}));
  maybe_attribute(draft, random, "axis", axis, -1);
  if (draft.opset < 11) return;
  maybe_attribute(draft, random, "largest", random.between(0, 1), 1);
  if (random.once_in(10)) draft.attribute("sorted", random.between(0, 1));
}

using Generator = void (*)(Draft&, Random&);

const std::map<std::string_view, Generator>& generators() {
  static const std::map<std::string_view, Generator> table = {{"Shape", shape},
                                                              {"Size", data_only},
                                                              {"Squeeze", squeeze},
                                                              {"Unsqueeze", unsqueeze},
                                                              {"Flatten", flatten},
                                                              {"Reshape", reshape},
                                                              {"Identity", data_only},
                                                              {"Dropout", dropout},
                                                              {"Transpose", transpose},
                                                              {"Concat", concat},
                                                              {"Split", split},
                                                              {"Slice", slice},
                                                              {"Expand", expand},
                                                              {"Tile", tile},
                                                              {"Gather", gather},
                                                              {"GatherElements", gather_elements},
                                                              {"GatherND", gather_nd},
                                                              {"ScatterND", scatter_nd},
                                                              {"Pad", pad},
                                                              {"ConstantOfShape", constant_of_shape},
                                                              {"Range", range},
                                                              {"OneHot", one_hot},
                                                              {"Trilu", trilu},
                                                              {"NonZero", data_only},
                                                              {"TopK", topk}};
  return table;
}

}  // namespace

Draft generate(const om_operator* op, Random& random) {
  Draft draft;
  draft.operator_name = om_operator_name(op);
  draft.op = op;
  draft.opset = om_operator_version_since(op, random.between(0, om_operator_version_count(op) - 1));
  generators().at(draft.operator_name)(draft, random);
  std::ranges::sort(draft.rules);
  draft.rules.erase(std::unique(draft.rules.begin(), draft.rules.end()), draft.rules.end());
  return draft;
}

}  // namespace onemodel::oracle
