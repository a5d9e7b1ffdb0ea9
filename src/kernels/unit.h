// How elements of one storage size are read, written and copied in runs. The kernels are written once, over a Unit, and
// know sizes, never types. Positions count elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace onemodel {

struct Bits128 {
  uint64_t low;
  uint64_t high;
};

// Elements of whole bytes.
template <class Value>
struct ByteUnit {
  using value_type = Value;
  static constexpr int64_t bits = 8 * sizeof(Value);
  static constexpr bool packed = false;

  static Value load(const std::byte* data, int64_t position) {
    Value value;
    std::memcpy(&value, data + position * static_cast<int64_t>(sizeof(Value)), sizeof(Value));
    return value;
  }
  static void store(std::byte* data, int64_t position, Value value) {
    std::memcpy(data + position * static_cast<int64_t>(sizeof(Value)), &value, sizeof(Value));
  }
  // The runs do not share an element.
  static void copy(std::byte* target, int64_t target_position, const std::byte* source, int64_t source_position,
                   int64_t count) {
    constexpr int64_t size = sizeof(Value);
    if (count == 0) return;  // memcpy takes no null pointer, not even for 0 bytes
    std::memcpy(target + target_position * size, source + source_position * size, static_cast<size_t>(count * size));
  }
};

// Elements of 4 or 2 bits, several to a byte, the first in the low bits.
template <int Bits>
struct PackedUnit {
  using value_type = uint8_t;
  static constexpr int64_t bits = Bits;
  static constexpr bool packed = true;
  static constexpr int64_t per_byte = 8 / Bits;
  static constexpr unsigned mask = (1U << Bits) - 1;

  static uint8_t load(const std::byte* data, int64_t position) {
    const unsigned shift = static_cast<unsigned>(position % per_byte) * Bits;
    return static_cast<uint8_t>(std::to_integer<unsigned>(data[position / per_byte]) >> shift & mask);
  }
  static void store(std::byte* data, int64_t position, uint8_t value) {
    const unsigned shift = static_cast<unsigned>(position % per_byte) * Bits;
    const unsigned others = std::to_integer<unsigned>(data[position / per_byte]) & ~(mask << shift);
    data[position / per_byte] = static_cast<std::byte>(others | static_cast<unsigned>(value & mask) << shift);
  }
  static void copy(std::byte* target, int64_t target_position, const std::byte* source, int64_t source_position,
                   int64_t count) {
    while (count > 0 && target_position % per_byte != 0) {
      store(target, target_position++, load(source, source_position++));
      --count;
    }
    const int64_t whole_bytes = count / per_byte;
    const unsigned shift = static_cast<unsigned>(source_position % per_byte) * Bits;
    std::byte* to = target + target_position / per_byte;
    const std::byte* from = source + source_position / per_byte;
    if (shift == 0) {
      if (whole_bytes > 0) std::memcpy(to, from, static_cast<size_t>(whole_bytes));
    } else if (shift == Bits) {
      copy_shifted<Bits>(to, from, whole_bytes);
    } else if (shift == 2 * Bits) {
      copy_shifted<2 * Bits % 8>(to, from, whole_bytes);
    } else {
      copy_shifted<3 * Bits % 8>(to, from, whole_bytes);
    }
    for (int64_t i = whole_bytes * per_byte; i < count; ++i) {
      store(target, target_position + i, load(source, source_position + i));
    }
  }

 private:
  // Bytes that lie Shift bits behind those of the source. With a constant shift the loop becomes one of vectors.
  template <unsigned Shift>
  static void copy_shifted(std::byte* to, const std::byte* from, int64_t bytes) {
    for (int64_t i = 0; i < bytes; ++i) {
      const unsigned both = std::to_integer<unsigned>(from[i]) >> Shift | std::to_integer<unsigned>(from[i + 1])
                                                                              << (8 - Shift);
      to[i] = static_cast<std::byte>(both & 0xFFU);
    }
  }
};

// Calls function.template operator()<Unit>() with the unit of that many bits: 2, 4, 8, 16, 32, 64 or 128.
template <class Function>
decltype(auto) with_unit(int64_t bits, Function&& function) {
  switch (bits) {
    case 2:
      return function.template operator()<PackedUnit<2>>();
    case 4:
      return function.template operator()<PackedUnit<4>>();
    case 8:
      return function.template operator()<ByteUnit<uint8_t>>();
    case 16:
      return function.template operator()<ByteUnit<uint16_t>>();
    case 32:
      return function.template operator()<ByteUnit<uint32_t>>();
    case 64:
      return function.template operator()<ByteUnit<uint64_t>>();
    default:
      return function.template operator()<ByteUnit<Bits128>>();
  }
}

}  // namespace onemodel
