// om_error_*, om_status_name, om_reason_*.
#include <memory>
#include <new>

#include "capi/guard.h"

namespace onemodel {
namespace {

// For the case that there is not even memory to say that there is none. Never released.
om_error& no_memory_error() {
  static om_error error{Reason::memory_exhausted, "out of memory", "", "", ""};
  return error;
}
// Made when the library is loaded, not when memory has run out.
[[maybe_unused]] const om_error& made_early = no_memory_error();

void report(const Failure& failure, om_error** error) noexcept {
  if (error == nullptr) return;
  try {
    auto report = std::make_unique<om_error>();
    report->reason = failure.reason();
    report->operator_name = failure.operator_name();
    report->input = failure.input();
    if (!report->operator_name.empty()) report->message += report->operator_name + ": ";
    if (!report->input.empty()) report->message += "'" + report->input + "': ";
    report->message += failure.text();
    *error = report.release();
  } catch (...) {
    *error = &no_memory_error();
  }
}

}  // namespace

om_status report_current_exception(om_error** error) noexcept {
  try {
    throw;
  } catch (const Failure& failure) {
    report(failure, error);
    return reason_row(failure.reason()).status;
  } catch (const std::bad_alloc&) {
    if (error != nullptr) *error = &no_memory_error();
    return OM_OUT_OF_MEMORY;
  } catch (const std::exception& exception) {
    report(Failure(Reason::internal_failure, exception.what()), error);
    return OM_INTERNAL;
  } catch (...) {
    report(Failure(Reason::internal_failure, "an unknown exception"), error);
    return OM_INTERNAL;
  }
}

namespace {

const ReasonRow* reason_at(int64_t index) {
  const auto table = reason_table();
  return index >= 0 && index < static_cast<int64_t>(table.size()) ? &table[static_cast<size_t>(index)] : nullptr;
}

}  // namespace
}  // namespace onemodel

using namespace onemodel;

OM_EXPORT const char* om_status_name(om_status status) {
  static constexpr const char* names[] = {
      "OK", "InvalidModel", "InvalidInput", "Unsupported", "InvalidArgument", "OutOfMemory", "IO", "Internal"};
  return status >= OM_OK && status <= OM_INTERNAL ? names[status] : nullptr;
}

OM_EXPORT int64_t om_reason_count(void) { return static_cast<int64_t>(reason_table().size()); }

OM_EXPORT const char* om_reason_slug(int64_t index) {
  const ReasonRow* row = reason_at(index);
  return row != nullptr ? row->slug : nullptr;
}

OM_EXPORT om_status om_reason_status(int64_t index) {
  const ReasonRow* row = reason_at(index);
  return row != nullptr ? row->status : om_status{OM_OK};
}

OM_EXPORT const char* om_reason_meaning(int64_t index) {
  const ReasonRow* row = reason_at(index);
  return row != nullptr ? row->meaning : nullptr;
}

OM_EXPORT om_status om_error_status(const om_error* error) {
  return error != nullptr ? reason_row(error->reason).status : om_status{OM_OK};
}

OM_EXPORT const char* om_error_reason(const om_error* error) {
  return error != nullptr ? reason_row(error->reason).slug : "";
}

OM_EXPORT const char* om_error_message(const om_error* error) { return error != nullptr ? error->message.c_str() : ""; }

OM_EXPORT const char* om_error_operator(const om_error* error) {
  return error != nullptr ? error->operator_name.c_str() : "";
}

OM_EXPORT const char* om_error_node(const om_error* error) { return error != nullptr ? error->node.c_str() : ""; }

OM_EXPORT const char* om_error_input(const om_error* error) { return error != nullptr ? error->input.c_str() : ""; }

OM_EXPORT void om_error_release(om_error* error) {
  if (error != &no_memory_error()) delete error;
}
