// Against a stable sort, over the ways a selection can go: short and long lists, rows and columns, few and many
// distinct ranks, narrow and wide candidates.
#include "kernels/topk_select.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <numeric>
#include <random>
#include <vector>

using namespace onemodel;

namespace {

template <class Rank>
void check(const TopkExtents& extents, uint64_t distinct) {
  CAPTURE(sizeof(Rank));
  CAPTURE(extents.extent);
  CAPTURE(extents.inner);
  CAPTURE(extents.k);
  CAPTURE(distinct);
  std::mt19937_64 random(distinct);
  std::vector<Rank> source(static_cast<size_t>(extents.outer * extents.extent * extents.inner));
  for (Rank& rank : source) {
    // Spread over all bytes of the rank.
    rank = static_cast<Rank>(random() % distinct * (std::numeric_limits<Rank>::max() / (distinct - 1)));
  }
  std::vector<Rank> values(static_cast<size_t>(extents.outer * extents.k * extents.inner));
  std::vector<int64_t> indices(values.size());
  topk_select<ByteUnit<Rank>>(
      extents, [](Rank rank) { return rank; }, reinterpret_cast<const std::byte*>(source.data()),
      reinterpret_cast<std::byte*>(values.data()), reinterpret_cast<std::byte*>(indices.data()));

  std::vector<int64_t> order(static_cast<size_t>(extents.extent));
  for (int64_t i = 0; i < extents.outer; ++i) {
    for (int64_t column = 0; column < extents.inner; ++column) {
      const auto rank_at = [&](int64_t index) {
        return source[static_cast<size_t>((i * extents.extent + index) * extents.inner + column)];
      };
      std::iota(order.begin(), order.end(), 0);
      std::ranges::stable_sort(order, {}, rank_at);
      for (int64_t place = 0; place < extents.k; ++place) {
        const auto at = static_cast<size_t>((i * extents.k + place) * extents.inner + column);
        REQUIRE(indices[at] == order[static_cast<size_t>(place)]);
        REQUIRE(values[at] == rank_at(order[static_cast<size_t>(place)]));
      }
    }
  }
}

template <class Rank>
void check_all() {
  for (const uint64_t distinct : {uint64_t{2}, uint64_t{7}, uint64_t{200}}) {
    for (const int64_t k : {1, 2, 15, 16, 17, 100, 599, 600, 601, 1200}) {
      check<Rank>({2, 1200, 1, k}, distinct);
      check<Rank>({1, 1200, 3, k}, distinct);
    }
    for (const int64_t k : {1, 16, 17, 40}) {
      check<Rank>({2, 40, 1025, k}, distinct);
      check<Rank>({1, 600, 70, k}, distinct);
    }
  }
}

}  // namespace

TEST_CASE("topk_select: ranks of 8 bits") { check_all<uint8_t>(); }
TEST_CASE("topk_select: ranks of 16 bits") { check_all<uint16_t>(); }
TEST_CASE("topk_select: ranks of 32 bits") { check_all<uint32_t>(); }
TEST_CASE("topk_select: ranks of 64 bits") { check_all<uint64_t>(); }

TEST_CASE("topk_select: a rising row, in which each element is better than all before") {
  constexpr int64_t extent = 5000;
  std::vector<uint32_t> source(extent);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<uint32_t>(source.size() - i);
  for (const int64_t k : {1, 16, 17, 300, 5000}) {
    std::vector<uint32_t> values(static_cast<size_t>(k));
    std::vector<int64_t> indices(static_cast<size_t>(k));
    topk_select<ByteUnit<uint32_t>>(
        {1, extent, 1, k}, [](uint32_t rank) { return rank; }, reinterpret_cast<const std::byte*>(source.data()),
        reinterpret_cast<std::byte*>(values.data()), reinterpret_cast<std::byte*>(indices.data()));
    for (int64_t place = 0; place < k; ++place) {
      REQUIRE(values[static_cast<size_t>(place)] == static_cast<uint32_t>(place + 1));
      REQUIRE(indices[static_cast<size_t>(place)] == extent - 1 - place);
    }
  }
}
