#include "graph/onnx_writer.h"

#include <protozero/pbf_builder.hpp>

#include "graph/byte_order.h"
#include "graph/onnx_fields.h"

namespace onemodel {
namespace {

template <class Field>
using Builder = protozero::pbf_builder<Field>;

// protobuf's messages have at most 2^31-1 bytes.
void require_room(const std::string& message, int64_t more) {
  if (more > INT32_MAX - static_cast<int64_t>(message.size())) {
    throw Failure(Reason::memory_exhausted, "more than 2^31-1 bytes cannot be written in ONNX's format");
  }
}

// `builder` writes to the end of `message`.
void write_tensor(std::string& message, Builder<onnx::TensorProto>& builder, std::string_view name,
                  const Tensor& tensor) {
  using Field = onnx::TensorProto;
  builder.add_packed_int64(Field::dims, tensor.shape().begin(), tensor.shape().end());
  builder.add_int32(Field::data_type, tensor.type());
  if (!name.empty()) builder.add_string(Field::name, name.data(), name.size());
  if (tensor.type() == OM_STRING) {
    for (int64_t i = 0; i < tensor.element_count(); ++i) {
      const std::string_view string = tensor.strings()[i].view();
      require_room(message, static_cast<int64_t>(string.size()));
      builder.add_bytes(Field::string_data, string.data(), string.size());
    }
    return;
  }
  const int64_t byte_count = storage_bytes(tensor.type(), tensor.element_count());
  require_room(message, byte_count);
  builder.add_bytes(Field::raw_data, reinterpret_cast<const char*>(tensor.data()), static_cast<size_t>(byte_count));
  swap_little_endian(tensor.type(), reinterpret_cast<std::byte*>(message.data() + message.size() - byte_count),
                     byte_count);
}

void write_attribute(std::string& message, Builder<onnx::AttributeProto>& builder, const Attribute& attribute) {
  using Field = onnx::AttributeProto;
  const auto type = [&](onnx::AttributeType type) { builder.add_enum(Field::type, type); };
  builder.add_string(Field::name, attribute.name.data(), attribute.name.size());
  switch (attribute.kind) {
    case OM_ATTRIBUTE_INT:
      builder.add_int64(Field::i, attribute.integer);
      return type(onnx::INT);
    case OM_ATTRIBUTE_INTS:
      for (const int64_t value : attribute.integers) builder.add_int64(Field::ints, value);
      return type(onnx::INTS);
    case OM_ATTRIBUTE_FLOAT:
      builder.add_float(Field::f, attribute.real);
      return type(onnx::FLOAT);
    case OM_ATTRIBUTE_FLOATS:
      for (const float value : attribute.reals) builder.add_float(Field::floats, value);
      return type(onnx::FLOATS);
    case OM_ATTRIBUTE_STRING:
      builder.add_bytes(Field::s, attribute.text.data(), attribute.text.size());
      return type(onnx::STRING);
    case OM_ATTRIBUTE_STRINGS:
      for (const std::string& value : attribute.texts) builder.add_bytes(Field::strings, value);
      return type(onnx::STRINGS);
    default: {
      Builder<onnx::TensorProto> tensor(builder, Field::t);
      write_tensor(message, tensor, "", *attribute.tensor);
    }
  }
  type(onnx::TENSOR);
}

void write_node(std::string& message, Builder<onnx::NodeProto>& builder, const ModelNode& node) {
  using Field = onnx::NodeProto;
  if (!node.other_attributes.empty()) {
    throw Failure(Reason::model_unsupported,
                  text_of("node '", node.name, "' (", node.op, ") has an attribute of a kind that is not kept"),
                  node.other_attributes.front());
  }
  for (const std::string& input : node.inputs) builder.add_string(Field::input, input);
  for (const std::string& output : node.outputs) builder.add_string(Field::output, output);
  if (!node.name.empty()) builder.add_string(Field::name, node.name);
  builder.add_string(Field::op_type, node.op);
  for (const Attribute& attribute : node.attributes.all()) {
    Builder<onnx::AttributeProto> attribute_builder(builder, Field::attribute);
    write_attribute(message, attribute_builder, attribute);
  }
  if (!node.domain.empty()) builder.add_string(Field::domain, node.domain);
}

std::string shape_message(const std::vector<Dimension>& shape) {
  using Field = onnx::TensorShapeProtoDimension;
  std::string message;
  Builder<onnx::TensorShapeProto> builder(message);
  for (const Dimension& dimension : shape) {
    std::string dimension_message;
    Builder<Field> dimension_builder(dimension_message);
    if (dimension.extent != Dimension::unknown) {
      dimension_builder.add_int64(Field::dim_value, dimension.extent);
    } else if (!dimension.symbol.empty()) {
      dimension_builder.add_string(Field::dim_param, dimension.symbol);
    }
    builder.add_message(onnx::TensorShapeProto::dim, dimension_message);
  }
  return message;
}

void write_value_info(Builder<onnx::ValueInfoProto>& builder, const ValueInfo& value) {
  builder.add_string(onnx::ValueInfoProto::name, value.name);
  if (value.type == 0 && !value.shape) return;
  Builder<onnx::TypeProto> type(builder, onnx::ValueInfoProto::type);
  Builder<onnx::TypeProtoTensor> tensor(type, onnx::TypeProto::tensor_type);
  tensor.add_enum(onnx::TypeProtoTensor::elem_type, value.type);
  // Added whole: a builder leaves out a message that is empty, as the shape of a scalar is.
  if (value.shape) tensor.add_message(onnx::TypeProtoTensor::shape, shape_message(*value.shape));
}

void write_graph(std::string& message, Builder<onnx::GraphProto>& builder, const om_model& model) {
  using Field = onnx::GraphProto;
  const auto write_values = [&](Field field, const std::vector<ValueInfo>& values) {
    for (const ValueInfo& value : values) {
      require_room(message, 0);
      Builder<onnx::ValueInfoProto> value_builder(builder, field);
      write_value_info(value_builder, value);
    }
  };
  for (const ModelNode& node : model.nodes) {
    require_room(message, 0);
    Builder<onnx::NodeProto> node_builder(builder, Field::node);
    write_node(message, node_builder, node);
  }
  builder.add_string(Field::name, model.graph_name);
  for (const Initializer& initializer : model.initializers) {
    Builder<onnx::TensorProto> tensor_builder(builder, Field::initializer);
    write_tensor(message, tensor_builder, initializer.name, *initializer.tensor);
  }
  write_values(Field::input, model.inputs);
  write_values(Field::output, model.outputs);
  write_values(Field::value_info, model.values);
}

}  // namespace

std::string write_onnx_tensor(std::string_view name, const Tensor& tensor) {
  std::string message;
  Builder<onnx::TensorProto> builder(message);
  write_tensor(message, builder, name, tensor);
  return message;
}

std::string write_onnx_model(const om_model& model) {
  using Field = onnx::ModelProto;
  std::string message;
  Builder<Field> builder(message);
  builder.add_int64(Field::ir_version, model.ir_version);
  builder.add_string(Field::producer_name, "onemodel");
  {
    Builder<onnx::GraphProto> graph(builder, Field::graph);
    write_graph(message, graph, model);
  }
  for (const auto& [domain, version] : model.opsets) {
    Builder<onnx::OperatorSetIdProto> import(builder, Field::opset_import);
    import.add_string(onnx::OperatorSetIdProto::domain, domain);
    import.add_int64(onnx::OperatorSetIdProto::version, version);
  }
  require_room(message, 0);
  return message;
}

}  // namespace onemodel
