#include "corpus/compare.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "corpus/layout.h"
#include "corpus/signature.h"

namespace onemodel::corpus {

namespace {

std::string type_and_shape(const Tensor& tensor) {
  std::string text = om_type_name(tensor.type);
  text += " [";
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(tensor.shape[i]);
  }
  return text + ']';
}

bool shapes_agree(const std::vector<int64_t>& expected, const std::vector<int64_t>& actual, Compared compared) {
  return std::equal(expected.begin(), expected.end(), actual.begin(), actual.end(),
                    [&](int64_t a, int64_t b) { return a == b || (compared == Compared::shapes && b == -1); });
}

bool same_element(const Tensor& a, const Tensor& b, int64_t index) {
  if (a.type == OM_STRING) {
    return a.strings[static_cast<size_t>(index)] == b.strings[static_cast<size_t>(index)];
  }
  const int64_t per_element = component_type(a.type).per_element;
  for (int64_t i = index * per_element; i < (index + 1) * per_element; ++i) {
    if (component_bits(a, i) != component_bits(b, i)) {
      return false;
    }
  }
  return true;
}

// "[1, 0, 2]": the coordinates of element `index`.
std::string coordinates(const std::vector<int64_t>& shape, int64_t index) {
  std::string text;
  for (auto extent = shape.rbegin(); extent != shape.rend(); ++extent) {
    text = std::to_string(index % *extent) + (text.empty() ? "" : ", ") + text;
    index /= *extent;
  }
  return '[' + text + ']';
}

}  // namespace

std::optional<Mismatch> compare_tensors(const std::string& name, const WrittenTensor& expected, const Tensor& actual,
                                        Compared compared) {
  const Tensor& tensor = expected.tensor;
  if (tensor.type != actual.type || !shapes_agree(tensor.shape, actual.shape, compared)) {
    return Mismatch{name, compared == Compared::shapes ? type_and_shape(tensor) : summarize(expected),
                    compared == Compared::shapes ? type_and_shape(actual) : summarize(actual)};
  }
  if (compared == Compared::shapes) {
    return std::nullopt;
  }
  if (!expected.sha256.empty()) {
    const std::string digest = tensor_sha256(actual);
    return digest == expected.sha256 ? std::nullopt
                                     : std::optional(Mismatch{name + ": sha256", expected.sha256, digest});
  }
  if (tensor == actual) {
    return std::nullopt;
  }
  const int64_t count = element_count(tensor.shape).value();
  int64_t first = count;
  int64_t differing = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (!same_element(tensor, actual, i)) {
      first = std::min(first, i);
      ++differing;
    }
  }
  if (differing == 0) {
    return Mismatch{name + ": the unused bits of the last byte", "0", "others"};
  }
  const std::string what = name + ": element " + coordinates(tensor.shape, first) + " (" + std::to_string(differing) +
                           " of " + std::to_string(count) + " differ)";
  if (count <= 32) {
    return Mismatch{what, summarize(expected), summarize(actual)};
  }
  return Mismatch{what, one_line(write_element(tensor, first)), one_line(write_element(actual, first))};
}

std::vector<ExpectedOutput> expected_outputs(const om_operator* op, const Case& one_case) {
  std::vector<ExpectedOutput> outputs;
  for (const Argument& argument : one_case.outputs) {
    const auto position = static_cast<size_t>(output_position(op, one_case.opset, argument.name).value_or(0));
    for (size_t i = 0; i < argument.tensors.size(); ++i) {
      if (argument.tensors[i]) {
        const std::string index = argument.is_variadic ? '[' + std::to_string(i) + ']' : "";
        outputs.push_back({argument.name + index, position + i, &*argument.tensors[i]});
      }
    }
  }
  return outputs;
}

std::string describe_error(const ExpectedError& error) {
  std::string text;
  for (const std::string* part : {&error.status, &error.reason}) {
    text += (text.empty() || part->empty() ? "" : " ") + *part;
  }
  return text + (error.node.empty() ? "" : " at node '" + error.node + '\'');
}

ExpectedError told_error(const Failure& failure) {
  const char* status = om_status_name(failure.status);
  return {status == nullptr ? std::to_string(failure.status) : status, failure.reason, failure.node};
}

bool is_told(const ExpectedError& error, const ExpectedError& expected) {
  const auto agrees = [](const std::string& wanted, const std::string& told) {
    return wanted.empty() || wanted == told;
  };
  return agrees(expected.status, error.status) && agrees(expected.reason, error.reason) &&
         agrees(expected.node, error.node);
}

std::optional<Mismatch> compare_error(const std::optional<ExpectedError>& expected, const Outcome& outcome) {
  const std::string expected_text = expected ? describe_error(*expected) : "success";
  if (!outcome.failure) {
    const std::string actual = outcome.outputs.empty() ? "success" : "success: " + summarize(outcome.outputs.front());
    return expected ? std::optional(Mismatch{"the call", expected_text, actual}) : std::nullopt;
  }
  const ExpectedError told = told_error(*outcome.failure);
  if (expected && is_told(told, *expected)) {
    return std::nullopt;
  }
  return Mismatch{"the call", expected_text, describe_error(told) + ": " + outcome.failure->message};
}

std::vector<Mismatch> compare_outcome(const om_operator* op, const Case& one_case, const Outcome& outcome,
                                      Compared compared) {
  std::vector<Mismatch> mismatches;
  if (auto mismatch = compare_error(one_case.error, outcome)) {
    return {std::move(*mismatch)};
  }
  for (const ExpectedOutput& output : expected_outputs(op, one_case)) {
    if (auto mismatch = compare_tensors(output.name, *output.tensor, outcome.outputs.at(output.position), compared)) {
      mismatches.push_back(std::move(*mismatch));
    }
  }
  return mismatches;
}

std::string summarize(const WrittenTensor& written, size_t width) {
  const bool is_listed = written.sha256.empty() && written.generator.empty();
  const auto listed = static_cast<int64_t>(written.tensor.bytes.size() + written.tensor.strings.size());
  const int64_t count = element_count(written.tensor.shape).value_or(0);
  std::string data;
  if (!is_listed) {
    data = one_line(write_tensor(written).at("data"));
  } else if (listed == 0 && count > 0) {
    return type_and_shape(written.tensor);
  } else {
    data = "[";
    for (int64_t i = 0; i < count; ++i) {
      if (data.size() > width) {
        data += ", ...";
        break;
      }
      data += (i == 0 ? "" : ", ") + one_line(write_element(written.tensor, i));
    }
    data += ']';
  }
  return type_and_shape(written.tensor) + ' ' + data;
}

std::string summarize(const Tensor& tensor, size_t width) { return summarize(WrittenTensor{tensor, "", ""}, width); }

}  // namespace onemodel::corpus
