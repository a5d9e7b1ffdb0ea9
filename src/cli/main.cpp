// The program onemodel: tells what the library has, runs single operators and models, and runs and keeps the
// conformance corpus.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "corpus/case_file.h"
#include "onemodel.h"

namespace onemodel::cli {

namespace {

int run_program(int argument_count, char** arguments) {
  int exit_code = kSuccess;
  CLI::App program("ONNX's shape and indexing operators: facts, single calls, models, and the conformance corpus.",
                   "onemodel");
  program.set_version_flag("--version", om_version());
  program.require_subcommand(1);
  program.footer(R"(Examples:
  onemodel operators
  onemodel op Slice --input data=[[1,2,3],[4,5,6]] --input starts=[0,1] --input ends=[2,3]
  onemodel plan model.onnx
  onemodel run model.onnx --input x=x.npy
  onemodel conformance run

Exit codes: 0 success, 1 something failed, 2 wrong command line, 3 a file cannot be read or written.)");
  add_operators_command(program, exit_code);
  add_op_command(program, exit_code);
  add_plan_command(program, exit_code);
  add_run_command(program, exit_code);
  add_conformance_command(program, exit_code);
  add_test_command(program, exit_code);
  try {
    program.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kSuccess : kUsage;
  } catch (const corpus::FileError& error) {
    std::cerr << error.what() << '\n';
    return kUnreadable;
  } catch (const std::filesystem::filesystem_error& error) {
    std::cerr << "onemodel: " << error.what() << '\n';
    return kUnreadable;
  } catch (const std::exception& error) {
    std::cerr << "onemodel: " << error.what() << '\n';
    return kFailed;
  }
  return exit_code;
}

}  // namespace

}  // namespace onemodel::cli

int main(int argument_count, char** arguments) {
  const int exit_code = onemodel::cli::run_program(argument_count, arguments);
  if (!std::cout.flush()) {
    std::cerr << "onemodel: cannot write to standard output\n";
    return onemodel::cli::kUnreadable;
  }
  return exit_code;
}
