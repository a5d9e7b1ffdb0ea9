// Runs of neighbouring elements that move together: the rows of Gather, the slices of GatherND and ScatterND. A run may
// be one element.
#pragma once

#include <type_traits>

#include "base/workers.h"
#include "kernels/unit.h"

namespace onemodel {

// Where some runs lie: at base + positions[0], base + positions[1], ..., counted in runs.
struct RunPositions {
  const int64_t* positions;
  int64_t count;
  int64_t base = 0;
};

// Where runs lie that are numbered on their other side. Any thread may ask.
class RunIndex {
 public:
  // As many positions as are asked for at a time: few enough to stay in the nearest cache.
  static constexpr int64_t block = 1024;

  // The positions of runs [first, first + n), where n, the answer's count, is in [1, count]. `room` has place for
  // `count` of them, and they may stand there. 1 <= count <= block. Refuses an index out of range
  // (index.out_of_range), and of several always the first one of all.
  virtual RunPositions at(int64_t first, int64_t count, int64_t* room) const = 0;

 protected:
  ~RunIndex() = default;
};

// Runs of `length` elements of `bits` bits, on both sides one after the other.
struct Runs {
  int64_t bits;
  int64_t length;

  int64_t bits_of(int64_t count) const { return bits * length * count; }
};

// Writes all `count` runs of the target. Run i is the one that lies at index's position i in the source, which has
// source_count of them.
void gather_runs(Workers& workers, Runs runs, const RunIndex& index, const std::byte* source, int64_t source_count,
                 std::byte* target, int64_t count);

// Writes `count` runs of the source, one after the other, to index's positions in the target, which has target_count of
// them. Of several that go to the same place the last one stays.
void scatter_runs(Workers& workers, Runs runs, const RunIndex& index, const std::byte* source, int64_t count,
                  std::byte* target, int64_t target_count);

// Calls function.template operator()<Unit>(length) with the widest Unit of which a run of `length` elements of `bits`
// bits is made, and how many of them it is; the latter as a constant where it is 1. All positions that the function
// counts have to be multiples of the run, which it takes as its measure. length >= 1.
template <class Function>
void with_run(int64_t bits, int64_t length, Function&& function) {
  int64_t wide_bits = bits;
  while (wide_bits < 128 && length % 2 == 0) {
    wide_bits *= 2;
    length /= 2;
  }
  with_unit(wide_bits, [&]<class Unit>() {
    if (length == 1) {
      function.template operator()<Unit>(std::integral_constant<int64_t, 1>());
    } else {
      function.template operator()<Unit>(length);
    }
  });
}

// Copies run `source_run` of the source to run `target_run` of the target, counting runs of `length` units. They do not
// overlap.
template <class Unit, class Length>
void copy_run(std::byte* target, int64_t target_run, const std::byte* source, int64_t source_run, Length length) {
  // Below this a loop is faster than the call of memcpy.
  constexpr int64_t short_run = 4;
  const int64_t to = target_run * length;
  const int64_t from = source_run * length;
  if (length <= short_run) {
    for (int64_t i = 0; i < length; ++i) Unit::store(target, to + i, Unit::load(source, from + i));
  } else {
    Unit::copy(target, to, source, from, length);
  }
}

}  // namespace onemodel
