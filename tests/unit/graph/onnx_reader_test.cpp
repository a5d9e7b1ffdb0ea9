// ModelProto: what is read, and what is refused.
#include "graph/onnx_reader.h"

#include <doctest/doctest.h>

#include "graph/onnx_writer.h"
#include "messages.h"

using namespace onemodel;

namespace {

using ModelBuilder = Builder<onnx::ModelProto>;
using GraphBuilder = Builder<onnx::GraphProto>;
using NodeBuilder = Builder<onnx::NodeProto>;
using AttributeBuilder = Builder<onnx::AttributeProto>;

om_model read(const std::string& message) { return read_onnx_model(default_context(), message, nullptr); }
std::string refusal(const std::string& message) {
  return refusal_of([&] { read(message); });
}

// A model with a graph, to which `add` gives what it has.
template <class Add>
std::string model_message(Add&& add) {
  return message_of<onnx::ModelProto>([&](ModelBuilder& builder) {
    builder.add_int64(onnx::ModelProto::ir_version, 8);
    builder.add_message(onnx::ModelProto::graph, message_of<onnx::GraphProto>(add));
  });
}

// A model of one node that has an attribute, to which `add` gives what it has.
template <class Add>
std::string attribute_message(Add&& add, int count = 1) {
  return model_message([&](GraphBuilder& graph) {
    NodeBuilder node(graph, onnx::GraphProto::node);
    for (int i = 0; i < count; ++i) {
      AttributeBuilder attribute(node, onnx::NodeProto::attribute);
      attribute.add_string(onnx::AttributeProto::name, "a");
      add(attribute);
    }
    node.add_string(onnx::NodeProto::op_type, "Slice");
    node.add_string(onnx::NodeProto::name, "n");
  });
}

template <class Add>
std::string value_message(Add&& add, onnx::GraphProto field = onnx::GraphProto::input) {
  return model_message([&](GraphBuilder& graph) {
    Builder<onnx::ValueInfoProto> value(graph, field);
    value.add_string(onnx::ValueInfoProto::name, "v");
    value.add_message(onnx::ValueInfoProto::type, message_of<onnx::TypeProto>(add));
  });
}

std::string dimension(int64_t extent) {
  return message_of<onnx::TensorShapeProtoDimension>(
      [&](auto& builder) { builder.add_int64(onnx::TensorShapeProtoDimension::dim_value, extent); });
}

// A model with an input of type float32 whose shape has these dimensions.
std::string shape_message(const std::vector<std::string>& dimensions) {
  return value_message([&](Builder<onnx::TypeProto>& type) {
    Builder<onnx::TypeProtoTensor> tensor(type, onnx::TypeProto::tensor_type);
    tensor.add_enum(onnx::TypeProtoTensor::elem_type, OM_FLOAT32);
    tensor.add_message(onnx::TypeProtoTensor::shape, message_of<onnx::TensorShapeProto>([&](auto& shape) {
                         for (const std::string& one : dimensions) {
                           shape.add_message(onnx::TensorShapeProto::dim, one);
                         }
                       }));
  });
}

void nothing(GraphBuilder&) {}

}  // namespace

