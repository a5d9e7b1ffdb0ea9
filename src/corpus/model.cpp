#include "corpus/model.h"

#include "corpus/call.h"

namespace onemodel::corpus {

namespace {

// The version of the file format that knows every element type; other programs may not know newer ones.
constexpr int64_t kIrVersion = 13;

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

}  // namespace

Tensor read_onnx_tensor(std::string_view bytes) {
  om_tensor* raw = nullptr;
  check([&](om_error** error) {
    return om_tensor_read(nullptr, bytes.data(), static_cast<int64_t>(bytes.size()), &raw, error);
  });
  return copy_tensor(*TensorHandle(raw));
}

std::string write_onnx_model(const om_model& model) {
  om_tensor* raw = nullptr;
  check([&](om_error** error) { return om_model_write(&model, &raw, error); });
  const TensorHandle bytes(raw);
  return {static_cast<const char*>(om_tensor_data(raw)), static_cast<size_t>(om_tensor_byte_count(raw))};
}

std::string input_name(size_t index) { return "input_" + std::to_string(index); }
std::string output_name(size_t index) { return "output_" + std::to_string(index); }

ModelHandle one_node_model(const std::string& operator_name, int64_t opset, const std::vector<Attribute>& attributes,
                           const std::vector<std::optional<Tensor>>& inputs, int64_t output_count) {
  om_model* raw = nullptr;
  check([&](om_error** error) { return om_model_create(&raw, error); });
  ModelHandle model(raw);
  check([&](om_error** error) { return om_model_set_ir_version(raw, kIrVersion, error); });
  check([&](om_error** error) { return om_model_set_opset(raw, nullptr, opset, error); });
  std::vector<std::string> input_names(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i]) continue;
    input_names[i] = input_name(i);
    check([&](om_error** error) {
      return om_model_add_input(raw, input_names[i].c_str(), inputs[i]->type, nullptr, nullptr, -1, error);
    });
  }
  std::vector<std::string> output_names;
  for (int64_t i = 0; i < output_count; ++i) {
    output_names.push_back(output_name(static_cast<size_t>(i)));
    check([&](om_error** error) {
      return om_model_add_output(raw, output_names.back().c_str(), 0, nullptr, nullptr, -1, error);
    });
  }
  const AttributesHandle node_attributes = make_attributes(attributes);
  check([&](om_error** error) {
    return om_model_add_node(raw, operator_name.c_str(), nullptr, nullptr, pointers_to(input_names).data(),
                             static_cast<int64_t>(inputs.size()), pointers_to(output_names).data(), output_count,
                             node_attributes.get(), error);
  });
  return model;
}

}  // namespace onemodel::corpus
