// The two 16-bit floating-point types, as numbers.
#pragma once

#include <cstdint>

namespace onemodel {

// Each converts exactly to float32, and from float32 by rounding to nearest, ties to even; what is too large becomes an
// infinity. A NaN keeps its sign and payload, or from float32 the upper bits of it, and becomes quiet then.
struct Float16 {
  uint16_t bits;

  static Float16 of(float value);
  explicit operator float() const;
};

struct BFloat16 {
  uint16_t bits;

  static BFloat16 of(float value);
  explicit operator float() const;
};

}  // namespace onemodel
