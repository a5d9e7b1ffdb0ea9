// The data of a tensor that lies in a file beside its model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "graph/file.h"

namespace onemodel {

// What a TensorProto says of the place of its data, as text from the model.
struct ExternalLocation {
  std::optional<std::string_view> location;  // the file, from the model's folder
  std::optional<std::string_view> offset;
  std::optional<std::string_view> length;
};

// External data that is there, and not yet read.
class ExternalData {
 public:
  // Finds the file inside the folder, and checks that it has byte_count bytes where they should be.
  // Refuses (model.external_data) what leads out of the folder, also by links, and what is no regular file.
  ExternalData(const std::filesystem::path* folder, const ExternalLocation& place, int64_t byte_count);

  void read(char* bytes);

 private:
  InputFile file_;
  int64_t offset_ = 0;
  int64_t byte_count_ = 0;
};

}  // namespace onemodel
