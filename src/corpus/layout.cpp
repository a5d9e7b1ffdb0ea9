#include "corpus/layout.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "corpus/number.h"

namespace onemodel::corpus {

namespace {

size_t column(const std::string& text) {
  const size_t line_start = text.rfind('\n');
  return text.size() - (line_start == std::string::npos ? 0 : line_start + 1);
}

bool fits(const std::string& text, const std::string& addition) {
  return column(text) + addition.size() + 1 <= kLineWidth;
}

void append_line_break(std::string& text, size_t indent) { text.append(1, '\n').append(indent, ' '); }

// Whether the elements of the array are numbers, strings and the like, or pairs of them: many stand on one line.
bool has_small_elements(const Json& array) {
  return std::all_of(array.begin(), array.end(), [](const Json& element) {
    return element.is_primitive() || (element.is_array() && element.size() <= 2);
  });
}

// Fills lines with elements, between lines with the brackets.
void append_filled(std::string& text, const Json& array, size_t indent) {
  text += '[';
  append_line_break(text, indent + 2);
  for (auto element = array.begin(); element != array.end(); ++element) {
    const std::string line = one_line(*element);
    if (element != array.begin()) {
      text += ',';
      if (fits(text, ' ' + line)) {
        text += ' ';
      } else {
        append_line_break(text, indent + 2);
      }
    }
    text += line;
  }
  append_line_break(text, indent);
  text += ']';
}

// Elements and members stand below each other, right of the bracket.
void append_elements(std::string& text, const Json& array) {
  text += '[';
  const size_t indent = column(text);
  for (auto element = array.begin(); element != array.end(); ++element) {
    if (element != array.begin()) {
      text += ',';
      append_line_break(text, indent);
    }
    append_layout(text, *element, indent);
  }
  text += ']';
}

bool is_tensor(const Json& object) {
  return object.size() == 3 && object.contains("type") && object.contains("shape") && object.contains("data") &&
         object["data"].is_array();
}

// A long tensor keeps type and shape on its first line.
void append_tensor(std::string& text, const Json& tensor, size_t indent) {
  text += R"({"type": )" + one_line(tensor["type"]) + R"(, "shape": )" + one_line(tensor["shape"]) + R"(, "data": )";
  append_filled(text, tensor["data"], indent);
  text += '}';
}

void append_members(std::string& text, const Json& object) {
  text += '{';
  const size_t indent = column(text);
  bool is_first = true;
  for (const auto& [key, value] : object.items()) {
    if (!is_first) {
      text += ',';
      append_line_break(text, indent);
    }
    is_first = false;
    text += Json(key).dump() + ": ";
    append_layout(text, value, indent);
  }
  text += '}';
}

}  // namespace

std::string one_line(const Json& value) {
  std::string text;
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      text += (text.empty() ? "" : ", ") + Json(key).dump() + ": " + one_line(member);
    }
    return '{' + text + '}';
  }
  if (value.is_array()) {
    for (const Json& element : value) {
      text += (text.empty() ? "" : ", ") + one_line(element);
    }
    return '[' + text + ']';
  }
  return value.is_number_float() ? number_text(value.get<double>()) : value.dump();
}

void append_layout(std::string& text, const Json& value, size_t indent) {
  const std::string line = one_line(value);
  if (value.is_primitive() || value.empty() || fits(text, line)) {
    text += line;
  } else if (value.is_array()) {
    has_small_elements(value) ? append_filled(text, value, indent) : append_elements(text, value);
  } else if (is_tensor(value)) {
    append_tensor(text, value, indent);
  } else {
    append_members(text, value);
  }
}

}  // namespace onemodel::corpus
