// Highway needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/transpose.cpp"
#include "kernels/simd_targets.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "kernels/transpose.h"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

#include "kernels/unit.h"

#if !defined(ONEMODEL_TRANSPOSE_TYPES)
#define ONEMODEL_TRANSPOSE_TYPES
namespace onemodel {

// A part of the matrix: where its rows stand in the source, and its columns in the target.
class TransposePart {
 public:
  static constexpr int64_t most_offsets = Transposition::most_batched;

  // Calls body(part) for parts that make up the matrix, of up to most_rows rows and most_columns columns, and at least
  // `side` of both if the matrix has them: the last ones overlap those before.
  template <class Body>
  static void for_each(const Transposition& matrix, int64_t most_rows, int64_t most_columns, int64_t side, Body body) {
    most_rows = std::min(most_rows, most_offsets);
    most_columns = std::min(most_columns, most_offsets);
    TransposePart part;
    for (int64_t column = 0; column < matrix.columns.count; column += most_columns) {
      const int64_t first_column = std::max<int64_t>(std::min(column, matrix.columns.count - side), 0);
      part.column_count = std::min(most_columns, matrix.columns.count - first_column);
      matrix.columns.write_offsets(first_column, part.column_count, part.columns);
      for (int64_t row = 0; row < matrix.rows.count; row += most_rows) {
        const int64_t first_row = std::max<int64_t>(std::min(row, matrix.rows.count - side), 0);
        part.row_count = std::min(most_rows, matrix.rows.count - first_row);
        matrix.rows.write_offsets(first_row, part.row_count, part.rows);
        part.source_offset = first_column;
        part.target_offset = first_row;
        body(part);
      }
    }
  }

  // Writes what is transposed, one row of row_count elements after the other, to where it goes.
  template <class T>
  void scatter(const T* transposed, T* target, Stores stores) const {
    for (int64_t i = 0; i < column_count; ++i) {
      copy_bytes(reinterpret_cast<std::byte*>(target + target_offset + columns[i]),
                 reinterpret_cast<const std::byte*>(transposed + i * row_count), row_count * int64_t{sizeof(T)},
                 stores);
    }
  }

  int64_t row_count;
  int64_t column_count;
  int64_t source_offset;  // to be added to those of the rows
  int64_t target_offset;
  int64_t rows[most_offsets];
  int64_t columns[most_offsets];
};

// What is transposed in the cache before it goes on: runs of the target that memory likes, of as many columns as there
// is room for.
constexpr int64_t transposed_bytes = int64_t{1} << 15;
constexpr int64_t transposed_row_bytes = 512;
template <class T>
constexpr int64_t transposed_rows = transposed_row_bytes / int64_t{sizeof(T)};

template <class T>
int64_t transposed_columns(const Transposition& matrix) {
  constexpr int64_t size = sizeof(T);
  constexpr int64_t elements_of_a_line = cache_line_bytes / size;
  const int64_t columns = transposed_bytes / size / std::min(matrix.rows.count, transposed_rows<T>);
  return std::min(columns / elements_of_a_line * elements_of_a_line, TransposePart::most_offsets);
}

// Whether neighbours along one of the axes lie a multiple of `distance` bytes apart, or at most `tolerance` bytes less
// or more.
inline bool are_apart(const RunAxes& axes, int64_t size, int64_t distance, int64_t tolerance) {
  return std::any_of(axes.strides, axes.strides + axes.rank, [=](int64_t stride) {
    const int64_t rest = std::abs(stride * size) % distance;
    return std::min(rest, distance - rest) <= tolerance;
  });
}

inline void copy_lines(void* target, const void* source, int64_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const auto* from = static_cast<const std::byte*>(source);
  for (; bytes >= cache_line_bytes; bytes -= cache_line_bytes) {
    std::memcpy(to, from, cache_line_bytes);
    to += cache_line_bytes;
    from += cache_line_bytes;
  }
  if (bytes > 0) std::memcpy(to, from, static_cast<size_t>(bytes));
}

// From so few rows or columns on that stand together in memory, single ones are taken apart or joined in registers.
constexpr int64_t most_interleaved = 4;

// The pieces in which they are: small enough to stay in the cache.
constexpr int64_t interleaved_bytes = int64_t{1} << 12;

}  // namespace onemodel
#endif

