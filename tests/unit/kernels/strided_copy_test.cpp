#include "kernels/strided_copy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "bits.h"
#include "kernels/produce.h"

namespace onemodel {
namespace {

const Reference<Workers> workers = Workers::create(2);

void naive_copy(int64_t bits, const StridedCopy& copy, const Bytes& source, Bytes* target) {
  int64_t count = 1;
  for (int64_t axis = 0; axis < copy.rank; ++axis) count *= copy.extents[axis];
  for (int64_t i = 0; i < count; ++i) {
    int64_t from = copy.source_offset;
    int64_t to = copy.target_offset;
    int64_t rest = i;
    for (int64_t axis = copy.rank - 1; axis >= 0; --axis) {
      from += rest % copy.extents[axis] * copy.source_strides[axis];
      to += rest % copy.extents[axis] * copy.target_strides[axis];
      rest /= copy.extents[axis];
    }
    naive_copy_element(bits, target, to, source, from);
  }
}

// A random layout: axes in any order on both sides, with gaps, repeated and backward in the source, and an offset. Some
// axes fit together, so that they can be merged. `source_count` and `target_count` receive the elements that it needs.
StridedCopy random_layout(std::mt19937_64& random, int64_t* source_count, int64_t* target_count) {
  StridedCopy copy;
  const int64_t rank = between(random, 0, 5);
  for (int64_t axis = 0; axis < rank; ++axis)
    copy.append_axis(between(random, 0, 20) == 0 ? 0 : between(random, 1, 5), 0, 0);

  std::vector<int64_t> order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  const auto lay_out = [&](int64_t* strides, bool shuffled, bool is_source) {
    if (shuffled) std::shuffle(order.begin(), order.end(), random);
    int64_t next = 1;
    int64_t lowest = 0;
    int64_t highest = 0;
    for (size_t i = order.size(); i-- > 0;) {
      const int64_t axis = order[i];
      if (between(random, 0, 3) == 0) next += between(random, 0, 2);
      strides[axis] = next;
      next *= std::max<int64_t>(copy.extents[axis], 1);
      if (is_source && between(random, 0, 3) == 0) strides[axis] = between(random, 0, 1) == 0 ? 0 : -strides[axis];
      const int64_t reach = (std::max<int64_t>(copy.extents[axis], 1) - 1) * strides[axis];
      (reach < 0 ? lowest : highest) += reach;
    }
    const int64_t gap = between(random, 0, 3);
    (is_source ? copy.source_offset : copy.target_offset) = gap - lowest;
    return gap - lowest + highest + 1 + between(random, 0, 2);
  };
  const bool in_order = between(random, 0, 1) == 0;
  *target_count = lay_out(copy.target_strides, !in_order && between(random, 0, 1) == 0, false);
  *source_count = lay_out(copy.source_strides, !in_order, true);
  return copy;
}

TEST_CASE("strided_copy is the naive loop, for every unit and any layout, and touches nothing else") {
  std::mt19937_64 random(1);
  for (const int64_t bits : all_units) {
    for (int round = 0; round < 2000; ++round) {
      int64_t source_count = 0;
      int64_t target_count = 0;
      const StridedCopy copy = random_layout(random, &source_count, &target_count);
      const Bytes source = random_bytes(random, bytes_for(bits, source_count));
      Bytes expected = random_bytes(random, bytes_for(bits, target_count));
      Bytes actual = expected;
      naive_copy(bits, copy, source, &expected);
      strided_copy(*workers, bits, copy, source.data(), actual.data());
      CAPTURE(bits);
      CAPTURE(round);
      REQUIRE(actual == expected);
    }
  }
}

// Whether the copy, into a buffer of its own, is the naive one, on one thread and on several.
void check_large(int64_t bits, const StridedCopy& copy, std::mt19937_64& random, int64_t source_count) {
  int64_t count = copy.target_offset;
  int64_t elements = 1;
  for (int64_t axis = 0; axis < copy.rank; ++axis) elements *= copy.extents[axis];
  count += elements;
  const Bytes source = random_bytes(random, bytes_for(bits, source_count));
  Bytes expected(bytes_for(bits, count));
  naive_copy(bits, copy, source, &expected);
  for (const int64_t threads : {1, 2, 3}) {
    // The target starts on a cache line, as those of tensors do.
    Bytes room(expected.size() + cache_line_bytes);
    std::byte* actual = room.data() + (-reinterpret_cast<intptr_t>(room.data()) & (cache_line_bytes - 1));
    strided_copy(*Workers::create(threads), bits, copy, source.data(), actual);
    CAPTURE(bits);
    CAPTURE(threads);
    // Not CHECK(actual == expected), which would write down both.
    const bool is_right = std::equal(expected.begin(), expected.end(), actual);
    CHECK(is_right);
  }
}

StridedCopy permuted(const std::vector<int64_t>& extents, const std::vector<size_t>& order) {
  std::vector<int64_t> strides(extents.size(), 1);
  for (size_t axis = extents.size() - 1; axis-- > 0;) strides[axis] = strides[axis + 1] * extents[axis + 1];
  StridedCopy copy;
  for (const size_t axis : order) copy.append_axis(extents[axis], strides[axis], 0);
  set_row_major_target(&copy);
  return copy;
}

TEST_CASE("strided_copy transposes matrices of any shape") {
  std::mt19937_64 random(2);
  for (const int64_t bits : all_units) {
    for (const auto& [rows, columns] : std::vector<std::pair<int64_t, int64_t>>{
             {1, 200},    {200, 1},   {2, 2},      {2, 300},   {3, 1000},  {1000, 3},  {4, 77},   {77, 4},  {5, 6},
             {7, 129},    {9, 31},    {15, 17},    {16, 16},   {31, 33},   {33, 65},   {64, 64},  {100, 3}, {128, 1024},
             {1024, 128}, {4096, 70}, {1031, 517}, {300, 700}, {70, 4095}, {2047, 70}, {1023, 70}}) {
      check_large(bits, permuted({rows, columns}, {1, 0}), random, rows * columns);
    }
  }
}

TEST_CASE("strided_copy moves large tensors") {
  std::mt19937_64 random(3);
  const std::vector<std::pair<std::vector<int64_t>, std::vector<size_t>>> permutations = {
      {{3, 5, 130, 129}, {0, 2, 3, 1}}, {{3, 130, 129, 5}, {0, 3, 1, 2}}, {{700, 501, 3}, {2, 0, 1}},
      {{2, 700, 251}, {1, 2, 0}},       {{4, 300, 256}, {1, 2, 0}},       {{13, 12, 11, 10, 9}, {4, 3, 2, 1, 0}},
      {{20, 60, 7, 40}, {0, 2, 1, 3}},  {{20, 60, 7, 48}, {2, 1, 0, 3}},  {{900, 12, 13}, {0, 2, 1}}};
  for (const int64_t bits : all_units) {
    for (const auto& [extents, order] : permutations) {
      int64_t count = 1;
      for (const int64_t extent : extents) count *= extent;
      check_large(bits, permuted(extents, order), random, count);
    }
    for (const int64_t step : {-1, 2, 3, -2, 0}) {
      StridedCopy copy;
      copy.append_axis(200, 3000, 0);
      copy.append_axis(999, step, 0);
      copy.source_offset = step < 0 ? 2000 : 1;
      set_row_major_target(&copy);
      check_large(bits, copy, random, 200 * 3000);
    }
  }
}

// Runs of `length` elements, which stand `pitch` elements apart, each written `repeats` times.
StridedCopy repeated_runs(int64_t outer, int64_t count, int64_t repeats, int64_t length, int64_t pitch) {
  StridedCopy copy;
  copy.append_axis(outer, count * pitch + 1, 0);
  copy.append_axis(count, pitch, 0);
  copy.append_axis(repeats, 0, 0);
  copy.append_axis(length, 1, 0);
  set_row_major_target(&copy);
  return copy;
}

TEST_CASE("strided_copy moves many small planes") {
  std::mt19937_64 random(5);
  for (const int64_t bits : all_units) {
    for (const int64_t length : {1, 3, 5, 6, 12}) {
      for (const int64_t repeats : {2, 3, 4, 5, 8}) {
        const int64_t pitch = repeats % 2 == 0 ? length : length + 3;
        check_large(bits, repeated_runs(2, 1100, repeats, length, pitch), random, 2 * (1100 * pitch + 1));
      }
    }
    StridedCopy copy;  // what is cut out of small matrices, backward
    copy.append_axis(3000, 7 * 9, 0);
    copy.append_axis(4, -9, 0);
    copy.append_axis(5, 1, 0);
    copy.source_offset = 5 * 9 + 2;
    set_row_major_target(&copy);
    check_large(bits, copy, random, 3000 * 7 * 9);
  }
}

TEST_CASE("strided_copy streams what is too large for the caches") {
  std::mt19937_64 random(4);
  check_large(64, permuted({1501, 1408}, {1, 0}), random, 1501 * 1408);
  check_large(128, permuted({1501, 701}, {1, 0}), random, 1501 * 701);
  // Rows that are whole lines, rows that are not, and what is left of longer ones.
  check_large(64, permuted({9, 130, 120, 16}, {0, 2, 1, 3}), random, 9 * 130 * 120 * 16);
  check_large(32, permuted({9, 130, 120, 40}, {0, 2, 1, 3}), random, 9 * 130 * 120 * 40);
  for (const int64_t extent : {32, 43, 256}) {
    StridedCopy crop;
    crop.append_axis(4500000 / extent, extent + 11, 0);
    crop.append_axis(extent, 1, 0);
    crop.source_offset = 5;
    set_row_major_target(&crop);
    check_large(32, crop, random, 4500000 / extent * (extent + 11));
  }
  for (const int64_t extent : {5, 700}) {  // of the rows that are taken
    StridedCopy copy;
    copy.append_axis(1050000 / extent, extent + 3, 0);
    copy.append_axis(extent, 1, 0);
    copy.append_axis(2, 0, 0);
    copy.target_offset = 3;
    set_row_major_target(&copy);
    check_large(64, copy, random, 1050000 / extent * (extent + 3));
  }
  check_large(64, repeated_runs(1, 200000, 4, 3, 3), random, 200000 * 3 + 1);
}

TEST_CASE("strided_copy takes the most axes there are, and copies nothing where one is empty") {
  StridedCopy copy;
  for (int64_t axis = 0; axis < StridedCopy::max_rank; ++axis) copy.append_axis(axis % 4 == 0 ? 2 : 1, 0, 0);
  set_row_major_target(&copy);
  const Bytes source(1, std::byte{7});
  Bytes target(16);
  strided_copy(*workers, 8, copy, source.data(), target.data());
  CHECK(target == Bytes(16, std::byte{7}));

  copy.extents[3] = 0;
  strided_copy(*workers, 8, copy, nullptr, nullptr);
}

}  // namespace
}  // namespace onemodel
