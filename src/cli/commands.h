// The commands of the program onemodel. Each stands in its own file and registers itself with the command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace onemodel::cli {

// What the program returns to its caller.
enum ExitCode : int {
  kSuccess = 0,
  kFailed = 1,      // a case failed, a check found something, an operator refused its inputs
  kUsage = 2,       // the command line is wrong
  kUnreadable = 3,  // a file cannot be read or written, or is malformed
};

// Each adds its command to `parent`; the command leaves in `exit_code` what the program is to return.
void add_operators_command(CLI::App& parent, int& exit_code);
void add_op_command(CLI::App& parent, int& exit_code);
void add_plan_command(CLI::App& parent, int& exit_code);
void add_run_command(CLI::App& parent, int& exit_code);
void add_test_command(CLI::App& parent, int& exit_code);
void add_conformance_command(CLI::App& parent, int& exit_code);
void add_conformance_run_command(CLI::App& parent, int& exit_code);
void add_conformance_lint_command(CLI::App& parent, int& exit_code);
void add_conformance_fmt_command(CLI::App& parent, int& exit_code);
void add_conformance_stats_command(CLI::App& parent, int& exit_code);
void add_conformance_results_command(CLI::App& parent, int& exit_code);
void add_conformance_compare_command(CLI::App& parent, int& exit_code);
void add_conformance_differences_command(CLI::App& parent, int& exit_code);

// Runs the models with test data in the folders whose names contain `filter`; gives the exit code.
int run_test_command(const std::vector<std::filesystem::path>& folders, const std::string& filter);

}  // namespace onemodel::cli
