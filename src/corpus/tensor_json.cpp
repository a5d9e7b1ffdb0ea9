#include "corpus/tensor_json.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "corpus/number.h"
#include "corpus/sha256.h"
#include "corpus/split_mix.h"

namespace onemodel::corpus {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

bool is_hexadecimal(std::string_view text) { return text.find_first_not_of(kDigits) == std::string_view::npos; }

std::string hexadecimal(uint64_t value, int64_t digits) {
  std::string text(static_cast<size_t>(digits), '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4) {
    *digit = kDigits[value & 15U];
  }
  return text;
}

int64_t digit_count(const ComponentType& type) { return std::max<int64_t>(1, type.bits / 4); }

// ---- Integers ----

struct IntegerRange {
  int64_t minimum = 0;  // of a signed type; 0 otherwise
  uint64_t maximum = 0;
};

IntegerRange integer_range(const ComponentType& type) {
  if (type.form == ElementForm::signed_integer) {
    const uint64_t maximum = (uint64_t{1} << (type.bits - 1)) - 1;
    return {-static_cast<int64_t>(maximum) - 1, maximum};
  }
  return {0, std::numeric_limits<uint64_t>::max() >> (64 - type.bits)};
}

// Reads an integer of at most 64 bits as two's complement; its sign is that of the text.
uint64_t read_integer(const JsonCursor& cursor, const ComponentType& type) {
  const IntegerRange range = integer_range(type);
  const auto refuse = [&](const std::string& text) {
    cursor.fail(text + " is not between " + std::to_string(range.minimum) + " and " + std::to_string(range.maximum));
  };
  if (!cursor.value().is_string()) {
    if (cursor.value().is_number_integer()) {
      const bool is_json_integer = cursor.value().is_number_unsigned()
                                       ? cursor.value().get<uint64_t>() <= static_cast<uint64_t>(kMaxJsonInteger)
                                       : cursor.value().get<int64_t>() >= -kMaxJsonInteger;
      if (!is_json_integer) {
        cursor.fail("an integer beyond 2^53-1 is written as a string");
      }
    }
    const int64_t value = cursor.integer(-kMaxJsonInteger, kMaxJsonInteger);
    if (value < range.minimum || (value > 0 && static_cast<uint64_t>(value) > range.maximum)) {
      refuse(std::to_string(value));
    }
    return static_cast<uint64_t>(value);
  }
  const std::string text = cursor.text();
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = std::string_view(text).substr(is_negative ? 1 : 0);
  uint64_t magnitude = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  const bool is_decimal =
      !digits.empty() && digits.front() != '0' && digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_decimal) {
    cursor.fail("\"" + text + "\" is not the decimal text of an integer");
  }
  const uint64_t limit = is_negative ? uint64_t{0} - static_cast<uint64_t>(range.minimum) : range.maximum;
  if (parsed.ec != std::errc() || magnitude > limit) {
    refuse(text);
  }
  if (magnitude <= static_cast<uint64_t>(kMaxJsonInteger)) {
    cursor.fail("an integer up to 2^53-1 is written as a number");
  }
  return is_negative ? uint64_t{0} - magnitude : magnitude;
}

Json write_signed(int64_t value) {
  if (value < -kMaxJsonInteger || value > kMaxJsonInteger) {
    return std::to_string(value);
  }
  return value;
}

Json write_unsigned(uint64_t value) {
  if (value > static_cast<uint64_t>(kMaxJsonInteger)) {
    return std::to_string(value);
  }
  return value;
}

// The `bits` low bits as a signed number.
int64_t sign_extended(uint64_t value, int64_t bits) {
  const auto unused = static_cast<int>(64 - bits);
  return std::bit_cast<int64_t>(value << unused) >> unused;
}

constexpr ComponentType kInt64{OM_INT64, ElementForm::signed_integer, 64, 1};
constexpr ComponentType kUint64{OM_UINT64, ElementForm::unsigned_integer, 64, 1};
constexpr ComponentType kFloat32{OM_FLOAT32, ElementForm::number, 32, 1};

// ---- Floating-point numbers ----

double read_number(const JsonCursor& cursor) {
  if (!cursor.value().is_number()) {
    cursor.fail("expected a number");
  }
  if (cursor.value().is_number_integer()) {
    return static_cast<double>(cursor.integer(-kMaxJsonInteger, kMaxJsonInteger));
  }
  const double value = cursor.value().get<double>();
  if (!is_written_as_number(value)) {
    cursor.fail("this text is not exactly a binary number; as float64 it is \"0x" +
                hexadecimal(std::bit_cast<uint64_t>(value), 16) + '"');
  }
  return value;
}

