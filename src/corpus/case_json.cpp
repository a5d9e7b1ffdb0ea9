#include "corpus/case_json.h"

#include <array>

namespace onemodel::corpus {

namespace {

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

struct AttributeWriter {
  Json operator()(int64_t value) const { return write_int64(value); }
  Json operator()(const std::vector<int64_t>& values) const { return write_list(values, write_int64); }
  Json operator()(float value) const { return write_float32(value); }
  Json operator()(const std::vector<float>& values) const { return write_list(values, write_float32); }
  Json operator()(const std::string& bytes) const { return write_bytes(bytes); }
  Json operator()(const std::vector<std::string>& strings) const { return write_list(strings, write_bytes); }
  Json operator()(const WrittenTensor& tensor) const { return write_tensor(tensor); }
};

}  // namespace

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

std::string read_id(const JsonCursor& cursor, const std::string& stem) {
  std::string id = cursor.text();
  const std::string prefix = stem + '/';
  if (!id.starts_with(prefix) || !is_slug(id.substr(prefix.size()), "-")) {
    cursor.fail("expected \"" + prefix + "\" and words of a-z and 0-9 joined by -");
  }
  return id;
}

std::string read_basis(const JsonCursor& cursor) {
  std::string basis = cursor.text();
  if (basis != "onnx" && basis != "onnxruntime" && basis != "spec") {
    cursor.fail("expected onnx, onnxruntime or spec");
  }
  return basis;
}

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

std::vector<Attribute> read_attributes(const JsonCursor& cursor) {
  std::vector<Attribute> attributes;
  for (const auto& [name, value] : cursor.members()) {
    attributes.push_back({name, read_attribute_value(value)});
  }
  return attributes;
}

Json write_attributes(const std::vector<Attribute>& attributes) {
  Json json = Json::object();
  for (const Attribute& attribute : attributes) {
    const char* kind = kAttributeKinds[attribute.value.index()];
    json[attribute.name] = Json::object({{kind, std::visit(AttributeWriter{}, attribute.value)}});
  }
  return json;
}

ExpectedError read_expected_error(const JsonCursor& cursor, AllowNode allow_node) {
  if (allow_node == AllowNode::yes) {
    cursor.require_keys({"status", "reason"}, {"node"});
  } else {
    cursor.require_keys({"status", "reason"}, {});
  }
  ExpectedError error;
  error.status = cursor.at("status").text();
  error.reason = cursor.at("reason").text();
  if (!is_slug(error.reason, "._")) {
    cursor.at("reason").fail('"' + error.reason + "\" is not a reason: words of a-z and 0-9 joined by . and _");
  }
  if (cursor.has("node")) {
    error.node = read_sentence(cursor.at("node"));
  }
  return error;
}

Json write_expected_error(const ExpectedError& error) {
  Json json = Json::object({{"status", error.status}, {"reason", error.reason}});
  if (!error.node.empty()) {
    json["node"] = error.node;
  }
  return json;
}

}  // namespace onemodel::corpus
