#include "base/workers.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace onemodel {
namespace {

TEST_CASE("workers do every part once, whatever their number") {
  for (const int64_t threads : {1, 2, 3, 8}) {
    const auto workers = Workers::create(threads);
    CHECK(workers->thread_count() == threads);
    for (const int64_t parts : {0, 1, 2, 7, 100}) {
      std::vector<int> done(static_cast<size_t>(parts));
      workers->run(parts, [&](int64_t part) { ++done[static_cast<size_t>(part)]; });
      CHECK(done == std::vector<int>(static_cast<size_t>(parts), 1));
    }
  }
}

TEST_CASE("one group of workers serves several callers at once, and callers inside its own work") {
  const auto workers = Workers::create(3);
  std::atomic<int64_t> done{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        workers->run(5, [&](int64_t) { workers->run(2, [&](int64_t) { done.fetch_add(1); }); });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(done.load() == 4 * 200 * 5 * 2);
}

TEST_CASE("what a task throws reaches the caller, and the workers go on") {
  const auto workers = Workers::create(2);
  for (int64_t thrower = 0; thrower < 4; ++thrower) {
    CHECK_THROWS_WITH(workers->run(4,
                                   [&](int64_t part) {
                                     if (part == thrower) throw std::runtime_error("part");
                                   }),
                      "part");
    std::atomic<int64_t> done{0};
    workers->run(4, [&](int64_t) { done.fetch_add(1); });
    CHECK(done.load() == 4);
  }
}

TEST_CASE("ranges make up the whole, in multiples of the unit") {
  const auto workers = Workers::create(2);
  for (const int64_t count : {0, 1, 7, 64, 1000}) {
    for (const int64_t unit : {1, 3, 16}) {
      for (const int64_t bytes : {int64_t{0}, int64_t{1} << 30}) {
        std::vector<int> covered(static_cast<size_t>(count));
        std::atomic<bool> whole_units{true};
        in_ranges(*workers, count, bytes, unit, [&](int64_t first, int64_t last) {
          if (first % unit != 0 || (last % unit != 0 && last != count)) whole_units = false;
          for (int64_t i = first; i < last; ++i) ++covered[static_cast<size_t>(i)];
        });
        CHECK(whole_units);
        CHECK(covered == std::vector<int>(static_cast<size_t>(count), 1));
      }
    }
  }
}

}  // namespace
}  // namespace onemodel
