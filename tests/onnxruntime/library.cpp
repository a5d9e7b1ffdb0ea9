#include "library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace onemodel::onnxruntime {

ONNXTensorElementDataType runtime_type(om_type type) {
  switch (type) {
    case OM_FLOAT8E8M0:
      return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E8M0;
    case OM_UINT2:
      return ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT2;
    case OM_INT2:
      return ONNX_TENSOR_ELEMENT_DATA_TYPE_INT2;
    default:
      return static_cast<ONNXTensorElementDataType>(type);
  }
}

om_type type_of(ONNXTensorElementDataType type) {
  switch (type) {
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E8M0:
      return OM_FLOAT8E8M0;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT2:
      return OM_UINT2;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT2:
      return OM_INT2;
    default:
      return static_cast<om_type>(type);
  }
}

std::filesystem::path library_in(const std::filesystem::path& package) {
  return package / "runtimes" / ONEMODEL_ONNXRUNTIME_FOLDER / "native" / ONEMODEL_ONNXRUNTIME_FILE;
}

Library::Library(const std::filesystem::path& library, const char* log_name) {
  // Without this, opsets that are not released yet are refused, among them Range-27.
  setenv("ALLOW_RELEASED_ONNX_OPSET_ONLY", "0", 1);
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr) throw std::runtime_error(std::string("ONNX Runtime cannot be loaded: ") + dlerror());
  using GetApiBase = const OrtApiBase* (*)();
  const auto get_api_base = reinterpret_cast<GetApiBase>(dlsym(library_, "OrtGetApiBase"));
  if (get_api_base == nullptr) throw std::runtime_error(library.string() + " has no OrtGetApiBase");
  const OrtApiBase* base = get_api_base();
  if (base->GetVersionString() != std::string_view(kVersion)) {
    throw std::runtime_error(std::string("this is ONNX Runtime ") + base->GetVersionString() + ", not " + kVersion);
  }
  api_ = base->GetApi(ORT_API_VERSION);
  if (api_ == nullptr) throw std::runtime_error("ONNX Runtime does not offer the C API that it was built with");
  try {
    check(api_->CreateEnv(ORT_LOGGING_LEVEL_FATAL, log_name, &environment_));
    check(api_->GetAllocatorWithDefaultOptions(&allocator_));
  } catch (const Refusal& refusal) {
    throw std::runtime_error("ONNX Runtime cannot be set up: " + refusal.message);
  }
}

Library::~Library() {
  api_->ReleaseEnv(environment_);
  dlclose(library_);
}

void Library::check(OrtStatus* status) const {
  if (status == nullptr) return;
  Refusal refusal{api_->GetErrorCode(status), api_->GetErrorMessage(status)};
  api_->ReleaseStatus(status);
  throw refusal;
}

void Library::set_string(OrtValue* value, size_t index, const char* bytes, size_t length) const {
  char* buffer = nullptr;
  check(api_->GetResizedStringTensorElementBuffer(value, index, length, &buffer));
  if (length > 0) std::memcpy(buffer, bytes, length);
}

std::string Library::get_string(const OrtValue* value, size_t index) const {
  size_t length = 0;
  check(api_->GetStringTensorElementLength(value, index, &length));
  std::string text(length, '\0');
  check(api_->GetStringTensorElement(value, length, index, text.data()));
  return text;
}

}  // namespace onemodel::onnxruntime
