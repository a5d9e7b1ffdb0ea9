// Files as models need them: only regular ones, read at any place, and replaced as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tensor/context.h"

namespace onemodel {

// The path that the C API or a model has in UTF-8.
std::filesystem::path path_of(std::string_view utf8);

// A regular file that is open for reading. Refuses with io.file.
class InputFile {
 public:
  explicit InputFile(std::filesystem::path path);
  int64_t size() const { return size_; }
  void read(int64_t offset, char* bytes, int64_t byte_count);

 private:
  std::filesystem::path path_;
  std::ifstream stream_;
  int64_t size_ = 0;
};

// All of a file. Refuses with io.file, and with memory.exhausted what is larger than the context allows.
std::string read_file(const om_context& context, const std::filesystem::path& path);

// Gives the file that content; if that fails it is as before. Refuses with io.file.
void replace_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace onemodel
