#include "kernels/packed.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "kernels/unit.h"

namespace onemodel {
namespace {

// Bytes are taken in groups of so many, each of which is one vector.
constexpr int64_t vector_bytes = 16;

// Byte i of the result has the elements at place Place of the bytes i of several rows, the first row's in the low bits.
// row_bytes is a multiple of vector_bytes.
template <int Bits, int Place>
void take_place(const uint8_t* rows, int64_t row_bytes, uint8_t* taken) {
  constexpr int per_byte = 8 / Bits;
  constexpr unsigned mask = (1U << Bits) - 1;
  for (int64_t first = 0; first < row_bytes; first += vector_bytes) {
    uint8_t vector[vector_bytes];
    for (int64_t i = 0; i < vector_bytes; ++i) {
      unsigned elements = 0;
      for (int row = 0; row < per_byte; ++row) {
        elements |= (static_cast<unsigned>(rows[row * row_bytes + first + i]) >> (Bits * Place) & mask) << (Bits * row);
      }
      vector[i] = static_cast<uint8_t>(elements);
    }
    std::memcpy(taken + first, vector, vector_bytes);
  }
}

// Rows that share a byte in the target are brought together first: then what is left to transpose are bytes, one matrix
// for each place of an element in a byte of the source.
template <int Bits>
class PackedTranspose {
 public:
  PackedTranspose(const Transposition& matrix, const std::byte* source, int64_t source_position, std::byte* target,
                  int64_t target_position)
      : matrix_(matrix),
        source_(source),
        source_position_(source_position),
        target_(target),
        target_position_(target_position) {}

  void run() {
    constexpr int64_t most = most_bytes * per_byte;
    for (int64_t column = 0; column < matrix_.columns.count; column += most) {
      const int64_t column_count = std::min(most, matrix_.columns.count - column);
      matrix_.columns.write_offsets(column, column_count, columns_);
      for (int64_t row = 0; row < matrix_.rows.count; row += most) {
        const int64_t row_count = std::min(most, matrix_.rows.count - row);
        matrix_.rows.write_offsets(row, row_count, rows_);
        transpose_part(row, row_count, column, column_count);
      }
    }
  }

 private:
  using Unit = PackedUnit<Bits>;
  static constexpr int64_t per_byte = Unit::per_byte;
  static constexpr int64_t most_bytes = 128;  // of a row of the source or the target
  static constexpr int64_t plane_bytes = most_bytes * most_bytes;

  void transpose_part(int64_t row, int64_t row_count, int64_t column, int64_t column_count) {
    const int64_t height = (row_count + per_byte - 1) / per_byte;
    const int64_t width = (column_count + per_byte - 1) / per_byte;
    const int64_t pitch = (width + vector_bytes - 1) / vector_bytes * vector_bytes;
    for (int64_t group = 0; group < height; ++group) {
      const int64_t first = group * per_byte;
      gather(rows_ + first, std::min(per_byte, row_count - first), column, column_count, pitch);
      take_places(group * pitch, pitch, std::make_integer_sequence<int, static_cast<int>(per_byte)>());
    }
    Transposition bytes;
    bytes.rows.append(height, pitch);
    bytes.columns.append(width, height);
    for (int64_t place = 0; place < std::min(per_byte, column_count); ++place) {
      transpose(8, bytes, reinterpret_cast<const std::byte*>(taken_ + place * plane_bytes), transposed_,
                Stores::cached);
      for (int64_t i = place; i < column_count; i += per_byte) {
        Unit::copy(target_, target_position_ + columns_[i] + row, transposed_ + i / per_byte * height, 0, row_count);
      }
    }
  }

  // The rows that share bytes of the target. Where there are fewer, what stands in for the others is not used.
  void gather(const int64_t* rows, int64_t count, int64_t column, int64_t column_count, int64_t pitch) {
    for (int64_t i = 0; i < count; ++i) {
      Unit::copy(reinterpret_cast<std::byte*>(gathered_ + i * pitch), 0, source_, source_position_ + rows[i] + column,
                 column_count);
    }
  }

