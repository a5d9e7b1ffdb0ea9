#include "onnxruntime.h"

#include <dlfcn.h>
#include <onnxruntime_c_api.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <stdexcept>
#include <string_view>

namespace onemodel::oracle {
namespace {

// ONNX Runtime's numbers of the element types; they are ONNX's up to float4e2m1.
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

const char* code_name(OrtErrorCode code) {
  constexpr std::array names = {"OK",
                                "FAIL",
                                "INVALID_ARGUMENT",
                                "NO_SUCHFILE",
                                "NO_MODEL",
                                "ENGINE_ERROR",
                                "RUNTIME_EXCEPTION",
                                "INVALID_PROTOBUF",
                                "MODEL_LOADED",
                                "NOT_IMPLEMENTED",
                                "INVALID_GRAPH",
                                "EP_FAIL"};
  return static_cast<size_t>(code) < names.size() ? names[static_cast<size_t>(code)] : "ERROR";
}

// An error of ONNX Runtime.
struct RuntimeRefusal {
  OrtErrorCode code;
  std::string message;
};

// The message without what says where in ONNX Runtime it was raised.
std::string readable(std::string message) {
  for (char& character : message) {
    if (static_cast<unsigned char>(character) < ' ') character = ' ';
  }
  static const std::regex head(
      "^.*Status Message: |^Load model from *failed: ?|^Exception during (initialization|loading): |"
      "^Load model from .* failed:(Exception during loading: )?");
  static const std::regex place(R"(/onnxruntime_src/\S+:\d+ )");
  message = std::regex_replace(message, head, "", std::regex_constants::format_first_only);
  message = std::regex_replace(message, place, "");
  // What is left may begin with the C++ signature of the function, which ends before " was false." or at the last ')'.
  static const std::regex signature(
      R"(^(virtual |static |constexpr )*[\w:<>*&, ]+::[~\w]+\(.*\)( const)?( \[with .*\])? )");
  message = std::regex_replace(message, signature, "", std::regex_constants::format_first_only);
  constexpr size_t longest = 160;
  if (message.size() > longest) message = message.substr(0, longest) + "...";
  return message;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Whether the refusal says that something is not implemented, rather than that the call is wrong.
bool says_no_kernel(const RuntimeRefusal& refusal) {
  return refusal.code == ORT_NOT_IMPLEMENTED || contains(refusal.message, "Type Error: Type 'tensor(") ||
         contains(refusal.message, "is not currently registered or supported") ||
         contains(refusal.message, "data type is not supported") || contains(refusal.message, "No Op registered for") ||
         contains(refusal.message, "Unsupported data type") ||
         contains(refusal.message, "Unsupported value attribute datatype") ||
         // It casts to a type that it has an implementation for, where Cast itself does not know the type yet.
         contains(refusal.message, "InsertedPrecisionFreeCast");
}

}  // namespace

struct OnnxRuntime::Implementation {
  void* library = nullptr;
  const OrtApi* api = nullptr;
  OrtEnv* environment = nullptr;
  OrtAllocator* allocator = nullptr;
  std::array<OrtSessionOptions*, 2> options{};  // by Settings

  void check(OrtStatus* status) const {
    if (status == nullptr) return;
    RuntimeRefusal refusal{api->GetErrorCode(status), api->GetErrorMessage(status)};
    api->ReleaseStatus(status);
    throw refusal;
  }

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

  Owner<OrtValue> make_value(const Tensor& tensor) const {
    Owner<OrtValue> value(api->ReleaseValue);
    check(api->CreateTensorAsOrtValue(allocator, tensor.shape.data(), tensor.shape.size(), runtime_type(tensor.type),
                                      &value.handle));
    if (tensor.type == OM_STRING) {
      for (size_t i = 0; i < tensor.strings.size(); ++i) {
        const std::string& text = tensor.strings[i];
        char* buffer = nullptr;
        check(api->GetResizedStringTensorElementBuffer(value.handle, i, text.size(), &buffer));
        if (!text.empty()) std::memcpy(buffer, text.data(), text.size());
      }
    } else if (!tensor.bytes.empty()) {
      void* data = nullptr;
      check(api->GetTensorMutableData(value.handle, &data));
      std::memcpy(data, tensor.bytes.data(), tensor.bytes.size());
    }
    return value;
  }

