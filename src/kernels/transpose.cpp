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
struct TransposeBlock {
  struct Extents {
    int64_t rows;
    int64_t columns;
  };

  static constexpr int64_t bytes = int64_t{1} << 15;
  static constexpr int64_t line = 64;

  // Enough rows of the source for long runs in the target, and the columns for which there is room.
  static Extents extents_for(const Transposition& matrix, int64_t size) {
    const int64_t most_rows = std::max<int64_t>(512 / size, 128);
    const int64_t rows = std::min(matrix.rows, most_rows);
    const int64_t elements_of_a_line = line / size;
    return {rows, bytes / (rows * size) / elements_of_a_line * elements_of_a_line};
  }

  alignas(line) std::byte source[bytes];
  alignas(line) std::byte target[bytes];
};

// Copies a few lines.
template <class T>
void copy_lines(T* target, const T* source, int64_t bytes) {
  auto* to = reinterpret_cast<std::byte*>(target);
  const auto* from = reinterpret_cast<const std::byte*>(source);
  for (; bytes >= TransposeBlock::line; bytes -= TransposeBlock::line) {
    std::memcpy(to, from, TransposeBlock::line);
    to += TransposeBlock::line;
    from += TransposeBlock::line;
  }
  if (bytes > 0) std::memcpy(to, from, static_cast<size_t>(bytes));
}

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

// By way of a block that fits in the cache.
template <class T, size_t Side>
HWY_NOINLINE void transpose_with_squares(const Transposition& matrix, const T* source, T* target, Stores stores) {
  constexpr int64_t size = sizeof(T);
  constexpr int64_t side = static_cast<int64_t>(Side);
  // Lines whose distance is a multiple of this fall into the same few places of the cache.
  constexpr int64_t aliasing_bytes = 1024;
  TransposeBlock block;
  T* gathered = reinterpret_cast<T*>(block.source);
  T* transposed = reinterpret_cast<T*>(block.target);
  const TransposeBlock::Extents extents = TransposeBlock::extents_for(matrix, size);
  const bool lines_alias = matrix.source_stride * size % aliasing_bytes == 0;
  for (int64_t column = 0; column < matrix.columns; column += extents.columns) {
    // The last ones overlap those before where they would be too few.
    const int64_t first_column = std::min(column, matrix.columns - side);
    const int64_t columns = std::min(extents.columns, matrix.columns - first_column);
    for (int64_t row = 0; row < matrix.rows; row += extents.rows) {
      const int64_t first_row = std::min(row, matrix.rows - side);
      const int64_t rows = std::min(extents.rows, matrix.rows - first_row);
      const T* from = source + first_row * matrix.source_stride + first_column;
      int64_t stride = matrix.source_stride;
      if (lines_alias) {
        for (int64_t i = 0; i < rows; ++i) {
          copy_lines(gathered + i * columns, from + i * matrix.source_stride, columns * size);
        }
        from = gathered;
        stride = columns;
      }
      transpose_squares<T, Side>(rows, columns, from, stride, transposed, rows);
      for (int64_t i = 0; i < columns; ++i) {
        copy_bytes(reinterpret_cast<std::byte*>(target + (first_column + i) * matrix.target_stride + first_row),
                   reinterpret_cast<const std::byte*>(transposed + i * rows), rows * size, stores);
      }
    }
  }
}

template <class T, size_t Side>
HWY_INLINE void transpose_of_side(const Transposition& matrix, const T* source, T* target, Stores stores) {
  if constexpr (Side >= 2) {
    if (std::min(matrix.rows, matrix.columns) >= int64_t{Side}) {
      transpose_with_squares<T, Side>(matrix, source, target, stores);
    } else {
      transpose_of_side<T, Side / 2>(matrix, source, target, stores);
    }
  }
}

// At least two rows and columns.
void transpose_8(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  transpose_of_side<uint8_t, 16>(matrix, reinterpret_cast<const uint8_t*>(source), reinterpret_cast<uint8_t*>(target),
                                 stores);
}
void transpose_16(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  transpose_of_side<uint16_t, 8>(matrix, reinterpret_cast<const uint16_t*>(source), reinterpret_cast<uint16_t*>(target),
                                 stores);
}
void transpose_32(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  transpose_of_side<uint32_t, 4>(matrix, reinterpret_cast<const uint32_t*>(source), reinterpret_cast<uint32_t*>(target),
                                 stores);
}
void transpose_64(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  transpose_of_side<uint64_t, 2>(matrix, reinterpret_cast<const uint64_t*>(source), reinterpret_cast<uint64_t*>(target),
                                 stores);
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
template <class Unit>
void transpose_plainly(const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  constexpr int64_t size = Unit::bits / 8;
  TransposeBlock block;
  const auto [block_rows, block_columns] = TransposeBlock::extents_for(matrix, size);
  for (int64_t first_column = 0; first_column < matrix.columns; first_column += block_columns) {
    const int64_t columns = std::min(block_columns, matrix.columns - first_column);
    for (int64_t first_row = 0; first_row < matrix.rows; first_row += block_rows) {
      const int64_t rows = std::min(block_rows, matrix.rows - first_row);
      for (int64_t row = 0; row < rows; ++row) {
        const std::byte* from = source + ((first_row + row) * matrix.source_stride + first_column) * size;
        for (int64_t column = 0; column < columns; ++column) {
          Unit::store(block.target, column * rows + row, Unit::load(from, column));
        }
      }
      for (int64_t column = 0; column < columns; ++column) {
        copy_bytes(target + ((first_column + column) * matrix.target_stride + first_row) * size,
                   block.target + column * rows * size, rows * size, stores);
      }
    }
  }
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

void transpose(int64_t bits, const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores) {
  if (TransposeFunction* function = vector_transpose(bits);
      function != nullptr && std::min(matrix.rows, matrix.columns) > 1) {
    function(matrix, source, target, stores);
    return;
  }
  with_unit(bits, [&]<class Unit>() {
    if constexpr (!Unit::packed) transpose_plainly<Unit>(matrix, source, target, stores);
  });
}

}  // namespace onemodel
#endif
