// Highway needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/topk_rows.cpp"
#include "kernels/simd_targets.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "kernels/topk_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

#include "kernels/topk_select.h"
#include "kernels/unit.h"

#if ONEMODEL_IS_SIMD_TARGET
HWY_BEFORE_NAMESPACE();
namespace onemodel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Selects by scores: signed integers of an element's size, of which the greatest come first. In each row
//  - elements are taken in groups of some vectors, and each lane's best score in each group is found,
//  - a threshold is found that at least k of these are not below, but not many more,
//  - so all of the k first are among the elements that are not below it, which are collected from those groups that
//  have
//    one, and sorted.
// The last elements, which fill no group, are collected without looking for a group.
template <class Score, bool is_floating>
class RowSelection {
  using Bits = std::make_unsigned_t<Score>;
  using Candidate = std::conditional_t<sizeof(Score) <= 4, NarrowCandidate<Bits>, WideCandidate<Bits>>;
  using Tag = hn::ScalableTag<Score>;
  using Vector = hn::Vec<Tag>;
  using BitsTag = hn::RebindToUnsigned<Tag>;

  static constexpr Tag tag{};
  static constexpr Score lowest = std::numeric_limits<Score>::min();
  static constexpr Score highest = std::numeric_limits<Score>::max();
  // Elements that are collected together, as bits of a word.
  static constexpr int64_t block = 64;
  static constexpr int64_t longest_group = 64;