#if ONEMODEL_IS_SIMD_TARGET
HWY_BEFORE_NAMESPACE();
namespace onemodel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One row of each of Blocks squares, which stand one below the other.
template <class T, size_t Side, size_t Blocks>
HWY_INLINE auto load_row(const T* const* rows, int64_t column) {
  const hn::FixedTag<T, Side * Blocks> d;
  if constexpr (Blocks == 1) {
    return hn::LoadU(d, rows[0] + column);
  } else {
    return hn::Combine(d, load_row<T, Side, Blocks / 2>(rows + Side * Blocks / 2, column),
                       load_row<T, Side, Blocks / 2>(rows, column));
  }
}

// Transposes Blocks squares of Side x Side elements, which stand one below the other, in registers. Each round
// interleaves the first half of the rows with the second; after log2(Side) rounds every element has arrived.
template <class T, size_t Side, size_t Blocks>
HWY_INLINE void transpose_square(const T* const* rows, int64_t column, T* target, const int64_t* columns) {
  const hn::FixedTag<T, Side * Blocks> d;
  hn::Vec<decltype(d)> vectors[Side];
  for (size_t i = 0; i < Side; ++i) vectors[i] = load_row<T, Side, Blocks>(rows + i, column);
  for (size_t round = 1; round < Side; round *= 2) {
    hn::Vec<decltype(d)> next[Side];
    for (size_t i = 0; i < Side / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, vectors[i], vectors[i + Side / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, vectors[i], vectors[i + Side / 2]);
    }
    for (size_t i = 0; i < Side; ++i) vectors[i] = next[i];
  }
  for (size_t i = 0; i < Side; ++i) hn::StoreU(vectors[i], d, target + columns[column + static_cast<int64_t>(i)]);
}

// Squares side by side: columns [first, last), of which there are at least Side; the last square overlaps the one
// before.
template <class T, size_t Side, size_t Blocks>
HWY_INLINE void transpose_strip(const T* source, const int64_t* rows, int64_t first, int64_t last, T* target,
                                const int64_t* columns) {
  constexpr auto side = static_cast<int64_t>(Side);
  const T* from[Side * Blocks];
  for (size_t i = 0; i < Side * Blocks; ++i) from[i] = source + rows[i];
  int64_t column = first;
  for (; column + side <= last; column += side) transpose_square<T, Side, Blocks>(from, column, target, columns);
  if (column < last) transpose_square<T, Side, Blocks>(from, last - side, target, columns);
}

// As many rows as fill a line of the target.
template <class T>
constexpr int64_t rows_of_a_line = cache_line_bytes / int64_t{sizeof(T)};

// Up to rows_of_a_line rows, `strip` columns at a time: where a line of the target takes several strips, they follow
// each other while it is in the cache. There are at least Side rows and columns; the last squares overlap the ones
// before.
template <class T, size_t Side>
HWY_NOINLINE void transpose_rows(int64_t row_count, int64_t column_count, const T* source, const int64_t* rows,
                                 T* target, const int64_t* columns, int64_t strip) {
  constexpr auto side = static_cast<int64_t>(Side);
  // Squares of 16 bytes fill a part of a register.
  constexpr size_t blocks = Side * sizeof(T) == 16 ? HWY_MAX_BYTES / 16 : 1;
  constexpr int64_t height = side * static_cast<int64_t>(blocks);
  for (int64_t next = 0; next < column_count; next += strip) {
    const int64_t column = std::min(next, column_count - side);
    const int64_t end = std::min(column + strip, column_count);
    int64_t row = 0;
    for (; row + height <= row_count; row += height) {
      transpose_strip<T, Side, blocks>(source, rows + row, column, end, target + row, columns);
    }
    for (; row < row_count; row += side) {
      const int64_t first = std::min(row, row_count - side);
      transpose_strip<T, Side, 1>(source, rows + first, column, end, target + first, columns);
    }
  }
}

