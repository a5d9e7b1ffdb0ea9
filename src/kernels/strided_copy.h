// The mover that Transpose, Slice, Expand, Tile, Split, Concat, Pad and Trilu share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/workers.h"
#include "onemodel.h"

namespace onemodel {

// Which element goes where: for every coordinate of `extents`, from source_offset + coordinate . source_strides to
// target_offset + coordinate . target_strides, all in elements. A source stride may be 0 (repeat) or negative
// (backward); target positions are distinct. An axis may be cut in two, so there are up to twice OM_MAX_RANK.
struct StridedCopy {
  static constexpr int64_t max_rank = int64_t{2} * OM_MAX_RANK;

  int64_t rank = 0;
  int64_t extents[max_rank];
  int64_t source_strides[max_rank];
  int64_t target_strides[max_rank];
  int64_t source_offset = 0;
  int64_t target_offset = 0;

  void append_axis(int64_t extent, int64_t source_stride, int64_t target_stride) {
    extents[rank] = extent;
    source_strides[rank] = source_stride;
    target_strides[rank] = target_stride;
    ++rank;
  }
};

// Carries it out for elements of `bits` storage bits, on the threads of `workers`. Source and target may be one buffer,
// as long as no element that is read is written.
void strided_copy(Workers& workers, int64_t bits, const StridedCopy& copy, const std::byte* source, std::byte* target);

// Sets the target strides of all axes so that the target is row-major and without gaps.
void set_row_major_target(StridedCopy* copy);

}  // namespace onemodel
