// Inputs on which no shape depends may have no elements when a call is only inferred.
#include <doctest/doctest.h>

#include <vector>

#include "ops/execute.h"
#include "ops/registry.h"

using namespace onemodel;

namespace {

Shape inferred(const char* name, int64_t opset, std::vector<Argument> inputs) {
  const Operator* op = find_operator(name);
  REQUIRE(op != nullptr);
  Reference<Tensor> output;
  infer_operator(*op, version_at(*op, opset), default_context(), inputs, {}, {&output, 1});
  return output->shape();
}

TEST_CASE("inference needs the elements of shape-like inputs only") {
  const auto data = Tensor::describe(OM_FLOAT32, {2, 3});
  const auto flag = Tensor::describe(OM_BOOL, {});
  const auto number = Tensor::describe(OM_FLOAT32, {});
  const auto integer = Tensor::describe(OM_INT64, {});
  const int64_t pads[] = {1, 0, 0, 1};

  CHECK(inferred("Dropout", 13, {Argument::of(data.get()), Argument::of(number.get()), Argument::of(flag.get())}) ==
        Shape{2, 3});
  CHECK(inferred("Trilu", 14, {Argument::of(data.get()), Argument::of(integer.get())}) == Shape{2, 3});
  CHECK(inferred("Pad", 13, {Argument::of(data.get()), Argument::of(pads), Argument::of(number.get())}) == Shape{3, 4});
  CHECK(inferred("Shape", 15, {Argument::of(data.get())}) == Shape{2});
  CHECK(inferred("Size", 13, {Argument::of(data.get())}) == Shape());
}

}  // namespace
