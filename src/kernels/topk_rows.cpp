// Highway needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/topk_rows.cpp"
#include "kernels/simd_targets.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "kernels/topk_rows.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

#include "kernels/topk_candidates.h"
#include "kernels/topk_score.h"

// Wider vectors would not make it faster, as most of the work is in memory and in single candidates.
#if ONEMODEL_IS_SIMD_TARGET && HWY_TARGET != HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace onemodel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sorts few candidates into `sorted`: the place of each is the number of those before it. `words` has room for 16 more.
HWY_NOINLINE void sort_few(const NarrowCandidate* candidates, int64_t count, int64_t* words, NarrowCandidate* sorted) {
  const hn::ScalableTag<int64_t> tag;
  const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
  alignas(64) int64_t places[4 * hn::MaxLanes(tag)];
  // Unsigned words compare as signed ones do when their highest bits are inverted.
  for (int64_t i = 0; i < count; ++i) words[i] = static_cast<int64_t>(candidates[i].word ^ uint64_t{1} << 63);
  for (int64_t i = count; i < count + 4 * lanes; ++i) words[i] = 0;
  for (int64_t first = 0; first < count; first += 4 * lanes) {
    const auto a = hn::LoadU(tag, words + first);
    const auto b = hn::LoadU(tag, words + first + lanes);
    const auto c = hn::LoadU(tag, words + first + 2 * lanes);
    const auto d = hn::LoadU(tag, words + first + 3 * lanes);
    auto before_a = hn::Zero(tag);
    auto before_b = before_a;
    auto before_c = before_a;
    auto before_d = before_a;
    for (int64_t i = 0; i < count; ++i) {
      const auto other = hn::Set(tag, words[i]);
      before_a = hn::Sub(before_a, hn::VecFromMask(tag, hn::Gt(a, other)));
      before_b = hn::Sub(before_b, hn::VecFromMask(tag, hn::Gt(b, other)));
      before_c = hn::Sub(before_c, hn::VecFromMask(tag, hn::Gt(c, other)));
      before_d = hn::Sub(before_d, hn::VecFromMask(tag, hn::Gt(d, other)));
    }
    hn::Store(before_a, tag, places);
    hn::Store(before_b, tag, places + lanes);
    hn::Store(before_c, tag, places + 2 * lanes);
    hn::Store(before_d, tag, places + 3 * lanes);
    const int64_t end = std::min(count, first + 4 * lanes);
    for (int64_t i = first; i < end; ++i) sorted[places[i - first]] = candidates[i];
  }
}

// Selects by scores: signed integers of an element's size, of which the greatest come first. In each row
//  - elements are taken in groups of some vectors, and each lane's best score in each group is found, and in bundles of
//    groups as well,
//  - a threshold is found that at least k of the bundles' best are not below, but not many more,
//  - so all of the k first are among the elements that are not below it, which are found in those groups that have one,
//    and sorted.
// The last elements, which fill no group, are looked at in any case. This part knows nothing of how scores are made.
template <class Score>
class ScoreSelection {
 protected:
  using Bits = std::make_unsigned_t<Score>;
  using Candidate = std::conditional_t<sizeof(Score) <= 4, NarrowCandidate, WideCandidate>;
  using Tag = hn::ScalableTag<Score>;
  using Vector = hn::Vec<Tag>;

  static constexpr Tag tag{};
  static constexpr Score lowest = std::numeric_limits<Score>::min();
  static constexpr Score highest = std::numeric_limits<Score>::max();
  // Elements that are looked at together, as bits of a word.
  static constexpr int64_t block = 64;
  static constexpr int64_t alignment = 64;
  // Vectors of a group, as powers of two.
  static constexpr int least_group_shift = 2;
  static constexpr int most_group_shift = 6;

  // How candidates are found.
  enum class Way {
    all,           // all elements are
    scores,        // in scores of all elements, which are the groups
    groups,        // in all groups
    listed_groups  // in groups that have some
  };

