#include "graph/onnx_reader.h"

#include <optional>
#include <unordered_set>

#include "graph/onnx_fields.h"
#include "graph/onnx_tensor_reader.h"
#include "graph/protobuf.h"

namespace onemodel {
namespace {

// ---- Attributes

// An attribute as it stands in a node.
struct AttributeFields {
  om_attributes::Owned owned;
  int64_t i = 0;
  float f = 0;
  std::string_view t;
  int64_t type = onnx::UNDEFINED;
  bool is_reference = false;             // to an attribute of a function
  std::optional<int64_t> type_by_field;  // of the field that the value stands in
  bool has_several_values = false;

  void found(onnx::AttributeType by_field) {
    has_several_values = has_several_values || type_by_field.value_or(by_field) != by_field;
    type_by_field = by_field;
  }
};

AttributeFields read_attribute_fields(std::string_view message_bytes) {
  using Field = onnx::AttributeProto;
  AttributeFields fields;
  om_attributes::Owned& owned = fields.owned;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    const auto skip_value = [&](onnx::AttributeType type) {
      message.skip();
      fields.found(type);
    };
    switch (message.tag_and_type()) {
      case bytes(Field::name):
        owned.name = view_of(message);
        break;
      case varint(Field::type):
        fields.type = message.get_int64();
        break;
      case bytes(Field::ref_attr_name):
        fields.is_reference = !view_of(message).empty();
        break;
      case fixed32(Field::f):
        fields.f = message.get_float();
        fields.found(onnx::FLOAT);
        break;
      case varint(Field::i):
        fields.i = message.get_int64();
        fields.found(onnx::INT);
        break;
      case bytes(Field::s):
        owned.text = view_of(message);
        fields.found(onnx::STRING);
        break;
      case bytes(Field::t):
        fields.t = view_of(message);
        fields.found(onnx::TENSOR);
        break;
      case fixed32(Field::floats):
        owned.reals.push_back(message.get_float());
        fields.found(onnx::FLOATS);
        break;
      case bytes(Field::floats):
        for (const float value : message.get_packed_float()) owned.reals.push_back(value);
        fields.found(onnx::FLOATS);
        break;
      case varint(Field::ints):
        owned.integers.push_back(message.get_int64());
        fields.found(onnx::INTS);
        break;
      case bytes(Field::ints):
        for (const int64_t value : message.get_packed_int64()) owned.integers.push_back(value);
        fields.found(onnx::INTS);
        break;
      case bytes(Field::strings):
        owned.texts.emplace_back(view_of(message));
        fields.found(onnx::STRINGS);
        break;
      case bytes(Field::g):
        return skip_value(onnx::GRAPH);
      case bytes(Field::tp):
        return skip_value(onnx::TYPE_PROTO);
      case bytes(Field::sparse_tensor):
        return skip_value(onnx::SPARSE_TENSOR);
      case bytes(Field::tensors):
        return skip_value(onnx::TENSORS);
      case bytes(Field::graphs):
        return skip_value(onnx::GRAPHS);
      case bytes(Field::type_protos):
        return skip_value(onnx::TYPE_PROTOS);
      case bytes(Field::sparse_tensors):
        return skip_value(onnx::SPARSE_TENSORS);
      default:
        message.skip();
    }
  });
  return fields;
}

// The first models did not write the type; a value that is the default may not be written.
int64_t type_of(const AttributeFields& fields) {
  const std::string& name = fields.owned.name;
  if (fields.has_several_values) refuse(Reason::model_malformed, name, "the attribute has several values");
  if (fields.type == onnx::UNDEFINED) {
    if (!fields.type_by_field) refuse(Reason::model_malformed, name, "the attribute has neither a type nor a value");
    return *fields.type_by_field;
  }
  if (fields.type_by_field.value_or(fields.type) != fields.type) {
    refuse(Reason::model_malformed, name, "the attribute has the type ", fields.type, " and a value of type ",
           *fields.type_by_field);
  }
  return fields.type;
}

