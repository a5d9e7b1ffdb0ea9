// The k first of each of many rows, by vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/topk_select.h"

namespace onemodel {

// Rows of `extent` elements that follow each other. Place p of row r goes to position r * row_step + p * place_step of
// values and of the int64 indices. 1 <= k <= extent.
struct TopkRows {
  int64_t count;
  int64_t extent;
  int64_t k;
  TopkOrder order;
  const std::byte* source;
  std::byte* values;
  std::byte* indices;
  int64_t row_step;
  int64_t place_step;
};

using TopkRowsFunction = void(const TopkRows& rows);

// The function for rows of `extent` elements on this machine; null where there is none.
TopkRowsFunction* vector_topk_rows(int64_t bits, const TopkOrder& order, int64_t extent);

}  // namespace onemodel
