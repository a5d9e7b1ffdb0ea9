// ONNX Runtime behind the few calls that the oracle needs. The library is loaded at run time; nothing links to it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corpus/tensor.h"

namespace onemodel::oracle {

using corpus::Tensor;

// How ONNX Runtime runs a model.
enum class Settings {
  plain,    // no graph optimisations, one thread
  defaults  // as it comes
};

enum class OutcomeKind {
  outputs,    // it ran
  refused,    // it reported an error
  no_kernel,  // it has no implementation for this operator, version or element type
  crashed,    // its process died
  hung        // it did not end in time
};

// What ONNX Runtime did with a model.
struct Outcome {
  OutcomeKind kind = OutcomeKind::outputs;
  std::vector<Tensor> outputs;
  std::string message;  // of a refusal or a missing kernel: "INVALID_ARGUMENT: ..."; of a crash: how the process ended
};

// One call of one operator, as a model and what is fed to it.
struct Request {
  std::string model;                                  // a serialized ModelProto
  std::vector<std::pair<std::string, Tensor>> feeds;  // by the name of the graph's input
  std::vector<std::string> outputs;                   // names
  Settings settings = Settings::plain;
};

class OnnxRuntime {
 public:
  // Loads the library. Throws std::runtime_error if it cannot be loaded or is of another version.
  explicit OnnxRuntime(const std::filesystem::path& library);
  ~OnnxRuntime();

  Outcome run(const Request& request);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace onemodel::oracle
