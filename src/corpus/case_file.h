// The files of the corpus: each holds the cases of one operator, or graphs on one topic.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"
#include "corpus/graph_case.h"

namespace onemodel::corpus {

struct CaseFile {
  std::filesystem::path path;
  std::string operator_name;  // "" in a file of graphs
  std::vector<Case> cases;
  std::vector<GraphCase> graphs{};  // empty in a file of an operator

  bool is_of_graphs() const { return operator_name.empty(); }
};

// Something wrong with a file of the corpus.
struct Problem {
  std::string file;
  std::string case_id;  // "" if it is not about one case
  std::string path;     // JSON path inside the case or file; may be ""
  std::string message;
};
std::string to_string(const Problem& problem);  // "slice.json: slice/step-zero: inputs.data.shape[0]: ..."

// A file that cannot be read or written.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string read_file(const std::filesystem::path& path);                       // throws FileError
void write_file(const std::filesystem::path& path, std::string_view contents);  // throws FileError

// Reads the text of a file. Cases that are malformed are left out and appended to `problems`.
CaseFile parse_case_file(const std::filesystem::path& path, std::string_view text, std::vector<Problem>& problems);

// Writes a file in the canonical layout.
std::string format_case_file(const CaseFile& file);

// The case files that the paths name: files themselves; of a folder operators/*.json and graphs/*.json if there are
// such subfolders, else *.json. Sorted by name. Throws FileError if there is none.
std::vector<std::filesystem::path> find_case_files(const std::vector<std::filesystem::path>& paths);

// The file name, without .json, of an operator's cases: "gather_nd" for GatherND.
std::string case_file_stem(std::string_view operator_name);

}  // namespace onemodel::corpus
