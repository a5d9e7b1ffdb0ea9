// How calls are carried out. A copy shares its original's threads and kept memory.
#pragma once

#include <cstdint>

#include "base/block_pool.h"
#include "base/workers.h"
#include "onemodel.h"

struct om_context {
  int64_t memory_limit;  // the most bytes that one result may have
  onemodel::Reference<onemodel::BlockPool> blocks;
  onemodel::Reference<onemodel::Workers> workers;
};

namespace onemodel {

// What holds where no context is given.
const om_context& default_context();

// The machine's physical memory in bytes, as far as the system tells it.
int64_t physical_memory();

// The default settings, with threads and kept memory of its own.
om_context make_context(int64_t memory_limit = physical_memory());

inline const om_context& context_or_default(const om_context* context) {
  return context != nullptr ? *context : default_context();
}

}  // namespace onemodel
