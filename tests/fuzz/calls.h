// Random calls: plausible ones, most of which are then spoilt.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensors.h"

namespace fuzz {

struct Attribute {
  std::string name;
  om_attribute_kind kind;
  int64_t integer = 0;
  Integers integers{};
  float real = 0;
  std::string text{};
  Plan tensor{};
};

struct Call {
  std::string op;
  int64_t opset = 0;
  std::vector<Plan> inputs;
  std::vector<Attribute> attributes;
  int64_t output_count = 1;

  const Attribute* attribute(const std::string& name) const;
};

// Some earlier results, to be used as inputs again: they are views, share strings, and have lost their inputs.
using Pool = std::vector<std::shared_ptr<om_tensor>>;

Call plausible_call(Random& random, const om_operator* op, int64_t opset, const Pool& pool);
void spoil(Random& random, Call* call);
// A large description of its first input, as only om_op_infer can use it.
Plan huge_plan(Random& random, om_type type);

}  // namespace fuzz
