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

bool fits(const std::string& text, const std::string& addition, size_t trailing) {
  return column(text) + addition.size() + trailing <= kLineWidth;
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
      if (fits(text, ' ' + line, 1)) {
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

// Elements stand below each other, right of the bracket.
void append_elements(std::string& text, const Json& array, size_t trailing) {
  text += '[';
  const size_t indent = column(text);
  for (size_t i = 0; i < array.size(); ++i) {
    const bool is_last = i + 1 == array.size();
    append_layout(text, array[i], indent, is_last ? trailing + 1 : 1);
    if (!is_last) {
      text += ',';
      append_line_break(text, indent);
    }
  }
  text += ']';
}

bool is_tensor(const Json& object) {
  return object.size() == 3 && object.contains("type") && object.contains("shape") && object.contains("data") &&
         object["data"].is_array();
}

// The elements stand on a line of their own if they fit there; else they fill lines, and type and shape keep the first.
void append_tensor(std::string& text, const Json& tensor, size_t indent, size_t trailing) {
  text += '{';
  const size_t member_indent = column(text);
  text += R"("type": )" + one_line(tensor["type"]) + R"(, "shape": )" + one_line(tensor["shape"]) + ',';
  const std::string data = R"("data": )" + one_line(tensor["data"]);
  if (member_indent + data.size() + 1 + trailing <= kLineWidth) {
    append_line_break(text, member_indent);
    text += data;
  } else {
    text += R"( "data": )";
    append_filled(text, tensor["data"], indent);
  }
  text += '}';
}

// Members stand below each other, right of the bracket.
void append_members(std::string& text, const Json& object, size_t trailing) {
  text += '{';
  const size_t indent = column(text);
  size_t left = object.size();
  for (const auto& [key, value] : object.items()) {
    --left;
    text += Json(key).dump() + ": ";
    append_layout(text, value, indent, left == 0 ? trailing + 1 : 1);
    if (left > 0) {
      text += ',';
      append_line_break(text, indent);
    }
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

void append_layout(std::string& text, const Json& value, size_t indent, size_t trailing) {
  const std::string line = one_line(value);
  if (value.is_primitive() || value.empty() || fits(text, line, trailing)) {
    text += line;
  } else if (value.is_array()) {
    has_small_elements(value) ? append_filled(text, value, indent) : append_elements(text, value, trailing);
  } else if (is_tensor(value)) {
    append_tensor(text, value, indent, trailing);
  } else {
    append_members(text, value, trailing);
  }
}

}  // namespace onemodel::corpus
