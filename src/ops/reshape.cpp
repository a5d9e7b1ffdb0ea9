// Reshape: the input with another shape of as many elements. A view.
//
// shape is an attribute before opset 5, an input from then on. Per entry:
//  - -1, at most once, stands for the extent that is left over by the others; it may come out as 0, but cannot be
//  worked
//    out when another extent is 0.
//  - 0 copies the input's extent of that axis; with allowzero (from opset 14 on) it means an extent of 0, and then 0
//  and
//    -1 together are an error, also for an input without elements.
//  - Anything else is the extent; it must not be below -1.
// An empty shape gives a scalar. In opset 1 consumed_inputs has no effect.
// Refuses: reshape.extent_negative, reshape.several_minus_one, reshape.zero_past_rank, reshape.zero_with_minus_one,
// reshape.minus_one_undetermined, reshape.count_mismatch, input.rank, shape.rank_limit, shape.overflow.

#include <algorithm>
#include <bitset>

#include "ops/call.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {{"consumed_inputs", OM_ATTRIBUTE_INTS}, {"shape", OM_ATTRIBUTE_INTS, true}};
constexpr AttributeRule attributes_14[] = {{"allowzero", OM_ATTRIBUTE_INT, false, 0}};
constexpr Input inputs_1[] = {{"data", all_types, 'T'}};
constexpr Input inputs_5[] = {{"data", all_types, 'T'}, {"shape", only_int64}};
constexpr Output outputs[] = {{"reshaped"}};
constexpr Version versions[] = {{1, inputs_1, outputs, attributes_1},
                                {5, inputs_5, outputs, {}},
                                {13, inputs_5, outputs, {}},
                                {14, inputs_5, outputs, attributes_14},
                                {19, inputs_5, outputs, attributes_14},
                                {21, inputs_5, outputs, attributes_14},
                                {23, inputs_5, outputs, attributes_14},
                                {24, inputs_5, outputs, attributes_14},
                                {25, inputs_5, outputs, attributes_14}};
constexpr Reason reasons[] = {Reason::reshape_extent_negative,
                              Reason::reshape_several_minus_one,
                              Reason::reshape_zero_past_rank,
                              Reason::reshape_zero_with_minus_one,
                              Reason::reshape_minus_one_undetermined,
                              Reason::reshape_count_mismatch,
                              Reason::input_rank,
                              Reason::shape_rank_limit,
                              Reason::shape_overflow};

// What -1 stands for where extents are not known: those that are copied are the same on both sides, so that the others
// tell, unless one of them is not known either. The extent of -1 itself is taken as 1 in `reshaped`.
int64_t left_over_beside(const std::bitset<OM_MAX_RANK>& copied, const Shape& data, const Shape& reshaped) {
  const auto others_of = [&](const Shape& shape) {
    Shape others;
    for (int64_t axis = 0; axis < shape.rank(); ++axis) {
      if (!copied[static_cast<size_t>(axis)]) others.append(shape[axis]);
    }
    return others.element_count();
  };
  const int64_t count = others_of(data);
  const int64_t others = others_of(reshaped);
  return is_known(count) && others > 0 && count % others == 0 ? count / others : unknown_extent;
}

void infer(const Call& call, Results* results) {
  const Shape& data = call.input(0).shape;
  results->expect(call.input(0).type, call.list_length("shape", 1));
  const IntegerList shape = call.extents("shape", 1);
  const bool allowzero = call.since() >= 14 && call.integer("allowzero") != 0;

  constexpr int64_t none = -1;
  int64_t minus_one = none;         // the axis whose entry is -1; until it is worked out, its extent is taken as 1
  std::bitset<OM_MAX_RANK> copied;  // the axes whose entry is 0
  bool known = true;
  bool has_zero = false;
  Shape reshaped;
  for (int64_t i = 0; i < shape.size(); ++i) {
    int64_t extent = shape[i];
    if (!shape.knows(i)) {
      known = false;
      reshaped.append(unknown_extent);
      continue;
    }
    if (extent < -1) call.fail(Reason::reshape_extent_negative, "shape", "shape[", i, "] is ", extent);
    if (extent == -1) {
      if (minus_one != none) {
        call.fail(Reason::reshape_several_minus_one, "shape", "shape[", minus_one, "] and shape[", i, "] are both -1");
      }
      minus_one = i;
      extent = 1;
    } else if (extent == 0 && !allowzero) {
      if (i >= data.rank()) {
        call.fail(Reason::reshape_zero_past_rank, "shape", "shape[", i, "] is 0, but the input has only ", data.rank(),
                  " axes");
      }
      extent = data[i];
      copied.set(static_cast<size_t>(i));
      known = known && is_known(extent);
    }
    has_zero = has_zero || extent == 0;
    reshaped.append(extent);
  }

  const int64_t count = data.element_count();
  if (!is_known(count) || !known) {
    if (minus_one != none) reshaped[minus_one] = left_over_beside(copied, data, reshaped);
    results->add_view(0, call.input(0).type, reshaped);
    return;
  }
  if (minus_one != none) {
    if (has_zero) {
      call.fail(allowzero ? Reason::reshape_zero_with_minus_one : Reason::reshape_minus_one_undetermined, "shape",
                "shape[", minus_one, "] is -1 and another extent is 0");
    }
    // Without elements it is 0, however large the product of the others.
    const int64_t others = count == 0 ? 1 : reshaped.element_count();
    reshaped[minus_one] = others == 1 ? count : count / others;  // division is slow
  }
  if (reshaped.element_count() != count) {
    call.fail(Reason::reshape_count_mismatch, "shape", "the input's shape ", list_text(data.extents()), " has ", count,
              " elements, which do not fit the shape ", list_text(shape.values()));
  }
  results->add_view(0, call.input(0).type, reshaped);
}

}  // namespace

constinit const Operator reshape_operator = make_view_operator<infer>("Reshape", versions, reasons);

}  // namespace onemodel