  explicit ScoreSelection(const TopkRows& rows) : rows_(rows), extent_(rows.extent), k_(rows.k) {
    const int64_t vectors = extent_ / lanes();
    int group_shift = 0;
    int bundle_shift = 0;
    if (vectors < 4 || k_ > extent_ / 4 * 3) {
      way_ = Way::all;
    } else if ((vectors >> least_group_shift) * lanes() < 3 * k_) {
      way_ = Way::scores;
    } else {
      way_ = 16 * k_ < vectors ? Way::listed_groups : Way::groups;
      group_shift = least_group_shift;
      if (way_ == Way::listed_groups) {
        // Short groups take time because there are many, long ones because k are looked at again.
        while (group_shift < most_group_shift && 2 * k_ << (2 * group_shift) < vectors) ++group_shift;
      }
      // A threshold is found fast from few bundles, and is better from many.
      bundle_shift = group_shift;
      while (vectors >> (bundle_shift + 1) >= std::max<int64_t>(6 * k_ / lanes(), 8)) ++bundle_shift;
      if (way_ == Way::groups) group_shift = bundle_shift;
    }
    group_ = lanes() << group_shift;
    groups_ = vectors >> group_shift;
    bundle_ = int64_t{1} << (bundle_shift - group_shift);
    bundles_ = vectors >> bundle_shift;
    most_ = k_ + std::max<int64_t>(k_ / 8, 4);
    capacity_ = (way_ == Way::all ? extent_ : std::min(extent_, 2 * k_ + 2 * block)) + block;
    const int64_t best_bytes = bytes_of<Score>(way_ == Way::listed_groups ? groups_ * lanes() : 0);
    const int64_t score_bytes = bytes_of<Score>(group_shift == 0 ? extent_ + block : bundles_ * lanes());
    const int64_t list_bytes = bytes_of<uint32_t>(way_ == Way::listed_groups ? groups_ + 1 : 0);
    const int64_t found_bytes = bytes_of<uint32_t>(capacity_);
    const int64_t candidate_bytes = bytes_of<Candidate>(capacity_);
    const int64_t bytes = best_bytes + score_bytes + 2 * list_bytes + found_bytes + 2 * candidate_bytes;
    std::byte* memory = inline_memory_;
    if (bytes > inline_bytes) {
      heap_memory_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<size_t>(bytes + alignment));
      memory = heap_memory_.get();
      memory += -reinterpret_cast<intptr_t>(memory) & (alignment - 1);
    }
    group_best_ = reinterpret_cast<Score*>(memory);
    scores_ = reinterpret_cast<Score*>(memory += best_bytes);
    listed_groups_ = reinterpret_cast<uint32_t*>(memory += score_bytes);
    listed_bundles_ = reinterpret_cast<uint32_t*>(memory += list_bytes);
    found_ = reinterpret_cast<uint32_t*>(memory += list_bytes);
    candidates_ = reinterpret_cast<Candidate*>(memory += found_bytes);
    spare_ = reinterpret_cast<Candidate*>(memory += candidate_bytes);
  }

  static HWY_INLINE int64_t lanes() { return static_cast<int64_t>(hn::Lanes(tag)); }
  template <class T>
  static int64_t bytes_of(int64_t count) {
    return (count * int64_t{sizeof(T)} + alignment - 1) / alignment * alignment;
  }

  static HWY_INLINE Bits rank_of(Score score) {
    return static_cast<Bits>(static_cast<Bits>(highest) - static_cast<Bits>(score));
  }

  // A score that at least k of the bundles' best are not below, but no more than most_ if few are equal.
  HWY_NOINLINE Score found_threshold() const {
    Score low = lowest;
    Score high = highest;
    if constexpr (sizeof(Score) > 1) {  // there are no such functions for 8 bits, which take few steps anyway
      Vector least = hn::LoadU(tag, scores_);
      Vector greatest = least;
      for (int64_t i = lanes(); i < bundles_ * lanes(); i += lanes()) {
        const Vector scores = hn::LoadU(tag, scores_ + i);
        least = hn::Min(least, scores);
        greatest = hn::Max(greatest, scores);
      }
      high = hn::GetLane(hn::MaxOfLanes(tag, greatest));
      low = k_ == 1 ? high : hn::GetLane(hn::MinOfLanes(tag, least));
    }
    while (low < high) {
      const auto distance = static_cast<Bits>(static_cast<Bits>(high) - static_cast<Bits>(low));
      const auto half = static_cast<Bits>(distance / 2 + distance % 2);
      const auto middle = static_cast<Score>(static_cast<Bits>(low) + half);
      const int64_t count = bundles_ * lanes() - count_below(middle);
      if (count >= k_) {
        low = middle;
        if (count <= most_) break;
      } else {
        high = static_cast<Score>(middle - 1);
      }
    }
    return low;
  }

  HWY_INLINE int64_t count_below(Score bound) const {
    const Vector bounds = hn::Set(tag, bound);
    const int64_t end = bundles_ * lanes();
    const auto is_below = [&](int64_t i) HWY_ATTR { return hn::Gt(bounds, hn::LoadU(tag, scores_ + i)); };
    if constexpr (sizeof(Score) >= 4) {
      Vector a = hn::Zero(tag);
      Vector b = hn::Zero(tag);
      int64_t i = 0;
      for (; i + 2 * lanes() <= end; i += 2 * lanes()) {
        a = hn::Sub(a, hn::VecFromMask(tag, is_below(i)));
        b = hn::Sub(b, hn::VecFromMask(tag, is_below(i + lanes())));
      }
      if (i < end) a = hn::Sub(a, hn::VecFromMask(tag, is_below(i)));
      return static_cast<int64_t>(hn::GetLane(hn::SumOfLanes(tag, hn::Add(a, b))));
    } else {  // whose lanes are too small for the counts
      int64_t count = 0;
      for (int64_t i = 0; i < end; i += lanes()) count += static_cast<int64_t>(hn::CountTrue(tag, is_below(i)));
      return count;
    }
  }

  // Appends the elements whose bits are set to those that are found.
  HWY_INLINE void append(uint64_t bits, int64_t first) {
    // Mostly there are few; how many is hard to predict for the processor.
    constexpr int64_t usual = 4;
    const int64_t number = std::popcount(bits);
    uint32_t* next = found_ + count_;
    for (int64_t i = 0; i < usual; ++i, bits &= bits - 1)
      next[i] = static_cast<uint32_t>(first + std::countr_zero(bits));
    if (HWY_UNLIKELY(number > usual)) {
      for (int64_t i = usual; i < number; ++i, bits &= bits - 1) {
        next[i] = static_cast<uint32_t>(first + std::countr_zero(bits));
      }
    }
    count_ += number;
  }

  // Leaves the k first candidates. Further ones have to be better than the last of them.
  HWY_NOINLINE void cut_back() {
    const auto last = static_cast<Bits>(keep_first(candidates_, count_, k_, spare_));
    count_ = k_;
    is_complete_ = last == 0;
    threshold_ = static_cast<Score>(static_cast<Bits>(static_cast<Bits>(highest) - last + 1));
  }

  HWY_NOINLINE void write(const Score* source, int64_t row) const {
    constexpr int64_t few = 96;
    const Candidate* sorted = candidates_;
    if constexpr (sizeof(Score) <= 4) {
      if (count_ <= few) {
        int64_t words[few + 4 * hn::MaxLanes(hn::ScalableTag<int64_t>())];
        sort_few(candidates_, count_, words, spare_);
        sorted = spare_;
      }
    }
    if (sorted == candidates_) sort_by_rank(candidates_, count_, spare_);
    auto* values = reinterpret_cast<Score*>(rows_.values) + row * rows_.row_step;
    auto* indices = reinterpret_cast<int64_t*>(rows_.indices) + row * rows_.row_step;
    for (int64_t place = 0; place < k_; ++place) {
      const int64_t index = sorted[place].index();
      values[place * rows_.place_step] = source[index];
      indices[place * rows_.place_step] = index;
    }
  }

  const TopkRows& rows_;
  const int64_t extent_;
  const int64_t k_;
  Way way_ = Way::all;
  int64_t group_ = 1;            // elements of a group
  int64_t groups_ = 0;           // full ones
  int64_t bundle_ = 1;           // groups of a bundle
  int64_t bundles_ = 0;          // full ones
  int64_t most_ = 0;             // candidates that need not be cut back in the end
  int64_t capacity_ = 0;         // for candidates
  Score* group_best_ = nullptr;  // the best key of each lane of each group, if they are listed
  Score* scores_ = nullptr;      // the best of each lane of each bundle, or those of all elements
  uint32_t* listed_groups_ = nullptr;
  uint32_t* listed_bundles_ = nullptr;
  uint32_t* found_ = nullptr;  // where candidates stand
  Candidate* candidates_ = nullptr;
  Candidate* spare_ = nullptr;

  // Of the row. Candidates stand in the order of their indices.
  Score threshold_ = lowest;
  int64_t count_ = 0;         // of what is found
  int64_t scored_ = 0;        // and of it those that are candidates already
  bool is_complete_ = false;  // no further element can be better than the candidates

 private:
  static constexpr int64_t inline_bytes = int64_t{1} << 13;
  alignas(alignment) std::byte inline_memory_[inline_bytes];
  std::unique_ptr<std::byte[]> heap_memory_;
};

