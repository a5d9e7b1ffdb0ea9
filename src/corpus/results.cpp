#include "corpus/results.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "corpus/case_json.h"
#include "corpus/graph_runner.h"
#include "corpus/layout.h"
#include "corpus/signature.h"

namespace onemodel::corpus {

namespace {

ExpectedError read_foreign_error(const JsonCursor& cursor) {
  cursor.require_keys({}, {"status", "reason", "node"});
  ExpectedError error;
  for (const auto& [key, part] :
       {std::pair("status", &error.status), std::pair("reason", &error.reason), std::pair("node", &error.node)}) {
    if (cursor.has(key)) {
      *part = cursor.at(key).text();
    }
  }
  return error;
}

ForeignResult read_result(const JsonCursor& cursor) {
  cursor.require_keys({"id"}, {"outputs", "error", "runs"});
  ForeignResult result;
  result.id = cursor.at("id").text();
  if (int{cursor.has("outputs")} + int{cursor.has("error")} + int{cursor.has("runs")} != 1) {
    cursor.fail("expected outputs, error or runs");
  }
  if (cursor.has("outputs")) {
    result.outputs = read_arguments(cursor.at("outputs"), AllowDigest::yes);
  } else if (cursor.has("error")) {
    result.error = read_foreign_error(cursor.at("error"));
  } else {
    for (const JsonCursor& element : cursor.at("runs").elements()) {
      element.require_keys({}, {"outputs", "error"});
      GraphRun& run = result.runs.emplace_back();
      if (element.has("error")) {
        run.error = read_foreign_error(element.at("error"));
      } else {
        run.outputs = read_graph_tensors(element.at("outputs"), AllowDigest::yes);
      }
    }
  }
  return result;
}

// The outputs one by one, by name; variadic ones as "outputs[1]".
std::map<std::string, const WrittenTensor*> flatten(const std::vector<Argument>& outputs) {
  std::map<std::string, const WrittenTensor*> tensors;
  for (const Argument& output : outputs) {
    for (size_t i = 0; i < output.tensors.size(); ++i) {
      const std::string index = output.is_variadic ? '[' + std::to_string(i) + ']' : "";
      if (output.tensors[i]) {
        tensors[output.name + index] = &*output.tensors[i];
      }
    }
  }
  return tensors;
}

// A result may give a digest where the corpus has elements, and the other way round.
std::optional<Mismatch> compare_written(const std::string& name, const WrittenTensor& expected,
                                        const WrittenTensor& actual) {
  const auto digest = [](const WrittenTensor& written) {
    return written.sha256.empty() ? tensor_sha256(written.tensor) : written.sha256;
  };
  const bool same_shape = expected.tensor.type == actual.tensor.type && expected.tensor.shape == actual.tensor.shape;
  if (!actual.sha256.empty() && same_shape && actual.tensor.type != OM_STRING) {
    return digest(expected) == digest(actual)
               ? std::nullopt
               : std::optional(Mismatch{name + ": sha256", digest(expected), digest(actual)});
  }
  return compare_tensors(name, expected, actual.tensor);
}

std::string success_text(const std::map<std::string, const WrittenTensor*>& outputs) {
  return outputs.empty() ? "success" : summarize(*outputs.begin()->second);
}

// What was given or refused otherwise than expected. Parts of an error that a result leaves out are not compared.
std::vector<Mismatch> compare_given(const std::map<std::string, const WrittenTensor*>& expected_outputs,
                                    const std::optional<ExpectedError>& expected_error,
                                    const std::map<std::string, const WrittenTensor*>& outputs,
                                    const std::optional<ExpectedError>& error) {
  if (expected_error && error) {
    ExpectedError told = *error;
    if (expected_error->node.empty()) {
      told.node.clear();  // nor is a node compared that the case does not name
    }
    if (is_told(*expected_error, told)) {
      return {};
    }
    return {{"error", describe_error(*expected_error), describe_error(told)}};
  }
  if (expected_error) {
    return {{"error", describe_error(*expected_error), success_text(outputs)}};
  }
  if (error) {
    const std::string told = describe_error(*error);
    return {{"outputs", success_text(expected_outputs), told.empty() ? "an error" : told}};
  }
  std::vector<Mismatch> mismatches;
  for (const auto& [name, tensor] : expected_outputs) {
    const auto found = outputs.find(name);
    if (found == outputs.end()) {
      mismatches.push_back({name, summarize(*tensor), "missing"});
    } else if (auto mismatch = compare_written(name, *tensor, *found->second)) {
      mismatches.push_back(std::move(*mismatch));
    }
  }
  return mismatches;
}

std::map<std::string, const WrittenTensor*> by_name(const std::vector<GraphTensor>& tensors) {
  std::map<std::string, const WrittenTensor*> named;
  for (const GraphTensor& tensor : tensors) {
    named[tensor.name] = &tensor.tensor;
  }
  return named;
}

Json error_json(const Failure& failure) { return write_expected_error(told_error(failure)); }

}  // namespace

std::string output_name(const Call& call, size_t index) {
  const int64_t last = om_operator_output_count(call.op, call.opset) - 1;
  return om_operator_output_name(call.op, call.opset, std::min(static_cast<int64_t>(index), last));
}

Json outputs_json(const Call& call, const Outcome& outcome) {
  Json json = Json::object();
  for (size_t i = 0; i < outcome.outputs.size(); ++i) {
    const std::string name = output_name(call, i);
    const int64_t position = output_position(call.op, call.opset, name).value();
    if (om_operator_output_is_variadic(call.op, call.opset, position) != 0) {
      json[name].push_back(write_tensor(outcome.outputs[i]));
    } else {
      json[name] = write_tensor(outcome.outputs[i]);
    }
  }
  return json;
}

std::string result_line(const CaseFile& file, const Case& one_case) {
  Json json = Json::object({{"id", one_case.id}});
  Outcome outcome;
  try {
    const Call call = make_call(file.operator_name, one_case, InputElements::given);
    outcome = invoke(call);
    json["outputs"] = outputs_json(call, outcome);
  } catch (const CallFailed& failed) {
    outcome.failure = failed.failure();
  } catch (const JsonError& error) {
    throw FileError(to_string({file.path.string(), one_case.id, error.path(), error.what()}));
  }
  if (outcome.failure) {
    json.erase("outputs");
    json["error"] = error_json(*outcome.failure);
  }
  return one_line(json);
}

std::string result_line(const GraphCase& graph) {
  Json json = Json::object({{"id", graph.id}});
  const GraphOutcome outcome = run_graph(graph);
  if (outcome.failure) {
    json["error"] = error_json(*outcome.failure);
    return one_line(json);
  }
  json["runs"] = Json::array();
  for (const Outcome& run : outcome.runs) {
    Json run_json = Json::object();
    for (size_t i = 0; i < run.outputs.size(); ++i) {
      run_json["outputs"][graph.outputs[i].name] = write_tensor(run.outputs[i]);
    }
    if (run.failure) {
      run_json["error"] = error_json(*run.failure);
    }
    json["runs"].push_back(std::move(run_json));
  }
  return one_line(json);
}

std::vector<ForeignResult> parse_results(const std::string& file, std::string_view text,
                                         std::vector<Problem>& problems) {
  std::vector<ForeignResult> results;
  for (int64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      continue;
    }
    try {
      const Json json = parse_json(line);
      results.push_back(read_result(JsonCursor(json)));
    } catch (const JsonError& error) {
      problems.push_back({file, "line " + std::to_string(number), error.path(), error.what()});
    }
  }
  return results;
}

std::vector<Mismatch> compare_result(const Case& one_case, const ForeignResult& result) {
  return compare_given(flatten(one_case.outputs), one_case.error, flatten(result.outputs), result.error);
}

std::vector<Mismatch> compare_result(const GraphCase& graph, const ForeignResult& result) {
  if (graph.error || result.error) {
    return compare_given({}, graph.error, {}, result.error);
  }
  if (graph.runs.size() != result.runs.size()) {
    return {{"runs", std::to_string(graph.runs.size()), std::to_string(result.runs.size())}};
  }
  std::vector<Mismatch> mismatches;
  for (size_t i = 0; i < graph.runs.size(); ++i) {
    const GraphRun& expected = graph.runs[i];
    const GraphRun& actual = result.runs[i];
    for (Mismatch& mismatch :
         compare_given(by_name(expected.outputs), expected.error, by_name(actual.outputs), actual.error)) {
      mismatch.what = "runs[" + std::to_string(i) + "]: " + mismatch.what;
      mismatches.push_back(std::move(mismatch));
    }
  }
  return mismatches;
}

}  // namespace onemodel::corpus