void add_attribute(AttributeFields fields, OnnxTensorReader& tensors, ModelNode& node) {
  om_attributes::Owned& owned = fields.owned;
  const auto add = [&](om_attribute_kind kind) { node.attributes.add(std::move(owned), kind, fields.i, fields.f); };
  if (owned.name.empty()) refuse(Reason::model_malformed, "", "an attribute has no name");
  if (fields.is_reference) return node.other_attributes.push_back(std::move(owned.name));
  switch (type_of(fields)) {
    case onnx::FLOAT:
      return add(OM_ATTRIBUTE_FLOAT);
    case onnx::INT:
      return add(OM_ATTRIBUTE_INT);
    case onnx::STRING:
      return add(OM_ATTRIBUTE_STRING);
    case onnx::TENSOR:
      owned.tensor = tensors.read(fields.t, owned.name);
      return add(OM_ATTRIBUTE_TENSOR);
    case onnx::FLOATS:
      return add(OM_ATTRIBUTE_FLOATS);
    case onnx::INTS:
      return add(OM_ATTRIBUTE_INTS);
    case onnx::STRINGS:
      return add(OM_ATTRIBUTE_STRINGS);
    default:
      node.other_attributes.push_back(std::move(owned.name));
  }
}

// ---- Nodes

ModelNode read_node(std::string_view message_bytes, OnnxTensorReader& tensors) {
  using Field = onnx::NodeProto;
  ModelNode node;
  std::vector<std::string_view> attributes;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    switch (message.tag_and_type()) {
      case bytes(Field::input):
        node.inputs.emplace_back(view_of(message));
        break;
      case bytes(Field::output):
        node.outputs.emplace_back(view_of(message));
        break;
      case bytes(Field::name):
        node.name = view_of(message);
        break;
      case bytes(Field::op_type):
        node.op = view_of(message);
        break;
      case bytes(Field::attribute):
        attributes.push_back(view_of(message));
        break;
      case bytes(Field::domain):
        node.domain = domain_of(view_of(message));
        break;
      default:
        message.skip();
    }
  });
  try {
    if (node.op.empty()) refuse(Reason::model_malformed, "", "the node has no operator");
    std::unordered_set<std::string> names;
    for (const std::string_view attribute : attributes) {
      AttributeFields fields = read_attribute_fields(attribute);
      if (!names.insert(fields.owned.name).second) {
        refuse(Reason::model_attribute_repeated, fields.owned.name, "the node has this attribute twice");
      }
      add_attribute(std::move(fields), tensors, node);
    }
  } catch (Failure& failure) {
    failure.set_operator_name(node.op);
    failure.set_node_name(node.name);
    throw;
  }
  return node;
}

// ---- Values

Dimension read_dimension(std::string_view message_bytes, std::string_view name) {
  using Field = onnx::TensorShapeProtoDimension;
  Dimension dimension;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    switch (message.tag_and_type()) {
      case varint(Field::dim_value):
        dimension = {message.get_int64(), ""};
        break;
      case bytes(Field::dim_param):
        dimension = {Dimension::unknown, std::string(view_of(message))};
        break;
      default:
        message.skip();
    }
  });
  // Some writers say -1 where they know no extent.
  if (dimension.extent < Dimension::unknown) {
    refuse(Reason::model_malformed, name, "the extent ", dimension.extent, " is negative");
  }
  return dimension;
}

std::vector<Dimension> read_shape(std::string_view message_bytes, std::string_view name) {
  using Field = onnx::TensorShapeProto;
  std::vector<Dimension> shape;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    if (message.tag_and_type() != bytes(Field::dim)) return message.skip();
    if (shape.size() == OM_MAX_RANK) {
      refuse(Reason::shape_rank_limit, name, "a tensor has at most ", int{OM_MAX_RANK}, " axes here");
    }
    shape.push_back(read_dimension(view_of(message), name));
  });
  return shape;
}

void read_tensor_type(std::string_view message_bytes, ValueInfo& value) {
  using Field = onnx::TypeProtoTensor;
  int64_t type = 0;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    switch (message.tag_and_type()) {
      case varint(Field::elem_type):
        type = message.get_int64();
        break;
      case bytes(Field::shape):
        value.shape = read_shape(view_of(message), value.name);
        break;
      default:
        message.skip();
    }
  });
  if (type < 0 || type > OM_INT2) refuse(Reason::model_malformed, value.name, "the element type ", type, " is none");
  value.type = static_cast<om_type>(type);
}

