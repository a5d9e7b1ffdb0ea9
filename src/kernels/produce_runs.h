// Writing an output of runs, which need not end where a byte does.
#pragma once

#include <numeric>

#include "kernels/produce.h"

namespace onemodel {

// As produce does, an output of `count` runs of run_bits bits each; count >= 1. Runs that end inside a byte go in
// groups that do not: body(first, last, to, stores) writes runs [first, last), of which the first starts where `to`
// does.
template <class Unit, class Body>
void produce_runs(Workers& workers, int64_t count, int64_t run_bits, std::byte* target, const Body& body) {
  if constexpr (Unit::packed) {
    const int64_t group = 8 / std::gcd(int64_t{8}, run_bits);
    const int64_t group_bytes = group * run_bits / 8;
    const int64_t groups = count / group;
    if (groups > 0) {
      produce(workers, groups, group_bytes, target, [&](int64_t first, int64_t last, std::byte* to, Stores stores) {
        body(first * group, last * group, to, stores);
      });
    }
    if (groups * group < count) body(groups * group, count, target + groups * group_bytes, Stores::cached);
  } else {
    produce(workers, count, run_bits / 8, target, body);
  }
}

}  // namespace onemodel
