// All 65536 bit patterns of each type, and the points where rounding from float32 turns.
#include "tensor/half.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>

using namespace onemodel;

namespace {

uint32_t bits_of(float value) { return std::bit_cast<uint32_t>(value); }

// The value by the definition of the format: a sign, `exponent_bits` and `mantissa_bits`.
double value_of(uint32_t bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto mantissa = static_cast<double>(bits & ((1U << mantissa_bits) - 1));
  const auto exponent = static_cast<int>(bits >> mantissa_bits & ((1U << exponent_bits) - 1));
  const double sign = bits >> (exponent_bits + mantissa_bits) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return mantissa == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  }
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(mantissa + std::ldexp(1.0, mantissa_bits), exponent - bias - mantissa_bits);
}

template <class Half>
void check_all(int exponent_bits, int mantissa_bits) {
  const uint32_t infinity = ((1U << exponent_bits) - 1) << mantissa_bits;
  const uint32_t quiet = 1U << (mantissa_bits - 1);
  for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    CAPTURE(bits);
    const Half half{static_cast<uint16_t>(bits)};
    const auto value = static_cast<float>(half);
    const double expected = value_of(bits, exponent_bits, mantissa_bits);
    if ((bits & 0x7FFF) > infinity) {
      // A NaN keeps its sign and payload, and comes back quiet.
      REQUIRE(std::isnan(value));
      REQUIRE((bits_of(value) | 0x00400000) ==
              ((bits & 0x8000) << 16 | 0x7FC00000 | ((bits & 0x7FFF) - infinity) << (23 - mantissa_bits)));
      REQUIRE(Half::of(value).bits == (bits | quiet));
    } else {
      REQUIRE(static_cast<double>(value) == expected);
      REQUIRE(std::signbit(value) == (bits >> 15 != 0));
      REQUIRE(Half::of(value).bits == bits);
    }
  }
}

// Between each two neighbours: the middle goes to the even one, what is beside it to the nearer one.
template <class Half>
void check_rounding(uint32_t infinity) {
  for (uint32_t bits = 0; bits < infinity; ++bits) {
    CAPTURE(bits);
    const auto below = static_cast<double>(static_cast<float>(Half{static_cast<uint16_t>(bits)}));
    // Above the largest number stands the one that would follow, in the place of infinity.
    const auto previous = static_cast<double>(static_cast<float>(Half{static_cast<uint16_t>(bits - 1)}));
    const double above = bits + 1 == infinity
                             ? below + (below - previous)
                             : static_cast<double>(static_cast<float>(Half{static_cast<uint16_t>(bits + 1)}));
    const auto middle = static_cast<float>((below + above) / 2);
    const uint32_t even = bits % 2 == 0 ? bits : bits + 1;
    for (const uint32_t sign : {0U, 0x8000U}) {
      const float factor = sign == 0 ? 1.0F : -1.0F;
      const float infinite = std::numeric_limits<float>::infinity();
      REQUIRE(Half::of(factor * middle).bits == (even | sign));
      REQUIRE(Half::of(factor * std::nextafter(middle, 0.0F)).bits == (bits | sign));
      REQUIRE(Half::of(factor * std::nextafter(middle, infinite)).bits == ((bits + 1) | sign));
    }
  }
}

}  // namespace

TEST_CASE("float16: every bit pattern to float32 and back") { check_all<Float16>(5, 10); }

TEST_CASE("bfloat16: every bit pattern to float32 and back") { check_all<BFloat16>(8, 7); }

TEST_CASE("float16: rounding to nearest even between all neighbours") { check_rounding<Float16>(0x7C00); }

TEST_CASE("bfloat16: rounding to nearest even between all neighbours") { check_rounding<BFloat16>(0x7F80); }

TEST_CASE("what is far outside float16 becomes infinity or zero") {
  CHECK(Float16::of(std::numeric_limits<float>::max()).bits == 0x7C00);
  CHECK(Float16::of(-std::numeric_limits<float>::max()).bits == 0xFC00);
  CHECK(Float16::of(-std::numeric_limits<float>::infinity()).bits == 0xFC00);
  CHECK(Float16::of(std::numeric_limits<float>::denorm_min()).bits == 0);
  CHECK(Float16::of(-std::numeric_limits<float>::denorm_min()).bits == 0x8000);
}
