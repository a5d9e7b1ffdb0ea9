// onemodel conformance lint and fmt: checking and rewriting case files.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/corpus_files.h"
#include "corpus/lint.h"

namespace onemodel::cli {

namespace {

void print_problems(std::ostream& stream, const std::vector<corpus::Problem>& problems) {
  for (const corpus::Problem& problem : problems) {
    stream << to_string(problem) << '\n';
  }
}

int lint(const std::vector<std::string>& paths) {
  const auto problems = corpus::lint_files(find_corpus_files(paths));
  print_problems(std::cout, problems);
  return problems.empty() ? kSuccess : kFailed;
}

int format_file(const std::filesystem::path& path, bool check_only) {
  std::vector<corpus::Problem> problems;
  const std::string text = corpus::read_file(path);
  const std::string canonical = corpus::canonical_text(path, text, problems);
  if (!problems.empty()) {
    // Rewriting would lose the malformed cases.
    print_problems(std::cerr, problems);
    return kUnreadable;
  }
  if (canonical == text) {
    return kSuccess;
  }
  if (check_only) {
    std::cout << path.string() << ": not in the canonical layout\n";
    return kFailed;
  }
  corpus::write_file(path, canonical);
  std::cout << path.string() << ": rewritten\n";
  return kSuccess;
}

int format(const std::vector<std::string>& paths, bool check_only) {
  int exit_code = kSuccess;
  for (const std::filesystem::path& path : find_corpus_files(paths)) {
    try {
      exit_code = std::max(exit_code, format_file(path, check_only));
    } catch (const corpus::FileError& error) {
      std::cerr << error.what() << '\n';
      exit_code = kUnreadable;
    }
  }
  return exit_code;
}

}  // namespace

void add_conformance_lint_command(CLI::App& parent, int& exit_code) {
  const auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command = parent.add_subcommand("lint", "Check case files: format, names, ids, layout.");
  command->add_option("paths", *paths, "Case files or folders")->type_name("PATH");
  command->footer(
      R"(One line for each problem: file, case, place, what is wrong. Exit codes: 0 none, 1 some,
2 wrong command line, 3 a file cannot be read or the output not written.

Examples:
  onemodel conformance lint
  onemodel conformance lint conformance/operators/slice.json)");
  command->callback([paths, &exit_code] { exit_code = lint(*paths); });
}

void add_conformance_fmt_command(CLI::App& parent, int& exit_code) {
  struct Options {
    std::vector<std::string> paths;
    bool check_only = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("fmt", "Rewrite case files in the canonical layout.");
  command->add_option("paths", options->paths, "Case files or folders")->type_name("PATH");
  command->add_flag("--check", options->check_only, "Only name the files that would change");
  command->footer(
      R"(A malformed file stays as it is. Exit codes: 0 done, 1 --check found files that would change, 2 wrong command line, 3 a
file is malformed or cannot be read or written.

Examples:
  onemodel conformance fmt
  onemodel conformance fmt --check conformance/operators/slice.json)");
  command->callback([options, &exit_code] { exit_code = format(options->paths, options->check_only); });
}

}  // namespace onemodel::cli
