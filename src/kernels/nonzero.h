// The coordinates of chosen elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/unit.h"
#include "onemodel.h"

namespace onemodel {

// The number of elements for which is_chosen(position) holds.
template <class IsChosen>
int64_t count_chosen(int64_t element_count, IsChosen is_chosen) {
  int64_t count = 0;
  for (int64_t position = 0; position < element_count; ++position) count += is_chosen(position) ? 1 : 0;
  return count;
}

// Writes the coordinates of the elements for which is_chosen(position) holds, in row-major order, as int64 to `target`:
// first those on axis 0, then those on axis 1, and so on. `chosen` is their number; `extents` are at least one.
template <class IsChosen>
void write_coordinates(std::span<const int64_t> extents, int64_t element_count, int64_t chosen, IsChosen is_chosen,
                       std::byte* target) {
  // Positions are collected in blocks first, which needs no branch for each element. Of sparse data most groups have
  // none.
  constexpr int64_t block = 512;
  constexpr int64_t group = 16;
  int64_t positions[block];
  const size_t last = extents.size() - 1;
  const int64_t row_extent = extents[last];
  int64_t coordinate[OM_MAX_RANK] = {};  // of the row along the last axis that row_first is the first position of
  int64_t row_first = 0;
  int64_t written = 0;
  for (int64_t first = 0; first < element_count; first += block) {
    const int64_t end = std::min(element_count, first + block);
    int64_t found = 0;
    for (int64_t group_first = first; group_first < end; group_first += group) {
      const int64_t group_end = std::min(end, group_first + group);
      bool any = false;
      for (int64_t position = group_first; position < group_end; ++position) any |= is_chosen(position);
      if (!any) continue;
      for (int64_t position = group_first; position < group_end; ++position) {
        positions[found] = position;
        found += is_chosen(position) ? 1 : 0;
      }
    }
    for (int64_t i = 0; i < found;) {
      while (positions[i] - row_first >= row_extent) {
        row_first += row_extent;
        for (size_t axis = last; axis-- > 0 && ++coordinate[axis] == extents[axis];) coordinate[axis] = 0;
      }
      int64_t next = i + 1;  // the first found position after this row
      while (next < found && positions[next] - row_first < row_extent) ++next;
      for (size_t axis = 0; axis < last; ++axis) {
        std::byte* to = target + (static_cast<int64_t>(axis) * chosen + written) * 8;
        for (int64_t j = 0; j < next - i; ++j) ByteUnit<int64_t>::store(to, j, coordinate[axis]);
      }
      std::byte* to = target + (static_cast<int64_t>(last) * chosen + written) * 8;
      for (int64_t j = 0; j < next - i; ++j) ByteUnit<int64_t>::store(to, j, positions[i + j] - row_first);
      written += next - i;
      i = next;
    }
  }
}

}  // namespace onemodel
