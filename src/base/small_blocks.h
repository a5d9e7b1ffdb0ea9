// Small blocks of memory, which each thread keeps for itself when they are given back: malloc takes longer than what
// small calls do with them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/kept_memory.h"

// Where the C library has room for it even in libraries that are loaded later, what belongs to a thread is reached
// without a call.
#if defined(__GLIBC__)
#define ONEMODEL_FIXED_THREAD_LOCAL [[gnu::tls_model("initial-exec")]]
#else
#define ONEMODEL_FIXED_THREAD_LOCAL
#endif

namespace onemodel {

class SmallBlocks {
 public:
  static constexpr int64_t largest = 4096;
  // Sizes are rounded up to multiples of this. A thread keeps of each size so many bytes.
  static constexpr int64_t size_step = 64;
  static constexpr int64_t most_bytes_of_a_size = 8192;

  // A block that is aligned as malloc aligns, or null if there is no memory. 1 <= bytes <= largest.
  static void* take(int64_t bytes) {
    const int64_t index = index_of_size(bytes);
    if (kept_ == nullptr || kept_->sizes[index].first == nullptr) {
      return std::malloc(static_cast<size_t>(size_at(index)));
    }
    return kept_->sizes[index].pop(size_at(index));
  }
  // Gives back what take(bytes) gave, on whatever thread.
  static void give_back(void* block, int64_t bytes) noexcept {
    const int64_t index = index_of_size(bytes);
    if (kept_ == nullptr && !begin_to_keep()) {
      std::free(block);
      return;
    }
    Blocks& blocks = kept_->sizes[index];
    if (blocks.room == 0) {
      std::free(block);
      return;
    }
    blocks.push(block, size_at(index));
  }
  // Frees what this thread keeps.
  static void clear() noexcept;

 private:
  friend struct EndOfThread;

  // Blocks of one size, of which each tells where the next one is.
  struct Blocks {
    void* first;
    int64_t room;  // for so many more

    void push(void* block, int64_t size) {
      std::memcpy(block, &first, sizeof(first));
      forbid_access(block, size);
      first = block;
      --room;
    }
    void* pop(int64_t size) {
      void* block = first;
      allow_access(block, size);
      std::memcpy(&first, block, sizeof(first));
      ++room;
      return block;
    }
  };
  static constexpr int64_t size_count = largest / size_step;
  struct Kept {
    Blocks sizes[size_count];
  };

  static int64_t index_of_size(int64_t bytes) { return (bytes - 1) / size_step; }
  static int64_t size_at(int64_t index) { return (index + 1) * size_step; }
  // Makes room for what the thread is to keep; false if there is none or the thread is about to end.
  [[gnu::cold, gnu::noinline]] static bool begin_to_keep() noexcept;

  // Null before the thread has given anything back, and when it ends.
  ONEMODEL_FIXED_THREAD_LOCAL static constinit thread_local Kept* kept_;
};

}  // namespace onemodel
