// The commands of onemodel_oracle. Each returns the exit code: 0 if all is well, 1 if something differs, 2 if it cannot
// run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "child.h"

namespace onemodel::oracle {

enum class Update { no, yes };

// Runs every case of the corpus in ONNX Runtime and puts it into one of four classes: agrees, differs as recorded, not
// runnable there, error in both. Anything else fails. With Update::yes the records in the files are made to fit.
int verify(Child& child, const std::vector<std::filesystem::path>& paths, const std::string& filter, Update update);

// Makes random calls in both for that long, and prints each mismatch as a case, shrunk to the smallest.
int fuzz(Child& child, int64_t seconds, uint64_t seed, const std::string& operator_name);

struct Recording {
  int64_t calls = 1000;  // random calls that are tried for each operator
  uint64_t seed = 1;
  int64_t new_pairs = 4;  // a call becomes a case if it shows so many pairs of facts that no case shows yet
};

// Adds cases with ONNX Runtime's outputs to the files of the corpus.
int record(Child& child, const std::filesystem::path& folder, const Recording& recording,
           const std::string& operator_name);

}  // namespace onemodel::oracle
