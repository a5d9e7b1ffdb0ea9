// Tensors for people: nested values instead of the corpus's exact elements.
#pragma once

#include <string>

#include "corpus/tensor.h"

namespace onemodel::cli {

// "int64 [2, 3]" and the values as nested lists, one line for each innermost one. Of long tensors only the first
// elements.
std::string tensor_text(const corpus::Tensor& tensor);

}  // namespace onemodel::cli
