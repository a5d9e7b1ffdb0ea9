// Highway needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/progression.cpp"
#include "kernels/simd_targets.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "kernels/progression.h"

#include <algorithm>
#include <cstring>

#include "tensor/half.h"

// Wider vectors would not make it faster, as memory is slower.
#if ONEMODEL_IS_SIMD_TARGET && HWY_TARGET != HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace onemodel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Writes vectors, of which next() gives one after the other.
template <class Tag, class Next>
HWY_INLINE void write_vectors(Tag tag, int64_t count, std::byte* to, Stores stores, Next next) {
  using T = hn::TFromD<Tag>;
  constexpr auto lanes = static_cast<int64_t>(hn::MaxLanes(Tag()));
  T* target = reinterpret_cast<T*>(to);
  int64_t i = 0;
  if (stores == Stores::streaming && reinterpret_cast<uintptr_t>(to) % (lanes * sizeof(T)) == 0) {
    for (; i + lanes <= count; i += lanes) hn::Stream(next(), tag, target + i);
  } else {
    for (; i + lanes <= count; i += lanes) hn::StoreU(next(), tag, target + i);
  }
  if (i == count) return;
  alignas(64) T last[lanes];
  hn::Store(next(), tag, last);
  std::memcpy(target + i, last, static_cast<size_t>(count - i) * sizeof(T));
}

template <class T>
T load(const std::byte* data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  return value;
}

template <class T>
HWY_INLINE void whole(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
                      Stores stores) {
  const hn::ScalableTag<T> tag;
  constexpr size_t lanes = hn::MaxLanes(tag);
  alignas(64) T values[lanes];
  for (size_t i = 0; i < lanes; ++i) {
    values[i] = static_cast<T>(load<T>(start) + (static_cast<uint64_t>(first) + i) * load<T>(delta));
  }
  auto next_values = hn::Load(tag, values);
  const auto step = hn::Set(tag, static_cast<T>(lanes * load<T>(delta)));
  write_vectors(tag, count, to, stores, [&]() HWY_ATTR {
    const auto result = next_values;
    next_values = hn::Add(next_values, step);
    return result;
  });
}

// Indices, a vector of which is converted after the other.
class Indices {
 public:
  static constexpr hn::ScalableTag<int32_t> tag{};
  using Vector = hn::Vec<hn::ScalableTag<int32_t>>;

  explicit Indices(int64_t first) : next_(hn::Iota(tag, static_cast<int32_t>(first))) {}
  HWY_INLINE Vector next() {
    const Vector result = next_;
    next_ = hn::Add(next_, hn::Set(tag, static_cast<int32_t>(hn::Lanes(tag))));
    return result;
  }

 private:
  Vector next_;
};

HWY_INLINE hn::Vec<hn::ScalableTag<float>> elements(hn::Vec<hn::ScalableTag<float>> start,
                                                    hn::Vec<hn::ScalableTag<float>> delta, Indices::Vector indices) {
  return hn::Add(start, hn::Mul(hn::ConvertTo(hn::ScalableTag<float>(), indices), delta));
}

void floats(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
            Stores stores) {
  const hn::ScalableTag<float> tag;
  const auto starts = hn::Set(tag, load<float>(start));
  const auto deltas = hn::Set(tag, load<float>(delta));
  Indices indices(first);
  write_vectors(tag, count, to, stores, [&]() HWY_ATTR { return elements(starts, deltas, indices.next()); });
}

void doubles(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
             Stores stores) {
  const hn::ScalableTag<double> tag;
  const auto starts = hn::Set(tag, load<double>(start));
  const auto deltas = hn::Set(tag, load<double>(delta));
  // Indices and their distances are exact in float64.
  alignas(64) double values[hn::MaxLanes(tag)];
  for (size_t i = 0; i < hn::MaxLanes(tag); ++i) values[i] = static_cast<double>(first + static_cast<int64_t>(i));
  auto next_indices = hn::Load(tag, values);
  const auto step = hn::Set(tag, static_cast<double>(hn::Lanes(tag)));
  write_vectors(tag, count, to, stores, [&]() HWY_ATTR {
    const auto result = hn::Add(starts, hn::Mul(next_indices, deltas));
    next_indices = hn::Add(next_indices, step);
    return result;
  });
}

using Words = hn::Vec<hn::ScalableTag<uint32_t>>;

