// onemodel conformance: running and keeping the corpus.
#include <CLI/CLI.hpp>

#include "cli/commands.h"

namespace onemodel::cli {

void add_conformance_command(CLI::App& parent, int& exit_code) {
  CLI::App* command = parent.add_subcommand("conformance", "Run, check and compare the conformance corpus.");
  command->require_subcommand(1);
  command->footer(
      R"(PATH is a case file or a folder. Without one, ./conformance is taken, else the corpus that came with the program.
Exit codes: 0 success, 1 something failed or differs, 2 wrong command line, 3 a file cannot be read or written.

Examples:
  onemodel conformance run
  onemodel conformance run conformance/operators/slice.json --filter step
  onemodel conformance lint && onemodel conformance fmt --check)");
  add_conformance_run_command(*command, exit_code);
  add_conformance_lint_command(*command, exit_code);
  add_conformance_fmt_command(*command, exit_code);
  add_conformance_stats_command(*command, exit_code);
  add_conformance_results_command(*command, exit_code);
  add_conformance_compare_command(*command, exit_code);
  add_conformance_differences_command(*command, exit_code);
}

}  // namespace onemodel::cli
