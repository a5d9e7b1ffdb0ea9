// One element, over and over.
#pragma once

#include <cstddef>
#include <cstdint>

namespace onemodel {

// Writes `count` copies of the element at position 0 of `value` to `target`, from `position` on.
void fill(int64_t bits, const std::byte* value, std::byte* target, int64_t position, int64_t count);

// The element whose bits are all 0: zero, false, the empty string.
const std::byte* zero_element();

}  // namespace onemodel
