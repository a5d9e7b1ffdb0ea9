#include "tensors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace fuzz {
namespace {

template <class Number>
void append(std::vector<std::byte>* bytes, Number number) {
  const auto* first = reinterpret_cast<const std::byte*>(&number);
  bytes->insert(bytes->end(), first, first + sizeof number);
}

void append_number(om_type type, int64_t value, std::vector<std::byte>* bytes) {
  switch (type) {
    case OM_FLOAT32:
      return append(bytes, static_cast<float>(value));
    case OM_FLOAT64:
      return append(bytes, static_cast<double>(value));
    case OM_FLOAT16: {
      // Only small whole numbers are needed: 1 <= |value| < 2048.
      const int64_t magnitude = std::min<int64_t>(value < 0 ? -(value + 1) + 1 : value, 2047);
      uint16_t bits = 0;
      if (magnitude > 0) {
        const auto exponent = static_cast<unsigned>(std::ilogb(static_cast<double>(magnitude)));
        bits = static_cast<uint16_t>((exponent + 15) << 10 |
                                     ((static_cast<unsigned>(magnitude) << (10 - exponent)) & 0x3FFU));
      }
      return append(bytes, static_cast<uint16_t>(value < 0 ? bits | 0x8000U : bits));
    }
    case OM_BFLOAT16: {
      const auto number = static_cast<float>(value);
      uint32_t bits = 0;
      std::memcpy(&bits, &number, sizeof bits);
      return append(bytes, static_cast<uint16_t>(bits >> 16));
    }
    default:
      break;
  }
  switch (om_type_bits(type)) {
    case 16:
      return append(bytes, static_cast<int16_t>(value));
    case 32:
      return append(bytes, static_cast<int32_t>(value));
    case 64:
      return append(bytes, value);
    default:
      return append(bytes, static_cast<int8_t>(value));
  }
}

struct Check {
  om_status status;
  om_tensor* tensor;
};

Handle made(const Check& check) {
  if (check.status == OM_OK) return Handle(check.tensor);
  // Plans are well formed: that one cannot be made is a fault, here or there.
  std::fprintf(stderr, "a tensor cannot be made: %s\n", om_status_name(check.status));
  std::abort();
}

}  // namespace

int64_t element_count(const Integers& shape) {
  if (std::ranges::find(shape, 0) != shape.end()) return 0;
  int64_t count = 1;
  for (const int64_t extent : shape) {
    if (count > std::numeric_limits<int64_t>::max() / extent) return -1;
    count *= extent;
  }
  return count;
}

Integers handy(Integers shape) {
  if (shape.size() > OM_MAX_RANK) shape.resize(OM_MAX_RANK);
  while (element_count(shape) < 0 || element_count(shape) > 4096) *std::ranges::max_element(shape) = 2;
  return shape;
}

Plan random_plan(Random& random, om_type type, Integers shape) {
  Plan plan{type, handy(std::move(shape)), {}, {}, {}};
  const int64_t count = element_count(plan.shape);
  if (type == OM_STRING) {
    for (int64_t i = 0; i < count; ++i) {
      plan.strings.emplace_back(static_cast<size_t>(random.between(0, 3)), static_cast<char>(random.between(0, 255)));
    }
    return plan;
  }
  const int64_t bits = om_type_bits(type);
  const auto bytes = static_cast<size_t>((count * bits + 7) / 8);
  const bool small = random.chance(50);
  if (small && bits >= 8 && bits <= 64 && type != OM_COMPLEX64) {
    for (int64_t i = 0; i < count; ++i) append_number(type, random.between(-2, 4), &plan.bytes);
  } else {
    for (size_t i = 0; i < bytes; ++i) plan.bytes.push_back(static_cast<std::byte>(random.bits() & 0xFFU));
  }
  return plan;
}

Plan number_plan(om_type type, Integers shape, const Integers& values) {
  Plan plan{type, std::move(shape), {}, {}, {}};
  if (type == OM_STRING) {
    plan.strings.resize(values.size(), "number");
    return plan;
  }
  for (const int64_t value : values) append_number(type, value, &plan.bytes);
  // Types that are no numbers get some elements, too.
  plan.bytes.resize((values.size() * static_cast<size_t>(om_type_bits(type)) + 7) / 8);
  return plan;
}

Integers integers_of(const Plan& plan) {
  Integers integers;
  const size_t size = plan.type == OM_INT32 ? 4 : 8;
  for (size_t i = 0; i + size <= plan.bytes.size(); i += size) {
    int64_t value = 0;
    if (plan.type == OM_INT32) {
      int32_t narrow = 0;
      std::memcpy(&narrow, &plan.bytes[i], size);
      value = narrow;
    } else {
      std::memcpy(&value, &plan.bytes[i], size);
    }
    integers.push_back(value);
  }
  return integers;
}

Handle retained(om_tensor* tensor) {
  om_tensor_retain(tensor);
  return Handle(tensor);
}

Handle make(Random& random, const Plan& plan) {
  if (!plan.present()) return nullptr;
  if (plan.existing) return retained(plan.existing.get());
  Check check{OM_OK, nullptr};
  const auto rank = static_cast<int64_t>(plan.shape.size());
  if (plan.type == OM_STRING) {
    std::vector<const char*> pointers;
    Integers lengths;
    for (const std::string& string : plan.strings) {
      pointers.push_back(string.data());
      lengths.push_back(static_cast<int64_t>(string.size()));
    }
    check.status = om_tensor_create_strings(nullptr, plan.shape.data(), rank, pointers.data(), lengths.data(),
                                            static_cast<int64_t>(pointers.size()), &check.tensor, nullptr);
    return made(check);
  }
  const auto byte_count = static_cast<int64_t>(plan.bytes.size());
  if (random.chance(70)) {
    check.status = om_tensor_create(nullptr, plan.type, plan.shape.data(), rank, plan.bytes.data(), byte_count,
                                    &check.tensor, nullptr);
    return made(check);
  }
  // Memory of exactly this size, so that a sanitizer sees every step beside it.
  void* memory = std::malloc(std::max<size_t>(plan.bytes.size(), 1));
  if (!plan.bytes.empty()) std::memcpy(memory, plan.bytes.data(), plan.bytes.size());
  check.status = om_tensor_borrow(
      nullptr, plan.type, plan.shape.data(), rank, memory, byte_count, [](void* data) { std::free(data); }, memory,
      &check.tensor, nullptr);
  return made(check);
}

