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
#include <type_traits>

#include "kernels/unit.h"

#if !defined(ONEMODEL_TRANSPOSE_TYPES)
#define ONEMODEL_TRANSPOSE_TYPES
namespace onemodel {

// A part of the source becomes a part of the target here, so that every line of either is used whole while it is in the
// cache, however far lines are apart.
class TransposeBlock {
 public:
  static constexpr int64_t bytes = int64_t{1} << 15;
  static constexpr int64_t line = 64;

  // Calls body(block, rows, columns, row_count, column_count) for parts that make up the matrix and have at least
  // `side` rows and columns, if the matrix has: the last ones overlap those before. `rows` are where the rows stand in
  // the source, `columns` where the columns stand in the target.
  template <class Body>
  static void for_each(const Transposition& matrix, int64_t size, int64_t side, Body body) {
    // Enough rows of the source for long runs in the target, and the columns for which there is room.
    const int64_t most_rows = std::min(matrix.rows.count, std::clamp<int64_t>(1024 / size, 128, most_offsets));
    const int64_t elements_of_a_line = line / size;
    const int64_t most_columns =
        std::min(bytes / (most_rows * size) / elements_of_a_line * elements_of_a_line, most_offsets);
    TransposeBlock block;
    int64_t rows[most_offsets];
    int64_t columns[most_offsets];
    for (int64_t column = 0; column < matrix.columns.count; column += most_columns) {
      const int64_t first_column = std::max<int64_t>(std::min(column, matrix.columns.count - side), 0);
      const int64_t column_count = std::min(most_columns, matrix.columns.count - first_column);
      matrix.columns.write_offsets(first_column, column_count, columns);
      for (int64_t row = 0; row < matrix.rows.count; row += most_rows) {
        const int64_t first_row = std::max<int64_t>(std::min(row, matrix.rows.count - side), 0);
        const int64_t row_count = std::min(most_rows, matrix.rows.count - first_row);
        matrix.rows.write_offsets(first_row, row_count, rows);
        for (int64_t i = 0; i < row_count; ++i) rows[i] += first_column;
        for (int64_t i = 0; i < column_count; ++i) columns[i] += first_row;
        body(&block, rows, columns, row_count, column_count);
        for (int64_t i = 0; i < column_count; ++i) columns[i] -= first_row;
      }
    }
  }

  // Brings the rows together.
  template <class T>
  const T* gather(const T* source, const int64_t* rows, int64_t row_count, int64_t column_count) {
    T* gathered = reinterpret_cast<T*>(source_);
    for (int64_t i = 0; i < row_count; ++i) {
      copy_lines(reinterpret_cast<std::byte*>(gathered + i * column_count),
                 reinterpret_cast<const std::byte*>(source + rows[i]), column_count * int64_t{sizeof(T)});
    }
    return gathered;
  }

  template <class T>
  T* transposed() {
    return reinterpret_cast<T*>(target_);
  }

  // Writes what is transposed to where it goes.
  template <class T>
  void scatter(T* target, const int64_t* columns, int64_t row_count, int64_t column_count, Stores stores) {
    for (int64_t i = 0; i < column_count; ++i) {
      copy_bytes(reinterpret_cast<std::byte*>(target + columns[i]),
                 reinterpret_cast<const std::byte*>(transposed<T>() + i * row_count), row_count * int64_t{sizeof(T)},
                 stores);
    }
  }

 private:
  static constexpr int64_t most_offsets = 512;

  static void copy_lines(std::byte* target, const std::byte* source, int64_t count) {
    for (; count >= line; count -= line) {
      std::memcpy(target, source, line);
      target += line;
      source += line;
    }
    if (count > 0) std::memcpy(target, source, static_cast<size_t>(count));
  }

  alignas(line) std::byte source_[bytes];
  alignas(line) std::byte target_[bytes];
};

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
HWY_INLINE auto load_row(const T* source, int64_t source_stride) {
  const hn::FixedTag<T, Side * Blocks> d;
  if constexpr (Blocks == 1) {
    return hn::LoadU(d, source);
  } else {
    const T* lower_half = source + static_cast<int64_t>(Side * Blocks / 2) * source_stride;
    return hn::Combine(d, load_row<T, Side, Blocks / 2>(lower_half, source_stride),
                       load_row<T, Side, Blocks / 2>(source, source_stride));
  }
}

// Transposes Blocks squares of Side x Side elements, which stand one below the other, in registers. Each round
// interleaves the first half of the rows with the second; after log2(Side) rounds every element has arrived.
template <class T, size_t Side, size_t Blocks>
HWY_INLINE void transpose_square(const T* source, int64_t source_stride, T* target, int64_t target_stride) {
  const hn::FixedTag<T, Side * Blocks> d;
  hn::Vec<decltype(d)> rows[Side];
  for (size_t i = 0; i < Side; ++i) {
    rows[i] = load_row<T, Side, Blocks>(source + static_cast<int64_t>(i) * source_stride, source_stride);
  }
  for (size_t round = 1; round < Side; round *= 2) {
    hn::Vec<decltype(d)> next[Side];
    for (size_t i = 0; i < Side / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + Side / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + Side / 2]);
    }
    for (size_t i = 0; i < Side; ++i) rows[i] = next[i];
  }
  for (size_t i = 0; i < Side; ++i) hn::StoreU(rows[i], d, target + static_cast<int64_t>(i) * target_stride);
}

