// Plain C++, vector instructions and one to three threads against a stable sort of numbers, over the ways a selection
// can go: short and long rows and columns, few and many places, random and ordered elements, many equal ones, NaNs of
// all kinds, both zeros, infinities.
#include "kernels/topk_select.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include "bits.h"
#include "tensor/half.h"

namespace onemodel {
namespace {

template <class Number>
constexpr bool is_whole = std::is_integral_v<Number>;

template <class Number>
constexpr uint64_t infinity = 0;
template <>
constexpr uint64_t infinity<Float16> = 0x7C00;
template <>
constexpr uint64_t infinity<BFloat16> = 0x7F80;
template <>
constexpr uint64_t infinity<float> = 0x7F800000;
template <>
constexpr uint64_t infinity<double> = 0x7FF0000000000000;

template <size_t size>
using BitsOfSize =
    std::conditional_t<size == 1, uint8_t,
                       std::conditional_t<size == 2, uint16_t, std::conditional_t<size == 4, uint32_t, uint64_t>>>;
template <class Number>
using BitsOf = BitsOfSize<sizeof(Number)>;

template <class Number>
constexpr auto sign_bit = static_cast<BitsOf<Number>>(BitsOf<Number>{1} << (8 * sizeof(Number) - 1));

auto comparable(Float16 number) { return static_cast<float>(number); }
auto comparable(BFloat16 number) { return static_cast<float>(number); }
template <class Number>
Number comparable(Number number) {
  return number;
}

template <class Number>
bool is_nan(Number number) {
  if constexpr (is_whole<Number>) {
    return false;
  } else {
    return std::isnan(comparable(number));
  }
}

template <class Number>
bool comes_before(Number a, Number b, bool largest) {
  if (is_nan(a) || is_nan(b)) return largest ? is_nan(a) && !is_nan(b) : !is_nan(a) && is_nan(b);
  return largest ? comparable(a) > comparable(b) : comparable(a) < comparable(b);
}

template <class Number>
TopkOrder order_of(bool largest) {
  const uint64_t inverted = largest ? 0 : ~uint64_t{0};
  return {infinity<Number>, std::is_unsigned_v<Number> ? inverted ^ sign_bit<Number> : inverted};
}

enum class Contents { random_bits, few_distinct, rising, falling, specials, equal, nearly_equal, count };

template <class Bits>
std::vector<Bits> elements(Contents contents, size_t count, uint64_t infinity, std::mt19937_64& random) {
  std::vector<Bits> result(count);
  const auto sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  const auto special = [&]() {
    const auto inf = static_cast<Bits>(infinity);
    const Bits choices[] = {0,
                            sign,
                            inf,
                            static_cast<Bits>(inf | sign),
                            static_cast<Bits>(inf + 1),
                            static_cast<Bits>(~Bits{0}),
                            static_cast<Bits>(~sign),
                            static_cast<Bits>(inf | sign | 1),
                            1,
                            static_cast<Bits>(sign | 1),
                            static_cast<Bits>(random())};
    return choices[random() % std::size(choices)];
  };
  const auto start = static_cast<Bits>(random());
  for (size_t i = 0; i < count; ++i) {
    switch (contents) {
      case Contents::random_bits:
        result[i] = static_cast<Bits>(random());
        // Mostly without NaNs, so that all ways are taken.
        if (infinity != 0 && (result[i] & ~sign) > infinity) result[i] = static_cast<Bits>(result[i] & ~infinity);
        break;
      case Contents::few_distinct:
        result[i] = static_cast<Bits>(random() % 3 * (std::numeric_limits<Bits>::max() / 5));
        break;
      case Contents::rising:
        result[i] = static_cast<Bits>(i);
        break;
      case Contents::falling:
        result[i] = static_cast<Bits>(count - i);
        break;
      case Contents::specials:
        result[i] = special();
        break;
      case Contents::equal:
        result[i] = start;
        break;
      default:
        result[i] = random() % 50 == 0 ? special() : start;
    }
  }
  return result;
}

template <class Number>
void check(const TopkExtents& extents, bool largest, Contents contents, std::mt19937_64& random) {
  using Bits = BitsOf<Number>;
  CAPTURE(sizeof(Number));
  CAPTURE(infinity<Number>);
  CAPTURE(extents.outer);
  CAPTURE(extents.extent);
  CAPTURE(extents.inner);
  CAPTURE(extents.k);
  CAPTURE(largest);
  CAPTURE(static_cast<int>(contents));
  const auto source = elements<Bits>(contents, static_cast<size_t>(extents.outer * extents.extent * extents.inner),
                                     infinity<Number>, random);

  // By a stable sort of numbers.
  const auto count = static_cast<size_t>(extents.outer * extents.k * extents.inner);
  std::vector<Bits> values(count);
  std::vector<int64_t> indices(count);
  std::vector<int64_t> order(static_cast<size_t>(extents.extent));
  for (int64_t i = 0; i < extents.outer; ++i) {
    for (int64_t column = 0; column < extents.inner; ++column) {
      const auto bits_at = [&](int64_t index) {
        return source[static_cast<size_t>((i * extents.extent + index) * extents.inner + column)];
      };
      std::iota(order.begin(), order.end(), 0);
      std::ranges::stable_sort(order, [&](int64_t a, int64_t b) {
        return comes_before(std::bit_cast<Number>(bits_at(a)), std::bit_cast<Number>(bits_at(b)), largest);
      });
      for (int64_t place = 0; place < extents.k; ++place) {
        const auto at = static_cast<size_t>((i * extents.k + place) * extents.inner + column);
        indices[at] = order[static_cast<size_t>(place)];
        values[at] = bits_at(indices[at]);
      }
    }
  }

  std::vector<Bits> selected(count);
  std::vector<int64_t> positions(count);
  const auto* from = reinterpret_cast<const std::byte*>(source.data());
  auto* to = reinterpret_cast<std::byte*>(selected.data());
  auto* to_positions = reinterpret_cast<std::byte*>(positions.data());
  constexpr int64_t bits = 8 * sizeof(Bits);
  const TopkOrder order_of_numbers = order_of<Number>(largest);
  topk_select_plainly(bits, extents, order_of_numbers, 0, extents.outer * extents.inner, from, to, to_positions);
  REQUIRE(positions == indices);
  REQUIRE(selected == values);

  static const Reference<Workers> workers[] = {Workers::create(1), Workers::create(2), Workers::create(3)};
  for (const Reference<Workers>& threads : workers) {
    std::ranges::fill(selected, Bits{0});
    std::ranges::fill(positions, -1);
    topk_select(*threads, bits, extents, order_of_numbers, from, to, to_positions);
    REQUIRE(positions == indices);
    REQUIRE(selected == values);
  }
}

template <class Number>
void check_all() {
  std::mt19937_64 random(sizeof(Number) + infinity<Number>);
  const auto all_contents = [&](const TopkExtents& extents) {
    for (int contents = 0; contents < static_cast<int>(Contents::count); ++contents) {
      check<Number>(extents, (contents & 1) == 0, static_cast<Contents>(contents), random);
      check<Number>(extents, (contents & 1) != 0, static_cast<Contents>(contents), random);
    }
  };
  for (int round = 0; round < 60; ++round) {
    const int64_t extent = between(random, 1, round % 2 == 0 ? 70 : 1500);
    const int64_t k = between(random, 1, round % 3 == 0 ? extent : std::min<int64_t>(extent, 20));
    all_contents({between(random, 1, 3), extent, 1, k});
    all_contents(
        {between(random, 1, 2), std::min<int64_t>(extent, 200), between(random, 2, 70), std::min<int64_t>(k, 200)});
  }
  for (const int64_t k : {1, 5, 64, 100, 1000, 9999, 10000}) all_contents({1, 10000, 1, k});
}

TEST_CASE("topk_select: signed integers") {
  check_all<int8_t>();
  check_all<int16_t>();
  check_all<int32_t>();
  check_all<int64_t>();
}
TEST_CASE("topk_select: unsigned integers") {
  check_all<uint8_t>();
  check_all<uint16_t>();
  check_all<uint32_t>();
  check_all<uint64_t>();
}
TEST_CASE("topk_select: floating-point numbers") {
  check_all<Float16>();
  check_all<BFloat16>();
  check_all<float>();
  check_all<double>();
}

TEST_CASE(
    "topk_select: what several threads share, few places of many columns, and columns that do not fit in the scratch "
    "memory") {
  std::mt19937_64 random(1);
  check<float>({700, 500, 1, 3}, true, Contents::specials, random);
  check<float>({3, 300, 500, 9}, false, Contents::random_bits, random);
  check<uint8_t>({2000, 700, 1, 40}, true, Contents::random_bits, random);
  check<double>({1, 70000, 5, 3}, true, Contents::random_bits, random);
  check<double>({2, 40000, 2, 20}, false, Contents::few_distinct, random);
  for (const int64_t inner : {1, 2, 3, 15, 16, 129, 500}) {  // columns next to each other, and brought together
    check<uint8_t>({40000 / inner, 9, inner, 1}, true, Contents::random_bits, random);
    check<Float16>({20000 / inner, 30, inner, 3}, false, Contents::specials, random);
    check<float>({20000 / inner, 17, inner, 8}, true, Contents::nearly_equal, random);
    check<int64_t>({90000 / inner, 1, inner, 1}, false, Contents::random_bits, random);
  }
}

}  // namespace
}  // namespace onemodel
