#include "corpus/model.h"

#include "corpus/session.h"

namespace onemodel::corpus {

namespace {

// The bytes of a uint8 vector that `write` gives. Throws CallFailed.
template <typename Write>
std::string written(Write&& write) {
  om_tensor* raw = nullptr;
  check([&](om_error** error) { return write(&raw, error); });
  const TensorHandle bytes(raw);
  return {static_cast<const char*>(om_tensor_data(raw)), static_cast<size_t>(om_tensor_byte_count(raw))};
}

}  // namespace

Tensor read_onnx_tensor(std::string_view bytes) {
  om_tensor* raw = nullptr;
  check([&](om_error** error) {
    return om_tensor_read(nullptr, bytes.data(), static_cast<int64_t>(bytes.size()), &raw, error);
  });
  return copy_tensor(*TensorHandle(raw));
}

std::string write_onnx_tensor(const std::string& name, const Tensor& tensor) {
  const TensorHandle handle = make_tensor(tensor);
  return written(
      [&](om_tensor** bytes, om_error** error) { return om_tensor_write(handle.get(), name.c_str(), bytes, error); });
}

std::string write_onnx_model(const om_model& model) {
  return written([&](om_tensor** bytes, om_error** error) { return om_model_write(&model, bytes, error); });
}

std::string input_name(size_t index) { return "input_" + std::to_string(index); }
std::string output_name(size_t index) { return "output_" + std::to_string(index); }

ModelHandle one_node_model(const std::string& operator_name, int64_t opset, const std::vector<Attribute>& attributes,
                           const std::vector<std::optional<Tensor>>& inputs, int64_t output_count) {
  GraphCase graph;
  graph.opset = opset;
  GraphNode node{operator_name, "", "", {}, {}, attributes};
  for (size_t i = 0; i < inputs.size(); ++i) {
    node.inputs.push_back(inputs[i] ? input_name(i) : "");
    if (inputs[i]) graph.inputs.push_back({node.inputs.back(), inputs[i]->type, std::nullopt});
  }
  for (int64_t i = 0; i < output_count; ++i) {
    node.outputs.push_back(output_name(static_cast<size_t>(i)));
    graph.outputs.push_back({node.outputs.back(), 0, std::nullopt});
  }
  graph.nodes.push_back(std::move(node));
  ModelHandle model = make_model(graph);
  check([&](om_error** error) { return om_model_set_ir_version(model.get(), kCommonIrVersion, error); });
  return model;
}

}  // namespace onemodel::corpus
