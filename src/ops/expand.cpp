// Expand: the input broadcast, both ways, against `shape`.
//
// The shorter of the two shapes is filled up with leading 1s. Per axis the two extents must be equal, or one of them 1,
// and then the other one counts: an input extent may exceed an entry of 1, and an entry 0 pairs with 0 or 1.
// Refuses: expand.extent_negative, broadcast.mismatch, input.rank, shape.rank_limit, shape.overflow.

#include <algorithm>

#include "ops/call.h"
#include "ops/operators.h"
#include "ops/strided_operator.h"

namespace onemodel {
namespace {

constexpr Input inputs[] = {{"input", all_types, 'T'}, {"shape", only_int64}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{8, inputs, outputs, {}}, {13, inputs, outputs, {}}};
constexpr Reason reasons[] = {Reason::expand_extent_negative, Reason::broadcast_mismatch, Reason::input_rank,
                              Reason::shape_rank_limit, Reason::shape_overflow};

void infer(const Call& call, Results* results, StridedCopy* copy) {
  const Shape& input = call.input(0).shape;
  const int64_t length = call.list_length("shape", 1);
  results->expect(call.input(0).type, is_known(length) ? std::max(length, input.rank()) : unknown_extent);
  const IntegerList shape = call.extents("shape", 1);

  int64_t strides[OM_MAX_RANK];
  call.strides(0, strides);
  const int64_t rank = std::max(input.rank(), shape.size());
  Shape output;
  for (int64_t axis = 0; axis < rank; ++axis) {
    const int64_t in_input = axis - (rank - input.rank());
    const int64_t in_shape = axis - (rank - shape.size());
    const int64_t extent = in_input >= 0 ? input[in_input] : 1;
    const int64_t entry = in_shape >= 0 ? shape.extent(in_shape) : 1;
    const bool known = in_shape < 0 || shape.knows(in_shape);
    if (known && entry < 0) call.fail(Reason::expand_extent_negative, "shape", "shape[", in_shape, "] is ", entry);
    if (!may_be_equal(extent, entry) && extent != 1 && entry != 1) {
      call.fail(Reason::broadcast_mismatch, "shape", "shape[", in_shape, "] is ", entry,
                ", the input's extent there is ", extent);
    }
    // Of two of which one is not known, the other one counts, unless it is 1.
    output.append(extent == 1 || (!is_known(extent) && entry != 1) ? entry : extent);
    copy->append_axis(output[axis], extent == 1 ? 0 : strides[in_input], 0);
  }
  output.element_count();  // refuses a number for which there are no strides
  set_row_major_target(copy);
  results->add(call.input(0).type, output);
}

}  // namespace

constinit const Operator expand_operator = make_strided_operator<infer>("Expand", versions, reasons);

}  // namespace onemodel
