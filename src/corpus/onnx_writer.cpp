#include "corpus/onnx_writer.h"

#include <protozero/pbf_builder.hpp>

#include "corpus/onnx_fields.h"

namespace onemodel::corpus {
namespace {

// The version of the file format that knows every element type.
constexpr int64_t kIrVersion = 13;

template <class Field>
using Builder = protozero::pbf_builder<Field>;

void write_tensor(Builder<onnx::TensorProto>& builder, std::string_view name, const Tensor& tensor) {
  using Field = onnx::TensorProto;
  builder.add_packed_int64(Field::dims, tensor.shape.begin(), tensor.shape.end());
  builder.add_int32(Field::data_type, tensor.type);
  builder.add_string(Field::name, name.data(), name.size());
  if (tensor.type == OM_STRING) {
    for (const std::string& text : tensor.strings) builder.add_bytes(Field::string_data, text);
  } else {
    const std::vector<uint8_t> raw = little_endian_bytes(tensor);
    builder.add_bytes(Field::raw_data, reinterpret_cast<const char*>(raw.data()), raw.size());
  }
}

// Writes the value of an attribute, each kind into its field.
struct AttributeWriter {
  Builder<onnx::AttributeProto>& builder;
  using Field = onnx::AttributeProto;

  void type(int32_t type) { builder.add_enum(Field::type, type); }
  void operator()(int64_t value) {
    builder.add_int64(Field::i, value);
    type(onnx::INT);
  }
  void operator()(const std::vector<int64_t>& values) {
    for (const int64_t value : values) builder.add_int64(Field::ints, value);
    type(onnx::INTS);
  }
  void operator()(float value) {
    builder.add_float(Field::f, value);
    type(onnx::FLOAT);
  }
  void operator()(const std::vector<float>& values) {
    for (const float value : values) builder.add_float(Field::floats, value);
    type(onnx::FLOATS);
  }
  void operator()(const std::string& value) {
    builder.add_bytes(Field::s, value);
    type(onnx::STRING);
  }
  void operator()(const std::vector<std::string>& values) {
    for (const std::string& value : values) builder.add_bytes(Field::strings, value);
    type(onnx::STRINGS);
  }
  void operator()(const WrittenTensor& value) {
    {
      Builder<onnx::TensorProto> tensor(builder, Field::t);
      write_tensor(tensor, "", value.tensor);
    }
    type(onnx::TENSOR);
  }
};

void write_node(Builder<onnx::NodeProto>& builder, const OnnxNode& node) {
  using Field = onnx::NodeProto;
  for (const std::string& input : node.inputs) builder.add_string(Field::input, input);
  for (const std::string& output : node.outputs) builder.add_string(Field::output, output);
  if (!node.name.empty()) builder.add_string(Field::name, node.name);
  builder.add_string(Field::op_type, node.op_type);
  for (const Attribute& attribute : node.attributes) {
    Builder<onnx::AttributeProto> attribute_builder(builder, Field::attribute);
    attribute_builder.add_string(onnx::AttributeProto::name, attribute.name);
    std::visit(AttributeWriter{attribute_builder}, attribute.value);
  }
  if (!node.domain.empty()) builder.add_string(Field::domain, node.domain);
}

void write_value_info(Builder<onnx::ValueInfoProto>& builder, const ValueInfo& value) {
  builder.add_string(onnx::ValueInfoProto::name, value.name);
  if (value.element_type == 0) return;
  Builder<onnx::TypeProto> type(builder, onnx::ValueInfoProto::type);
  Builder<onnx::TypeProtoTensor> tensor(type, onnx::TypeProto::tensor_type);
  tensor.add_enum(onnx::TypeProtoTensor::elem_type, static_cast<int32_t>(value.element_type));
}

void write_graph(Builder<onnx::GraphProto>& builder, const OnnxModel& model) {
  using Field = onnx::GraphProto;
  for (const OnnxNode& node : model.nodes) {
    Builder<onnx::NodeProto> node_builder(builder, Field::node);
    write_node(node_builder, node);
  }
  builder.add_string(Field::name, "graph");
  for (const NamedTensor& initializer : model.initializers) {
    Builder<onnx::TensorProto> tensor(builder, Field::initializer);
    write_tensor(tensor, initializer.name, initializer.tensor);
  }
  for (const ValueInfo& input : model.inputs) {
    Builder<onnx::ValueInfoProto> value(builder, Field::input);
    write_value_info(value, input);
  }
  for (const ValueInfo& output : model.outputs) {
    Builder<onnx::ValueInfoProto> value(builder, Field::output);
    write_value_info(value, output);
  }
}

}  // namespace

std::string write_tensor_proto(std::string_view name, const Tensor& tensor) {
  std::string bytes;
  Builder<onnx::TensorProto> builder(bytes);
  write_tensor(builder, name, tensor);
  return bytes;
}

std::string write_model(const OnnxModel& model) {
  using Field = onnx::ModelProto;
  std::string bytes;
  Builder<Field> builder(bytes);
  builder.add_int64(Field::ir_version, kIrVersion);
  builder.add_string(Field::producer_name, "onemodel");
  {
    Builder<onnx::GraphProto> graph(builder, Field::graph);
    write_graph(graph, model);
  }
  for (const OpsetImport& opset : model.opset_imports) {
    Builder<onnx::OperatorSetIdProto> import(builder, Field::opset_import);
    import.add_string(onnx::OperatorSetIdProto::domain, opset.domain);
    import.add_int64(onnx::OperatorSetIdProto::version, opset.version);
  }
  return bytes;
}

std::string input_name(size_t index) { return "input_" + std::to_string(index); }
std::string output_name(size_t index) { return "output_" + std::to_string(index); }

OnnxModel one_node_model(std::string_view operator_name, int64_t opset, const std::vector<Attribute>& attributes,
                         const std::vector<std::optional<Tensor>>& inputs, int64_t output_count, InputsAs inputs_as) {
  OnnxModel model;
  model.opset_imports.push_back({"", opset});
  OnnxNode node;
  node.op_type = operator_name;
  node.attributes = attributes;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i]) {
      node.inputs.emplace_back();
      continue;
    }
    node.inputs.push_back(input_name(i));
    if (inputs_as == InputsAs::initializers) {
      model.initializers.push_back({input_name(i), *inputs[i]});
    } else {
      model.inputs.push_back({input_name(i), true, inputs[i]->type});
    }
  }
  for (int64_t i = 0; i < output_count; ++i) {
    node.outputs.push_back(output_name(static_cast<size_t>(i)));
    model.outputs.push_back({node.outputs.back(), true, 0});
  }
  model.nodes.push_back(std::move(node));
  return model;
}

}  // namespace onemodel::corpus