// Elements as what the processor can compare: scores, or floating-point numbers without NaN, which need no work. The
// sign of numbers is inverted where the smallest come first.
enum class Keys { scores, numbers };

template <class Score, bool is_floating>
class RowSelection : ScoreSelection<Score> {
  using Base = ScoreSelection<Score>;
  using Base::alignment;
  using Base::block;
  using Base::highest;
  using Base::lanes;
  using Base::lowest;
  using Base::tag;
  using typename Base::Bits;
  using typename Base::Candidate;
  using typename Base::Vector;
  using typename Base::Way;
  static constexpr bool has_numbers = is_floating && sizeof(Score) >= 4;
  using Number = std::conditional_t<sizeof(Score) == 8, double, float>;

 public:
  explicit RowSelection(const TopkRows& rows)
      : Base(rows), scorer_(rows.order), turned_(scorer_.inverted() == 0 ? Score{0} : lowest) {}

  void run() {
    for (int64_t row = 0; row < this->rows_.count; ++row) {
      source_ = reinterpret_cast<const Score*>(this->rows_.source) + row * this->extent_;
      this->count_ = 0;
      this->scored_ = 0;
      this->is_complete_ = false;
      if (this->way_ == Way::all || this->way_ == Way::scores) {
        score_all();
        if (this->way_ == Way::scores) find_in_scores();
      } else {
        find();
      }
      score_found();
      if (this->count_ > this->most_) this->cut_back();
      this->write(source_, row);
    }
  }

