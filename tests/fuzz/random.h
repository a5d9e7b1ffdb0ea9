// Reproducible random choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "corpus/split_mix.h"

namespace fuzz {

class Random {
 public:
  explicit Random(uint64_t seed) : generator_(seed) {}

  uint64_t bits() { return generator_.next(); }
  // In [least, most], which are not all numbers there are.
  int64_t between(int64_t least, int64_t most) {
    const uint64_t count = static_cast<uint64_t>(most) - static_cast<uint64_t>(least) + 1;
    return static_cast<int64_t>(static_cast<uint64_t>(least) + bits() % count);
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[static_cast<size_t>(between(0, static_cast<int64_t>(values.size()) - 1))];
  }
  template <class T>
  const T& one_of(const std::vector<T>& values) {
    return values[static_cast<size_t>(between(0, static_cast<int64_t>(values.size()) - 1))];
  }
  // A number that arithmetic on sizes and indices easily gets wrong.
  int64_t extreme() {
    constexpr int64_t max = std::numeric_limits<int64_t>::max();
    constexpr int64_t min = std::numeric_limits<int64_t>::min();
    return one_of<int64_t>(
        {min, min + 1, min / 2,    -(int64_t{1} << 32), -2147483649,      -2147483648,      -9,      -2,      -1, 0, 1,
         2,   9,       2147483647, 2147483648,          int64_t{1} << 32, int64_t{1} << 61, max / 2, max - 1, max});
  }

 private:
  onemodel::corpus::SplitMix64 generator_;
};

}  // namespace fuzz
