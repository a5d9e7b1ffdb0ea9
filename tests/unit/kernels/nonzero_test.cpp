// Plain C++, vector instructions and one to three threads against a loop that divides positions.
#include "kernels/nonzero.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "bits.h"
#include "onemodel.h"

namespace onemodel {
namespace {

// Elements of which about `percent` are not zero, some of them by bits that do not count.
Bytes random_elements(std::mt19937_64& random, const NonzeroElements& elements, int64_t percent) {
  Bytes bytes(bytes_for(elements.bits, elements.count));
  const auto counts = [&](int64_t bit_of_element) {
    const uint64_t word = bit_of_element < 64 ? elements.counting.low : elements.counting.high;
    return (word >> (bit_of_element % 64) & 1U) != 0;
  };
  for (int64_t i = 0; i < elements.count; ++i) {
    const bool is_nonzero = between(random, 0, 99) < percent;
    const int64_t bit_that_is_set = between(random, 0, elements.bits - 1);
    if (!is_nonzero && counts(bit_that_is_set)) continue;
    set_bit(&bytes, i * elements.bits + bit_that_is_set, true);
  }
  return bytes;
}

// By coordinates of all elements, which are worked out one by one.
std::vector<int64_t> naive(const NonzeroElements& elements, const Bytes& bytes, std::span<const int64_t> extents) {
  std::vector<std::vector<int64_t>> coordinates(extents.size());
  for (int64_t i = 0; i < elements.count; ++i) {
    bool is_nonzero = elements.has_no_zero;
    for (int64_t b = 0; b < elements.bits; ++b) {
      const uint64_t word = b < 64 ? elements.counting.low : elements.counting.high;
      is_nonzero |= bit(bytes, i * elements.bits + b) && (word >> (b % 64) & 1U) != 0;
    }
    if (!is_nonzero) continue;
    int64_t rest = i;
    for (size_t axis = extents.size(); axis-- > 0;) {
      coordinates[axis].push_back(rest % extents[axis]);
      rest /= extents[axis];
    }
  }
  std::vector<int64_t> result;
  for (const auto& axis : coordinates) result.insert(result.end(), axis.begin(), axis.end());
  return result;
}

void check(std::mt19937_64& random, NonzeroElements elements, const std::vector<int64_t>& extents, int64_t percent) {
  CAPTURE(elements.bits);
  CAPTURE(elements.counting.low);
  CAPTURE(extents.size());
  CAPTURE(extents.back());
  CAPTURE(percent);
  elements.count = 1;
  for (const int64_t extent : extents) elements.count *= extent;
  CAPTURE(elements.count);
  const Bytes bytes = random_elements(random, elements, percent);
  elements.data = bytes.data();
  const std::vector<int64_t> expected = naive(elements, bytes, extents);
  for (int64_t threads = 1; threads <= 3; ++threads) {
    const Reference<Workers> workers = Workers::create(threads);
    for (const NonzeroCode code : {NonzeroCode::plain, NonzeroCode::fastest}) {
      const NonzeroCounts counts = count_nonzero(*workers, elements, code);
      REQUIRE(counts.total * static_cast<int64_t>(extents.size()) == static_cast<int64_t>(expected.size()));
      if (counts.total == 0) continue;
      // What follows the output stays as it is.
      std::vector<int64_t> actual(expected.size() + 8, -1);
      write_nonzero(*workers, elements, counts, extents, reinterpret_cast<std::byte*>(actual.data()), code);
      REQUIRE(std::vector<int64_t>(actual.end() - 8, actual.end()) == std::vector<int64_t>(8, -1));
      actual.resize(expected.size());
      REQUIRE(actual == expected);
    }
  }
}

NonzeroElements all_bits_count(int64_t bits) { return {bits, {~uint64_t{0}, ~uint64_t{0}}, false, nullptr, 0}; }

TEST_CASE("nonzero: every unit, with all bits that count and without the highest, few and many") {
  std::mt19937_64 random(1);
  for (const int64_t bits : all_units) {
    for (const int64_t percent : {0, 1, 10, 50, 99, 100}) {
      NonzeroElements elements = all_bits_count(bits);
      check(random, elements, {between(random, 1, 300), between(random, 1, 40)}, percent);
      const uint64_t highest = uint64_t{1} << ((bits - 1) % 64);
      elements.counting = {~highest, ~highest};
      check(random, elements, {between(random, 1, 5000)}, percent);
    }
  }
}

TEST_CASE("nonzero: any shape") {
  std::mt19937_64 random(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> extents;
    const int64_t rank = between(random, 1, OM_MAX_RANK);
    int64_t left = between(random, 1, 20000);
    for (int64_t axis = 0; axis < rank; ++axis) {
      extents.push_back(between(random, 1, axis + 1 == rank ? left : std::min<int64_t>(left, 9)));
      left /= extents.back();
    }
    std::shuffle(extents.begin(), extents.end(), random);
    check(random, all_bits_count(8 << between(random, 0, 3)), extents, between(random, 0, 100));
  }
  // Last axes about as long as what is taken for short, and longer than what is looked at together.
  for (const int64_t row : {1, 2, 3, 62, 63, 64, 65, 2047, 2048, 2049, 5000}) {
    check(random, all_bits_count(32), {3, 12000 / row, row}, 50);
    check(random, all_bits_count(8), {12000 / row, row}, 1);
  }
}

TEST_CASE("nonzero: there may be no zero at all") {
  std::mt19937_64 random(3);
  NonzeroElements elements = all_bits_count(8);
  elements.has_no_zero = true;
  check(random, elements, {7, 600}, 30);
}

TEST_CASE("nonzero: what several threads share, and outputs past the caches") {
  std::mt19937_64 random(4);
  check(random, all_bits_count(32), {700, 1500}, 60);
  check(random, all_bits_count(8), {300000, 5}, 97);
  check(random, all_bits_count(8), {3, 250, 2048}, 97);
}

}  // namespace
}  // namespace onemodel