  Tensor read_value(OrtValue* value) const {
    Owner<OrtTensorTypeAndShapeInfo> info(api->ReleaseTensorTypeAndShapeInfo);
    check(api->GetTensorTypeAndShape(value, &info.handle));
    ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    size_t rank = 0;
    check(api->GetTensorElementType(info.handle, &type));
    check(api->GetDimensionsCount(info.handle, &rank));
    Tensor tensor;
    tensor.type = type_of(type);
    tensor.shape.resize(rank);
    check(api->GetDimensions(info.handle, tensor.shape.data(), rank));
    const int64_t count = corpus::element_count(tensor.shape).value();
    if (tensor.type == OM_STRING) {
      for (size_t i = 0; std::cmp_less(i, count); ++i) {
        size_t length = 0;
        check(api->GetStringTensorElementLength(value, i, &length));
        std::string text(length, '\0');
        check(api->GetStringTensorElement(value, length, i, text.data()));
        tensor.strings.push_back(std::move(text));
      }
      return tensor;
    }
    tensor.bytes.resize(static_cast<size_t>(corpus::byte_count(tensor.type, count).value()));
    if (tensor.bytes.empty()) return tensor;
    void* data = nullptr;
    check(api->GetTensorMutableData(value, &data));
    std::memcpy(tensor.bytes.data(), data, tensor.bytes.size());
    return tensor;
  }

  std::vector<Tensor> run(const Request& request) const {
    Owner<OrtSession> session(api->ReleaseSession);
    check(api->CreateSessionFromArray(environment, request.model.data(), request.model.size(),
                                      options[static_cast<size_t>(request.settings)], &session.handle));
    std::vector<Owner<OrtValue>> inputs;
    std::vector<const OrtValue*> input_values;
    std::vector<const char*> input_names;
    for (const auto& [name, tensor] : request.feeds) {
      inputs.push_back(make_value(tensor));
      input_values.push_back(inputs.back().handle);
      input_names.push_back(name.c_str());
    }
    std::vector<const char*> output_names;
    for (const std::string& name : request.outputs) output_names.push_back(name.c_str());
    std::vector<OrtValue*> output_values(request.outputs.size(), nullptr);
    check(api->Run(session.handle, nullptr, input_names.data(), input_values.data(), input_values.size(),
                   output_names.data(), output_names.size(), output_values.data()));
    std::vector<Owner<OrtValue>> owners;
    for (OrtValue* value : output_values) owners.emplace_back(api->ReleaseValue).handle = value;
    std::vector<Tensor> outputs;
    for (OrtValue* value : output_values) outputs.push_back(read_value(value));
    return outputs;
  }
};

OnnxRuntime::OnnxRuntime(const std::filesystem::path& library) : implementation_(std::make_unique<Implementation>()) {
  // Without this, opsets that are not released yet are refused, among them Range-27.
  setenv("ALLOW_RELEASED_ONNX_OPSET_ONLY", "0", 1);
  Implementation& runtime = *implementation_;
  runtime.library = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (runtime.library == nullptr) throw std::runtime_error(std::string("ONNX Runtime cannot be loaded: ") + dlerror());
  using GetApiBase = const OrtApiBase* (*)();
  const auto get_api_base = reinterpret_cast<GetApiBase>(dlsym(runtime.library, "OrtGetApiBase"));
  if (get_api_base == nullptr) throw std::runtime_error(library.string() + " has no OrtGetApiBase");
  const OrtApiBase* base = get_api_base();
  if (base->GetVersionString() != std::string_view(kOnnxRuntimeVersion)) {
    throw std::runtime_error(std::string("this is ONNX Runtime ") + base->GetVersionString() +
                             ", but the records are of " + kOnnxRuntimeVersion);
  }
  runtime.api = base->GetApi(ORT_API_VERSION);
  if (runtime.api == nullptr) throw std::runtime_error("ONNX Runtime does not offer the C API that it was built with");
  try {
    runtime.check(runtime.api->CreateEnv(ORT_LOGGING_LEVEL_FATAL, "onemodel_oracle", &runtime.environment));
    runtime.check(runtime.api->GetAllocatorWithDefaultOptions(&runtime.allocator));
    for (OrtSessionOptions*& options : runtime.options) runtime.check(runtime.api->CreateSessionOptions(&options));
    OrtSessionOptions* plain = runtime.options[static_cast<size_t>(Settings::plain)];
    runtime.check(runtime.api->SetSessionGraphOptimizationLevel(plain, ORT_DISABLE_ALL));
    runtime.check(runtime.api->SetIntraOpNumThreads(plain, 1));
  } catch (const RuntimeRefusal& refusal) {
    throw std::runtime_error("ONNX Runtime cannot be set up: " + refusal.message);
  }
}

OnnxRuntime::~OnnxRuntime() {
  Implementation& runtime = *implementation_;
  for (OrtSessionOptions* options : runtime.options) runtime.api->ReleaseSessionOptions(options);
  runtime.api->ReleaseEnv(runtime.environment);
  dlclose(runtime.library);
}

Outcome OnnxRuntime::run(const Request& request) {
  Outcome outcome;
  try {
    outcome.outputs = implementation_->run(request);
  } catch (const RuntimeRefusal& refusal) {
    outcome.kind = says_no_kernel(refusal) ? OutcomeKind::no_kernel : OutcomeKind::refused;
    outcome.message = std::string(code_name(refusal.code)) + ": " + readable(refusal.message);
  }
  return outcome;
}

}  // namespace onemodel::oracle
