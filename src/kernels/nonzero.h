// Which elements are not zero, and where they stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/workers.h"
#include "kernels/unit.h"

namespace onemodel {

// Elements of 2 to 128 bits. One is zero if none of the bits that count is set, but where has_no_zero none is.
struct NonzeroElements {
  int64_t bits;
  Bits128 counting;
  bool has_no_zero;
  const std::byte* data;
  int64_t count;
};

// How many are not zero, part by part.
struct NonzeroCounts {
  static constexpr int64_t most_parts = 64;

  int64_t total = 0;
  int64_t part = 0;  // elements of each part but the last
  int64_t parts = 0;
  int64_t counts[most_parts];
};

// Plain C++ is what the vector instructions are held against.
enum class NonzeroCode { fastest, plain };

NonzeroCounts count_nonzero(Workers& workers, const NonzeroElements& elements, NonzeroCode code = NonzeroCode::fastest);

// Writes the coordinates of the elements that are not zero, in row-major order, as int64 to `target`: first those on
// axis 0, then those on axis 1, and so on. There is at least one axis, and at least one such element.
void write_nonzero(Workers& workers, const NonzeroElements& elements, const NonzeroCounts& counts,
                   std::span<const int64_t> extents, std::byte* target, NonzeroCode code = NonzeroCode::fastest);

}  // namespace onemodel
