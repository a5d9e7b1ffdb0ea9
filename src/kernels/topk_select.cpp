#include "kernels/topk_select.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "base/small_vector.h"
#include "kernels/strided_copy.h"
#include "kernels/topk_candidates.h"
#include "kernels/topk_columns.h"
#include "kernels/topk_rows.h"
#include "kernels/unit.h"

namespace onemodel {
namespace {

// Calls body(outer, inner, count) for columns [first, last), up to `most` neighbouring ones at a time.
template <class Body>
void for_each_block_of_columns(const TopkExtents& extents, int64_t first, int64_t last, int64_t most, Body body) {
  while (first < last) {
    const int64_t inner = first % extents.inner;
    const int64_t count = std::min({most, extents.inner - inner, last - first});
    body(first / extents.inner, inner, count);
    first += count;
  }
}

// Selects in several neighbouring columns of the middle axis at once, so that memory is read along its lines. Each
// column has a list of candidates, which starts as its first k elements. A further element joins when its rank is below
// the worst of the list. A short list is kept sorted, and the worst element falls out. A long one may grow to twice k,
// or to all elements where these are not many more, and is then cut back to its k best.
template <class Unit, class Candidate>
class TopkSelection {
  using Rank = typename Unit::value_type;

 public:
  TopkSelection(const TopkExtents& extents, const TopkOrder& order)
      : extents_(extents), infinity_(static_cast<Rank>(order.infinity)), inverted_(static_cast<Rank>(order.inverted)) {
    constexpr int64_t line = 64 / int64_t{sizeof(Rank)};
    constexpr int64_t scratch_bytes = 1 << 18;
    capacity_ = extents.k;
    if (!is_short()) capacity_ = extents.extent / 4 < extents.k ? extents.extent : 2 * extents.k;
    const int64_t fitting = scratch_bytes / capacity_ / int64_t{sizeof(Candidate)};
    columns_ = std::min(extents.inner, std::clamp(fitting, line, most_columns));
    candidates_.resize(static_cast<size_t>(columns_ * capacity_));
    if (!is_short()) spare_.resize(static_cast<size_t>(capacity_));
  }

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
  static constexpr auto sign = static_cast<Rank>(Rank{1} << (Unit::bits - 1));

  bool is_short() const { return extents_.k <= 16; }
  Candidate* list(int64_t column) { return candidates_.data() + column * capacity_; }

  Rank rank_at(const std::byte* source, int64_t position) const {
    const Rank bits = Unit::load(source, position);
    Rank seen = bits;
    if (infinity_ != 0) {
      const auto magnitude = static_cast<Rank>(bits & ~sign);
      if ((bits & sign) != 0) seen = static_cast<Rank>(0 - magnitude);
      if (magnitude > infinity_) seen = static_cast<Rank>(~sign);
    }
    // The greatest signed integer becomes the lowest rank.
    return static_cast<Rank>(~(seen ^ inverted_ ^ sign));
  }

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
    worst_[column] = static_cast<Rank>(worst->rank());
  }

  // An element of equal rank stays behind: its index is higher.
  void join(int64_t column, Rank rank, int64_t index) {
    if (!(rank < worst_[column])) return;
    Candidate* candidates = list(column);
    if (is_short()) {
      int64_t place = extents_.k - 1;
      for (; place > 0 && rank < candidates[place - 1].rank(); --place) candidates[place] = candidates[place - 1];
      candidates[place] = Candidate::of(rank, index);
      worst_[column] = static_cast<Rank>(candidates[extents_.k - 1].rank());
      return;
    }
    candidates[counts_[column]++] = Candidate::of(rank, index);
    if (counts_[column] == capacity_) cut_back(column);
  }

