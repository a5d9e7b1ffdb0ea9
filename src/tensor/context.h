// How calls are carried out.
#pragma once

#include <cstdint>

#include "onemodel.h"

struct om_context {
  int64_t memory_limit;  // the most bytes that one result may have
};

namespace onemodel {

// What holds where no context is given.
const om_context& default_context();

inline const om_context& context_or_default(const om_context* context) {
  return context != nullptr ? *context : default_context();
}

}  // namespace onemodel
