// onemodel op: runs one operator.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands.h"
#include "cli/tensor_argument.h"
#include "cli/tensor_text.h"
#include "corpus/call.h"
#include "corpus/layout.h"
#include "corpus/results.h"
#include "corpus/signature.h"

namespace onemodel::cli {

namespace {

using corpus::Call;
using corpus::Outcome;

// Opsets and outputs beyond these are taken for slips; the library refuses what else does not exist.
constexpr int64_t kMaxOpset = 65536;
constexpr int64_t kMaxOutputs = 65536;

struct Options {
  std::string operator_name;
  int64_t opset = OM_MAX_OPSET;
  std::vector<std::string> inputs;
  std::vector<std::string> attributes;
  int64_t output_count = 0;
  bool as_json = false;
};

std::string names_of_inputs(const om_operator* op, int64_t opset) {
  std::string names;
  for (int64_t i = 0; i < om_operator_input_count(op, opset); ++i) {
    names += (names.empty() ? "" : ", ") + std::string(om_operator_input_name(op, opset, i));
  }
  return names;
}

// `given` holds the positions of the inputs so far.
void add_input(Call& call, const std::string& argument, std::set<size_t>& given) {
  const auto [name, text] = parse_named_text(argument);
  size_t position = call.inputs.size();
  if (corpus::exists_at(call.op, call.opset)) {
    const auto known = corpus::input_position(call.op, call.opset, name);
    if (!known) {
      throw corpus::JsonError("--input " + name,
                              call.operator_name + " has the inputs " + names_of_inputs(call.op, call.opset));
    }
    // Each use of a variadic input's name adds one more.
    const bool is_next_of_variadic = om_operator_input_is_variadic(call.op, call.opset, *known) != 0;
    position = is_next_of_variadic ? std::max(position, static_cast<size_t>(*known)) : static_cast<size_t>(*known);
  }
  if (!given.insert(position).second) {
    throw corpus::JsonError("--input " + name, "it is given twice");
  }
  call.inputs.resize(std::max(call.inputs.size(), position + 1));
  try {
    const auto tensor = parse_tensor(text);
    call.inputs[position] = tensor ? corpus::make_tensor(*tensor) : nullptr;
  } catch (const corpus::JsonError& error) {
    throw corpus::JsonError("--input " + name + (error.path().empty() ? "" : ": " + error.path()), error.what());
  }
}

void add_attribute(Call& call, const std::string& argument) {
  const auto [name, text] = parse_named_text(argument);
  if (std::ranges::any_of(call.attributes, [&name = name](const auto& other) { return other.name == name; })) {
    throw corpus::JsonError("--attribute " + name, "it is given twice");
  }
  om_attribute_kind kind = 0;
  for (int64_t i = 0; i < om_operator_attribute_count(call.op, call.opset); ++i) {
    if (name == om_operator_attribute_name(call.op, call.opset, i)) {
      kind = om_operator_attribute_kind(call.op, call.opset, i);
    }
  }
  try {
    call.attributes.push_back({name, parse_attribute(text, kind)});
  } catch (const corpus::JsonError& error) {
    throw corpus::JsonError("--attribute " + name + (error.path().empty() ? "" : ": " + error.path()), error.what());
  }
}

Call make_call(const Options& options) {
  Call call;
  call.operator_name = options.operator_name;
  call.op = om_operator_find(options.operator_name.c_str());
  call.opset = options.opset;
  std::set<size_t> given_inputs;
  for (const std::string& input : options.inputs) {
    add_input(call, input, given_inputs);
  }
  for (const std::string& attribute : options.attributes) {
    add_attribute(call, attribute);
  }
  call.output_count =
      options.output_count > 0 ? options.output_count : corpus::required_output_count(call.op, call.opset);
  return call;
}

void print_outputs(const Call& call, const Outcome& outcome, bool as_json) {
  const corpus::Json outputs = corpus::outputs_json(call, outcome);
  if (as_json) {
    std::string text;
    corpus::append_layout(text, outputs, 0, 0);
    std::cout << text << '\n';
    return;
  }
  for (size_t i = 0; i < outcome.outputs.size(); ++i) {
    std::cout << (i == 0 ? "" : "\n") << corpus::output_name(call, i) << ": " << tensor_text(outcome.outputs[i])
              << '\n';
  }
}

int run(const Options& options) {
  try {
    const Call call = make_call(options);
    const Outcome outcome = corpus::invoke(call);
    if (outcome.failure) {
      throw corpus::CallFailed(*outcome.failure);
    }
    print_outputs(call, outcome, options.as_json);
    return kSuccess;
  } catch (const corpus::JsonError& error) {
    std::cerr << "onemodel op: " << error.path() << (error.path().empty() ? "" : ": ") << error.what() << '\n';
    return kUsage;
  } catch (const corpus::CallFailed& failed) {
    std::cerr << to_string(failed.failure()) << '\n';
    return kFailed;
  }
}

}  // namespace

void add_op_command(CLI::App& parent, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand("op", "Run one operator and print what it gives.");
  command->add_option("operator", options->operator_name, "The operator's ONNX name")->required()->type_name("NAME");
  command->add_option("--opset", options->opset, "The opset whose version is meant; the newest by default")
      ->check(CLI::Range(int64_t{0}, kMaxOpset));
  command
      ->add_option("--input", options->inputs,
                   "An input by its ONNX name; once for each, and for each of a variadic one")
      ->type_name("NAME=TENSOR")
      ->allow_extra_args(false);
  command->add_option("--attribute", options->attributes, "An attribute; once for each")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--outputs", options->output_count, "How many outputs to ask for; the required ones by default")
      ->check(CLI::Range(int64_t{1}, kMaxOutputs));
  command->add_flag("--json", options->as_json, "Print the outputs as JSON, in the format of the corpus");
  command->footer(
      R"(TENSOR is JSON as in the corpus, {"type": "int32", "shape": [2], "data": [1, 2]}; or nested arrays, [[1,2],[3,4]]: int64
when all are integers, else float32, bool or string; or a path to a .json file, or @path. An absent input is left out.
Exit codes: 0 it ran, 1 the operator refused (status, reason and message are on standard error), 2 wrong
command line, 3 a file cannot be read or the output not written.

Examples:
  onemodel op Slice --opset 13 --input data=[1,2,3,4] --input starts=[-1] --input ends=[-9] --input axes=[0] --input steps=[-1]
  onemodel op TopK --input X=[3.5,1,2] --input K=[2] --attribute largest=0
  onemodel op Concat --input inputs=[[1]] --input inputs=[[2]] --attribute axis=1 --json
  onemodel op Split --input input=[1,2,3] --outputs 2)");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace onemodel::cli
