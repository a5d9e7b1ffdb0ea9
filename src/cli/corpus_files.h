// The case files that a command works on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "corpus/case_file.h"

namespace onemodel::cli {

// The folder ./conformance, else that of the corpus the program came with.
std::filesystem::path default_corpus();

// The files that the arguments name; without arguments those of the default corpus. Throws FileError.
std::vector<std::filesystem::path> find_corpus_files(const std::vector<std::string>& arguments);

// Reads them. Throws FileError that lists every problem if one is malformed.
std::vector<corpus::CaseFile> read_corpus_files(const std::vector<std::string>& arguments);

// Throws FileError that lists the problems, if there are any.
void require_no_problems(const std::vector<corpus::Problem>& problems);

}  // namespace onemodel::cli
