// A case as a call of the library, and what came of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "corpus/case.h"
#include "corpus/handles.h"

namespace onemodel::corpus {

// One call of an operator, ready to be made.
struct Call {
  const om_operator* op = nullptr;  // null if the library has none of this name
  std::string operator_name;
  int64_t opset = 0;
  std::vector<TensorHandle> inputs;  // in ONNX's order; null for one that is not given
  std::vector<Attribute> attributes;
  int64_t output_count = 0;
};

// The attributes as the library takes them. Throws CallFailed.
AttributesHandle make_attributes(const std::vector<Attribute>& attributes);

enum class InputElements { given, withheld };

// Makes the call of a case. `withheld` makes inputs that have a type and a shape only. Throws CallFailed if a tensor
// cannot be made, and JsonError if an input or output has no place in the operator.
Call make_call(const std::string& operator_name, const Case& one_case, InputElements elements);

// What a call gave.
struct Outcome {
  std::vector<Tensor> outputs;
  std::optional<Failure> failure;
};

// om_op_invoke and om_op_infer.
Outcome invoke(const Call& call);
Outcome infer(const Call& call);

// Calls the operator's own C function; nothing if it cannot express the call.
std::optional<Outcome> invoke_named(const Call& call);

}  // namespace onemodel::corpus
