#include "kernels/strided_copy.h"

#include <algorithm>

#include "kernels/unit.h"
#include "tensor/shape.h"

namespace onemodel {
namespace {

// The same copy with as few axes as possible: axes of extent 1 go, and neighbours become one where both sides step
// through them as through a single axis.
StridedCopy merged(const StridedCopy& copy) {
  StridedCopy result;
  result.source_offset = copy.source_offset;
  result.target_offset = copy.target_offset;
  for (int64_t axis = 0; axis < copy.rank; ++axis) {
    const int64_t extent = copy.extents[axis];
    if (extent == 1) continue;
    const int64_t last = result.rank - 1;
    if (result.rank > 0 && result.source_strides[last] == extent * copy.source_strides[axis] &&
        result.target_strides[last] == extent * copy.target_strides[axis]) {
      result.extents[last] *= extent;
      result.source_strides[last] = copy.source_strides[axis];
      result.target_strides[last] = copy.target_strides[axis];
    } else {
      result.append_axis(extent, copy.source_strides[axis], copy.target_strides[axis]);
    }
  }
  return result;
}

template <class Unit>
void copy_row(const std::byte* source, int64_t source_position, int64_t source_stride, std::byte* target,
              int64_t target_position, int64_t target_stride, int64_t extent) {
  if (source_stride == 1 && target_stride == 1) {
    Unit::copy(target, target_position, source, source_position, extent);
    return;
  }
  for (int64_t i = 0; i < extent; ++i) {
    Unit::store(target, target_position + i * target_stride, Unit::load(source, source_position + i * source_stride));
  }
}

template <class Unit>
void copy_axes(const StridedCopy& copy, const std::byte* source, std::byte* target) {
  const int64_t inner = copy.rank - 1;
  int64_t coordinate[StridedCopy::max_rank] = {};
  int64_t source_position = copy.source_offset;
  int64_t target_position = copy.target_offset;
  while (true) {
    copy_row<Unit>(source, source_position, copy.source_strides[inner], target, target_position,
                   copy.target_strides[inner], copy.extents[inner]);
    int64_t axis = inner - 1;
    for (; axis >= 0; --axis) {
      source_position += copy.source_strides[axis];
      target_position += copy.target_strides[axis];
      if (++coordinate[axis] < copy.extents[axis]) break;
      source_position -= copy.extents[axis] * copy.source_strides[axis];
      target_position -= copy.extents[axis] * copy.target_strides[axis];
      coordinate[axis] = 0;
    }
    if (axis < 0) return;
  }
}

}  // namespace

void strided_copy(int64_t bits, const StridedCopy& copy, const std::byte* source, std::byte* target) {
  if (std::any_of(copy.extents, copy.extents + copy.rank, [](int64_t extent) { return extent == 0; })) return;
  StridedCopy simple = merged(copy);
  if (simple.rank == 0) simple.append_axis(1, 1, 1);
  with_unit(bits, [&]<class Unit>() { copy_axes<Unit>(simple, source, target); });
}

void set_row_major_target(StridedCopy* copy) {
  row_major_strides({copy->extents, static_cast<size_t>(copy->rank)}, copy->target_strides);
}

}  // namespace onemodel
