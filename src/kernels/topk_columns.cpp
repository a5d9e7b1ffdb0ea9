// Highway needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/topk_columns.cpp"
#include "kernels/simd_targets.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "kernels/topk_columns.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernels/topk_score.h"

// Wider vectors would not make it faster, as most of the work is in memory.
#if ONEMODEL_IS_SIMD_TARGET && HWY_TARGET != HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace onemodel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A sorted list for each column, which goes down the columns as many at a time as fill a vector. Knows scores only:
// signed integers, of which the greatest come first. An element goes behind those of its score: its index is higher.
template <class Lane>
class ColumnLists {
 protected:
  using Tag = hn::ScalableTag<Lane>;
  using Vector = hn::Vec<Tag>;
  using Mask = hn::Mask<Tag>;

  static constexpr Tag tag{};
  // So many rows of lines stay in the cache until all vectors have been there.
  static constexpr int64_t most_rows = 256;

  static HWY_INLINE int64_t lanes() { return static_cast<int64_t>(hn::Lanes(tag)); }

  // Looks at the scores of elements [index, end) in the vector of columns from `first` on; lists have k places.
  void select(int64_t k, int64_t first, int64_t index, int64_t end) {
    switch (k) {
      case 1:
        return select_places<1>(first, index, end);
      case 2:
        return select_places<2>(first, index, end);
      case 3:
        return select_places<3>(first, index, end);
      case 4:
      case 5:
        return select_places<5>(first, index, end);
      default:
        return select_places<TopkColumns::most_places>(first, index, end);
    }
  }

  // Of the rows that are looked at, a vector each.
  alignas(64) Lane row_scores_[most_rows * hn::MaxLanes(tag)];
  // The lists: of each place what each column has there. There may be more columns and places than mean something.
  alignas(64) Lane scores_[TopkColumns::most_places][TopkColumns::most];
  alignas(64) Lane indices_[TopkColumns::most_places][TopkColumns::most];

 private:
  template <int64_t Places>
  HWY_NOINLINE void select_places(int64_t first, int64_t index, int64_t end) {
    // From there on few elements are better than the last of a list, and it is worth a look whether one is.
    constexpr int64_t first_of_few = 64 * Places;
    const Lane* row_scores = row_scores_;
    if (index == 0) {
      index = std::min(end, Places);
      start(first, index);
      row_scores += index * lanes();
    }
    Vector scores[Places];
    Vector indices[Places];
    for (int64_t place = 0; place < Places; ++place) {
      scores[place] = hn::Load(tag, scores_[place] + first);
      indices[place] = hn::Load(tag, indices_[place] + first);
    }
    for (; index < end; ++index, row_scores += lanes()) {
      const Vector new_scores = hn::Load(tag, row_scores);
      Mask before = hn::Gt(new_scores, scores[Places - 1]);
      if (index >= first_of_few && hn::AllFalse(tag, before)) continue;
      const Vector new_indices = hn::Set(tag, static_cast<Lane>(index));
      for (int64_t place = Places - 1; place > 0; --place) {
        const Mask before_next = hn::Gt(new_scores, scores[place - 1]);
        scores[place] =
            hn::IfThenElse(before, hn::IfThenElse(before_next, scores[place - 1], new_scores), scores[place]);
        indices[place] =
            hn::IfThenElse(before, hn::IfThenElse(before_next, indices[place - 1], new_indices), indices[place]);
        before = before_next;
      }
      scores[0] = hn::IfThenElse(before, new_scores, scores[0]);
      indices[0] = hn::IfThenElse(before, new_indices, indices[0]);
    }
    for (int64_t place = 0; place < Places; ++place) {
      hn::Store(scores[place], tag, scores_[place] + first);
      hn::Store(indices[place], tag, indices_[place] + first);
    }
  }

  // Makes the first `count` elements lists.
  HWY_NOINLINE void start(int64_t first, int64_t count) {
    const auto put = [&](int64_t place, Vector scores, Vector indices) HWY_ATTR {
      hn::Store(scores, tag, scores_[place] + first);
      hn::Store(indices, tag, indices_[place] + first);
    };
    for (int64_t index = 0; index < count; ++index) {
      const Vector new_scores = hn::Load(tag, row_scores_ + index * lanes());
      const Vector new_indices = hn::Set(tag, static_cast<Lane>(index));
      put(index, new_scores, new_indices);
      for (int64_t place = index; place > 0; --place) {
        const Vector scores = hn::Load(tag, scores_[place - 1] + first);
        const Vector indices = hn::Load(tag, indices_[place - 1] + first);
        const Vector own_scores = hn::Load(tag, scores_[place] + first);
        const Vector own_indices = hn::Load(tag, indices_[place] + first);
        const Mask is_before = hn::Gt(new_scores, scores);
        put(place, hn::IfThenElse(is_before, scores, own_scores), hn::IfThenElse(is_before, indices, own_indices));
        put(place - 1, hn::IfThenElse(is_before, new_scores, scores), hn::IfThenElse(is_before, new_indices, indices));
      }
    }
  }
};

