// Tensors and attributes as a person types them.
#pragma once

#include <optional>
#include <string>

#include "corpus/case.h"

namespace onemodel::cli {

// Parses an argument of the form name=value. Throws JsonError.
struct NamedText {
  std::string name;
  std::string text;
};
NamedText parse_named_text(const std::string& argument);

// Parses a tensor: JSON as in the corpus; or a value or nested arrays of values, whose nesting is the shape, all
// integers (int64), numbers (float32), true and false (bool) or strings (string). "@file" and a path that ends in .json
// stand for the file's contents, "" and "null" for an input that is not given. Throws JsonError and FileError.
std::optional<corpus::Tensor> parse_tensor(const std::string& text);

// Parses the value of an attribute of this kind (0: not known, told by the value itself): JSON as in the corpus,
// {"ints": [1]}; or just the value; a string needs no quotes. Throws JsonError and FileError.
corpus::AttributeValue parse_attribute(const std::string& text, om_attribute_kind kind);

}  // namespace onemodel::cli
