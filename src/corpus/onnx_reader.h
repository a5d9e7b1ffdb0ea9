// Reading ONNX's protobuf: tensors and models without subgraphs.
#pragma once

#include <string_view>

#include "corpus/onnx_model.h"

namespace onemodel::corpus {

// Reads a serialized TensorProto of any of the 26 types. Its elements must be exactly as many as its dims say, which is
// checked before memory is taken for them. Throws OnnxError.
NamedTensor read_tensor_proto(std::string_view bytes);

// Reads a serialized ModelProto. Throws OnnxError.
OnnxModel read_model(std::string_view bytes);

// The version of ai.onnx that the model imports. Throws OnnxError if it imports none.
int64_t opset_of(const OnnxModel& model);

}  // namespace onemodel::corpus