Handle describe(const Plan& plan) {
  if (!plan.present()) return nullptr;
  Check check{OM_OK, nullptr};
  check.status =
      om_tensor_describe(plan.type, plan.shape.data(), static_cast<int64_t>(plan.shape.size()), &check.tensor, nullptr);
  return made(check);
}

std::string fault_of(const om_tensor* tensor) {
  if (tensor == nullptr) return "the output is NULL";
  const om_type type = om_tensor_type(tensor);
  if (om_type_name(type) == nullptr) return "the type is none";
  const int64_t rank = om_tensor_rank(tensor);
  if (rank < 0 || rank > OM_MAX_RANK) return "the rank is none";
  const int64_t* extents = om_tensor_shape(tensor);
  if (extents == nullptr) return "there are no extents";
  const Integers shape(extents, extents + rank);
  if (std::ranges::any_of(shape, [](int64_t extent) { return extent < 0; })) return "an extent is negative";
  const int64_t count = element_count(shape);
  if (om_tensor_element_count(tensor) != count) return "the element count is not the product of the extents";
  if (type == OM_STRING) {
    if (om_tensor_byte_count(tensor) != 0 || om_tensor_data(tensor) != nullptr) return "strings have data";
    for (int64_t i = 0; i < count; ++i) {
      int64_t length = -1;
      const char* string = om_tensor_string(tensor, i, &length);
      if (string == nullptr || length < 0) return "a string is missing";
      // Touches every byte.
      if (std::string(string, static_cast<size_t>(length)).size() != static_cast<size_t>(length)) return "never";
    }
    return om_tensor_string(tensor, count, nullptr) == nullptr ? "" : "a string stands past the end";
  }
  const int64_t bits = om_type_bits(type);
  const int64_t byte_count = om_tensor_byte_count(tensor);
  if (byte_count != (count * bits + 7) / 8) return "the byte count does not fit the shape";
  const auto* data = static_cast<const unsigned char*>(om_tensor_data(tensor));
  if (byte_count == 0) return "";
  if (data == nullptr) return "there is no data";
  if (reinterpret_cast<uintptr_t>(data) % static_cast<uintptr_t>(std::clamp<int64_t>(bits / 8, 1, 8)) != 0) {
    return "the data is not aligned";
  }
  if (type == OM_BOOL && std::any_of(data, data + byte_count, [](unsigned char byte) { return byte > 1; })) {
    return "a bool is neither 0 nor 1";
  }
  if (bits < 8 && count * bits % 8 != 0 && (data[byte_count - 1] >> (count * bits % 8)) != 0) {
    return "bits that no element has are not 0";
  }
  return "";
}

bool equal(const om_tensor* a, const om_tensor* b) {
  const int64_t rank = om_tensor_rank(a);
  if (om_tensor_type(a) != om_tensor_type(b) || rank != om_tensor_rank(b)) return false;
  if (!std::equal(om_tensor_shape(a), om_tensor_shape(a) + rank, om_tensor_shape(b))) return false;
  if (om_tensor_type(a) == OM_STRING) {
    for (int64_t i = 0; i < om_tensor_element_count(a); ++i) {
      int64_t length_a = 0;
      int64_t length_b = 0;
      const char* string_a = om_tensor_string(a, i, &length_a);
      const char* string_b = om_tensor_string(b, i, &length_b);
      if (std::string_view(string_a, static_cast<size_t>(length_a)) !=
          std::string_view(string_b, static_cast<size_t>(length_b))) {
        return false;
      }
    }
    return true;
  }
  const auto bytes = static_cast<size_t>(om_tensor_byte_count(a));
  return bytes == 0 || std::memcmp(om_tensor_data(a), om_tensor_data(b), bytes) == 0;
}

std::string text_of(const om_tensor* tensor) {
  if (tensor == nullptr) return "none";
  std::string text = om_type_name(om_tensor_type(tensor));
  text += " [";
  for (int64_t axis = 0; axis < om_tensor_rank(tensor); ++axis) {
    text.append(axis == 0 ? "" : ", ").append(std::to_string(om_tensor_shape(tensor)[axis]));
  }
  text += "]";
  const bool is_integer = om_tensor_type(tensor) == OM_INT64 || om_tensor_type(tensor) == OM_INT32;
  if (om_tensor_data(tensor) == nullptr && om_tensor_type(tensor) != OM_STRING) text += " without elements";
  if (!is_integer || om_tensor_data(tensor) == nullptr || om_tensor_element_count(tensor) > 32) return text;
  text += " {";
  for (int64_t i = 0; i < om_tensor_element_count(tensor); ++i) {
    const void* data = om_tensor_data(tensor);
    const int64_t value = om_tensor_type(tensor) == OM_INT64 ? static_cast<const int64_t*>(data)[i]
                                                             : static_cast<const int32_t*>(data)[i];
    text.append(i == 0 ? "" : ", ").append(std::to_string(value));
  }
  return text + "}";
}

}  // namespace fuzz
