#include "kernels/run.h"

#include <algorithm>

#include "kernels/produce_runs.h"

namespace onemodel {
namespace {

// Runs of `length` units.
template <class Unit, class Length>
void gather_units(Workers& workers, Length length, const RunIndex& index, const std::byte* source, std::byte* target,
                  int64_t count) {
  const int64_t run_bits = Unit::bits * length;
  produce_runs(workers, count, run_bits, target, [&](int64_t first, int64_t last, std::byte* to, Stores) {
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
    in_parts(Access::write, index, 0, count, target, runs.bits_of(1) / 8, [&](RunPositions part, int64_t number) {
      for (int64_t i = 0; i < part.count; ++i) {
        copy_run<Unit>(target, part.base + part.positions[i], source, number + i, length);
      }
    });
  });
}

}  // namespace onemodel