// Rows [first, last), of which there are Side * Blocks or a multiple of it.
template <class T, size_t Side, size_t Blocks>
HWY_INLINE void transpose_rows(int64_t first, int64_t last, int64_t columns, const T* source, int64_t source_stride,
                               T* target, int64_t target_stride) {
  constexpr auto side = static_cast<int64_t>(Side);
  for (int64_t row = first; row < last; row += static_cast<int64_t>(Side * Blocks)) {
    const T* from = source + row * source_stride;
    T* to = target + row;
    int64_t column = 0;
    for (; column + side <= columns; column += side) {
      transpose_square<T, Side, Blocks>(from + column, source_stride, to + column * target_stride, target_stride);
    }
    if (column < columns) {
      column = columns - side;
      transpose_square<T, Side, Blocks>(from + column, source_stride, to + column * target_stride, target_stride);
    }
  }
}

// rows and columns are at least Side; the last squares overlap the ones before.
template <class T, size_t Side>
HWY_NOINLINE void transpose_squares(int64_t rows, int64_t columns, const T* source, int64_t source_stride, T* target,
                                    int64_t target_stride) {
  constexpr auto side = static_cast<int64_t>(Side);
  // Squares of 16 bytes fill a part of a register.
  constexpr size_t blocks = Side * sizeof(T) == 16 ? HWY_MAX_BYTES / 16 : 1;
  constexpr int64_t height = side * static_cast<int64_t>(blocks);
  const int64_t high = rows / height * height;
  transpose_rows<T, Side, blocks>(0, high, columns, source, source_stride, target, target_stride);
  if constexpr (blocks > 1) {
    const int64_t whole = rows / side * side;
    transpose_rows<T, Side, 1>(high, whole, columns, source, source_stride, target, target_stride);
  }
  if (rows % side != 0) {
    transpose_rows<T, Side, 1>(rows - side, rows, columns, source, source_stride, target, target_stride);
  }
}

template <class T, size_t Side>
HWY_NOINLINE void transpose_with_squares(const Transposition& matrix, const T* source, T* target, Stores stores) {
  constexpr int64_t size = sizeof(T);
  // Lines whose distance is a multiple of this fall into the same few places of the cache.
  constexpr int64_t aliasing_bytes = 1024;
  const int64_t source_stride = matrix.rows.strides[0];
  const bool reads_in_place = matrix.rows.rank == 1 && source_stride * size % aliasing_bytes != 0;
  TransposeBlock::for_each(
      matrix, size, static_cast<int64_t>(Side),
      [&](TransposeBlock* block, const int64_t* rows, const int64_t* columns, int64_t row_count, int64_t column_count) {
        const T* from = reads_in_place ? source + rows[0] : block->gather(source, rows, row_count, column_count);
        transpose_squares<T, Side>(row_count, column_count, from, reads_in_place ? source_stride : column_count,
                                   block->transposed<T>(), row_count);
        block->scatter(target, columns, row_count, column_count, stores);
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
    int64_t row = 0;
    for (; row + lanes <= count; row += lanes) {
      hn::Vec<decltype(d)> vectors[Columns];
      load_interleaved<T, Columns>(d, from + row * Columns, vectors);
      for (int i = 0; i < Columns; ++i) hn::StoreU(vectors[i], d, parts[i] + row);
    }
    for (; row < count; ++row) {
      for (int i = 0; i < Columns; ++i) parts[i][row] = from[row * Columns + i];
    }
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
    int64_t column = 0;
    for (; column + lanes <= count; column += lanes) {
      hn::Vec<decltype(d)> vectors[Rows];
      for (int i = 0; i < Rows; ++i) vectors[i] = hn::LoadU(d, source + rows[i] + first + column);
      store_interleaved<T, Rows>(d, vectors, joined + column * Rows);
    }
    for (; column < count; ++column) {
      for (int i = 0; i < Rows; ++i) joined[column * Rows + i] = source[rows[i] + first + column];
    }
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
  if (transpose_interleaved<T, most_interleaved>(matrix, from, to, stores)) return;
  transpose_of_side<T, 16 / sizeof(T)>(matrix, from, to, stores);
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

// By way of the same blocks, element by element.
template <class T>
void transpose_plainly(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  const T* from = reinterpret_cast<const T*>(source);
  T* to = reinterpret_cast<T*>(target);
  TransposeBlock::for_each(
      matrix, sizeof(T), 1,
      [&](TransposeBlock* block, const int64_t* rows, const int64_t* columns, int64_t row_count, int64_t column_count) {
        T* transposed = block->transposed<T>();
        for (int64_t row = 0; row < row_count; ++row) {
          for (int64_t column = 0; column < column_count; ++column) {
            std::memcpy(transposed + column * row_count + row, from + rows[row] + column, sizeof(T));
          }
        }
        block->scatter(to, columns, row_count, column_count, stores);
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
    coordinate[axis] = first % extents[axis];
    first /= extents[axis];
    offset += coordinate[axis] * strides[axis];
  }
  for (int64_t i = 0; i < number; ++i) {
    offsets[i] = offset;
    offset += strides[0];
    ++coordinate[0];
    for (int64_t axis = 0; axis + 1 < rank && coordinate[axis] == extents[axis]; ++axis) {
      coordinate[axis] = 0;
      ++coordinate[axis + 1];
      offset += strides[axis + 1] - extents[axis] * strides[axis];
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
    if constexpr (!Unit::packed) transpose_plainly<typename Unit::value_type>(matrix, source, target, stores);
  });
}

}  // namespace onemodel
#endif
