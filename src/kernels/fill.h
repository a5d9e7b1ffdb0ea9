// One element, over and over.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/produce.h"

namespace onemodel {

// Writes `count` copies of the element at position 0 of `value` to `target`, from `position` on. Streaming stores are
// to be followed by finish().
void fill(int64_t bits, const std::byte* value, std::byte* target, int64_t position, int64_t count,
          Stores stores = Stores::cached);

// Fills a whole output of `count` elements, on all threads.
void fill_all(Workers& workers, int64_t bits, const std::byte* value, std::byte* target, int64_t count);

// Writes `bytes` bytes to a line of the cache; past the caches if it is all of them.
void stream_part_of_line(std::byte* target, const std::byte* source, int64_t bytes);

// The element whose bits are all 0: zero, false, the empty string.
const std::byte* zero_element();

}  // namespace onemodel