uint64_t read_bits(const JsonCursor& cursor, const ComponentType& type) {
  const auto digits = static_cast<size_t>(digit_count(type));
  const std::string text = cursor.value().is_string() ? cursor.text() : "";
  if (text.size() != digits + 2 || !text.starts_with("0x") || !is_hexadecimal(std::string_view(text).substr(2))) {
    cursor.fail("expected " + std::string(type.form == ElementForm::number ? "a number or " : "") + "\"0x\" and " +
                std::to_string(digits) + " lower-case hexadecimal digit" + (digits == 1 ? "" : "s"));
  }
  uint64_t bits = 0;
  std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
  return bits;
}

uint64_t read_float(const JsonCursor& cursor, const ComponentType& type) {
  if (!cursor.value().is_number()) {
    return read_bits(cursor, type);
  }
  const double value = read_number(cursor);
  if (type.type == OM_FLOAT64) {
    return std::bit_cast<uint64_t>(value);
  }
  const float narrow = static_cast<float>(value);
  if (static_cast<double>(narrow) != value) {
    cursor.fail("this number is not exactly a float32; the nearest is \"0x" +
                hexadecimal(std::bit_cast<uint32_t>(narrow), 8) + '"');
  }
  return std::bit_cast<uint32_t>(narrow);
}

Json write_number(double value) {
  if (value == std::floor(value)) {
    return static_cast<int64_t>(value);
  }
  return value;
}

Json write_float(uint64_t bits, const ComponentType& type) {
  const double value = type.type == OM_FLOAT64 ? std::bit_cast<double>(bits)
                                               : static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  if (std::isfinite(value) && is_written_as_number(value)) {
    return write_number(value);
  }
  return "0x" + hexadecimal(bits, digit_count(type));
}

// ---- Elements ----

uint64_t read_component(const JsonCursor& cursor, const ComponentType& type) {
  switch (type.form) {
    case ElementForm::boolean:
      if (!cursor.value().is_boolean()) {
        cursor.fail("expected true or false");
      }
      return cursor.value().get<bool>() ? 1 : 0;
    case ElementForm::signed_integer:
    case ElementForm::unsigned_integer:
      return read_integer(cursor, type);
    case ElementForm::number:
      return read_float(cursor, type);
    default:
      return read_bits(cursor, type);
  }
}

Json write_component(uint64_t bits, const ComponentType& type) {
  switch (type.form) {
    case ElementForm::boolean:
      return bits != 0;
    case ElementForm::signed_integer:
      return write_signed(sign_extended(bits, type.bits));
    case ElementForm::unsigned_integer:
      return write_unsigned(bits);
    case ElementForm::number:
      return write_float(bits, type);
    default:
      return "0x" + hexadecimal(bits, digit_count(type));
  }
}

void read_element(const JsonCursor& cursor, const ComponentType& type, Tensor& tensor, int64_t index) {
  if (type.form == ElementForm::text) {
    tensor.strings[static_cast<size_t>(index)] = read_bytes(cursor);
  } else if (type.per_element == 1) {
    set_component_bits(tensor, index, read_component(cursor, type));
  } else {
    if (!cursor.value().is_array() || cursor.value().size() != 2) {
      cursor.fail("expected [real, imaginary]");
    }
    set_component_bits(tensor, 2 * index, read_component(cursor.at(size_t{0}), type));
    set_component_bits(tensor, 2 * index + 1, read_component(cursor.at(size_t{1}), type));
  }
}

// Reads the listed elements. Their paths are made only for an error: there may be millions.
void read_elements(const JsonCursor& data, const ComponentType& type, Tensor& tensor) {
  int64_t index = 0;
  for (const Json& element : data.value()) {
    try {
      read_element(JsonCursor(element), type, tensor, index);
    } catch (const JsonError& error) {
      const std::string path = data.at(static_cast<size_t>(index)).path();
      throw JsonError(path + (error.path().empty() || error.path().front() == '[' ? "" : ".") + error.path(),
                      error.what());
    }
    ++index;
  }
}

// ---- Generated elements ----

// start + i * step for the integers of a type; `value` is in two's complement.
void fill_integer_iota(const JsonCursor& cursor, const ComponentType& type, Tensor& tensor, int64_t count) {
  uint64_t value = read_integer(cursor.at(size_t{0}), type);
  const int64_t step = read_int64(cursor.at(size_t{1}));
  const IntegerRange range = integer_range(type);
  const uint64_t step_size = step < 0 ? uint64_t{0} - static_cast<uint64_t>(step) : static_cast<uint64_t>(step);
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0) {
      // The distance to the end of the range is below 2^64 and so exact in wrapping arithmetic.
      const uint64_t room = step < 0 ? value - static_cast<uint64_t>(range.minimum) : range.maximum - value;
      if (step_size > room) {
        cursor.fail("element " + std::to_string(i) + " lies outside the type");
      }
      value += static_cast<uint64_t>(step);
    }
    set_component_bits(tensor, i, value);
  }
}

