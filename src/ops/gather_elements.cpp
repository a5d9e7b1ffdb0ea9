// GatherElements: for each position of indices, the element of data at that position with the coordinate on `axis`
// replaced by the index.
//
//   output[i_0 .. i_(r-1)] = data[i_0 .. i_(axis-1), indices[i_0 .. i_(r-1)], i_(axis+1) .. i_(r-1)]
//
//  - data and indices have one rank r >= 1; the output has the shape of indices.
//  - Off the axis the extents of indices may be smaller than data's, never larger; on the axis it may be any.
//  - An index counts from the end where it is negative.
// Refuses: input.rank, gather_elements.rank_mismatch, gather_elements.extent, axis.out_of_range, index.out_of_range.

#include <utility>

#include "kernels/unit.h"
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

// Goes through the rows of indices along the last axis, and keeps the position in data of each row's first element,
// with 0 as its coordinate on the axis.
template <class Index, class Unit>
void gather_elements(const Call& call, int64_t axis, std::byte* output) {
  const Shape& shape = call.input(1).shape;
  const std::byte* data = call.input(0).data;
  const std::byte* indices = call.input(1).data;
  int64_t strides[OM_MAX_RANK];
  row_major_strides(call.input(0).shape.extents(), strides);
  const int64_t axis_stride = std::exchange(strides[axis], 0);

  const int64_t last = shape.rank() - 1;
  const int64_t last_stride = strides[last];
  const int64_t row_extent = shape[last];
  const int64_t count = shape.element_count();
  const int64_t extent = call.input(0).shape[axis];
  int64_t coordinate[OM_MAX_RANK] = {};
  int64_t row = 0;
  for (int64_t first = 0; first < count; first += row_extent) {
    for (int64_t i = 0; i < row_extent; ++i) {
      const int64_t index = checked_index<Index>(call, indices, first + i, extent);
      Unit::store(output, first + i, Unit::load(data, row + i * last_stride + index * axis_stride));
    }
    for (int64_t outer = last - 1; outer >= 0; --outer) {
      row += strides[outer];
      if (++coordinate[outer] < shape[outer]) break;
      row -= shape[outer] * strides[outer];
      coordinate[outer] = 0;
    }
  }
}

void run(const Call& call, const Results&, const Plan& plan, std::span<std::byte* const> outputs) {
  with_index_type(call, [&]<class Index>() {
    with_unit(storage_bits(call.input(0).type),
              [&]<class Unit>() { gather_elements<Index, Unit>(call, plan.axis, outputs[0]); });
  });
}

}  // namespace

constinit const Operator gather_elements_operator =
    make_operator<Plan, infer, run>("GatherElements", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
