// Unsqueeze: the input with axes of extent 1 put in. A view.
//
// axes is an attribute before opset 13, an input from then on. The axes, in any order, count in the output, whose rank
// is that of the input plus their number.
//  - An axis that is listed twice is an error.
//  - Axes may be negative from opset 11 on.
// Refuses: axis.out_of_range, axis.negative, axis.repeated, input.rank, shape.rank_limit.

#include <bitset>

#include "ops/axes.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {{"axes", OM_ATTRIBUTE_INTS, true}};
constexpr Input inputs_1[] = {{"data", all_types, 'T'}};
constexpr Input inputs_13[] = {{"data", all_types, 'T'}, {"axes", only_int64}};
constexpr Output outputs[] = {{"expanded"}};
constexpr Version versions[] = {{1, inputs_1, outputs, attributes_1}, {11, inputs_1, outputs, attributes_1},
                                {13, inputs_13, outputs, {}},         {21, inputs_13, outputs, {}},
                                {23, inputs_13, outputs, {}},         {24, inputs_13, outputs, {}},
                                {25, inputs_13, outputs, {}}};
constexpr Reason reasons[] = {Reason::axis_out_of_range, Reason::axis_negative, Reason::axis_repeated,
                              Reason::input_rank, Reason::shape_rank_limit};

void infer(const Call& call, Results* results) {
  const Shape& shape = call.input(0).shape;
  const int64_t length = call.list_length("axes", 1);
  results->expect(call.input(0).type, is_known(length) ? shape.rank() + length : unknown_extent);
  const IntegerList axes = call.integers("axes", 1);

  const int64_t rank = shape.rank() + axes.size();
  if (rank > OM_MAX_RANK) {
    call.fail(Reason::shape_rank_limit, "axes", "the result would have ", rank, " axes, at most ", int{OM_MAX_RANK},
              " are possible here");
  }
  std::bitset<OM_MAX_RANK> inserted;
  for (const int64_t axis : normalized_axes(call, "axes", axes.values(), rank, negative_axes_since_11(call))) {
    inserted.set(static_cast<size_t>(axis));
  }

  Shape expanded;
  int64_t next = 0;
  for (int64_t axis = 0; axis < rank; ++axis) {
    expanded.append(inserted[static_cast<size_t>(axis)] ? 1 : shape[next++]);
  }
  results->add_view(0, call.input(0).type, expanded);
}

}  // namespace

constinit const Operator unsqueeze_operator = make_view_operator<infer>("Unsqueeze", versions, reasons);

}  // namespace onemodel
