// A vector of plain values that allocates only beyond `Inline` of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace onemodel {

template <class T, size_t Inline>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  SmallVector() = default;
  explicit SmallVector(size_t size) { resize(size); }
  SmallVector(const SmallVector& other) { *this = other; }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) {
      resize(other.size_);
      std::copy(other.begin(), other.end(), begin());
    }
    return *this;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return heap_ ? heap_.get() : inline_; }
  const T* data() const { return heap_ ? heap_.get() : inline_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](size_t index) { return data()[index]; }
  const T& operator[](size_t index) const { return data()[index]; }
  T& back() { return data()[size_ - 1]; }

  void push_back(const T& value) {
    const T copy = value;  // `value` may lie in the memory that reserve gives up
    if (size_ == capacity_) reserve(2 * capacity_);
    data()[size_++] = copy;
  }
  // New elements are left uninitialised where T allows it: the callers fill them.
  void resize(size_t size) {
    reserve(size);
    size_ = size;
  }

 private:
  void reserve(size_t capacity) {
    if (capacity <= capacity_) return;
    auto larger = std::make_unique_for_overwrite<T[]>(capacity);
    std::copy(begin(), end(), larger.get());
    heap_ = std::move(larger);
    capacity_ = capacity;
  }

  size_t size_ = 0;
  size_t capacity_ = Inline;
  std::unique_ptr<T[]> heap_;
  T inline_[Inline];
};

}  // namespace onemodel
