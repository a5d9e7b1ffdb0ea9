// Single elements that are read where indices along one axis say: GatherElements, and Gather of scalars.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/workers.h"
#include "onemodel.h"

namespace onemodel {

// Which elements: for every coordinate of `extents`, in row-major order, the one at coordinate . source_strides +
// index * index_step, where the index stands at coordinate . index_strides. A stride may be 0. All count elements.
struct IndexedElements {
  IndexedElements(int64_t index_extent, int64_t step) : extent(index_extent), index_step(step) {}

  int64_t extent;      // indices are in [-extent, extent); a negative one counts from the end
  int64_t index_step;  // what one more of the index is in the source
  int64_t rank = 0;
  int64_t extents[OM_MAX_RANK];
  int64_t source_strides[OM_MAX_RANK];
  int64_t index_strides[OM_MAX_RANK];

  // Axes that can be walked as one become one.
  void append_axis(int64_t axis_extent, int64_t source_stride, int64_t index_stride);
};

// Indices of int32 or int64.
struct IndexList {
  const std::byte* data;
  bool is_wide;
};

// Writes `count` elements of `bits` bits, as many as there are coordinates, >= 1, to the target, on the threads of
// `workers`. False if an index is not in [-extent, extent): nothing was read there, and what is written means nothing.
bool gather_indexed(Workers& workers, int64_t bits, const IndexedElements& elements, IndexList indices,
                    const std::byte* source, std::byte* target, int64_t count);

// Rows of such elements: of row i the first is at source_start + i * source_step in the source, its index at
// index_start + i * index_step, its place at target_start + i * target_step.
struct IndexedRows {
  int64_t extent;
  int64_t rows;
  int64_t columns;
  int64_t index_factor;  // what one more of the index is in the source
  int64_t column_step;   // what one more column is in the source; in indices and target it is 1
  int64_t source_start;
  int64_t source_step;
  int64_t index_start;
  int64_t index_step;
  int64_t target_start;
  int64_t target_step;
};

// Writes such rows, or tells as gather_indexed does that an index is out of range.
using GatherRows = bool(const IndexedRows& rows, const std::byte* indices, const std::byte* source, std::byte* target);
// For elements of so many bits, and indices of int64 if they are wide, else int32.
GatherRows* gather_rows(int64_t bits, bool is_wide);

}  // namespace onemodel
