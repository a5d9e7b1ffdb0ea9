// The rules for indices that Gather, GatherElements, GatherND and ScatterND share. Each has them as its input 1.
#pragma once

#include <cstdint>

#include "kernels/run.h"
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

// The index in [0, extent) that `index` means: a negative one counts from the end. For an index in [-extent, extent).
inline int64_t normalized_index(int64_t index, int64_t extent) {
  return static_cast<int64_t>(counted_from_start(index, static_cast<uint64_t>(extent)));
}

inline bool is_index(int64_t index, int64_t extent) {
  return counted_from_start(index, static_cast<uint64_t>(extent)) < static_cast<uint64_t>(extent);
}

// Refuses `indices` if one lies outside [-extent, extent) (index.out_of_range).
void check_indices(const Call& call, int64_t extent);

// The input `indices` of int32 or int64 along one axis of the data.
class AxisIndices {
 public:
  AxisIndices(const Call& call, int64_t extent);

  int64_t count() const { return count_; }
  int64_t extent() const { return extent_; }
  // Indices [first, first + count) in [0, extent), counting in row-major order: where they stand, if they do so
  // already, or in `room`, which has place for them. Refuses one outside [-extent, extent) (index.out_of_range): the
  // first of all.
  const int64_t* read(int64_t first, int64_t count, int64_t* room) const;
  // All of them where they stand, if they are int64 and in [0, extent) already; else null.
  const int64_t* plain() const;

 private:
  const Call& call_;
  const std::byte* data_;
  int64_t count_;
  int64_t extent_;
};

// The tuples that the last axis of int64 `indices` holds: coordinates on the axes [batch_dims, last) of data, whose
// remaining axes are the runs that they name. The first batch_dims axes of both are walked together.
class IndexTuples final : public RunIndex {
 public:
  IndexTuples(const Call& call, int64_t batch_dims, int64_t last);

  // For tuples.
  RunPositions at(int64_t first, int64_t count, int64_t* room) const override;
  // Refuses an index outside [-extent, extent) (index.out_of_range), where nothing is to be moved.
  void check() const;
  int64_t count() const { return count_; }

 private:
  const int64_t* positions(int64_t first, int64_t count, int64_t* room) const;

  const Call& call_;
  const int64_t* indices_;
  int64_t count_;
  int64_t depth_;
  int64_t batch_count_;  // tuples in a batch
  int64_t extents_[OM_MAX_RANK] = {};
};

}  // namespace onemodel
