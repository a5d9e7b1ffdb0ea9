// GatherElements: for each position of indices, the element of data at that position with the coordinate on `axis`
// replaced by the index.
//
//   output[i_0 .. i_(r-1)] = data[i_0 .. i_(axis-1), indices[i_0 .. i_(r-1)], i_(axis+1) .. i_(r-1)]
//
//  - data and indices have one rank r >= 1; the output has the shape of indices.
//  - Off the axis the extents of indices may be smaller than data's, never larger; on the axis it may be any.
//  - An index counts from the end where it is negative.
// Refuses: input.rank, gather_elements.rank_mismatch, gather_elements.extent, axis.out_of_range, index.out_of_range.

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>
#include <utility>

#include "base/scratch.h"
#include "kernels/produce.h"
#include "kernels/run.h"
#include "ops/axes.h"
#include "ops/indices.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes[] = {{"axis", OM_ATTRIBUTE_INT}};
constexpr Input inputs[] = {{"data", all_types, 'T'}, {"indices", index_types}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{11, inputs, outputs, attributes}, {13, inputs, outputs, attributes}};
constexpr Reason reasons[] = {Reason::input_rank, Reason::gather_elements_rank_mismatch, Reason::gather_elements_extent,
                              Reason::axis_out_of_range, Reason::index_out_of_range};

struct Plan {
  int64_t axis;
};

void infer(const Call& call, Results* results, Plan* plan) {
  const Shape& data = call.input(0).shape;
  const Shape& indices = call.input(1).shape;
  require_an_axis(call, 0);
  if (indices.rank() != data.rank()) {
    call.fail(Reason::gather_elements_rank_mismatch, "indices", "indices has rank ", indices.rank(), ", data has rank ",
              data.rank());
  }
  plan->axis = normalized_axis(call, "axis", call.integer("axis"), data.rank());
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    if (axis != plan->axis && is_known(data[axis]) && indices[axis] > data[axis]) {
      call.fail(Reason::gather_elements_extent, "indices", "on axis ", axis, " indices has extent ", indices[axis],
                ", data only ", data[axis]);
    }
  }
  results->add(call.input(0).type, indices);
}

// Data and indices seen as [before, extent, after] elements, if they can be: off the axis all extents are the same, but
// for the first, which may be smaller in indices.
struct Layout {
  int64_t data_extent;
  int64_t index_extent;
  int64_t after;

  static std::optional<Layout> of(const Shape& data, const Shape& indices, int64_t axis) {
    for (int64_t i = 1; i < data.rank(); ++i) {
      if (i != axis && data[i] != indices[i]) return std::nullopt;
    }
    return Layout{data[axis], indices[axis], data.product(axis + 1, data.rank())};
  }
};

// The position in data of the element for each position of indices.
class LaidOutIndex final : public RunIndex {
 public:
  LaidOutIndex(const Call& call, const Layout& layout)
      : RunIndex(layout.data_extent * layout.after), layout_(layout), indices_(call, layout.data_extent) {}

  RunPositions at(int64_t first, int64_t count, int64_t* room) const override {
    count = std::min(count, block);
    const int64_t plane = layout_.index_extent * layout_.after;
    const int64_t number = first < plane ? 0 : first / plane;  // division is slow
    const int64_t base = number * reach();
    const int64_t rest = (number + 1) * plane - first;
    if (layout_.after == 1) {
      // The indices are positions already, in a row for each element before the axis.
      if (count < rest || plane > block) return take(first, std::min(count, rest), base, room);
      if (rest < plane) return take(first, rest, base, room);
      RunPositions rows = take(first, count / plane * plane, base, room);
      rows.rows = rows.count / plane;
      rows.count = plane;
      rows.base_step = reach();
      rows.positions_step = plane;
      return plane < short_row ? joined(rows, room) : rows;
    }
    RunPositions positions = take(first, std::min(count, rest), base, room);
    place(positions, first % layout_.after, room);
    positions.positions = room;
    return positions;
  }

 private:
  // Shorter rows are made one.
  static constexpr int64_t short_row = 8;

  RunPositions take(int64_t first, int64_t count, int64_t base, int64_t* room) const {
    return {indices_.read(first, count, room), count, base};
  }

  static RunPositions joined(const RunPositions& rows, int64_t* room) {
    const int64_t* next = rows.positions;
    int64_t* position = room;
    for (int64_t i = 0; i < rows.rows; ++i) {
      for (int64_t j = 0; j < rows.count; ++j) *position++ = *next++ + i * rows.base_step;
    }
    return {room, rows.rows * rows.count, rows.base};
  }

