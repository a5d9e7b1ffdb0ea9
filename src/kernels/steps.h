// Rows of elements that stand a step apart.
#pragma once

#include <cstddef>
#include <cstdint>

namespace onemodel {

// Copies `count` elements of `bits`, 8 to 64, from source, source + step, source + 2 * step, ... (in elements) to
// neighbours. A function for one step, or null where a plain loop is as good: at the plain level, or for other steps
// than -1, 2, 3 and 4.
using CopySteps = void(const std::byte* source, std::byte* target, int64_t count);
CopySteps* vector_copy_steps(int64_t bits, int64_t step);

}  // namespace onemodel
