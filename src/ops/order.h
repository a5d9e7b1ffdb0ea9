// The order of values: NaN is above all numbers and NaNs are equal to each other; -0.0 equals 0.0. Of equal values the
// one with the lower index comes first.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "tensor/element_type.h"

namespace onemodel {

// An order as a key: values compare as the unsigned keys of their bits do, and equal values have one key.
template <class Bits>
struct IntegerOrder {
  using bits_type = Bits;
  Bits sign;  // 0 for unsigned types

  Bits key(Bits bits) const { return static_cast<Bits>(bits ^ sign); }
};

template <class Bits>
struct FloatOrder {
  using bits_type = Bits;
  static constexpr Bits sign = static_cast<Bits>(Bits{1} << (std::numeric_limits<Bits>::digits - 1));
  Bits infinity;

  Bits key(Bits bits) const {
    const auto magnitude = static_cast<Bits>(bits & ~sign);
    if (magnitude > infinity) return std::numeric_limits<Bits>::max();
    return static_cast<Bits>((bits & sign) != 0 ? sign - magnitude : sign + magnitude);
  }
};

// Calls function with the order of one of numeric_types.
template <class Function>
decltype(auto) with_order(om_type type, Function&& function) {
  switch (type) {
    case OM_UINT8:
      return function(IntegerOrder<uint8_t>{0});
    case OM_INT8:
      return function(IntegerOrder<uint8_t>{0x80});
    case OM_UINT16:
      return function(IntegerOrder<uint16_t>{0});
    case OM_INT16:
      return function(IntegerOrder<uint16_t>{0x8000});
    case OM_UINT32:
      return function(IntegerOrder<uint32_t>{0});
    case OM_INT32:
      return function(IntegerOrder<uint32_t>{0x80000000});
    case OM_UINT64:
      return function(IntegerOrder<uint64_t>{0});
    case OM_INT64:
      return function(IntegerOrder<uint64_t>{0x8000000000000000});
    case OM_FLOAT16:
      return function(FloatOrder<uint16_t>{0x7C00});
    case OM_BFLOAT16:
      return function(FloatOrder<uint16_t>{0x7F80});
    case OM_FLOAT32:
      return function(FloatOrder<uint32_t>{0x7F800000});
    default:
      return function(FloatOrder<uint64_t>{0x7FF0000000000000});
  }
}

}  // namespace onemodel
