// Reading TensorProto, alone or as a part of a model.
#pragma once

#include <filesystem>
#include <string_view>

#include "tensor/tensor.h"

namespace onemodel {

class OnnxTensorReader {
 public:
  // External data lies in files inside `folder`, if there is one.
  OnnxTensorReader(const om_context& context, const std::filesystem::path* folder)
      : context_(context), folder_(folder) {}

  // The tensor, which errors call by its name, or `name` if it has none.
  Reference<Tensor> read(std::string_view message_bytes, std::string_view name);

 private:
  const om_context& context_;
  const std::filesystem::path* folder_;
  int64_t external_bytes_ = 0;  // read as yet, which the limit bounds as it bounds a file
};

}  // namespace onemodel
