// Rows of bytes: copied from one distance to another, joined to longer rows, cut into shorter ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/workers.h"
#include "kernels/produce.h"

namespace onemodel {

// Copies `rows` rows of `bytes` bytes. A stride is the distance of the first bytes of two rows. They do not overlap.
void copy_rows(int64_t rows, int64_t bytes, const std::byte* source, int64_t source_stride, std::byte* target,
               int64_t target_stride, Stores stores);

// Whether all rows of a target start and end where cache lines do.
inline bool are_lines(int64_t bytes, const std::byte* target, int64_t target_stride) {
  return (bytes | target_stride | reinterpret_cast<intptr_t>(target)) % cache_line_bytes == 0;
}

// One matrix of bytes out of several that have as many rows.
template <class Byte>
struct RowsOf {
  Byte* data;
  int64_t bytes;  // of a row
};

// Each row of the target is one of each source, one after the other.
void join_rows(Workers& workers, int64_t rows, std::span<const RowsOf<const std::byte>> sources, std::byte* target);

// The other way round: each row of the source is cut into one of each target.
void split_rows(Workers& workers, int64_t rows, const std::byte* source, std::span<const RowsOf<std::byte>> targets);

}  // namespace onemodel
