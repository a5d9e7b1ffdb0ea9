#include "tensor/context.h"

#include <limits>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace onemodel {
namespace {

// Of results that are given back no more is kept than this part of the machine's memory.
constexpr int64_t kept_part = 32;

}  // namespace

// Some systems grant far more memory than they have and end the process when it is used; so no result may be larger
// than the machine's physical memory.
int64_t physical_memory() {
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page_size > 0) return static_cast<int64_t>(pages) * page_size;
#endif
  return std::numeric_limits<int64_t>::max();
}

om_context make_context(int64_t memory_limit) {
  om_context context{memory_limit, {}, {}};
  context.blocks = BlockPool::create(physical_memory() / kept_part);
  context.workers = Workers::create(1);
  return context;
}

const om_context& default_context() {
  // Never destroyed: other threads and destructors may use it while the program ends.
  static const om_context& context = *new om_context(make_context());
  return context;
}

}  // namespace onemodel
