// The k first of many, in order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include "base/small_vector.h"
#include "base/workers.h"
#include "kernels/topk_rows.h"
#include "kernels/unit.h"

namespace onemodel {

// Elements seen as [outer, extent, inner], of which on the middle axis k are to be selected; 1 <= k <= extent.
struct TopkExtents {
  int64_t outer;
  int64_t extent;
  int64_t inner;
  int64_t k;
};

// Calls body(outer, inner, count) for columns [first, last) of the outer * inner that there are, up to `most`
// neighbouring ones at a time.
template <class Body>
void for_each_block_of_columns(const TopkExtents& extents, int64_t first, int64_t last, int64_t most, Body body) {
  while (first < last) {
    const int64_t inner = first % extents.inner;
    const int64_t count = std::min({most, extents.inner - inner, last - first});
    body(first / extents.inner, inner, count);
    first += count;
  }
}

// A selected element: where it stands, and its rank, of which the lower comes first. Equal ranks keep the order of
// indices.
template <class Rank>
struct WideCandidate {
  Rank rank_;
  int64_t index_;

  static WideCandidate of(Rank rank, int64_t index) { return {rank, index}; }
  Rank rank() const { return rank_; }
  int64_t index() const { return index_; }
  friend bool operator<(const WideCandidate& a, const WideCandidate& b) {
    return a.rank_ != b.rank_ ? a.rank_ < b.rank_ : a.index_ < b.index_;
  }
};

// The same in one word, for ranks and indices of up to 32 bits.
template <class Rank>
struct NarrowCandidate {
  uint64_t word;

  static NarrowCandidate of(Rank rank, int64_t index) {
    return {static_cast<uint64_t>(rank) << 32 | static_cast<uint64_t>(index)};
  }
  Rank rank() const { return static_cast<Rank>(word >> 32); }
  int64_t index() const { return static_cast<int64_t>(word & 0xFFFFFFFF); }
  friend bool operator<(const NarrowCandidate& a, const NarrowCandidate& b) { return a.word < b.word; }
};

// Sorts candidates that stand in the order of their indices. `spare` has room for as many.
template <class Candidate>
void sort_by_rank(Candidate* candidates, int64_t count, Candidate* spare) {
  using Rank = decltype(candidates->rank());
  constexpr size_t digit_bits = 8;
  constexpr size_t values = size_t{1} << digit_bits;
  // Below this the tables of the radix sort cost more than they save.
  constexpr int64_t few = 96;
  if (count < few) {
    std::sort(candidates, candidates + count);
    return;
  }
  Rank least = candidates[0].rank();
  Rank most = least;
  for (int64_t i = 1; i < count; ++i) {
    least = std::min(least, candidates[i].rank());
    most = std::max(most, candidates[i].rank());
  }
  // By one digit of the distance to the least rank after the other, the lowest first; each pass keeps the order of
  // equals.
  const auto distance = static_cast<Rank>(most - least);
  const size_t digits = (static_cast<size_t>(std::bit_width(distance)) + digit_bits - 1) / digit_bits;
  const auto digit_of = [least](const Candidate& candidate, size_t digit) {
    return static_cast<size_t>(static_cast<Rank>(candidate.rank() - least) >> (digit_bits * digit)) % values;
  };
  int64_t places[sizeof(Rank)][values];
  for (size_t digit = 0; digit < digits; ++digit) std::fill(std::begin(places[digit]), std::end(places[digit]), 0);
  for (int64_t i = 0; i < count; ++i) {
    for (size_t digit = 0; digit < digits; ++digit) ++places[digit][digit_of(candidates[i], digit)];
  }
  Candidate* from = candidates;
  Candidate* to = spare;
  for (size_t digit = 0; digit < digits; ++digit) {
    int64_t* next = places[digit];
    if (next[digit_of(from[0], digit)] == count) continue;  // all have the same
    int64_t sum = 0;
    for (size_t value = 0; value < values; ++value) sum += std::exchange(next[value], sum);
    for (int64_t i = 0; i < count; ++i) to[next[digit_of(from[i], digit)]++] = from[i];
    std::swap(from, to);
  }
  if (from != candidates) std::copy(from, from + count, candidates);
}

// Keeps of candidates that stand in the order of their indices the k that come first in that of their ranks, and
// returns the highest rank of these. k <= count. `spare` has room for `count`.
template <class Candidate>
auto keep_first(Candidate* candidates, int64_t count, int64_t k, Candidate* spare) {
  std::copy(candidates, candidates + count, spare);
  Candidate* last = spare + k - 1;
  std::nth_element(spare, last, spare + count);
  Candidate* kept = candidates;
  for (const Candidate* candidate = candidates; candidate != candidates + count; ++candidate) {
    *kept = *candidate;
    kept += *last < *candidate ? 0 : 1;
  }
  return last->rank();
}

// Selects in several neighbouring columns of the middle axis at once, so that memory is read along its lines. Each
// column has a list of candidates, which starts as its first k elements. A further element joins when its rank is below
// the worst of the list. A short list is kept sorted, and the worst element falls out. A long one may grow to twice k,
// or to all elements where these are not many more, and is then cut back to its k best.
template <class Unit, class Candidate, class RankOf>
class TopkSelection {
  using Rank = decltype(Candidate().rank());

