// A case in the making: a call whose outcome is not known yet.
#pragma once

#include <optional>
#include <string>
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

// The draft as a case without id that is expected to be refused for `error`.
corpus::Case refused_case(const Draft& draft, const corpus::ExpectedError& error);

// The draft as a case without id that is expected to give `outputs`.
corpus::Case successful_case(const Draft& draft, const std::vector<Tensor>& outputs);

// The outputs under the names they have in a case.
std::vector<corpus::Argument> name_outputs(const om_operator* op, int64_t opset, const std::vector<Tensor>& outputs);

// The case as a draft again. Throws what corpus::make_call does.
Draft draft_of(const std::string& operator_name, const corpus::Case& one_case);

}  // namespace onemodel::oracle
