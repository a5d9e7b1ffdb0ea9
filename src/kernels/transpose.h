// Axes of a copy that change places.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/produce.h"
#include "kernels/strided_copy.h"

namespace onemodel {

// Some axes of a copy, the innermost first: along them one side is dense, and `strides` are those of the other side.
struct RunAxes {
  int64_t rank = 0;
  int64_t count = 1;
  int64_t extents[StridedCopy::max_rank];
  int64_t strides[StridedCopy::max_rank];

  void append(int64_t extent, int64_t stride) {
    extents[rank] = extent;
    strides[rank] = stride;
    ++rank;
    count *= extent;
  }
  // Where elements [first, first + number) of the run stand on the other side.
  void write_offsets(int64_t first, int64_t number, int64_t* offsets) const;
};

// A matrix whose columns become rows: element (row, column) goes from rows.offset(row) + column to
// columns.offset(column) + row, all in elements; and further matrices of the same layout, which stand apart by the
// strides of the batch.
struct Transposition {
  RunAxes rows;
  RunAxes columns;
  int64_t batch = 1;
  int64_t source_batch_stride = 0;
  int64_t target_batch_stride = 0;

  // For matrices of so many rows and columns at most where they stand is found once for the whole batch; a batch of
  // larger ones would only be taken out of order.
  static constexpr int64_t most_batched = 512;
};

// Elements of `bits`, 8 to 128. Source and target do not overlap. `stores` is for the rows of the target.
void transpose(int64_t bits, const Transposition& matrix, const std::byte* source, std::byte* target, Stores stores);

}  // namespace onemodel