 private:
  HWY_INLINE Vector score(Vector bits) const { return scorer_.score(tag, bits); }
  HWY_INLINE Vector score_at(int64_t index) const { return score(hn::LoadU(tag, source_ + index)); }

  template <Keys keys>
  static constexpr auto key_tag() {
    if constexpr (keys == Keys::numbers) {
      return hn::ScalableTag<Number>();
    } else {
      return tag;
    }
  }
  template <Keys keys>
  using Key = hn::Vec<decltype(key_tag<keys>())>;

  template <Keys keys>
  HWY_INLINE Key<keys> key_at(int64_t index) const {
    if constexpr (keys == Keys::numbers) {
      return hn::BitCast(key_tag<keys>(), hn::Xor(hn::LoadU(tag, source_ + index), hn::Set(tag, turned_)));
    } else {
      return score_at(index);
    }
  }
  template <Keys keys>
  HWY_INLINE Key<keys> group_best_at(int64_t group) const {
    return hn::BitCast(key_tag<keys>(), hn::LoadU(tag, this->group_best_ + group * lanes()));
  }
  template <Keys keys>
  HWY_INLINE Vector score_of_key(Key<keys> key) const {
    if constexpr (keys == Keys::numbers) {
      return score(hn::Xor(hn::BitCast(tag, key), hn::Set(tag, turned_)));
    } else {
      return key;
    }
  }
  // The key of a score; a NaN if that is above the scores of all numbers.
  template <Keys keys>
  HWY_INLINE Key<keys> key_of_score(Score score) const {
    if constexpr (keys == Keys::numbers) {
      const auto seen = static_cast<Score>(score ^ scorer_.inverted());
      const auto bits = static_cast<Score>(seen < 0 ? lowest - seen : seen);
      return hn::BitCast(key_tag<keys>(), hn::Set(tag, static_cast<Score>(bits ^ turned_)));
    } else {
      return hn::Set(tag, score);
    }
  }
  // One bit for each lane.
  template <Keys keys>
  static HWY_INLINE uint64_t not_below(Key<keys> threshold, Key<keys> key) {
    uint8_t bytes[8] = {};
    if constexpr (keys == Keys::numbers) {
      hn::StoreMaskBits(key_tag<keys>(), hn::Ge(key, threshold), bytes);
    } else {
      hn::StoreMaskBits(tag, hn::Gt(threshold, key), bytes);
    }
    uint64_t bits = 0;
    std::memcpy(&bits, bytes, static_cast<size_t>((lanes() + 7) / 8));
    return keys == Keys::numbers ? bits : bits ^ first_bits(lanes());
  }
  static HWY_INLINE uint64_t first_bits(int64_t count) {
    return count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  }

