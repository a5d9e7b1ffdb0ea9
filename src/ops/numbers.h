// Elements as numbers: for inputs that are read by value, and operators that compute.
#pragma once

#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "tensor/element_type.h"
#include "tensor/half.h"

namespace onemodel {

// Results are promised bit by bit, so every operation has to round to the type it is written in.
static_assert(FLT_EVAL_METHOD == 0);

// Calls function.template operator()<Number>() with the C++ type of one of numeric_types.
template <class Function>
decltype(auto) with_number(om_type type, Function&& function) {
  switch (type) {
    case OM_UINT8:
      return function.template operator()<uint8_t>();
    case OM_INT8:
      return function.template operator()<int8_t>();
    case OM_UINT16:
      return function.template operator()<uint16_t>();
    case OM_INT16:
      return function.template operator()<int16_t>();
    case OM_UINT32:
      return function.template operator()<uint32_t>();
    case OM_INT32:
      return function.template operator()<int32_t>();
    case OM_UINT64:
      return function.template operator()<uint64_t>();
    case OM_INT64:
      return function.template operator()<int64_t>();
    case OM_FLOAT16:
      return function.template operator()<Float16>();
    case OM_BFLOAT16:
      return function.template operator()<BFloat16>();
    case OM_FLOAT32:
      return function.template operator()<float>();
    default:
      return function.template operator()<double>();
  }
}

template <class Number>
Number load_number(const std::byte* data, int64_t position) {
  Number number;
  std::memcpy(&number, data + position * static_cast<int64_t>(sizeof(Number)), sizeof(Number));
  return number;
}

template <class Number>
void store_number(std::byte* data, int64_t position, Number number) {
  std::memcpy(data + position * static_cast<int64_t>(sizeof(Number)), &number, sizeof(Number));
}

// The value as a float64, which holds every value of the floating-point types exactly.
inline double widened(double number) { return number; }
inline double widened(float number) { return number; }
inline double widened(Float16 number) { return static_cast<float>(number); }
inline double widened(BFloat16 number) { return static_cast<float>(number); }

// The element of one of numeric_types at `position`, truncated toward zero; nothing if it is NaN, infinite or does not
// fit in int64.
std::optional<int64_t> truncated_integer(om_type type, const std::byte* data, int64_t position);

// The same, but nothing also where truncation would change the value.
std::optional<int64_t> exact_integer(om_type type, const std::byte* data, int64_t position);

// The elements [first, first + count) as truncated_integer gives them, and `otherwise` where it gives nothing.
void read_truncated_integers(om_type type, const std::byte* data, int64_t first, int64_t count, int64_t otherwise,
                             int64_t* integers);

// Stores the number as the element of `type` at position 0 of `element`: floating-point types round to nearest even,
// integers truncate toward zero and saturate (NaN becomes 0), bool is number != 0. False if the type is none of these.
bool store_converted(om_type type, float number, std::byte* element);

}  // namespace onemodel
