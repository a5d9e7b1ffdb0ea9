// Flatten: the input as a matrix, whose rows are the axes before `axis` and whose columns are the others. A view.
//
//  - axis lies in [-rank, rank], default 1; it may be negative from opset 11 on.
//  - Axis 0 gives [1, size], axis rank gives [size, 1].
// Refuses: axis.out_of_range, axis.negative, shape.overflow.

#include "ops/axes.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes[] = {{"axis", OM_ATTRIBUTE_INT, false, 1}};
constexpr Input inputs[] = {{"input", all_types, 'T'}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{1, inputs, outputs, attributes},  {9, inputs, outputs, attributes},
                                {11, inputs, outputs, attributes}, {13, inputs, outputs, attributes},
                                {21, inputs, outputs, attributes}, {23, inputs, outputs, attributes},
                                {24, inputs, outputs, attributes}, {25, inputs, outputs, attributes}};
constexpr Reason reasons[] = {Reason::axis_out_of_range, Reason::axis_negative, Reason::shape_overflow};

void infer(const Call& call, Results* results) {
  const Shape& shape = call.input(0).shape;
  const int64_t rank = shape.rank();

  int64_t axis = call.integer("axis");
  if (axis < -rank || axis > rank) {
    call.fail(Reason::axis_out_of_range, "axis", "axis ", axis, " is not in [", -rank, ", ", rank, "]");
  }
  if (axis != rank) {
    axis = normalized_axis(call, "axis", axis, rank, negative_axes_since_11(call));
  }
  results->add_view(0, call.input(0).type, Shape{shape.product(0, axis), shape.product(axis, rank)});
}

}  // namespace

constinit const Operator flatten_operator = make_view_operator<infer>("Flatten", versions, reasons);

}  // namespace onemodel
