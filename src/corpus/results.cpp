#include "corpus/results.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "corpus/layout.h"
#include "corpus/signature.h"

namespace onemodel::corpus {

namespace {

ForeignResult read_result(const JsonCursor& cursor) {
  cursor.require_keys({"id"}, {"outputs", "error"});
  ForeignResult result;
  result.id = cursor.at("id").text();
  if (cursor.has("outputs") == cursor.has("error")) {
    cursor.fail("expected outputs or error");
  }
  if (cursor.has("outputs")) {
    result.outputs = read_arguments(cursor.at("outputs"), AllowDigest::yes);
  } else {
    const JsonCursor error = cursor.at("error");
    error.require_keys({}, {"status", "reason"});
    result.error.emplace();
    if (error.has("status")) {
      result.error->status = error.at("status").text();
    }
    if (error.has("reason")) {
      result.error->reason = error.at("reason").text();
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

std::vector<Mismatch> compare_errors(const ExpectedError& expected, const ExpectedError& actual) {
  const bool same_status = actual.status.empty() || actual.status == expected.status;
  const bool same_reason = actual.reason.empty() || actual.reason == expected.reason;
  if (same_status && same_reason) {
    return {};
  }
  return {{"error", describe_error(expected.status, expected.reason), describe_error(actual.status, actual.reason)}};
}

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
    json["error"] = {{"status", om_status_name(outcome.failure->status)}, {"reason", outcome.failure->reason}};
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
  const auto success = [](const std::vector<Argument>& outputs) {
    const auto tensors = flatten(outputs);
    return tensors.empty() ? "success" : summarize(*tensors.begin()->second);
  };
  if (one_case.error && result.error) {
    return compare_errors(*one_case.error, *result.error);
  }
  if (one_case.error) {
    return {{"error", describe_error(one_case.error->status, one_case.error->reason), success(result.outputs)}};
  }
  if (result.error) {
    const std::string told = describe_error(result.error->status, result.error->reason);
    return {{"outputs", success(one_case.outputs), told.empty() ? "an error" : told}};
  }
  std::vector<Mismatch> mismatches;
  const auto actual = flatten(result.outputs);
  for (const auto& [name, tensor] : flatten(one_case.outputs)) {
    const auto found = actual.find(name);
    if (found == actual.end()) {
      mismatches.push_back({name, summarize(*tensor), "missing"});
    } else if (auto mismatch = compare_written(name, *tensor, *found->second)) {
      mismatches.push_back(std::move(*mismatch));
    }
  }
  return mismatches;
}

}  // namespace onemodel::corpus