  // Makes positions of indices, of which the first stands in that column.
  void place(const RunPositions& indices, int64_t column, int64_t* positions) const {
    const int64_t after = layout_.after;
    if (after < short_row) {
      for (int64_t i = 0; i < indices.count; ++i) {
        positions[i] = indices.positions[i] * after + column;
        column = column + 1 == after ? 0 : column + 1;
      }
      return;
    }
    // Half as many bits are multiplied faster, by vector instructions.
    const bool is_narrow = std::in_range<uint32_t>(reach());
    for (int64_t i = 0; i < indices.count; column = 0) {
      const int64_t end = std::min(indices.count, i + after - column);
      if (is_narrow) {
        for (; i < end; ++i) positions[i] = product<uint32_t>(indices.positions[i], after) + column++;
      } else {
        for (; i < end; ++i) positions[i] = product<uint64_t>(indices.positions[i], after) + column++;
      }
    }
  }

  template <class Factor>
  static int64_t product(int64_t a, int64_t b) {
    return static_cast<int64_t>(uint64_t{static_cast<Factor>(a)} * static_cast<Factor>(b));
  }

  Layout layout_;
  AxisIndices indices_;
};

// The same for any shapes.
class StridedIndex final : public RunIndex {
 public:
  StridedIndex(const Call& call, int64_t axis)
      : RunIndex(call.input(0).shape.element_count()),
        indices_(call, call.input(0).shape[axis]),
        shape_(call.input(1).shape) {
    row_major_strides(call.input(0).shape.extents(), strides_);
    axis_stride_ = std::exchange(strides_[axis], 0);
  }

  RunPositions at(int64_t first, int64_t count, int64_t* room) const override {
    count = std::min(count, block);
    int64_t coordinate[OM_MAX_RANK];
    int64_t position = 0;  // in data, with 0 as the coordinate on the axis
    int64_t rest = first;
    for (int64_t axis = shape_.rank() - 1; axis >= 0; --axis) {
      coordinate[axis] = rest % shape_[axis];
      rest /= shape_[axis];
      position += coordinate[axis] * strides_[axis];
    }
    const int64_t* indices = indices_.read(first, count, room);
    for (int64_t i = 0; i < count; ++i) {
      room[i] = position + indices[i] * axis_stride_;
      for (int64_t axis = shape_.rank() - 1; axis >= 0; --axis) {
        position += strides_[axis];
        if (++coordinate[axis] < shape_[axis]) break;
        position -= shape_[axis] * strides_[axis];
        coordinate[axis] = 0;
      }
    }
    return {room, count};
  }

 private:
  AxisIndices indices_;
  const Shape& shape_;            // of indices
  int64_t strides_[OM_MAX_RANK];  // of data, 0 on the axis
  int64_t axis_stride_;
};

// The planes of [extent, after] elements in panels: some columns, a few lines of the cache wide, with all their
// elements along the axis. Any of those is wanted next, so a panel stays in the cache, in one piece, until all rows of
// indices have had what they want of it.
struct Panels {
  int64_t before;
  int64_t data_extent;
  int64_t index_extent;
  int64_t after;
  int64_t columns;  // of a panel; the last one of a plane may have fewer
  int64_t per_plane;

  // Nothing where panels do not help: near planes are read as they are, and of far ones a panel has to fit in a cache,
  // and be read often enough.
  static std::optional<Panels> of(const Layout& layout, int64_t before, int64_t bits) {
    constexpr int64_t near_bytes = int64_t{1} << 20;
    constexpr int64_t panel_bytes = int64_t{1} << 18;
    constexpr int64_t most_panel_bytes = 4 * panel_bytes;
    const int64_t line = cache_line_bytes * 8 / bits;
    if (bits < 8 || layout.after < 2 * line) return std::nullopt;
    if (layout.data_extent * layout.after * bits / 8 <= near_bytes) return std::nullopt;
    if (layout.data_extent * cache_line_bytes > most_panel_bytes) return std::nullopt;
    if (layout.index_extent < layout.data_extent / 4) return std::nullopt;
    const int64_t lines = std::max<int64_t>(1, panel_bytes / (layout.data_extent * cache_line_bytes));
    // A row of a panel is a part of a block of positions.
    const int64_t columns = std::min({lines * line, layout.after, RunIndex::block / 2});
    return Panels{
        before, layout.data_extent, layout.index_extent, layout.after, columns, (layout.after + columns - 1) / columns};
  }
};