  // Scores of all elements; where all are candidates, these too.
  HWY_NOINLINE void score_all() {
    const int64_t extent = this->extent_;
    int64_t i = 0;
    for (; i + lanes() <= extent; i += lanes()) hn::StoreU(score_at(i), tag, this->scores_ + i);
    if (i < extent) {
      alignas(alignment) Score rest[hn::MaxLanes(tag)] = {};
      std::memcpy(rest, source_ + i, static_cast<size_t>(extent - i) * sizeof(Score));
      hn::StoreU(score(hn::Load(tag, rest)), tag, this->scores_ + i);
    }
    if (this->way_ == Way::all) {
      for (i = 0; i < extent; ++i) this->candidates_[i] = Candidate::of(Base::rank_of(this->scores_[i]), i);
      this->count_ = extent;
      this->scored_ = extent;
    }
  }

  void find_in_scores() {
    this->threshold_ = this->found_threshold();
    for (int64_t first = 0; first < this->extent_ && !this->is_complete_; first += block) {
      const Vector threshold = hn::Set(tag, this->threshold_);
      uint64_t hits = 0;
      for (int64_t i = 0; i < block; i += lanes()) {
        hits |= not_below<Keys::scores>(threshold, hn::LoadU(tag, this->scores_ + first + i)) << i;
      }
      if (this->extent_ - first < block) hits &= first_bits(this->extent_ - first);
      take(hits, first);
    }
  }

  void find() {
    bool has_found = false;
    if constexpr (has_numbers) {
      if (find_best<Keys::numbers>()) {
        this->threshold_ = this->found_threshold();
        find_in_groups<Keys::numbers>();
        has_found = true;
      }
    }
    if (!has_found) {
      find_best<Keys::scores>();
      this->threshold_ = this->found_threshold();
      find_in_groups<Keys::scores>();
    }
    find_in_rest();
  }

  // False if there may be a NaN among numbers.
  template <Keys keys>
  HWY_NOINLINE bool find_best() {
    const bool groups_are_listed = this->way_ == Way::listed_groups;
    const int64_t end = this->groups_ * this->group_;
    const int64_t bundle = this->bundle_ * this->group_;
    auto sum = hn::Zero(key_tag<keys>());  // a NaN if any number is
    Score* group_best = this->group_best_;
    Score* scores = this->scores_;
    for (int64_t first = 0; first < end;) {
      const int64_t end_of_bundle = std::min(end, first + bundle);
      const bool is_full = end_of_bundle - first == bundle;
      Key<keys> best_of_bundle = key_at<keys>(first);
      while (first < end_of_bundle) {
        const int64_t end_of_group = first + this->group_;
        Key<keys> best = key_at<keys>(first);
        for (; first < end_of_group; first += 4 * lanes()) {
          const Key<keys> a = key_at<keys>(first);
          const Key<keys> b = key_at<keys>(first + lanes());
          const Key<keys> c = key_at<keys>(first + 2 * lanes());
          const Key<keys> d = key_at<keys>(first + 3 * lanes());
          best = hn::Max(best, hn::Max(hn::Max(a, b), hn::Max(c, d)));
          if constexpr (keys == Keys::numbers) sum = hn::Add(sum, hn::Add(hn::Add(a, b), hn::Add(c, d)));
        }
        best_of_bundle = hn::Max(best_of_bundle, best);
        if (groups_are_listed) {
          hn::StoreU(hn::BitCast(tag, best), tag, group_best);
          group_best += lanes();
        }
      }
      if (is_full) {
        hn::StoreU(score_of_key<keys>(best_of_bundle), tag, scores);
        scores += lanes();
      }
    }
    if constexpr (keys == Keys::numbers) return hn::AllFalse(key_tag<keys>(), hn::IsNaN(sum));
    return true;
  }

  template <Keys keys>
  HWY_NOINLINE void find_in_groups() {
    const bool are_listed = this->way_ == Way::listed_groups;
    const int64_t ranges = are_listed ? list_groups<keys>() : 1;
    const int64_t elements = are_listed ? this->group_ : this->groups_ * this->group_;
    for (int64_t i = 0; i < ranges && !this->is_complete_; ++i) {
      const int64_t first = are_listed ? this->listed_groups_[i] * elements : 0;
      if (i + 1 < ranges) {
        const Score* next = source_ + this->listed_groups_[i + 1] * elements;
        for (int64_t j = 0; j < elements; j += alignment / int64_t{sizeof(Score)}) hwy::Prefetch(next + j);
      }
      find_in<keys>(first, first + elements);
    }
  }

