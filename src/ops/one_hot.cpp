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
#include "kernels/produce_runs.h"
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

// What the indices turn on, [rows, depth, columns] elements in all, for [rows, columns] indices.
struct OneHot {
  const Argument& indices;
  int64_t depth;
  int64_t columns;
  const std::byte* values;

  // Calls turn_on(position) for what the indices [first, last) turn on, in that order.
  template <class TurnOn>
  void for_each(int64_t first, int64_t last, const TurnOn& turn_on) const {
    // No depth is so large that this would select anything.
    constexpr int64_t nothing = std::numeric_limits<int64_t>::min();
    constexpr int64_t block = 512;
    int64_t block_indices[block];
    const int64_t own_depth = depth;
    const int64_t own_columns = columns;
    int64_t row = first / columns;
    int64_t column = first % columns;
    for (; first < last; first += block) {
      const int64_t length = std::min(block, last - first);
      read_truncated_integers(indices.type, indices.data, first, length, nothing, block_indices);
      for (int64_t i = 0; i < length; ++i) {
        const int64_t index = normalized_index(block_indices[i], own_depth);
        if (static_cast<uint64_t>(index) < static_cast<uint64_t>(own_depth)) {
          turn_on((row * own_depth + index) * own_columns + column);
        }
        if (++column == own_columns) {
          column = 0;
          ++row;
        }
      }
    }
  }
};

// Rows [first, last) past the caches, in order and line by line, as what went past them is slow to be changed. `to`
// starts on a line.
template <class Unit>
void stream_rows(const OneHot& one_hot, int64_t first, int64_t last, std::byte* to) {
  constexpr int64_t per_line = cache_line_bytes * 8 / Unit::bits;
  const int64_t count = (last - first) * one_hot.depth;
  const auto on = Unit::load(one_hot.values, 1);
  std::byte off_line[cache_line_bytes];
  fill(Unit::bits, one_hot.values, static_cast<std::byte*>(off_line), 0, per_line);
  std::byte line[cache_line_bytes];  // where something is on
  int64_t line_start = -per_line;    // its first element
  int64_t done = 0;                  // elements that are written, up to that line
  const auto write_line = [&] {
    const int64_t bytes = std::min(per_line, count - done) * Unit::bits / 8;
    stream_part_of_line(to + done * Unit::bits / 8, line, bytes);
    done += per_line;
  };
  const int64_t first_position = first * one_hot.depth;
  one_hot.for_each(first, last, [&](int64_t absolute) {
    const int64_t position = absolute - first_position;
    const int64_t start = position - position % per_line;
    if (start != line_start) {
      if (line_start >= 0) write_line();
      fill(Unit::bits, one_hot.values, to, done, start - done, Stores::streaming);
      done = start;
      line_start = start;
      std::copy_n(off_line, cache_line_bytes, line);
    }
    Unit::store(line, position - start, on);
  });
  if (line_start >= 0) write_line();
  if (done < count) fill(Unit::bits, one_hot.values, to, done, count - done, Stores::streaming);
}

// Where the new axis is the last one: row after row, filled and then set.
template <class Unit>
void write_rows(Workers& workers, const OneHot& one_hot, std::byte* output, int64_t row_count) {
  const auto on = Unit::load(one_hot.values, 1);
  const int64_t depth = one_hot.depth;
  const auto write = [&](int64_t first, int64_t last, std::byte* to, Stores stores) {
    if constexpr (!Unit::packed) {
      if (stores == Stores::streaming) {
        stream_rows<Unit>(one_hot, first, last, to);
        return;
      }
    }
    // So few rows at a time that those before are still in the cache.
    const int64_t step = std::max<int64_t>(1, chunk_bytes * 8 / (depth * Unit::bits));
    for (int64_t row = first; row < last; row += step) {
      const int64_t end = std::min(last, row + step);
      fill(Unit::bits, one_hot.values, to, (row - first) * depth, (end - row) * depth);
      const int64_t first_position = first * depth;
      one_hot.for_each(row, end, [=](int64_t position) { Unit::store(to, position - first_position, on); });
    }
  };
  produce_runs(workers, row_count, depth * Unit::bits, output, write);
}

// Where axes follow the new one: all is filled, and then set.
template <class Unit>
void write_all(Workers& workers, const OneHot& one_hot, std::byte* output, int64_t index_count) {
  const auto on = Unit::load(one_hot.values, 1);
  fill_all(workers, Unit::bits, one_hot.values, output, index_count * one_hot.depth);
  // Threads must not share a byte: neighbours among packed elements all belong to one of them.
  const int64_t parallel_bytes = Unit::packed ? 0 : index_count * cache_line_bytes;
  in_ranges(workers, index_count, parallel_bytes, 1, [&](int64_t first, int64_t last) {
    one_hot.for_each(first, last, [=](int64_t position) { Unit::store(output, position, on); });
  });
}

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Shape& output = results[0].shape;
  const int64_t count = output.element_count();
  if (count == 0) return;
  const int64_t depth = output[plan.axis];
  const OneHot one_hot{call.input(0), depth, output.product(plan.axis + 1, output.rank()), call.input(2).data};
  with_unit(storage_bits(results[0].type), [&]<class Unit>() {
    const auto write = one_hot.columns == 1 ? write_rows<Unit> : write_all<Unit>;
    write(call.workers(), one_hot, outputs[0], count / depth);
  });
}

}  // namespace

constinit const Operator one_hot_operator =
    make_operator<Plan, infer, run>("OneHot", OM_KIND_GENERATE, versions, reasons);

}  // namespace onemodel
