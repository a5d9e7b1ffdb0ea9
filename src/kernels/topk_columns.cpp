// Highway needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/topk_columns.cpp"
#include "kernels/simd_targets.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "kernels/topk_columns.h"

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

// Keeps a sorted list for each column and looks at one element of all columns after the other, as many columns at a
// time as fill a vector. An element goes behind those of its score: its index is higher.
template <class Score, bool is_floating>
class ColumnSelection {
  using Lane = std::conditional_t<sizeof(Score) <= 4, int32_t, int64_t>;
  using LaneTag = hn::ScalableTag<Lane>;
  using ScoreTag = hn::Rebind<Score, LaneTag>;
  using Vector = hn::Vec<LaneTag>;
  using Mask = hn::Mask<LaneTag>;

 public:
  explicit ColumnSelection(const TopkColumns& columns) : columns_(columns), scorer_(columns.order) {}

  void run() {
    const auto* source = reinterpret_cast<const Score*>(columns_.source);
    const int64_t k = columns_.extents.k;
    for (int64_t index = 0; index < columns_.extents.extent; ++index) {
      for (int64_t first = 0; first < columns_.count; first += lanes()) {
        const Vector scores = scores_at(source + first, columns_.count - first);
        if (index < k) {
          insert(scores, index, first, index, hn::FirstN(lane_tag, hn::Lanes(lane_tag)));
          continue;
        }
        const Mask is_better = hn::Gt(scores, hn::Load(lane_tag, scores_[k - 1] + first));
        if (!hn::AllFalse(lane_tag, is_better)) insert(scores, index, first, k - 1, is_better);
      }
      source += columns_.source_step;
    }
    write();
  }

 private:
  static constexpr LaneTag lane_tag{};
  static constexpr ScoreTag score_tag{};

  static HWY_INLINE int64_t lanes() { return static_cast<int64_t>(hn::Lanes(lane_tag)); }

  // Of the first `count` columns from `source` on; there may be more lanes, and what they have means nothing.
  HWY_INLINE Vector scores_at(const Score* source, int64_t count) const {
    if (count >= lanes()) return scores_of(hn::LoadU(score_tag, source));
    Score rest[hn::MaxLanes(score_tag)] = {};
    std::memcpy(rest, source, static_cast<size_t>(count) * sizeof(Score));
    return scores_of(hn::LoadU(score_tag, rest));
  }
  HWY_INLINE Vector scores_of(hn::Vec<ScoreTag> bits) const {
    if constexpr (sizeof(Score) < sizeof(Lane)) {
      return hn::PromoteTo(lane_tag, scorer_.score(score_tag, bits));
    } else {
      return scorer_.score(score_tag, bits);
    }
  }

  // Puts elements in their places of the columns from `first` on, where the mask is set. The last place is lost.
  HWY_INLINE void insert(Vector scores, int64_t index, int64_t first, int64_t last, Mask goes_here) {
    const Vector indices = hn::Set(lane_tag, static_cast<Lane>(index));
    for (int64_t place = last; place > 0; --place) {
      const Vector scores_before = hn::Load(lane_tag, scores_[place - 1] + first);
      const Mask goes_before = hn::Gt(scores, scores_before);
      const Vector indices_before = hn::Load(lane_tag, indices_[place - 1] + first);
      put(hn::IfThenElse(goes_before, scores_before, scores), hn::IfThenElse(goes_before, indices_before, indices),
          place, first, goes_here);
      if (hn::AllFalse(lane_tag, goes_before)) return;
      goes_here = goes_before;
    }
    put(scores, indices, 0, first, goes_here);
  }

  HWY_INLINE void put(Vector scores, Vector indices, int64_t place, int64_t first, Mask mask) {
    hn::BlendedStore(scores, mask, lane_tag, scores_[place] + first);
    hn::BlendedStore(indices, mask, lane_tag, indices_[place] + first);
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
          const int64_t index = indices_[place][i];
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
  // Of each place one for each column; the first columns().count of them mean something.
  alignas(64) Lane scores_[TopkColumns::most_places][TopkColumns::most];
  alignas(64) Lane indices_[TopkColumns::most_places][TopkColumns::most];
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

#define ONEMODEL_TOPK_FUNCTION(function)                                                                              \
  at_simd_level<TopkColumnsFunction>(HWY_CHOOSE_SSE4(function), HWY_CHOOSE_AVX2(function), HWY_CHOOSE_AVX2(function), \
                                     HWY_CHOOSE_NEON(function))

TopkColumnsFunction* vector_topk_columns(int64_t bits, const TopkOrder& order, const TopkExtents& extents) {
  if (extents.k > TopkColumns::most_places) return nullptr;
  // Indices of elements of up to 32 bits have as many.
  if (extents.extent > int64_t{std::numeric_limits<int32_t>::max()}) return nullptr;
  if (order.infinity == 0) {
    switch (bits) {
      case 8:
        return ONEMODEL_TOPK_FUNCTION(integers_8);
      case 16:
        return ONEMODEL_TOPK_FUNCTION(integers_16);
      case 32:
        return ONEMODEL_TOPK_FUNCTION(integers_32);
      default:
        return ONEMODEL_TOPK_FUNCTION(integers_64);
    }
  }
  switch (bits) {
    case 16:
      return ONEMODEL_TOPK_FUNCTION(floats_16);
    case 32:
      return ONEMODEL_TOPK_FUNCTION(floats_32);
    default:
      return ONEMODEL_TOPK_FUNCTION(floats_64);
  }
}

}  // namespace onemodel
#endif