  // Finds candidates among the last elements.
  HWY_NOINLINE void find_in_rest() {
    const int64_t rest = this->groups_ * this->group_;
    find_in<Keys::scores>(rest, this->extent_);
    const int64_t last = (this->extent_ - rest) & (lanes() - 1);
    if (last != 0 && !this->is_complete_) {
      const int64_t first = this->extent_ - lanes();
      const uint64_t hits = not_below<Keys::scores>(hn::Set(tag, this->threshold_), score_at(first));
      take(hits >> (lanes() - last) << (lanes() - last), first);
    }
  }

  // Lists the groups that may have candidates, and returns how many they are.
  template <Keys keys>
  HWY_INLINE int64_t list_groups() const {
    const Vector score_threshold = hn::Set(tag, this->threshold_);
    const Key<keys> threshold = key_of_score<keys>(this->threshold_);
    int64_t bundles = 0;
    for (int64_t i = 0; i < this->bundles_; ++i) {
      this->listed_bundles_[bundles] = static_cast<uint32_t>(i);
      const Vector scores = hn::LoadU(tag, this->scores_ + i * lanes());
      bundles += hn::AllTrue(tag, hn::Gt(score_threshold, scores)) ? 0 : 1;
    }
    int64_t listed = 0;
    const auto list = [&](int64_t first, int64_t end) HWY_ATTR {
      for (int64_t i = first; i < end; ++i) {
        this->listed_groups_[listed] = static_cast<uint32_t>(i);
        listed += not_below<keys>(threshold, group_best_at<keys>(i)) == 0 ? 0 : 1;
      }
    };
    for (int64_t i = 0; i < bundles; ++i) {
      const int64_t first = this->listed_bundles_[i] * this->bundle_;
      list(first, first + this->bundle_);
    }
    list(this->bundles_ * this->bundle_, this->groups_);
    return listed;
  }

  // As far as elements fill a vector.
  template <Keys keys>
  HWY_INLINE void find_in(int64_t first, int64_t end) {
    for (; first + lanes() <= end && !this->is_complete_; first += block) {
      const int64_t number = std::min(block, end - first);
      const Key<keys> threshold = key_of_score<keys>(this->threshold_);
      uint64_t hits = 0;
      int64_t i = 0;
      const auto hits_at = [&](int64_t vector) HWY_ATTR {
        return not_below<keys>(threshold, key_at<keys>(first + i + vector * lanes())) << (vector * lanes());
      };
      if constexpr (hn::MaxLanes(tag) <= block / 4) {
        for (; i + 4 * lanes() <= number; i += 4 * lanes())
          hits |= (hits_at(0) | hits_at(1) | hits_at(2) | hits_at(3)) << i;
      }
      for (; i + lanes() <= number; i += lanes()) hits |= not_below<keys>(threshold, key_at<keys>(first + i)) << i;
      take(hits, first);
    }
  }

  HWY_INLINE void take(uint64_t hits, int64_t first) {
    this->append(hits, first);
    if (HWY_UNLIKELY(this->count_ + block > this->capacity_)) {
      score_found();
      this->cut_back();
      this->scored_ = this->count_;
    }
  }

  // Makes what is found candidates.
  HWY_NOINLINE void score_found() {
    while (this->scored_ < this->count_) {
      alignas(alignment) Score scores[block];
      const uint32_t* found = this->found_ + this->scored_;
      Candidate* candidates = this->candidates_ + this->scored_;
      const int64_t number = std::min(block, this->count_ - this->scored_);
      for (int64_t i = 0; i < number; ++i) scores[i] = source_[found[i]];
      for (int64_t i = 0; i < number; i += lanes()) hn::Store(score(hn::Load(tag, scores + i)), tag, scores + i);
      for (int64_t i = 0; i < number; ++i) candidates[i] = Candidate::of(Base::rank_of(scores[i]), found[i]);
      this->scored_ += number;
    }
  }

  Scorer<Score, is_floating> scorer_;
  Score turned_;
  const Score* source_ = nullptr;  // the row
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
  // Indices of what is found have 32 bits.
  if (extent > int64_t{std::numeric_limits<uint32_t>::max()}) return nullptr;
  return ONEMODEL_TOPK_FUNCTION(TopkRowsFunction, bits, order.infinity != 0);
}

}  // namespace onemodel
#endif
