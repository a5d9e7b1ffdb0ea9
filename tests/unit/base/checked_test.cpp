#include "base/checked.h"

#include <doctest/doctest.h>

#include <limits>

#include "base/failure.h"

namespace onemodel {
namespace {

constexpr int64_t max = std::numeric_limits<int64_t>::max();
constexpr int64_t min = std::numeric_limits<int64_t>::min();

// The exact results, in 128 bits.
__extension__ using Wide = __int128;
bool fits(Wide value) { return value >= min && value <= max; }

const int64_t numbers[] = {min,        min + 1,    min / 2,    min / 3, -3037000500, -4294967296, -3,
                           -2,         -1,         0,          1,       2,           3,           7,
                           3037000499, 3037000500, 4294967296, max / 3, max / 2,     max - 1,     max};

TEST_CASE("products and sums fit exactly when their mathematical values do") {
  for (const int64_t a : numbers) {
    for (const int64_t b : numbers) {
      CAPTURE(a);
      CAPTURE(b);
      int64_t product = 17;
      const Wide exact_product = static_cast<Wide>(a) * b;
      CHECK(multiply_fits(a, b, &product) == fits(exact_product));
      if (fits(exact_product)) CHECK(product == static_cast<int64_t>(exact_product));
      int64_t sum = 17;
      const Wide exact_sum = static_cast<Wide>(a) + b;
      CHECK(add_fits(a, b, &sum) == fits(exact_sum));
      if (fits(exact_sum)) CHECK(sum == static_cast<int64_t>(exact_sum));
    }
  }
}

Reason reason_of(void (*function)()) {
  try {
    function();
  } catch (const Failure& failure) {
    return failure.reason();
  }
  return Reason::internal_failure;
}

TEST_CASE("what does not fit is shape.overflow") {
  CHECK(checked_multiply(3037000499, 3037000499) == 9223372030926249001);
  CHECK(checked_add(max, min) == -1);
  CHECK(reason_of([] { checked_multiply(3037000500, 3037000500); }) == Reason::shape_overflow);
  CHECK(reason_of([] { checked_multiply(min, -1); }) == Reason::shape_overflow);
  CHECK(reason_of([] { checked_add(max, 1); }) == Reason::shape_overflow);
  CHECK(reason_of([] { checked_add(min, -1); }) == Reason::shape_overflow);
}

}  // namespace
}  // namespace onemodel
