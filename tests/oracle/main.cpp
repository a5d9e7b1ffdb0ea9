// onemodel_oracle: the conformance corpus held against ONNX Runtime.
#include <CLI/CLI.hpp>
#include <iostream>

#include "commands.h"
#include "onnxruntime/library.h"

int main(int argument_count, char** arguments) {
  using namespace onemodel::oracle;
  CLI::App app{"Holds the conformance corpus against ONNX Runtime " + std::string(onemodel::onnxruntime::kVersion)};
  app.require_subcommand(1);
  std::string library = onemodel::onnxruntime::library_in(ONEMODEL_ONNXRUNTIME_ROOT).string();
  app.add_option("--onnxruntime", library, "ONNX Runtime's shared library");

  std::vector<std::filesystem::path> paths;
  std::string filter;
  bool update = false;
  CLI::App* verify_command = app.add_subcommand("verify", "Check every case of the corpus");
  verify_command->add_option("path", paths, "The corpus, or files of it")->required();
  verify_command->add_option("--filter", filter, "Only cases with this text in their id");
  verify_command->add_flag("--update", update, "Make the records in the files fit what is observed");

  int64_t seconds = 60;
  uint64_t seed = 1;
  std::string operator_name;
  CLI::App* fuzz_command = app.add_subcommand("fuzz", "Compare random calls");
  fuzz_command->add_option("--seconds", seconds, "How long")->capture_default_str();
  fuzz_command->add_option("--seed", seed, "Where the random calls start")->capture_default_str();
  fuzz_command->add_option("--operator", operator_name, "Only this operator");

  Recording recording;
  std::filesystem::path folder;
  CLI::App* record_command = app.add_subcommand("record", "Add random cases that show something new");
  record_command->add_option("corpus", folder, "The corpus's folder")->required();
  record_command->add_option("--calls", recording.calls, "Random calls tried for each operator")->capture_default_str();
  record_command->add_option("--seed", recording.seed, "Where the random calls start")->capture_default_str();
  record_command
      ->add_option("--new-pairs", recording.new_pairs,
                   "How many pairs of facts that no case shows yet a case must show")
      ->capture_default_str();
  record_command->add_option("--operator", operator_name, "Only this operator");
  CLI11_PARSE(app, argument_count, arguments);

  try {
    Child child(library);
    if (verify_command->parsed()) return verify(child, paths, filter, update ? Update::yes : Update::no);
    if (fuzz_command->parsed()) return fuzz(child, seconds, seed, operator_name);
    return record(child, folder, recording, operator_name);
  } catch (const std::exception& error) {
    std::cerr << "onemodel_oracle: " << error.what() << "\n";
    return 2;
  }
}
