// om_error_*, om_status_name, om_reason_*.
#include <memory>
#include <new>
#include <string_view>

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

// Bytes of a UTF-8 character that starts at `text`, or 0 if none does.
size_t utf8_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const size_t length = byte(0) < 0x80                      ? 1
                        : byte(0) >= 0xC2 && byte(0) < 0xE0 ? 2
                        : byte(0) >= 0xE0 && byte(0) < 0xF0 ? 3
                        : byte(0) >= 0xF0 && byte(0) < 0xF5 ? 4
                                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Longer forms than needed, surrogates, and what lies beyond the last character.
  if ((byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) >= 0xA0) ||
      (byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) >= 0x90)) {
    return 0;
  }
  return length;
}

// Text that may hold names and values from outside, as one line of UTF-8 of bounded length.
std::string one_line(std::string_view text) {
  constexpr size_t longest = 500;
  constexpr const char* digits = "0123456789abcdef";
  std::string line;
  for (size_t i = 0; i < text.size();) {
    if (line.size() >= longest) return line + "...";
    const auto byte = static_cast<unsigned char>(text[i]);
    const size_t length = byte < 0x20 || byte == 0x7F ? 0 : utf8_length(text.substr(i));
    if (length == 0) {
      line += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
      ++i;
    } else {
      line += text.substr(i, length);
      i += length;
    }
  }
  return line;
}

void report(const Failure& failure, om_error** error) noexcept {
  if (error == nullptr) return;
  try {
    auto report = std::make_unique<om_error>();
    report->reason = failure.reason();
    report->operator_name = one_line(failure.operator_name());
    report->node = one_line(failure.node_name());
    report->input = one_line(failure.input());
    if (!report->operator_name.empty()) report->message += report->operator_name;
    if (!report->node.empty()) report->message += (report->message.empty() ? "node '" : " '") + report->node + "'";
    if (!report->message.empty()) report->message += ": ";
    if (!report->input.empty()) report->message += "'" + report->input + "': ";
    report->message += one_line(failure.text());
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

void refuse_null(const char* name) { refuse(Reason::argument_null, name, name, " is NULL"); }

void refuse_count(int64_t count, const char* name) {
  refuse(Reason::argument_count, name, "a count of ", count, " is given; it must not be negative");
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
