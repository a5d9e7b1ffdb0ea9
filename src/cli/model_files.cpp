#include "cli/model_files.h"

#include <nlohmann/json.hpp>

#include "cli/npy.h"
#include "cli/tensor_argument.h"
#include "corpus/case_file.h"
#include "corpus/layout.h"
#include "corpus/model.h"

namespace onemodel::cli {

namespace fs = std::filesystem;
using corpus::Tensor;

namespace {

std::string json_text(const Tensor& tensor) {
  std::string text;
  corpus::append_layout(text, corpus::write_tensor(tensor), 0, 0);
  return text + '\n';
}

// Calls `work`, which reads or writes the file; what goes wrong names it.
template <typename Work>
auto on_file(const fs::path& path, Work work) {
  try {
    return work();
  } catch (const corpus::CallFailed& failed) {
    throw corpus::FileError(path.string() + ": " + failed.failure().reason + ": " + failed.what());
  } catch (const NpyError& error) {
    throw corpus::FileError(path.string() + ": " + error.what());
  } catch (const corpus::JsonError& error) {
    throw corpus::FileError(path.string() + ": " + error.path() + (error.path().empty() ? "" : ": ") + error.what());
  }
}

[[noreturn]] void refuse_extension(const fs::path& path) {
  throw corpus::FileError(path.string() + ": a tensor's file ends in .pb, .npy or .json");
}

}  // namespace

corpus::ModelHandle read_model(const fs::path& path) {
  om_model* raw = nullptr;
  corpus::check([&](om_error** error) { return om_model_read_file(nullptr, path.string().c_str(), &raw, error); });
  return corpus::ModelHandle(raw);
}

corpus::ModelHandle read_model_file(const fs::path& path) {
  return on_file(path, [&] { return read_model(path); });
}

Tensor read_tensor_file(const fs::path& path) {
  const std::string extension = path.extension().string();
  return on_file(path, [&] {
    if (extension == ".pb") return corpus::read_onnx_tensor(corpus::read_file(path));
    if (extension == ".npy") return read_npy(corpus::read_file(path));
    if (extension != ".json") refuse_extension(path);
    const auto tensor = parse_tensor('@' + path.string());
    if (!tensor) throw corpus::FileError(path.string() + ": it holds no tensor");
    return *tensor;
  });
}

void write_tensor_file(const fs::path& path, const std::string& name, const Tensor& tensor) {
  const std::string extension = path.extension().string();
  on_file(path, [&] {
    if (extension == ".pb") {
      corpus::write_file(path, corpus::write_onnx_tensor(name, tensor));
    } else if (extension == ".npy") {
      corpus::write_file(path, write_npy(tensor));
    } else if (extension == ".json") {
      corpus::write_file(path, json_text(tensor));
    } else {
      refuse_extension(path);
    }
  });
}

}  // namespace onemodel::cli
