// Owning wrappers of the C API's handles, and its errors as C++ values.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "corpus/tensor.h"
#include "onemodel.h"

namespace onemodel::corpus {

template <auto release>
struct Releaser {
  template <typename Handle>
  void operator()(Handle* handle) const {
    release(handle);
  }
};

using TensorHandle = std::unique_ptr<om_tensor, Releaser<om_tensor_release>>;
using AttributesHandle = std::unique_ptr<om_attributes, Releaser<om_attributes_release>>;
using ModelHandle = std::unique_ptr<om_model, Releaser<om_model_release>>;
using SessionHandle = std::unique_ptr<om_session, Releaser<om_session_release>>;
using PlanHandle = std::unique_ptr<om_plan, Releaser<om_plan_release>>;
using ContextHandle = std::unique_ptr<om_context, Releaser<om_context_release>>;
using ErrorHandle = std::unique_ptr<om_error, Releaser<om_error_release>>;

// Why a call failed.
struct Failure {
  om_status status = OM_OK;
  std::string reason;
  std::string message;
  std::string node;  // of the model, when a session reports; else ""
};

// "InvalidModel slice.step_zero: ...", one line.
std::string to_string(const Failure& failure);

// A failed call as an exception; what() is the failure's message.
class CallFailed : public std::runtime_error {
 public:
  explicit CallFailed(Failure failure) : std::runtime_error(failure.message), failure_(std::move(failure)) {}
  const Failure& failure() const { return failure_; }

 private:
  Failure failure_;
};

// Turns the outcome of a C function into an exception: check([&](om_error** error) { return om_size(..., error); }).
template <typename Call>
void check(Call&& call) {
  om_error* raw_error = nullptr;
  const om_status status = call(&raw_error);
  const ErrorHandle error(raw_error);
  if (status != OM_OK) {
    throw CallFailed({status, om_error_reason(error.get()), om_error_message(error.get()), om_error_node(error.get())});
  }
}

// Makes a library tensor of `tensor`. Throws CallFailed.
TensorHandle make_tensor(const Tensor& tensor);

// Makes a library tensor that has only the type and shape of `tensor`. Throws CallFailed.
TensorHandle describe_tensor(const Tensor& tensor);

// Copies a library tensor. One without elements (om_op_infer's outputs) gives a Tensor without them.
Tensor copy_tensor(const om_tensor& handle);

// Takes over what an operator gave.
std::vector<TensorHandle> take_tensors(const std::vector<om_value*>& values);

// The handles as an operator takes them.
std::vector<const om_value*> borrow_tensors(const std::vector<TensorHandle>& handles);

}  // namespace onemodel::corpus
