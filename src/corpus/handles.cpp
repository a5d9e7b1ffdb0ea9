#include "corpus/handles.h"

#include <cstddef>

namespace onemodel::corpus {

namespace {

int64_t rank_of(const Tensor& tensor) { return static_cast<int64_t>(tensor.shape.size()); }

}  // namespace

std::string to_string(const Failure& failure) {
  const char* status = om_status_name(failure.status);
  return (status == nullptr ? std::to_string(failure.status) : status) + ' ' + failure.reason + ": " + failure.message;
}

TensorHandle make_tensor(const Tensor& tensor) {
  om_tensor* handle = nullptr;
  if (tensor.type == OM_STRING) {
    std::vector<const char*> strings;
    std::vector<int64_t> lengths;
    for (const std::string& text : tensor.strings) {
      strings.push_back(text.data());
      lengths.push_back(static_cast<int64_t>(text.size()));
    }
    check([&](om_error** error) {
      return om_tensor_create_strings(nullptr, tensor.shape.data(), rank_of(tensor), strings.data(), lengths.data(),
                                      static_cast<int64_t>(strings.size()), &handle, error);
    });
  } else {
    check([&](om_error** error) {
      return om_tensor_create(nullptr, tensor.type, tensor.shape.data(), rank_of(tensor), tensor.bytes.data(),
                              static_cast<int64_t>(tensor.bytes.size()), &handle, error);
    });
  }
  return TensorHandle(handle);
}

TensorHandle describe_tensor(const Tensor& tensor) {
  om_tensor* handle = nullptr;
  check([&](om_error** error) {
    return om_tensor_describe(tensor.type, tensor.shape.data(), rank_of(tensor), &handle, error);
  });
  return TensorHandle(handle);
}

Tensor copy_tensor(const om_tensor& handle) {
  Tensor tensor;
  tensor.type = om_tensor_type(&handle);
  const int64_t* shape = om_tensor_shape(&handle);
  tensor.shape.assign(shape, shape + om_tensor_rank(&handle));
  if (tensor.type == OM_STRING) {
    const int64_t count = om_tensor_element_count(&handle);
    for (int64_t i = 0; i < count; ++i) {
      int64_t length = 0;
      const char* text = om_tensor_string(&handle, i, &length);
      if (text == nullptr) {
        break;  // described only
      }
      tensor.strings.emplace_back(text, static_cast<size_t>(length));
    }
  } else {
    const auto* bytes = static_cast<const uint8_t*>(om_tensor_data(&handle));
    if (bytes != nullptr) {
      tensor.bytes.assign(bytes, bytes + om_tensor_byte_count(&handle));
    }
  }
  return tensor;
}

std::vector<TensorHandle> take_tensors(const std::vector<om_value*>& values) {
  std::vector<TensorHandle> handles;
  for (om_value* value : values) {
    handles.emplace_back(value);
  }
  return handles;
}

std::vector<const om_value*> borrow_tensors(const std::vector<TensorHandle>& handles) {
  std::vector<const om_value*> values;
  for (const TensorHandle& handle : handles) {
    values.push_back(handle.get());
  }
  return values;
}

}  // namespace onemodel::corpus
