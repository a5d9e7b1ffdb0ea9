// The cases of the corpus; the format is in conformance/README.md.
#pragma once

#include <filesystem>
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

struct CaseFile {
  std::filesystem::path path;
  std::string operator_name;
  std::vector<Case> cases;
};

// Something wrong with a file of the corpus.
struct Problem {
  std::string file;
  std::string case_id;  // "" if it is not about one case
  std::string path;     // JSON path inside the case or file; may be ""
  std::string message;
};
std::string to_string(const Problem& problem);  // "slice.json: slice/step-zero: inputs.data.shape[0]: ..."

// A file that cannot be read or written.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string read_file(const std::filesystem::path& path);                       // throws FileError
void write_file(const std::filesystem::path& path, std::string_view contents);  // throws FileError

// Reads the text of a file. Cases that are malformed are left out and appended to `problems`.
CaseFile parse_case_file(const std::filesystem::path& path, std::string_view text, std::vector<Problem>& problems);

// Writes a file in the canonical layout.
std::string format_case_file(const CaseFile& file);

// The arguments as JSON: {"output": {...}}.
Json write_arguments(const std::vector<Argument>& arguments);
std::vector<Argument> read_arguments(const JsonCursor& cursor, AllowDigest allow_digest);

// The case files that the paths name: files themselves; of a folder operators/*.json if there is such a subfolder, else
// *.json. Sorted by name. Throws FileError if there is none.
std::vector<std::filesystem::path> find_case_files(const std::vector<std::filesystem::path>& paths);

// The file name, without .json, of an operator's cases: "gather_nd" for GatherND.
std::string case_file_stem(std::string_view operator_name);

}  // namespace onemodel::corpus