 public:
  TopkSelection(const TopkExtents& extents, RankOf rank_of) : extents_(extents), rank_of_(rank_of) {
    constexpr int64_t line = 64 / int64_t{sizeof(Rank)};
    constexpr int64_t scratch_bytes = 1 << 18;
    capacity_ = extents.k;
    if (!is_short()) capacity_ = extents.extent / 4 < extents.k ? extents.extent : 2 * extents.k;
    const int64_t fitting = scratch_bytes / capacity_ / int64_t{sizeof(Candidate)};
    columns_ = std::min(extents.inner, std::clamp(fitting, line, most_columns));
    candidates_.resize(static_cast<size_t>(columns_ * capacity_));
    if (!is_short()) spare_.resize(static_cast<size_t>(capacity_));
  }

  // In columns [first, last), of which there are outer * inner.
  void run(int64_t first, int64_t last, const std::byte* source, std::byte* values, std::byte* indices) {
    for_each_block_of_columns(extents_, first, last, columns_, [&](int64_t outer, int64_t inner, int64_t count) {
      const int64_t from = outer * extents_.extent * extents_.inner + inner;
      select(source, from, count);
      write(source, from, count, values, indices, outer * extents_.k * extents_.inner + inner);
    });
  }

 private:
  static constexpr int64_t most_columns = 512;
  // So many elements are looked at together: mostly none of them is among the best so far.
  static constexpr int64_t block = 32;

  bool is_short() const { return extents_.k <= 16; }
  Candidate* list(int64_t column) { return candidates_.data() + column * capacity_; }
  Rank rank_at(const std::byte* source, int64_t position) const { return rank_of_(Unit::load(source, position)); }

  void select(const std::byte* source, int64_t first, int64_t columns) {
    for (int64_t index = 0; index < extents_.k; ++index) {
      for (int64_t c = 0; c < columns; ++c) {
        list(c)[index] = Candidate::of(rank_at(source, first + index * extents_.inner + c), index);
      }
    }
    for (int64_t c = 0; c < columns; ++c) start(c);
    if (extents_.inner == 1) {
      join_from_row(source, first);
    } else {
      join_from_columns(source, first, columns);
    }
    for (int64_t c = 0; c < columns; ++c) finish(c);
  }

  void join_from_row(const std::byte* source, int64_t first) {
    int64_t index = extents_.k;
    for (; index + block <= extents_.extent; index += block) {
      const Rank worst = worst_[0];
      unsigned better = 0;
      for (int64_t i = 0; i < block; ++i) better |= rank_at(source, first + index + i) < worst ? 1U : 0U;
      if (better == 0) continue;
      for (int64_t i = 0; i < block; ++i) join(0, rank_at(source, first + index + i), index + i);
    }
    for (; index < extents_.extent; ++index) join(0, rank_at(source, first + index), index);
  }

  void join_from_columns(const std::byte* source, int64_t first, int64_t columns) {
    for (int64_t index = extents_.k; index < extents_.extent; ++index) {
      const int64_t row = first + index * extents_.inner;
      for (int64_t c = 0; c < columns; ++c) join(c, rank_at(source, row + c), index);
    }
  }

  // Makes the first k elements a list.
  void start(int64_t column) {
    Candidate* candidates = list(column);
    if (is_short()) std::sort(candidates, candidates + extents_.k);
    counts_[column] = extents_.k;
    const auto worst = is_short() ? candidates + extents_.k - 1 : std::max_element(candidates, candidates + extents_.k);
    worst_[column] = worst->rank();
  }

