// Writing ONNX's protobuf: tensors and models without subgraphs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/onnx_model.h"

namespace onemodel::corpus {

// Writes a serialized TensorProto with the elements in raw_data (strings: in string_data).
std::string write_tensor_proto(std::string_view name, const Tensor& tensor);

// Writes a serialized ModelProto.
std::string write_model(const OnnxModel& model);

enum class InputsAs {
  graph_inputs,  // fed at run time; their element types are declared, their shapes are not
  initializers
};

// The model of one call: one node whose inputs are named input_0, input_1, ... and whose outputs output_0, ...
OnnxModel one_node_model(std::string_view operator_name, int64_t opset, const std::vector<Attribute>& attributes,
                         const std::vector<std::optional<Tensor>>& inputs, int64_t output_count, InputsAs inputs_as);

// The names of the inputs and outputs of a one_node_model.
std::string input_name(size_t index);
std::string output_name(size_t index);

}  // namespace onemodel::corpus
