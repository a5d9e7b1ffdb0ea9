// The k first of each of many rows, by vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace onemodel {

// What makes of an element's bits the rank by which it is selected.
struct TopkOrder {
  uint64_t infinity;  // the bits of a floating-point infinity; 0 for integers
  // Elements are seen as signed integers of their size: floating-point ones as the integer that their magnitude's bits
  // are, negative if they are, and NaN as the greatest. Then these bits are inverted, and the greatest come first.
  uint64_t inverted;
};

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

// The function for rows of `extent` elements on this machine; null where there is none, or it would not pay.
TopkRowsFunction* vector_topk_rows(int64_t bits, const TopkOrder& order, int64_t extent);

}  // namespace onemodel