// A large matrix by way of the cache: rows are brought together before they are transposed if they are `gathered`, and
// what is transposed stays together, until it goes to the target in long runs, if it is `scattered`.
template <class T, size_t Side>
HWY_NOINLINE void transpose_staged(const Transposition& matrix, const T* source, T* target, bool gathered,
                                   bool scattered, int64_t strip, Stores stores) {
  constexpr auto side = static_cast<int64_t>(Side);
  constexpr int64_t group = rows_of_a_line<T>;
  constexpr int64_t gathered_columns = 256;
  alignas(cache_line_bytes) T gathered_elements[group * gathered_columns];
  alignas(cache_line_bytes) T transposed[transposed_bytes / int64_t{sizeof(T)}];
  int64_t gathered_offsets[group];
  constexpr int64_t most_offsets = TransposePart::most_offsets;
  int64_t transposed_offsets[most_offsets];
  const int64_t most_rows = scattered ? transposed_rows<T> : most_offsets;
  const int64_t most_columns = std::min(scattered ? transposed_columns<T>(matrix) : gathered_columns,
                                        gathered ? gathered_columns : most_offsets);
  TransposePart::for_each(matrix, most_rows, most_columns, side, [&](const TransposePart& part) {
    T* to = target + part.target_offset;
    const int64_t* columns = part.columns;
    if (scattered) {
      for (int64_t i = 0; i < part.column_count; ++i) transposed_offsets[i] = i * part.row_count;
      to = transposed;
      columns = transposed_offsets;
    }
    for (int64_t i = 0; i < group; ++i) gathered_offsets[i] = i * part.column_count;
    for (int64_t next = 0; next < part.row_count; next += group) {
      const int64_t first = std::min(next, part.row_count - side);
      const int64_t count = std::min(group, part.row_count - first);
      const T* from = source + part.source_offset;
      const int64_t* rows = part.rows + first;
      if (gathered) {
        for (int64_t i = 0; i < count; ++i) {
          copy_lines(gathered_elements + gathered_offsets[i], from + rows[i], part.column_count * int64_t{sizeof(T)});
        }
        from = gathered_elements;
        rows = gathered_offsets;
      }
      transpose_rows<T, Side>(count, part.column_count, from, rows, to + first, columns, strip);
    }
    if (scattered) part.scatter(transposed, target, stores);
  });
}

template <class T, size_t Side>
HWY_NOINLINE void transpose_with_squares(const Transposition& matrix, const T* source, T* target, Stores stores) {
  constexpr int64_t size = sizeof(T);
  constexpr auto side = static_cast<int64_t>(Side);
  // Lines at multiples of the first distance fall into the same place of the first cache; at multiples of the second
  // one, into a few.
  constexpr int64_t page = 4096;
  constexpr int64_t quarter_page = 1024;
  // So many bytes more or less make no difference; stores suffer from more of them than loads.
  constexpr int64_t load_tolerance = 2;
  constexpr int64_t store_tolerance = 8;
  constexpr int64_t small_bytes = int64_t{1} << 13;
  const bool is_large = matrix.rows.count * matrix.columns.count * size > small_bytes;
  const bool gathers = is_large && are_apart(matrix.rows, size, page, load_tolerance);
  const bool scatters =
      is_large && (stores == Stores::streaming || are_apart(matrix.columns, size, page, store_tolerance));
  const int64_t strip = (!scatters && is_large && are_apart(matrix.columns, size, quarter_page, 0) ? 32 : 256) / size;
  if (gathers || scatters) {
    for (int64_t i = 0; i < matrix.batch; ++i) {
      transpose_staged<T, Side>(matrix, source + i * matrix.source_batch_stride,
                                target + i * matrix.target_batch_stride, gathers, scatters, strip, stores);
    }
    return;
  }
  TransposePart::for_each(
      matrix, TransposePart::most_offsets, TransposePart::most_offsets, side, [&](const TransposePart& part) {
        for (int64_t i = 0; i < matrix.batch; ++i) {
          const T* from = source + part.source_offset + i * matrix.source_batch_stride;
          T* to = target + part.target_offset + i * matrix.target_batch_stride;
          for (int64_t next = 0; next < part.row_count; next += rows_of_a_line<T>) {
            const int64_t first = std::min(next, part.row_count - side);
            transpose_rows<T, Side>(std::min(rows_of_a_line<T>, part.row_count - first), part.column_count, from,
                                    part.rows + first, to + first, part.columns, strip);
          }
        }
      });
}

template <class T, int Count, class Tag>
HWY_INLINE void load_interleaved(Tag d, const T* from, hn::Vec<Tag>* parts) {
  if constexpr (Count == 2) hn::LoadInterleaved2(d, from, parts[0], parts[1]);
  if constexpr (Count == 3) hn::LoadInterleaved3(d, from, parts[0], parts[1], parts[2]);
  if constexpr (Count == 4) hn::LoadInterleaved4(d, from, parts[0], parts[1], parts[2], parts[3]);
}

template <class T, int Count, class Tag>
HWY_INLINE void store_interleaved(Tag d, const hn::Vec<Tag>* parts, T* to) {
  if constexpr (Count == 2) hn::StoreInterleaved2(parts[0], parts[1], d, to);
  if constexpr (Count == 3) hn::StoreInterleaved3(parts[0], parts[1], parts[2], d, to);
  if constexpr (Count == 4) hn::StoreInterleaved4(parts[0], parts[1], parts[2], parts[3], d, to);
}

