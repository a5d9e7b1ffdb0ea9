// Which floating-point numbers are written as JSON numbers, and how; the rule is in conformance/README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace onemodel::corpus {

// The largest integer that every JSON reader keeps: 2^53-1.
inline constexpr int64_t kMaxJsonInteger = (int64_t{1} << 53) - 1;

// Whether the number may be written as a JSON number: its shortest decimal text is exactly its value.
bool is_written_as_number(double value);

// The text of such a number: without exponent, an integer without a point.
std::string number_text(double value);

// The bits of the float16 or bfloat16 with exactly this value, if there is one.
std::optional<uint16_t> float16_bits(double value);
std::optional<uint16_t> bfloat16_bits(double value);

}  // namespace onemodel::corpus
