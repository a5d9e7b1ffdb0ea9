// Gather: the slices of data along `axis` that indices names; the indices' axes take the place of that axis.
//
//   output[i_0 .. i_(axis-1), j_0 .. j_(q-1), i_(axis+1) .. i_(r-1)] =
//       data[i_0 .. i_(axis-1), indices[j_0 .. j_(q-1)], i_(axis+1) .. i_(r-1)]
//
//  - data has rank r >= 1, indices rank q >= 0; the output has rank r - 1 + q.
//  - An index counts from the end where it is negative. Every index is checked, also when the output is empty.
// Refuses: input.rank, axis.out_of_range, index.out_of_range, shape.rank_limit.

#include <algorithm>
#include <optional>

#include "base/scratch.h"
#include "kernels/indexed.h"
#include "kernels/run.h"
#include "kernels/strided_copy.h"
#include "ops/axes.h"
#include "ops/indices.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes[] = {{"axis", OM_ATTRIBUTE_INT}};
constexpr Input inputs[] = {{"data", all_types, 'T'}, {"indices", index_types}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {
    {1, inputs, outputs, attributes}, {11, inputs, outputs, attributes}, {13, inputs, outputs, attributes}};
constexpr Reason reasons[] = {Reason::input_rank, Reason::axis_out_of_range, Reason::index_out_of_range,
                              Reason::shape_rank_limit};

struct Plan {
  int64_t axis;
};

void infer(const Call& call, Results* results, Plan* plan) {
  const Shape& data = call.input(0).shape;
  require_an_axis(call, 0);
  plan->axis = normalized_axis(call, "axis", call.integer("axis"), data.rank());

  Shape output(data.extents().first(static_cast<size_t>(plan->axis)));
  for (const int64_t extent : call.input(1).shape) output.append(extent);
  for (int64_t axis = plan->axis + 1; axis < data.rank(); ++axis) output.append(data[axis]);
  results->add(call.input(0).type, output);
}

// For data seen as [before, extent] runs, of which [before, count] are taken.
class GatherIndex final : public RunIndex {
 public:
  GatherIndex(const Call& call, int64_t extent, int64_t before) : RunIndex(extent), indices_(call, extent) {
    const int64_t count = indices_.count();
    if (before == 1 && count > few) return;
    all_ = indices_.plain();
    if (all_ != nullptr) return;
    // What is read once more for each row is put in order once.
    int64_t* room = few_indices_;
    if (count > few) {
      scratch_.emplace(*call.context().blocks, count * int64_t{sizeof(int64_t)});
      room = reinterpret_cast<int64_t*>(scratch_->data());
    }
    if (room != nullptr) all_ = indices_.read(0, count, room);
  }

  RunPositions at(int64_t first, int64_t count, int64_t* room) const override {
    const int64_t row_count = indices_.count();
    const int64_t row = first < row_count ? 0 : first / row_count;  // division is slow
    const int64_t column = first - row * row_count;
    const int64_t base = row * reach();
    if (all_ == nullptr) {
      count = std::min({count, row_count - column, block});
      return {indices_.read(column, count, room), count, base};
    }
    if (column != 0 || count < row_count) return {all_ + column, std::min(count, row_count - column), base};
    int64_t rows = count / row_count;
    if (row_count >= short_row) return {all_, row_count, base, rows, reach()};
    rows = std::min(rows, block / row_count);
    int64_t* next = room;
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < row_count; ++j) *next++ = base + i * reach() + all_[j];
    }
    return {room, rows * row_count};
  }

 private:
  static constexpr int64_t few = 128;
  // Shorter rows are made one.
  static constexpr int64_t short_row = 8;

  AxisIndices indices_;
  const int64_t* all_ = nullptr;  // in [0, extent); null: they are read as they are needed
  int64_t few_indices_[few];
  std::optional<Scratch> scratch_;
};

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& data = call.input(0);
  const int64_t extent = data.shape[plan.axis];
  if (results[0].shape.element_count() == 0) {
    check_indices(call, extent);
    return;
  }
  const int64_t before = data.shape.product(0, plan.axis);
  const Runs runs = widened({storage_bits(data.type), data.shape.product(plan.axis + 1, data.shape.rank())});
  // Indices that are used once are not worth a list of their own, where the source need not be asked for ahead.
  if (before == 1 && runs.length == 1 && is_close(Access::read, extent * runs.bits / 8, runs.bits / 8)) {
    const Argument& indices = call.input(1);
    const int64_t count = indices.shape.element_count();
    IndexedElements elements(extent, 1);
    elements.append_axis(count, 0, 1);
    if (!gather_indexed(call.workers(), runs.bits, elements, {indices.data, indices.type == OM_INT64}, data.data,
                        outputs[0], count)) {
      check_indices(call, extent);  // which refuses
    }
    return;
  }
  gather_runs(call.workers(), runs, GatherIndex(call, extent, before), data.data, outputs[0],
              before * call.input(1).shape.element_count());
}

// One index, or a vector of indices that are all as far from each other, is what Slice could say, too.
bool lay_out(const Call& call, const Results&, const Plan& plan, size_t, StridedCopy* copy) {
  const Argument& indices = call.input(1);
  const Shape& data = call.input(0).shape;
  const int64_t extent = data[plan.axis];
  if (!indices.has_elements() || indices.shape.rank() > 1) return false;
  const int64_t count = indices.shape.element_count();
  const auto index_at = [&](int64_t position) {
    return with_index_type(call, [&]<class Index>() -> int64_t { return load_number<Index>(indices.data, position); });
  };
  int64_t first = 0;
  int64_t step = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (is_known(extent) && !is_index(index_at(i), extent)) return false;  // running refuses it
    const int64_t index = is_known(extent) ? normalized_index(index_at(i), extent) : index_at(i);
    if (i == 0) first = index;
    if (i == 1) step = index - first;
    if (index != first + i * step) return false;
  }

  int64_t strides[OM_MAX_RANK] = {};
  call.strides(0, strides);
  copy->source_offset = first * strides[plan.axis];
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    if (axis != plan.axis) {
      copy->append_axis(data[axis], strides[axis], 0);
    } else if (indices.shape.rank() == 1) {
      copy->append_axis(count, step * strides[axis], 0);
    }
  }
  set_row_major_target(copy);
  return true;
}

}  // namespace

constinit const Operator gather_operator = make_moving_operator<Plan, infer, run, lay_out>("Gather", versions, reasons);

}  // namespace onemodel
