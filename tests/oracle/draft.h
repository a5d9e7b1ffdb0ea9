// A case in the making: a call whose outcome is not known yet.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"
#include "onemodel.h"
#include "random.h"

namespace onemodel::oracle {

using corpus::Tensor;
using Shape = std::vector<int64_t>;

struct Draft {
  std::string operator_name;
  const om_operator* op = nullptr;  // null if the library has none of this name
  int64_t opset = 0;
  std::vector<corpus::Attribute> attributes;
  std::vector<std::optional<Tensor>> inputs;  // in ONNX's order; those of a variadic input one after the other
  int64_t output_count = 1;
  std::vector<std::string> rules;  // what the call is about: "end-sentinel"

  void input(std::optional<Tensor> tensor) { inputs.push_back(std::move(tensor)); }
  void attribute(const char* name, corpus::AttributeValue value) { attributes.push_back({name, std::move(value)}); }
  void rule(const char* name) { rules.emplace_back(name); }
};

// The draft's attribute of this name, if it is there and an integer.
std::optional<int64_t> integer_attribute(const Draft& draft, std::string_view name);

// The elements of an int32 or int64 tensor.
std::vector<int64_t> integers_of(const Tensor& tensor);

// Copies element `from` of one tensor to element `to` of another of the same type.
void copy_element(const Tensor& source, int64_t from, Tensor& target, int64_t to);

// The draft as a case without id that is expected to be refused for `error`.
corpus::Case refused_case(const Draft& draft, const corpus::ExpectedError& error);

// The draft as a case without id that is expected to give `outputs`.
corpus::Case successful_case(const Draft& draft, const std::vector<Tensor>& outputs);

// The outputs under the names they have in a case.
std::vector<corpus::Argument> name_outputs(const om_operator* op, int64_t opset, const std::vector<Tensor>& outputs);

// The case as a draft again. Throws what corpus::make_call does.
Draft draft_of(const std::string& operator_name, const corpus::Case& one_case);

}  // namespace onemodel::oracle