  template <int... Places>
  void take_places(int64_t first, int64_t pitch, std::integer_sequence<int, Places...>) {
    (take_place<Bits, Places>(gathered_, pitch, taken_ + Places * plane_bytes + first), ...);
  }

  const Transposition& matrix_;
  const std::byte* source_;
  int64_t source_position_;
  std::byte* target_;
  int64_t target_position_;
  int64_t rows_[most_bytes * per_byte];
  int64_t columns_[most_bytes * per_byte];
  uint8_t gathered_[most_bytes * per_byte] = {};
  alignas(cache_line_bytes) uint8_t taken_[plane_bytes * per_byte];
  alignas(cache_line_bytes) std::byte transposed_[plane_bytes];
};

// Each element to a byte of its own.
template <int Bits>
void unpack(const std::byte* packed, int64_t bytes, uint8_t* elements) {
  constexpr int per_byte = 8 / Bits;
  constexpr unsigned mask = (1U << Bits) - 1;
  for (int64_t i = 0; i < bytes; ++i) {
    const auto byte = std::to_integer<unsigned>(packed[i]);
    for (int place = 0; place < per_byte; ++place) {
      elements[i * per_byte + place] = static_cast<uint8_t>(byte >> (Bits * place) & mask);
    }
  }
}

// The other way round.
template <int Bits>
void pack(const uint8_t* elements, int64_t bytes, std::byte* packed) {
  constexpr int per_byte = 8 / Bits;
  for (int64_t i = 0; i < bytes; ++i) {
    unsigned byte = 0;
    for (int place = 0; place < per_byte; ++place) {
      byte |= static_cast<unsigned>(elements[i * per_byte + place]) << (Bits * place);
    }
    packed[i] = static_cast<std::byte>(byte);
  }
}

// Rows [first, last), of which the first starts where a byte does.
template <int Bits>
void join_rows_of(int64_t first, int64_t last, std::span<const PackedRows> sources, int64_t row_length,
                  std::byte* target) {
  constexpr int64_t per_byte = 8 / Bits;
  // Short pieces of rows are copied as so many; what is too much the next piece replaces.
  constexpr int64_t unit = 16;
  constexpr int64_t most = 8 * most_joined_elements;
  uint8_t unpacked[most + unit];
  uint8_t joined[most + unit];
  const int64_t step = most / row_length / per_byte * per_byte;
  for (; first < last; first += step) {
    const int64_t rows = std::min(step, last - first);
    uint8_t* to = unpacked;
    for (const auto& [data, length] : sources) {
      unpack<Bits>(data + first * length / per_byte, (rows * length + per_byte - 1) / per_byte, to);
      to += rows * length;
    }
    to = joined;
    for (int64_t row = 0; row < rows; ++row) {
      const uint8_t* from = unpacked;
      for (const auto& [data, length] : sources) {
        const uint8_t* piece = from + row * length;
        std::memcpy(to, piece, unit);
        if (length > unit) std::memcpy(to + unit, piece + unit, static_cast<size_t>(length - unit));
        to += length;
        from += rows * length;
      }
    }
    std::fill_n(to, per_byte, uint8_t{0});
    pack<Bits>(joined, (rows * row_length + per_byte - 1) / per_byte, target + first * row_length / per_byte);
  }
}

}  // namespace

void transpose_packed(int64_t bits, const Transposition& matrix, const std::byte* source, int64_t source_position,
                      std::byte* target, int64_t target_position) {
  if (bits == 4) {
    PackedTranspose<4>(matrix, source, source_position, target, target_position).run();
  } else {
    PackedTranspose<2>(matrix, source, source_position, target, target_position).run();
  }
}

void join_packed_rows(Workers& workers, int64_t bits, int64_t rows, std::span<const PackedRows> sources,
                      int64_t row_length, std::byte* target) {
  // Ranges of so many rows are whole lines of the target.
  constexpr int64_t unit = 8 * cache_line_bytes;
  in_ranges(workers, rows, rows * row_length * bits / 8, std::min(rows, unit), [&](int64_t first, int64_t last) {
    if (bits == 4) {
      join_rows_of<4>(first, last, sources, row_length, target);
    } else {
      join_rows_of<2>(first, last, sources, row_length, target);
    }
  });
}

}  // namespace onemodel
