#include "kernels/run.h"

#include <algorithm>

#include "kernels/produce_runs.h"
#include "kernels/stored_indices.h"

namespace onemodel {
namespace {

template <class Unit, class Length>
constexpr bool is_element = !Unit::packed && !std::is_same_v<Length, int64_t>;

// Moves runs [first, last) of index, of which it has stored indices, in order: move(function, indices, count, base,
// number) calls the function for a segment of `count` runs, of which the first is `number`. Refuses an index out of
// range.
template <class Move>
void move_segments(const RunIndex& index, SegmentMovers movers, int64_t first, int64_t last, const Move& move) {
  const StoredIndices& stored = index.stored();
  const int64_t segment = first < stored.length ? 0 : first / stored.length;  // division is slow
  int64_t column = first - segment * stored.length;
  int64_t base = segment * index.reach();
  int64_t last_of_any = first;
  while (first < last) {
    const bool may_be_any = first < last_of_any;
    const int64_t count = std::min((may_be_any ? last_of_any : last) - first, stored.length - column);
    const int64_t moved =
        move(may_be_any ? movers.any : movers.plain, stored.data + first * stored.depth, count, base, first);
    first += moved;
    column += moved;
    if (moved < count) {
      if (may_be_any) index.refuse(first);
      last_of_any = std::min(last, first + RunIndex::block);  // where one is negative others may be near
    } else if (column == stored.length) {
      column = 0;
      base += index.reach();
    }
  }
}

void gather_elements(const RunIndex& index, SegmentMovers movers, int64_t bytes, int64_t first, int64_t last,
                     const std::byte* source, std::byte* to) {
  move_segments(index, movers, first, last,
                [=, &index](MoveSegment* gather, const int64_t* indices, int64_t count, int64_t base, int64_t number) {
                  return gather(index.stored(), indices, count, source + base * bytes, to + (number - first) * bytes);
                });
}

void scatter_elements(const RunIndex& index, SegmentMovers movers, int64_t bytes, const std::byte* source,
                      std::byte* target, int64_t count) {
  move_segments(index, movers, 0, count,
                [=, &index](MoveSegment* scatter, const int64_t* indices, int64_t some, int64_t base, int64_t number) {
                  return scatter(index.stored(), indices, some, source + number * bytes, target + base * bytes);
                });
}

// Runs of `length` units.
template <class Unit, class Length>
void gather_units(Workers& workers, Length length, const RunIndex& index, const std::byte* source, std::byte* target,
                  int64_t count) {
  const int64_t run_bits = Unit::bits * length;
  produce_runs(workers, count, run_bits, target, [&](int64_t first, int64_t last, std::byte* to, Stores) {
    if constexpr (is_element<Unit, Length>) {
      if (index.stored().data != nullptr && is_close(Access::read, index.reach() * run_bits / 8, run_bits / 8)) {
        gather_elements(index, gathering<Unit>(index.stored()), Unit::bits / 8, first, last, source, to);
        return;
      }
    }
    in_parts(Access::read, index, first, last, source, run_bits / 8,
             [&](RunPositions part, int64_t number) { read_runs<Unit>(source, part, length, to, number - first); });
  });
}

// Long runs are not worth a stay in the cache on their way.
void gather_long_runs(Workers& workers, int64_t run_bytes, const RunIndex& index, const std::byte* source,
                      std::byte* target, int64_t count) {
  // So much of the next run is asked for as a whole: the machine does not see what comes after the end of a page.
  constexpr int64_t most_ahead = 4096;
  const Stores stores = stores_for(count * run_bytes);
  const auto prefetch_run = [&](int64_t position) {
    prefetch_lines(source + position * run_bytes, std::min(run_bytes, most_ahead));
  };
  in_ranges(workers, count, count * run_bytes, 1, [&](int64_t first, int64_t last) {
    in_parts(Access::read, index, first, last, source, run_bytes, [&](RunPositions part, int64_t number) {
      for (int64_t i = 0; i < part.count; ++i) {
        if (stores == Stores::streaming && i + 1 < part.count) prefetch_run(part.base + part.positions[i + 1]);
        copy_bytes(target + (number + i) * run_bytes, source + (part.base + part.positions[i]) * run_bytes, run_bytes,
                   stores);
      }
    });
    finish(stores);
  });
}

}  // namespace

void RunIndex::refuse(int64_t run) const {
  int64_t room[block];
  at(run, 1, room);
}

void prefetch([[maybe_unused]] Access access, [[maybe_unused]] const std::byte* data,
              [[maybe_unused]] RunPositions runs, [[maybe_unused]] int64_t run_bytes) {
#if defined(__GNUC__)
  // Of long runs only the start: the processor sees by itself how they go on.
  constexpr int64_t line = 64;
  constexpr int64_t most_bytes = 4 * line;
  data += runs.base * run_bytes;
  const int64_t bytes = std::min(run_bytes, most_bytes);
  for (int64_t i = 0; i < runs.count; ++i) {
    const std::byte* run = data + runs.positions[i] * run_bytes;
    for (int64_t start = 0; start < bytes; start += line) {
      if (access == Access::read) {
        __builtin_prefetch(run + start, 0);
      } else {
        __builtin_prefetch(run + start, 1);
      }
    }
  }
#endif
}

void prefetch_next_window(const std::byte* data, RunPositions runs, int64_t reach, int64_t run_bytes) {
  // So much stays in the nearest cache, and is worth it if there is a position for each line.
  constexpr int64_t near_bytes = int64_t{1} << 15;
  const int64_t bytes = reach * run_bytes;
  if (bytes > near_bytes || bytes > runs.count * cache_line_bytes) return;
  prefetch_lines(data + (runs.base + reach) * run_bytes, bytes);
}

void gather_runs(Workers& workers, Runs runs, const RunIndex& index, const std::byte* source, std::byte* target,
                 int64_t count) {
  constexpr int64_t long_run_bits = int64_t{8} << 10;
  const int64_t run_bits = runs.bits_of(1);
  if (run_bits >= long_run_bits && run_bits % 8 == 0) {
    gather_long_runs(workers, run_bits / 8, index, source, target, count);
    return;
  }
  with_run(runs.bits, runs.length,
           [&]<class Unit>(auto length) { gather_units<Unit>(workers, length, index, source, target, count); });
}

void scatter_runs(Workers&, Runs runs, const RunIndex& index, const std::byte* source, std::byte* target,
                  int64_t count) {
  with_run(runs.bits, runs.length, [&]<class Unit>(auto length) {
    const int64_t bytes = runs.bits_of(1) / 8;
    if constexpr (is_element<Unit, decltype(length)>) {
      if (index.stored().data != nullptr && is_close(Access::write, index.reach() * bytes, bytes)) {
        scatter_elements(index, scattering<Unit>(index.stored()), bytes, source, target, count);
        return;
      }
    }
    in_parts(Access::write, index, 0, count, target, bytes,
             [&](RunPositions part, int64_t number) { write_runs<Unit>(source, number, length, target, part); });
  });
}

}  // namespace onemodel
