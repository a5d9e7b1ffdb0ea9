// Vector instructions against the sum of each element alone.
#include "kernels/progression.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <concepts>
#include <vector>

#include "bits.h"

namespace onemodel {
namespace {

template <class Number>
Number element(Number start, Number delta, int64_t index) {
  if constexpr (std::integral<Number>) {
    return static_cast<Number>(static_cast<uint64_t>(start) +
                               static_cast<uint64_t>(index) * static_cast<uint64_t>(delta));
  } else if constexpr (std::floating_point<Number>) {
    const Number product = static_cast<Number>(index) * delta;
    return start + product;
  } else {
    return Number::of(element(static_cast<float>(start), static_cast<float>(delta), index));
  }
}

template <class Number>
void check(Number start, Number delta, int64_t first, int64_t count, Stores stores, int64_t offset) {
  ProgressionFunction* const function = vector_progression<Number>();
  if (function == nullptr) return;  // the machine's level is that of plain C++
  constexpr int64_t beyond = 3;
  const auto size = static_cast<size_t>(count + offset + beyond);
  alignas(64) static std::byte memory[1 << 16];
  REQUIRE(size * sizeof(Number) <= sizeof(memory));
  std::fill(std::begin(memory), std::end(memory), std::byte{0x5A});
  std::byte* to = memory + offset * int64_t{sizeof(Number)};
  function(reinterpret_cast<const std::byte*>(&start), reinterpret_cast<const std::byte*>(&delta), first, count, to,
           stores);
  finish(stores);
  for (int64_t i = 0; i < count; ++i) {
    const Number expected = element(start, delta, first + i);
    CAPTURE(first);
    CAPTURE(i);
    REQUIRE(std::memcmp(to + i * int64_t{sizeof(Number)}, &expected, sizeof(Number)) == 0);
  }
  for (size_t i = 0; i < beyond * sizeof(Number); ++i) {
    REQUIRE(to[static_cast<size_t>(count) * sizeof(Number) + i] == std::byte{0x5A});
  }
}

template <class Number, class Random>
void check_all(Random random_number) {
  std::mt19937_64 random(sizeof(Number));
  for (int round = 0; round < 500; ++round) {
    const Stores stores = round % 2 == 0 ? Stores::cached : Stores::streaming;
    const int64_t offset = between(random, 0, 1) * between(random, 0, 15);
    const int64_t count = between(random, 1, round % 5 == 0 ? 5000 : 70);
    const int64_t first = between(random, 0, 1) == 0 ? 0 : between(random, 0, progression_end - count);
    check<Number>(random_number(random), random_number(random), first, count, stores, offset);
  }
}

template <class Number>
Number random_bits(std::mt19937_64& random) {
  const uint64_t bits = random();
  Number number;
  std::memcpy(&number, &bits, sizeof(Number));
  return number;
}

// Of any exponent but those of infinities and NaNs, which Range refuses; small ones are more frequent, as sums of large
// ones are mostly infinite.
template <class Number>
Number random_finite(std::mt19937_64& random) {
  while (true) {
    const auto number = random_bits<Number>(random);
    double value = 0;
    if constexpr (std::floating_point<Number>) {
      value = static_cast<double>(number);
    } else {
      value = static_cast<float>(number);
    }
    if (std::isfinite(value) && (std::fabs(value) < 1 || between(random, 0, 3) == 0)) return number;
  }
}

TEST_CASE("progressions of whole numbers, modulo their size") {
  check_all<int16_t>(random_bits<int16_t>);
  check_all<int32_t>(random_bits<int32_t>);
  check_all<int64_t>(random_bits<int64_t>);
}

TEST_CASE("progressions of floating-point numbers round the index, the product and the sum") {
  check_all<float>(random_finite<float>);
  check_all<double>(random_finite<double>);
}

TEST_CASE("progressions of 16-bit floating-point numbers round as one conversion does") {
  check_all<Float16>(random_finite<Float16>);
  check_all<BFloat16>(random_finite<BFloat16>);
  // Every float16 from 0 to infinity, subnormal ones among them.
  for (int64_t first = 0; first < 0x10000; first += 4096) {
    check<Float16>(Float16{0}, Float16{1}, first, 4096, Stores::cached, 0);
    check<Float16>(Float16{0x8000}, Float16{0x8001}, first, 4096, Stores::cached, 0);
    check<Float16>(Float16{1}, Float16{0x3C00}, first, 4096, Stores::cached, 0);
  }
}

}  // namespace
}  // namespace onemodel
