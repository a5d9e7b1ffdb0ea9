// GatherElements: for each position of indices, the element of data at that position with the coordinate on `axis`
// replaced by the index.
//
//   output[i_0 .. i_(r-1)] = data[i_0 .. i_(axis-1), indices[i_0 .. i_(r-1)], i_(axis+1) .. i_(r-1)]
//
//  - data and indices have one rank r >= 1; the output has the shape of indices.
//  - Off the axis the extents of indices may be smaller than data's, never larger; on the axis it may be any.
//  - An index counts from the end where it is negative.
// Refuses: input.rank, gather_elements.rank_mismatch, gather_elements.extent, axis.out_of_range, index.out_of_range.

#include <algorithm>
#include <utility>

#include "kernels/run.h"
#include "ops/axes.h"
#include "ops/indices.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes[] = {{"axis", OM_ATTRIBUTE_INT}};
constexpr Input inputs[] = {{"data", all_types, 'T'}, {"indices", index_types}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{11, inputs, outputs, attributes}, {13, inputs, outputs, attributes}};
constexpr Reason reasons[] = {Reason::input_rank, Reason::gather_elements_rank_mismatch, Reason::gather_elements_extent,
                              Reason::axis_out_of_range, Reason::index_out_of_range};

struct Plan {
  int64_t axis;
};

void infer(const Call& call, Results* results, Plan* plan) {
  const Shape& data = call.input(0).shape;
  const Shape& indices = call.input(1).shape;
  require_an_axis(call, 0);
  if (indices.rank() != data.rank()) {
    call.fail(Reason::gather_elements_rank_mismatch, "indices", "indices has rank ", indices.rank(), ", data has rank ",
              data.rank());
  }
  plan->axis = normalized_axis(call, "axis", call.integer("axis"), data.rank());
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    if (axis != plan->axis && is_known(data[axis]) && indices[axis] > data[axis]) {
      call.fail(Reason::gather_elements_extent, "indices", "on axis ", axis, " indices has extent ", indices[axis],
                ", data only ", data[axis]);
    }
  }
  results->add(call.input(0).type, indices);
}

// Where the element is that belongs to each position of indices.
class ElementIndex final : public RunIndex {
 public:
  ElementIndex(const Call& call, int64_t axis)
      : indices_(call, call.input(0).shape[axis]), shape_(call.input(1).shape), last_(shape_.rank() - 1) {
    row_major_strides(call.input(0).shape.extents(), strides_);
    axis_stride_ = std::exchange(strides_[axis], 0);
  }

  RunPositions at(int64_t first, int64_t count, int64_t* room) const override {
    // Rows along the last axis that are shorter than this come several at a time.
    constexpr int64_t short_row = 32;
    const int64_t row_extent = shape_[last_];
    int64_t column = first % row_extent;
    if (row_extent - column >= short_row) count = std::min(count, row_extent - column);

    int64_t coordinate[OM_MAX_RANK];
    int64_t base = 0;  // the position in data of the row's first element, with 0 as its coordinate on the axis
    int64_t rows = first / row_extent;
    for (int64_t outer = last_ - 1; outer >= 0; --outer) {
      coordinate[outer] = rows % shape_[outer];
      rows /= shape_[outer];
      base += coordinate[outer] * strides_[outer];
    }
    const int64_t* indices = indices_.read(first, count, room);
    const int64_t last_stride = strides_[last_];
    if (count <= row_extent - column && last_stride == 0 && axis_stride_ == 1) return {indices, count, base};

    for (int64_t i = 0; i < count;) {
      const int64_t end = std::min(count, i + row_extent - column);
      int64_t start = base + column * last_stride;
      for (; i < end; ++i, start += last_stride) room[i] = start + indices[i] * axis_stride_;
      column = 0;
      for (int64_t outer = last_ - 1; outer >= 0; --outer) {
        base += strides_[outer];
        if (++coordinate[outer] < shape_[outer]) break;
        base -= shape_[outer] * strides_[outer];
        coordinate[outer] = 0;
      }
    }
    return {room, count};
  }

 private:
  AxisIndices indices_;
  const Shape& shape_;  // of indices
  int64_t last_;
  int64_t strides_[OM_MAX_RANK];  // of data, 0 on the axis
  int64_t axis_stride_;
};

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& data = call.input(0);
  const int64_t count = results[0].shape.element_count();
  if (count == 0) return;
  gather_runs(call.workers(), {storage_bits(data.type), 1}, ElementIndex(call, plan.axis), data.data,
              data.shape.element_count(), outputs[0], count);
}

}  // namespace

constinit const Operator gather_elements_operator =
    make_operator<Plan, infer, run>("GatherElements", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
