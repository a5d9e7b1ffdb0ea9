#include "base/small_blocks.h"

#include <cstdlib>
#include <cstring>

#include "base/kept_memory.h"

namespace onemodel {
namespace {

constexpr int64_t size_count = SmallBlocks::largest / SmallBlocks::size_step;

int64_t index_of_size(int64_t bytes) { return (bytes - 1) / SmallBlocks::size_step; }
int64_t size_at(int64_t index) { return (index + 1) * SmallBlocks::size_step; }

// Blocks of one size, of which each tells where the next one is.
struct KeptBlocks {
  void* first;
  int64_t count;

  void push(void* block, int64_t size) {
    std::memcpy(block, &first, sizeof(first));
    forbid_access(block, size);
    first = block;
    ++count;
  }
  void* pop(int64_t size) {
    void* block = first;
    allow_access(block, size);
    std::memcpy(&first, block, sizeof(first));
    --count;
    return block;
  }
};

enum class Keeping { not_yet, on, over };

// Nothing of it is made or destroyed, so that it can be had without asking whether it is there.
struct KeptByThread {
  KeptBlocks sizes[size_count];
  Keeping keeping;
};
constinit thread_local KeptByThread kept{};

// Frees what a thread keeps when it ends. Tensors that are released even later are freed at once.
struct EndOfKeeping {
  ~EndOfKeeping() {
    kept.keeping = Keeping::over;
    SmallBlocks::clear();
  }
  void announce() { kept.keeping = Keeping::on; }
};
thread_local EndOfKeeping end_of_keeping;

}  // namespace

void* SmallBlocks::take(int64_t bytes) {
  const int64_t index = index_of_size(bytes);
  KeptBlocks& blocks = kept.sizes[index];
  if (blocks.count > 0) return blocks.pop(size_at(index));
  return std::malloc(static_cast<size_t>(size_at(index)));
}

void SmallBlocks::give_back(void* block, int64_t bytes) noexcept {
  const int64_t index = index_of_size(bytes);
  KeptBlocks& blocks = kept.sizes[index];
  if (kept.keeping == Keeping::not_yet) end_of_keeping.announce();
  if (kept.keeping == Keeping::over || (blocks.count + 1) * size_at(index) > most_bytes_of_a_size) {
    std::free(block);
    return;
  }
  blocks.push(block, size_at(index));
}

void SmallBlocks::clear() noexcept {
  for (int64_t i = 0; i < size_count; ++i) {
    while (kept.sizes[i].count > 0) std::free(kept.sizes[i].pop(size_at(i)));
  }
}

}  // namespace onemodel
