// How the elements of a value lie in the memory of another, while no byte has moved.
#pragma once

#include <optional>

#include "tensor/shape.h"

namespace onemodel {

// Element `coordinate` is at offset + coordinate . strides, in elements.
struct Layout {
  int64_t strides[OM_MAX_RANK] = {};
  int64_t offset = 0;

  static Layout row_major(const Shape& shape, int64_t offset) {
    Layout layout;
    row_major_strides(shape.extents(), layout.strides);
    layout.offset = offset;
    return layout;
  }
};

// Whether the elements follow each other in row-major order.
bool is_row_major(const Shape& shape, const Layout& layout);

// The layout of the same elements, taken in row-major order, under another shape of as many; none where there is no
// such layout.
std::optional<Layout> reshaped(const Shape& from, const Layout& layout, const Shape& to);

}  // namespace onemodel
