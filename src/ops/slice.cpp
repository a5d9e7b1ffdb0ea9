// Slice: of each axis listed, the elements start, start + step, start + 2 * step, ... before end.
//
// starts, ends and axes are attributes before opset 10, inputs from then on, where steps came, too. Per axis of extent
// n:
//  - A negative start or end counts from the end: n is added.
//  - Then both are clamped: to [0, n] for a positive step; for a negative step the start to [0, n-1] and the end to
//    [-1, n-1], where the end -1 means "through element 0".
//  - With a negative step an end of exactly INT32_MAX or INT64_MAX means "to the beginning", as in ONNX Runtime.
//  - The step is clamped to the int32 range: a larger one selects at most one element anyway.
//  - The count is ceil((end - start) / step), at least 0; an axis of extent 0 stays empty.
//  - Axes may be negative from opset 11 on; axes that are not listed are taken whole.
// Refuses: slice.step_zero, slice.length_mismatch, axis.out_of_range, axis.negative, axis.repeated, input.rank.

#include <algorithm>
#include <limits>

#include "ops/axes.h"
#include "ops/operators.h"
#include "ops/strided_operator.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {
    {"axes", OM_ATTRIBUTE_INTS}, {"ends", OM_ATTRIBUTE_INTS, true}, {"starts", OM_ATTRIBUTE_INTS, true}};
constexpr Input inputs_1[] = {{"data", all_types, 'T'}};
constexpr Input inputs_10[] = {{"data", all_types, 'T'},
                               {"starts", index_types, 'I'},
                               {"ends", index_types, 'I'},
                               {"axes", index_types, 'I', Presence::optional},
                               {"steps", index_types, 'I', Presence::optional}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{1, inputs_1, outputs, attributes_1},
                                {10, inputs_10, outputs, {}},
                                {11, inputs_10, outputs, {}},
                                {13, inputs_10, outputs, {}}};
constexpr Reason reasons[] = {Reason::slice_step_zero, Reason::slice_length_mismatch, Reason::axis_out_of_range,
                              Reason::axis_negative,   Reason::axis_repeated,         Reason::input_rank};

struct AxisSlice {
  int64_t start;
  int64_t step;
  int64_t count;
};

// The steps, which are positive, that it takes to go so far; 0 if there is nowhere to go.
int64_t step_count(int64_t distance, int64_t step) {
  if (step == 1 || distance <= 0) return std::max<int64_t>(distance, 0);  // division is slow
  return (distance - 1) / step + 1;
}

AxisSlice axis_slice(int64_t extent, int64_t start, int64_t end, int64_t step) {
  constexpr int64_t int32_max = std::numeric_limits<int32_t>::max();
  constexpr int64_t int32_min = std::numeric_limits<int32_t>::min();
  constexpr int64_t int64_max = std::numeric_limits<int64_t>::max();

  if (extent == 0) return {0, step, 0};
  if (!is_known(extent)) return {0, step, unknown_extent};
  const bool to_the_beginning = step < 0 && (end == int32_max || end == int64_max);
  step = std::clamp(step, int32_min, int32_max);
  if (start < 0) start += extent;
  if (end < 0) end += extent;
  if (step > 0) {
    start = std::clamp<int64_t>(start, 0, extent);
    end = std::clamp<int64_t>(end, 0, extent);
    return {start, step, step_count(end - start, step)};
  }
  start = std::clamp<int64_t>(start, 0, extent - 1);
  end = to_the_beginning ? -1 : std::clamp<int64_t>(end, -1, extent - 1);
  return {start, step, step_count(start - end, -step)};
}

void infer(const Call& call, Results* results, StridedCopy* copy) {
  const Shape& shape = call.input(0).shape;
  results->expect(call.input(0).type, shape.rank());
  const IntegerList starts = call.integers("starts", 1);
  const IntegerList ends = call.integers("ends", 2);
  const IntegerList axes = call.integers("axes", 3);
  const IntegerList steps = call.integers("steps", 4);

  if (ends.size() != starts.size()) {
    call.fail(Reason::slice_length_mismatch, "ends", "there are ", ends.size(), " ends for ", starts.size(), " starts");
  }
  if (axes.given() && axes.size() != starts.size()) {
    call.fail(Reason::slice_length_mismatch, "axes", "there are ", axes.size(), " axes for ", starts.size(), " starts");
  }
  if (steps.given() && steps.size() != starts.size()) {
    call.fail(Reason::slice_length_mismatch, "steps", "there are ", steps.size(), " steps for ", starts.size(),
              " starts");
  }
  if (!axes.given() && starts.size() > shape.rank()) {
    call.fail(Reason::axis_out_of_range, "starts", "there are ", starts.size(), " starts for ", shape.rank(), " axes");
  }
  const auto normalized = normalized_axes(call, "axes", axes.values(), shape.rank(), negative_axes_since_11(call));

  copy->rank = shape.rank();
  std::ranges::copy(shape.extents(), copy->extents);
  call.strides(0, copy->source_strides);
  for (int64_t i = 0; i < starts.size(); ++i) {
    const int64_t axis = axes.given() ? normalized[static_cast<size_t>(i)] : i;
    const int64_t step = steps.given() ? steps[i] : 1;
    if (step == 0) call.fail(Reason::slice_step_zero, "steps", "steps[", i, "] is 0; a step must not be 0");
    const AxisSlice slice = axis_slice(shape[axis], starts[i], ends[i], step);
    copy->extents[axis] = slice.count;
    copy->source_offset += slice.start * copy->source_strides[axis];
    // With at most one element there is no next one, and the product of step and stride might not fit.
    copy->source_strides[axis] = slice.count > 1 ? slice.step * copy->source_strides[axis] : 0;
  }
  set_row_major_target(copy);
  results->add(call.input(0).type, Shape(std::span<const int64_t>(copy->extents, static_cast<size_t>(copy->rank))));
}

}  // namespace

constinit const Operator slice_operator = make_strided_operator<infer>("Slice", versions, reasons);

}  // namespace onemodel
