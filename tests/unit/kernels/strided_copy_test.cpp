#include "kernels/strided_copy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "bits.h"

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

TEST_CASE("strided_copy transposes large matrices") {
  std::mt19937_64 random(2);
  for (const int64_t bits : all_units) {
    for (const auto& [rows, columns] : {std::pair<int64_t, int64_t>{1, 200}, {200, 1}, {33, 65}, {64, 64}, {100, 3}}) {
      StridedCopy copy;
      copy.append_axis(columns, 1, 0);
      copy.append_axis(rows, columns, 0);
      set_row_major_target(&copy);
      const Bytes source = random_bytes(random, bytes_for(bits, rows * columns));
      Bytes expected(source.size());
      Bytes actual(source.size());
      naive_copy(bits, copy, source, &expected);
      strided_copy(*workers, bits, copy, source.data(), actual.data());
      CAPTURE(bits);
      CHECK(actual == expected);
    }
  }
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
