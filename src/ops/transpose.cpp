// Transpose: axis i of the output is axis perm[i] of the input.
//
// Without perm the axes are reversed. perm must hold each of 0 .. rank-1 once; negative entries are refused.
// Refuses: transpose.perm_length, transpose.perm_value.

#include <bitset>

#include "ops/call.h"
#include "ops/operators.h"
#include "ops/strided_operator.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes[] = {{"perm", OM_ATTRIBUTE_INTS}};
constexpr Input inputs[] = {{"data", all_types, 'T'}};
constexpr Output outputs[] = {{"transposed"}};
constexpr Version versions[] = {{1, inputs, outputs, attributes},  {13, inputs, outputs, attributes},
                                {21, inputs, outputs, attributes}, {23, inputs, outputs, attributes},
                                {24, inputs, outputs, attributes}, {25, inputs, outputs, attributes}};
constexpr Reason reasons[] = {Reason::transpose_perm_length, Reason::transpose_perm_value};

void infer(const Call& call, Results* results, StridedCopy* copy) {
  const Shape& shape = call.input(0).shape;
  const int64_t rank = shape.rank();
  const IntegerList perm = call.integers("perm");

  if (perm.given() && perm.size() != rank) {
    call.fail(Reason::transpose_perm_length, "perm", "perm has ", perm.size(), " entries, the input has ", rank,
              " axes");
  }
  int64_t strides[OM_MAX_RANK];
  call.strides(0, strides);
  std::bitset<OM_MAX_RANK> seen;
  Shape transposed;
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t axis = perm.given() ? perm[i] : rank - 1 - i;
    if (axis < 0 || axis >= rank) {
      call.fail(Reason::transpose_perm_value, "perm", "perm[", i, "] is ", axis, ", which is not in [0, ", rank, ")");
    }
    if (seen[static_cast<size_t>(axis)]) {
      call.fail(Reason::transpose_perm_value, "perm", "axis ", axis, " is in perm twice");
    }
    seen.set(static_cast<size_t>(axis));
    transposed.append(shape[axis]);
    copy->append_axis(shape[axis], strides[axis], 0);
  }
  set_row_major_target(copy);
  results->add(call.input(0).type, transposed);
}

}  // namespace

constinit const Operator transpose_operator = make_strided_operator<infer>("Transpose", versions, reasons);

}  // namespace onemodel
