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
#include <optional>
#include <utility>

#include "base/scratch.h"
#include "kernels/indexed.h"
#include "kernels/rows.h"
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
    const int64_t near_bytes = int64_t{1} << (bits > 32 ? 20 : 18);
    constexpr int64_t panel_bytes = int64_t{1} << 17;
    constexpr int64_t most_panel_bytes = 8 * panel_bytes;
    const int64_t line = cache_line_bytes * 8 / bits;
    if (bits < 8 || layout.after < 2 * line) return std::nullopt;
    if (layout.data_extent * layout.after * bits / 8 <= near_bytes) return std::nullopt;
    if (layout.data_extent * cache_line_bytes > most_panel_bytes) return std::nullopt;
    if (layout.index_extent < layout.data_extent / 4) return std::nullopt;
    const int64_t lines = std::max<int64_t>(1, panel_bytes / (layout.data_extent * cache_line_bytes));
    const int64_t columns = std::min(lines * line, layout.after);
    return Panels{
        before, layout.data_extent, layout.index_extent, layout.after, columns, (layout.after + columns - 1) / columns};
  }
};

void gather_panel(const Call& call, const Panels& panels, GatherRows* gather, int64_t size, int64_t plane,
                  int64_t first_column, std::byte* panel, std::byte* output) {
  const int64_t width = std::min(panels.columns, panels.after - first_column);
  const std::byte* data = call.input(0).data + (plane * panels.data_extent * panels.after + first_column) * size;
  copy_rows(panels.data_extent, width * size, data, panels.after * size, panel, width * size, Stores::cached);
  const int64_t first = plane * panels.index_extent * panels.after + first_column;
  const IndexedRows rows{.extent = panels.data_extent,
                         .rows = panels.index_extent,
                         .columns = width,
                         .index_factor = width,
                         .column_step = 1,
                         .source_start = 0,
                         .source_step = 0,
                         .index_start = first,
                         .index_step = panels.after,
                         .target_start = first,
                         .target_step = panels.after};
  if (!gather(rows, call.input(1).data, panel, output)) check_indices(call, panels.data_extent);  // which refuses
}

// False if there is no memory for a panel.
bool gather_panels(const Call& call, const Panels& panels, int64_t bits, std::byte* output) {
  std::atomic<bool> done = true;
  GatherRows* const gather = gather_rows(bits, call.input(1).type == OM_INT64);
  const int64_t count = panels.before * panels.per_plane;
  const int64_t bytes = panels.before * panels.index_extent * panels.after * bits / 8;
  in_ranges(call.workers(), count, bytes, 1, [&](int64_t first, int64_t last) {
    const Scratch panel(*call.context().blocks, panels.data_extent * panels.columns * bits / 8);
    if (panel.data() == nullptr) {
      done = false;
      return;
    }
    for (int64_t i = first; i < last; ++i) {
      gather_panel(call, panels, gather, bits / 8, i / panels.per_plane, i % panels.per_plane * panels.columns,
                   panel.data(), output);
    }
  });
  return done;
}

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& data = call.input(0);
  const int64_t bits = storage_bits(data.type);
  const int64_t count = results[0].shape.element_count();
  if (count == 0) return;
  const Argument& indices = call.input(1);
  if (const auto layout = Layout::of(data.shape, indices.shape, plan.axis)) {
    const auto panels = Panels::of(*layout, indices.shape.product(0, plan.axis), bits);
    if (panels && gather_panels(call, *panels, bits, outputs[0])) return;
  }
  int64_t data_strides[OM_MAX_RANK];
  int64_t index_strides[OM_MAX_RANK];
  row_major_strides(data.shape.extents(), data_strides);
  row_major_strides(indices.shape.extents(), index_strides);
  IndexedElements elements(data.shape[plan.axis], std::exchange(data_strides[plan.axis], 0));
  for (int64_t axis = 0; axis < data.shape.rank(); ++axis) {
    elements.append_axis(indices.shape[axis], data_strides[axis], index_strides[axis]);
  }
  if (!gather_indexed(call.workers(), bits, elements, {indices.data, indices.type == OM_INT64}, data.data, outputs[0],
                      count)) {
    check_indices(call, elements.extent);  // which refuses
  }
}

}  // namespace

constinit const Operator gather_elements_operator =
    make_operator<Plan, infer, run>("GatherElements", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
