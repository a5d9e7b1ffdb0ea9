// onemodel test: runs folders that are laid out as ONNX's node tests.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "corpus/call.h"
#include "corpus/case_file.h"
#include "corpus/compare.h"
#include "corpus/layout.h"
#include "corpus/onnx_reader.h"
#include "onemodel.h"

namespace onemodel::cli {
namespace {

namespace fs = std::filesystem;
using corpus::OnnxModel;
using corpus::OnnxNode;
using corpus::Tensor;

enum class Result { passed, failed, skipped };

struct Verdict {
  Result result = Result::passed;
  std::string operator_text;  // "Slice-13", or what else the model holds
  std::string detail;
};

// Ends a test early.
struct Failed {
  std::string detail;
};
struct Skipped {
  std::string detail;
};

// The test folders below: the folder itself if it holds a model, else those in it, at any depth, by name.
void find_tests(const fs::path& folder, std::vector<fs::path>& tests) {
  if (fs::exists(folder / "model.onnx")) {
    tests.push_back(folder);
    return;
  }
  std::vector<fs::path> children;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory()) children.push_back(entry.path());
  }
  std::ranges::sort(children);
  for (const fs::path& child : children) find_tests(child, tests);
}

// prefix0suffix, prefix1suffix, ... as far as they exist.
std::vector<fs::path> numbered(const fs::path& folder, const std::string& prefix, const std::string& suffix) {
  std::vector<fs::path> paths;
  while (fs::exists(folder / (prefix + std::to_string(paths.size()) + suffix))) {
    paths.push_back(folder / (prefix + std::to_string(paths.size()) + suffix));
  }
  return paths;
}

// What the model holds: "Slice-13", or the names of its operators.
std::string operator_text(const OnnxModel& model) {
  if (model.nodes.size() == 1) {
    const OnnxNode& node = model.nodes.front();
    return node.domain.empty() ? node.op_type + "-" + std::to_string(corpus::opset_of(model))
                               : node.domain + "." + node.op_type;
  }
  std::set<std::string> names;
  for (const OnnxNode& node : model.nodes) names.insert(node.op_type);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The one node of the model; skips what is not a single operator of ours on tensors.
const OnnxNode& require_our_node(const OnnxModel& model) {
  if (model.nodes.size() != 1) throw Skipped{std::to_string(model.nodes.size()) + " nodes"};
  const OnnxNode& node = model.nodes.front();
  if (!node.domain.empty() || om_operator_find(node.op_type.c_str()) == nullptr) {
    throw Skipped{"no operator of this library"};
  }
  for (const std::vector<corpus::ValueInfo>* values : {&model.inputs, &model.outputs}) {
    for (const corpus::ValueInfo& value : *values) {
      if (!value.is_tensor) throw Skipped{"'" + value.name + "' is no tensor"};
    }
  }
  if (!node.other_attributes.empty()) throw Failed{"cannot read the attribute '" + node.other_attributes.front() + "'"};
  return node;
}

Tensor read_tensor_file(const fs::path& path) {
  try {
    return corpus::read_tensor_proto(corpus::read_file(path)).tensor;
  } catch (const corpus::OnnxError& error) {
    throw Failed{path.filename().string() + ": " + error.what()};
  }
}

// Throws if the tensors differ in type, shape or a bit.
void require_equal(const std::string& name, const Tensor& expected, const Tensor& actual) {
  const auto mismatch = corpus::compare_tensors("output '" + name + "'", {expected, "", ""}, actual);
  if (mismatch) throw Failed{mismatch->what + ": expected " + mismatch->expected + ", actual " + mismatch->actual};
}

void run_data_set(const OnnxModel& model, const OnnxNode& node, const fs::path& data_set) {
  std::map<std::string, Tensor> values;
  for (const corpus::NamedTensor& initializer : model.initializers) values[initializer.name] = initializer.tensor;
  const std::vector<fs::path> input_files = numbered(data_set, "input_", ".pb");
  if (input_files.size() > model.inputs.size()) throw Failed{"more input files than the graph has inputs"};
  for (size_t i = 0; i < input_files.size(); ++i) values[model.inputs[i].name] = read_tensor_file(input_files[i]);

  corpus::Call call;
  call.op = om_operator_find(node.op_type.c_str());
  call.operator_name = node.op_type;
  call.opset = corpus::opset_of(model);
  call.attributes = node.attributes;
  for (const std::string& input : node.inputs) {
    const auto value = values.find(input);
    if (!input.empty() && value == values.end()) throw Failed{"no value for the input '" + input + "'"};
    call.inputs.push_back(input.empty() ? nullptr : corpus::make_tensor(value->second));
  }
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (!node.outputs[i].empty()) call.output_count = static_cast<int64_t>(i) + 1;
  }

  const corpus::Outcome outcome = corpus::invoke(call);
  if (outcome.failure) {
    const std::string text = outcome.failure->reason + ": " + outcome.failure->message;
    if (outcome.failure->status == OM_UNSUPPORTED) throw Skipped{text};
    throw Failed{"expected outputs, actual " + text};
  }
  const std::vector<fs::path> output_files = numbered(data_set, "output_", ".pb");
  if (output_files.empty()) throw Failed{data_set.filename().string() + " has no output_0.pb"};
  if (output_files.size() > model.outputs.size()) throw Failed{"more output files than the graph has outputs"};
  for (size_t i = 0; i < output_files.size(); ++i) {
    const std::string& name = model.outputs[i].name;
    const auto output = std::ranges::find(node.outputs, name);
    if (output == node.outputs.end()) throw Failed{"the node does not make the output '" + name + "'"};
    require_equal(name, read_tensor_file(output_files[i]),
                  outcome.outputs[static_cast<size_t>(output - node.outputs.begin())]);
  }
}

