#include "kernels/run.h"

#include <algorithm>
#include <numeric>

#include "kernels/produce_runs.h"

namespace onemodel {
namespace {

// What a processor keeps close to it: in anything larger, runs at random places are asked for ahead of their turn.
constexpr int64_t near_bytes = int64_t{1} << 18;
constexpr int64_t line = 64;

enum class Access { read, write };

// Asks for the runs; of long ones for the start, as the processor itself sees how they go on.
template <Access access>
void prefetch([[maybe_unused]] const std::byte* data, [[maybe_unused]] RunPositions runs,
              [[maybe_unused]] int64_t run_bytes) {
#if defined(__GNUC__)
  constexpr int64_t most_lines = 4;
  const int64_t lines = std::min(most_lines, (run_bytes + line - 1) / line);
  for (int64_t i = 0; i < runs.count; ++i) {
    const std::byte* run = data + (runs.base + runs.positions[i]) * run_bytes;
    for (int64_t j = 0; j < lines; ++j) __builtin_prefetch(run + j * line, access == Access::write ? 1 : 0);
  }
#endif
}

// Calls body(part, first) for parts of `runs`, and asks for the runs of the next part before. `first` counts what was
// before the part.
template <Access access, class Body>
void in_parts(RunPositions runs, const std::byte* data, int64_t data_bytes, int64_t run_bytes, const Body& body) {
  if (data_bytes <= near_bytes || run_bytes == 0) {
    body(runs, int64_t{0});
    return;
  }
  constexpr int64_t part_length = 32;
  for (int64_t first = 0; first < runs.count; first += part_length) {
    const int64_t next = std::min(runs.count, first + part_length);
    const int64_t end = std::min(runs.count, next + part_length);
    prefetch<access>(data, {runs.positions + next, end - next, runs.base}, run_bytes);
    body(RunPositions{runs.positions + first, next - first, runs.base}, first);
  }
}

// Run `first` and those after it of the target, from where they lie in the source.
template <class Unit, class Length>
void read_runs(const std::byte* source, RunPositions runs, Length length, std::byte* target, int64_t first) {
  int64_t i = 0;
  if constexpr (!Unit::packed && !std::is_same_v<Length, int64_t>) {
    constexpr int64_t at_once = 4;
    for (; i + at_once <= runs.count; i += at_once) {
      typename Unit::value_type values[at_once];
      for (int64_t j = 0; j < at_once; ++j) values[j] = Unit::load(source, runs.base + runs.positions[i + j]);
      for (int64_t j = 0; j < at_once; ++j) Unit::store(target, first + i + j, values[j]);
    }
  }
  for (; i < runs.count; ++i) copy_run<Unit>(target, first + i, source, runs.base + runs.positions[i], length);
}

// Runs of `length` units.
template <class Unit, class Length>
void gather_units(Workers& workers, Length length, const RunIndex& index, const std::byte* source, int64_t source_count,
                  std::byte* target, int64_t count) {
  const int64_t run_bits = Unit::bits * length;
  const int64_t run_bytes = run_bits / 8;  // 0 for less than a byte
  produce_runs<Unit>(workers, count, run_bits, target, [&](int64_t first, int64_t last, std::byte* to, Stores) {
    int64_t room[RunIndex::block];
    for (int64_t i = first; i < last;) {
      const RunPositions some = index.at(i, std::min(RunIndex::block, last - i), room);
      in_parts<Access::read>(some, source, source_count * run_bytes, run_bytes, [&](RunPositions part, int64_t before) {
        read_runs<Unit>(source, part, length, to, i - first + before);
      });
      i += some.count;
    }
  });
}

// Long runs are not worth a stay in the cache on their way.
void gather_long_runs(Workers& workers, int64_t run_bytes, const RunIndex& index, const std::byte* source,
                      std::byte* target, int64_t count, Stores stores) {
  in_ranges(workers, count, count * run_bytes, 1, [&](int64_t first, int64_t last) {
    int64_t room[RunIndex::block];
    while (first < last) {
      const RunPositions runs = index.at(first, std::min(RunIndex::block, last - first), room);
      for (int64_t i = 0; i < runs.count; ++i) {
        if (i + 1 < runs.count) prefetch<Access::read>(source, {runs.positions + i + 1, 1, runs.base}, run_bytes);
        copy_bytes(target + (first + i) * run_bytes, source + (runs.base + runs.positions[i]) * run_bytes, run_bytes,
                   stores);
      }
      first += runs.count;
    }
    finish(stores);
  });
}

}  // namespace

void gather_runs(Workers& workers, Runs runs, const RunIndex& index, const std::byte* source, int64_t source_count,
                 std::byte* target, int64_t count) {
  constexpr int64_t long_run_bytes = 1024;
  const int64_t run_bits = runs.bits_of(1);
  const int64_t run_bytes = run_bits / 8;
  const Stores all_stores = stores_for(count * run_bytes);
  if (run_bytes >= long_run_bytes && run_bits % 8 == 0) {
    gather_long_runs(workers, run_bytes, index, source, target, count, all_stores);
    return;
  }
  with_run(runs.bits, runs.length, [&]<class Unit>(auto length) {
    gather_units<Unit>(workers, length, index, source, source_count, target, count);
  });
}

void scatter_runs(Workers&, Runs runs, const RunIndex& index, const std::byte* source, int64_t count, std::byte* target,
                  int64_t target_count) {
  const int64_t run_bytes = runs.bits_of(1) / 8;
  with_run(runs.bits, runs.length, [&]<class Unit>(auto length) {
    int64_t room[RunIndex::block];
    for (int64_t first = 0; first < count;) {
      const RunPositions some = index.at(first, std::min(RunIndex::block, count - first), room);
      in_parts<Access::write>(
          some, target, target_count * run_bytes, run_bytes, [&](RunPositions part, int64_t before) {
            for (int64_t i = 0; i < part.count; ++i) {
              copy_run<Unit>(target, part.base + part.positions[i], source, first + before + i, length);
            }
          });
      first += some.count;
    }
  });
}

}  // namespace onemodel
