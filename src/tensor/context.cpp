#include "tensor/context.h"

#include <limits>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace onemodel {
namespace {

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

}  // namespace

const om_context& default_context() {
  static const om_context context{physical_memory()};
  return context;
}

}  // namespace onemodel
