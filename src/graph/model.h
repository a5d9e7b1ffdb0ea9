// A model in memory, as ONNX has it: everything by name, and not yet checked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/reference.h"
#include "ops/attributes.h"
#include "tensor/tensor.h"

namespace onemodel {

// The newest version of ONNX's format.
constexpr int64_t newest_ir_version = OM_MAX_IR_VERSION;

// One axis as a model declares it.
struct Dimension {
  static constexpr int64_t unknown = -1;

  int64_t extent = unknown;
  std::string symbol;  // of an extent that all inputs with this symbol share; empty if it has none
};

// A value as a model declares it.
struct ValueInfo {
  std::string name;
  om_type type = 0;                             // 0: not declared
  std::optional<std::vector<Dimension>> shape;  // none: not even the rank is declared
};

struct Initializer {
  std::string name;
  Reference<const Tensor> tensor;
};

struct ModelNode {
  std::string name;
  std::string op;
  std::string domain;                // "" is ai.onnx
  std::vector<std::string> inputs;   // "" where an optional one is not given
  std::vector<std::string> outputs;  // "" where one is not wanted
  om_attributes attributes;
  // Attributes of kinds that no operator here has: graphs, sparse tensors, types.
  std::vector<std::string> other_attributes;
};

// Refuses (model.ir_version) a version of ONNX's format that is not known.
inline void require_ir_version(int64_t version) {
  if (version < OM_MIN_IR_VERSION || version > newest_ir_version) {
    throw Failure(Reason::model_ir_version, text_of("the version ", version, " of ONNX's format is not one of ",
                                                    int{OM_MIN_IR_VERSION}, " to ", newest_ir_version));
  }
}

// The domain of ONNX's own operators has two names.
inline std::string_view domain_of(std::string_view domain) { return domain == "ai.onnx" ? std::string_view() : domain; }

}  // namespace onemodel

struct om_model {
  int64_t ir_version = onemodel::newest_ir_version;
  std::string graph_name = "graph";
  std::vector<std::pair<std::string, int64_t>> opsets;  // what is imported: domain and version, each domain once
  std::vector<onemodel::ValueInfo> inputs;
  std::vector<onemodel::ValueInfo> outputs;
  std::vector<onemodel::ValueInfo> values;  // declared values between nodes
  std::vector<onemodel::Initializer> initializers;
  std::vector<onemodel::ModelNode> nodes;

  // Sets the version that is imported of the domain.
  void set_opset(std::string_view domain, int64_t version) {
    for (auto& [known, known_version] : opsets) {
      if (known == onemodel::domain_of(domain)) {
        known_version = version;
        return;
      }
    }
    opsets.emplace_back(onemodel::domain_of(domain), version);
  }
};
