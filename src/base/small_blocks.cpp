#include "base/small_blocks.h"

#include <new>
#include <utility>

namespace onemodel {

ONEMODEL_FIXED_THREAD_LOCAL constinit thread_local SmallBlocks::Kept* SmallBlocks::kept_ = nullptr;

// Frees what a thread keeps when it ends. Tensors that are released even later are freed at once.
struct EndOfThread {
  ~EndOfThread() {
    is_over = true;
    SmallBlocks::clear();
    delete std::exchange(SmallBlocks::kept_, nullptr);
  }
  void announce() {}

  // Outlives every object of the thread.
  static constinit thread_local bool is_over;
};
constinit thread_local bool EndOfThread::is_over = false;

namespace {
thread_local EndOfThread end_of_thread;
}

bool SmallBlocks::begin_to_keep() noexcept {
  if (EndOfThread::is_over) return false;
  end_of_thread.announce();
  kept_ = new (std::nothrow) Kept;
  if (kept_ == nullptr) return false;
  for (int64_t i = 0; i < size_count; ++i) kept_->sizes[i] = {nullptr, most_bytes_of_a_size / size_at(i)};
  return true;
}

void SmallBlocks::clear() noexcept {
  if (kept_ == nullptr) return;
  for (int64_t i = 0; i < size_count; ++i) {
    Blocks& blocks = kept_->sizes[i];
    while (blocks.first != nullptr) std::free(blocks.pop(size_at(i)));
  }
}

}  // namespace onemodel
