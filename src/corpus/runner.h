// Runs cases against the library.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "corpus/case_file.h"
#include "corpus/compare.h"

namespace onemodel::corpus {

enum class Verdict { passed, failed, skipped };

struct CaseResult {
  std::string id;
  Verdict verdict = Verdict::passed;
  std::vector<Finding> findings;  // empty unless failed
  double seconds = 0;
};

// Runs a case every way there is: om_op_invoke, om_op_infer with elements and without, the operator's own function, and
// as sessions with constants and with inputs that are fed. A case of an operator that the library does not have is
// skipped.
CaseResult run_case(const std::string& operator_name, const Case& one_case);

// Runs a graph every way there is.
CaseResult run_case(const GraphCase& graph);

struct FileResult {
  std::string file;
  std::string operator_name;  // of a file of graphs: their topic
  std::vector<CaseResult> cases;

  int64_t count(Verdict verdict) const;
};

struct Totals {
  int64_t passed = 0;
  int64_t failed = 0;
  int64_t skipped = 0;
};
Totals totals(const std::vector<FileResult>& results);

// Runs the cases whose id contains `filter`; calls `progress` with the id before each.
FileResult run_file(const CaseFile& file, const std::string& filter,
                    const std::function<void(const std::string&)>& progress);

}  // namespace onemodel::corpus
