// Runs cases against the library.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "corpus/case.h"
#include "corpus/compare.h"

namespace onemodel::corpus {

enum class Verdict { passed, failed, skipped };

// What one way of running a case found.
struct Finding {
  std::string way;  // "om_op_invoke", "om_op_infer", "om_slice", ...
  Mismatch mismatch;
};

struct CaseResult {
  std::string id;
  Verdict verdict = Verdict::passed;
  std::vector<Finding> findings;  // empty unless failed
  double seconds = 0;
};

// Runs a case every way there is: om_op_invoke, om_op_infer with elements and without, and the operator's own function.
// A case of an operator that the library does not have is skipped.
CaseResult run_case(const std::string& operator_name, const Case& one_case);

struct FileResult {
  std::string file;
  std::string operator_name;
  std::vector<CaseResult> cases;

  int64_t count(Verdict verdict) const;
};

struct Totals {
  int64_t passed = 0;
  int64_t failed = 0;
  int64_t skipped = 0;
};
Totals totals(const std::vector<FileResult>& results);

// Runs the cases whose id contains `filter`; calls `progress` before each.
FileResult run_file(const CaseFile& file, const std::string& filter, const std::function<void(const Case&)>& progress);

}  // namespace onemodel::corpus
