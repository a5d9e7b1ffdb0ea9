// 64-bit arithmetic on sizes that refuses to overflow (shape.overflow).
#pragma once

#include <cstdint>
#include <limits>

#include "base/failure.h"

namespace onemodel {

// a * b into *product; false if it does not fit.
inline bool multiply_fits(int64_t a, int64_t b, int64_t* product) {
#if defined(__GNUC__)
  return !__builtin_mul_overflow(a, b, product);
#else
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  constexpr int64_t min = std::numeric_limits<int64_t>::min();
  const bool fits = a == 0 || b == 0 ||
                    (a > 0 ? (b > 0 ? a <= max / b : b >= min / a) : (b > 0 ? a >= min / b : a >= max / b && a != min));
  if (fits) *product = a * b;
  return fits;
#endif
}

// a + b into *sum; false if it does not fit.
inline bool add_fits(int64_t a, int64_t b, int64_t* sum) {
  if (b > 0 ? a > std::numeric_limits<int64_t>::max() - b : a < std::numeric_limits<int64_t>::min() - b) return false;
  *sum = a + b;
  return true;
}

inline int64_t checked_multiply(int64_t a, int64_t b) {
  int64_t product = 0;
  if (!multiply_fits(a, b, &product)) {
    refuse(Reason::shape_overflow, "", "a size of ", a, " x ", b, " exceeds 2^63-1");
  }
  return product;
}

inline int64_t checked_add(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!add_fits(a, b, &sum)) {
    refuse(Reason::shape_overflow, "", "a size of ", a, " + ", b, " does not fit in 64 bits");
  }
  return sum;
}

}  // namespace onemodel
