#include "graph/file.h"

#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

#include "base/failure.h"

namespace onemodel {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string_view what) {
  const std::u8string name = path.u8string();
  throw Failure(Reason::io_file, text_of(std::string(name.begin(), name.end()), ": ", what));
}

// What the system says of the call that has just failed.
std::string system_message() {
  const int code = errno != 0 ? errno : EIO;
  return std::generic_category().message(code);
}

}  // namespace

fs::path path_of(std::string_view utf8) { return std::u8string(utf8.begin(), utf8.end()); }

InputFile::InputFile(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  if (error) refuse(path_, error.message());
  // Opening a pipe would wait, and a device may have no end.
  if (!fs::is_regular_file(status)) refuse(path_, "this is not a regular file");
  errno = 0;
  stream_.open(path_, std::ios::binary);
  if (!stream_ || !stream_.seekg(0, std::ios::end)) refuse(path_, system_message());
  size_ = static_cast<int64_t>(stream_.tellg());
  if (size_ < 0) refuse(path_, system_message());
}

void InputFile::read(int64_t offset, char* bytes, int64_t byte_count) {
  errno = 0;
  if (stream_.seekg(offset) && stream_.read(bytes, byte_count)) return;
  refuse(path_, stream_.eof() ? "the file ends too early" : system_message());
}

std::string read_file(const om_context& context, const fs::path& path) {
  InputFile file(path);
  if (file.size() > context.memory_limit) {
    throw Failure(Reason::memory_exhausted,
                  text_of("a file of ", file.size(), " bytes is larger than the limit of ", context.memory_limit));
  }
  std::string bytes(static_cast<size_t>(file.size()), '\0');
  file.read(0, bytes.data(), file.size());
  return bytes;
}

void replace_file(const fs::path& path, std::string_view bytes) {
  // Beside it, as only within a file system a file takes the place of another in one step.
  fs::path temporary = path;
  temporary += text_of(".", std::random_device()(), ".tmp");
  std::error_code error;
  errno = 0;
  {
    std::ofstream stream(temporary, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) {
      const std::string message = system_message();
      fs::remove(temporary, error);
      refuse(path, message);
    }
  }
  fs::rename(temporary, path, error);
  if (error) {
    const std::string message = error.message();
    fs::remove(temporary, error);
    refuse(path, message);
  }
}

}  // namespace onemodel