  void cut_back(int64_t column) {
    worst_[column] = static_cast<Rank>(keep_first(list(column), counts_[column], extents_.k, spare_.data()));
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
  Rank infinity_;
  Rank inverted_;
  int64_t capacity_;
  int64_t columns_;
  SmallVector<Candidate, 16> candidates_;
  SmallVector<Candidate, 1> spare_;
  Rank worst_[most_columns];
  int64_t counts_[most_columns];
};

// For what is one thread's part of the work.
Workers& caller_alone() {
  static const Reference<Workers> workers = Workers::create(1);
  return *workers;
}

// Fewer neighbouring columns than this are brought together with those of the next planes.
constexpr int64_t narrow_plane = 16;

// Whether columns are taken as such, and not as rows: that is for few places, and as long as bringing narrow ones
// together is worth it.
bool are_columns(const TopkExtents& extents) {
  constexpr int64_t short_extent = 32;
  return extents.inner >= narrow_plane || extents.extent <= short_extent;
}

// In columns [first, last).
void select_few(TopkColumnsFunction* select, int64_t size, const TopkExtents& extents, const TopkOrder& order,
                int64_t first, int64_t last, const std::byte* source, std::byte* values, std::byte* indices) {
  const int64_t most_planes = TopkColumns::most / extents.inner;
  SmallVector<std::byte, 1 << 14> scratch;
  const bool are_brought_together = extents.inner < narrow_plane;
  if (are_brought_together) scratch.resize(static_cast<size_t>(extents.extent * most_planes * extents.inner * size));
  while (first < last) {
    const int64_t outer = first / extents.inner;
    const int64_t inner = first % extents.inner;
    const int64_t position = outer * extents.extent * extents.inner + inner;
    const int64_t planes = inner == 0 ? std::min(most_planes, (last - first) / extents.inner) : 0;
    if (are_brought_together && planes > 0) {
      const int64_t count = planes * extents.inner;
      StridedCopy copy;
      copy.append_axis(extents.extent, extents.inner, count);
      copy.append_axis(planes, extents.extent * extents.inner, extents.inner);
      copy.append_axis(extents.inner, 1, 1);
      copy.source_offset = position;
      strided_copy(caller_alone(), 8 * size, copy, source, scratch.data());
      select({first, count, extents, order, scratch.data(), count, values, indices});
      first += count;
    } else {
      const int64_t count = std::min({TopkColumns::most, extents.inner - inner, last - first});
      select({first, count, extents, order, source + position * size, extents.inner, values, indices});
      first += count;
    }
  }
}

// How many columns become rows of scratch memory together, so that memory is read along its lines; 0 if they do not
// fit.
int64_t columns_at_once(int64_t size, const TopkExtents& extents) {
  constexpr int64_t line = 64;
  constexpr int64_t usual_scratch = int64_t{1} << 18;
  constexpr int64_t most_scratch = int64_t{1} << 20;
  const int64_t line_columns = std::min(extents.inner, line / size);
  if (extents.extent > most_scratch / size / line_columns) return 0;
  const int64_t columns = std::clamp(usual_scratch / (extents.extent * size), line_columns, extents.inner);
  return columns - columns % line_columns;
}

// In columns [first, last), each of which becomes a row first, at_once of them at a time.
void select_rows_of_columns(TopkRowsFunction* select_in_rows, int64_t at_once, int64_t size, const TopkExtents& extents,
                            const TopkOrder& order, int64_t first, int64_t last, const std::byte* source,
                            std::byte* values, std::byte* indices) {
  const int64_t most = std::min(at_once, last - first);
  const auto scratch = std::make_unique_for_overwrite<std::byte[]>(static_cast<size_t>(most * extents.extent * size));
  for_each_block_of_columns(extents, first, last, at_once, [&](int64_t outer, int64_t inner, int64_t count) {
    StridedCopy copy;
    copy.append_axis(count, 1, extents.extent);
    copy.append_axis(extents.extent, extents.inner, 1);
    copy.source_offset = outer * extents.extent * extents.inner + inner;
    strided_copy(caller_alone(), 8 * size, copy, source, scratch.get());
    const int64_t target = outer * extents.k * extents.inner + inner;
    select_in_rows({count, extents.extent, extents.k, order, scratch.get(), values + target * size,
                    indices + target * int64_t{sizeof(int64_t)}, 1, extents.inner});
  });
}

}  // namespace

void topk_select_plainly(int64_t bits, const TopkExtents& extents, const TopkOrder& order, int64_t first, int64_t last,
                         const std::byte* source, std::byte* values, std::byte* indices) {
  with_unit(bits, [&]<class Unit>() {
    if constexpr (Unit::bits >= 8 && Unit::bits <= 32) {
      if (extents.extent <= int64_t{std::numeric_limits<uint32_t>::max()}) {
        TopkSelection<Unit, NarrowCandidate>(extents, order).run(first, last, source, values, indices);
        return;
      }
    }
    if constexpr (Unit::bits >= 8 && Unit::bits <= 64) {
      TopkSelection<Unit, WideCandidate>(extents, order).run(first, last, source, values, indices);
    }
  });
}

void topk_select(Workers& workers, int64_t bits, const TopkExtents& extents, const TopkOrder& order,
                 const std::byte* source, std::byte* values, std::byte* indices) {
  // What is selected takes longer than what is only looked at: about as long as reading so many bytes.
  constexpr int64_t bytes_of_a_place = 64;
  constexpr int64_t index_size = sizeof(int64_t);
  const int64_t size = bits / 8;
  const int64_t columns = extents.outer * extents.inner;
  const int64_t unit = extents.inner == 1 ? 1 : 64 / size;  // a cache line
  TopkRowsFunction* const select_in_rows = vector_topk_rows(bits, order, extents.extent);
  TopkColumnsFunction* const select_in_columns =
      are_columns(extents) ? vector_topk_columns(bits, order, extents) : nullptr;
  const int64_t at_once = columns_at_once(size, extents);
  in_ranges(workers, columns, columns * (extents.extent * size + extents.k * bytes_of_a_place), unit,
            [&](int64_t first, int64_t last) {
              if (select_in_columns != nullptr) {
                select_few(select_in_columns, size, extents, order, first, last, source, values, indices);
              } else if (select_in_rows != nullptr && extents.inner == 1) {
                const int64_t target = first * extents.k;
                select_in_rows({last - first, extents.extent, extents.k, order, source + first * extents.extent * size,
                                values + target * size, indices + target * index_size, extents.k, 1});
              } else if (select_in_rows != nullptr && at_once > 0) {
                select_rows_of_columns(select_in_rows, at_once, size, extents, order, first, last, source, values,
                                       indices);
              } else {
                topk_select_plainly(bits, extents, order, first, last, source, values, indices);
              }
            });
}

}  // namespace onemodel
