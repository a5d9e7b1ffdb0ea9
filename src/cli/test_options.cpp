// The command line of onemodel test.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"

namespace onemodel::cli {

void add_test_command(CLI::App& parent, int& exit_code) {
  struct Options {
    std::vector<std::string> folders;
    std::string filter;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("test", "Run models with test data, laid out as ONNX's tests.");
  command->add_option("folders", options->folders, "Folders with model.onnx and test_data_set_*, or folders of such")
      ->required()
      ->type_name("FOLDER");
  command->add_option("--filter", options->filter, "Only tests whose folder's name contains this")->type_name("TEXT");
  command->footer(
      R"(Each model runs as a session: test_data_set_*/input_K.pb is its K-th input that no initializer stands for, output_K.pb
its K-th output, compared bit by bit. Models that the library does not support, such as those with operators it does not
have, are counted as skipped and the reason is named.
Exit codes: 0 none failed, 1 some failed, or no test is called so, 2 wrong command line, 3 a folder cannot be read or
holds no model, or the output cannot be written.

Examples:
  onemodel test onnx/backend/test/data/node
  onemodel test onnx/backend/test/data/node --filter slice
  onemodel test my-model)");
  command->callback([options, &exit_code] {
    exit_code = run_test_command({options->folders.begin(), options->folders.end()}, options->filter);
  });
}

}  // namespace onemodel::cli
