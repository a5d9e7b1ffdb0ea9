// OneHot: a new axis of extent `depth`, with values[1] (on) where its coordinate is the index, else values[0] (off).
//
//  - indices have rank r >= 0 and any numeric type; depth is a scalar (or a vector of one element) of any numeric type;
//    values is a vector of two elements of any type.
//  - axis is that of the output, in [-r-1, r]; at opset 9 the only negative one is -1.
//  - depth and indices that are not whole are truncated toward zero. A depth that is then negative or does not fit in
//    int64 is refused; 0 gives an empty axis.
//  - An index counts from the end where it is negative. One outside [-depth, depth), such as NaN or an infinity, turns
//    nothing on.
// Refuses: input.not_scalar, one_hot.depth, one_hot.values_shape, axis.out_of_range, axis.negative, shape.rank_limit,
// shape.overflow.

#include <algorithm>
#include <limits>

#include "kernels/fill.h"
#include "kernels/unit.h"
#include "ops/axes.h"
#include "ops/indices.h"
#include "ops/numbers.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes[] = {{"axis", OM_ATTRIBUTE_INT, false, -1}};
constexpr Input inputs[] = {{"indices", numeric_types}, {"depth", numeric_types}, {"values", all_types}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{9, inputs, outputs, attributes}, {11, inputs, outputs, attributes}};
constexpr Reason reasons[] = {Reason::input_not_scalar,  Reason::one_hot_depth, Reason::one_hot_values_shape,
                              Reason::axis_out_of_range, Reason::axis_negative, Reason::shape_rank_limit,
                              Reason::shape_overflow};

struct Plan {
  int64_t axis;
};

void infer(const Call& call, Results* results, Plan* plan) {
  const Shape& indices = call.input(0).shape;
  const Argument& values = call.input(2);
  call.require_scalar(1);
  if (values.shape.rank() != 1 || !may_be_equal(values.shape[0], 2)) {
    call.fail(Reason::one_hot_values_shape, "values", "the shape ", list_text(values.shape.extents()),
              " is not that of a vector of two elements");
  }
  const int64_t axis = call.integer("axis");
  const bool negative_allowed = call.since() >= 11 || axis == -1;
  plan->axis = normalized_axis(call, "axis", axis, indices.rank() + 1,
                               negative_allowed ? NegativeAxes::allowed : NegativeAxes::refused);
  results->expect(values.type, indices.rank() + 1);
  const std::optional<int64_t> whole = truncated_integer(call.input(1).type, call.elements(1), 0);
  if (!whole) call.fail(Reason::one_hot_depth, "depth", "depth is not a number that fits in 64 bits");
  const int64_t depth = *whole;
  if (depth < 0) call.fail(Reason::one_hot_depth, "depth", "depth is ", depth, "; it must not be negative");

  Shape output(indices.extents().first(static_cast<size_t>(plan->axis)));
  output.append(depth);
  for (int64_t i = plan->axis; i < indices.rank(); ++i) output.append(indices[i]);
  results->add(values.type, output);
}

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& indices = call.input(0);
  const std::byte* values = call.input(2).data;
  const Shape& output = results[0].shape;
  const int64_t count = output.element_count();
  if (count == 0) return;
  const int64_t depth = output[plan.axis];
  const int64_t after = output.product(plan.axis + 1, output.rank());
  const int64_t index_count = count / depth;

  // No depth is so large that this would select anything.
  constexpr int64_t nothing = std::numeric_limits<int64_t>::min();
  constexpr int64_t block = 512;
  int64_t block_indices[block];
  with_unit(storage_bits(results[0].type), [&]<class Unit>() {
    fill(Unit::bits, values, outputs[0], 0, count);
    const auto on = Unit::load(values, 1);
    for (int64_t first = 0; first < index_count; first += block) {
      const int64_t length = std::min(block, index_count - first);
      read_truncated_integers(indices.type, indices.data, first, length, nothing, block_indices);
      int64_t row = first / after;
      int64_t column = first % after;
      for (int64_t i = 0; i < length; ++i) {
        if (is_index(block_indices[i], depth)) {
          Unit::store(outputs[0], (row * depth + normalized_index(block_indices[i], depth)) * after + column, on);
        }
        if (++column == after) {
          column = 0;
          ++row;
        }
      }
    }
  });
}

}  // namespace

constinit const Operator one_hot_operator =
    make_operator<Plan, infer, run>("OneHot", OM_KIND_GENERATE, versions, reasons);

}  // namespace onemodel
