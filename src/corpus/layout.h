// The canonical layout of JSON: short values on one line, long ones broken, so that a change shows as itself in a diff.
#pragma once

#include <cstddef>
#include <string>

#include "corpus/json.h"

namespace onemodel::corpus {

inline constexpr size_t kLineWidth = 120;

// The value on one line: {"a": [1, 2]}.
std::string one_line(const Json& value);

// Appends the value to `text`, whose last line it continues. A value that fits into the line, with the `trailing`
// characters that will follow, is not broken; else members and elements stand below each other, right of the bracket. A
// long list of small elements fills lines that are indented by `indent` + 2 spaces; `indent` is the column of the
// member it belongs to.
void append_layout(std::string& text, const Json& value, size_t indent, size_t trailing);

}  // namespace onemodel::corpus
