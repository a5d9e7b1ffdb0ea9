// Counted ownership of objects that count their owners themselves (retain, release).
#pragma once

#include <type_traits>
#include <utility>

namespace onemodel {

template <class T>
class Reference {
 public:
  Reference() = default;
  // Takes over one ownership that the caller has.
  static Reference adopt(T* object) {
    Reference reference;
    reference.object_ = object;
    return reference;
  }
  // Adds an owner.
  static Reference share(T* object) {
    if (object != nullptr) object->retain();
    return adopt(object);
  }
  Reference(const Reference& other) : Reference(share(other.object_)) {}
  Reference(Reference&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  // Of what is seen as constant from now on.
  template <class Other>
  requires std::is_same_v<const Other, T> Reference(Reference<Other> other) : object_(other.detach()) {}
  Reference& operator=(Reference other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Reference() {
    if (object_ != nullptr) object_->release();
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  // Hands the ownership to the caller.
  T* detach() { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

}  // namespace onemodel
