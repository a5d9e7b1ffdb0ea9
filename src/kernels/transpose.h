// Two axes of a copy that change places.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/produce.h"

namespace onemodel {

// A matrix whose columns become rows: element (row, column) goes from row * source_stride + column to
// column * target_stride + row, all in elements.
struct Transposition {
  int64_t rows;
  int64_t columns;
  int64_t source_stride;
  int64_t target_stride;
};

// Elements of `bits`, 8 to 128. Source and target do not overlap. `stores` is for the rows of the target.
void transpose(int64_t bits, const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores);

}  // namespace onemodel
