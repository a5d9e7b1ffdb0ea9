#include "base/block_pool.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/kept_memory.h"

namespace onemodel {
namespace {

// From this size on blocks start and end with a page of 2 MB, of which one takes the system as little time as a few
// small ones, where it has them.
constexpr int64_t large_page = int64_t{1} << 21;
constexpr int64_t smallest_of_large_pages = 2 * large_page;

void* allocate(int64_t bytes) {
  if (bytes < smallest_of_large_pages) return std::malloc(static_cast<size_t>(bytes));
  void* block = std::aligned_alloc(static_cast<size_t>(large_page), static_cast<size_t>(bytes));
#if defined(__linux__)
  if (block != nullptr) madvise(block, static_cast<size_t>(bytes), MADV_HUGEPAGE);
#endif
  return block;
}

}  // namespace

int64_t BlockPool::block_bytes(int64_t bytes) {
  // Eight sizes for each power of two, so that calls of nearly the same size share blocks and little is wasted.
  const auto wanted = static_cast<uint64_t>(bytes);
  const uint64_t step = std::max<uint64_t>(std::bit_floor(wanted) / 8, 1);
  const uint64_t rounded = (wanted + step - 1) / step * step;
  if (rounded < static_cast<uint64_t>(smallest_of_large_pages)) return static_cast<int64_t>(rounded);
  constexpr auto page = static_cast<uint64_t>(large_page);
  return static_cast<int64_t>((rounded + page - 1) / page * page);
}

void* BlockPool::take(int64_t bytes) {
  const int64_t size = block_bytes(bytes);
  void* block = find(size);
  if (block == nullptr) block = allocate(size);
  if (block == nullptr) {
    clear();
    block = allocate(size);
  }
  return block;
}

void* BlockPool::find(int64_t bytes) {
  const std::lock_guard lock(mutex_);
  // The one used last may still be in the cache.
  for (size_t i = kept_.size(); i-- > 0;) {
    if (kept_[i].bytes != bytes) continue;
    void* block = kept_[i].memory;
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
    kept_bytes_ -= bytes;
    allow_access(block, bytes);
    return block;
  }
  return nullptr;
}

void BlockPool::give_back(void* block, int64_t bytes) noexcept {
  const int64_t size = block_bytes(bytes);
  const int64_t most = limit();
  if (size <= most) {
    try {
      const std::lock_guard lock(mutex_);
      kept_.push_back({block, size});
      kept_bytes_ += size;
      forbid_access(block, size);
      block = nullptr;
    } catch (const std::bad_alloc&) {
      // There is no room to note it down: it is freed.
    }
    shrink_to(most);
  }
  std::free(block);
}

void BlockPool::set_limit(int64_t limit) {
  limit_.store(limit, std::memory_order_relaxed);
  shrink_to(limit);
}

// Frees those first that were given back longest ago.
void BlockPool::shrink_to(int64_t most) noexcept {
  while (true) {
    Block oldest;
    {
      const std::lock_guard lock(mutex_);
      if (kept_bytes_ <= most) return;
      oldest = kept_.front();
      kept_.erase(kept_.begin());
      kept_bytes_ -= oldest.bytes;
    }
    allow_access(oldest.memory, oldest.bytes);
    std::free(oldest.memory);
  }
}

}  // namespace onemodel