  // An element of equal rank stays behind: its index is higher.
  void join(int64_t column, Rank rank, int64_t index) {
    if (!(rank < worst_[column])) return;
    Candidate* candidates = list(column);
    if (is_short()) {
      int64_t place = extents_.k - 1;
      for (; place > 0 && rank < candidates[place - 1].rank(); --place) candidates[place] = candidates[place - 1];
      candidates[place] = Candidate::of(rank, index);
      worst_[column] = candidates[extents_.k - 1].rank();
      return;
    }
    candidates[counts_[column]++] = Candidate::of(rank, index);
    if (counts_[column] == capacity_) cut_back(column);
  }

  void cut_back(int64_t column) {
    worst_[column] = keep_first(list(column), counts_[column], extents_.k, spare_.data());
    counts_[column] = extents_.k;
  }

  // Leaves the k best in order.
  void finish(int64_t column) {
    if (is_short()) return;
    if (counts_[column] > extents_.k) cut_back(column);
    sort_by_rank(list(column), extents_.k, spare_.data());
  }

  void write(const std::byte* source, int64_t first, int64_t columns, std::byte* values, std::byte* indices,
             int64_t target) {
    for (int64_t place = 0; place < extents_.k; ++place) {
      for (int64_t c = 0; c < columns; ++c) {
        const int64_t index = list(c)[place].index();
        Unit::store(values, target + c, Unit::load(source, first + index * extents_.inner + c));
        ByteUnit<uint64_t>::store(indices, target + c, static_cast<uint64_t>(index));
      }
      target += extents_.inner;
    }
  }

  TopkExtents extents_;
  RankOf rank_of_;
  int64_t capacity_;
  int64_t columns_;
  SmallVector<Candidate, 16> candidates_;
  SmallVector<Candidate, 1> spare_;
  Rank worst_[most_columns];
  int64_t counts_[most_columns];
};

// Selects in columns [first, last) in plain C++: writes the k elements of lowest rank to `values` and their int64
// indices on the middle axis to `indices`, both [outer, k, inner]. rank_of(Unit::value_type) is an unsigned integer of
// the element's size.
template <class Unit, class RankOf>
void topk_select_plainly(const TopkExtents& extents, int64_t first, int64_t last, RankOf rank_of,
                         const std::byte* source, std::byte* values, std::byte* indices) {
  using Rank = decltype(rank_of(typename Unit::value_type()));
  if constexpr (Unit::bits <= 32) {
    if (extents.extent <= int64_t{std::numeric_limits<uint32_t>::max()}) {
      TopkSelection<Unit, NarrowCandidate<Rank>, RankOf>(extents, rank_of).run(first, last, source, values, indices);
      return;
    }
  }
  TopkSelection<Unit, WideCandidate<Rank>, RankOf>(extents, rank_of).run(first, last, source, values, indices);
}

// How columns are selected in by vector instructions: each becomes a row first.
class TopkByRows {
 public:
  TopkByRows(int64_t bits, const TopkExtents& extents, const TopkOrder& order);

  // Whether there are such instructions, and what they need fits in the scratch memory.
  bool is_possible() const { return columns_at_once_ > 0; }
  // Does what topk_select_plainly does.
  void select(int64_t first, int64_t last, const std::byte* source, std::byte* values, std::byte* indices) const;

 private:
  int64_t size_;
  TopkExtents extents_;
  TopkOrder order_;
  TopkRowsFunction* function_;
  int64_t columns_at_once_ = 0;
};

// Shares the columns among the threads of `workers`: calls body(first, last).
template <class Body>
void for_ranges_of_columns(Workers& workers, int64_t bits, const TopkExtents& extents, const Body& body) {
  // What is selected takes longer than what is only looked at: about as long as reading so many bytes.
  constexpr int64_t bytes_of_a_place = 64;
  const int64_t columns = extents.outer * extents.inner;
  const int64_t unit = extents.inner == 1 ? 1 : 512 / bits;  // a cache line
  in_ranges(workers, columns, columns * (extents.extent * bits / 8 + extents.k * bytes_of_a_place), unit, body);
}

// The same for all columns, on the threads of `workers` and by vector instructions where there are any. `order` says
// what rank_of does.
template <class Unit, class RankOf>
void topk_select(Workers& workers, const TopkExtents& extents, const TopkOrder& order, RankOf rank_of,
                 const std::byte* source, std::byte* values, std::byte* indices) {
  const TopkByRows by_rows(Unit::bits, extents, order);
  for_ranges_of_columns(workers, Unit::bits, extents, [&](int64_t first, int64_t last) {
    if (by_rows.is_possible()) {
      by_rows.select(first, last, source, values, indices);
    } else {
      topk_select_plainly<Unit>(extents, first, last, rank_of, source, values, indices);
    }
  });
}

}  // namespace onemodel
