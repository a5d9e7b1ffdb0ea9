// Memory that a call needs while it runs.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/block_pool.h"

namespace onemodel {

// From a pool, which most often has it already, and back to it in the end.
class Scratch {
 public:
  Scratch(BlockPool& pool, int64_t bytes) : pool_(pool), bytes_(std::max(bytes, BlockPool::smallest_block)) {
    data_ = static_cast<std::byte*>(pool.take(bytes_));
  }
  ~Scratch() {
    if (data_ != nullptr) pool_.give_back(data_, bytes_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // Null if there is no memory: who can do without does. Aligned as malloc aligns.
  std::byte* data() const { return data_; }

 private:
  BlockPool& pool_;
  int64_t bytes_;
  std::byte* data_;
};

}  // namespace onemodel