 public:
  explicit RowSelection(const TopkRows& rows)
      : rows_(rows),
        extent_(rows.extent),
        k_(rows.k),
        infinity_(static_cast<Score>(rows.order.infinity)),
        inverted_(static_cast<Score>(rows.order.inverted)) {
    const int64_t vectors = extent_ / lanes();
    takes_all_ = vectors < 4 || k_ > extent_ / 4 * 3;
    // What is looked at again are k groups of so many vectors, and what the threshold is found from one vector each.
    while (!takes_all_ && group_ < longest_group && 5 * group_ * group_ * k_ < 14 * vectors &&
           vectors / (2 * group_) * lanes() >= 2 * k_) {
      group_ *= 2;
    }
    groups_ = vectors / group_;
    most_ = k_ + std::max<int64_t>(k_ / 4, 4);
    capacity_ = takes_all_ ? extent_ : std::min(extent_, 2 * k_ + 2 * block) + block;
    const int64_t scores = group_ == 1 ? extent_ + block : groups_ * lanes();
    const int64_t score_bytes = rounded(scores * int64_t{sizeof(Score)});
    const int64_t list_bytes = group_ == 1 ? 0 : rounded((groups_ + 1) * 4);
    const int64_t candidate_bytes = rounded(capacity_ * int64_t{sizeof(Candidate)});
    const int64_t bytes = score_bytes + list_bytes + 2 * candidate_bytes;
    std::byte* memory = inline_memory_;
    if (bytes > inline_bytes) {
      heap_memory_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<size_t>(bytes + alignment));
      memory = heap_memory_.get();
      memory += -reinterpret_cast<intptr_t>(memory) & (alignment - 1);
    }
    scores_ = reinterpret_cast<Score*>(memory);
    list_ = reinterpret_cast<uint32_t*>(memory + score_bytes);
    candidates_ = reinterpret_cast<Candidate*>(memory + score_bytes + list_bytes);
    spare_ = reinterpret_cast<Candidate*>(memory + score_bytes + list_bytes + candidate_bytes);
  }

  void run() {
    for (int64_t row = 0; row < rows_.count; ++row) {
      source_ = reinterpret_cast<const Score*>(rows_.source) + row * extent_;
      select();
      write(sorted(), row * rows_.row_step);
    }
  }

 private:
  static constexpr int64_t alignment = 64;
  static constexpr int64_t inline_bytes = int64_t{1} << 13;

  static HWY_INLINE int64_t lanes() { return static_cast<int64_t>(hn::Lanes(tag)); }
  static int64_t rounded(int64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

  HWY_INLINE Vector score(Vector bits) const {
    Vector seen = bits;
    if constexpr (is_floating) {
      const Vector magnitude = hn::And(bits, hn::Set(tag, highest));
      const Vector negative = hn::BroadcastSignBit(bits);
      seen = hn::Sub(hn::Xor(magnitude, negative), negative);
      seen = hn::IfThenElse(hn::Gt(magnitude, hn::Set(tag, infinity_)), hn::Set(tag, highest), seen);
    }
    return hn::Xor(seen, hn::Set(tag, inverted_));
  }
  HWY_INLINE Vector score_at(int64_t index) const { return score(hn::LoadU(tag, source_ + index)); }

  // One bit for each lane.
  template <class Mask>
  static HWY_INLINE uint64_t bits_of(Mask mask) {
    alignas(8) uint8_t bytes[8] = {};
    hn::StoreMaskBits(tag, mask, bytes);
    uint64_t bits = 0;
    std::memcpy(&bits, bytes, static_cast<size_t>((lanes() + 7) / 8));
    return bits;
  }
  static HWY_INLINE uint64_t first_bits(int64_t count) {
    return count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  }
  static HWY_INLINE uint64_t not_below(Vector threshold, Vector scores) {
    return bits_of(hn::Gt(threshold, scores)) ^ first_bits(lanes());
  }

  void select() {
    count_ = 0;
    is_complete_ = false;
    if (group_ == 1) {
      score_all();
      if (takes_all_) {
        for (int64_t i = 0; i < extent_; ++i) candidates_[i] = Candidate::of(rank_of(scores_[i]), i);
        count_ = extent_;
        return;
      }
      threshold_ = found_threshold();
      collect_from_scores();
    } else {
      if (!has_best_of_floats()) find_best();
      threshold_ = found_threshold();
      collect_from_groups();
    }
    if (count_ > most_) cut_back();
  }

  void score_all() {
    Vector least = hn::Set(tag, highest);
    Vector most = hn::Set(tag, lowest);
    int64_t i = 0;
    for (; i + lanes() <= extent_; i += lanes()) {
      const Vector scores = score_at(i);
      hn::StoreU(scores, tag, scores_ + i);
      least = hn::Min(least, scores);
      most = hn::Max(most, scores);
    }
    keep_bounds(least, most);
    if (i == extent_) return;
    if (extent_ >= lanes()) {
      hn::StoreU(score_at(extent_ - lanes()), tag, scores_ + extent_ - lanes());
    } else {
      alignas(alignment) Score few[hn::MaxLanes(tag)] = {};
      std::memcpy(few, source_, static_cast<size_t>(extent_) * sizeof(Score));
      hn::StoreU(score(hn::Load(tag, few)), tag, scores_);
    }
  }

  HWY_INLINE void keep_bounds(Vector least, Vector most) {
    if constexpr (sizeof(Score) == 1) {
      least_ = lowest;
      greatest_ = highest;
    } else {
      least_ = hn::GetLane(hn::MinOfLanes(tag, least));
      greatest_ = hn::GetLane(hn::MaxOfLanes(tag, most));
    }
  }

  void find_best() {
    Vector least = hn::Set(tag, highest);
    Vector most = hn::Set(tag, lowest);
    const int64_t elements = group_ * lanes();
    for (int64_t group = 0; group < groups_; ++group) {
      const int64_t first = group * elements;
      Vector best = hn::Max(score_at(first), score_at(first + lanes()));
      for (int64_t i = 2 * lanes(); i < elements; i += 2 * lanes()) {
        best = hn::Max(best, hn::Max(score_at(first + i), score_at(first + i + lanes())));
      }
      hn::StoreU(best, tag, scores_ + group * lanes());
      least = hn::Min(least, best);
      most = hn::Max(most, best);
    }
    keep_bounds(least, most);
  }

  // Does the same by comparing floating-point numbers as such. False if there may be NaNs.
  bool has_best_of_floats() {
    if constexpr (is_floating && sizeof(Score) >= 4) {
      const hn::RebindToFloat<Tag> float_tag;
      using Number = hn::TFromD<decltype(float_tag)>;
      if (group_ < 4) return false;
      const auto turned = hn::Set(tag, inverted_ == 0 ? Score{0} : lowest);  // the sign bit
      const auto* source = reinterpret_cast<const Number*>(source_);
      const auto number_at = [&](int64_t index) HWY_ATTR {
        return hn::Xor(hn::LoadU(float_tag, source + index), hn::BitCast(float_tag, turned));
      };
      Vector least = hn::Set(tag, highest);
      Vector most = hn::Set(tag, lowest);
      const int64_t elements = group_ * lanes();
      Vector nan = hn::Zero(tag);
      for (int64_t group = 0; group < groups_; ++group) {
        const int64_t first = group * elements;
        auto best = number_at(first);
        auto sum = best;  // NaN if any element is
        for (int64_t i = 0; i < elements; i += 4 * lanes()) {
          const auto a = number_at(first + i);
          const auto b = number_at(first + i + lanes());
          const auto c = number_at(first + i + 2 * lanes());
          const auto d = number_at(first + i + 3 * lanes());
          best = hn::Max(best, hn::Max(hn::Max(a, b), hn::Max(c, d)));
          sum = hn::Add(sum, hn::Add(hn::Add(a, b), hn::Add(c, d)));
        }
        nan = hn::Or(nan, hn::BitCast(tag, hn::VecFromMask(float_tag, hn::IsNaN(sum))));
        const Vector scores = score(hn::Xor(hn::BitCast(tag, best), turned));
        hn::StoreU(scores, tag, scores_ + group * lanes());
        least = hn::Min(least, scores);
        most = hn::Max(most, scores);
      }
      keep_bounds(least, most);
      return hn::AllTrue(tag, hn::Eq(nan, hn::Zero(tag)));
    } else {
      return false;
    }
  }

  // A score that at least k_ of scores_ are not below; not more than most_ either, unless there are too many equal
  // ones.
  Score found_threshold() const {
    if (k_ == 1) return greatest_with_bounds();
    const int64_t number = groups_ * lanes();
    Score low = least_;
    Score high = greatest_;
    while (low < high) {
      const auto distance = static_cast<Bits>(static_cast<Bits>(high) - static_cast<Bits>(low));
      const auto middle = static_cast<Score>(
          static_cast<Bits>(static_cast<Bits>(low) + static_cast<Bits>(distance / 2 + distance % 2)));
      const int64_t count = number - count_below(middle, number);
      if (count >= k_) {
        low = middle;
        if (count <= most_) break;
      } else {
        high = static_cast<Score>(middle - 1);
      }
    }
    return low;
  }

  Score greatest_with_bounds() const {
    if constexpr (sizeof(Score) == 1) {
      Vector most = hn::Set(tag, lowest);
      for (int64_t i = 0; i < groups_ * lanes(); i += lanes()) most = hn::Max(most, hn::LoadU(tag, scores_ + i));
      alignas(alignment) Score each[hn::MaxLanes(tag)];
      hn::Store(most, tag, each);
      return *std::max_element(each, each + lanes());
    } else {
      return greatest_;
    }
  }

  int64_t count_below(Score bound, int64_t number) const {
    const Vector bounds = hn::Set(tag, bound);
    if constexpr (sizeof(Score) >= 4) {
      Vector a = hn::Zero(tag);
      Vector b = hn::Zero(tag);
      int64_t i = 0;
      for (; i + 2 * lanes() <= number; i += 2 * lanes()) {
        a = hn::Sub(a, hn::VecFromMask(tag, hn::Gt(bounds, hn::LoadU(tag, scores_ + i))));
        b = hn::Sub(b, hn::VecFromMask(tag, hn::Gt(bounds, hn::LoadU(tag, scores_ + i + lanes()))));
      }
      if (i < number) a = hn::Sub(a, hn::VecFromMask(tag, hn::Gt(bounds, hn::LoadU(tag, scores_ + i))));
      return static_cast<int64_t>(hn::GetLane(hn::SumOfLanes(tag, hn::Add(a, b))));
    } else {
      int64_t count = 0;
      for (int64_t i = 0; i < number; i += lanes()) {
        count += static_cast<int64_t>(hn::CountTrue(tag, hn::Gt(bounds, hn::LoadU(tag, scores_ + i))));
      }
      return count;
    }
  }

  void collect_from_scores() {
    for (int64_t first = 0; first < extent_ && !is_complete_; first += block) {
      const Vector threshold = hn::Set(tag, threshold_);
      uint64_t hits = 0;
      for (int64_t i = 0; i < block; i += lanes()) {
        hits |= not_below(threshold, hn::LoadU(tag, scores_ + first + i)) << i;
      }
      if (extent_ - first < block) hits &= first_bits(extent_ - first);
      collect(hits, scores_ + first, first);
    }
  }

  void collect_from_groups() {
    const Vector threshold = hn::Set(tag, threshold_);
    int64_t listed = 0;
    for (int64_t group = 0; group < groups_; ++group) {
      list_[listed] = static_cast<uint32_t>(group);
      listed += hn::AllTrue(tag, hn::Gt(threshold, hn::LoadU(tag, scores_ + group * lanes()))) ? 0 : 1;
    }
    const int64_t elements = group_ * lanes();
    for (int64_t i = 0; i < listed && !is_complete_; ++i) {
      const int64_t first = int64_t{list_[i]} * elements;
      collect_from(first, first + elements);
    }
    if (!is_complete_) collect_from(groups_ * elements, extent_);
  }

  void collect_from(int64_t first, int64_t end) {
    alignas(alignment) Score scores[block];
    for (; first + lanes() <= end && !is_complete_; first += block) {
      const Vector threshold = hn::Set(tag, threshold_);
      const int64_t number = std::min(block, (end - first) / lanes() * lanes());
      uint64_t hits = 0;
      for (int64_t i = 0; i < number; i += lanes()) {
        const Vector found = score_at(first + i);
        hn::Store(found, tag, scores + i);
        hits |= not_below(threshold, found) << i;
      }
      if (hits != 0) collect(hits, scores, first);
    }
    const int64_t rest = (end - first) & (lanes() - 1);
    if (rest == 0 || is_complete_) return;
    const Vector last = score_at(end - lanes());
    hn::Store(last, tag, scores);
    const int64_t known = lanes() - rest;
    const uint64_t hits = not_below(hn::Set(tag, threshold_), last) >> known << known;
    collect(hits, scores, end - lanes());
  }

  static HWY_INLINE Bits rank_of(Score score) {
    return static_cast<Bits>(static_cast<Bits>(highest) - static_cast<Bits>(score));
  }

  HWY_INLINE void collect(uint64_t hits, const Score* scores, int64_t first) {
    for (; hits != 0; hits &= hits - 1) {
      const int64_t i = std::countr_zero(hits);
      candidates_[count_++] = Candidate::of(rank_of(scores[i]), first + i);
    }
    if (HWY_UNLIKELY(count_ + block > capacity_)) cut_back();
  }

  // Leaves the k_ first candidates. Further ones have to be better than the last of them.
  HWY_NOINLINE void cut_back() {
    if (count_ <= k_) return;
    const Bits last = keep_first(candidates_, count_, k_, spare_);
    count_ = k_;
    is_complete_ = last == 0;
    threshold_ = static_cast<Score>(static_cast<Bits>(static_cast<Bits>(highest) - last + 1));
  }

  // The candidates in order.
  const Candidate* sorted() {
    constexpr int64_t few = 96;
    if constexpr (sizeof(Score) <= 4) {
      if (count_ <= few) {
        // The place of each is the number of those before it.
        const hn::ScalableTag<int64_t> word_tag;
        constexpr size_t most_lanes = hn::MaxLanes(word_tag);
        alignas(alignment) int64_t words[few + 4 * most_lanes];
        const auto at_once = static_cast<int64_t>(4 * hn::Lanes(word_tag));
        const auto words_per_vector = static_cast<int64_t>(hn::Lanes(word_tag));
        for (int64_t i = 0; i < count_; ++i) words[i] = static_cast<int64_t>(candidates_[i].word ^ (uint64_t{1} << 63));
        for (int64_t i = count_; i < count_ + at_once; ++i) words[i] = 0;
        alignas(alignment) int64_t places[4 * most_lanes];
        for (int64_t first = 0; first < count_; first += at_once) {
          const auto a = hn::LoadU(word_tag, words + first);
          const auto b = hn::LoadU(word_tag, words + first + words_per_vector);
          const auto c = hn::LoadU(word_tag, words + first + 2 * words_per_vector);
          const auto d = hn::LoadU(word_tag, words + first + 3 * words_per_vector);
          auto before_a = hn::Zero(word_tag);
          auto before_b = before_a;
          auto before_c = before_a;
          auto before_d = before_a;
          for (int64_t i = 0; i < count_; ++i) {
            const auto other = hn::Set(word_tag, words[i]);
            before_a = hn::Sub(before_a, hn::VecFromMask(word_tag, hn::Gt(a, other)));
            before_b = hn::Sub(before_b, hn::VecFromMask(word_tag, hn::Gt(b, other)));
            before_c = hn::Sub(before_c, hn::VecFromMask(word_tag, hn::Gt(c, other)));
            before_d = hn::Sub(before_d, hn::VecFromMask(word_tag, hn::Gt(d, other)));
          }
          hn::Store(before_a, word_tag, places);
          hn::Store(before_b, word_tag, places + words_per_vector);
          hn::Store(before_c, word_tag, places + 2 * words_per_vector);
          hn::Store(before_d, word_tag, places + 3 * words_per_vector);
          for (int64_t i = first; i < std::min(count_, first + at_once); ++i) {
            spare_[places[i - first]] = candidates_[i];
          }
        }
        return spare_;
      }
    }
    sort_by_rank(candidates_, count_, spare_);
    return candidates_;
  }

  void write(const Candidate* sorted, int64_t target) const {
    auto* values = reinterpret_cast<Score*>(rows_.values) + target;
    auto* indices = reinterpret_cast<int64_t*>(rows_.indices) + target;
    for (int64_t place = 0; place < k_; ++place) {
      const int64_t index = sorted[place].index();
      values[place * rows_.place_step] = source_[index];
      indices[place * rows_.place_step] = index;
    }
  }

  const TopkRows& rows_;
  int64_t extent_;
  int64_t k_;
  Score infinity_;
  Score inverted_;
  bool takes_all_ = false;
  int64_t group_ = 1;   // vectors
  int64_t groups_ = 0;  // full ones
  int64_t most_ = 0;    // candidates that need not be cut back
  int64_t capacity_ = 0;
  Score* scores_ = nullptr;  // of all elements, or the best of each lane of each group
  uint32_t* list_ = nullptr;
  Candidate* candidates_ = nullptr;
  Candidate* spare_ = nullptr;

  // Of the row.
  const Score* source_ = nullptr;
  Score least_ = lowest;
  Score greatest_ = highest;
  Score threshold_ = lowest;
  int64_t count_ = 0;         // of candidates, which stand in the order of their indices
  bool is_complete_ = false;  // no element can be better than the candidates

  alignas(alignment) std::byte inline_memory_[inline_bytes];
  std::unique_ptr<std::byte[]> heap_memory_;
};

