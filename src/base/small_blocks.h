// Small blocks of memory, which each thread keeps for itself when they are given back: malloc takes longer than what
// small calls do with them.
#pragma once

#include <cstdint>

namespace onemodel {

class SmallBlocks {
 public:
  static constexpr int64_t largest = 4096;
  // Sizes are rounded up to multiples of this. A thread keeps of each size so many bytes.
  static constexpr int64_t size_step = 64;
  static constexpr int64_t most_bytes_of_a_size = 8192;

  // A block that is aligned as malloc aligns, or null if there is no memory. 1 <= bytes <= largest.
  static void* take(int64_t bytes);
  // Gives back what take(bytes) gave, on whatever thread.
  static void give_back(void* block, int64_t bytes) noexcept;
  // Frees what this thread keeps.
  static void clear() noexcept;
};

}  // namespace onemodel
