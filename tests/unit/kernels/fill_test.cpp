#include "kernels/fill.h"

#include <doctest/doctest.h>

#include "bits.h"

namespace onemodel {
namespace {

TEST_CASE("fill writes its range and nothing else, at every alignment") {
  std::mt19937_64 random(1);
  for (const int64_t bits : all_units) {
    for (int64_t position = 0; position < 10; ++position) {
      for (int64_t count = 0; count < 40; ++count) {
        const Bytes value = random_bytes(random, bytes_for(bits, 1));
        Bytes expected = random_bytes(random, bytes_for(bits, position + count + 3));
        Bytes actual = expected;
        for (int64_t i = 0; i < count; ++i) naive_copy_element(bits, &expected, position + i, value, 0);
        fill(bits, value.data(), actual.data(), position, count);
        CAPTURE(bits);
        CAPTURE(position);
        CAPTURE(count);
        REQUIRE(actual == expected);
      }
    }
  }
}

TEST_CASE("the zero element is zero in every unit") {
  for (size_t i = 0; i < 16; ++i) CHECK(zero_element()[i] == std::byte{0});
}

}  // namespace
}  // namespace onemodel