template <class Score>
using LaneOf = std::conditional_t<sizeof(Score) <= 4, int32_t, int64_t>;

template <class Score, bool is_floating>
class ColumnSelection : ColumnLists<LaneOf<Score>> {
  using Base = ColumnLists<LaneOf<Score>>;
  using Base::lanes;
  using Base::most_rows;
  using Base::tag;

 public:
  explicit ColumnSelection(const TopkColumns& columns) : columns_(columns), scorer_(columns.order) {}

  void run() {
    const int64_t extent = columns_.extents.extent;
    for (int64_t index = 0; index < extent; index += most_rows) {
      const int64_t end = std::min(extent, index + most_rows);
      for (int64_t first = 0; first < columns_.count; first += lanes()) {
        score_rows(first, index, end);
        this->select(columns_.extents.k, first, index, end);
      }
    }
    write();
  }

 private:
  static constexpr hn::Rebind<Score, hn::ScalableTag<LaneOf<Score>>> score_tag{};

  void score_rows(int64_t first, int64_t index, int64_t end) {
    // Rows lie too far apart for the machine to see which comes next.
    constexpr int64_t rows_ahead = 8;
    const int64_t step = columns_.source_step;
    const int64_t last = columns_.extents.extent - 1;
    const Score* column = reinterpret_cast<const Score*>(columns_.source) + first;
    LaneOf<Score>* to = this->row_scores_;
    if (first + lanes() <= columns_.count) {
      for (; index < end; ++index, to += lanes()) {
        hwy::Prefetch(column + std::min(index + rows_ahead, last) * step);
        hn::Store(scores_of(hn::LoadU(score_tag, column + index * step)), tag, to);
      }
      return;
    }
    for (; index < end; ++index, to += lanes()) {
      Score rest[hn::MaxLanes(score_tag)] = {};
      std::memcpy(rest, column + index * step, static_cast<size_t>(columns_.count - first) * sizeof(Score));
      hn::Store(scores_of(hn::LoadU(score_tag, rest)), tag, to);
    }
  }

  HWY_INLINE auto scores_of(hn::Vec<decltype(score_tag)> bits) const {
    if constexpr (sizeof(Score) < sizeof(LaneOf<Score>)) {
      return hn::PromoteTo(tag, scorer_.score(score_tag, bits));
    } else {
      return scorer_.score(score_tag, bits);
    }
  }

  void write() const {
    const auto* source = reinterpret_cast<const Score*>(columns_.source);
    auto* values = reinterpret_cast<Score*>(columns_.values);
    auto* indices = reinterpret_cast<int64_t*>(columns_.indices);
    const auto [outer, extent, inner, k] = columns_.extents;
    for (int64_t first = 0; first < columns_.count;) {
      // As many as have neighbouring results; if there is one place, all have.
      const int64_t column = columns_.first + first;
      const int64_t last = k == 1 ? columns_.count : std::min(columns_.count, first + inner - column % inner);
      int64_t to = column / inner * k * inner + column % inner;
      for (int64_t place = 0; place < k; ++place) {
        for (int64_t i = first; i < last; ++i) {
          const int64_t index = this->indices_[place][i];
          values[to + i - first] = source[index * columns_.source_step + i];
          indices[to + i - first] = index;
        }
        to += inner;
      }
      first = last;
    }
  }

  const TopkColumns& columns_;
  const Scorer<Score, is_floating> scorer_;
};

void integers_8(const TopkColumns& columns) { ColumnSelection<int8_t, false>(columns).run(); }
void integers_16(const TopkColumns& columns) { ColumnSelection<int16_t, false>(columns).run(); }
void integers_32(const TopkColumns& columns) { ColumnSelection<int32_t, false>(columns).run(); }
void integers_64(const TopkColumns& columns) { ColumnSelection<int64_t, false>(columns).run(); }
void floats_16(const TopkColumns& columns) { ColumnSelection<int16_t, true>(columns).run(); }
void floats_32(const TopkColumns& columns) { ColumnSelection<int32_t, true>(columns).run(); }
void floats_64(const TopkColumns& columns) { ColumnSelection<int64_t, true>(columns).run(); }

}  // namespace HWY_NAMESPACE
}  // namespace onemodel
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace onemodel {

TopkColumnsFunction* vector_topk_columns(int64_t bits, const TopkOrder& order, const TopkExtents& extents) {
  if (extents.k > TopkColumns::most_places) return nullptr;
  // Indices of elements of up to 32 bits have as many.
  if (extents.extent > int64_t{std::numeric_limits<int32_t>::max()}) return nullptr;
  return ONEMODEL_TOPK_FUNCTION(TopkColumnsFunction, bits, order.infinity != 0);
}

}  // namespace onemodel
#endif
