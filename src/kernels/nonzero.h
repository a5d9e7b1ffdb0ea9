// The coordinates of chosen elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "onemodel.h"

namespace onemodel {

// Writes the coordinates of the elements for which is_chosen(position) holds, in row-major order, as int64 to `target`:
// first those on axis 0, then those on axis 1, and so on. `chosen` is their number; `extents` are at least one.
template <class IsChosen>
void write_coordinates(std::span<const int64_t> extents, int64_t element_count, int64_t chosen, IsChosen is_chosen,
                       std::byte* target) {
  const auto store = [&](size_t axis, int64_t i, int64_t coordinate) {
    std::memcpy(target + (static_cast<int64_t>(axis) * chosen + i) * 8, &coordinate, 8);
  };
  // Positions are collected in blocks first, which needs no branch for each element.
  constexpr int64_t block = 512;
  int64_t positions[block];
  const size_t last = extents.size() - 1;
  int64_t coordinate[OM_MAX_RANK] = {};  // of the row along the last axis that row_first is the first position of
  int64_t row_first = 0;
  int64_t written = 0;
  for (int64_t first = 0; first < element_count; first += block) {
    const int64_t end = std::min(element_count, first + block);
    int64_t found = 0;
    for (int64_t position = first; position < end; ++position) {
      positions[found] = position;
      found += is_chosen(position) ? 1 : 0;
    }
    for (int64_t i = 0; i < found; ++i) {
      while (positions[i] - row_first >= extents[last]) {
        row_first += extents[last];
        for (size_t axis = last; axis-- > 0 && ++coordinate[axis] == extents[axis];) coordinate[axis] = 0;
      }
      coordinate[last] = positions[i] - row_first;
      for (size_t axis = 0; axis <= last; ++axis) store(axis, written, coordinate[axis]);
      ++written;
    }
  }
}

}  // namespace onemodel
