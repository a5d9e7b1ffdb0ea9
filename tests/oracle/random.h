// The random numbers of the generators: the same for a seed on every machine.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "corpus/split_mix.h"

namespace onemodel::oracle {

class Random {
 public:
  explicit Random(uint64_t seed) : generator_(seed) {}

  uint64_t bits() { return generator_.next(); }

  // A number in [low, high].
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(bits() % static_cast<uint64_t>(high - low + 1));
  }

  // True once in `times` times.
  bool once_in(int64_t times) { return between(1, times) == 1; }

  template <class Value>
  Value pick(std::initializer_list<Value> values) {
    return values.begin()[between(0, static_cast<int64_t>(values.size()) - 1)];
  }
  template <class Value>
  const Value& pick(const std::vector<Value>& values) {
    return values[static_cast<size_t>(between(0, static_cast<int64_t>(values.size()) - 1))];
  }

 private:
  corpus::SplitMix64 generator_;
};

}  // namespace onemodel::oracle
