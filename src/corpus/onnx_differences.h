// The page that says where ONNX Runtime, the ONNX text and the corpus do not agree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "corpus/case_file.h"

namespace onemodel::corpus {

// What there is to say about a difference of ONNX Runtime, which the cases name by what it does.
struct Difference {
  std::string onnxruntime;  // "Has no limit of rank.": the "differs" or "not_run" of the cases
  std::string onnx;         // what the ONNX text says
  std::string here;         // what the cases ask for; may be "" where all of them are errors
  std::string why;
};

// Where ONNX Runtime and the corpus agree, and the ONNX text has it otherwise: the cases of one rule.
struct Agreement {
  std::string operator_name;
  std::string rule;
  std::string onnx;
  std::string both;
  std::string why;
};

struct Points {
  std::vector<Difference> differences;
  std::vector<Agreement> agreements;
};

// Reads conformance/points.json. Throws FileError.
Points read_points(const std::filesystem::path& path);

// The page as Markdown, made from the cases' "onnxruntime" members and the points. Throws FileError if a difference has
// no point, or a point no case.
std::string differences_page(const std::vector<CaseFile>& files, const Points& points);

}  // namespace onemodel::corpus
