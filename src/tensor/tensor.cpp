#include "tensor/tensor.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/small_blocks.h"

namespace onemodel {
namespace {

// Elements start on a cache line, whatever malloc gives.
constexpr size_t data_alignment = 64;

// The memory of a tensor with so many bytes of elements.
int64_t memory_bytes_of(int64_t bytes) {
  return int64_t{sizeof(Tensor)} + (bytes == 0 ? 0 : int64_t{data_alignment} - 1 + bytes);
}

// Where a tensor without memory of its own, but with 0 elements, points: data() is never null.
alignas(data_alignment) std::byte no_elements[1];

}  // namespace

void refuse_memory(int64_t bytes, int64_t limit) {
  refuse(Reason::memory_exhausted, "", bytes, " bytes cannot be allocated (the limit is ", limit, ")");
}

Reference<StringBytes> StringBytes::allocate(int64_t byte_count) {
  auto bytes = Reference<StringBytes>::adopt(new StringBytes);
  bytes->bytes_ = std::make_unique_for_overwrite<char[]>(static_cast<size_t>(byte_count));
  return bytes;
}

Reference<Tensor> Tensor::make(om_type type, const Shape& shape) {
  void* memory = SmallBlocks::take(sizeof(Tensor));
  if (memory == nullptr) throw std::bad_alloc();
  return Reference<Tensor>::adopt(new (memory) Tensor(type, shape, sizeof(Tensor)));
}

Reference<Tensor> Tensor::allocate(const om_context& context, om_type type, const Shape& shape) {
  const int64_t count = shape.element_count();
  const int64_t bytes = storage_bytes(type, count);
  require_memory(context, bytes);
  const int64_t memory_bytes = memory_bytes_of(bytes);
  const bool is_pooled = memory_bytes >= BlockPool::smallest_block;
  void* memory = memory_bytes <= SmallBlocks::largest ? SmallBlocks::take(memory_bytes)
                 : is_pooled                          ? context.blocks->take(memory_bytes)
                                                      : std::malloc(static_cast<size_t>(memory_bytes));
  if (memory == nullptr) refuse_memory(bytes, context.memory_limit);
  auto tensor = Reference<Tensor>::adopt(new (memory) Tensor(type, shape, memory_bytes));
  if (is_pooled) tensor->pool_ = context.blocks;
  tensor->element_count_ = count;
  if (bytes == 0) {
    tensor->data_ = no_elements;
    return tensor;
  }
  const auto end_of_header = reinterpret_cast<uintptr_t>(tensor.get()) + sizeof(Tensor);
  const size_t padding = (data_alignment - end_of_header % data_alignment) % data_alignment;
  tensor->data_ = reinterpret_cast<std::byte*>(tensor.get()) + sizeof(Tensor) + padding;
  clear_last_byte(type, tensor->data_, bytes);
  return tensor;
}

Reference<Tensor> Tensor::view(const Tensor& base, const Shape& shape) {
  Reference<Tensor> tensor = make(base.type_, shape);
  tensor->element_count_ = base.element_count_;
  tensor->data_ = base.data_;
  tensor->base_ = base.base_ != nullptr ? base.base_ : &base;
  tensor->base_->retain();
  return tensor;
}

Reference<Tensor> Tensor::borrow(om_type type, const Shape& shape, const void* data, om_release_callback release,
                                 void* user_data) {
  Reference<Tensor> tensor = make(type, shape);
  tensor->element_count_ = shape.element_count();
  // Nothing writes through it: mutable_data is for tensors that allocate made.
  tensor->data_ = data != nullptr ? static_cast<std::byte*>(const_cast<void*>(data)) : no_elements;
  tensor->release_callback_ = release;
  tensor->user_data_ = user_data;
  return tensor;
}

Reference<Tensor> Tensor::describe(om_type type, const Shape& shape) {
  Reference<Tensor> tensor = make(type, shape);
  tensor->element_count_ = shape.element_count();
  if (is_known(tensor->element_count_))
    storage_bytes(type, tensor->element_count_);  // what could never be made is not described either
  return tensor;
}

void Tensor::keep(Reference<StringBytes> bytes) {
  if (!string_bytes_) string_bytes_ = std::make_unique<std::vector<Reference<StringBytes>>>();
  const bool known = std::ranges::any_of(*string_bytes_, [&](const auto& kept) { return kept.get() == bytes.get(); });
  if (!known) string_bytes_->push_back(std::move(bytes));
}

void Tensor::keep_strings_of(const Tensor& other) {
  const Tensor& owner = other.base_ != nullptr ? *other.base_ : other;
  if (!owner.string_bytes_) return;
  for (const Reference<StringBytes>& bytes : *owner.string_bytes_) keep(bytes);
}

inline Tensor::~Tensor() {
  if (base_ != nullptr) base_->release();
  if (release_callback_ != nullptr) release_callback_(user_data_);
}

inline void Tensor::destroy() {
  const int64_t memory_bytes = memory_bytes_;
  if (memory_bytes <= SmallBlocks::largest) {
    this->~Tensor();
    SmallBlocks::give_back(this, memory_bytes);
    return;
  }
  const Reference<BlockPool> pool = std::move(pool_);
  this->~Tensor();
  if (pool) {
    pool->give_back(this, memory_bytes);
  } else {
    std::free(this);
  }
}

}  // namespace onemodel

void om_value::destroy() const { const_cast<onemodel::Tensor*>(static_cast<const onemodel::Tensor*>(this))->destroy(); }
