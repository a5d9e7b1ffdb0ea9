// GatherND: the slices of data at the coordinates that the last axis of indices holds.
//
//   output[b_0 .. b_(batch_dims-1), i ..., j ...] = data[b_0 .. b_(batch_dims-1), indices[b ..., i ..., :], j ...]
//
//  - data has rank r >= 1, indices rank q >= 1; the last extent of indices, k, is in [1, r - batch_dims].
//  - batch_dims (from opset 12 on, before that 0) is in [0, min(q, r)); that many leading axes of data and indices are
//    walked together and must be equal.
//  - The output's shape is indices.shape[:-1] + data.shape[batch_dims + k:].
//  - An index counts from the end where it is negative. Every index is checked, also when the output is empty.
// Refuses: input.rank, gather_nd.batch_dims, gather_nd.batch_mismatch, gather_nd.index_depth, index.out_of_range,
// shape.rank_limit.

#include <algorithm>

#include "kernels/run.h"
#include "ops/indices.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_12[] = {{"batch_dims", OM_ATTRIBUTE_INT}};
constexpr Input inputs[] = {{"data", all_types, 'T'}, {"indices", only_int64}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {
    {11, inputs, outputs, {}}, {12, inputs, outputs, attributes_12}, {13, inputs, outputs, attributes_12}};
constexpr Reason reasons[] = {Reason::input_rank,
                              Reason::gather_nd_batch_dims,
                              Reason::gather_nd_batch_mismatch,
                              Reason::gather_nd_index_depth,
                              Reason::index_out_of_range,
                              Reason::shape_rank_limit};

struct Plan {
  int64_t batch_dims;
  int64_t index_depth;  // k
};

void infer(const Call& call, Results* results, Plan* plan) {
  const Shape& data = call.input(0).shape;
  const Shape& indices = call.input(1).shape;
  require_an_axis(call, 0);
  require_an_axis(call, 1);

  plan->batch_dims = call.since() < 12 ? 0 : call.integer("batch_dims");
  const int64_t least_rank = std::min(data.rank(), indices.rank());
  if (plan->batch_dims < 0 || plan->batch_dims >= least_rank) {
    call.fail(Reason::gather_nd_batch_dims, "batch_dims", "batch_dims ", plan->batch_dims, " is not in [0, ",
              least_rank, ")");
  }
  for (int64_t axis = 0; axis < plan->batch_dims; ++axis) {
    if (!may_be_equal(data[axis], indices[axis])) {
      call.fail(Reason::gather_nd_batch_mismatch, "indices", "on batch axis ", axis, " indices has extent ",
                indices[axis], ", data has ", data[axis]);
    }
  }
  plan->index_depth = indices[indices.rank() - 1];
  results->expect(call.input(0).type, unknown_extent);
  if (!is_known(plan->index_depth)) call.need_extents(1);
  if (plan->index_depth < 1 || plan->index_depth > data.rank() - plan->batch_dims) {
    call.fail(Reason::gather_nd_index_depth, "indices", "the last extent of indices, ", plan->index_depth,
              ", is not in [1, ", data.rank() - plan->batch_dims, "]");
  }

  Shape output(indices.extents().first(static_cast<size_t>(indices.rank() - 1)));
  for (int64_t axis = plan->batch_dims + plan->index_depth; axis < data.rank(); ++axis) output.append(data[axis]);
  results->add(call.input(0).type, output);
}

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& data = call.input(0);
  const int64_t first_sliced = plan.batch_dims + plan.index_depth;
  const IndexTuples tuples(call, plan.batch_dims, first_sliced);
  if (results[0].shape.element_count() == 0) {
    tuples.check();
    return;
  }
  const Runs slices{storage_bits(data.type), data.shape.product(first_sliced, data.shape.rank())};
  gather_runs(call.workers(), slices, tuples, data.data, outputs[0], tuples.count());
}

}  // namespace

constinit const Operator gather_nd_operator =
    make_operator<Plan, infer, run>("GatherND", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