// Few columns, of which all rows follow each other without gaps: becomes as many long rows.
template <class T, int Columns>
HWY_NOINLINE void take_apart(int64_t rows, const T* source, T* target, const int64_t* columns, Stores stores) {
  const hn::ScalableTag<T> d;
  constexpr auto lanes = static_cast<int64_t>(hn::MaxLanes(d));
  constexpr int64_t most = interleaved_bytes / int64_t{sizeof(T)};
  T parts[Columns][most];
  for (int64_t first = 0; first < rows; first += most) {
    const int64_t count = std::min(most, rows - first);
    const T* from = source + first * Columns;
    T* to[Columns];
    for (int i = 0; i < Columns; ++i) to[i] = stores == Stores::cached ? target + columns[i] + first : parts[i];
    int64_t row = 0;
    for (; row + lanes <= count; row += lanes) {
      hn::Vec<decltype(d)> vectors[Columns];
      load_interleaved<T, Columns>(d, from + row * Columns, vectors);
      for (int i = 0; i < Columns; ++i) hn::StoreU(vectors[i], d, to[i] + row);
    }
    for (; row < count; ++row) {
      for (int i = 0; i < Columns; ++i) to[i][row] = from[row * Columns + i];
    }
    if (stores == Stores::cached) continue;
    for (int i = 0; i < Columns; ++i) {
      copy_bytes(reinterpret_cast<std::byte*>(target + columns[i] + first),
                 reinterpret_cast<const std::byte*>(parts[i]), count * int64_t{sizeof(T)}, stores);
    }
  }
}

// The other way round.
template <class T, int Rows>
HWY_NOINLINE void join(int64_t columns, const T* source, const int64_t* rows, T* target, Stores stores) {
  const hn::ScalableTag<T> d;
  constexpr auto lanes = static_cast<int64_t>(hn::MaxLanes(d));
  constexpr int64_t most = interleaved_bytes / int64_t{sizeof(T)};
  T joined[most * Rows];
  for (int64_t first = 0; first < columns; first += most) {
    const int64_t count = std::min(most, columns - first);
    T* to = stores == Stores::cached ? target + first * Rows : joined;
    int64_t column = 0;
    for (; column + lanes <= count; column += lanes) {
      hn::Vec<decltype(d)> vectors[Rows];
      for (int i = 0; i < Rows; ++i) vectors[i] = hn::LoadU(d, source + rows[i] + first + column);
      store_interleaved<T, Rows>(d, vectors, to + column * Rows);
    }
    for (; column < count; ++column) {
      for (int i = 0; i < Rows; ++i) to[column * Rows + i] = source[rows[i] + first + column];
    }
    if (stores == Stores::cached) continue;
    copy_bytes(reinterpret_cast<std::byte*>(target + first * Rows), reinterpret_cast<const std::byte*>(joined),
               count * Rows * int64_t{sizeof(T)}, stores);
  }
}

template <class T, int Count>
HWY_INLINE bool transpose_interleaved(const Transposition& matrix, const T* source, T* target, Stores stores) {
  const bool one_axis_each = matrix.rows.rank == 1 && matrix.columns.rank == 1;
  int64_t offsets[Count];
  if (one_axis_each && matrix.columns.count == Count && matrix.rows.strides[0] == Count) {
    matrix.columns.write_offsets(0, Count, offsets);
    take_apart<T, Count>(matrix.rows.count, source, target, offsets, stores);
    return true;
  }
  if (one_axis_each && matrix.rows.count == Count && matrix.columns.strides[0] == Count) {
    matrix.rows.write_offsets(0, Count, offsets);
    join<T, Count>(matrix.columns.count, source, offsets, target, stores);
    return true;
  }
  if constexpr (Count > 2) return transpose_interleaved<T, Count - 1>(matrix, source, target, stores);
  return false;
}

template <class T, size_t Side>
HWY_INLINE void transpose_of_side(const Transposition& matrix, const T* source, T* target, Stores stores) {
  if constexpr (Side >= 2) {
    if (std::min(matrix.rows.count, matrix.columns.count) >= static_cast<int64_t>(Side)) {
      transpose_with_squares<T, Side>(matrix, source, target, stores);
    } else {
      transpose_of_side<T, Side / 2>(matrix, source, target, stores);
    }
  }
}

