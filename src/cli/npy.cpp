#include "cli/npy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace onemodel::cli {

namespace {

using corpus::Tensor;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kAlignment = 64;  // of the data in a file

struct NpyType {
  const char* code;  // kind and bytes of an element, as in a "descr"
  om_type type;
};
constexpr std::array<NpyType, 14> kTypes = {{{"b1", OM_BOOL},
                                             {"i1", OM_INT8},
                                             {"i2", OM_INT16},
                                             {"i4", OM_INT32},
                                             {"i8", OM_INT64},
                                             {"u1", OM_UINT8},
                                             {"u2", OM_UINT16},
                                             {"u4", OM_UINT32},
                                             {"u8", OM_UINT64},
                                             {"f2", OM_FLOAT16},
                                             {"f4", OM_FLOAT32},
                                             {"f8", OM_FLOAT64},
                                             {"c8", OM_COMPLEX64},
                                             {"c16", OM_COMPLEX128}}};

[[noreturn]] void refuse(const std::string& message) { throw NpyError("not a .npy file that can be read: " + message); }

// What the header says.
struct Header {
  om_type type = 0;
  bool is_big_endian = false;
  bool is_fortran = false;
  std::vector<int64_t> shape;
};

// The header is a Python dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  Header read() {
    expect('{');
    while (!accept('}')) {
      const std::string key = read_string();
      expect(':');
      read_member(key);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!type_ || !is_fortran_ || !shape_) refuse("the header lacks descr, fortran_order or shape");
    return {*type_, is_big_endian_, *is_fortran_, *shape_};
  }

 private:
  void read_member(const std::string& key) {
    if (key == "descr") {
      if (peek() != '\'' && peek() != '"') refuse("an array of records");
      read_type(read_string());
    } else if (key == "fortran_order") {
      is_fortran_ = read_word() == "True";
    } else if (key == "shape") {
      shape_ = read_shape();
    } else {
      refuse("the header has the member " + key);
    }
  }

  void read_type(const std::string& descr) {
    const std::string code = descr.empty() ? "" : descr.substr(1);
    const auto found =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const NpyType& each) { return code == each.code; });
    if (found == kTypes.end() || std::string_view("<>|=").find(descr[0]) == std::string_view::npos) {
      refuse("elements of type '" + descr + "'");
    }
    type_ = found->type;
    is_big_endian_ = descr[0] == '>';
  }

  std::vector<int64_t> read_shape() {
    std::vector<int64_t> shape;
    expect('(');
    while (!accept(')')) {
      const std::string word = read_word();
      int64_t extent = -1;
      const auto parsed = std::from_chars(word.data(), word.data() + word.size(), extent);
      if (parsed.ec != std::errc() || parsed.ptr != word.data() + word.size() || extent < 0) refuse("the shape");
      shape.push_back(extent);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }

  std::string read_string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') refuse("the header");
    const size_t end = text_.find(quote, 1);
    if (end == std::string_view::npos) refuse("the header");
    std::string text(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return text;
  }

  std::string read_word() {
    peek();
    const auto end = std::find_if(text_.begin(), text_.end(), [](char c) {
      return (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z');
    });
    std::string word(text_.begin(), end);
    text_.remove_prefix(word.size());
    return word;
  }

  // The next character that is no space; 0 at the end.
  char peek() {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n"), text_.size()));
    return text_.empty() ? '\0' : text_.front();
  }

  bool accept(char character) {
    const bool is_next = peek() == character && !text_.empty();
    if (is_next) text_.remove_prefix(1);
    return is_next;
  }

  void expect(char character) {
    if (!accept(character)) refuse(std::string("the header has no '") + character + "' where one must be");
  }

  std::string_view text_;
  std::optional<om_type> type_;
  bool is_big_endian_ = false;
  std::optional<bool> is_fortran_;
  std::optional<std::vector<int64_t>> shape_;
};

uint64_t little_endian(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

// Takes the magic, the version and the header from the front of `bytes`.
Header take_header(std::string_view& bytes) {
  if (bytes.size() < 10 || !bytes.starts_with(kMagic)) refuse("it does not begin as one");
  const char major = bytes[6];
  if (major < 1 || major > 3) refuse("version " + std::to_string(static_cast<int>(major)));
  const size_t length_bytes = major == 1 ? 2 : 4;
  bytes.remove_prefix(8);
  if (bytes.size() < length_bytes) refuse("it ends in the header");
  const auto length = static_cast<size_t>(little_endian(bytes.substr(0, length_bytes)));
  bytes.remove_prefix(length_bytes);
  if (bytes.size() < length) refuse("it ends in the header");
  const Header header = HeaderReader(bytes.substr(0, length)).read();
  bytes.remove_prefix(length);
  return header;
}

// The position in the file, in elements, of each element in row-major order.
class FortranOrder {
 public:
  explicit FortranOrder(const std::vector<int64_t>& shape) : shape_(shape), at_(shape.size()) {}

  int64_t next() {
    int64_t position = 0;
    for (size_t axis = shape_.size(); axis-- > 0;) position = position * shape_[axis] + at_[axis];
    for (size_t axis = shape_.size(); axis-- > 0;) {
      if (++at_[axis] < shape_[axis]) break;
      at_[axis] = 0;
    }
    return position;
  }

 private:
  const std::vector<int64_t>& shape_;
  std::vector<int64_t> at_;
};

}  // namespace

Tensor read_npy(std::string_view bytes) {
  const Header header = take_header(bytes);
  const auto count = corpus::element_count(header.shape);
  const auto needed = count ? corpus::byte_count(header.type, *count) : std::nullopt;
  if (!needed || static_cast<uint64_t>(*needed) != bytes.size()) {
    refuse("the data has " + std::to_string(bytes.size()) + " bytes, which do not fit the shape");
  }
  Tensor tensor = corpus::make_zeros(header.type, header.shape);
  const corpus::ComponentType component = corpus::component_type(header.type);
  const auto size = static_cast<size_t>(component.bits / 8);
  FortranOrder fortran(header.shape);
  for (int64_t i = 0; i < *count; ++i) {
    const int64_t element = header.is_fortran ? fortran.next() : i;
    for (int64_t part = 0; part < component.per_element; ++part) {
      const auto start = static_cast<size_t>(element * component.per_element + part) * size;
      std::string stored(bytes.substr(start, size));
      if (header.is_big_endian) std::reverse(stored.begin(), stored.end());
      const uint64_t bits = little_endian(stored);
      const uint64_t kept = header.type == OM_BOOL && bits != 0 ? 1 : bits;
      corpus::set_component_bits(tensor, i * component.per_element + part, kept);
    }
  }
  return tensor;
}

std::string write_npy(const Tensor& tensor) {
  const auto type =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const NpyType& each) { return each.type == tensor.type; });
  if (type == kTypes.end()) {
    throw NpyError(std::string("NumPy has no type for elements of ") + om_type_name(tensor.type));
  }
  const bool is_byte = type->code[1] == '1' && type->code[2] == '\0';
  std::string header =
      std::string("{'descr': '") + (is_byte ? '|' : '<') + type->code + "', 'fortran_order': False, 'shape': (";
  for (const int64_t extent : tensor.shape) header += std::to_string(extent) + ", ";
  header += "), }";
  const size_t before = kMagic.size() + 4;
  header.resize((before + header.size() + 1 + kAlignment - 1) / kAlignment * kAlignment - before - 1, ' ');
  header += '\n';
  std::string file(kMagic);
  file += {'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  file += header;
  const std::vector<uint8_t> bytes = corpus::little_endian_bytes(tensor);
  return file.append(bytes.begin(), bytes.end());
}

}  // namespace onemodel::cli
