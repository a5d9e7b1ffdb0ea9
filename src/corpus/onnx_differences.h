// The page that says where ONNX Runtime departs from the corpus.
#pragma once

#include <string>
#include <vector>

#include "corpus/case_file.h"

namespace onemodel::corpus {

// The page as Markdown, made from the "onnxruntime" members of the cases.
std::string differences_page(const std::vector<CaseFile>& files);

}  // namespace onemodel::corpus
