#include "kernels/fill.h"

#include "kernels/unit.h"

namespace onemodel {

void fill(int64_t bits, const std::byte* value, std::byte* target, int64_t position, int64_t count) {
  with_unit(bits, [&]<class Unit>() {
    const typename Unit::value_type element = Unit::load(value, 0);
    for (int64_t i = 0; i < count; ++i) Unit::store(target, position + i, element);
  });
}

const std::byte* zero_element() {
  static constexpr std::byte zero[16] = {};
  return zero;
}

}  // namespace onemodel
