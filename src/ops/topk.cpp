// TopK: along `axis`, the k largest or smallest elements of X, in order, and their positions on the axis as int64.
//
//  - k is an attribute before opset 10, from then on the input K, a vector of one element; k is in [0, extent of axis],
//    and 0 gives an empty axis.
//  - largest (from opset 11 on) says which elements; before that, and where it is not 0, the largest.
//  - sorted (from opset 11 on) has no effect: the output is always sorted, which is right for both of its values.
//  - NaN counts as greater than every number, NaNs as equal to each other, and -0.0 as equal to 0.0. Of equal elements
//    the one with the lower index comes first, whichever are selected.
// Uses scratch memory for each thread: 1 MB, a quarter of the elements of a row, and in the order of what k elements
// take. Refuses: axis.out_of_range, topk.k_negative, topk.k_exceeds_extent, input.rank, input.not_scalar.

#include "kernels/topk_select.h"
#include "ops/axes.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {{"axis", OM_ATTRIBUTE_INT, false, -1}, {"k", OM_ATTRIBUTE_INT, true}};
constexpr AttributeRule attributes_10[] = {{"axis", OM_ATTRIBUTE_INT, false, -1}};
constexpr AttributeRule attributes_11[] = {{"axis", OM_ATTRIBUTE_INT, false, -1},
                                           {"largest", OM_ATTRIBUTE_INT, false, 1},
                                           {"sorted", OM_ATTRIBUTE_INT, false, 1}};
constexpr Input inputs_1[] = {{"X", numeric_types}};
constexpr Input inputs_10[] = {{"X", numeric_types}, {"K", only_int64}};
constexpr Output outputs[] = {{"Values"}, {"Indices"}};
constexpr Version versions[] = {{1, inputs_1, outputs, attributes_1},
                                {10, inputs_10, outputs, attributes_10},
                                {11, inputs_10, outputs, attributes_11},
                                {24, inputs_10, outputs, attributes_11}};
constexpr Reason reasons[] = {Reason::axis_out_of_range, Reason::topk_k_negative, Reason::topk_k_exceeds_extent,
                              Reason::input_rank, Reason::input_not_scalar};

struct Plan {
  int64_t axis;
  int64_t k;
  bool largest;
};

int64_t k_of(const Call& call) {
  if (call.since() < 10) return call.integer("k");
  const IntegerList list = call.integers("K", 1);
  call.require_scalar(1);
  return list[0];
}

void infer(const Call& call, Results* results, Plan* plan) {
  const Argument& x = call.input(0);
  const char* k_name = call.since() < 10 ? "k" : "K";
  plan->axis = normalized_axis(call, "axis", call.integer("axis"), x.shape.rank());
  plan->largest = call.since() < 11 || call.integer("largest") != 0;
  results->expect(x.type, x.shape.rank());
  results->expect(OM_INT64, x.shape.rank());
  plan->k = k_of(call);
  if (plan->k < 0) call.fail(Reason::topk_k_negative, k_name, "k is ", plan->k, "; it must not be negative");
  if (is_known(x.shape[plan->axis]) && plan->k > x.shape[plan->axis]) {
    call.fail(Reason::topk_k_exceeds_extent, k_name, "k is ", plan->k, ", axis ", plan->axis, " has only ",
              x.shape[plan->axis], " elements");
  }
  Shape output = x.shape;
  output[plan->axis] = plan->k;
  results->add(x.type, output);
  results->add(OM_INT64, output);
}

TopkOrder order_of(om_type type, bool largest) {
  constexpr TypeSet unsigned_types = TypeSet::of(OM_UINT8, OM_UINT16, OM_UINT32, OM_UINT64);
  TopkOrder order{0, largest ? 0 : ~uint64_t{0}};
  // With their highest bits inverted, unsigned integers compare as signed ones do.
  if (unsigned_types.contains(type)) order.inverted ^= uint64_t{1} << (storage_bits(type) - 1);
  if (type == OM_FLOAT16) order.infinity = 0x7C00;
  if (type == OM_BFLOAT16) order.infinity = 0x7F80;
  if (type == OM_FLOAT32) order.infinity = 0x7F800000;
  if (type == OM_FLOAT64) order.infinity = 0x7FF0000000000000;
  return order;
}

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  if (results[0].shape.element_count() == 0) return;
  const Argument& x = call.input(0);
  const TopkExtents extents{x.shape.product(0, plan.axis), x.shape[plan.axis],
                            x.shape.product(plan.axis + 1, x.shape.rank()), plan.k};
  topk_select(call.workers(), storage_bits(x.type), extents, order_of(x.type, plan.largest), x.data, outputs[0],
              outputs[1]);
}

}  // namespace

constinit const Operator topk_operator = make_operator<Plan, infer, run>("TopK", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
