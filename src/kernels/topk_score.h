// The order of a TopK as one of integers. Included once more for each target, as what includes it is.
#if defined(ONEMODEL_TOPK_SCORE) == defined(HWY_TARGET_TOGGLE)
#ifdef ONEMODEL_TOPK_SCORE
#undef ONEMODEL_TOPK_SCORE
#else
#define ONEMODEL_TOPK_SCORE
#endif

#include <hwy/highway.h>

#include <limits>

#include "kernels/topk_select.h"

// In the last inclusion: of the functions that a file has for elements of each kind and size, the one for these.
#ifndef ONEMODEL_TOPK_FUNCTION
#define ONEMODEL_TOPK_FUNCTION(type, bits, is_floating)                              \
  ((is_floating)  ? (bits) == 16   ? ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(type, floats_16) \
                    : (bits) == 32 ? ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(type, floats_32) \
                                   : ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(type, floats_64) \
    : (bits) == 8 ? ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(type, integers_8)                 \
   : (bits) == 16 ? ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(type, integers_16)                \
   : (bits) == 32 ? ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(type, integers_32)                \
                  : ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(type, integers_64))
#endif

#if ONEMODEL_IS_SIMD_TARGET
HWY_BEFORE_NAMESPACE();
namespace onemodel {
namespace HWY_NAMESPACE {

// Makes scores of the bits of elements: signed integers of an element's size, of which the greatest come first.
template <class Score, bool is_floating>
class Scorer {
 public:
  explicit Scorer(const TopkOrder& order)
      : infinity_(static_cast<Score>(order.infinity)), inverted_(static_cast<Score>(order.inverted)) {}

  template <class Tag>
  HWY_INLINE hwy::HWY_NAMESPACE::Vec<Tag> score(Tag tag, hwy::HWY_NAMESPACE::Vec<Tag> bits) const {
    namespace hn = hwy::HWY_NAMESPACE;
    hn::Vec<Tag> seen = bits;
    if constexpr (is_floating) {
      const auto highest = hn::Set(tag, std::numeric_limits<Score>::max());
      const auto magnitude = hn::And(bits, highest);
      const auto negative = hn::BroadcastSignBit(bits);
      seen = hn::Sub(hn::Xor(magnitude, negative), negative);
      seen = hn::IfThenElse(hn::Gt(magnitude, hn::Set(tag, infinity_)), highest, seen);
    }
    return hn::Xor(seen, hn::Set(tag, inverted_));
  }

  Score inverted() const { return inverted_; }

 private:
  Score infinity_;
  Score inverted_;
};

}  // namespace HWY_NAMESPACE
}  // namespace onemodel
HWY_AFTER_NAMESPACE();
#endif
#endif
