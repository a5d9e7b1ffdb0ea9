// Which vector instructions the kernels use. Results are the same at every level.
#pragma once

#include <cstdint>

namespace onemodel {

// Plain C++ is what the others are held against. Of x86 and ARM each machine has its own.
enum class SimdLevel { plain, sse4, avx2, avx512, neon };

// The highest level that this machine has, but no higher than the environment variable ONEMODEL_SIMD names. Chosen
// once.
SimdLevel simd_level();
const char* simd_level_name(SimdLevel level);

// The function that is built for this level; null for the plain one and where there is none.
template <class Function>
Function* at_simd_level(Function* sse4, Function* avx2, Function* avx512, Function* neon) {
  switch (simd_level()) {
    case SimdLevel::sse4:
      return sse4;
    case SimdLevel::avx2:
      return avx2;
    case SimdLevel::avx512:
      return avx512;
    case SimdLevel::neon:
      return neon;
    default:
      return nullptr;
  }
}

}  // namespace onemodel