TEST_CASE("versions: one graph, an IR version that is known, one version of each domain") {
  const auto version_message = [](int64_t version) {
    return message_of<onnx::ModelProto>([&](ModelBuilder& builder) {
      builder.add_int64(onnx::ModelProto::ir_version, version);
      builder.add_message(onnx::ModelProto::graph, std::string());
    });
  };
  for (int64_t version = 3; version <= 14; ++version) CHECK(read(version_message(version)).ir_version == version);
  for (const int64_t version : {int64_t{-1}, int64_t{0}, int64_t{2}, int64_t{15}, int64_t{1} << 40}) {
    CHECK(refusal(version_message(version)).starts_with("model.ir_version: : "));
  }
  CHECK(refusal(message_of<onnx::ModelProto>([](ModelBuilder& builder) {
          builder.add_message(onnx::ModelProto::graph, std::string());
        })).starts_with("model.ir_version: : "));
  CHECK(refusal("") == "model.malformed: : the model has no graph");
  CHECK(refusal(version_message(8) + version_message(8)) == "model.malformed: : the model has two graphs");
  CHECK(refusal(std::string(20, '\xff')).starts_with("model.malformed: : this is no ModelProto"));

  const auto import_message = [](const std::string& domain, int64_t version) {
    return message_of<onnx::ModelProto>([&](ModelBuilder& builder) {
      Builder<onnx::OperatorSetIdProto> import(builder, onnx::ModelProto::opset_import);
      import.add_string(onnx::OperatorSetIdProto::domain, domain);
      import.add_int64(onnx::OperatorSetIdProto::version, version);
    });
  };
  const om_model model =
      read(version_message(8) + import_message("ai.onnx", 13) + import_message("other", 1) + import_message("", 13));
  CHECK(model.opsets == std::vector<std::pair<std::string, int64_t>>{{"", 13}, {"other", 1}});
  CHECK(refusal(version_message(8) + import_message("", 13) + import_message("ai.onnx", 14)) ==
        "model.malformed: : the versions 13 and 14 of one domain are imported");
  CHECK(
      refusal(version_message(8) + import_message("x", 1) + import_message("x", 2)).starts_with("model.malformed: x"));
}

TEST_CASE("what is read of ONNX is what tensors and nodes need") {
  CHECK(refusal(model_message([](GraphBuilder& graph) {
          Builder<onnx::SparseTensorProto> sparse(graph, onnx::GraphProto::sparse_initializer);
          Builder<onnx::TensorProto> values(sparse, onnx::SparseTensorProto::values);
          values.add_string(onnx::TensorProto::name, "s");
        })) == "model.unsupported: s: the initializer is a sparse tensor");
  CHECK(refusal(model_message(nothing) + message_of<onnx::ModelProto>([](ModelBuilder& builder) {
                  Builder<onnx::FunctionProto> function(builder, onnx::ModelProto::functions);
                  function.add_string(onnx::FunctionProto::name, "f");
                })) == "model.unsupported: f: the model has a function");
  for (const auto field : {onnx::TypeProto::sequence_type, onnx::TypeProto::map_type, onnx::TypeProto::opaque_type,
                           onnx::TypeProto::sparse_tensor_type, onnx::TypeProto::optional_type}) {
    for (const auto of : {onnx::GraphProto::input, onnx::GraphProto::output, onnx::GraphProto::value_info}) {
      CHECK(refusal(value_message([&](auto& type) { type.add_message(field, std::string()); }, of)) ==
            "model.unsupported: v: the value is no tensor, but a sequence, map or the like");
    }
  }
  // Documentation, metadata, quantization annotations and training information say nothing that is needed.
  const std::string model = model_message([](GraphBuilder& graph) {
    for (const uint32_t field : {10U, 14U, 16U})
      graph.add_message(static_cast<onnx::GraphProto>(field), std::string("\x0a\x01x"));
  });
  CHECK(refusal(model + message_of<onnx::ModelProto>([](ModelBuilder& builder) {
                  for (const uint32_t field : {2U, 6U, 14U, 20U}) {
                    builder.add_message(static_cast<onnx::ModelProto>(field), std::string("\x0a\x01x"));
                  }
                }))
            .empty());
}