ValueInfo read_value_info(std::string_view message_bytes) {
  ValueInfo value;
  value.name = find_bytes(message_bytes, onnx::ValueInfoProto::name);
  using Field = onnx::TypeProto;
  for_each_field<Field>(find_bytes(message_bytes, onnx::ValueInfoProto::type), [&](auto& message) {
    switch (message.tag_and_type()) {
      case bytes(Field::tensor_type):
        read_tensor_type(view_of(message), value);
        break;
      case bytes(Field::sequence_type):
      case bytes(Field::map_type):
      case bytes(Field::opaque_type):
      case bytes(Field::sparse_tensor_type):
      case bytes(Field::optional_type):
        refuse(Reason::model_unsupported, value.name, "the value is no tensor, but a sequence, map or the like");
      default:
        message.skip();
    }
  });
  return value;
}

// ---- Graph and model

void read_graph(std::string_view message_bytes, OnnxTensorReader& tensors, om_model& model) {
  using Field = onnx::GraphProto;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    switch (message.tag_and_type()) {
      case bytes(Field::node):
        model.nodes.push_back(read_node(view_of(message), tensors));
        break;
      case bytes(Field::name):
        model.graph_name = view_of(message);
        break;
      case bytes(Field::initializer): {
        const std::string_view tensor = view_of(message);
        const std::string_view name = find_bytes(tensor, onnx::TensorProto::name);
        model.initializers.push_back({std::string(name), tensors.read(tensor, name)});
        break;
      }
      case bytes(Field::sparse_initializer):
        refuse(Reason::model_unsupported,
               find_bytes(find_bytes(view_of(message), onnx::SparseTensorProto::values), onnx::TensorProto::name),
               "the initializer is a sparse tensor");
      case bytes(Field::input):
        model.inputs.push_back(read_value_info(view_of(message)));
        break;
      case bytes(Field::output):
        model.outputs.push_back(read_value_info(view_of(message)));
        break;
      case bytes(Field::value_info):
        model.values.push_back(read_value_info(view_of(message)));
        break;
      default:
        message.skip();
    }
  });
}

void read_opset_import(std::string_view message_bytes, om_model& model) {
  using Field = onnx::OperatorSetIdProto;
  int64_t version = 0;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    if (message.tag_and_type() == varint(Field::version)) {
      version = message.get_int64();
    } else {
      message.skip();
    }
  });
  const std::string_view domain = domain_of(find_bytes(message_bytes, Field::domain));
  for (const auto& [known, known_version] : model.opsets) {
    if (known == domain && known_version != version) {
      refuse(Reason::model_malformed, domain, "the versions ", known_version, " and ", version,
             " of one domain are imported");
    }
  }
  model.set_opset(domain, version);
}

om_model read_model(std::string_view message_bytes, OnnxTensorReader& tensors) {
  using Field = onnx::ModelProto;
  om_model model;
  model.ir_version = 0;
  std::optional<std::string_view> graph;
  std::optional<std::string_view> function;
  for_each_field<Field>(message_bytes, [&](auto& message) {
    switch (message.tag_and_type()) {
      case varint(Field::ir_version):
        model.ir_version = message.get_int64();
        break;
      case bytes(Field::graph):
        if (graph) refuse(Reason::model_malformed, "", "the model has two graphs");
        graph = view_of(message);
        break;
      case bytes(Field::opset_import):
        read_opset_import(view_of(message), model);
        break;
      case bytes(Field::functions):
        function = view_of(message);
        break;
      default:
        message.skip();
    }
  });
  if (!graph) refuse(Reason::model_malformed, "", "the model has no graph");
  // The rest is looked at only where its version is known.
  require_ir_version(model.ir_version);
  if (function) {
    refuse(Reason::model_unsupported, find_bytes(*function, onnx::FunctionProto::name), "the model has a function");
  }
  read_graph(*graph, tensors, model);
  return model;
}

}  // namespace

om_model read_onnx_model(const om_context& context, std::string_view message_bytes,
                         const std::filesystem::path* folder) {
  OnnxTensorReader tensors(context, folder);
  return read_message("ModelProto", [&] { return read_model(message_bytes, tensors); });
}

}  // namespace onemodel
