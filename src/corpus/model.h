// Models and tensors in ONNX's format, through the library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"
#include "corpus/handles.h"

namespace onemodel::corpus {

// The version of ONNX's format that knows every element type; other programs may not know newer ones.
inline constexpr int64_t kCommonIrVersion = 13;

// Reads a serialized TensorProto. Throws CallFailed.
Tensor read_onnx_tensor(std::string_view bytes);

// The tensor as a serialized TensorProto of that name. Throws CallFailed.
std::string write_onnx_tensor(const std::string& name, const Tensor& tensor);

// The model as a serialized ModelProto.
std::string write_onnx_model(const om_model& model);

// The model of one call: one node whose inputs are named input_0, input_1, ... and whose outputs output_0, ... The
// element types of its inputs are declared, their shapes are not. Throws CallFailed.
ModelHandle one_node_model(const std::string& operator_name, int64_t opset, const std::vector<Attribute>& attributes,
                           const std::vector<std::optional<Tensor>>& inputs, int64_t output_count);

// The names of the inputs and outputs of a one_node_model.
std::string input_name(size_t index);
std::string output_name(size_t index);

}  // namespace onemodel::corpus
