// A tensor as the corpus holds it: type, shape and elements.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "onemodel.h"

namespace onemodel::corpus {

struct Tensor {
  om_type type = 0;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;        // all types but string: as om_tensor_data has them, in the machine's byte order
  std::vector<std::string> strings;  // string: one for each element

  bool operator==(const Tensor&) const = default;
};

// The product of the extents; 1 for rank 0; nothing if it exceeds 2^63-1 or an extent is negative.
std::optional<int64_t> element_count(const std::vector<int64_t>& shape);

// The bytes that `count` elements take; nothing if they exceed 2^63-1. Not for strings.
std::optional<int64_t> byte_count(om_type type, int64_t count);

// How an element is read and written. Everything that depends on the type comes from here.
enum class ElementForm { boolean, signed_integer, unsigned_integer, number, bits, text };

// Elements are made of components: one, but for the complex types two (real, imaginary), which are float32 or float64.
struct ComponentType {
  om_type type = 0;
  ElementForm form = ElementForm::bits;
  int64_t bits = 0;  // of one component
  int64_t per_element = 1;
};
ComponentType component_type(om_type type);

// Makes a tensor of zeros; strings are empty. The shape must have an element count that fits in memory.
Tensor make_zeros(om_type type, const std::vector<int64_t>& shape);

// Component `index` (elements in row-major order) as bits in the low end. Not for strings.
uint64_t component_bits(const Tensor& tensor, int64_t index);
void set_component_bits(Tensor& tensor, int64_t index, uint64_t bits);

// The tensor's bytes with each component in little-endian order. Not for strings.
std::vector<uint8_t> little_endian_bytes(const Tensor& tensor);

// The tensor of these bytes, the reverse of little_endian_bytes. `bytes` must have the right size. Bool bytes become 0
// or 1 by their lowest bit, and unused bits of a last packed byte 0.
Tensor from_little_endian_bytes(om_type type, const std::vector<int64_t>& shape, std::vector<uint8_t> bytes);

}  // namespace onemodel::corpus
