// Moving single elements by indices as they stand, in one pass: each index is looked at, and used if it is in range.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/run.h"

namespace onemodel {

// Plain indices lie in [0, extent), as most do; any may count from the end, too.
enum class IndexRange { plain, any };

// The positions of a segment, whose first index stands at `indices`: find(i, &position) is false if an index of run i
// is not in its range. at_once tells how many are best looked at before they are used.

template <IndexRange Range, int Depth>
struct TuplePositions {
  static constexpr int64_t at_once = Depth == 1 && Range == IndexRange::plain ? 4 : 1;

  const int64_t* indices;
  uint64_t extents[Depth];

  TuplePositions(const StoredIndices& stored, const int64_t* first) : indices(first) {
    for (int j = 0; j < Depth; ++j) extents[j] = static_cast<uint64_t>(stored.extents[j]);
  }

  bool find(int64_t i, int64_t* position) const {
    uint64_t number = 0;
    for (int j = 0; j < Depth; ++j) {
      const int64_t given = indices[i * Depth + j];
      const uint64_t index =
          Range == IndexRange::plain ? static_cast<uint64_t>(given) : counted_from_start(given, extents[j]);
      if (index >= extents[j]) return false;
      number = number * extents[j] + index;
    }
    *position = static_cast<int64_t>(number);
    return true;
  }
};

// Calls function.template operator()<Positions>() with those of `stored`.
template <IndexRange Range, class Function>
auto with_positions(const StoredIndices& stored, const Function& function) {
  if (stored.depth == 2) return function.template operator()<TuplePositions<Range, 2>>();
  if (stored.depth == 3) return function.template operator()<TuplePositions<Range, 3>>();
  return function.template operator()<TuplePositions<Range, 1>>();
}

// Calls move(i, position) for the runs of a segment, in order, until an index is not in its range. How many it was
// called for.
template <class Positions, class Move>
int64_t for_each_position(Positions positions, int64_t count, Move move) {
  int64_t i = 0;
  if constexpr (Positions::at_once > 1) {
    constexpr int64_t at_once = Positions::at_once;
    for (; i + at_once <= count; i += at_once) {
      int64_t found[at_once];
      bool are_in_range = true;
      for (int64_t j = 0; j < at_once; ++j) are_in_range &= positions.find(i + j, &found[j]);
      if (!are_in_range) break;
      for (int64_t j = 0; j < at_once; ++j) move(i + j, found[j]);
    }
  }
  for (; i < count; ++i) {
    int64_t position;
    if (!positions.find(i, &position)) break;
    move(i, position);
  }
  return i;
}

// Moves elements of a segment, whose first index stands at `indices`, in order, until an index is not in its range. How
// many.
using MoveSegment = int64_t(const StoredIndices& stored, const int64_t* indices, int64_t count, const std::byte* source,
                            std::byte* target);

// To one after the other, from their positions in the source.
template <class Unit, class Positions>
int64_t gather_segment(const StoredIndices& stored, const int64_t* indices, int64_t count, const std::byte* source,
                       std::byte* target) {
  return for_each_position(Positions(stored, indices), count,
                           [=](int64_t i, int64_t position) { Unit::store(target, i, Unit::load(source, position)); });
}

// From one after the other, to their positions in the target.
template <class Unit, class Positions>
int64_t scatter_segment(const StoredIndices& stored, const int64_t* indices, int64_t count, const std::byte* source,
                        std::byte* target) {
  return for_each_position(Positions(stored, indices), count,
                           [=](int64_t i, int64_t position) { Unit::store(target, position, Unit::load(source, i)); });
}

// The movers of segments for plain and for any indices.
struct SegmentMovers {
  MoveSegment* plain;
  MoveSegment* any;
};

template <class Unit>
SegmentMovers gathering(const StoredIndices& stored) {
  const auto gather = []<class Positions>() -> MoveSegment* { return gather_segment<Unit, Positions>; };
  return {with_positions<IndexRange::plain>(stored, gather), with_positions<IndexRange::any>(stored, gather)};
}

template <class Unit>
SegmentMovers scattering(const StoredIndices& stored) {
  const auto scatter = []<class Positions>() -> MoveSegment* { return scatter_segment<Unit, Positions>; };
  return {with_positions<IndexRange::plain>(stored, scatter), with_positions<IndexRange::any>(stored, scatter)};
}

}  // namespace onemodel
