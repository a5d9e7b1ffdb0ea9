// What every C function does: no exception leaves it, and a failure becomes a status and an om_error.
#pragma once

#include <string>

#include "base/failure.h"

#if defined(_WIN32)
#define OM_EXPORT __declspec(dllexport)
#else
#define OM_EXPORT __attribute__((visibility("default")))
#endif

struct om_error {
  onemodel::Reason reason;
  std::string message;
  std::string operator_name;
  std::string node;
  std::string input;
};

namespace onemodel {

// The status of the exception that is being handled; *error receives its details unless `error` is null.
[[gnu::cold]] om_status report_current_exception(om_error** error) noexcept;

// Runs `function` and says how it went.
template <class Function>
om_status guarded(om_error** error, Function&& function) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    function();
    return OM_OK;
  } catch (...) {
    return report_current_exception(error);
  }
}

[[noreturn, gnu::cold]] void refuse_null(const char* name);
[[noreturn, gnu::cold]] void refuse_count(int64_t count, const char* name);

// Refuse wrong use of the API.
inline void require_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr) refuse_null(name);
}
inline void require_count(int64_t count, const char* name) {
  if (count < 0) refuse_count(count, name);
}
// An array of `count` entries, which may be NULL only if there are none.
inline void require_array(const void* array, int64_t count, const char* name) {
  require_count(count, name);
  if (count > 0) require_pointer(array, name);
}

}  // namespace onemodel