void fill_float_iota(const JsonCursor& cursor, const ComponentType& type, Tensor& tensor, int64_t count) {
  const double start = read_number(cursor.at(size_t{0}));
  const double step = read_number(cursor.at(size_t{1}));
  for (int64_t i = 0; i < count; ++i) {
    const double product = static_cast<double>(i) * step;
    const double value = start + product;
    // What rounding took away: fma for the product, and the second half of Knuth's TwoSum for the sum.
    const double product_error = std::fma(static_cast<double>(i), step, -product);
    const double part = value - start;
    const double sum_error = (start - (value - part)) + (product - part);
    std::optional<uint64_t> bits;
    if (product_error == 0 && sum_error == 0) {
      if (type.type == OM_FLOAT64) {
        bits = std::bit_cast<uint64_t>(value);
      } else if (type.type == OM_FLOAT32 && static_cast<double>(static_cast<float>(value)) == value) {
        bits = std::bit_cast<uint32_t>(static_cast<float>(value));
      } else if (type.type == OM_FLOAT16) {
        bits = float16_bits(value);
      } else if (type.type == OM_BFLOAT16) {
        bits = bfloat16_bits(value);
      }
    }
    if (!bits) {
      cursor.fail("element " + std::to_string(i) + " is not exactly a " + om_type_name(type.type));
    }
    set_component_bits(tensor, i, *bits);
  }
}

void fill_iota(const JsonCursor& cursor, const ComponentType& type, Tensor& tensor, int64_t count) {
  if (!cursor.value().is_array() || cursor.value().size() != 2) {
    cursor.fail("expected [start, step]");
  }
  const bool is_half = type.type == OM_FLOAT16 || type.type == OM_BFLOAT16;
  if (type.form == ElementForm::signed_integer || type.form == ElementForm::unsigned_integer) {
    fill_integer_iota(cursor, type, tensor, count);
  } else if (is_half || (type.form == ElementForm::number && type.per_element == 1)) {
    fill_float_iota(cursor, type, tensor, count);
  } else {
    cursor.fail(std::string("iota has no meaning for ") + om_type_name(tensor.type));
  }
}

// Gives the element as it is written.
Json fill_with(const JsonCursor& cursor, const ComponentType& type, Tensor& tensor, int64_t count) {
  Tensor element = make_zeros(tensor.type, {});
  read_element(cursor, type, element, 0);
  if (type.form == ElementForm::text) {
    std::fill(tensor.strings.begin(), tensor.strings.end(), element.strings.front());
  } else {
    for (int64_t i = 0; i < count * type.per_element; ++i) {
      set_component_bits(tensor, i, component_bits(element, i % type.per_element));
    }
  }
  return write_element(element, 0);
}

void fill_generated(const JsonCursor& data, const ComponentType& type, WrittenTensor& written, int64_t count) {
  Tensor& tensor = written.tensor;
  const auto members = data.members();
  const std::string kind = members.size() == 1 ? members.front().first : "";

  if (kind == "iota") {
    fill_iota(data.at("iota"), type, tensor, count);
    written.generator = data.value().dump();
  } else if (kind == "fill") {
    written.generator = Json::object({{"fill", fill_with(data.at("fill"), type, tensor, count)}}).dump();
  } else if (kind == "random") {
    const uint64_t seed = read_integer(data.at("random"), kUint64);
    if (type.form == ElementForm::text) {
      data.fail("random has no meaning for string");
    }
    tensor = from_little_endian_bytes(tensor.type, tensor.shape, split_mix_bytes(seed, tensor.bytes.size()));
    written.generator = data.value().dump();
  } else {
    data.fail(R"(expected an array, or an object with one of "iota", "fill", "random", "sha256")");
  }
}

std::string read_digest(const JsonCursor& data, AllowDigest allow_digest, const ComponentType& type) {
  data.require_keys({"sha256"}, {});
  const JsonCursor cursor = data.at("sha256");
  const std::string digest = cursor.text();
  if (allow_digest == AllowDigest::no) {
    cursor.fail("sha256 is allowed in outputs only");
  }
  if (type.form == ElementForm::text) {
    cursor.fail("sha256 has no meaning for string");
  }
  if (digest.size() != 64 || !is_hexadecimal(digest)) {
    cursor.fail("expected 64 lower-case hexadecimal digits");
  }
  return digest;
}

