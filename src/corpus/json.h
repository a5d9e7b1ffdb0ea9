// Strict reading of JSON: where a value stands, and what is wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onemodel::corpus {

using Json = nlohmann::ordered_json;  // who uses more than the name includes <nlohmann/json.hpp>

// Something in a JSON text that is not as it must be: where it stands ("inputs.data.shape[0]") and what is wrong.
class JsonError : public std::runtime_error {
 public:
  JsonError(std::string path, const std::string& message) : std::runtime_error(message), path_(std::move(path)) {}
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Parses a JSON text. Comments, duplicate keys, text after the end and more than 64 levels of
// nesting are errors. Throws JsonError.
Json parse_json(std::string_view text);

// Whether the bytes are UTF-8 and so may stand in a JSON string.
bool is_utf8(const std::string& bytes);

// A value in a JSON document that knows its path. Every function but the is_* throws JsonError if the value is another.
class JsonCursor {
 public:
  explicit JsonCursor(const Json& value, std::string path = "") : value_(&value), path_(std::move(path)) {}

  const Json& value() const { return *value_; }
  const std::string& path() const { return path_; }
  [[noreturn]] void fail(const std::string& message) const { throw JsonError(path_, message); }

  bool has(const char* key) const;
  JsonCursor at(const char* key) const;
  JsonCursor at(size_t index) const;

  // The members of an object, in the order of the text.
  std::vector<std::pair<std::string, JsonCursor>> members() const;
  std::vector<JsonCursor> elements() const;
  std::string text() const;
  int64_t integer(int64_t minimum, int64_t maximum) const;

  // Requires an object with no other keys than these.
  void require_keys(std::initializer_list<const char*> required, std::initializer_list<const char*> optional) const;

 private:
  const Json* value_;
  std::string path_;
};

}  // namespace onemodel::corpus