// Positions in a panel of that width for `rows` rows of indices, whose starts are `after` indices apart. False if one
// lies outside [-extent, extent).
template <class Index>
bool place_in_panel(const Index* indices, int64_t rows, int64_t after, int64_t width, int64_t extent,
                    int64_t* positions) {
  uint64_t signs = 0;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < width; ++j) {
      const auto index = static_cast<uint64_t>(int64_t{indices[i * after + j]});
      signs |= index | (static_cast<uint64_t>(extent - 1) - index);
      // Factors of a panel fit in half as many bits, which vector instructions multiply.
      positions[i * width + j] =
          static_cast<int64_t>(uint64_t{static_cast<uint32_t>(index)} * static_cast<uint32_t>(width)) + j;
    }
  }
  if (static_cast<int64_t>(signs) >= 0) return true;
  bool valid = true;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < width; ++j) {
      const int64_t index = indices[i * after + j];
      valid &= is_index(index, extent);
      positions[i * width + j] = normalized_index(index, extent) * width + j;
    }
  }
  return valid;
}

template <class Index, class Unit>
void gather_panel(const Call& call, const Panels& panels, int64_t plane, int64_t first_column, std::byte* panel,
                  std::byte* output) {
  constexpr int64_t size = Unit::bits / 8;
  const int64_t width = std::min(panels.columns, panels.after - first_column);
  const std::byte* data = call.input(0).data + (plane * panels.data_extent * panels.after + first_column) * size;
  for (int64_t i = 0; i < panels.data_extent; ++i) {
    std::memcpy(panel + i * width * size, data + i * panels.after * size, static_cast<size_t>(width * size));
  }
  const int64_t first = plane * panels.index_extent * panels.after + first_column;
  const auto* indices = reinterpret_cast<const Index*>(call.input(1).data) + first;
  std::byte* to = output + first * size;

  const int64_t block_rows = RunIndex::block / width;
  int64_t positions[RunIndex::block];
  for (int64_t row = 0; row < panels.index_extent; row += block_rows) {
    const int64_t rows = std::min(block_rows, panels.index_extent - row);
    if (!place_in_panel(indices + row * panels.after, rows, panels.after, width, panels.data_extent, positions)) {
      check_indices(call, panels.data_extent);  // which refuses
    }
    for (int64_t i = 0; i < rows; ++i) {
      read_runs<Unit>(panel, {positions + i * width, width}, one_unit, to, (row + i) * panels.after);
    }
  }
}

// False if there is no memory for a panel.
bool gather_panels(const Call& call, const Panels& panels, int64_t bits, std::byte* output) {
  std::atomic<bool> done = true;
  const int64_t count = panels.before * panels.per_plane;
  const int64_t bytes = panels.before * panels.index_extent * panels.after * bits / 8;
  in_ranges(call.workers(), count, bytes, 1, [&](int64_t first, int64_t last) {
    const Scratch panel(*call.context().blocks, panels.data_extent * panels.columns * bits / 8);
    if (panel.data() == nullptr) {
      done = false;
      return;
    }
    with_index_type(call, [&]<class Index>() {
      with_unit(bits, [&]<class Unit>() {
        if constexpr (!Unit::packed) {
          for (int64_t i = first; i < last; ++i) {
            gather_panel<Index, Unit>(call, panels, i / panels.per_plane, i % panels.per_plane * panels.columns,
                                      panel.data(), output);
          }
        }
      });
    });
  });
  return done;
}

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& data = call.input(0);
  const int64_t bits = storage_bits(data.type);
  const int64_t count = results[0].shape.element_count();
  if (count == 0) return;
  const auto layout = Layout::of(data.shape, call.input(1).shape, plan.axis);
  if (!layout) {
    gather_runs(call.workers(), {bits, 1}, StridedIndex(call, plan.axis), data.data, outputs[0], count);
    return;
  }
  const auto panels = Panels::of(*layout, call.input(1).shape.product(0, plan.axis), bits);
  if (panels && gather_panels(call, *panels, bits, outputs[0])) return;
  gather_runs(call.workers(), {bits, 1}, LaidOutIndex(call, *layout), data.data, outputs[0], count);
}

}  // namespace

constinit const Operator gather_elements_operator =
    make_operator<Plan, infer, run>("GatherElements", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
