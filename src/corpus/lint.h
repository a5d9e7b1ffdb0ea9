// Checks case files beyond their format: names, ids, and layout.
#pragma once

#include <filesystem>
#include <vector>

#include "corpus/case_file.h"

namespace onemodel::corpus {

// What is wrong with the files: each line that cannot be read, names the library does not know, ids that stand twice,
// and texts that are not in the canonical layout. Throws FileError.
std::vector<Problem> lint_files(const std::vector<std::filesystem::path>& paths);

// The canonical text of a file. Throws FileError. Malformed cases are appended to `problems`; the text is then
// incomplete.
std::string canonical_text(const std::filesystem::path& path, const std::string& text, std::vector<Problem>& problems);

}  // namespace onemodel::corpus
