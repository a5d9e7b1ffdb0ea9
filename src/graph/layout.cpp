#include "graph/layout.h"

#include <algorithm>

namespace onemodel {

bool is_row_major(const Shape& shape, const Layout& layout) {
  if (!shape.is_known()) return false;
  if (std::ranges::find(shape, 0) != shape.end()) return true;
  int64_t stride = 1;
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    if (shape[axis] != 1 && layout.strides[axis] != stride) return false;
    stride *= shape[axis];
  }
  return true;
}

std::optional<Layout> reshaped(const Shape& from, const Layout& layout, const Shape& to) {
  Layout result;
  result.offset = layout.offset;
  // Axes of extent 1 say nothing.
  Shape old_extents;
  int64_t old_strides[OM_MAX_RANK] = {};
  for (int64_t axis = 0; axis < from.rank(); ++axis) {
    if (from[axis] == 1) continue;
    old_strides[old_extents.rank()] = layout.strides[axis];
    old_extents.append(from[axis]);
  }
  int64_t old_axis = 0;
  int64_t new_axis = 0;
  if (!from.is_known() || !to.is_known()) {
    // What is not known can only be the same axis again.
    for (; new_axis < to.rank(); ++new_axis) {
      if (to[new_axis] == 1) continue;
      if (old_axis == old_extents.rank() || old_extents[old_axis] != to[new_axis]) return std::nullopt;
      result.strides[new_axis] = old_strides[old_axis++];
    }
    return old_axis == old_extents.rank() ? std::optional(result) : std::nullopt;
  }
  if (std::ranges::find(old_extents, 0) != old_extents.end()) return result;

  // Cuts both shapes into the smallest groups of axes with as many elements on both sides. The old axes of a group have
  // to be one axis in memory; that is then cut into the new ones.
  while (old_axis < old_extents.rank()) {
    const int64_t old_first = old_axis;
    const int64_t new_first = new_axis;
    int64_t old_count = old_extents[old_axis++];
    int64_t new_count = to[new_axis++];
    while (old_count != new_count) {
      if (old_count < new_count) {
        old_count *= old_extents[old_axis++];
      } else {
        new_count *= to[new_axis++];
      }
    }
    for (int64_t axis = old_first; axis + 1 < old_axis; ++axis) {
      if (old_strides[axis] != old_extents[axis + 1] * old_strides[axis + 1]) return std::nullopt;
    }
    int64_t stride = old_strides[old_axis - 1];
    for (int64_t axis = new_axis - 1; axis >= new_first; --axis) {
      result.strides[axis] = to[axis] == 1 ? 0 : stride;
      stride *= to[axis];
    }
  }
  return result;
}

}  // namespace onemodel
