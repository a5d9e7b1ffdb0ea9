#include "cli/tensor_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "corpus/layout.h"
#include "corpus/tensor_json.h"

namespace onemodel::cli {

namespace {

using corpus::Tensor;

constexpr int64_t kMostElements = 1000;

template <typename Number>
std::string shortest(Number value) {
  std::array<char, 64> buffer;
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), written.ptr);
}

float float16_value(uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10 & 0x1f);
  const auto fraction = static_cast<float>(bits & 0x3ff);
  float magnitude = 0;
  if (exponent == 0x1f) {
    magnitude = fraction == 0 ? INFINITY : NAN;
  } else {
    magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

std::string number_text(om_type type, uint64_t bits) {
  switch (type) {
    case OM_FLOAT64:
      return shortest(std::bit_cast<double>(bits));
    case OM_FLOAT32:
      return shortest(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    case OM_BFLOAT16:
      return shortest(std::bit_cast<float>(static_cast<uint32_t>(bits << 16)));
    default:
      return shortest(float16_value(bits));
  }
}

std::string element_text(const Tensor& tensor, int64_t index) {
  const corpus::ComponentType type = corpus::component_type(tensor.type);
  if (type.per_element == 2) {
    return '[' + number_text(type.type, corpus::component_bits(tensor, 2 * index)) + ", " +
           number_text(type.type, corpus::component_bits(tensor, 2 * index + 1)) + ']';
  }
  if (type.form == corpus::ElementForm::number || type.type == OM_FLOAT16 || type.type == OM_BFLOAT16) {
    return number_text(type.type, corpus::component_bits(tensor, index));
  }
  const corpus::Json element = corpus::write_element(tensor, index);
  const bool is_number_in_string =
      type.form == corpus::ElementForm::signed_integer || type.form == corpus::ElementForm::unsigned_integer;
  return is_number_in_string && element.is_string() ? element.get<std::string>() : corpus::one_line(element);
}

// Appends the values along `axis` from element `index` on, and moves it past them.
void append_values(std::string& text, const Tensor& tensor, size_t axis, int64_t& index) {
  if (axis == tensor.shape.size()) {
    text += element_text(tensor, index++);
    return;
  }
  const bool is_innermost = axis + 1 == tensor.shape.size();
  text += '[';
  for (int64_t i = 0; i < tensor.shape[axis]; ++i) {
    if (i > 0) {
      text += is_innermost ? ", " : ",\n" + std::string(axis + 1, ' ');
    }
    if (index >= kMostElements) {
      text += "...";
      break;
    }
    append_values(text, tensor, axis + 1, index);
  }
  text += ']';
}

}  // namespace

std::string tensor_text(const Tensor& tensor) {
  std::string text = om_type_name(tensor.type);
  text += " [";
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(tensor.shape[i]);
  }
  text += "]\n";
  if (corpus::element_count(tensor.shape) == 0) {
    return text + "(no elements)";
  }
  int64_t index = 0;
  append_values(text, tensor, 0, index);
  return text;
}

}  // namespace onemodel::cli
