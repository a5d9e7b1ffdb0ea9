// Where ONNX Runtime is known to depart from this library.
#pragma once

#include <optional>
#include <string>

#include "comparison.h"

namespace onemodel::oracle {

struct KnownDifference {
  std::string text;     // what ONNX Runtime does there, as the cases of the corpus have it
  bool varies = false;  // what it gives is not the same each time
};

// Nothing for a difference that is not known.
std::optional<KnownDifference> known_difference(const Draft& draft, const corpus::Outcome& ours, const Outcome& theirs);

}  // namespace onemodel::oracle
