// While memory is kept for later nobody has a right to it, as AddressSanitizer is told.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define ONEMODEL_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONEMODEL_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(ONEMODEL_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

namespace onemodel {

inline void forbid_access([[maybe_unused]] void* block, [[maybe_unused]] int64_t bytes) {
#if defined(ONEMODEL_ADDRESS_SANITIZER)
  ASAN_POISON_MEMORY_REGION(block, static_cast<size_t>(bytes));
#endif
}

inline void allow_access([[maybe_unused]] void* block, [[maybe_unused]] int64_t bytes) {
#if defined(ONEMODEL_ADDRESS_SANITIZER)
  ASAN_UNPOISON_MEMORY_REGION(block, static_cast<size_t>(bytes));
#endif
}

}  // namespace onemodel
