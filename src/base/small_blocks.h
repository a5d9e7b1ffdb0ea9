// Small blocks of memory, which each thread keeps for itself when they are given back: malloc takes longer than what small
// calls do with them.
#pragma once

#include <cstdint>

namespace onemodel {

class SmallBlocks {
 public:
  static constexpr int64_t largest = 4096;
  static constexpr int64_t alignment = 64;
  // Of blocks of one size, which are those that are rounded up to the same multiple of the alignment, a thread keeps so
  // many bytes.
  static constexpr int64_t most_bytes_of_a_size = 8192;

  // A block that starts on a cache line, or null if there is no memory. 1 <= bytes <= largest.
  static void* take(int64_t bytes);
  // Gives back what take(bytes) gave, on whatever thread.
  static void give_back(void* block, int64_t bytes) noexcept;
};

}  // namespace onemodel
