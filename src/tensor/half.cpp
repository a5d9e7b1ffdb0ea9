#include "tensor/half.h"

#include <algorithm>
#include <bit>

namespace onemodel {
namespace {

constexpr uint32_t float32_sign = 0x80000000;
constexpr uint32_t float32_infinity = 0x7F800000;
constexpr uint32_t float16_infinity = 0x7C00;
constexpr uint32_t float16_quiet = 0x0200;
constexpr uint32_t bfloat16_quiet = 0x0040;
constexpr int mantissa_difference = 23 - 10;  // bits that the mantissa of float16 is shorter than that of float32
constexpr uint32_t bias_difference = 127 - 15;
constexpr uint32_t smallest_normal_float16 = (bias_difference + 1) << 23;  // as the bits of a float32

// value / 2^shift to nearest, ties to even; 1 <= shift <= 31.
uint32_t shifted_to_nearest(uint32_t value, uint32_t shift) {
  const uint32_t half = uint32_t{1} << (shift - 1);
  return (value + half - 1 + (value >> shift & 1)) >> shift;
}

}  // namespace

Float16::operator float() const {
  const uint32_t sign = (bits & 0x8000U) << 16;
  const uint32_t magnitude = bits & 0x7FFFU;
  if (magnitude >= float16_infinity) {
    return std::bit_cast<float>(sign | float32_infinity | (magnitude - float16_infinity) << mantissa_difference);
  }
  if (magnitude >> 10 != 0) {
    return std::bit_cast<float>(sign | ((magnitude << mantissa_difference) + (bias_difference << 23)));
  }
  const float subnormal = static_cast<float>(magnitude) * 0x1p-24F;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(subnormal));
}

Float16 Float16::of(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits & float32_sign) >> 16;
  const uint32_t magnitude = bits & ~float32_sign;
  uint32_t result = 0;
  if (magnitude > float32_infinity) {
    result = float16_infinity | float16_quiet | (magnitude >> mantissa_difference & 0x3FFU);
  } else if (magnitude >= smallest_normal_float16) {
    const uint32_t rounded = shifted_to_nearest(magnitude - (bias_difference << 23), mantissa_difference);
    result = std::min(rounded, float16_infinity);
  } else {
    // A subnormal counts units of 2^-24, and a float32 with exponent field e counts units of 2^(e - 150).
    const uint32_t shift = 150 - 24 - (magnitude >> 23);
    const uint32_t mantissa = (magnitude & 0x7FFFFFU) | 0x800000U;
    result = shift <= 24 ? shifted_to_nearest(mantissa, shift) : 0;  // beyond, less than half of the smallest
  }
  return {static_cast<uint16_t>(sign | result)};
}

BFloat16::operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

BFloat16 BFloat16::of(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if ((bits & ~float32_sign) > float32_infinity) return {static_cast<uint16_t>(bits >> 16 | bfloat16_quiet)};
  return {static_cast<uint16_t>(shifted_to_nearest(bits, 16))};
}

}  // namespace onemodel
