#include "corpus/onnx_reader.h"

#include <algorithm>
#include <optional>
#include <protozero/pbf_message.hpp>
#include <sstream>
#include <utility>

#include "corpus/onnx_fields.h"

namespace onemodel::corpus {
namespace {

using protozero::pbf_wire_type;

template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw OnnxError(std::move(text).str());
}

// A field is dispatched by number and wire type together: one of the right number but a wrong wire type is skipped, as
// every field that is not known.
template <class Message>
constexpr uint32_t varint(Message field) {
  return protozero::tag_and_type(field, pbf_wire_type::varint);
}
template <class Message>
constexpr uint32_t bytes(Message field) {
  return protozero::tag_and_type(field, pbf_wire_type::length_delimited);
}
template <class Message>
constexpr uint32_t fixed32(Message field) {
  return protozero::tag_and_type(field, pbf_wire_type::fixed32);
}
template <class Message>
constexpr uint32_t fixed64(Message field) {
  return protozero::tag_and_type(field, pbf_wire_type::fixed64);
}

// Repeated numbers come packed into one field or one to a field; a reader takes both.
template <class Range, class Value>
void append(const Range& range, std::vector<Value>& values) {
  for (auto value : range) values.push_back(static_cast<Value>(value));
}

std::string_view view_of(protozero::data_view data) { return {data.data(), data.size()}; }

// ---- TensorProto
// ------------------------------------------------------------------------------------------------------

// A TensorProto as it stands in the file. Floating-point elements are kept as their bits.
struct TensorFields {
  std::string name;
  std::vector<int64_t> dims;
  int64_t data_type = 0;
  std::vector<uint32_t> float_data;
  std::vector<int32_t> int32_data;
  std::vector<std::string_view> string_data;
  std::vector<int64_t> int64_data;
  std::vector<uint64_t> double_data;
  std::vector<uint64_t> uint64_data;
  std::string_view raw_data;
  int64_t data_location = 0;
};

TensorFields read_tensor_fields(std::string_view data) {
  using Field = onnx::TensorProto;
  TensorFields fields;
  protozero::pbf_message<Field> message(data.data(), data.size());
  while (message.next()) {
    switch (message.tag_and_type()) {
      case varint(Field::dims):
        fields.dims.push_back(message.get_int64());
        break;
      case bytes(Field::dims):
        append(message.get_packed_int64(), fields.dims);
        break;
      case varint(Field::data_type):
        fields.data_type = message.get_int64();
        break;
      case fixed32(Field::float_data):
        fields.float_data.push_back(message.get_fixed32());
        break;
      case bytes(Field::float_data):
        append(message.get_packed_fixed32(), fields.float_data);
        break;
      case varint(Field::int32_data):
        fields.int32_data.push_back(message.get_int32());
        break;
      case bytes(Field::int32_data):
        append(message.get_packed_int32(), fields.int32_data);
        break;
      case bytes(Field::string_data):
        fields.string_data.push_back(view_of(message.get_view()));
        break;
      case varint(Field::int64_data):
        fields.int64_data.push_back(message.get_int64());
        break;
      case bytes(Field::int64_data):
        append(message.get_packed_int64(), fields.int64_data);
        break;
      case bytes(Field::name):
        fields.name = message.get_string();
        break;
      case bytes(Field::raw_data):
        fields.raw_data = view_of(message.get_view());
        break;
      case fixed64(Field::double_data):
        fields.double_data.push_back(message.get_fixed64());
        break;
      case bytes(Field::double_data):
        append(message.get_packed_fixed64(), fields.double_data);
        break;
      case varint(Field::uint64_data):
        fields.uint64_data.push_back(message.get_uint64());
        break;
      case bytes(Field::uint64_data):
        append(message.get_packed_uint64(), fields.uint64_data);
        break;
      case varint(Field::data_location):
        fields.data_location = message.get_int64();
        break;
      default:
        message.skip();
    }
  }
  return fields;
}

// The typed field in which the elements of a type stand.
const char* typed_field(om_type type) {
  switch (type) {
    case OM_FLOAT32:
    case OM_COMPLEX64:
      return "float_data";
    case OM_FLOAT64:
    case OM_COMPLEX128:
      return "double_data";
    case OM_INT64:
      return "int64_data";
    case OM_UINT32:
    case OM_UINT64:
      return "uint64_data";
    case OM_STRING:
      return "string_data";
    default:
      return "int32_data";
  }
}

// Refuses elements in a field that is not the one they are read from.
void require_no_other_data(const TensorFields& fields, std::string_view used) {
  const std::pair<const char*, size_t> sizes[] = {
      {"float_data", fields.float_data.size()},   {"int32_data", fields.int32_data.size()},
      {"string_data", fields.string_data.size()}, {"int64_data", fields.int64_data.size()},
      {"double_data", fields.double_data.size()}, {"uint64_data", fields.uint64_data.size()}};
  for (const auto& [name, size] : sizes) {
    if (size != 0 && name != used) fail("has data in ", name, ", but ", used, " is what is read");
  }
}

void require_size(std::string_view field, size_t actual, int64_t wanted) {
  if (std::cmp_not_equal(actual, wanted))
    fail("has ", actual, " entries in ", field, ", but its dims ask for ", wanted);
}

// The values that an int32_data entry may have: those of the element, or of a byte of packed elements. A packed byte is
// found signed and unsigned, and true as any number but 0.
std::pair<int64_t, int64_t> int32_data_range(om_type type, const ComponentType& component) {
  if (type == OM_BOOL) return {INT32_MIN, INT32_MAX};
  if (component.bits < 8) return {-128, 255};
  const int64_t values = int64_t{1} << component.bits;
  if (component.form == ElementForm::signed_integer) return {-values / 2, values / 2 - 1};
  return {0, values - 1};
}

void fill_from_int32_data(const std::vector<int32_t>& entries, Tensor& tensor) {
  const ComponentType component = component_type(tensor.type);
  const auto [smallest, largest] = int32_data_range(tensor.type, component);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i] < smallest || entries[i] > largest) {
      fail("has ", entries[i], " in int32_data, which is no ", om_type_name(tensor.type));
    }
    if (component.bits < 8) {
      tensor.bytes[i] = static_cast<uint8_t>(entries[i]);
    } else if (tensor.type == OM_BOOL) {
      tensor.bytes[i] = entries[i] != 0 ? 1 : 0;
    } else {
      set_component_bits(tensor, static_cast<int64_t>(i), static_cast<uint32_t>(entries[i]));
    }
  }
}

