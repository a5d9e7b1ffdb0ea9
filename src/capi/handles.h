// From handles to what they stand for.
#pragma once

#include <ranges>
#include <utility>

#include "capi/guard.h"
#include "tensor/tensor.h"

namespace onemodel {

// Refuses NULL. Every value is a tensor as yet.
inline const Tensor* tensor_of(const om_value* value, const char* name) {
  require_pointer(value, name);
  return static_cast<const Tensor*>(value);
}

// Refuses a tensor without elements (om_tensor_describe).
template <class Name>
void require_elements(const Tensor* tensor, const Name& name) {
  if (!tensor->has_elements()) refuse(Reason::argument_no_data, name, "the tensor has no elements");
}

// Entry `index` of a list, or null outside.
template <std::ranges::contiguous_range Entries>
auto* entry(const Entries& entries, int64_t index) {
  return index >= 0 && std::cmp_less(index, std::ranges::size(entries)) ? std::ranges::data(entries) + index : nullptr;
}

// The shape that the caller gives; refuses what is none.
inline Shape shape_of(const int64_t* shape, int64_t rank) {
  require_array(shape, rank, "shape");
  Shape result;
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (shape[axis] < 0) {
      refuse(Reason::argument_extent, "shape", "extent ", shape[axis], " of axis ", axis, " is negative");
    }
    result.append(shape[axis]);
  }
  return result;
}

}  // namespace onemodel
