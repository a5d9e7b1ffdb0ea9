// What a file of vector kernels includes before <hwy/foreach_target.h>, which includes the file once more for each
// target. Only Highway's headers are used: which target's functions run is decided by simd.h.
#pragma once

// One target for each SimdLevel. Highway gives these names their meaning.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#include <hwy/detect_targets.h>

#include "kernels/simd.h"

// True while the file is included for a level; false for what stands for plain C++ in Highway.
#define ONEMODEL_IS_SIMD_TARGET (HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR)

// In the last inclusion: the function of HWY_NAMESPACE as it is built for this machine's level, or null.
#define ONEMODEL_AT_SIMD_LEVEL(type, function)                                                                     \
  ::onemodel::at_simd_level<type>(HWY_CHOOSE_SSE4(function), HWY_CHOOSE_AVX2(function), HWY_CHOOSE_AVX3(function), \
                                  HWY_CHOOSE_NEON(function))

// The same for files that are not built for AVX-512, as wider vectors would not make them faster.
#define ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(type, function)                                                             \
  ::onemodel::at_simd_level<type>(HWY_CHOOSE_SSE4(function), HWY_CHOOSE_AVX2(function), HWY_CHOOSE_AVX2(function), \
                                  HWY_CHOOSE_NEON(function))
