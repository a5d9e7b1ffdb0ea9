#include "kernels/fill.h"

#include <algorithm>

#include "kernels/unit.h"

namespace onemodel {

void fill(int64_t bits, const std::byte* value, std::byte* target, int64_t position, int64_t count) {
  with_unit(bits, [&]<class Unit>() {
    const typename Unit::value_type element = Unit::load(value, 0);
    const int64_t end = position + count;
    if constexpr (Unit::packed) {
      // Whole bytes at once; at both ends a byte may be shared with other elements.
      while (position < end && position % Unit::per_byte != 0) Unit::store(target, position++, element);
      std::byte full{0};
      for (int64_t i = 0; i < Unit::per_byte; ++i) Unit::store(&full, i, element);
      const int64_t whole_bytes = (end - position) / Unit::per_byte;
      std::fill_n(target + position / Unit::per_byte, whole_bytes, full);
      position += whole_bytes * Unit::per_byte;
    }
    for (; position < end; ++position) Unit::store(target, position, element);
  });
}

const std::byte* zero_element() {
  static constexpr std::byte zero[16] = {};
  return zero;
}

}  // namespace onemodel
