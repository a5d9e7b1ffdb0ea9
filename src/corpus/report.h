// The results of a run as files for other programs.
#pragma once

#include <string>
#include <vector>

#include "corpus/runner.h"

namespace onemodel::corpus {

// JUnit XML: a test suite for each file.
std::string junit_report(const std::vector<FileResult>& results);

// {"passed": 1, "failed": 0, "skipped": 0, "files": [{"file", "operator", "cases": [{"id", "verdict", "findings"}]}]}
std::string json_report(const std::vector<FileResult>& results);

}  // namespace onemodel::corpus
