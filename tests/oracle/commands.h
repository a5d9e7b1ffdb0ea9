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

// Adds to the files of the corpus cases with ONNX Runtime's outputs that show something no recorded case shows yet.
// `calls` are tried for each operator.
int record(Child& child, const std::filesystem::path& folder, int64_t calls, uint64_t seed,
           const std::string& operator_name);

}  // namespace onemodel::oracle
