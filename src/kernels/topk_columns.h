// The few first of each of some neighbouring columns, by vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/topk_select.h"

namespace onemodel {

// Columns [first, first + count) of the outer * inner that there are.
struct TopkColumns {
  static constexpr int64_t most = 128;       // of count
  static constexpr int64_t most_places = 8;  // of k

  int64_t first;
  int64_t count;
  TopkExtents extents;
  TopkOrder order;
  const std::byte* source;  // the first element of the first of these columns; that of the next one follows it
  int64_t source_step;      // from one element of a column to the next one
  std::byte* values;        // of all columns
  std::byte* indices;
};

using TopkColumnsFunction = void(const TopkColumns& columns);

// The function for elements of `bits` bits on this machine; null where there is none, or none for so many places.
TopkColumnsFunction* vector_topk_columns(int64_t bits, const TopkOrder& order, const TopkExtents& extents);

}  // namespace onemodel