void integers_8(const TopkRows& rows) { RowSelection<int8_t, false>(rows).run(); }
void integers_16(const TopkRows& rows) { RowSelection<int16_t, false>(rows).run(); }
void integers_32(const TopkRows& rows) { RowSelection<int32_t, false>(rows).run(); }
void integers_64(const TopkRows& rows) { RowSelection<int64_t, false>(rows).run(); }
void floats_16(const TopkRows& rows) { RowSelection<int16_t, true>(rows).run(); }
void floats_32(const TopkRows& rows) { RowSelection<int32_t, true>(rows).run(); }
void floats_64(const TopkRows& rows) { RowSelection<int64_t, true>(rows).run(); }

}  // namespace HWY_NAMESPACE
}  // namespace onemodel
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace onemodel {

TopkRowsFunction* vector_topk_rows(int64_t bits, const TopkOrder& order, int64_t extent) {
  // Indices of what is collected have 32 bits.
  if (extent > int64_t{std::numeric_limits<uint32_t>::max()}) return nullptr;
  if (order.infinity == 0) {
    switch (bits) {
      case 8:
        return ONEMODEL_AT_SIMD_LEVEL(TopkRowsFunction, integers_8);
      case 16:
        return ONEMODEL_AT_SIMD_LEVEL(TopkRowsFunction, integers_16);
      case 32:
        return ONEMODEL_AT_SIMD_LEVEL(TopkRowsFunction, integers_32);
      default:
        return ONEMODEL_AT_SIMD_LEVEL(TopkRowsFunction, integers_64);
    }
  }
  switch (bits) {
    case 16:
      return ONEMODEL_AT_SIMD_LEVEL(TopkRowsFunction, floats_16);
    case 32:
      return ONEMODEL_AT_SIMD_LEVEL(TopkRowsFunction, floats_32);
    default:
      return ONEMODEL_AT_SIMD_LEVEL(TopkRowsFunction, floats_64);
  }
}

}  // namespace onemodel
#endif
