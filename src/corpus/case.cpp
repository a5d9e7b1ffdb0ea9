#include "corpus/case.h"

#include <limits>

#include "corpus/case_json.h"

namespace onemodel::corpus {

namespace {

std::optional<WrittenTensor> read_optional_tensor(const JsonCursor& cursor, AllowDigest allow_digest) {
  if (cursor.value().is_null()) {
    return std::nullopt;
  }
  return read_tensor(cursor, allow_digest);
}

Json write_optional_tensor(const std::optional<WrittenTensor>& tensor) {
  return tensor ? write_tensor(*tensor) : Json();
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

}  // namespace

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

Case read_case(const JsonCursor& cursor, const std::string& stem) {
  cursor.require_keys({"id", "opset", "basis", "inputs"},
                      {"rules", "note", "attributes", "outputs", "error", "output_count", "onnxruntime"});
  Case one_case;
  one_case.id = read_id(cursor.at("id"), stem);
  one_case.opset = cursor.at("opset").integer(0, std::numeric_limits<int32_t>::max());
  if (cursor.has("rules")) {
    one_case.rules = read_list<std::string>(cursor.at("rules"), read_slug);
  }
  one_case.basis = read_basis(cursor.at("basis"));
  if (cursor.has("note")) {
    one_case.note = read_sentence(cursor.at("note"));
  }
  if (cursor.has("attributes")) {
    one_case.attributes = read_attributes(cursor.at("attributes"));
  }
  one_case.inputs = read_arguments(cursor.at("inputs"), AllowDigest::no);
  if (cursor.has("outputs") == cursor.has("error")) {
    cursor.fail("expected outputs or error");
  }
  if (cursor.has("outputs")) {
    one_case.outputs = read_arguments(cursor.at("outputs"), AllowDigest::yes);
  } else {
    one_case.error = read_expected_error(cursor.at("error"), AllowNode::no);
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

Json write_case(const Case& one_case) {
  Json json = Json::object({{"id", one_case.id}, {"opset", one_case.opset}});
  if (!one_case.rules.empty()) {
    json["rules"] = one_case.rules;
  }
  json["basis"] = one_case.basis;
  if (!one_case.note.empty()) {
    json["note"] = one_case.note;
  }
  if (!one_case.attributes.empty()) {
    json["attributes"] = write_attributes(one_case.attributes);
  }
  json["inputs"] = write_arguments(one_case.inputs);
  if (one_case.error) {
    json["error"] = write_expected_error(*one_case.error);
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

}  // namespace onemodel::corpus
