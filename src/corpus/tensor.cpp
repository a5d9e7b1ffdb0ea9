#include "corpus/tensor.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>

namespace onemodel::corpus {

namespace {

constexpr int64_t kMaximum = std::numeric_limits<int64_t>::max();

// Reverses the bytes of each component where the machine is big-endian.
void swap_to_little_endian(std::vector<uint8_t>& bytes, int64_t component_bits) {
  if constexpr (std::endian::native == std::endian::big) {
    const ptrdiff_t width = static_cast<ptrdiff_t>(component_bits / 8);
    if (width > 1) {
      for (auto component = bytes.begin(); component != bytes.end(); component += width) {
        std::reverse(component, component + width);
      }
    }
  } else {
    static_cast<void>(bytes);
    static_cast<void>(component_bits);
  }
}

template <typename Word>
uint64_t load(const uint8_t* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

template <typename Word>
void store(uint8_t* bytes, uint64_t bits) {
  const Word word = static_cast<Word>(bits);
  std::memcpy(bytes, &word, sizeof word);
}

}  // namespace

std::optional<int64_t> element_count(const std::vector<int64_t>& shape) {
  if (std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent < 0; })) {
    return std::nullopt;
  }
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    return 0;
  }
  int64_t count = 1;
  for (const int64_t extent : shape) {
    if (extent > kMaximum / count) {
      return std::nullopt;
    }
    count *= extent;
  }
  return count;
}

std::optional<int64_t> byte_count(om_type type, int64_t count) {
  const int64_t bits = om_type_bits(type);
  if (bits < 8) {
    const int64_t per_byte = 8 / bits;
    return count / per_byte + (count % per_byte != 0 ? 1 : 0);
  }
  const int64_t width = bits / 8;
  return count > kMaximum / width ? std::nullopt : std::optional(count * width);
}

ComponentType component_type(om_type type) {
  switch (type) {
    case OM_BOOL:
      return {type, ElementForm::boolean, 8, 1};
    case OM_INT2:
    case OM_INT4:
    case OM_INT8:
    case OM_INT16:
    case OM_INT32:
    case OM_INT64:
      return {type, ElementForm::signed_integer, om_type_bits(type), 1};
    case OM_UINT2:
    case OM_UINT4:
    case OM_UINT8:
    case OM_UINT16:
    case OM_UINT32:
    case OM_UINT64:
      return {type, ElementForm::unsigned_integer, om_type_bits(type), 1};
    case OM_FLOAT32:
    case OM_FLOAT64:
      return {type, ElementForm::number, om_type_bits(type), 1};
    case OM_COMPLEX64:
      return {OM_FLOAT32, ElementForm::number, 32, 2};
    case OM_COMPLEX128:
      return {OM_FLOAT64, ElementForm::number, 64, 2};
    case OM_STRING:
      return {type, ElementForm::text, 0, 1};
    default:
      return {type, ElementForm::bits, om_type_bits(type), 1};
  }
}

Tensor make_zeros(om_type type, const std::vector<int64_t>& shape) {
  Tensor tensor{type, shape, {}, {}};
  const int64_t count = element_count(shape).value();
  if (type == OM_STRING) {
    tensor.strings.resize(static_cast<size_t>(count));
  } else {
    tensor.bytes.resize(static_cast<size_t>(byte_count(type, count).value()));
  }
  return tensor;
}

uint64_t component_bits(const Tensor& tensor, int64_t index) {
  const int64_t bits = component_type(tensor.type).bits;
  const uint8_t* byte = tensor.bytes.data() + index * bits / 8;
  switch (bits) {
    case 8:
      return *byte;
    case 16:
      return load<uint16_t>(byte);
    case 32:
      return load<uint32_t>(byte);
    case 64:
      return load<uint64_t>(byte);
    default:
      return (*byte >> (index * bits % 8)) & ((1U << bits) - 1U);
  }
}

void set_component_bits(Tensor& tensor, int64_t index, uint64_t value) {
  const int64_t bits = component_type(tensor.type).bits;
  uint8_t* byte = tensor.bytes.data() + index * bits / 8;
  switch (bits) {
    case 8:
      *byte = static_cast<uint8_t>(value);
      break;
    case 16:
      store<uint16_t>(byte, value);
      break;
    case 32:
      store<uint32_t>(byte, value);
      break;
    case 64:
      store<uint64_t>(byte, value);
      break;
    default: {
      const int64_t shift = index * bits % 8;
      const unsigned mask = ((1U << bits) - 1U) << shift;
      *byte = static_cast<uint8_t>((*byte & ~mask) | ((static_cast<unsigned>(value) << shift) & mask));
    }
  }
}

std::vector<uint8_t> little_endian_bytes(const Tensor& tensor) {
  std::vector<uint8_t> bytes = tensor.bytes;
  swap_to_little_endian(bytes, component_type(tensor.type).bits);
  return bytes;
}

Tensor from_little_endian_bytes(om_type type, const std::vector<int64_t>& shape, std::vector<uint8_t> bytes) {
  const int64_t bits = component_type(type).bits;
  const int64_t count = element_count(shape).value();
  swap_to_little_endian(bytes, bits);
  if (type == OM_BOOL) {
    for (uint8_t& byte : bytes) {
      byte &= 1;
    }
  }
  if (bits < 8 && count * bits % 8 != 0) {
    bytes.back() &= static_cast<uint8_t>((1U << (count * bits % 8)) - 1U);
  }
  return {type, shape, std::move(bytes), {}};
}

}  // namespace onemodel::corpus