Verdict run_test(const fs::path& folder) {
  Verdict verdict;
  try {
    const OnnxModel model = corpus::read_model(corpus::read_file(folder / "model.onnx"));
    verdict.operator_text = operator_text(model);
    const OnnxNode& node = require_our_node(model);
    const std::vector<fs::path> data_sets = numbered(folder, "test_data_set_", "");
    if (data_sets.empty()) throw Failed{"no test_data_set_0"};
    for (const fs::path& data_set : data_sets) run_data_set(model, node, data_set);
  } catch (const Failed& failed) {
    verdict.result = Result::failed;
    verdict.detail = failed.detail;
  } catch (const Skipped& skipped) {
    verdict.result = Result::skipped;
    verdict.detail = skipped.detail;
  } catch (const std::runtime_error& error) {  // an OnnxError, a FileError, or a tensor that cannot be made
    verdict.result = Result::failed;
    verdict.detail = error.what();
  }
  return verdict;
}

void print_row(const std::string& test, size_t width, const Verdict& verdict) {
  constexpr const char* words[] = {"passed ", "FAILED ", "skipped"};
  std::cout << words[static_cast<size_t>(verdict.result)] << "  " << test << std::string(width - test.size(), ' ')
            << "  " << verdict.operator_text << (verdict.detail.empty() ? "" : ": ") << verdict.detail << "\n";
}

}  // namespace

int run_test_command(const std::vector<fs::path>& folders, const std::string& filter) {
  std::vector<fs::path> tests;
  for (const fs::path& folder : folders) {
    if (!fs::is_directory(folder)) {
      std::cerr << "onemodel test: no such folder: " << folder.string() << "\n";
      return kUnreadable;
    }
    find_tests(folder.lexically_normal(), tests);
  }
  const auto name_of = [](const fs::path& test) {
    return (test.has_filename() ? test : test.parent_path()).filename().string();
  };
  if (tests.empty()) {
    std::cerr << "onemodel test: no model.onnx was found in " << folders.front().string() << "\n";
    return kUnreadable;
  }
  std::erase_if(tests, [&](const fs::path& test) { return name_of(test).find(filter) == std::string::npos; });
  if (tests.empty()) std::cerr << "onemodel test: no test's folder's name contains '" << filter << "'\n";

  size_t width = 0;
  for (const fs::path& test : tests) width = std::max(width, name_of(test).size());
  size_t counts[3] = {};
  for (const fs::path& test : tests) {
    const Verdict verdict = run_test(test);
    ++counts[static_cast<size_t>(verdict.result)];
    print_row(name_of(test), width, verdict);
  }
  std::cout << counts[0] << " passed, " << counts[1] << " failed, " << counts[2] << " skipped\n";
  return counts[1] == 0 && !tests.empty() ? kSuccess : kFailed;
}

}  // namespace onemodel::cli
