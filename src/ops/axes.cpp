#include "ops/axes.h"

namespace onemodel {

SmallVector<int64_t, OM_MAX_RANK> normalized_axes(const Call& call, std::string_view name,
                                                  std::span<const int64_t> axes, int64_t rank, NegativeAxes negative) {
  SmallVector<int64_t, OM_MAX_RANK> result;
  std::bitset<OM_MAX_RANK> seen;
  for (const int64_t given : axes) {
    const int64_t axis = normalized_axis(call, name, given, rank, negative);
    if (seen[static_cast<size_t>(axis)]) call.fail(Reason::axis_repeated, name, "axis ", given, " is listed twice");
    seen.set(static_cast<size_t>(axis));
    result.push_back(axis);
  }
  return result;
}

}  // namespace onemodel
