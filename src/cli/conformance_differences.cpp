// onemodel conformance differences: the page on ONNX Runtime and the ONNX text, made from the cases.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/corpus_files.h"
#include "corpus/onnx_differences.h"

namespace onemodel::cli {

namespace {

struct Options {
  std::filesystem::path corpus;
  std::string page_to_check;
};

int differences(const Options& options) {
  const std::filesystem::path folder = options.corpus.empty() ? default_corpus() : options.corpus;
  const std::string page =
      corpus::differences_page(read_corpus_files({folder.string()}), corpus::read_points(folder / "points.json"));
  if (options.page_to_check.empty()) {
    std::cout << page;
    return kSuccess;
  }
  if (corpus::read_file(options.page_to_check) == page) return kSuccess;
  std::cerr << options.page_to_check
            << " is not what the cases say; make it anew with onemodel conformance differences\n";
  return kFailed;
}

}  // namespace

void add_conformance_differences_command(CLI::App& parent, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand(
      "differences", "Print the page on ONNX Runtime, the ONNX text and the corpus, as Markdown.");
  command->add_option("corpus", options->corpus, "The folder of the corpus")->type_name("FOLDER");
  command->add_option("--check", options->page_to_check, "Only say whether this page is up to date")->type_name("FILE");
  command->footer(
      R"(Exit codes: 0 done, 1 --check found the page out of date, 2 wrong command line, 3 a file cannot be read or the output not
written.

Examples:
  onemodel conformance differences > page.md
  onemodel conformance differences --check page.md)");
  command->callback([options, &exit_code] { exit_code = differences(*options); });
}

}  // namespace onemodel::cli
