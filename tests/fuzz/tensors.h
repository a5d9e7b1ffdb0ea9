// Tensors as the fuzzer plans, makes and examines them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "onemodel.h"
#include "random.h"

namespace fuzz {

struct Release {
  void operator()(om_tensor* tensor) const { om_tensor_release(tensor); }
};
using Handle = std::unique_ptr<om_tensor, Release>;
using Integers = std::vector<int64_t>;

// An input before it is made, so that it can still be spoilt.
struct Plan {
  om_type type = 0;  // 0: the input is absent
  Integers shape;
  std::vector<std::byte> bytes;
  std::vector<std::string> strings;
  std::shared_ptr<om_tensor> existing;  // an earlier result that is used as it is, with its own elements

  bool present() const { return type != 0; }
};

// -1 where the product does not fit.
int64_t element_count(const Integers& shape);
// The shape without axes past OM_MAX_RANK, and with its largest extents made smaller until a tensor of it is quickly
// made.
Integers handy(Integers shape);

// Random elements of that type and a handy shape; small numbers where numbers are asked for.
Plan random_plan(Random& random, om_type type, Integers shape);
// Integers (or numbers of another type, if they are no integers) of that shape.
Plan number_plan(om_type type, Integers shape, const Integers& values);
// The integers of an int32 or int64 plan.
Integers integers_of(const Plan& plan);

// The tensor, by copying or borrowing; null if the plan is absent.
Handle make(Random& random, const Plan& plan);
// The same without elements.
Handle describe(const Plan& plan);
Handle retained(om_tensor* tensor);

// What is wrong with a tensor that the library gave: "" if nothing.
std::string fault_of(const om_tensor* tensor);
// Type, shape and every bit.
bool equal(const om_tensor* a, const om_tensor* b);
std::string text_of(const om_tensor* tensor);

}  // namespace fuzz
