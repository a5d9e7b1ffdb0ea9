#include "rival.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "onnxruntime/library.h"

namespace onemodel::bench {
namespace {

using onnxruntime::Library;
using onnxruntime::Owner;
using onnxruntime::Refusal;

class Call : public RivalCall {
 public:
  Call(const Library& library, const RivalRequest& request) : library_(library) {
    for (const auto& [name, tensor] : request.inputs) inputs_.push_back({name, value_over(*tensor)});
    for (const auto& [name, tensor] : request.outputs) {
      outputs_.push_back({name, request.has_known_shapes ? value_like(*tensor) : Owner<OrtValue>(api()->ReleaseValue)});
    }
    for (size_t i = 0; i < std::size(threads_); ++i) threads_[i].emplace(*this, request, static_cast<int>(i) + 1);
  }

  void run_on_one_thread() override { run(*threads_[0]); }
  void run_on_two_threads() override { run(*threads_[1]); }

  std::string difference(const std::vector<corpus::TensorHandle>& outputs) override {
    std::vector<Owner<OrtValue>> given = last_->outputs();
    for (size_t i = 0; i < outputs.size(); ++i) {
      const om_tensor* const ours = outputs[i].get();
      const std::string where = "output " + std::to_string(i);
      OrtValue* const value = given[i].handle;
      Owner<OrtTensorTypeAndShapeInfo> info(api()->ReleaseTensorTypeAndShapeInfo);
      library_.check(api()->GetTensorTypeAndShape(value, &info.handle));
      size_t rank = 0;
      library_.check(api()->GetDimensionsCount(info.handle, &rank));
      std::vector<int64_t> shape(rank);
      library_.check(api()->GetDimensions(info.handle, shape.data(), rank));
      const int64_t* const extents = om_tensor_shape(ours);
      if (shape != std::vector<int64_t>(extents, extents + om_tensor_rank(ours))) return where + " has another shape";
      if (om_tensor_type(ours) == OM_STRING) {
        for (int64_t j = 0; j < om_tensor_element_count(ours); ++j) {
          int64_t length = 0;
          const char* const text = om_tensor_string(ours, j, &length);
          if (library_.get_string(value, static_cast<size_t>(j)) != std::string(text, static_cast<size_t>(length))) {
            return where + " at element " + std::to_string(j);
          }
        }
        continue;
      }
      void* data = nullptr;
      library_.check(api()->GetTensorMutableData(value, &data));
      const auto* const theirs = static_cast<const unsigned char*>(data);
      const auto* const bytes = static_cast<const unsigned char*>(om_tensor_data(ours));
      const auto count = static_cast<size_t>(om_tensor_byte_count(ours));
      if (count == 0 || std::memcmp(theirs, bytes, count) == 0) continue;
      size_t place = 0;
      while (theirs[place] == bytes[place]) ++place;
      return where + " at byte " + std::to_string(place);
    }
    return "";
  }

 private:
  struct Named {
    std::string name;
    Owner<OrtValue> value;
  };

  // A session with everything bound.
  struct Bound {
    Bound(const Call& call, const RivalRequest& request, int thread_count)
        : call(call), session(call.api()->ReleaseSession), binding(call.api()->ReleaseIoBinding) {
      const OrtApi* const api = call.api();
      const Library& library = call.library_;
      Owner<OrtSessionOptions> options(api->ReleaseSessionOptions);
      library.check(api->CreateSessionOptions(&options.handle));
      library.check(api->SetIntraOpNumThreads(options.handle, thread_count));
      // Its threads spin within a run, as they do by default, but not on after it, where others are measured.
      library.check(api->AddSessionConfigEntry(options.handle, "session.force_spinning_stop", "1"));
      library.check(api->SetSessionGraphOptimizationLevel(options.handle,
                                                          request.is_optimised ? ORT_ENABLE_ALL : ORT_DISABLE_ALL));
      library.check(api->CreateSessionFromArray(library.environment(), request.model.data(), request.model.size(),
                                                options.handle, &session.handle));
      library.check(api->CreateIoBinding(session.handle, &binding.handle));
      for (const Named& input : call.inputs_) {
        library.check(api->BindInput(binding.handle, input.name.c_str(), input.value.handle));
      }
      Owner<OrtMemoryInfo> memory(api->ReleaseMemoryInfo);
      library.check(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory.handle));
      for (const Named& output : call.outputs_) {
        library.check(request.has_known_shapes
                          ? api->BindOutput(binding.handle, output.name.c_str(), output.value.handle)
                          : api->BindOutputToDevice(binding.handle, output.name.c_str(), memory.handle));
      }
    }

