// A case of one operator; the format is in conformance/README.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "corpus/tensor_json.h"

namespace onemodel::corpus {

// What an attribute holds. The alternatives stand in the order of om_attribute_kind.
using AttributeValue = std::variant<int64_t, std::vector<int64_t>, float, std::vector<float>, std::string,
                                    std::vector<std::string>, WrittenTensor>;
om_attribute_kind attribute_kind(const AttributeValue& value);

// Reads {"int": 1}. Throws JsonError.
AttributeValue read_attribute_value(const JsonCursor& cursor);

struct Attribute {
  std::string name;
  AttributeValue value;
};

// What stands under one name in "inputs" or "outputs".
struct Argument {
  std::string name;
  bool is_variadic = false;                           // written as an array
  std::vector<std::optional<WrittenTensor>> tensors;  // one, or for a variadic argument any number; nothing is null
};

struct ExpectedError {
  std::string status;  // as om_status_name has it
  std::string reason;
  std::string node{};  // the name of the node that the error of a graph tells; "" if that is not said

  bool operator==(const ExpectedError&) const = default;
};

// How ONNX Runtime departs from the case.
struct OnnxRuntimeNote {
  std::string kind;  // "differs", "no_kernel" or "not_run"
  std::string text;
  std::optional<std::vector<Argument>> outputs;  // what it gives
  std::optional<std::string> error;              // how it refuses
};

struct Case {
  std::string id;
  int64_t opset = 0;
  std::vector<std::string> rules;
  std::string basis;
  std::string note;
  std::vector<Attribute> attributes;
  std::vector<Argument> inputs;
  std::vector<Argument> outputs;       // empty if error is given
  std::optional<ExpectedError> error;  // the call must be refused
  std::optional<int64_t> output_count;
  std::optional<OnnxRuntimeNote> onnxruntime;
};

// The arguments as JSON: {"output": {...}}.
Json write_arguments(const std::vector<Argument>& arguments);
std::vector<Argument> read_arguments(const JsonCursor& cursor, AllowDigest allow_digest);

// Reads a case of the operator whose cases stand in <stem>.json. Throws JsonError.
Case read_case(const JsonCursor& cursor, const std::string& stem);

// The case's members in canonical order; an optional member that is empty is left out.
Json write_case(const Case& one_case);

}  // namespace onemodel::corpus
