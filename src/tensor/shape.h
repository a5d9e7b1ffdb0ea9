// The extents of a tensor, at most OM_MAX_RANK of them, held in place.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>

#include "base/checked.h"
#include "onemodel.h"

namespace onemodel {

// An extent that only later calls tell. Shapes of tensors with elements have none.
constexpr int64_t unknown_extent = -1;

inline bool is_known(int64_t extent) { return extent >= 0; }

// Whether two extents are not known to differ.
inline bool may_be_equal(int64_t a, int64_t b) { return a == b || !is_known(a) || !is_known(b); }

class Shape {
 public:
  Shape() {}  // extents beyond the rank are not set: shapes are made and copied in every call
  Shape(std::initializer_list<int64_t> extents) : Shape(std::span(extents.begin(), extents.size())) {}
  explicit Shape(std::span<const int64_t> extents) {
    for (int64_t extent : extents) append(extent);
  }
  Shape(const Shape& other) noexcept { copy(other); }
  Shape& operator=(const Shape& other) noexcept {
    if (this != &other) copy(other);
    return *this;
  }
  ~Shape() = default;

  int64_t rank() const { return rank_; }
  int64_t operator[](int64_t axis) const { return extents_[axis]; }
  int64_t& operator[](int64_t axis) { return extents_[axis]; }
  const int64_t* data() const { return extents_; }
  const int64_t* begin() const { return extents_; }
  const int64_t* end() const { return extents_ + rank_; }
  std::span<const int64_t> extents() const { return {extents_, static_cast<size_t>(rank_)}; }

  // Refuses a ninth axis (shape.rank_limit).
  void append(int64_t extent) {
    if (rank_ == OM_MAX_RANK) {
      refuse(Reason::shape_rank_limit, "", "a tensor has at most ", int{OM_MAX_RANK}, " axes here");
    }
    extents_[rank_++] = extent;
  }

  bool is_known() const { return std::ranges::all_of(extents(), onemodel::is_known); }

  // The product of the extents of axes [first, last): 0 as soon as one of them is 0, else unknown if one of them is.
  // Refuses overflow.
  int64_t product(int64_t first, int64_t last) const {
    int64_t count = 1;
    for (int64_t axis = first; axis < last; ++axis) {
      if (extents_[axis] <= 0 || !multiply_fits(count, extents_[axis], &count)) return unusual_product(first, last);
    }
    return count;
  }
  int64_t element_count() const { return product(0, rank_); }

  friend bool operator==(const Shape& a, const Shape& b) { return std::ranges::equal(a.extents(), b.extents()); }

 private:
  // Extent by extent: vectors would have to wait for the extents, which were mostly stored one by one just before.
  void copy(const Shape& other) noexcept {
    static_assert(OM_MAX_RANK == 8);
    rank_ = other.rank_;
    switch (rank_) {
      case 8:
        extents_[7] = other.extents_[7];
        [[fallthrough]];
      case 7:
        extents_[6] = other.extents_[6];
        [[fallthrough]];
      case 6:
        extents_[5] = other.extents_[5];
        [[fallthrough]];
      case 5:
        extents_[4] = other.extents_[4];
        [[fallthrough]];
      case 4:
        extents_[3] = other.extents_[3];
        [[fallthrough]];
      case 3:
        extents_[2] = other.extents_[2];
        [[fallthrough]];
      case 2:
        extents_[1] = other.extents_[1];
        [[fallthrough]];
      case 1:
        extents_[0] = other.extents_[0];
        [[fallthrough]];
      default:
        return;
    }
  }

  // The product where an extent is 0 or not known, or where it does not fit.
  [[gnu::cold, gnu::noinline]] int64_t unusual_product(int64_t first, int64_t last) const {
    const std::span<const int64_t> factors(extents_ + first, extents_ + last);
    if (std::ranges::find(factors, 0) != factors.end()) return 0;
    if (!std::ranges::all_of(factors, onemodel::is_known)) return unknown_extent;
    refuse(Reason::shape_overflow, "", "the extents ", list_text(factors), " multiply to more than 2^63-1");
  }

  int64_t rank_ = 0;
  int64_t extents_[OM_MAX_RANK];
};

// The distance, in elements, between neighbours along each axis of a row-major tensor; all 0 if it has no elements (its
// other extents may then be so large that the products do not exist) or an unknown extent.
inline void row_major_strides(std::span<const int64_t> extents, int64_t* strides) {
  const bool has_strides = std::ranges::all_of(extents, [](int64_t extent) { return extent > 0; });
  int64_t stride = has_strides ? 1 : 0;
  for (size_t axis = extents.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= extents[axis];
  }
}

}  // namespace onemodel
