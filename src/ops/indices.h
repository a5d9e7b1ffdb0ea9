// The rules for indices that Gather, GatherElements, GatherND and ScatterND share. Each has them as its input 1.
#pragma once

#include <cstdint>

#include "ops/call.h"
#include "ops/numbers.h"

namespace onemodel {

// Refuses (input.rank) a scalar as that input.
void require_an_axis(const Call& call, int64_t input);

// Calls function.template operator()<Index>() with int32_t or int64_t, whichever the input `indices` holds.
template <class Function>
decltype(auto) with_index_type(const Call& call, Function&& function) {
  return call.input(1).type == OM_INT32 ? function.template operator()<int32_t>()
                                        : function.template operator()<int64_t>();
}

// Refuses the index that stands at `position` (counted in elements) of `indices`.
[[noreturn]] void refuse_index(const Call& call, int64_t position, int64_t index, int64_t extent);

// The index in [0, extent) that `index` means: a negative one counts from the end. For an index in [-extent, extent).
inline int64_t normalized_index(int64_t index, int64_t extent) { return index < 0 ? index + extent : index; }

inline bool is_index(int64_t index, int64_t extent) {
  return static_cast<uint64_t>(normalized_index(index, extent)) < static_cast<uint64_t>(extent);
}

// Element `position` of `indices`, whose elements are `data`, in [0, extent). Refuses one outside [-extent, extent)
// (index.out_of_range).
template <class Index>
int64_t checked_index(const Call& call, const std::byte* data, int64_t position, int64_t extent) {
  const int64_t index = load_number<Index>(data, position);
  if (!is_index(index, extent)) refuse_index(call, position, index, extent);
  return normalized_index(index, extent);
}

// The tuples that the last axis of int64 `indices` holds: coordinates on the axes [first, last) of data. Loops that
// write elements have it by value, so that it stays in registers: bytes that are written might else be its own.
class IndexTuples {
 public:
  IndexTuples(const Call& call, int64_t first, int64_t last);

  // Which of the slices that follow each other along those axes tuple `tuple` names. Refuses an index outside
  // [-extent, extent) (index.out_of_range).
  int64_t slice(int64_t tuple) const {
    int64_t slice = 0;
    for (int64_t i = 0; i < depth_; ++i) {
      slice += strides_[i] * checked_index<int64_t>(call_, indices_, tuple * depth_ + i, extents_[i]);
    }
    return slice;
  }
  // Refuses an index outside [-extent, extent) in the first `count` tuples, where nothing is to be moved.
  void check(int64_t count) const {
    for (int64_t i = 0; i < count; ++i) slice(i);
  }

 private:
  const Call& call_;
  const std::byte* indices_;
  int64_t depth_;
  int64_t extents_[OM_MAX_RANK] = {};
  int64_t strides_[OM_MAX_RANK] = {};  // in slices
};

// Refuses `indices` if one lies outside [-extent, extent) (index.out_of_range).
void check_indices(const Call& call, int64_t extent);

}  // namespace onemodel
