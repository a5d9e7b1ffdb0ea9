#include "graph/external_data.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "base/failure.h"

namespace onemodel {
namespace {

namespace fs = std::filesystem;

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  throw Failure(Reason::model_external_data, text_of(parts...));
}

// What goes wrong with the file is wrong with the model.
template <class Function>
auto on_file(Function&& function) {
  try {
    return function();
  } catch (const Failure& failure) {
    refuse(failure.text());
  }
}

// Follows all links. Refuses what is not there.
fs::path resolved(const fs::path& path, std::string_view name) {
  std::error_code error;
  fs::path result = fs::canonical(path, error);
  if (error) refuse(name, ": ", error.message());
  return result;
}

fs::path inside(const fs::path* folder, std::optional<std::string_view> location) {
  if (folder == nullptr) refuse("the tensor has external data, and no folder is given for it");
  if (!location || location->empty()) refuse("the tensor has external data without a location");
  const std::string_view text = *location;
  // A backslash is a part of a name on some machines, and separates folders on others.
  if (text.find('\\') != text.npos || text.find('\0') != text.npos) {
    refuse("the location '", text, "' has a character that is not allowed");
  }
  const fs::path path = path_of(text);
  if (path.has_root_path()) refuse("the location '", text, "' is absolute");
  if (std::ranges::find(path, fs::path("..")) != path.end()) refuse("the location '", text, "' leads upwards");

  const fs::path root = resolved(*folder, "the model's folder");
  fs::path file = resolved(root / path, text);
  if (std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first != root.end()) {
    refuse("the location '", text, "' leads out of the model's folder");
  }
  return file;
}

int64_t number_of(const char* what, std::string_view text) {
  int64_t number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) {
    refuse("the ", what, " '", text, "' of external data is no number of bytes");
  }
  return number;
}

}  // namespace

ExternalData::ExternalData(const fs::path* folder, const ExternalLocation& place, int64_t byte_count)
    : file_(on_file([&] { return InputFile(inside(folder, place.location)); })), byte_count_(byte_count) {
  if (place.offset) offset_ = number_of("offset", *place.offset);
  if (place.length && number_of("length", *place.length) != byte_count) {
    refuse("the length of external data is ", *place.length, ", but type and dims need ", byte_count);
  }
  if (offset_ > file_.size() || byte_count > file_.size() - offset_) {
    refuse("the external data '", *place.location, "' has ", file_.size(), " bytes; ", byte_count, " at ", offset_,
           " are needed");
  }
}

void ExternalData::read(char* bytes) {
  on_file([&] { file_.read(offset_, bytes, byte_count_); });
}

}  // namespace onemodel
