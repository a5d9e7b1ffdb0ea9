// A vector of plain values that allocates only beyond `Inline` of them, and then from small blocks as long as they do.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "base/small_blocks.h"

namespace onemodel {

template <class T, size_t Inline>
class SmallVector {
  static_assert(std::is_nothrow_copy_constructible_v<T> && std::is_trivially_destructible_v<T> &&
                alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

 public:
  SmallVector() {}
  explicit SmallVector(size_t size) { resize(size); }
  SmallVector(const SmallVector& other) { *this = other; }
  ~SmallVector() {
    if (is_on_heap()) free_memory();
  }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) {
      resize(other.size_);
      std::copy(other.begin(), other.end(), begin());
    }
    return *this;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](size_t index) { return data()[index]; }
  const T& operator[](size_t index) const { return data()[index]; }
  T& back() { return data()[size_ - 1]; }

  void push_back(const T& value) {
    if (size_ < capacity_) {
      data_[size_++] = value;
      return;
    }
    // `value` may lie in the memory that is given up.
    const T copy = value;  // NOLINT(performance-unnecessary-copy-initialization)
    grow(2 * capacity_);
    data_[size_++] = copy;
  }
  // An element made in place, out of what is not an element of the vector itself.
  template <class... Members>
  void emplace_back(const Members&... members) {
    if (size_ == capacity_) grow(2 * capacity_);
    ::new (data_ + size_++) T{members...};
  }
  // New elements are left uninitialised: the callers fill them.
  void resize(size_t size) {
    reserve(size);
    size_ = size;
  }
  void reserve(size_t size) {
    if (size > capacity_) grow(size);
  }

 private:
  static constexpr size_t element_bytes = sizeof(T);  // NOLINT(bugprone-sizeof-expression): elements may be pointers

  [[gnu::cold, gnu::noinline]] void grow(size_t capacity) {
    void* memory = is_small(capacity) ? SmallBlocks::take(bytes_of(capacity)) : ::operator new(element_bytes* capacity);
    if (memory == nullptr) throw std::bad_alloc();
    T* larger = static_cast<T*>(memory);
    std::uninitialized_copy(begin(), end(), larger);
    if (is_on_heap()) free_memory();
    data_ = larger;
    capacity_ = capacity;
  }
  void free_memory() {
    if (is_small(capacity_)) {
      SmallBlocks::give_back(data_, bytes_of(capacity_));
    } else {
      ::operator delete(data_);
    }
  }
  static bool is_small(size_t capacity) {
    return capacity <= static_cast<size_t>(SmallBlocks::largest) / element_bytes;
  }
  static int64_t bytes_of(size_t capacity) { return static_cast<int64_t>(element_bytes * capacity); }

  bool is_on_heap() const { return capacity_ > Inline; }

  T* data_ = reinterpret_cast<T*>(inline_);
  size_t size_ = 0;
  size_t capacity_ = Inline;
  alignas(T) std::byte inline_[Inline * element_bytes];
};

}  // namespace onemodel
