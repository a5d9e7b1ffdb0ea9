#include "corpus/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace onemodel::corpus {

namespace {

// nlohmann's messages begin with an identifier in brackets that tells a reader nothing.
std::string without_identifier(const std::string& message) {
  const size_t end = message.find("] ");
  return message.starts_with("[json.exception") && end != std::string::npos ? message.substr(end + 2) : message;
}

// No document of ours nests nearly as deep; what works on values recurses.
constexpr int kMaxDepth = 64;

std::string quoted(const std::string& text) { return '"' + text + '"'; }

}  // namespace

Json parse_json(std::string_view text) {
  // The library keeps the last of several equal keys; here they are an error.
  std::vector<std::set<std::string>> open_objects;
  const auto check = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kMaxDepth) {
      throw JsonError("", "arrays and objects are nested deeper than " + std::to_string(kMaxDepth));
    }
    if (event == Json::parse_event_t::object_start) {
      open_objects.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      open_objects.pop_back();
    } else if (event == Json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!open_objects.back().insert(key).second) {
        throw JsonError("", "the key " + quoted(key) + " stands twice in one object");
      }
    }
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), check);
  } catch (const Json::exception& error) {
    throw JsonError("", without_identifier(error.what()));
  }
}

bool is_utf8(const std::string& bytes) {
  try {
    static_cast<void>(Json(bytes).dump());
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

bool JsonCursor::has(const char* key) const { return value_->is_object() && value_->contains(key); }

JsonCursor JsonCursor::at(const char* key) const {
  if (!value_->is_object()) {
    fail("expected an object");
  }
  const auto member = value_->find(key);
  if (member == value_->end()) {
    fail("the member " + quoted(key) + " is missing");
  }
  return JsonCursor(*member, path_.empty() ? key : path_ + '.' + key);
}

JsonCursor JsonCursor::at(size_t index) const {
  if (!value_->is_array()) {
    fail("expected an array");
  }
  if (index >= value_->size()) {
    fail("expected at least " + std::to_string(index + 1) + " elements");
  }
  return JsonCursor((*value_)[index], path_ + '[' + std::to_string(index) + ']');
}

std::vector<std::pair<std::string, JsonCursor>> JsonCursor::members() const {
  if (!value_->is_object()) {
    fail("expected an object");
  }
  std::vector<std::pair<std::string, JsonCursor>> members;
  for (const auto& [key, value] : value_->items()) {
    members.emplace_back(key, at(key.c_str()));
  }
  return members;
}

std::vector<JsonCursor> JsonCursor::elements() const {
  if (!value_->is_array()) {
    fail("expected an array");
  }
  std::vector<JsonCursor> elements;
  elements.reserve(value_->size());
  for (size_t i = 0; i < value_->size(); ++i) {
    elements.push_back(at(i));
  }
  return elements;
}

std::string JsonCursor::text() const {
  if (!value_->is_string()) {
    fail("expected a string");
  }
  return value_->get<std::string>();
}

int64_t JsonCursor::integer(int64_t minimum, int64_t maximum) const {
  if (!value_->is_number_integer()) {
    fail("expected an integer");
  }
  // A text is read as a signed number only if it has a minus sign.
  if (!value_->is_number_unsigned() && value_->get<int64_t>() == 0) {
    fail("-0 is not allowed");
  }
  const bool fits = value_->is_number_unsigned()
                        ? maximum >= 0 && value_->get<uint64_t>() <= static_cast<uint64_t>(maximum) &&
                              value_->get<int64_t>() >= minimum
                        : value_->get<int64_t>() >= minimum && value_->get<int64_t>() <= maximum;
  if (!fits) {
    fail(value_->dump() + " is not between " + std::to_string(minimum) + " and " + std::to_string(maximum));
  }
  return value_->get<int64_t>();
}

void JsonCursor::require_keys(std::initializer_list<const char*> required,
                              std::initializer_list<const char*> optional) const {
  if (!value_->is_object()) {
    fail("expected an object");
  }
  for (const char* key : required) {
    at(key);
  }
  const auto is_among = [](const std::string& key, std::initializer_list<const char*> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  for (const auto& [key, value] : value_->items()) {
    if (!is_among(key, required) && !is_among(key, optional)) {
      fail("the member " + quoted(key) + " is not known here");
    }
  }
}

}  // namespace onemodel::corpus
