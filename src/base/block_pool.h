// Memory that was given back, kept for whoever next asks for as much. Fresh memory is slow: the system clears each page
// when it is first written, which takes several times as long as writing it once more.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/reference.h"

namespace onemodel {

// Counted, as blocks may outlive the context whose pool they came from. Any thread may use it.
class BlockPool {
 public:
  // Smaller blocks are malloc's business, which keeps them itself.
  static constexpr int64_t smallest_block = int64_t{1} << 18;

  static Reference<BlockPool> create(int64_t limit) { return Reference<BlockPool>::adopt(new BlockPool(limit)); }
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  // The bytes of the block that a request for so many is given.
  static int64_t block_bytes(int64_t bytes);
  // A block of block_bytes(bytes), or null if there is no memory. bytes >= smallest_block.
  void* take(int64_t bytes);
  // Gives back what take(bytes) gave.
  void give_back(void* block, int64_t bytes) noexcept;

  // The most bytes that are kept.
  int64_t limit() const { return limit_.load(std::memory_order_relaxed); }
  void set_limit(int64_t limit);
  // Frees all that is kept.
  void clear() noexcept { shrink_to(0); }

  void retain() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  struct Block {
    void* memory;
    int64_t bytes;
  };

  explicit BlockPool(int64_t limit) : limit_(limit) {}
  ~BlockPool() { clear(); }
  void* find(int64_t bytes);
  void shrink_to(int64_t most) noexcept;

  std::atomic<int64_t> owners_{1};
  std::atomic<int64_t> limit_;
  std::mutex mutex_;
  std::vector<Block> kept_;  // the one that was given back last is at the end
  int64_t kept_bytes_ = 0;
};

}  // namespace onemodel