// As Float16::of and BFloat16::of do for finite numbers; the upper 16 bits of the results are 0.
struct ToFloat16 {
  static HWY_INLINE Words convert(Words bits) {
    const hn::ScalableTag<uint32_t> tag;
    const hn::ScalableTag<float> float_tag;
    const auto magnitude = hn::And(bits, hn::Set(tag, 0x7FFFFFFF));
    const auto sign = hn::ShiftRight<16>(hn::Xor(bits, magnitude));
    // To nearest even in units of the last place that is kept, with the exponent's bias changed; at most infinity.
    const auto is_odd = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(tag, 1));
    const auto rounded = hn::ShiftRight<13>(
        hn::Add(hn::Add(hn::Sub(magnitude, hn::Set(tag, (127U - 15U) << 23)), hn::Set(tag, 0xFFF)), is_odd));
    const auto normal = hn::Min(rounded, hn::Set(tag, 0x7C00));
    // Subnormal numbers count units of 2^-24, which an addition to 0.5 rounds to.
    const auto half = hn::Set(float_tag, 0.5F);
    const auto subnormal =
        hn::Sub(hn::BitCast(tag, hn::Add(hn::BitCast(float_tag, magnitude), half)), hn::BitCast(tag, half));
    const auto is_subnormal = hn::Gt(hn::Set(tag, (127U - 14U) << 23), magnitude);
    return hn::Or(sign, hn::IfThenElse(is_subnormal, subnormal, normal));
  }
};
struct ToBFloat16 {
  static HWY_INLINE Words convert(Words bits) {
    const hn::ScalableTag<uint32_t> tag;
    const auto is_odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(tag, 1));
    return hn::ShiftRight<16>(hn::Add(hn::Add(bits, hn::Set(tag, 0x7FFF)), is_odd));
  }
};

template <class Number, class ToNumber>
HWY_INLINE void halves(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
                       Stores stores) {
  const hn::ScalableTag<float> float_tag;
  const hn::ScalableTag<uint32_t> word_tag;
  const hn::ScalableTag<uint16_t> tag;
  const hn::Half<decltype(tag)> half_tag;
  const auto starts = hn::Set(float_tag, static_cast<float>(load<Number>(start)));
  const auto deltas = hn::Set(float_tag, static_cast<float>(load<Number>(delta)));
  Indices indices(first);
  const auto next_half = [&]() HWY_ATTR {
    const auto words = ToNumber::convert(hn::BitCast(word_tag, elements(starts, deltas, indices.next())));
    return hn::DemoteTo(half_tag, hn::BitCast(Indices::tag, words));
  };
  write_vectors(tag, count, to, stores, [&]() HWY_ATTR {
    const auto lower = next_half();
    return hn::Combine(tag, next_half(), lower);
  });
}

void whole_16(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
              Stores stores) {
  whole<uint16_t>(start, delta, first, count, to, stores);
}
void whole_32(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
              Stores stores) {
  whole<uint32_t>(start, delta, first, count, to, stores);
}
void whole_64(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
              Stores stores) {
  whole<uint64_t>(start, delta, first, count, to, stores);
}
void float_16(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
              Stores stores) {
  halves<Float16, ToFloat16>(start, delta, first, count, to, stores);
}
void bfloat_16(const std::byte* start, const std::byte* delta, int64_t first, int64_t count, std::byte* to,
               Stores stores) {
  halves<BFloat16, ToBFloat16>(start, delta, first, count, to, stores);
}

}  // namespace HWY_NAMESPACE
}  // namespace onemodel
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace onemodel {

template <>
ProgressionFunction* vector_progression<int16_t>() {
  return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(ProgressionFunction, whole_16);
}
template <>
ProgressionFunction* vector_progression<int32_t>() {
  return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(ProgressionFunction, whole_32);
}
template <>
ProgressionFunction* vector_progression<int64_t>() {
  return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(ProgressionFunction, whole_64);
}
template <>
ProgressionFunction* vector_progression<float>() {
  return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(ProgressionFunction, floats);
}
template <>
ProgressionFunction* vector_progression<double>() {
  return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(ProgressionFunction, doubles);
}
template <>
ProgressionFunction* vector_progression<Float16>() {
  return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(ProgressionFunction, float_16);
}
template <>
ProgressionFunction* vector_progression<BFloat16>() {
  return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(ProgressionFunction, bfloat_16);
}

}  // namespace onemodel
#endif
