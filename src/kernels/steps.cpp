// Highway needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/steps.cpp"
#include "kernels/simd_targets.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "kernels/steps.h"

#if ONEMODEL_IS_SIMD_TARGET
HWY_BEFORE_NAMESPACE();
namespace onemodel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The vectors that are read backward: of bytes only those of 16 can be reversed.
template <class T>
using BackwardTag = hn::CappedTag<T, sizeof(T) == 1 ? 16 : 64>;

template <class T>
HWY_INLINE hn::Vec<BackwardTag<T>> reversed(hn::Vec<BackwardTag<T>> vector) {
  const BackwardTag<T> d;
  if constexpr (sizeof(T) == 1) {
    alignas(16) static constexpr T order[16] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    return hn::TableLookupBytes(vector, hn::Load(d, order));
  } else {
    return hn::Reverse(d, vector);
  }
}

template <class T>
void copy_backward(const std::byte* source, std::byte* target, int64_t count) {
  const BackwardTag<T> d;
  constexpr auto lanes = static_cast<int64_t>(hn::MaxLanes(d));
  const T* from = reinterpret_cast<const T*>(source);
  T* to = reinterpret_cast<T*>(target);
  const auto copy_vector = [=](int64_t i)
                               HWY_ATTR { hn::StoreU(reversed<T>(hn::LoadU(d, from - i - lanes + 1)), d, to + i); };
  constexpr int64_t at_once = 4;
  int64_t i = 0;
  for (; i + at_once * lanes <= count; i += at_once * lanes) {
    for (int64_t j = 0; j < at_once; ++j) copy_vector(i + j * lanes);
  }
  for (; i + lanes <= count; i += lanes) copy_vector(i);
  if (i > 0 && i < count) {  // the last vector overlaps the one before
    copy_vector(count - lanes);
    return;
  }
  for (; i < count; ++i) to[i] = from[-i];
}

// The first of each `Step` neighbours. The last ones are left to a plain loop: a vector would read past them.
template <class T, int64_t Step>
void copy_every(const std::byte* source, std::byte* target, int64_t count) {
  const hn::ScalableTag<T> d;
  constexpr auto lanes = static_cast<int64_t>(hn::MaxLanes(d));
  const T* from = reinterpret_cast<const T*>(source);
  T* to = reinterpret_cast<T*>(target);
  int64_t i = 0;
  for (; i + lanes < count; i += lanes) {
    hn::Vec<decltype(d)> first;
    hn::Vec<decltype(d)> others[3];
    if constexpr (Step == 2) {
      first = hn::ConcatEven(d, hn::LoadU(d, from + i * Step + lanes), hn::LoadU(d, from + i * Step));
    } else if constexpr (Step == 3) {
      hn::LoadInterleaved3(d, from + i * Step, first, others[0], others[1]);
    } else {
      hn::LoadInterleaved4(d, from + i * Step, first, others[0], others[1], others[2]);
    }
    hn::StoreU(first, d, to + i);
  }
  for (; i < count; ++i) to[i] = from[i * Step];
}

template <class T>
HWY_INLINE CopySteps* copy_steps_of(int64_t step) {
  switch (step) {
    case -1:
      return copy_backward<T>;
    case 2:
      return copy_every<T, 2>;
    case 3:
      return copy_every<T, 3>;
    case 4:
      return copy_every<T, 4>;
    default:
      return nullptr;
  }
}

CopySteps* copy_steps(int64_t bits, int64_t step) {
  switch (bits) {
    case 8:
      return copy_steps_of<uint8_t>(step);
    case 16:
      return copy_steps_of<uint16_t>(step);
    case 32:
      return copy_steps_of<uint32_t>(step);
    case 64:
      return copy_steps_of<uint64_t>(step);
    default:
      return nullptr;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace onemodel
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace onemodel {

CopySteps* vector_copy_steps(int64_t bits, int64_t step) {
  using Choose = CopySteps*(int64_t, int64_t);
  Choose* choose = ONEMODEL_AT_SIMD_LEVEL(Choose, copy_steps);
  return choose != nullptr ? choose(bits, step) : nullptr;
}

}  // namespace onemodel
#endif
