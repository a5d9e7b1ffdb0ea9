// Making a call that shows something smaller.
#pragma once

#include <functional>

#include "draft.h"

namespace onemodel::oracle {

// The smallest draft found, by many small steps, for which `still_shows` holds. It holds for `draft`.
Draft shrink(const Draft& draft, const std::function<bool(const Draft&)>& still_shows);

}  // namespace onemodel::oracle
