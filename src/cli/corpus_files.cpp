#include "cli/corpus_files.h"

namespace onemodel::cli {

std::filesystem::path default_corpus() {
  std::vector<std::filesystem::path> folders{"conformance", ONEMODEL_CORPUS_DIR};
  // Beside the program, wherever it is installed, as far as the system tells where that is.
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown) folders.push_back((program.parent_path() / ONEMODEL_CORPUS_FROM_PROGRAM).lexically_normal());
  folders.emplace_back(ONEMODEL_INSTALLED_CORPUS_DIR);
  for (const std::filesystem::path& folder : folders) {
    if (std::filesystem::is_directory(folder)) return folder;
  }
  return folders.front();
}

std::vector<std::filesystem::path> find_corpus_files(const std::vector<std::string>& arguments) {
  std::vector<std::filesystem::path> paths(arguments.begin(), arguments.end());
  if (paths.empty()) paths.push_back(default_corpus());
  return corpus::find_case_files(paths);
}

void require_no_problems(const std::vector<corpus::Problem>& problems) {
  if (!problems.empty()) {
    std::string text;
    for (const corpus::Problem& problem : problems) {
      if (!text.empty()) text += '\n';
      text += to_string(problem);
    }
    throw corpus::FileError(text);
  }
}

std::vector<corpus::CaseFile> read_corpus_files(const std::vector<std::string>& arguments) {
  std::vector<corpus::CaseFile> files;
  std::vector<corpus::Problem> problems;
  for (const std::filesystem::path& path : find_corpus_files(arguments)) {
    files.push_back(corpus::parse_case_file(path, corpus::read_file(path), problems));
  }
  require_no_problems(problems);
  return files;
}

}  // namespace onemodel::cli
