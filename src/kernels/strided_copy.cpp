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

// Elements [0, extent) of one axis.
template <class Unit>
void copy_row(const std::byte* source, int64_t source_position, int64_t source_stride, std::byte* target,
              int64_t target_position, int64_t target_stride, int64_t extent) {
  if (source_stride == 1 && target_stride == 1) {
    Unit::copy(target, target_position, source, source_position, extent);
  } else if (source_stride == 0 && target_stride == 1) {
    const typename Unit::value_type element = Unit::load(source, source_position);
    for (int64_t i = 0; i < extent; ++i) Unit::store(target, target_position + i, element);
  } else {
    for (int64_t i = 0; i < extent; ++i) {
      Unit::store(target, target_position + i * target_stride, Unit::load(source, source_position + i * source_stride));
    }
  }
}

// Two axes at once, where the source is dense along `column` and the target along `row`: in squares that fit in the
// cache, so that no line of either is fetched more than once.
template <class Unit>
void copy_plane(const StridedCopy& copy, int64_t column, int64_t row, const std::byte* source, int64_t source_position,
                std::byte* target, int64_t target_position) {
  constexpr int64_t side = 32;
  for (int64_t first_column = 0; first_column < copy.extents[column]; first_column += side) {
    const int64_t last_column = std::min(copy.extents[column], first_column + side);
    for (int64_t first_row = 0; first_row < copy.extents[row]; first_row += side) {
      const int64_t count = std::min(copy.extents[row] - first_row, side);
      for (int64_t i = first_column; i < last_column; ++i) {
        copy_row<Unit>(source, source_position + i * copy.source_strides[column] + first_row * copy.source_strides[row],
                       copy.source_strides[row], target,
                       target_position + i * copy.target_strides[column] + first_row * copy.target_strides[row],
                       copy.target_strides[row], count);
      }
    }
  }
}

// The axis along which the source is dense, if that is not the last; else the last.
int64_t dense_source_axis(const StridedCopy& copy) {
  const int64_t last = copy.rank - 1;
  const auto is_dense = [&](int64_t axis) { return copy.source_strides[axis] == 1 || copy.source_strides[axis] == -1; };
  if (is_dense(last) || copy.source_strides[last] == 0) return last;
  for (int64_t axis = last - 1; axis >= 0; --axis) {
    if (is_dense(axis)) return axis;
  }
  return last;
}

template <class Unit>
void copy_axes(const StridedCopy& copy, const std::byte* source, std::byte* target) {
  const int64_t row = copy.rank - 1;
  const int64_t column = dense_source_axis(copy);
  int64_t coordinate[StridedCopy::max_rank] = {};
  int64_t source_position = copy.source_offset;
  int64_t target_position = copy.target_offset;
  while (true) {
    if (column == row) {
      copy_row<Unit>(source, source_position, copy.source_strides[row], target, target_position,
                     copy.target_strides[row], copy.extents[row]);
    } else {
      copy_plane<Unit>(copy, column, row, source, source_position, target, target_position);
    }
    int64_t axis = row - 1;
    for (; axis >= 0; --axis) {
      if (axis == column) continue;
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

void strided_copy(Workers&, int64_t bits, const StridedCopy& copy, const std::byte* source, std::byte* target) {
  if (std::any_of(copy.extents, copy.extents + copy.rank, [](int64_t extent) { return extent == 0; })) return;
  StridedCopy simple = merged(copy);
  if (simple.rank == 0) simple.append_axis(1, 1, 1);
  with_unit(bits, [&]<class Unit>() { copy_axes<Unit>(simple, source, target); });
}

void set_row_major_target(StridedCopy* copy) {
  row_major_strides({copy->extents, static_cast<size_t>(copy->rank)}, copy->target_strides);
}

}  // namespace onemodel
