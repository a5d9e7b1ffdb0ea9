#include "base/failure.h"

namespace onemodel {

std::span<const ReasonRow> reason_table() {
  static constexpr ReasonRow rows[] = {
#define REASON(identifier, slug, status, meaning) {slug, status, meaning},
#include "base/reasons.def"
#undef REASON
  };
  return rows;
}

const ReasonRow& reason_row(Reason reason) { return reason_table()[static_cast<size_t>(reason)]; }

std::string list_text(std::span<const int64_t> values) {
  std::ostringstream stream;
  stream << '[';
  for (size_t i = 0; i < values.size(); ++i) stream << (i == 0 ? "" : ", ") << values[i];
  stream << ']';
  return std::move(stream).str();
}

}  // namespace onemodel
