#include "kernels/simd.h"

#include <cstdlib>
#include <string_view>

namespace onemodel {
namespace {

constexpr SimdLevel levels[] = {SimdLevel::plain, SimdLevel::sse4, SimdLevel::avx2, SimdLevel::avx512, SimdLevel::neon};

bool machine_has(SimdLevel level) {
  switch (level) {
    case SimdLevel::plain:
      return true;
#if (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__)
    case SimdLevel::sse4:
      return __builtin_cpu_supports("sse4.2") != 0;
    case SimdLevel::avx2:
      return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
             __builtin_cpu_supports("fma") != 0;
    case SimdLevel::avx512:
      return machine_has(SimdLevel::avx2) && __builtin_cpu_supports("avx512f") != 0 &&
             __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
             __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512cd") != 0;
#elif defined(__ARM_NEON) && defined(__aarch64__)
    case SimdLevel::neon:
      return true;
#endif
    default:
      return false;
  }
}

SimdLevel chosen_level() {
  const char* variable = std::getenv("ONEMODEL_SIMD");
  const std::string_view most = variable != nullptr ? variable : "";
  SimdLevel chosen = SimdLevel::plain;
  for (const SimdLevel level : levels) {
    if (machine_has(level)) chosen = level;
    if (most == simd_level_name(level)) break;
  }
  return chosen;
}

}  // namespace

SimdLevel simd_level() {
  static const SimdLevel level = chosen_level();
  return level;
}

const char* simd_level_name(SimdLevel level) {
  constexpr const char* names[] = {"plain", "sse4", "avx2", "avx512", "neon"};
  return names[static_cast<int>(level)];
}

}  // namespace onemodel
