// Squeeze: the input without the axes listed, each of extent 1. A view.
//
// axes is an attribute before opset 13, an input from then on.
//  - Without axes every axis of extent 1 goes; an empty list removes none.
//  - An axis whose extent is not 1, or that is listed twice, is an error.
//  - Axes may be negative from opset 11 on.
// Refuses: squeeze.extent_not_one, axis.out_of_range, axis.negative, axis.repeated, input.rank.

#include <bitset>

#include "ops/axes.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {{"axes", OM_ATTRIBUTE_INTS}};
constexpr Input inputs_1[] = {{"data", all_types, 'T'}};
constexpr Input inputs_13[] = {{"data", all_types, 'T'}, {"axes", only_int64, ' ', Presence::optional}};
constexpr Output outputs[] = {{"squeezed"}};
constexpr Version versions[] = {{1, inputs_1, outputs, attributes_1}, {11, inputs_1, outputs, attributes_1},
                                {13, inputs_13, outputs, {}},         {21, inputs_13, outputs, {}},
                                {23, inputs_13, outputs, {}},         {24, inputs_13, outputs, {}},
                                {25, inputs_13, outputs, {}}};
constexpr Reason reasons[] = {Reason::squeeze_extent_not_one, Reason::axis_out_of_range, Reason::axis_negative,
                              Reason::axis_repeated, Reason::input_rank};

void infer(const Call& call, Results* results) {
  const Shape& shape = call.input(0).shape;
  const int64_t length = call.list_length("axes", 1);
  results->expect(call.input(0).type, length > 0 && length <= shape.rank() ? shape.rank() - length : unknown_extent);
  const IntegerList axes = call.integers("axes", 1);

  std::bitset<OM_MAX_RANK> listed;
  for (const int64_t axis : normalized_axes(call, "axes", axes.values(), shape.rank(), negative_axes_since_11(call))) {
    if (!may_be_equal(shape[axis], 1)) {
      call.fail(Reason::squeeze_extent_not_one, "axes", "axis ", axis, " has extent ", shape[axis], ", not 1");
    }
    listed.set(static_cast<size_t>(axis));
  }

  if (!axes.given() && !shape.is_known()) call.need_extents(0);
  Shape squeezed;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    const bool removed = axes.given() ? listed[static_cast<size_t>(axis)] : shape[axis] == 1;
    if (!removed) squeezed.append(shape[axis]);
  }
  results->add_view(0, call.input(0).type, squeezed);
}

}  // namespace

constinit const Operator squeeze_operator = make_view_operator<infer>("Squeeze", versions, reasons);

}  // namespace onemodel
