// Models and tensors in files.
#pragma once

#include <filesystem>
#include <string>

#include "corpus/handles.h"

namespace onemodel::cli {

// Reads a model. Throws CallFailed.
corpus::ModelHandle read_model(const std::filesystem::path& path);

// Reads a model. Throws FileError.
corpus::ModelHandle read_model_file(const std::filesystem::path& path);

// Reads a tensor by its file's extension: .pb (ONNX's TensorProto), .npy, or .json (as in the corpus, or nested
// arrays). Throws FileError.
corpus::Tensor read_tensor_file(const std::filesystem::path& path);

// Writes a tensor in the format of the path's extension. Throws FileError.
void write_tensor_file(const std::filesystem::path& path, const std::string& name, const corpus::Tensor& tensor);

}  // namespace onemodel::cli
