// Elements of 4 or 2 bits, several to a byte, that do not move as whole bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/workers.h"
#include "kernels/transpose.h"

namespace onemodel {

// As transpose() does, for elements of `bits`, 4 or 2, from source_position and target_position on.
void transpose_packed(int64_t bits, const Transposition& matrix, const std::byte* source, int64_t source_position,
                      std::byte* target, int64_t target_position);

// One matrix of several that have as many rows, without gaps.
struct PackedRows {
  const std::byte* data;
  int64_t length;  // elements of a row
};

// The most elements of a joined row for which join_packed_rows has room.
constexpr int64_t most_joined_elements = 1024;

// Joins the rows of the sources, in order, to rows of row_length elements.
void join_packed_rows(Workers& workers, int64_t bits, int64_t rows, std::span<const PackedRows> sources,
                      int64_t row_length, std::byte* target);

}  // namespace onemodel
