// Numbers at equal distances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/produce.h"
#include "tensor/half.h"

namespace onemodel {

// Writes elements [first, first + count) of start, start + delta, start + 2 * delta, ... to `to`. In floating-point
// types the index, the product and the sum are each rounded; the 16-bit ones are computed in float32 and rounded once
// more. In whole numbers all is modulo their size.
using ProgressionFunction = void(const std::byte* start, const std::byte* delta, int64_t first, int64_t count,
                                 std::byte* to, Stores stores);

// Indices that the functions convert to floating point lie below this.
constexpr int64_t progression_end = std::numeric_limits<int32_t>::max();

// The function for Number by vector instructions; null where there are none.
template <class Number>
ProgressionFunction* vector_progression() {
  return nullptr;
}
template <>
ProgressionFunction* vector_progression<int16_t>();
template <>
ProgressionFunction* vector_progression<int32_t>();
template <>
ProgressionFunction* vector_progression<int64_t>();
template <>
ProgressionFunction* vector_progression<Float16>();
template <>
ProgressionFunction* vector_progression<BFloat16>();
template <>
ProgressionFunction* vector_progression<float>();
template <>
ProgressionFunction* vector_progression<double>();

}  // namespace onemodel
