#include "kernels/unit.h"

#include <doctest/doctest.h>

#include "bits.h"
#include "kernels/run.h"

namespace onemodel {
namespace {

TEST_CASE("runs are copied from and to every position, up to the last byte of the source and no further") {
  std::mt19937_64 random(1);
  for (const int64_t bits : all_units) {
    for (int64_t from = 0; from < 9; ++from) {
      for (int64_t to = 0; to < 9; ++to) {
        for (int64_t count = 0; count < 26; ++count) {
          // Exactly as large as needed, so that a sanitizer sees a step too far.
          const Bytes source = random_bytes(random, bytes_for(bits, from + count));
          Bytes expected = random_bytes(random, bytes_for(bits, to + count));
          Bytes actual = expected;
          for (int64_t i = 0; i < count; ++i) naive_copy_element(bits, &expected, to + i, source, from + i);
          with_unit(bits, [&]<class Unit>() { Unit::copy(actual.data(), to, source.data(), from, count); });
          CAPTURE(bits);
          CAPTURE(from);
          CAPTURE(to);
          CAPTURE(count);
          REQUIRE(actual == expected);
        }
      }
    }
  }
}

TEST_CASE("elements are stored beside their neighbours, and loaded again") {
  std::mt19937_64 random(2);
  for (const int64_t bits : all_units) {
    const Bytes source = random_bytes(random, bytes_for(bits, 16));
    Bytes expected = random_bytes(random, bytes_for(bits, 16));
    Bytes actual = expected;
    for (int64_t i = 0; i < 16; ++i) {
      naive_copy_element(bits, &expected, 15 - i, source, i);
      with_unit(bits, [&]<class Unit>() { Unit::store(actual.data(), 15 - i, Unit::load(source.data(), i)); });
      REQUIRE(actual == expected);
    }
  }
}

TEST_CASE("a run is cut into the widest units that it is made of") {
  struct Case {
    int64_t bits;
    int64_t length;
    int64_t unit_bits;
    int64_t units;
  };
  for (const auto& [bits, length, unit_bits, units] : {Case{2, 1, 2, 1},
                                                       {2, 3, 2, 3},
                                                       {2, 4, 8, 1},
                                                       {4, 6, 8, 3},
                                                       {8, 5, 8, 5},
                                                       {8, 16, 128, 1},
                                                       {32, 12, 128, 3},
                                                       {64, 2, 128, 1},
                                                       {128, 4, 128, 4}}) {
    with_run(bits, length, [&, unit_bits = unit_bits, units = units]<class Unit>(auto count) {
      CHECK(Unit::bits == unit_bits);
      CHECK(static_cast<int64_t>(count) == units);
    });
  }
}

TEST_CASE("copy_run moves the runs of any unit and length") {
  std::mt19937_64 random(3);
  for (const int64_t bits : all_units) {
    for (int64_t length = 1; length <= 20; ++length) {
      const Bytes source = random_bytes(random, bytes_for(bits, 3 * length));
      Bytes expected = random_bytes(random, bytes_for(bits, 3 * length));
      Bytes actual = expected;
      for (int64_t i = 0; i < length; ++i) naive_copy_element(bits, &expected, 2 * length + i, source, length + i);
      with_run(bits, length,
               [&]<class Unit>(auto count) { copy_run<Unit>(actual.data(), 2, source.data(), 1, count); });
      CAPTURE(bits);
      CAPTURE(length);
      REQUIRE(actual == expected);
    }
  }
}

}  // namespace
}  // namespace onemodel
