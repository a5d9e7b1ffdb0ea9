#include "kernels/indexed.h"

#include <algorithm>
#include <atomic>

#include "kernels/produce_runs.h"
#include "kernels/run.h"
#include "kernels/unit.h"

namespace onemodel {
namespace {

// Reads what IndexedRows are; IsPlain: where an index is the position already.
template <class Unit, class Index, bool IsPlain>
class RowReader {
 public:
  RowReader(const IndexedRows& rows, const std::byte* source, std::byte* target)
      : extent_(static_cast<uint64_t>(rows.extent)),
        columns_(rows.columns),
        index_factor_(rows.index_factor),
        column_step_(IsPlain ? 0 : rows.column_step),
        is_far_(!is_close(Access::read, rows.extent * rows.index_factor * Unit::bits / 8, Unit::bits / 8)),
        source_(source),
        target_(target) {}

  // A row of `columns` elements.
  bool read(const Index* indices, int64_t from, int64_t to) const {
    constexpr int64_t most_others = 256;
    int64_t i = 0;
    while (true) {
      // Most indices are in [0, extent): those need only one test each. What is loaded is kept apart from the stores,
      // which might change what comes after them as far as a compiler knows.
      for (; i + 4 <= columns_; i += 4) {
        const uint64_t a = bits_of(indices[i]);
        const uint64_t b = bits_of(indices[i + 1]);
        const uint64_t c = bits_of(indices[i + 2]);
        const uint64_t d = bits_of(indices[i + 3]);
        if (a >= extent_ || b >= extent_ || c >= extent_ || d >= extent_) break;
        const auto at_a = load(from, a);
        const auto at_b = load(from + column_step_, b);
        const auto at_c = load(from + 2 * column_step_, c);
        const auto at_d = load(from + 3 * column_step_, d);
        Unit::store(target_, to + i, at_a);
        Unit::store(target_, to + i + 1, at_b);
        Unit::store(target_, to + i + 2, at_c);
        Unit::store(target_, to + i + 3, at_d);
        if constexpr (!IsPlain) from += 4 * column_step_;
      }
      const int64_t end = columns_ - i < most_others ? columns_ : i + most_others;
      if (!read_others(indices, i, end, from, to)) return false;
      if (end == columns_) return true;
      from += (end - i) * column_step_;
      i = end;
    }
  }

  // Rows of few columns without gaps in indices and target: elements one after the other.
  bool read_narrow(const Index* indices, int64_t rows, int64_t from, int64_t source_step, int64_t to) const {
    constexpr int64_t ahead = 32;
    const int64_t count = rows * columns_;
    const int64_t gap = source_step - columns_ * column_step_;
    int64_t column = 0;
    for (int64_t i = 0; i < count; ++i) {
      if (is_far_ && i + ahead < count) ask_for(from, indices[i + ahead]);
      if (!read_others(indices, i, i + 1, from, to)) return false;
      from += column_step_;
      if (++column == columns_) {
        column = 0;
        from += gap;
      }
    }
    return true;
  }

 private:
  static uint64_t bits_of(int64_t index) { return static_cast<uint64_t>(index); }

  // Columns [i, end), without branches on signs, which may come in any order.
  bool read_others(const Index* indices, int64_t i, int64_t end, int64_t from, int64_t to) const {
    for (; i < end; ++i) {
      const uint64_t position = counted_from_start(indices[i], extent_);
      if (position >= extent_) return false;
      Unit::store(target_, to + i, load(from, position));
      if constexpr (!IsPlain) from += column_step_;
    }
    return true;
  }

  // Asks for the element that an index means if that is in [0, extent): it is not tested before its turn.
  void ask_for([[maybe_unused]] int64_t from, [[maybe_unused]] int64_t index) const {
#if defined(__GNUC__)
    const auto position = from + (bits_of(index) < extent_ ? index * index_factor_ : 0);
    __builtin_prefetch(source_ + position * Unit::bits / 8);
#endif
  }

  auto load(int64_t from, uint64_t index) const {
    auto position = static_cast<int64_t>(index);
    if constexpr (IsPlain) return Unit::load(source_, from + position);
    return Unit::load(source_, from + position * index_factor_);
  }