std::vector<int64_t> read_shape(const JsonCursor& cursor) {
  std::vector<int64_t> shape;
  for (const JsonCursor& element : cursor.elements()) {
    shape.push_back(read_int64(element));
    if (shape.back() < 0) {
      element.fail("an extent is not negative");
    }
  }
  return shape;
}

}  // namespace

int64_t read_int64(const JsonCursor& cursor) { return static_cast<int64_t>(read_integer(cursor, kInt64)); }

float read_float32(const JsonCursor& cursor) {
  return std::bit_cast<float>(static_cast<uint32_t>(read_component(cursor, kFloat32)));
}

std::string read_bytes(const JsonCursor& cursor) {
  if (!cursor.value().is_object()) {
    return cursor.text();
  }
  cursor.require_keys({"hex"}, {});
  const std::string digits = cursor.at("hex").text();
  if (digits.size() % 2 != 0 || !is_hexadecimal(digits)) {
    cursor.at("hex").fail("expected pairs of lower-case hexadecimal digits");
  }
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(kDigits.find(digits[i]) * 16 + kDigits.find(digits[i + 1]));
  }
  return bytes;
}

Json write_int64(int64_t value) { return write_signed(value); }

Json write_float32(float value) { return write_float(std::bit_cast<uint32_t>(value), kFloat32); }

Json write_bytes(const std::string& bytes) {
  if (is_utf8(bytes)) {
    return bytes;
  }
  std::string digits;
  for (const char character : bytes) {
    digits += hexadecimal(static_cast<unsigned char>(character), 2);
  }
  return Json::object({{"hex", digits}});
}

Json write_element(const Tensor& tensor, int64_t index) {
  const ComponentType type = component_type(tensor.type);
  if (type.form == ElementForm::text) {
    return write_bytes(tensor.strings[static_cast<size_t>(index)]);
  }
  if (type.per_element == 1) {
    return write_component(component_bits(tensor, index), type);
  }
  return Json::array({write_component(component_bits(tensor, 2 * index), type),
                      write_component(component_bits(tensor, 2 * index + 1), type)});
}

WrittenTensor read_tensor(const JsonCursor& cursor, AllowDigest allow_digest) {
  cursor.require_keys({"type", "shape", "data"}, {});
  const std::string type_name = cursor.at("type").text();
  const om_type type = om_type_from_name(type_name.c_str());
  if (type == 0) {
    cursor.at("type").fail('"' + type_name + "\" is not an element type");
  }
  const std::vector<int64_t> shape = read_shape(cursor.at("shape"));
  const ComponentType components = component_type(type);
  const JsonCursor data = cursor.at("data");
  if (data.has("sha256")) {
    std::string digest = read_digest(data, allow_digest, components);
    return {{type, shape, {}, {}}, std::move(digest), ""};
  }
  const std::optional<int64_t> count = element_count(shape);
  if (!count || *count > kMaxElements) {
    cursor.at("shape").fail("a tensor has at most 2^24 elements");
  }
  WrittenTensor written{make_zeros(type, shape), "", ""};
  if (!data.value().is_array()) {
    fill_generated(data, components, written, *count);
    return written;
  }
  if (data.value().size() != static_cast<size_t>(*count)) {
    data.fail("the shape asks for " + std::to_string(*count) + " elements, but there are " +
              std::to_string(data.value().size()));
  }
  read_elements(data, components, written.tensor);
  return written;
}

Json write_tensor(const WrittenTensor& written) {
  const Tensor& tensor = written.tensor;
  Json shape = Json::array();
  for (const int64_t extent : tensor.shape) {
    shape.push_back(write_int64(extent));
  }
  Json data = Json::array();
  if (!written.sha256.empty()) {
    data = Json::object({{"sha256", written.sha256}});
  } else if (!written.generator.empty()) {
    data = parse_json(written.generator);
  } else {
    const int64_t count = element_count(tensor.shape).value();
    for (int64_t i = 0; i < count; ++i) {
      data.push_back(write_element(tensor, i));
    }
  }
  return Json::object({{"type", om_type_name(tensor.type)}, {"shape", std::move(shape)}, {"data", std::move(data)}});
}

Json write_tensor(const Tensor& tensor) { return write_tensor(WrittenTensor{tensor, "", ""}); }

std::string tensor_sha256(const Tensor& tensor) { return sha256_hex(little_endian_bytes(tensor)); }

}  // namespace onemodel::corpus
