// Reading ONNX's protobuf: models and tensors.
#pragma once

#include <filesystem>
#include <string_view>

#include "graph/model.h"

namespace onemodel {

// Reads a serialized ModelProto. External data is read from files inside `folder`; without one it is refused.
// Refuses: model.malformed, model.ir_version, model.tensor, model.external_data, model.unsupported,
// model.attribute_repeated, memory.exhausted.
om_model read_onnx_model(const om_context& context, std::string_view bytes, const std::filesystem::path* folder);

// Reads a serialized TensorProto. Refuses: model.malformed, model.tensor, model.external_data, memory.exhausted.
Reference<Tensor> read_onnx_tensor(const om_context& context, std::string_view bytes);

}  // namespace onemodel
