// The k first of many, in order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/workers.h"

namespace onemodel {

// Elements seen as [outer, extent, inner], of which on the middle axis k are to be selected; 1 <= k <= extent.
struct TopkExtents {
  int64_t outer;
  int64_t extent;
  int64_t inner;
  int64_t k;
};

// By what they are selected. Elements are seen as signed integers of their size: floating-point ones as the integer
// that the bits of their magnitude are, negative if they are, and NaN as the greatest. Then bits are inverted, and the
// greatest come first; equal ones keep the order of indices.
struct TopkOrder {
  uint64_t infinity;  // the bits of a floating-point infinity; 0 for integers
  uint64_t inverted;  // the bits to invert
};

// Writes the k first elements of `bits` bits to `values` and their int64 indices on the middle axis to `indices`, both
// [outer, k, inner].
void topk_select(Workers& workers, int64_t bits, const TopkExtents& extents, const TopkOrder& order,
                 const std::byte* source, std::byte* values, std::byte* indices);

// The same in plain C++, which the vector instructions are held against, and only in columns [first, last) of the
// outer * inner that there are.
void topk_select_plainly(int64_t bits, const TopkExtents& extents, const TopkOrder& order, int64_t first, int64_t last,
                         const std::byte* source, std::byte* values, std::byte* indices);

}  // namespace onemodel
