// The members that cases of operators and graphs share, as JSON. What reads throws JsonError.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"
#include "corpus/json.h"

namespace onemodel::corpus {

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

// Words of a-z and 0-9 joined by -.
std::string read_slug(const JsonCursor& cursor);

// A text of one line.
std::string read_sentence(const JsonCursor& cursor);

// "<stem>/" and a slug.
std::string read_id(const JsonCursor& cursor, const std::string& stem);

std::string read_basis(const JsonCursor& cursor);

std::vector<Attribute> read_attributes(const JsonCursor& cursor);
Json write_attributes(const std::vector<Attribute>& attributes);

// {"status": ..., "reason": ...}, of a graph also the node.
enum class AllowNode { no, yes };
ExpectedError read_expected_error(const JsonCursor& cursor, AllowNode allow_node);
Json write_expected_error(const ExpectedError& error);

}  // namespace onemodel::corpus