template <class Value>
void fill_components(const std::vector<Value>& values, Tensor& tensor) {
  for (size_t i = 0; i < values.size(); ++i) {
    set_component_bits(tensor, static_cast<int64_t>(i), static_cast<uint64_t>(values[i]));
  }
}

// Unused bits of the last byte of packed elements mean nothing in a file, and are 0 in a tensor.
void clear_unused_bits(int64_t count, Tensor& tensor) {
  const int64_t bits = om_type_bits(tensor.type);
  const int64_t used = bits < 8 ? count * bits % 8 : 0;
  if (used != 0) tensor.bytes.back() &= static_cast<uint8_t>((1 << used) - 1);
}

Tensor tensor_of(const TensorFields& fields) {
  if (fields.data_location != 0) fail("has its data in another file, which is not read here");
  if (fields.data_type < OM_FLOAT32 || fields.data_type > OM_INT2) {
    fail("has the data type ", fields.data_type, ", which is none");
  }
  const auto type = static_cast<om_type>(fields.data_type);
  for (const int64_t extent : fields.dims) {
    if (extent < 0) fail("has the negative extent ", extent);
  }
  const std::optional<int64_t> count = element_count(fields.dims);
  if (!count) fail("has more than 2^63-1 elements");

  if (type == OM_STRING) {
    if (!fields.raw_data.empty()) fail("has strings in raw_data");
    require_no_other_data(fields, "string_data");
    require_size("string_data", fields.string_data.size(), *count);
    Tensor tensor{type, fields.dims, {}, {}};
    tensor.strings.assign(fields.string_data.begin(), fields.string_data.end());
    return tensor;
  }
  const std::optional<int64_t> size = byte_count(type, *count);
  if (!size) fail("has more than 2^63-1 bytes");

  if (!fields.raw_data.empty()) {
    require_no_other_data(fields, "raw_data");
    require_size("raw_data", fields.raw_data.size(), *size);
    std::vector<uint8_t> raw(fields.raw_data.begin(), fields.raw_data.end());
    if (type == OM_BOOL) std::ranges::for_each(raw, [](uint8_t& byte) { byte = byte != 0 ? 1 : 0; });
    return from_little_endian_bytes(type, fields.dims, std::move(raw));
  }

  const std::string_view field = typed_field(type);
  require_no_other_data(fields, field);
  const ComponentType component = component_type(type);
  const int64_t entries = component.bits < 8 ? *size : *size / (component.bits / 8);
  const auto zeros = [&](size_t actual) {
    require_size(field, actual, entries);
    return make_zeros(type, fields.dims);
  };
  Tensor tensor;
  if (field == "float_data") {
    tensor = zeros(fields.float_data.size());
    fill_components(fields.float_data, tensor);
  } else if (field == "double_data") {
    tensor = zeros(fields.double_data.size());
    fill_components(fields.double_data, tensor);
  } else if (field == "int64_data") {
    tensor = zeros(fields.int64_data.size());
    fill_components(fields.int64_data, tensor);
  } else if (field == "uint64_data") {
    tensor = zeros(fields.uint64_data.size());
    for (const uint64_t value : fields.uint64_data) {
      if (type == OM_UINT32 && value > UINT32_MAX) fail("has ", value, " in uint64_data, which is no uint32");
    }
    fill_components(fields.uint64_data, tensor);
  } else {
    tensor = zeros(fields.int32_data.size());
    fill_from_int32_data(fields.int32_data, tensor);
    clear_unused_bits(*count, tensor);
  }
  return tensor;
}

