// ONNX's messages made by hand, and tensors to compare.
#pragma once

#include <bit>
#include <cstring>
#include <protozero/pbf_builder.hpp>
#include <string>
#include <vector>

#include "graph/onnx_fields.h"
#include "tensor/make_tensor.h"

namespace onemodel {

template <class Field>
using Builder = protozero::pbf_builder<Field>;
using TensorBuilder = Builder<onnx::TensorProto>;

// The bytes of a message whose fields `add` gives to its builder.
template <class Field, class Add>
std::string message_of(Add&& add) {
  std::string bytes;
  Builder<Field> builder(bytes);
  add(builder);
  return bytes;
}

// A TensorProto of this type and these dims, to which `add` gives the data.
template <class Add>
std::string tensor_message(int32_t type, const std::vector<int64_t>& dims, Add&& add) {
  return message_of<onnx::TensorProto>([&](TensorBuilder& builder) {
    for (const int64_t dim : dims) builder.add_int64(onnx::TensorProto::dims, dim);
    builder.add_int32(onnx::TensorProto::data_type, type);
    builder.add_string(onnx::TensorProto::name, "x");
    add(builder);
  });
}

inline std::vector<uint8_t> bytes_of(const Tensor& tensor) {
  const auto count = static_cast<size_t>(storage_bytes(tensor.type(), tensor.element_count()));
  std::vector<uint8_t> bytes(count);
  if (count > 0) std::memcpy(bytes.data(), tensor.data(), count);
  return bytes;
}

inline std::vector<std::string> strings_of(const Tensor& tensor) {
  std::vector<std::string> strings;
  for (int64_t i = 0; i < tensor.element_count(); ++i) strings.emplace_back(tensor.strings()[i].view());
  return strings;
}

inline bool equal(const Tensor& a, const Tensor& b) {
  if (a.type() != b.type() || !(a.shape() == b.shape())) return false;
  return a.type() == OM_STRING ? strings_of(a) == strings_of(b) : bytes_of(a) == bytes_of(b);
}

// A tensor whose elements differ.
inline Reference<Tensor> example(om_type type, const Shape& shape) {
  const int64_t count = shape.element_count();
  if (type == OM_STRING) {
    std::vector<std::string> strings;
    for (int64_t i = 0; i < count; ++i) strings.push_back(text_of(std::string("a\0\xff", 3), i));
    return copied_strings(default_context(), shape, std::vector<std::string_view>(strings.begin(), strings.end()));
  }
  const int64_t byte_count = storage_bytes(type, count);
  std::vector<uint8_t> bytes;
  for (int64_t i = 0; i < byte_count; ++i) bytes.push_back(static_cast<uint8_t>(i * 37 + 11));
  return copied(default_context(), type, shape, bytes.data(), byte_count);
}

// "" if `function` succeeds, else "slug: input: text" of its failure, with the node before it if there is one.
template <class Function>
std::string refusal_of(Function&& function) {
  try {
    function();
  } catch (const Failure& failure) {
    const std::string& node = failure.node_name();
    return text_of(node, node.empty() ? "" : ": ", reason_row(failure.reason()).slug, ": ", failure.input(), ": ",
                   failure.text());
  }
  return "";
}

}  // namespace onemodel
