// onemodel test: runs models with test data, in folders that are laid out as ONNX's tests.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/model_files.h"
#include "corpus/compare.h"
#include "corpus/session.h"

namespace onemodel::cli {
namespace {

namespace fs = std::filesystem;
using corpus::Tensor;
using corpus::TensorHandle;

enum class Result { passed, failed, skipped };

struct Verdict {
  Result result = Result::passed;
  std::string operator_text;  // the operators of the model
  std::string detail;
};

// Ends a test that fails.
struct Failed {
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

// The operators of the model: "Concat, Slice".
std::string operator_text(const om_session& session) {
  const corpus::PlanHandle plan = corpus::make_plan(session, {});
  std::set<std::string> names;
  for (int64_t i = 0; i < om_plan_node_count(plan.get()); ++i) names.insert(om_plan_node_operator(plan.get(), i));
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Throws if the tensors differ in type, shape or a bit.
void require_equal(const std::string& name, const Tensor& expected, const Tensor& actual) {
  const auto mismatch = corpus::compare_tensors("output '" + name + "'", {expected, "", ""}, actual);
  if (mismatch) throw Failed{mismatch->what + ": expected " + mismatch->expected + ", actual " + mismatch->actual};
}

// The inputs by position. input_K.pb is the K-th input that no initializer stands for, or, where there are files for
// all, the K-th of all.
std::vector<TensorHandle> read_inputs(const om_session& session, const fs::path& data_set) {
  std::vector<TensorHandle> inputs(static_cast<size_t>(om_session_input_count(&session)));
  const std::vector<fs::path> files = numbered(data_set, "input_", ".pb");
  if (files.size() > inputs.size()) throw Failed{"more input files than the graph has inputs"};
  size_t file = 0;
  for (size_t i = 0; i < inputs.size() && file < files.size(); ++i) {
    const bool is_optional = om_session_input_is_optional(&session, static_cast<int64_t>(i)) != 0;
    if (!is_optional || files.size() == inputs.size()) inputs[i] = corpus::make_tensor(read_tensor_file(files[file++]));
  }
  if (file < files.size()) throw Failed{"more input files than the graph has inputs that are to be fed"};
  return inputs;
}

void run_data_set(const om_session& session, const fs::path& data_set) {
  const std::vector<TensorHandle> inputs = read_inputs(session, data_set);
  const corpus::Outcome outcome = corpus::run_session(session, corpus::borrow_tensors(inputs));
  if (outcome.failure) throw corpus::CallFailed(*outcome.failure);
  const std::vector<fs::path> output_files = numbered(data_set, "output_", ".pb");
  if (output_files.empty()) throw Failed{data_set.filename().string() + " has no output_0.pb"};
  if (output_files.size() > outcome.outputs.size()) throw Failed{"more output files than the graph has outputs"};
  for (size_t i = 0; i < output_files.size(); ++i) {
    require_equal(om_session_output_name(&session, static_cast<int64_t>(i)), read_tensor_file(output_files[i]),
                  outcome.outputs[i]);
  }
}

Verdict run_test(const fs::path& folder) {
  Verdict verdict;
  try {
    const corpus::ModelHandle model = read_model(folder / "model.onnx");
    const corpus::SessionHandle session = corpus::create_session(*model);
    verdict.operator_text = operator_text(*session);
    const std::vector<fs::path> data_sets = numbered(folder, "test_data_set_", "");
    if (data_sets.empty()) throw Failed{"no test_data_set_0"};
    for (const fs::path& data_set : data_sets) run_data_set(*session, data_set);
  } catch (const Failed& failed) {
    verdict.result = Result::failed;
    verdict.detail = failed.detail;
  } catch (const corpus::CallFailed& failed) {
    verdict.result = failed.failure().status == OM_UNSUPPORTED ? Result::skipped : Result::failed;
    verdict.detail = to_string(failed.failure());
  } catch (const std::runtime_error& error) {  // a FileError
    verdict.result = Result::failed;
    verdict.detail = error.what();
  }
  return verdict;
}

void print_row(const std::string& test, size_t width, const Verdict& verdict) {
  constexpr const char* words[] = {"passed ", "FAILED ", "skipped"};
  std::cout << words[static_cast<size_t>(verdict.result)] << "  " << test << std::string(width - test.size(), ' ')
            << "  " << verdict.operator_text << (verdict.operator_text.empty() || verdict.detail.empty() ? "" : ": ")
            << verdict.detail << "\n";
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