  uint64_t extent_;
  int64_t columns_;
  int64_t index_factor_;
  int64_t column_step_;
  bool is_far_;
  const std::byte* source_;
  std::byte* target_;
};

template <class Unit, class Index, bool IsPlain>
bool read_rows(const IndexedRows& rows, const std::byte* indices, const std::byte* source, std::byte* target) {
  const RowReader<Unit, Index, IsPlain> reader(rows, source, target);
  const auto* row_indices = reinterpret_cast<const Index*>(indices) + rows.index_start;
  constexpr int64_t few = 4;
  if (rows.columns < few && rows.index_step == rows.columns && rows.target_step == rows.columns) {
    return reader.read_narrow(row_indices, rows.rows, rows.source_start, rows.source_step, rows.target_start);
  }
  // Where short rows lie far apart a processor does not see by itself which lines come next.
  constexpr int64_t short_bytes = 1024;
  constexpr int64_t ahead = 12;
  const int64_t index_bytes = rows.columns * static_cast<int64_t>(sizeof(Index));
  const bool are_apart = index_bytes <= short_bytes && rows.index_step > rows.columns;
  for (int64_t i = 0; i < rows.rows; ++i, row_indices += rows.index_step) {
    if (are_apart && i + ahead < rows.rows) {
      prefetch_lines(reinterpret_cast<const std::byte*>(row_indices + ahead * rows.index_step), index_bytes);
      prefetch_lines(target + (rows.target_start + (i + ahead) * rows.target_step) * Unit::bits / 8,
                     rows.columns * Unit::bits / 8);
    }
    if (!reader.read(row_indices, rows.source_start + i * rows.source_step, rows.target_start + i * rows.target_step)) {
      return false;
    }
  }
  return true;
}

template <class Unit, class Index>
bool gather_rows_of(const IndexedRows& rows, const std::byte* indices, const std::byte* source, std::byte* target) {
  const bool is_plain = rows.index_factor == 1 && rows.column_step == 0;
  return (is_plain ? read_rows<Unit, Index, true> : read_rows<Unit, Index, false>)(rows, indices, source, target);
}

// Elements [first, last), of which the first goes to the start of the target.
bool gather_range(GatherRows* gather, const IndexedElements& elements, const std::byte* indices,
                  const std::byte* source, std::byte* target, int64_t first, int64_t last) {
  const int64_t columns = elements.rank > 0 ? elements.extents[elements.rank - 1] : 1;
  const bool has_rows = elements.rank > 1;
  const int64_t rows = has_rows ? elements.extents[elements.rank - 2] : 1;
  IndexedRows part{elements.extent, 1, columns, elements.index_step, 0, 0, 0, 0, 0, 0, columns};
  if (elements.rank > 0) part.column_step = elements.source_strides[elements.rank - 1];
  if (has_rows) {
    part.source_step = elements.source_strides[elements.rank - 2];
    part.index_step = elements.index_strides[elements.rank - 2];
  }
  for (int64_t next = first; next < last; next += part.rows * part.columns) {
    int64_t rest = next;
    part.source_start = 0;
    part.index_start = 0;
    int64_t coordinate[2] = {0, 0};  // of row and column
    for (int64_t axis = elements.rank - 1; axis >= 0 && rest > 0; --axis) {
      const int64_t here = axis == 0 ? rest : rest % elements.extents[axis];
      rest /= elements.extents[axis];
      part.source_start += here * elements.source_strides[axis];
      part.index_start += here * elements.index_strides[axis];
      if (axis >= elements.rank - 2) coordinate[axis - elements.rank + 2] = here;
    }
    part.target_start = next - first;
    part.rows = 1;
    part.columns = std::min(columns - coordinate[1], last - next);
    if (part.columns == columns) part.rows = std::min(rows - coordinate[0], (last - next) / columns);
    if (!gather(part, indices, source, target)) return false;
  }
  return true;
}

}  // namespace

void IndexedElements::append_axis(int64_t axis_extent, int64_t source_stride, int64_t index_stride) {
  if (axis_extent == 1) return;
  if (rank > 0 && source_strides[rank - 1] == axis_extent * source_stride &&
      index_strides[rank - 1] == axis_extent * index_stride) {
    --rank;
    axis_extent *= extents[rank];
  }
  extents[rank] = axis_extent;
  source_strides[rank] = source_stride;
  index_strides[rank] = index_stride;
  ++rank;
}

GatherRows* gather_rows(int64_t bits, bool is_wide) {
  return with_unit(bits, [=]<class Unit>() -> GatherRows* {
    return is_wide ? gather_rows_of<Unit, int64_t> : gather_rows_of<Unit, int32_t>;
  });
}

bool gather_indexed(Workers& workers, int64_t bits, const IndexedElements& elements, IndexList indices,
                    const std::byte* source, std::byte* target, int64_t count) {
  GatherRows* const gather = gather_rows(bits, indices.is_wide);
  std::atomic<bool> are_valid = true;
  produce_runs(workers, count, bits, target, [&](int64_t first, int64_t last, std::byte* to, Stores) {
    if (!gather_range(gather, elements, indices.data, source, to, first, last)) {
      are_valid.store(false, std::memory_order_relaxed);
    }
  });
  return are_valid;
}

}  // namespace onemodel
