// onemodel run: runs a model once.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands.h"
#include "cli/model_files.h"
#include "cli/session_facts.h"
#include "cli/tensor_argument.h"
#include "cli/tensor_text.h"
#include "corpus/case_file.h"
#include "corpus/graph_case.h"
#include "corpus/layout.h"
#include "corpus/session.h"

namespace onemodel::cli {

namespace {

namespace fs = std::filesystem;
using corpus::TensorHandle;

struct Options {
  std::string model_file;
  std::vector<std::string> inputs;
  std::string output_folder;
  std::string format = "pb";
  bool as_json = false;
};

// The tensors by position; null is an input that is not given.
std::vector<TensorHandle> read_inputs(const om_session& session, const std::vector<std::string>& arguments) {
  std::vector<TensorHandle> inputs(static_cast<size_t>(om_session_input_count(&session)));
  for (const std::string& argument : arguments) {
    const auto [name, file] = parse_named_text(argument);
    const int64_t position = om_session_find_input(&session, name.c_str());
    if (position < 0) {
      throw corpus::JsonError("--input " + argument, "the model has no input of this name");
    }
    TensorHandle& input = inputs[static_cast<size_t>(position)];
    if (input) {
      throw corpus::JsonError("--input " + argument, "it is given twice");
    }
    input = corpus::make_tensor(read_tensor_file(file));
  }
  return inputs;
}

// A value's name as a file's: what may mean something to a file system becomes _.
std::string file_name(const std::string& name) {
  std::string text = name;
  for (char& character : text) {
    const bool is_kept = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
                         (character >= 'A' && character <= 'Z') || character == '-' || character == '.';
    if (!is_kept) character = '_';
  }
  return text;
}

void write_outputs(const Options& options, const std::vector<corpus::GraphTensor>& outputs) {
  fs::create_directories(options.output_folder);
  std::set<std::string> written;
  for (const corpus::GraphTensor& output : outputs) {
    const std::string name = file_name(output.name) + '.' + options.format;
    if (!written.insert(name).second) {
      throw corpus::FileError("two outputs would be written to " + name);
    }
    write_tensor_file(fs::path(options.output_folder) / name, output.name, output.tensor.tensor);
  }
}

void print_outputs(const std::vector<corpus::GraphTensor>& outputs, bool as_json) {
  if (as_json) {
    std::string text;
    corpus::append_layout(text, corpus::write_graph_tensors(outputs), 0, 0);
    std::cout << text << '\n';
    return;
  }
  const char* separator = "";
  for (const corpus::GraphTensor& output : outputs) {
    std::cout << separator << output.name << ": " << tensor_text(output.tensor.tensor) << '\n';
    separator = "\n";
  }
}

int run_model(const Options& options) {
  try {
    const corpus::ModelHandle model = read_model_file(options.model_file);
    const corpus::SessionHandle session = corpus::create_session(*model);
    const std::vector<TensorHandle> inputs = read_inputs(*session, options.inputs);
    corpus::Outcome outcome = corpus::run_session(*session, corpus::borrow_tensors(inputs));
    if (outcome.failure) {
      throw corpus::CallFailed(*outcome.failure);
    }
    std::vector<corpus::GraphTensor> outputs;
    for (size_t i = 0; i < outcome.outputs.size(); ++i) {
      outputs.push_back(
          {om_session_output_name(session.get(), static_cast<int64_t>(i)), {std::move(outcome.outputs[i]), "", ""}});
    }
    if (!options.output_folder.empty()) {
      write_outputs(options, outputs);
    }
    if (options.output_folder.empty() || options.as_json) {
      print_outputs(outputs, options.as_json);
    }
    return kSuccess;
  } catch (const corpus::JsonError& error) {
    std::cerr << "onemodel run: " << error.path() << ": " << error.what() << '\n';
    return kUsage;
  } catch (const corpus::CallFailed& failed) {
    std::cerr << to_string(failed.failure()) << '\n';
    return kFailed;
  }
}

}  // namespace

void add_run_command(CLI::App& parent, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("run", "Run a model and print or write what it gives.");
  command->add_option("model", options->model_file, "A model in ONNX's format")->required()->type_name("MODEL");
  command->add_option("--input", options->inputs, "An input from a .pb, .npy or .json file; once for each")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--output-dir", options->output_folder, "Write each output into this folder instead of printing it")
      ->type_name("FOLDER");
  command->add_option("--format", options->format, "Of the files that are written: pb, npy or json")
      ->check(CLI::IsMember({"pb", "npy", "json"}))
      ->type_name("FORMAT");
  command->add_flag("--json", options->as_json, "Print the outputs as JSON, in the format of the corpus");
  command->footer(
      R"(A .pb file holds ONNX's TensorProto; a .npy file an array of NumPy; a .json file a tensor as in the corpus, or nested
arrays. The file of an output is named after it.
Exit codes: 0 it ran, 1 the model or the run was refused (status, reason and message are on standard error), 2 wrong
command line, 3 a file cannot be read or written.

Examples:
  onemodel run model.onnx --input x=x.npy
  onemodel run model.onnx --input x=input_0.pb --input mask=mask.json --output-dir out --format npy
  onemodel run model.onnx --input x=x.json --json)");
  command->callback([options, &exit_code] { exit_code = run_model(*options); });
}

}  // namespace onemodel::cli
