// The rules for axes that all operators share.
#pragma once

#include "ops/call.h"

namespace onemodel {

enum class NegativeAxes { allowed, refused };

// Squeeze, Unsqueeze, Flatten, Concat, Split and Slice count axes from the end since opset 11.
inline NegativeAxes negative_axes_since_11(const Call& call) {
  return call.since() < 11 ? NegativeAxes::refused : NegativeAxes::allowed;
}

// The axis in [0, rank) that `axis` in [-rank, rank) means. `name` is the input or attribute it came from.
inline int64_t normalized_axis(const Call& call, std::string_view name, int64_t axis, int64_t rank,
                               NegativeAxes negative = NegativeAxes::allowed) {
  if (axis < -rank || axis >= rank) {
    call.fail(Reason::axis_out_of_range, name, "axis ", axis, " is not in [", -rank, ", ", rank, ")");
  }
  if (axis >= 0) return axis;
  if (negative == NegativeAxes::refused) {
    call.fail(Reason::axis_negative, name, "axis ", axis, " is negative, which version ", call.since(),
              " of the operator does not allow");
  }
  return axis + rank;
}

// The axes that a list means, each in [0, rank), in its order. Refuses repeated ones.
inline SmallVector<int64_t, OM_MAX_RANK> normalized_axes(const Call& call, std::string_view name,
                                                         std::span<const int64_t> axes, int64_t rank,
                                                         NegativeAxes negative = NegativeAxes::allowed) {
  SmallVector<int64_t, OM_MAX_RANK> result;
  uint32_t seen = 0;  // a bit for each axis
  for (const int64_t given : axes) {
    const int64_t axis = normalized_axis(call, name, given, rank, negative);
    if ((seen >> axis & 1U) != 0) call.fail(Reason::axis_repeated, name, "axis ", given, " is listed twice");
    seen |= 1U << axis;
    result.push_back(axis);
  }
  return result;
}

}  // namespace onemodel
