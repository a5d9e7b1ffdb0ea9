// Concat: the inputs joined along `axis`.
//
//  - axis is required from opset 4 on, its default is 1 before; it may be negative from opset 11 on.
//  - All inputs have the same rank, at least 1, and the same extents off the axis, also those without elements.
// Refuses: concat.rank_mismatch, concat.extent_mismatch, axis.out_of_range, axis.negative, input.rank, shape.overflow.

#include <algorithm>

#include "kernels/packed.h"
#include "kernels/rows.h"
#include "kernels/strided_copy.h"
#include "ops/axes.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {{"axis", OM_ATTRIBUTE_INT, false, 1}};
constexpr AttributeRule attributes_4[] = {{"axis", OM_ATTRIBUTE_INT, true}};
constexpr Input inputs[] = {{"inputs", all_types, 'T', Presence::variadic}};
constexpr Output outputs[] = {{"concat_result"}};
constexpr Version versions[] = {{1, inputs, outputs, attributes_1},
                                {4, inputs, outputs, attributes_4},
                                {11, inputs, outputs, attributes_4},
                                {13, inputs, outputs, attributes_4}};
constexpr Reason reasons[] = {Reason::concat_rank_mismatch, Reason::concat_extent_mismatch,
                              Reason::axis_out_of_range,    Reason::axis_negative,
                              Reason::input_rank,           Reason::shape_overflow};

struct Joined {
  int64_t axis;
};

void infer(const Call& call, Results* results, Joined* joined) {
  Shape shape = call.input(0).shape;
  const int64_t rank = shape.rank();
  if (rank == 0) call.fail(Reason::input_rank, "inputs", "scalars cannot be joined");
  const int64_t axis = normalized_axis(call, "axis", call.integer("axis"), rank, negative_axes_since_11(call));

  for (int64_t i = 1; i < call.input_count(); ++i) {
    const Shape& other = call.input(i).shape;
    if (other.rank() != rank) {
      call.fail(Reason::concat_rank_mismatch, "inputs", "input ", i, " has rank ", other.rank(), ", the first has ",
                rank);
    }
    for (int64_t off_axis = 0; off_axis < rank; ++off_axis) {
      if (off_axis == axis) continue;
      if (!may_be_equal(other[off_axis], shape[off_axis])) {
        call.fail(Reason::concat_extent_mismatch, "inputs", "input ", i, " has extent ", other[off_axis], " on axis ",
                  off_axis, ", the first has ", shape[off_axis]);
      }
      if (!is_known(shape[off_axis])) shape[off_axis] = other[off_axis];
    }
    const bool known = is_known(shape[axis]) && is_known(other[axis]);
    shape[axis] = known ? checked_add(shape[axis], other[axis]) : unknown_extent;
  }
  joined->axis = axis;
  results->add(call.input(0).type, shape);
}

void run(const Call& call, const Results& results, const Joined& joined, std::span<std::byte* const> outputs) {
  const Shape& shape = results[0].shape;
  if (shape.element_count() == 0) return;
  const int64_t bits = storage_bits(results[0].type);
  const int64_t rows = shape.product(0, joined.axis);
  const int64_t inner_bits = shape.product(joined.axis + 1, shape.rank()) * bits;
  // Packed elements of two inputs may share a byte.
  bool whole_bytes = true;
  for (int64_t i = 0; i < call.input_count(); ++i) {
    whole_bytes = whole_bytes && call.input(i).shape[joined.axis] * inner_bits % 8 == 0;
  }
  constexpr int64_t few_rows = 8;  // which are each copied as one
  if (whole_bytes && (rows >= few_rows || shape.element_count() * bits <= 8 * little_bytes)) {
    SmallVector<RowsOf<const std::byte>, 16> sources;
    for (int64_t i = 0; i < call.input_count(); ++i) {
      sources.push_back({call.input(i).data, call.input(i).shape[joined.axis] * inner_bits / 8});
    }
    join_rows(call.workers(), rows, {sources.data(), sources.size()}, outputs[0]);
    return;
  }
  if (const int64_t row_length = shape.product(joined.axis, shape.rank());
      rows >= few_rows && bits < 8 && row_length <= most_joined_elements) {
    SmallVector<PackedRows, 16> sources;
    for (int64_t i = 0; i < call.input_count(); ++i) {
      sources.push_back({call.input(i).data, call.input(i).shape[joined.axis] * inner_bits / bits});
    }
    join_packed_rows(call.workers(), bits, rows, {sources.data(), sources.size()}, row_length, outputs[0]);
    return;
  }
  StridedCopy copy;
  copy.rank = shape.rank();
  row_major_strides(shape.extents(), copy.target_strides);
  for (int64_t i = 0; i < call.input_count(); ++i) {
    const Argument& input = call.input(i);
    std::ranges::copy(input.shape.extents(), copy.extents);
    row_major_strides(input.shape.extents(), copy.source_strides);
    strided_copy(call.workers(), bits, copy, input.data, outputs[0]);
    copy.target_offset += input.shape[joined.axis] * copy.target_strides[joined.axis];
  }
}

}  // namespace

constinit const Operator concat_operator = make_operator<Joined, infer, run>("Concat", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
