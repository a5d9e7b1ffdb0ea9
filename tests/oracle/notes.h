// The member "onnxruntime" of a case, made from what is observed.
#pragma once

#include <string>
#include <string_view>

#include "comparison.h"
#include "corpus/case.h"

namespace onemodel::oracle {

// The text of a difference that nobody has explained yet; verify does not accept it.
inline constexpr std::string_view kUnexplained = "not explained yet";

// Makes the note of the case fit what ONNX Runtime does. A text that is there and still fits stays.
void update_note(corpus::Case& one_case, const Draft& draft, const Outcome& theirs);

// What a recorded error is compared by: "INVALID_ARGUMENT" of "INVALID_ARGUMENT: ...".
std::string_view error_kind(std::string_view message);

}  // namespace onemodel::oracle