TEST_CASE("values: types and shapes as far as they are declared") {
  const om_model bare = read(model_message([](GraphBuilder& graph) {
    Builder<onnx::ValueInfoProto> value(graph, onnx::GraphProto::output);
    value.add_string(onnx::ValueInfoProto::name, std::string("\xff\n", 2));
  }));
  CHECK(bare.outputs.at(0).name == "\xff\n");
  CHECK(bare.outputs.at(0).type == 0);
  CHECK_FALSE(bare.outputs.at(0).shape);

  const std::string symbol = message_of<onnx::TensorShapeProtoDimension>(
      [](auto& builder) { builder.add_string(onnx::TensorShapeProtoDimension::dim_param, "N"); });
  const ValueInfo value = read(shape_message({dimension(3), symbol, "", dimension(-1)})).inputs.at(0);
  CHECK(value.type == OM_FLOAT32);
  REQUIRE(value.shape);
  REQUIRE(value.shape->size() == 4);
  CHECK(value.shape->at(0).extent == 3);
  CHECK(value.shape->at(0).symbol.empty());
  CHECK(value.shape->at(1).extent == -1);
  CHECK(value.shape->at(1).symbol == "N");
  CHECK(value.shape->at(2).extent == -1);
  CHECK(value.shape->at(3).extent == -1);
  CHECK(read(shape_message({})).inputs.at(0).shape->empty());

  CHECK(refusal(shape_message({dimension(-2)})) == "model.malformed: v: the extent -2 is negative");
  CHECK(refusal(shape_message(std::vector<std::string>(9, ""))) ==
        "shape.rank_limit: v: a tensor has at most 8 axes here");
  for (const int32_t type : {-1, 27}) {
    CHECK(refusal(value_message([&](auto& builder) {
            Builder<onnx::TypeProtoTensor> tensor(builder, onnx::TypeProto::tensor_type);
            tensor.add_enum(onnx::TypeProtoTensor::elem_type, type);
          })) == text_of("model.malformed: v: the element type ", type, " is none"));
  }
}

TEST_CASE("the kind of an attribute is its type, or that of its field where none is written") {
  using Field = onnx::AttributeProto;
  const std::vector<int64_t> integers = {1, -2};
  const std::vector<float> reals = {0.5F, -0.0F};
  const auto first = [](const std::string& message) {
    om_model model = read(message);
    REQUIRE(model.nodes.at(0).attributes.all().size() == 1);
    return std::move(model.nodes[0]);
  };
  const auto kind = [](const ModelNode& node) { return node.attributes.all()[0].kind; };
  for (const bool typed : {false, true}) {
    const auto add_type = [&](AttributeBuilder& builder, onnx::AttributeType type) {
      if (typed) builder.add_enum(Field::type, type);
    };
    CHECK(kind(first(attribute_message([&](AttributeBuilder& builder) {
            builder.add_int64(Field::i, 5);
            add_type(builder, onnx::INT);
          }))) == OM_ATTRIBUTE_INT);
    CHECK(kind(first(attribute_message([&](AttributeBuilder& builder) {
            builder.add_float(Field::f, 0.5F);
            add_type(builder, onnx::FLOAT);
          }))) == OM_ATTRIBUTE_FLOAT);
    CHECK(kind(first(attribute_message([&](AttributeBuilder& builder) {
            builder.add_string(Field::s, "");
            add_type(builder, onnx::STRING);
          }))) == OM_ATTRIBUTE_STRING);
    CHECK(kind(first(attribute_message([&](AttributeBuilder& builder) {
            builder.add_string(Field::strings, "");
            add_type(builder, onnx::STRINGS);
          }))) == OM_ATTRIBUTE_STRINGS);
    CHECK(kind(first(attribute_message([&](AttributeBuilder& builder) {
            builder.add_message(Field::t, write_onnx_tensor("", *example(OM_INT8, {2})));
            add_type(builder, onnx::TENSOR);
          }))) == OM_ATTRIBUTE_TENSOR);
    const ModelNode packed_integers = first(attribute_message([&](AttributeBuilder& builder) {
      builder.add_packed_int64(Field::ints, integers.begin(), integers.end());
      builder.add_int64(Field::ints, 3);
      add_type(builder, onnx::INTS);
    }));
    CHECK(kind(packed_integers) == OM_ATTRIBUTE_INTS);
    CHECK(list_text(packed_integers.attributes.all()[0].integers) == "[1, -2, 3]");
    const ModelNode packed_reals = first(attribute_message([&](AttributeBuilder& builder) {
      builder.add_packed_float(Field::floats, reals.begin(), reals.end());
      builder.add_float(Field::floats, 1.5F);
      add_type(builder, onnx::FLOATS);
    }));
    CHECK(kind(packed_reals) == OM_ATTRIBUTE_FLOATS);
    CHECK(packed_reals.attributes.all()[0].reals.size() == 3);
  }
  // A default need not be written.
  const ModelNode zero =
      first(attribute_message([](AttributeBuilder& builder) { builder.add_enum(Field::type, onnx::INT); }));
  CHECK(zero.attributes.all()[0].integer == 0);
  const ModelNode empty =
      first(attribute_message([](AttributeBuilder& builder) { builder.add_enum(Field::type, onnx::INTS); }));
  CHECK(empty.attributes.all()[0].integers.empty());
}

