// Elements that may be among the k first, and their order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace onemodel {

// Where an element stands, and its rank, of which the lower comes first. Equal ranks keep the order of indices.
struct WideCandidate {
  uint64_t rank_;
  int64_t index_;

  static WideCandidate of(uint64_t rank, int64_t index) { return {rank, index}; }
  uint64_t rank() const { return rank_; }
  int64_t index() const { return index_; }
  friend bool operator<(const WideCandidate& a, const WideCandidate& b) {
    return a.rank_ != b.rank_ ? a.rank_ < b.rank_ : a.index_ < b.index_;
  }
};

// The same in one word, for ranks and indices of up to 32 bits.
struct NarrowCandidate {
  uint64_t word;

  static NarrowCandidate of(uint32_t rank, int64_t index) {
    return {uint64_t{rank} << 32 | static_cast<uint64_t>(index)};
  }
  uint32_t rank() const { return static_cast<uint32_t>(word >> 32); }
  int64_t index() const { return static_cast<int64_t>(word & 0xFFFFFFFF); }
  friend bool operator<(const NarrowCandidate& a, const NarrowCandidate& b) { return a.word < b.word; }
};

// Finishes a sort of candidates of which few are far from their places.
template <class Candidate>
void sort_nearly_sorted(Candidate* candidates, int64_t count) {
  int64_t moves_left = 4 * count;
  for (int64_t i = 1; i < count; ++i) {
    const Candidate candidate = candidates[i];
    int64_t place = i;
    for (; place > 0 && candidate < candidates[place - 1]; --place) candidates[place] = candidates[place - 1];
    candidates[place] = candidate;
    moves_left -= i - place;
    if (moves_left < 0) {
      std::sort(candidates, candidates + count);
      return;
    }
  }
}

// Sorts candidates that stand in the order of their indices. `spare` has room for as many.
template <class Candidate>
void sort_by_rank(Candidate* candidates, int64_t count, Candidate* spare) {
  // Fewer are not worth the tables of the radix sort, and more cannot be counted in them.
  constexpr int64_t few = 80;
  constexpr int64_t most = std::numeric_limits<uint32_t>::max();
  if (count < few || count > most) {
    std::sort(candidates, candidates + count);
    return;
  }
  Candidate first = candidates[0];
  Candidate last = first;
  for (int64_t i = 1; i < count; ++i) {
    first = std::min(first, candidates[i]);
    last = std::max(last, candidates[i]);
  }
  // By the highest bits in which ranks differ, so many that few candidates share them: in two passes, the lower digit
  // first, of which each keeps the order of equals.
  const auto least = first.rank();
  const auto distance = static_cast<decltype(least)>(last.rank() - least);
  constexpr int most_digit_bits = 11;
  const int digit_bits =
      std::min(most_digit_bits, static_cast<int>(std::bit_width(static_cast<uint64_t>(count))) / 2 + 4);
  const int rest = std::max(0, static_cast<int>(std::bit_width(distance)) - 2 * digit_bits);
  const size_t values = size_t{1} << digit_bits;
  const auto digits_of = [=](const Candidate& candidate) {
    return static_cast<size_t>(static_cast<uint64_t>(candidate.rank() - least) >> rest);
  };
  const auto low_digit_of = [=](const Candidate& candidate) { return digits_of(candidate) & (values - 1); };
  const auto high_digit_of = [=](const Candidate& candidate) { return digits_of(candidate) >> digit_bits; };
  // Where the next of each digit goes, from the front and from the back: each step waits for the one before where
  // digits are equal, so there are two at once.
  struct Places {
    uint32_t front[size_t{1} << most_digit_bits];
    uint32_t back[size_t{1} << most_digit_bits];
  };
  Places low;
  Places high;
  for (uint32_t* places : {low.front, low.back, high.front, high.back}) std::fill_n(places, values, 0);
  const int64_t half = count / 2;
  const bool is_odd = count % 2 != 0;
  for (int64_t i = 0; i < half; ++i) {
    ++low.front[low_digit_of(candidates[i])];
    ++high.front[high_digit_of(candidates[i])];
    ++low.back[low_digit_of(candidates[count - 1 - i])];
    ++high.back[high_digit_of(candidates[count - 1 - i])];
  }
  if (is_odd) {
    ++low.front[low_digit_of(candidates[half])];
    ++high.front[high_digit_of(candidates[half])];
  }
  uint32_t low_sum = 0;
  uint32_t high_sum = 0;
  for (size_t value = 0; value < values; ++value) {
    const uint32_t low_count = low.front[value] + low.back[value];
    const uint32_t high_count = high.front[value] + high.back[value];
    low.front[value] = low_sum;
    high.front[value] = high_sum;
    low.back[value] = low_sum += low_count;
    high.back[value] = high_sum += high_count;
  }
  const auto pass = [=](const Candidate* from, Candidate* to, Places* places, const auto& digit_of) {
    for (int64_t i = 0; i < half; ++i) {
      const Candidate a = from[i];
      const Candidate b = from[count - 1 - i];
      to[places->front[digit_of(a)]++] = a;
      to[--places->back[digit_of(b)]] = b;
    }
    if (is_odd) to[places->front[digit_of(from[half])]] = from[half];
  };
  pass(candidates, spare, &low, low_digit_of);
  pass(spare, candidates, &high, high_digit_of);
  if (rest > 0) sort_nearly_sorted(candidates, count);
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

}  // namespace onemodel
