// onemodel conformance run: the cases against the library.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/corpus_files.h"
#include "cli/terminal.h"
#include "corpus/report.h"
#include "corpus/runner.h"

namespace onemodel::cli {

namespace {

using corpus::FileResult;
using corpus::Verdict;

struct Options {
  std::vector<std::string> paths;
  std::string filter;
  std::string junit_file;
  std::string json_file;
};

void print_failures(const std::vector<FileResult>& results) {
  for (const FileResult& file : results) {
    for (const corpus::CaseResult& result : file.cases) {
      if (result.verdict != Verdict::failed) {
        continue;
      }
      std::cout << '\n' << red("FAILED ") << bold(result.id) << '\n';
      for (const auto& [way, mismatch] : result.findings) {
        std::cout << "  " << way << ": " << mismatch.what << '\n';
        if (!mismatch.expected.empty() || !mismatch.actual.empty()) {
          std::cout << "    expected  " << mismatch.expected << "\n    actual    " << mismatch.actual << '\n';
        }
      }
    }
  }
}

void print_table(const std::vector<FileResult>& results) {
  Table table({"file", "cases", "passed", "failed", "skipped"});
  for (const FileResult& file : results) {
    table.add_row({file.file, std::to_string(file.cases.size()), std::to_string(file.count(Verdict::passed)),
                   std::to_string(file.count(Verdict::failed)), std::to_string(file.count(Verdict::skipped))});
  }
  table.print(std::cout);
}

int run(const Options& options) {
  std::vector<FileResult> results;
  for (const corpus::CaseFile& file : read_corpus_files(options.paths)) {
    FileResult result = corpus::run_file(file, options.filter, show_progress);
    if (!result.cases.empty()) {
      results.push_back(std::move(result));
    }
  }
  show_progress("");
  const auto [passed, failed, skipped] = corpus::totals(results);
  if (results.empty()) {
    std::cerr << "onemodel conformance run: no case's id contains '" << options.filter << "'\n";
  }
  print_table(results);
  print_failures(results);
  if (!options.junit_file.empty()) {
    corpus::write_file(options.junit_file, corpus::junit_report(results));
  }
  if (!options.json_file.empty()) {
    corpus::write_file(options.json_file, corpus::json_report(results));
  }
  const std::string summary = std::to_string(passed) + " passed, " + std::to_string(failed) + " failed, " +
                              std::to_string(skipped) + " skipped";
  const bool is_success = failed == 0 && passed > 0;
  std::cout << '\n' << (is_success ? green(summary) : red(summary)) << '\n';
  return is_success ? kSuccess : kFailed;
}

}  // namespace

void add_conformance_run_command(CLI::App& parent, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("run", "Run the cases against the library.");
  command->add_option("paths", options->paths, "Case files or folders")->type_name("PATH");
  command->add_option("--filter", options->filter, "Only cases whose id contains this")->type_name("TEXT");
  command->add_option("--report", options->junit_file, "Write a JUnit XML report")->type_name("FILE");
  command->add_option("--json", options->json_file, "Write a JSON report")->type_name("FILE");
  command->footer(
      R"(Each case of an operator is run through om_op_invoke, om_op_infer, where it can be said so the operator's own C
function, and as a session with constant inputs and one with inputs that are fed. Each graph is run as a session, composed
and read from ONNX's format, and its plan checked. A case counts once. The last line is "N passed, N failed, N skipped"; skipped are operators that the library does not have.
Exit codes: 0 none failed and at least one passed, 1 otherwise, 2 wrong command line, 3 a file cannot be read or
written.

Examples:
  onemodel conformance run
  onemodel conformance run conformance/operators/slice.json --filter step
  onemodel conformance run --report junit.xml)");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace onemodel::cli
