// Runs of neighbouring elements that move together: the rows of Gather, the slices of GatherND and ScatterND. A run may
// be one element.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/workers.h"
#include "kernels/unit.h"

namespace onemodel {

// The index in [0, extent) that `index` means, where a negative one counts from the end, without branches, as signs may
// come in any order; nothing in that range if it means none.
inline uint64_t counted_from_start(int64_t index, uint64_t extent) {
  return static_cast<uint64_t>(index) + (extent & -uint64_t{index < 0});
}

// Where some runs lie, counted in runs: rows of `count` each, of which row i has them at base + i * base_step plus the
// positions from positions + i * positions_step on.
struct RunPositions {
  const int64_t* positions;
  int64_t count;
  int64_t base = 0;
  int64_t rows = 1;
  int64_t base_step = 0;
  int64_t positions_step = 0;

  RunPositions row(int64_t i) const { return {positions + i * positions_step, count, base + i * base_step}; }
};

// Tuples of indices as a call has them, from which the positions of runs follow so simply that nobody needs to write
// them down. Runs come in segments of `length`; each segment lies one reach after the one before, and in it a run has
// the number in row-major order that its `depth` indices have among `extents`, where a negative index counts from the
// end of its extent.
struct StoredIndices {
  static constexpr int64_t most_depth = 3;

  const int64_t* data = nullptr;  // null: there are none that are so simple
  int64_t depth = 1;
  int64_t extents[most_depth];  // as many as depth
  int64_t length = 0;
};

// Where runs lie that are numbered on their other side. Any thread may ask.
class RunIndex {
 public:
  // As many positions as are told at a time: few enough to stay in the nearest cache.
  static constexpr int64_t block = 1024;

  // The positions of runs [first, first + n) where n, the number of those in the answer, is in [1, count]. `room` has
  // place for `block` of them, and they may stand there. Refuses an index out of range (index.out_of_range), and of
  // several always the first one of all.
  virtual RunPositions at(int64_t first, int64_t count, int64_t* room) const = 0;

  // Among how many neighbouring runs the positions of one row lie.
  int64_t reach() const { return reach_; }

  const StoredIndices& stored() const { return stored_; }

  // For a run with an index out of range, which `at` refuses.
  void refuse(int64_t run) const;

 protected:
  explicit RunIndex(int64_t reach) : reach_(reach) {}
  ~RunIndex() = default;

  StoredIndices stored_;

 private:
  int64_t reach_;
};

// Runs of `length` elements of `bits` bits, on both sides one after the other.
struct Runs {
  int64_t bits;
  int64_t length;

  int64_t bits_of(int64_t count) const { return bits * length * count; }
};

// Writes all `count` runs of the target. Run i is the one that lies at index's position i in the source.
void gather_runs(Workers& workers, Runs runs, const RunIndex& index, const std::byte* source, std::byte* target,
                 int64_t count);

// Writes `count` runs of the source, one after the other, to index's positions in the target. Of several that go to the
// same place the last one stays.
void scatter_runs(Workers& workers, Runs runs, const RunIndex& index, const std::byte* source, std::byte* target,
                  int64_t count);

enum class Access { read, write };

// Asks for runs of so many bytes ahead of their turn.
void prefetch(Access access, const std::byte* data, RunPositions runs, int64_t run_bytes);

// Where the positions of a row are read from its part of the data in any order, asks for the part after that, in which
// those of the next row lie, in order.
void prefetch_next_window(const std::byte* data, RunPositions runs, int64_t reach, int64_t run_bytes);

// Whether the processor looks ahead by itself for runs of so many bytes: for elements that are read.
inline bool looks_ahead_for(Access access, int64_t run_bytes) { return access == Access::read && run_bytes < 32; }

// Whether runs that lie among `bytes` need not be asked for: a processor has them close to it, or looks ahead for them
// and they are not too far.
inline bool is_close(Access access, int64_t bytes, int64_t run_bytes) {
  constexpr int64_t close_bytes = int64_t{1} << 18;
  constexpr int64_t not_far_bytes = int64_t{1} << 22;
  return bytes <= (looks_ahead_for(access, run_bytes) ? not_far_bytes : close_bytes);
}

// Calls body(part, number) for parts of what `index` says of runs [first, last), in order; `number` is that of the
// part's first run. Where the runs lie far from each other in `data`, those of the next part are asked for before.
template <class Body>
void in_parts(Access access, const RunIndex& index, int64_t first, int64_t last, const std::byte* data,
              int64_t run_bytes, const Body& body) {
  constexpr int64_t part_length = 64;
  const bool looks_ahead = looks_ahead_for(access, run_bytes);
  const bool are_close = is_close(access, index.reach() * run_bytes, run_bytes);
  int64_t room[RunIndex::block];
  int64_t last_base = -1;
  while (first < last) {
    const RunPositions runs = index.at(first, last - first, room);
    if (looks_ahead && runs.rows == 1 && runs.base != last_base) {
      last_base = runs.base;
      prefetch_next_window(data, runs, index.reach(), run_bytes);
    }
    for (int64_t i = 0; i < runs.rows; ++i, first += runs.count) {
      const RunPositions row = runs.row(i);
      const int64_t length = are_close ? row.count : part_length;
      const auto part = [&](int64_t start) {
        return RunPositions{row.positions + start, row.count - start < length ? row.count - start : length, row.base};
      };
      if (!are_close) prefetch(access, data, part(0), run_bytes);
      for (int64_t start = 0; start < row.count; start += length) {
        if (start + length < row.count) prefetch(access, data, part(start + length), run_bytes);
        body(part(start), first + start);
      }
    }
  }
}

// The same runs, of elements as wide as there are, up to 128 bits.
constexpr Runs widened(Runs runs) {
  while (runs.bits < 128 && runs.length % 2 == 0) runs = {runs.bits * 2, runs.length / 2};
  return runs;
}

// The length of runs that are one unit.
constexpr std::integral_constant<int64_t, 1> one_unit;

// Calls function.template operator()<Unit>(length) with the widest Unit of which a run of `length` elements of `bits`
// bits is made, and how many of them it is; the latter as a constant where it is 1. All positions that the function
// counts have to be multiples of the run, which it takes as its measure. length >= 1.
template <class Function>
void with_run(int64_t bits, int64_t length, Function&& function) {
  const Runs wide = widened({bits, length});
  with_unit(wide.bits, [&]<class Unit>() {
    if (wide.length == 1) {
      function.template operator()<Unit>(one_unit);
    } else {
      function.template operator()<Unit>(wide.length);
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

// Writes run `first` of the target and those after it, from where they lie in the source.
template <class Unit, class Length>
void read_runs(const std::byte* source, RunPositions runs, Length length, std::byte* target, int64_t first) {
  int64_t i = 0;
  if constexpr (!Unit::packed && !std::is_same_v<Length, int64_t>) {
    constexpr int64_t at_once = 4;
    for (; i + at_once <= runs.count; i += at_once) {
      for (int64_t j = 0; j < at_once; ++j) {
        Unit::store(target, first + i + j, Unit::load(source, runs.base + runs.positions[i + j]));
      }
    }
  }
  for (; i < runs.count; ++i) copy_run<Unit>(target, first + i, source, runs.base + runs.positions[i], length);
}

// Writes runs, of which the first is run `first` of the source, to where they lie in the target.
template <class Unit, class Length>
void write_runs(const std::byte* source, int64_t first, Length length, std::byte* target, RunPositions runs) {
  for (int64_t i = 0; i < runs.count; ++i) {
    copy_run<Unit>(target, runs.base + runs.positions[i], source, first + i, length);
  }
}

}  // namespace onemodel
