// An ONNX model as the corpus needs it: nodes with their inputs, outputs and attributes, without subgraphs.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "corpus/case.h"
#include "corpus/tensor.h"

namespace onemodel::corpus {

// Bytes that are no well-formed ONNX, or ask for what is not read here. what() is one line.
class OnnxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What a graph says of one of its inputs or outputs.
struct ValueInfo {
  std::string name;
  bool is_tensor = true;     // not a sequence, optional, map or sparse tensor
  int64_t element_type = 0;  // an om_type, or what else stands there; 0 if it is not said
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

struct OnnxNode {
  std::string name;
  std::string op_type;
  std::string domain;                // "" for ai.onnx
  std::vector<std::string> inputs;   // names; "" for an optional input that is not given
  std::vector<std::string> outputs;  // names; "" for an optional output that is not wanted
  std::vector<Attribute> attributes;
  std::vector<std::string>
      other_attributes;  // names of those of kinds that no om_attribute_kind stands for (graphs, ...)
};

struct OpsetImport {
  std::string domain;  // "" for ai.onnx
  int64_t version = 0;
};

struct OnnxModel {
  std::vector<OpsetImport> opset_imports;
  std::vector<OnnxNode> nodes;
  std::vector<ValueInfo> inputs;  // an initializer may be among them: it is then a default
  std::vector<ValueInfo> outputs;
  std::vector<NamedTensor> initializers;
};

}  // namespace onemodel::corpus
