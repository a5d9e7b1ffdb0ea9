// ONNX Runtime's C API, loaded at run time; nothing links to it. What the oracle and the benchmark share.
#pragma once

#include <onnxruntime_c_api.h>

#include <filesystem>
#include <string>
#include <utility>

#include "onemodel.h"

namespace onemodel::onnxruntime {

// The version that the records in the corpus and the benchmark's figures are about.
inline constexpr const char* kVersion = "1.31.1";

// An error of ONNX Runtime.
struct Refusal {
  OrtErrorCode code;
  std::string message;
};

// Frees what ONNX Runtime gave when the scope ends, however it ends.
template <class Handle>
struct Owner {
  Handle* handle = nullptr;
  void(ORT_API_CALL* release)(Handle*);
  explicit Owner(void(ORT_API_CALL* release_handle)(Handle*)) : release(release_handle) {}
  Owner(Owner&& other) noexcept : handle(std::exchange(other.handle, nullptr)), release(other.release) {}
  ~Owner() {
    if (handle != nullptr) release(handle);
  }
};

// ONNX Runtime's numbers of the element types, and back; they are ONNX's up to float4e2m1.
ONNXTensorElementDataType runtime_type(om_type type);
om_type type_of(ONNXTensorElementDataType type);

// The shared library inside an unpacked NuGet package.
std::filesystem::path library_in(const std::filesystem::path& package);

class Library {
 public:
  // Throws std::runtime_error if the library cannot be loaded or is of another version.
  Library(const std::filesystem::path& library, const char* log_name);
  ~Library();
  Library(const Library&) = delete;

  const OrtApi* api() const { return api_; }
  OrtEnv* environment() const { return environment_; }
  OrtAllocator* allocator() const { return allocator_; }

  // Throws Refusal if the status is an error.
  void check(OrtStatus* status) const;

  // A string tensor's element.
  void set_string(OrtValue* value, size_t index, const char* bytes, size_t length) const;
  std::string get_string(const OrtValue* value, size_t index) const;

 private:
  void* library_ = nullptr;
  const OrtApi* api_ = nullptr;
  OrtEnv* environment_ = nullptr;
  OrtAllocator* allocator_ = nullptr;
};

}  // namespace onemodel::onnxruntime
