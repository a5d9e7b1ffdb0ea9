#include "corpus/case.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "corpus/layout.h"

namespace onemodel::corpus {

namespace {

constexpr const char* kSchema = "../schema/operators.schema.json";

// In the order of om_attribute_kind.
constexpr std::array<const char*, 7> kAttributeKinds = {"int",    "ints",    "float", "floats",
                                                        "string", "strings", "tensor"};

bool is_lower_or_digit(char character) {
  return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
}

// Words of a-z and 0-9 joined by single marks.
bool is_slug(std::string_view text, std::string_view marks) {
  bool after_mark = true;
  for (const char character : text) {
    const bool is_mark = marks.find(character) != std::string_view::npos;
    if (is_mark == after_mark && (is_mark || !is_lower_or_digit(character))) {
      return false;
    }
    if (!is_mark && !is_lower_or_digit(character)) {
      return false;
    }
    after_mark = is_mark;
  }
  return !after_mark;
}

std::string read_slug(const JsonCursor& cursor) {
  std::string text = cursor.text();
  if (!is_slug(text, "-")) {
    cursor.fail('"' + text + "\" is not a slug: words of a-z and 0-9 joined by -");
  }
  return text;
}

std::string read_sentence(const JsonCursor& cursor) {
  std::string text = cursor.text();
  if (text.empty() || text.find('\n') != std::string::npos) {
    cursor.fail("expected a text of one line");
  }
  return text;
}

template <typename Value, typename Read>
std::vector<Value> read_list(const JsonCursor& cursor, Read read) {
  std::vector<Value> values;
  for (const JsonCursor& element : cursor.elements()) {
    values.push_back(read(element));
  }
  return values;
}

template <typename Value, typename Write>
Json write_list(const std::vector<Value>& values, Write write) {
  Json list = Json::array();
  for (const Value& value : values) {
    list.push_back(write(value));
  }
  return list;
}

struct AttributeWriter {
  Json operator()(int64_t value) const { return write_int64(value); }
  Json operator()(const std::vector<int64_t>& values) const { return write_list(values, write_int64); }
  Json operator()(float value) const { return write_float32(value); }
  Json operator()(const std::vector<float>& values) const { return write_list(values, write_float32); }
  Json operator()(const std::string& bytes) const { return write_bytes(bytes); }
  Json operator()(const std::vector<std::string>& strings) const { return write_list(strings, write_bytes); }
  Json operator()(const WrittenTensor& tensor) const { return write_tensor(tensor); }
};

std::optional<WrittenTensor> read_optional_tensor(const JsonCursor& cursor, AllowDigest allow_digest) {
  if (cursor.value().is_null()) {
    return std::nullopt;
  }
  return read_tensor(cursor, allow_digest);
}

Json write_optional_tensor(const std::optional<WrittenTensor>& tensor) {
  return tensor ? write_tensor(*tensor) : Json();
}

ExpectedError read_expected_error(const JsonCursor& cursor) {
  cursor.require_keys({"status", "reason"}, {});
  ExpectedError error;
  error.status = cursor.at("status").text();
  error.reason = cursor.at("reason").text();
  if (!is_slug(error.reason, "._")) {
    cursor.at("reason").fail('"' + error.reason + "\" is not a reason: words of a-z and 0-9 joined by . and _");
  }
  return error;
}

OnnxRuntimeNote read_onnxruntime(const JsonCursor& cursor) {
  OnnxRuntimeNote note;
  for (const char* kind : {"differs", "no_kernel", "not_run"}) {
    if (cursor.has(kind)) {
      note.kind = kind;
      break;
    }
  }
  if (note.kind.empty()) {
    cursor.fail("expected one of differs, no_kernel, not_run");
  }
  if (note.kind == "differs") {
    cursor.require_keys({"differs"}, {"outputs", "error"});
  } else {
    cursor.require_keys({note.kind.c_str()}, {});
  }
  note.text = read_sentence(cursor.at(note.kind.c_str()));
  if (cursor.has("outputs") && cursor.has("error")) {
    cursor.fail("outputs and error exclude each other");
  }
  if (cursor.has("outputs")) {
    note.outputs = read_arguments(cursor.at("outputs"), AllowDigest::yes);
  }
  if (cursor.has("error")) {
    note.error = read_sentence(cursor.at("error"));
  }
  return note;
}

Json write_onnxruntime(const OnnxRuntimeNote& note) {
  Json json = Json::object({{note.kind, note.text}});
  if (note.outputs) {
    json["outputs"] = write_arguments(*note.outputs);
  }
  if (note.error) {
    json["error"] = *note.error;
  }
  return json;
}

Case read_case(const JsonCursor& cursor, const std::string& file_stem) {
  cursor.require_keys({"id", "opset", "basis", "inputs"},
                      {"rules", "note", "attributes", "outputs", "error", "output_count", "onnxruntime"});
  Case one_case;
  one_case.id = cursor.at("id").text();
  const std::string prefix = file_stem + '/';
  if (!one_case.id.starts_with(prefix) || !is_slug(one_case.id.substr(prefix.size()), "-")) {
    cursor.at("id").fail("expected \"" + prefix + "\" and words of a-z and 0-9 joined by -");
  }
  one_case.opset = cursor.at("opset").integer(0, std::numeric_limits<int32_t>::max());
  if (cursor.has("rules")) {
    one_case.rules = read_list<std::string>(cursor.at("rules"), read_slug);
  }
  one_case.basis = cursor.at("basis").text();
  if (one_case.basis != "onnx" && one_case.basis != "onnxruntime" && one_case.basis != "spec") {
    cursor.at("basis").fail("expected onnx, onnxruntime or spec");
  }
  if (cursor.has("note")) {
    one_case.note = read_sentence(cursor.at("note"));
  }
  if (cursor.has("attributes")) {
    for (const auto& [name, value] : cursor.at("attributes").members()) {
      one_case.attributes.push_back({name, read_attribute_value(value)});
    }
  }
  one_case.inputs = read_arguments(cursor.at("inputs"), AllowDigest::no);
  if (cursor.has("outputs") == cursor.has("error")) {
    cursor.fail("expected outputs or error");
  }
  if (cursor.has("outputs")) {
    one_case.outputs = read_arguments(cursor.at("outputs"), AllowDigest::yes);
  } else {
    one_case.error = read_expected_error(cursor.at("error"));
  }
  if (cursor.has("output_count")) {
    if (!one_case.error) {
      cursor.at("output_count").fail("the outputs that are listed are asked for");
    }
    one_case.output_count = cursor.at("output_count").integer(0, std::numeric_limits<int32_t>::max());
  }
  if (cursor.has("onnxruntime")) {
    one_case.onnxruntime = read_onnxruntime(cursor.at("onnxruntime"));
  }
  return one_case;
}

// The case's members in canonical order; an optional member that is empty is left out.
Json write_case(const Case& one_case) {
  Json json = Json::object({{"id", one_case.id}, {"opset", one_case.opset}});
  if (!one_case.rules.empty()) {
    json["rules"] = one_case.rules;
  }
  json["basis"] = one_case.basis;
  if (!one_case.note.empty()) {
    json["note"] = one_case.note;
  }
  for (const Attribute& attribute : one_case.attributes) {
    const char* kind = kAttributeKinds[attribute.value.index()];
    json["attributes"][attribute.name] = Json::object({{kind, std::visit(AttributeWriter{}, attribute.value)}});
  }
  json["inputs"] = write_arguments(one_case.inputs);
  if (one_case.error) {
    json["error"] = {{"status", one_case.error->status}, {"reason", one_case.error->reason}};
  } else {
    json["outputs"] = write_arguments(one_case.outputs);
  }
  if (one_case.output_count) {
    json["output_count"] = *one_case.output_count;
  }
  if (one_case.onnxruntime) {
    json["onnxruntime"] = write_onnxruntime(*one_case.onnxruntime);
  }
  return json;
}

// What names the case stands on its first line, then each member begins its own.
void append_case(std::string& text, const Json& one_case, size_t indent) {
  text += '{';
  for (const auto& [key, value] : one_case.items()) {
    const bool is_heading = key == "id" || key == "opset" || key == "rules" || key == "basis";
    if (key != "id") {
      text += ',';
      text += is_heading ? " " : '\n' + std::string(indent + 1, ' ');
    }
    text += Json(key).dump() + ": ";
    // After the last member come the bracket and a comma.
    append_layout(text, value, indent + 1, &value == &one_case.back() ? 2 : 1);
  }
  text += '}';
}

}  // namespace

om_attribute_kind attribute_kind(const AttributeValue& value) {
  return static_cast<om_attribute_kind>(value.index()) + OM_ATTRIBUTE_INT;
}

AttributeValue read_attribute_value(const JsonCursor& cursor) {
  const auto members = cursor.members();
  if (members.size() == 1) {
    const auto& [kind, value] = members.front();
    if (kind == "int") {
      return read_int64(value);
    }
    if (kind == "ints") {
      return read_list<int64_t>(value, read_int64);
    }
    if (kind == "float") {
      return read_float32(value);
    }
    if (kind == "floats") {
      return read_list<float>(value, read_float32);
    }
    if (kind == "string") {
      return read_bytes(value);
    }
    if (kind == "strings") {
      return read_list<std::string>(value, read_bytes);
    }
    if (kind == "tensor") {
      return read_tensor(value, AllowDigest::no);
    }
  }
  cursor.fail("expected an object with one of int, ints, float, floats, string, strings, tensor");
}

std::string to_string(const Problem& problem) {
  std::string text = problem.file;
  for (const std::string* part : {&problem.case_id, &problem.path, &problem.message}) {
    if (!part->empty()) {
      text += ": " + *part;
    }
  }
  return text;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream contents;
  // Inserting no characters, of an empty file, would count as a failure.
  const bool is_empty = stream.is_open() && stream.peek() == std::ifstream::traits_type::eof() && !stream.bad();
  if (std::filesystem::is_directory(path) || (!is_empty && !(contents << stream.rdbuf()))) {
    throw FileError("cannot read " + path.string());
  }
  return contents.str();
}

void write_file(const std::filesystem::path& path, std::string_view contents) {
  std::ofstream stream(path, std::ios::binary);
  stream << contents;
  stream.close();
  if (!stream) {
    throw FileError("cannot write " + path.string());
  }
}

std::vector<Argument> read_arguments(const JsonCursor& cursor, AllowDigest allow_digest) {
  std::vector<Argument> arguments;
  for (const auto& [name, value] : cursor.members()) {
    Argument argument{name, value.value().is_array(), {}};
    if (argument.is_variadic) {
      for (const JsonCursor& element : value.elements()) {
        argument.tensors.push_back(read_optional_tensor(element, allow_digest));
      }
    } else {
      argument.tensors.push_back(read_optional_tensor(value, allow_digest));
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

Json write_arguments(const std::vector<Argument>& arguments) {
  Json json = Json::object();
  for (const Argument& argument : arguments) {
    json[argument.name] = argument.is_variadic ? write_list(argument.tensors, write_optional_tensor)
                                               : write_optional_tensor(argument.tensors.front());
  }
  return json;
}

CaseFile parse_case_file(const std::filesystem::path& path, std::string_view text, std::vector<Problem>& problems) {
  CaseFile file{path, "", {}};
  const std::string stem = path.stem().string();
  const auto report = [&](const std::string& case_id, const JsonError& error) {
    problems.push_back({path.string(), case_id, error.path(), error.what()});
  };
  try {
    const Json json = parse_json(text);
    const JsonCursor root(json);
    root.require_keys({"operator", "cases"}, {"$schema"});
    if (root.has("$schema") && root.at("$schema").text() != kSchema) {
      root.at("$schema").fail(std::string("expected \"") + kSchema + '"');
    }
    file.operator_name = root.at("operator").text();
    if (case_file_stem(file.operator_name) != stem) {
      root.at("operator")
          .fail("the cases of " + file.operator_name + " belong into " + case_file_stem(file.operator_name) + ".json");
    }
    for (const JsonCursor& element : root.at("cases").elements()) {
      const bool has_id = element.has("id") && element.value()["id"].is_string();
      const std::string id = has_id ? element.value()["id"].get<std::string>() : element.path();
      try {
        file.cases.push_back(read_case(JsonCursor(element.value()), stem));
      } catch (const JsonError& error) {
        report(id, error);
      }
    }
  } catch (const JsonError& error) {
    report("", error);
  }
  return file;
}

std::string format_case_file(const CaseFile& file) {
  std::string text = "{\n  \"$schema\": " + Json(kSchema).dump() +
                     ",\n  \"operator\": " + Json(file.operator_name).dump() + ",\n  \"cases\": [";
  std::string separator;
  for (const Case& one_case : file.cases) {
    text += separator + "\n    ";
    append_case(text, write_case(one_case), 4);
    separator = ",";
  }
  return text + "\n  ]\n}\n";
}

std::vector<std::filesystem::path> find_case_files(const std::vector<std::filesystem::path>& paths) {
  std::set<std::filesystem::path> files;
  std::set<std::filesystem::path> canonical_paths;  // of the files: one that is named twice is taken once
  const auto add = [&](const std::filesystem::path& path) {
    if (canonical_paths.insert(std::filesystem::canonical(path)).second) {
      files.insert(path);
    }
  };
  for (const std::filesystem::path& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      if (!std::filesystem::exists(path)) {
        throw FileError("there is no file or folder " + path.string());
      }
      add(path);
      continue;
    }
    const std::filesystem::path operators = path / "operators";
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::is_directory(operators) ? operators : path)) {
      if (entry.path().extension() == ".json") {
        add(entry.path());
      }
    }
  }
  if (files.empty()) {
    throw FileError("there are no case files in " + (paths.empty() ? "." : paths.front().string()));
  }
  return {files.begin(), files.end()};
}

std::string case_file_stem(std::string_view operator_name) {
  const auto is_upper = [](char character) { return character >= 'A' && character <= 'Z'; };
  std::string stem;
  for (size_t i = 0; i < operator_name.size(); ++i) {
    const char character = operator_name[i];
    if (!is_upper(character)) {
      stem += character;
      continue;
    }
    // A capital begins a word after a lower-case letter, unless it is the last letter (TopK is topk).
    if (i > 0 && !is_upper(operator_name[i - 1]) && i + 1 < operator_name.size()) {
      stem += '_';
    }
    stem += static_cast<char>(character - 'A' + 'a');
  }
  return stem;
}

}  // namespace onemodel::corpus
