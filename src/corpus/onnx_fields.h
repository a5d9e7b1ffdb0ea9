// The numbers of the fields of ONNX's protobuf messages that are read or written here, and of its attribute types.
#pragma once

#include <protozero/types.hpp>

namespace onemodel::corpus::onnx {

enum class ModelProto : protozero::pbf_tag_type { ir_version = 1, producer_name = 2, graph = 7, opset_import = 8 };
enum class OperatorSetIdProto : protozero::pbf_tag_type { domain = 1, version = 2 };
enum class GraphProto : protozero::pbf_tag_type {
  node = 1,
  name = 2,
  initializer = 5,
  input = 11,
  output = 12,
  sparse_initializer = 15
};
enum class NodeProto : protozero::pbf_tag_type {
  input = 1,
  output = 2,
  name = 3,
  op_type = 4,
  attribute = 5,
  domain = 7
};
enum class AttributeProto : protozero::pbf_tag_type {
  name = 1,
  f = 2,
  i = 3,
  s = 4,
  t = 5,
  floats = 7,
  ints = 8,
  strings = 9,
  type = 20
};
enum class ValueInfoProto : protozero::pbf_tag_type { name = 1, type = 2 };
enum class TypeProto : protozero::pbf_tag_type {
  tensor_type = 1,
  sequence_type = 4,
  map_type = 5,
  sparse_tensor_type = 8,
  optional_type = 9
};
enum class TypeProtoTensor : protozero::pbf_tag_type { elem_type = 1 };
enum class TensorProto : protozero::pbf_tag_type {
  dims = 1,
  data_type = 2,
  float_data = 4,
  int32_data = 5,
  string_data = 6,
  int64_data = 7,
  name = 8,
  raw_data = 9,
  double_data = 10,
  uint64_data = 11,
  data_location = 14
};

// AttributeProto.AttributeType, those of one om_attribute_kind each.
enum AttributeType { FLOAT = 1, INT = 2, STRING = 3, TENSOR = 4, FLOATS = 6, INTS = 7, STRINGS = 8 };

}  // namespace onemodel::corpus::onnx