TEST_CASE("attributes of kinds that no operator here has are known by name") {
  using Field = onnx::AttributeProto;
  const auto others = [](const std::string& message) {
    const om_model model = read(message);
    CHECK(model.nodes.at(0).attributes.all().empty());
    return model.nodes.at(0).other_attributes;
  };
  const std::vector<std::string> one = {"a"};
  for (const auto field : {Field::g, Field::tp, Field::sparse_tensor, Field::tensors, Field::graphs, Field::type_protos,
                           Field::sparse_tensors}) {
    // What is inside is not looked at, however deep it goes.
    CHECK(others(attribute_message([&](AttributeBuilder& builder) { builder.add_bytes(field, "\xff"); })) == one);
  }
  CHECK(others(attribute_message([](AttributeBuilder& builder) { builder.add_enum(Field::type, 99); })) == one);
  CHECK(others(attribute_message([](AttributeBuilder& builder) {
          builder.add_string(Field::ref_attr_name, "r");
          builder.add_enum(Field::type, onnx::INT);
        })) == one);
}

TEST_CASE("attributes and nodes that are no such are refused with the node's name") {
  using Field = onnx::AttributeProto;
  const auto add_int = [](AttributeBuilder& builder) { builder.add_int64(Field::i, 1); };
  CHECK(refusal(attribute_message(add_int, 2)) == "n: model.attribute_repeated: a: the node has this attribute twice");
  CHECK(refusal(attribute_message([](AttributeBuilder& builder) { builder.add_bytes(Field::g, ""); }, 2))
            .starts_with("n: model.attribute_repeated: a"));
  CHECK(refusal(attribute_message([](AttributeBuilder&) {})) ==
        "n: model.malformed: a: the attribute has neither a type nor a value");
  CHECK(refusal(attribute_message([&](AttributeBuilder& builder) {
          add_int(builder);
          builder.add_float(Field::f, 1);
        })) == "n: model.malformed: a: the attribute has several values");
  CHECK(refusal(attribute_message([&](AttributeBuilder& builder) {
          add_int(builder);
          builder.add_enum(Field::type, onnx::INTS);
        })) == "n: model.malformed: a: the attribute has the type 7 and a value of type 2");
  CHECK(refusal(attribute_message([](AttributeBuilder& builder) { builder.add_message(Field::t, std::string()); })) ==
        "n: model.tensor: a: the data type 0 is none");
  CHECK(refusal(model_message([](GraphBuilder& graph) {
          NodeBuilder node(graph, onnx::GraphProto::node);
          node.add_string(onnx::NodeProto::name, "n");
        })) == "n: model.malformed: : the node has no operator");
  CHECK(refusal(model_message([](GraphBuilder& graph) {
          NodeBuilder node(graph, onnx::GraphProto::node);
          node.add_string(onnx::NodeProto::op_type, "Slice");
          AttributeBuilder attribute(node, onnx::NodeProto::attribute);
          attribute.add_int64(Field::i, 1);
        })) == "model.malformed: : an attribute has no name");
}
