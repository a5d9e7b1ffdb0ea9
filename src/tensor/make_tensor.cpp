#include "tensor/make_tensor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/checked.h"

namespace onemodel {
namespace {

// The bits of the last byte that elements of a packed type take.
std::byte last_byte_mask(om_type type, int64_t count) {
  const int64_t used = count * storage_bits(type) % 8;
  return used == 0 ? std::byte{0xFF} : static_cast<std::byte>((1U << used) - 1);
}

bool is_canonical(om_type type, int64_t count, const std::byte* data, int64_t byte_count) {
  if (byte_count == 0) return true;
  if (type == OM_BOOL) return std::all_of(data, data + byte_count, [](std::byte b) { return b <= std::byte{1}; });
  return storage_bits(type) >= 8 || (data[byte_count - 1] & ~last_byte_mask(type, count)) == std::byte{0};
}

}  // namespace

Reference<Tensor> canonical(Reference<Tensor> tensor) {
  const int64_t byte_count = storage_bytes(tensor->type(), tensor->element_count());
  if (byte_count == 0) return tensor;
  std::byte* data = tensor->mutable_data();
  if (tensor->type() == OM_BOOL) {
    std::transform(data, data + byte_count, data, [](std::byte b) { return std::byte{b != std::byte{0}}; });
  } else if (storage_bits(tensor->type()) < 8) {
    data[byte_count - 1] &= last_byte_mask(tensor->type(), tensor->element_count());
  }
  return tensor;
}

Reference<Tensor> copied(const om_context& context, om_type type, const Shape& shape, const void* data,
                         int64_t byte_count) {
  Reference<Tensor> tensor = Tensor::allocate(context, type, shape);
  if (byte_count > 0) std::memcpy(tensor->mutable_data(), data, static_cast<size_t>(byte_count));
  return canonical(std::move(tensor));
}

Reference<Tensor> copied_strings(const om_context& context, const Shape& shape,
                                 std::span<const std::string_view> strings) {
  int64_t total = 0;
  for (const std::string_view string : strings) total = checked_add(total, static_cast<int64_t>(string.size()));
  Reference<Tensor> tensor = Tensor::allocate(context, OM_STRING, shape);
  if (total > context.memory_limit) {
    throw Failure(Reason::memory_exhausted,
                  text_of(total, " bytes of strings are more than the limit of ", context.memory_limit));
  }
  Reference<StringBytes> bytes = StringBytes::allocate(total);
  char* next = bytes->bytes();
  auto* elements = reinterpret_cast<StringElement*>(tensor->mutable_data());
  for (size_t i = 0; i < strings.size(); ++i) {
    if (!strings[i].empty()) std::memcpy(next, strings[i].data(), strings[i].size());
    elements[i] = {next, static_cast<int64_t>(strings[i].size())};
    next += strings[i].size();
  }
  tensor->keep(std::move(bytes));
  return tensor;
}

bool is_aligned(om_type type, const void* data) {
  const int64_t alignment = std::clamp<int64_t>(storage_bits(type) / 8, 1, 8);
  return reinterpret_cast<uintptr_t>(data) % static_cast<uintptr_t>(alignment) == 0;
}

Reference<Tensor> borrowed(const om_context& context, om_type type, const Shape& shape, const void* data,
                           int64_t byte_count, om_release_callback release, void* user_data) {
  if (is_canonical(type, shape.element_count(), static_cast<const std::byte*>(data), byte_count)) {
    return Tensor::borrow(type, shape, data, release, user_data);
  }
  Reference<Tensor> tensor = copied(context, type, shape, data, byte_count);
  if (release != nullptr) release(user_data);
  return tensor;
}

}  // namespace onemodel
