// Tensors: immutable once made, counted, in one block of memory with their elements, or over the memory of another.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/checked.h"
#include "base/reference.h"
#include "tensor/context.h"
#include "tensor/element_type.h"
#include "tensor/shape.h"

namespace onemodel {
class Tensor;
}

// What a handle points at. Sequences and optionals will be values beside tensors.
struct om_value {
  enum class Kind : int32_t { tensor };

  explicit om_value(Kind kind) : kind_(kind) {}
  Kind kind() const { return kind_; }
  om_value(const om_value&) = delete;
  om_value& operator=(const om_value&) = delete;

  int64_t owner_count() const { return owners_.load(std::memory_order_acquire); }
  void retain() const { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() const {
    // A single owner has nobody to count against.
    if (owners_.load(std::memory_order_acquire) == 1 || owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }

 protected:
  ~om_value() = default;

 private:
  void destroy() const;

  mutable std::atomic<int64_t> owners_{1};
  Kind kind_;
};

namespace onemodel {

// One element of a string tensor: bytes that a StringBytes keeps alive. All zero is the empty string.
struct StringElement {
  const char* bytes;
  int64_t length;

  std::string_view view() const {
    return bytes == nullptr ? std::string_view("") : std::string_view(bytes, static_cast<size_t>(length));
  }
};
static_assert(sizeof(StringElement) * 8 <= string_storage_bits);

// The bytes of the strings of one tensor that was made from outside; counted, as results share them.
class StringBytes {
 public:
  static Reference<StringBytes> allocate(int64_t byte_count);
  char* bytes() { return bytes_.get(); }
  void retain() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  std::atomic<int64_t> owners_{1};
  std::unique_ptr<char[]> bytes_;
};

class Tensor final : public om_value {
 public:
  // A tensor with memory for its elements, which are not set, except that unused bits of a last packed byte are 0.
  // The caller fills it before anybody else sees it.
  static Reference<Tensor> allocate(const om_context& context, om_type type, const Shape& shape);
  // A tensor of another shape over the elements of `base`, which it keeps alive. As many elements as base has.
  static Reference<Tensor> view(const Tensor& base, const Shape& shape);
  // A tensor over the caller's memory.
  static Reference<Tensor> borrow(om_type type, const Shape& shape, const void* data, om_release_callback release,
                                  void* user_data);
  // A tensor without elements; extents may be -1 where they are not known.
  static Reference<Tensor> describe(om_type type, const Shape& shape);

  om_type type() const { return type_; }
  const Shape& shape() const { return shape_; }
  // -1 if an extent is not known.
  int64_t element_count() const { return element_count_; }
  bool has_elements() const { return data_ != nullptr; }
  bool is_view() const { return base_ != nullptr; }
  // Never null for a tensor that has elements, even if their number is 0.
  const std::byte* data() const { return data_; }
  std::byte* mutable_data() { return data_; }
  const StringElement* strings() const { return reinterpret_cast<const StringElement*>(data_); }

  // Keeps `bytes`, or all that `other` keeps, alive as long as this tensor, whose strings point there.
  void keep(Reference<StringBytes> bytes);
  void keep_strings_of(const Tensor& other);

 private:
  friend struct ::om_value;

  Tensor(om_type type, const Shape& shape, int64_t memory_bytes)
      : om_value(Kind::tensor), type_(type), shape_(shape), memory_bytes_(memory_bytes) {}
  ~Tensor();
  void destroy();  // and gives its memory back
  static Reference<Tensor> make(om_type type, const Shape& shape);

  om_type type_;
  Shape shape_;
  int64_t element_count_ = 0;
  std::byte* data_ = nullptr;
  const Tensor* base_ = nullptr;  // whose elements a view shares; never a view itself
  om_release_callback release_callback_ = nullptr;
  void* user_data_ = nullptr;
  std::unique_ptr<std::vector<Reference<StringBytes>>> string_bytes_;
  Reference<BlockPool> pool_;  // that the tensor's memory came from; none: small blocks or malloc, as its size says
  int64_t memory_bytes_;       // that were asked for
};

// Refuses to allocate so many bytes where `limit` is the most.
[[noreturn]] void refuse_memory(int64_t bytes, int64_t limit);

// Refuses (memory.exhausted) more bytes than one result may have.
inline void require_memory(const om_context& context, int64_t bytes) {
  if (bytes > context.memory_limit || static_cast<uint64_t>(bytes) > PTRDIFF_MAX / 2) {
    refuse_memory(bytes, context.memory_limit);
  }
}

// Clears the bits of the last byte that no element of a packed type has: elements are written into it one by one.
inline void clear_last_byte(om_type type, std::byte* data, int64_t bytes) {
  if (bytes > 0 && storage_bits(type) < 8) data[bytes - 1] = std::byte{0};
}

// The bytes that `count` elements of the type take as they are stored. Refuses overflow.
inline int64_t storage_bytes(om_type type, int64_t count) {
  const int64_t bits = storage_bits(type);
  if (bits >= 8) return checked_multiply(count, bits / 8);
  const int64_t per_byte = 8 / bits;
  return count / per_byte + (count % per_byte != 0 ? 1 : 0);
}

}  // namespace onemodel
