#include "onnxruntime.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <stdexcept>
#include <string_view>

#include "onnxruntime/library.h"

namespace onemodel::oracle {
namespace {

using onnxruntime::Library;
using onnxruntime::Owner;
using onnxruntime::Refusal;

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
bool says_no_kernel(const Refusal& refusal) {
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
  explicit Implementation(const std::filesystem::path& path) : library(path, "onemodel_oracle"), api(library.api()) {}
  ~Implementation() {
    for (OrtSessionOptions* one : options) api->ReleaseSessionOptions(one);
  }

  void check(OrtStatus* status) const { library.check(status); }

  Library library;
  const OrtApi* api;
  std::array<OrtSessionOptions*, 2> options{};  // by Settings

  Owner<OrtValue> make_value(const Tensor& tensor) const {
    Owner<OrtValue> value(api->ReleaseValue);
    check(api->CreateTensorAsOrtValue(library.allocator(), tensor.shape.data(), tensor.shape.size(),
                                      onnxruntime::runtime_type(tensor.type), &value.handle));
    if (tensor.type == OM_STRING) {
      for (size_t i = 0; i < tensor.strings.size(); ++i) {
        const std::string& text = tensor.strings[i];
        library.set_string(value.handle, i, text.data(), text.size());
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
    tensor.type = onnxruntime::type_of(type);
    tensor.shape.resize(rank);
    check(api->GetDimensions(info.handle, tensor.shape.data(), rank));
    const int64_t count = corpus::element_count(tensor.shape).value();
    if (tensor.type == OM_STRING) {
      for (size_t i = 0; std::cmp_less(i, count); ++i) tensor.strings.push_back(library.get_string(value, i));
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
    check(api->CreateSessionFromArray(library.environment(), request.model.data(), request.model.size(),
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

OnnxRuntime::OnnxRuntime(const std::filesystem::path& library)
    : implementation_(std::make_unique<Implementation>(library)) {
  Implementation& runtime = *implementation_;
  try {
    for (OrtSessionOptions*& options : runtime.options) runtime.check(runtime.api->CreateSessionOptions(&options));
    OrtSessionOptions* plain = runtime.options[static_cast<size_t>(Settings::plain)];
    runtime.check(runtime.api->SetSessionGraphOptimizationLevel(plain, ORT_DISABLE_ALL));
    runtime.check(runtime.api->SetIntraOpNumThreads(plain, 1));
  } catch (const Refusal& refusal) {
    throw std::runtime_error("ONNX Runtime cannot be set up: " + refusal.message);
  }
}

OnnxRuntime::~OnnxRuntime() = default;

Outcome OnnxRuntime::run(const Request& request) {
  Outcome outcome;
  try {
    outcome.outputs = implementation_->run(request);
  } catch (const Refusal& refusal) {
    outcome.kind = says_no_kernel(refusal) ? OutcomeKind::no_kernel : OutcomeKind::refused;
    outcome.message = std::string(code_name(refusal.code)) + ": " + readable(refusal.message);
  }
  return outcome;
}

}  // namespace onemodel::oracle