NamedTensor read_named_tensor(std::string_view data) {
  TensorFields fields = read_tensor_fields(data);
  try {
    Tensor tensor = tensor_of(fields);
    return {std::move(fields.name), std::move(tensor)};
  } catch (const OnnxError& error) {
    fail("tensor '", fields.name, "' ", error.what());
  }
}

// ---- ModelProto
// -------------------------------------------------------------------------------------------------------

std::string domain_of(std::string domain) { return domain == "ai.onnx" ? "" : domain; }

void read_attribute(std::string_view data, OnnxNode& node) {
  using Field = onnx::AttributeProto;
  std::string name;
  std::optional<int64_t> type;
  float f = 0;
  int64_t i = 0;
  std::string s;
  std::string_view t;
  std::vector<float> floats;
  std::vector<int64_t> ints;
  std::vector<std::string> strings;
  std::optional<int64_t> type_by_field;  // the first models did not write the type
  protozero::pbf_message<Field> message(data.data(), data.size());
  while (message.next()) {
    switch (message.tag_and_type()) {
      case bytes(Field::name):
        name = message.get_string();
        break;
      case varint(Field::type):
        type = message.get_int64();
        break;
      case fixed32(Field::f):
        f = message.get_float();
        type_by_field = onnx::FLOAT;
        break;
      case varint(Field::i):
        i = message.get_int64();
        type_by_field = onnx::INT;
        break;
      case bytes(Field::s):
        s = message.get_string();
        type_by_field = onnx::STRING;
        break;
      case bytes(Field::t):
        t = view_of(message.get_view());
        type_by_field = onnx::TENSOR;
        break;
      case fixed32(Field::floats):
        floats.push_back(message.get_float());
        type_by_field = onnx::FLOATS;
        break;
      case bytes(Field::floats):
        append(message.get_packed_float(), floats);
        type_by_field = onnx::FLOATS;
        break;
      case varint(Field::ints):
        ints.push_back(message.get_int64());
        type_by_field = onnx::INTS;
        break;
      case bytes(Field::ints):
        append(message.get_packed_int64(), ints);
        type_by_field = onnx::INTS;
        break;
      case bytes(Field::strings):
        strings.push_back(message.get_string());
        type_by_field = onnx::STRINGS;
        break;
      default:
        message.skip();
    }
  }
  const auto add = [&](AttributeValue value) { node.attributes.push_back({name, std::move(value)}); };
  switch (type.value_or(type_by_field.value_or(0))) {
    case onnx::FLOAT:
      return add(f);
    case onnx::INT:
      return add(i);
    case onnx::STRING:
      return add(std::move(s));
    case onnx::TENSOR:
      return add(WrittenTensor{read_named_tensor(t).tensor, {}, {}});
    case onnx::FLOATS:
      return add(std::move(floats));
    case onnx::INTS:
      return add(std::move(ints));
    case onnx::STRINGS:
      return add(std::move(strings));
    default:
      node.other_attributes.push_back(std::move(name));
  }
}

OnnxNode read_node(std::string_view data) {
  using Field = onnx::NodeProto;
  OnnxNode node;
  protozero::pbf_message<Field> message(data.data(), data.size());
  while (message.next()) {
    switch (message.tag_and_type()) {
      case bytes(Field::input):
        node.inputs.push_back(message.get_string());
        break;
      case bytes(Field::output):
        node.outputs.push_back(message.get_string());
        break;
      case bytes(Field::name):
        node.name = message.get_string();
        break;
      case bytes(Field::op_type):
        node.op_type = message.get_string();
        break;
      case bytes(Field::attribute):
        read_attribute(view_of(message.get_view()), node);
        break;
      case bytes(Field::domain):
        node.domain = domain_of(message.get_string());
        break;
      default:
        message.skip();
    }
  }
  if (node.op_type.empty()) fail("node '", node.name, "' has no op_type");
  for (size_t i = 0; i < node.attributes.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (node.attributes[i].name == node.attributes[j].name) {
        fail("node '", node.name, "' (", node.op_type, ") has the attribute '", node.attributes[i].name, "' twice");
      }
    }
  }
  return node;
}

