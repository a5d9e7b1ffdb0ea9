// The numbers of the fields of ONNX's protobuf messages, and what stands in its enumerations.
#pragma once

#include <protozero/types.hpp>

namespace onemodel::onnx {

enum class ModelProto : protozero::pbf_tag_type {
  ir_version = 1,
  producer_name = 2,
  graph = 7,
  opset_import = 8,
  functions = 25
};
enum class OperatorSetIdProto : protozero::pbf_tag_type { domain = 1, version = 2 };
enum class FunctionProto : protozero::pbf_tag_type { name = 1 };
enum class GraphProto : protozero::pbf_tag_type {
  node = 1,
  name = 2,
  initializer = 5,
  input = 11,
  output = 12,
  value_info = 13,
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
  g = 6,
  floats = 7,
  ints = 8,
  strings = 9,
  tensors = 10,
  graphs = 11,
  tp = 14,
  type_protos = 15,
  type = 20,
  ref_attr_name = 21,
  sparse_tensor = 22,
  sparse_tensors = 23
};
enum class ValueInfoProto : protozero::pbf_tag_type { name = 1, type = 2 };
enum class TypeProto : protozero::pbf_tag_type {
  tensor_type = 1,
  sequence_type = 4,
  map_type = 5,
  opaque_type = 7,
  sparse_tensor_type = 8,
  optional_type = 9
};
enum class TypeProtoTensor : protozero::pbf_tag_type { elem_type = 1, shape = 2 };
enum class TensorShapeProto : protozero::pbf_tag_type { dim = 1 };
enum class TensorShapeProtoDimension : protozero::pbf_tag_type { dim_value = 1, dim_param = 2 };
enum class TensorProto : protozero::pbf_tag_type {
  dims = 1,
  data_type = 2,
  segment = 3,
  float_data = 4,
  int32_data = 5,
  string_data = 6,
  int64_data = 7,
  name = 8,
  raw_data = 9,
  double_data = 10,
  uint64_data = 11,
  external_data = 13,
  data_location = 14
};
enum class StringStringEntryProto : protozero::pbf_tag_type { key = 1, value = 2 };
enum class SparseTensorProto : protozero::pbf_tag_type { values = 1 };

// AttributeProto.AttributeType
enum AttributeType {
  UNDEFINED = 0,
  FLOAT = 1,
  INT = 2,
  STRING = 3,
  TENSOR = 4,
  GRAPH = 5,
  FLOATS = 6,
  INTS = 7,
  STRINGS = 8,
  TENSORS = 9,
  GRAPHS = 10,
  SPARSE_TENSOR = 11,
  SPARSE_TENSORS = 12,
  TYPE_PROTO = 13,
  TYPE_PROTOS = 14
};

// TensorProto.DataLocation
enum DataLocation { DEFAULT = 0, EXTERNAL = 1 };

}  // namespace onemodel::onnx
