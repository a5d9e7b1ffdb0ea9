// Where ONNX Runtime is known to depart from this library.
#pragma once

#include <string>

#include "comparison.h"

namespace onemodel::oracle {

// What ONNX Runtime does there, as the cases of the corpus have it, or "" for a difference that is not known.
std::string known_difference(const Draft& draft, const corpus::Outcome& ours, const Outcome& theirs);

}  // namespace onemodel::oracle