int64_t read_tensor_element_type(std::string_view data) {
  using Field = onnx::TypeProtoTensor;
  int64_t element_type = 0;
  protozero::pbf_message<Field> message(data.data(), data.size());
  while (message.next()) {
    if (message.tag_and_type() == varint(Field::elem_type)) {
      element_type = message.get_int64();
    } else {
      message.skip();
    }
  }
  return element_type;
}

void read_type(std::string_view data, ValueInfo& value) {
  using Field = onnx::TypeProto;
  protozero::pbf_message<Field> message(data.data(), data.size());
  while (message.next()) {
    switch (message.tag_and_type()) {
      case bytes(Field::tensor_type):
        value.element_type = read_tensor_element_type(view_of(message.get_view()));
        break;
      case bytes(Field::sequence_type):
      case bytes(Field::map_type):
      case bytes(Field::sparse_tensor_type):
      case bytes(Field::optional_type):
        value.is_tensor = false;
        message.skip();
        break;
      default:
        message.skip();
    }
  }
}

ValueInfo read_value_info(std::string_view data) {
  using Field = onnx::ValueInfoProto;
  ValueInfo value;
  protozero::pbf_message<Field> message(data.data(), data.size());
  while (message.next()) {
    switch (message.tag_and_type()) {
      case bytes(Field::name):
        value.name = message.get_string();
        break;
      case bytes(Field::type):
        read_type(view_of(message.get_view()), value);
        break;
      default:
        message.skip();
    }
  }
  return value;
}

void read_graph(std::string_view data, OnnxModel& model) {
  using Field = onnx::GraphProto;
  protozero::pbf_message<Field> message(data.data(), data.size());
  while (message.next()) {
    switch (message.tag_and_type()) {
      case bytes(Field::node):
        model.nodes.push_back(read_node(view_of(message.get_view())));
        break;
      case bytes(Field::initializer):
        model.initializers.push_back(read_named_tensor(view_of(message.get_view())));
        break;
      case bytes(Field::sparse_initializer):
        fail("the graph has a sparse initializer, which is not read here");
      case bytes(Field::input):
        model.inputs.push_back(read_value_info(view_of(message.get_view())));
        break;
      case bytes(Field::output):
        model.outputs.push_back(read_value_info(view_of(message.get_view())));
        break;
      default:
        message.skip();
    }
  }
}

OpsetImport read_opset_import(std::string_view data) {
  using Field = onnx::OperatorSetIdProto;
  OpsetImport opset;
  protozero::pbf_message<Field> message(data.data(), data.size());
  while (message.next()) {
    switch (message.tag_and_type()) {
      case bytes(Field::domain):
        opset.domain = domain_of(message.get_string());
        break;
      case varint(Field::version):
        opset.version = message.get_int64();
        break;
      default:
        message.skip();
    }
  }
  return opset;
}

// protozero's own exceptions say that the bytes end too early or are no protobuf.
template <class Read>
auto read_message(const char* what, Read read) {
  try {
    return read();
  } catch (const protozero::exception& error) {
    fail("not a ", what, ": ", error.what());
  }
}

}  // namespace

NamedTensor read_tensor_proto(std::string_view bytes) {
  return read_message("TensorProto", [&] { return read_named_tensor(bytes); });
}

OnnxModel read_model(std::string_view data) {
  return read_message("ModelProto", [&] {
    using Field = onnx::ModelProto;
    OnnxModel model;
    bool has_graph = false;
    protozero::pbf_message<Field> message(data.data(), data.size());
    while (message.next()) {
      switch (message.tag_and_type()) {
        case bytes(Field::graph):
          if (has_graph) fail("the model has two graphs");
          has_graph = true;
          read_graph(view_of(message.get_view()), model);
          break;
        case bytes(Field::opset_import):
          model.opset_imports.push_back(read_opset_import(view_of(message.get_view())));
          break;
        default:
          message.skip();
      }
    }
    if (!has_graph) fail("the model has no graph");
    return model;
  });
}

int64_t opset_of(const OnnxModel& model) {
  const auto import = std::ranges::find(model.opset_imports, "", &OpsetImport::domain);
  if (import == model.opset_imports.end()) fail("the model imports no version of ai.onnx");
  return import->version;
}

}  // namespace onemodel::corpus
