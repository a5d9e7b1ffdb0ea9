#include "cli/tensor_argument.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "corpus/case_file.h"

namespace onemodel::cli {

namespace {

using corpus::Json;
using corpus::JsonCursor;
using corpus::JsonError;
using corpus::Tensor;

// The extents that nested arrays have, by their first elements.
std::vector<int64_t> nested_shape(const JsonCursor& cursor) {
  std::vector<int64_t> shape;
  for (const Json* inner = &cursor.value(); inner->is_array(); inner = &inner->front()) {
    if (shape.size() == OM_MAX_RANK) {
      cursor.fail("arrays are nested deeper than " + std::to_string(OM_MAX_RANK));
    }
    shape.push_back(static_cast<int64_t>(inner->size()));
    if (inner->empty()) {
      break;
    }
  }
  return shape;
}

void flatten(const JsonCursor& cursor, const std::vector<int64_t>& shape, size_t axis,
             std::vector<JsonCursor>& leaves) {
  if (axis == shape.size()) {
    if (cursor.value().is_structured()) {
      cursor.fail("the arrays have different depths");
    }
    leaves.push_back(cursor);
    return;
  }
  if (!cursor.value().is_array() || cursor.value().size() != static_cast<size_t>(shape[axis])) {
    cursor.fail("expected an array of " + std::to_string(shape[axis]) + " elements, as the first of its kind has");
  }
  for (const JsonCursor& element : cursor.elements()) {
    flatten(element, shape, axis + 1, leaves);
  }
}

om_type type_of(const std::vector<JsonCursor>& leaves) {
  const auto all = [&](auto is_kind) {
    return std::all_of(leaves.begin(), leaves.end(), [&](const JsonCursor& leaf) { return is_kind(leaf.value()); });
  };
  // An empty list is more often one of axes or indices than of numbers.
  if (all([](const Json& value) { return value.is_number_integer(); })) {
    return OM_INT64;
  }
  if (all([](const Json& value) { return value.is_number(); })) {
    return OM_FLOAT32;
  }
  if (all([](const Json& value) { return value.is_boolean(); })) {
    return OM_BOOL;
  }
  if (all([](const Json& value) { return value.is_string(); })) {
    return OM_STRING;
  }
  throw JsonError("", "the elements must be all numbers, all true or false, or all strings");
}

uint64_t get_int64_bits(const JsonCursor& cursor) {
  const Json& value = cursor.value();
  if (value.is_number_unsigned() && value.get<uint64_t>() > uint64_t{INT64_MAX}) {
    cursor.fail(value.dump() + " is out of range of int64");
  }
  return value.get<uint64_t>();
}

float get_float(const JsonCursor& cursor) {
  if (!cursor.value().is_number()) {
    cursor.fail("expected a number");
  }
  const double value = cursor.value().get<double>();
  if (std::abs(value) > std::numeric_limits<float>::max()) {
    cursor.fail(cursor.value().dump() + " is out of range of float32");
  }
  return static_cast<float>(value);
}

Tensor nested_tensor(const JsonCursor& cursor, const std::string& text) {
  const std::vector<int64_t> shape = nested_shape(cursor);
  std::vector<JsonCursor> leaves;
  flatten(cursor, shape, 0, leaves);
  const om_type type = type_of(leaves);
  // Integers of more than 64 bits are read as floating-point numbers.
  if (type == OM_FLOAT32 && text.find_first_of(".eE") == std::string::npos) {
    cursor.fail("an integer is out of range of int64");
  }
  Tensor tensor = corpus::make_zeros(type, shape);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const JsonCursor& leaf = leaves[i];
    const auto index = static_cast<int64_t>(i);
    if (tensor.type == OM_INT64) {
      corpus::set_component_bits(tensor, index, get_int64_bits(leaf));
    } else if (tensor.type == OM_FLOAT32) {
      corpus::set_component_bits(tensor, index, std::bit_cast<uint32_t>(get_float(leaf)));
    } else if (tensor.type == OM_BOOL) {
      corpus::set_component_bits(tensor, index, leaf.value().get<bool>() ? 1 : 0);
    } else {
      tensor.strings[i] = leaf.text();
    }
  }
  return tensor;
}

std::string contents_of(const std::string& text) {
  if (text.starts_with('@')) {
    return corpus::read_file(text.substr(1));
  }
  return text.ends_with(".json") ? corpus::read_file(text) : text;
}

// Text that is no JSON is taken as a string.
Json parse_value(const std::string& text) {
  try {
    return corpus::parse_json(text);
  } catch (const JsonError&) {
    return text;
  }
}

om_attribute_kind kind_of(const Json& value) {
  if (value.is_object()) {
    return OM_ATTRIBUTE_TENSOR;
  }
  const bool is_list = value.is_array();
  const Json first = is_list && !value.empty() ? value.front() : is_list ? Json(0) : value;
  if (first.is_string()) {
    return is_list ? OM_ATTRIBUTE_STRINGS : OM_ATTRIBUTE_STRING;
  }
  if (first.is_number_float()) {
    return is_list ? OM_ATTRIBUTE_FLOATS : OM_ATTRIBUTE_FLOAT;
  }
  return is_list ? OM_ATTRIBUTE_INTS : OM_ATTRIBUTE_INT;
}

template <typename Element>
Element get(const JsonCursor& cursor) {
  if constexpr (std::is_same_v<Element, std::string>) {
    return cursor.text();
  } else if constexpr (std::is_same_v<Element, float>) {
    return get_float(cursor);
  } else {
    return corpus::read_int64(cursor);
  }
}

template <typename Element>
std::vector<Element> get_list(const JsonCursor& cursor) {
  std::vector<Element> list;
  for (const JsonCursor& element : cursor.elements()) {
    list.push_back(get<Element>(element));
  }
  return list;
}

}  // namespace

NamedText parse_named_text(const std::string& argument) {
  const size_t equals = argument.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw JsonError(argument, "expected name=value");
  }
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

std::optional<Tensor> parse_tensor(const std::string& text) {
  if (text.empty() || text == "null") {
    return std::nullopt;
  }
  const std::string contents = contents_of(text);
  const Json json = corpus::parse_json(contents);
  const JsonCursor cursor(json);
  if (json.is_object()) {
    return corpus::read_tensor(cursor, corpus::AllowDigest::no).tensor;
  }
  return nested_tensor(cursor, contents);
}

corpus::AttributeValue parse_attribute(const std::string& text, om_attribute_kind kind) {
  const std::string contents = contents_of(text);
  const Json json = parse_value(contents);
  const JsonCursor cursor(json);
  const bool is_tensor = cursor.has("type") && cursor.has("data");
  if (json.is_object() && !is_tensor) {
    return corpus::read_attribute_value(cursor);
  }
  switch (kind == 0 ? kind_of(json) : kind) {
    case OM_ATTRIBUTE_INT:
      return get<int64_t>(cursor);
    case OM_ATTRIBUTE_INTS:
      return get_list<int64_t>(cursor);
    case OM_ATTRIBUTE_FLOAT:
      return get<float>(cursor);
    case OM_ATTRIBUTE_FLOATS:
      return get_list<float>(cursor);
    case OM_ATTRIBUTE_STRING:
      return json.is_string() ? cursor.text() : text;
    case OM_ATTRIBUTE_STRINGS:
      return get_list<std::string>(cursor);
    default:
      return is_tensor ? corpus::read_tensor(cursor, corpus::AllowDigest::no)
                       : corpus::WrittenTensor{nested_tensor(cursor, contents), "", ""};
  }
}

}  // namespace onemodel::cli
