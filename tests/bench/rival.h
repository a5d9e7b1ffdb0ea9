// ONNX Runtime as what the library is compared with: outputs bound beforehand, on one thread and on two.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corpus/handles.h"

namespace onemodel::bench {

// A model in ONNX Runtime, with what it is fed.
class RivalCall {
 public:
  virtual ~RivalCall() = default;
  virtual void run_on_one_thread() = 0;
  virtual void run_on_two_threads() = 0;

  // How the outputs of the last run are not these: "output 1 at byte 17", or "" if they are.
  virtual std::string difference(const std::vector<corpus::TensorHandle>& outputs) = 0;
};

struct RivalRequest {
  std::string model;                                                // a serialized ModelProto
  std::vector<std::pair<std::string, const om_tensor*>> inputs{};   // by name; they stay alive
  std::vector<std::pair<std::string, const om_tensor*>> outputs{};  // what they will be: type and shape
  bool is_optimised = true;                                         // whether the graph optimiser is on
  bool has_known_shapes = true;  // else ONNX Runtime allocates the outputs in each run
};

class Rival {
 public:
  virtual ~Rival() = default;

  virtual const char* version() const = 0;

  // Nothing, and the reason, if ONNX Runtime refuses the model.
  virtual std::unique_ptr<RivalCall> prepare(const RivalRequest& request, std::string& refusal) = 0;

  // Loads it from an unpacked NuGet package; "" means that the environment variable ONNXRUNTIME_ROOT, or else the
  // build, says where that is. Nothing, and the reason, if it is not to be had.
  static std::unique_ptr<Rival> load(const std::string& package, std::string& reason);
};

}  // namespace onemodel::bench
