// Writing ONNX's protobuf: models and tensors.
#pragma once

#include <string>
#include <string_view>

#include "graph/model.h"

namespace onemodel {

// A serialized ModelProto; all tensors are inside.
std::string write_onnx_model(const om_model& model);

// A serialized TensorProto, with the elements in raw_data (strings: in string_data).
std::string write_onnx_tensor(std::string_view name, const Tensor& tensor);

}  // namespace onemodel