template <class T>
HWY_INLINE void transpose_elements(const Transposition& matrix, const std::byte* source, std::byte* target,
                                   Stores stores) {
  const T* from = reinterpret_cast<const T*>(source);
  T* to = reinterpret_cast<T*>(target);
  for (int64_t i = 0; i < matrix.batch; ++i) {
    if (!transpose_interleaved<T, most_interleaved>(matrix, from + i * matrix.source_batch_stride,
                                                    to + i * matrix.target_batch_stride, stores)) {
      transpose_of_side<T, 16 / sizeof(T)>(matrix, from, to, stores);
      return;
    }
  }
}

// At least two rows and columns.
void transpose_8(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  transpose_elements<uint8_t>(matrix, source, target, stores);
}
void transpose_16(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  transpose_elements<uint16_t>(matrix, source, target, stores);
}
void transpose_32(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  transpose_elements<uint32_t>(matrix, source, target, stores);
}
void transpose_64(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  transpose_elements<uint64_t>(matrix, source, target, stores);
}

}  // namespace HWY_NAMESPACE
}  // namespace onemodel
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace onemodel {
namespace {

using TransposeFunction = void(const Transposition&, const std::byte*, std::byte*, Stores);

// Element by element: in parts that stay in the cache, if the matrix does not.
template <class T>
void transpose_plainly(const Transposition& matrix, const T* source, T* target, Stores stores) {
  constexpr int64_t size = sizeof(T);
  constexpr int64_t small_bytes = int64_t{1} << 12;
  const bool scatters = matrix.rows.count * matrix.columns.count * size > small_bytes;
  T transposed[transposed_bytes / size];
  TransposePart::for_each(matrix, transposed_rows<T>, transposed_columns<T>(matrix), 1, [&](const TransposePart& part) {
    for (int64_t i = 0; i < matrix.batch; ++i) {
      const T* from = source + part.source_offset + i * matrix.source_batch_stride;
      T* to = target + i * matrix.target_batch_stride;
      const auto copy_elements = [&](T* start, auto offset_of_column) {
        for (int64_t row = 0; row < part.row_count; ++row) {
          const T* elements = from + part.rows[row];
          for (int64_t column = 0; column < part.column_count; ++column) {
            std::memcpy(start + offset_of_column(column) + row, elements + column, sizeof(T));
          }
        }
      };
      if (scatters) {
        copy_elements(transposed, [&](int64_t column) { return column * part.row_count; });
        part.scatter(transposed, to, stores);
      } else {
        copy_elements(to + part.target_offset, [&](int64_t column) { return part.columns[column]; });
      }
    }
  });
}

TransposeFunction* vector_transpose(int64_t bits) {
  switch (bits) {
    case 8:
      return ONEMODEL_AT_SIMD_LEVEL(TransposeFunction, transpose_8);
    case 16:
      return ONEMODEL_AT_SIMD_LEVEL(TransposeFunction, transpose_16);
    case 32:
      return ONEMODEL_AT_SIMD_LEVEL(TransposeFunction, transpose_32);
    case 64:
      return ONEMODEL_AT_SIMD_LEVEL(TransposeFunction, transpose_64);
    default:
      return nullptr;
  }
}

}  // namespace

void RunAxes::write_offsets(int64_t first, int64_t number, int64_t* offsets) const {
  int64_t coordinate[StridedCopy::max_rank];
  int64_t offset = 0;
  for (int64_t axis = 0; axis < rank; ++axis) {
    coordinate[axis] = first == 0 ? 0 : first % extents[axis];
    first = first == 0 ? 0 : first / extents[axis];
    offset += coordinate[axis] * strides[axis];
  }
  while (true) {
    // Those of one coordinate of the outer axes.
    const int64_t length = std::min(extents[0] - coordinate[0], number);
    int64_t next = offset;
    for (int64_t i = 0; i < length; ++i, next += strides[0]) offsets[i] = next;
    number -= length;
    if (number == 0) return;
    offsets += length;
    offset -= coordinate[0] * strides[0];
    coordinate[0] = 0;
    for (int64_t axis = 1;; ++axis) {
      offset += strides[axis];
      if (++coordinate[axis] < extents[axis]) break;
      offset -= extents[axis] * strides[axis];
      coordinate[axis] = 0;
    }
  }
}

void transpose(int64_t bits, const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  if (TransposeFunction* function = vector_transpose(bits);
      function != nullptr && std::min(matrix.rows.count, matrix.columns.count) > 1) {
    function(matrix, source, target, stores);
    return;
  }
  with_unit(bits, [&]<class Unit>() {
    if constexpr (!Unit::packed) {
      using T = typename Unit::value_type;
      transpose_plainly(matrix, reinterpret_cast<const T*>(source), reinterpret_cast<T*>(target), stores);
    }
  });
}

}  // namespace onemodel
#endif
