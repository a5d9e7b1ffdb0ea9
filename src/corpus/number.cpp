#include "corpus/number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace onemodel::corpus {

namespace {

// value * 5^power, if it fits.
std::optional<uint64_t> times_power_of_five(uint64_t value, int power) {
  for (; power > 0; --power) {
    if (value > std::numeric_limits<uint64_t>::max() / 5) {
      return std::nullopt;
    }
    value *= 5;
  }
  return value;
}

// odd * 2^exponent, the one way to write a positive number so.
struct OddTimesPowerOfTwo {
  uint64_t odd = 0;
  int exponent = 0;
};

OddTimesPowerOfTwo split_powers_of_two(uint64_t value) {
  const int zeros = std::countr_zero(value);
  return {value >> zeros, zeros};
}

// Whether the shortest decimal text that reads back as `value` (positive, finite) denotes exactly it. Both are integers
// times powers of two and five, so that the question has an exact answer in 64 bits.
bool shortest_text_is_exact(double value) {
  std::array<char, 32> buffer;
  const auto written =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<size_t>(written.ptr - buffer.data()));
  const size_t exponent_mark = text.find('e');
  uint64_t digits = 0;
  int power_of_ten = 0;
  bool after_point = false;
  for (const char character : text.substr(0, exponent_mark)) {
    if (character == '.') {
      after_point = true;
    } else {
      digits = digits * 10 + static_cast<uint64_t>(character - '0');
      power_of_ten -= after_point ? 1 : 0;
    }
  }
  std::string_view exponent_text = text.substr(exponent_mark + 1);
  if (exponent_text.front() == '+') {
    exponent_text.remove_prefix(1);
  }
  int exponent = 0;
  std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  power_of_ten += exponent;

  int binary_exponent = 0;
  const double fraction = std::frexp(value, &binary_exponent);
  const auto exact = split_powers_of_two(static_cast<uint64_t>(std::ldexp(fraction, 53)));
  const auto decimal = split_powers_of_two(digits);
  if (decimal.exponent + power_of_ten != exact.exponent + binary_exponent - 53) {
    return false;
  }
  return power_of_ten >= 0 ? times_power_of_five(decimal.odd, power_of_ten) == exact.odd
                           : times_power_of_five(exact.odd, -power_of_ten) == decimal.odd;
}

}  // namespace

bool is_written_as_number(double value) {
  if (value == 0) {
    return !std::signbit(value);
  }
  const double magnitude = std::fabs(value);
  return magnitude <= static_cast<double>(kMaxJsonInteger) && shortest_text_is_exact(magnitude);
}

std::string number_text(double value) {
  std::array<char, 64> buffer;
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  return std::string(buffer.data(), written.ptr);
}

std::optional<uint16_t> float16_bits(double value) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  // The bits of a float16 without sign count its values in ascending order: 1024 to each exponent, those of the lowest
  // one being subnormal.
  const int exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
  const double steps = std::ldexp(magnitude, 10 - exponent);  // in units of the last place
  if (!std::isfinite(value) || exponent > 15 || steps != std::floor(steps)) {
    return std::nullopt;
  }
  return static_cast<uint16_t>(sign + (exponent + 14) * 1024 + static_cast<int>(steps));
}

std::optional<uint16_t> bfloat16_bits(double value) {
  if (!(std::fabs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) {
    return std::nullopt;
  }
  const float narrow = static_cast<float>(value);
  const uint32_t bits = std::bit_cast<uint32_t>(narrow);
  if (static_cast<double>(narrow) != value || (bits & 0xffffU) != 0) {
    return std::nullopt;
  }
  return static_cast<uint16_t>(bits >> 16);
}

}  // namespace onemodel::corpus