    std::vector<Owner<OrtValue>> outputs() const {
      OrtValue** values = nullptr;
      size_t count = 0;
      call.library_.check(call.api()->GetBoundOutputValues(binding.handle, call.library_.allocator(), &values, &count));
      std::vector<Owner<OrtValue>> owners;
      for (size_t i = 0; i < count; ++i) owners.emplace_back(call.api()->ReleaseValue).handle = values[i];
      call.library_.check(call.api()->AllocatorFree(call.library_.allocator(), values));
      return owners;
    }

    const Call& call;
    Owner<OrtSession> session;
    Owner<OrtIoBinding> binding;
  };

  const OrtApi* api() const { return library_.api(); }

  void run(const Bound& bound) {
    last_ = &bound;
    library_.check(api()->RunWithBinding(bound.session.handle, nullptr, bound.binding.handle));
  }

  Owner<OrtValue> value_like(const om_tensor& tensor) const {
    Owner<OrtValue> value(api()->ReleaseValue);
    library_.check(api()->CreateTensorAsOrtValue(library_.allocator(), om_tensor_shape(&tensor),
                                                 static_cast<size_t>(om_tensor_rank(&tensor)),
                                                 onnxruntime::runtime_type(om_tensor_type(&tensor)), &value.handle));
    return value;
  }

  // The tensor's own memory; ONNX Runtime does not write to inputs.
  Owner<OrtValue> value_over(const om_tensor& tensor) const {
    if (om_tensor_type(&tensor) == OM_STRING) {
      Owner<OrtValue> strings = value_like(tensor);
      for (int64_t i = 0; i < om_tensor_element_count(&tensor); ++i) {
        int64_t length = 0;
        const char* const text = om_tensor_string(&tensor, i, &length);
        library_.set_string(strings.handle, static_cast<size_t>(i), text, static_cast<size_t>(length));
      }
      return strings;
    }
    Owner<OrtMemoryInfo> memory(api()->ReleaseMemoryInfo);
    library_.check(api()->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory.handle));
    Owner<OrtValue> value(api()->ReleaseValue);
    library_.check(api()->CreateTensorWithDataAsOrtValue(
        memory.handle, const_cast<void*>(om_tensor_data(&tensor)), static_cast<size_t>(om_tensor_byte_count(&tensor)),
        om_tensor_shape(&tensor), static_cast<size_t>(om_tensor_rank(&tensor)),
        onnxruntime::runtime_type(om_tensor_type(&tensor)), &value.handle));
    return value;
  }

  const Library& library_;
  std::vector<Named> inputs_;
  std::vector<Named> outputs_;
  std::optional<Bound> threads_[2];
  const Bound* last_ = nullptr;
};

class LoadedRival : public Rival {
 public:
  explicit LoadedRival(const std::string& package) : library_(onnxruntime::library_in(package), "onemodel_bench") {}

  const char* version() const override { return onnxruntime::kVersion; }

  std::unique_ptr<RivalCall> prepare(const RivalRequest& request, std::string& refusal) override {
    try {
      auto call = std::make_unique<Call>(library_, request);
      call->run_on_one_thread();
      return call;
    } catch (const Refusal& refused) {
      refusal = refused.message;
      return nullptr;
    }
  }

 private:
  Library library_;
};

}  // namespace

std::unique_ptr<Rival> Rival::load(const std::string& package, std::string& reason) {
  const char* const from_environment = std::getenv("ONNXRUNTIME_ROOT");
  std::string place = package;
  if (place.empty()) place = from_environment != nullptr ? from_environment : ONEMODEL_ONNXRUNTIME_ROOT;
  try {
    return std::make_unique<LoadedRival>(place);
  } catch (const std::runtime_error& error) {
    reason = error.what();
    return nullptr;
  }
}

}  // namespace onemodel::bench
