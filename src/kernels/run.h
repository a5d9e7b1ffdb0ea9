// Runs of neighbouring elements that move together: the rows of Gather, the slices of GatherND and ScatterND.
#pragma once

#include <type_traits>

#include "kernels/unit.h"

namespace onemodel {

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
