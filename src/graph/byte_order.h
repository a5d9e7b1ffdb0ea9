// ONNX's files have little-endian elements, tensors those of the machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "tensor/element_type.h"

namespace onemodel {

// The bytes of one number: an element of a complex type has two. Packed elements have numbers of one byte. Not for
// strings.
constexpr int64_t number_bytes(om_type type) {
  const bool is_complex = type == OM_COMPLEX64 || type == OM_COMPLEX128;
  return std::max<int64_t>(storage_bits(type) / (is_complex ? 16 : 8), 1);
}

// From the machine's byte order to the files', or back.
inline void swap_little_endian(om_type type, std::byte* data, int64_t byte_count) {
  if constexpr (std::endian::native == std::endian::big) {
    const int64_t size = number_bytes(type);
    for (int64_t i = 0; i < byte_count; i += size) std::reverse(data + i, data + i + size);
  }
}

}  // namespace onemodel
