// Comparing what came out with what must: type, shape and bits.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corpus/call.h"
#include "corpus/case.h"

namespace onemodel::corpus {

// One thing that is other than it must be, for people.
struct Mismatch {
  std::string what;  // "output: element [0, 2] (3 of 8 differ)"
  std::string expected;
  std::string actual;
};

// What one way of running a case found.
struct Finding {
  std::string way;  // "om_op_invoke", "om_op_infer", "om_slice", ...
  Mismatch mismatch;
};

// What of the outputs is compared. Shapes alone are what om_op_infer tells; an extent of -1 is then any.
enum class Compared { shapes, elements };

std::optional<Mismatch> compare_tensors(const std::string& name, const WrittenTensor& expected, const Tensor& actual,
                                        Compared compared = Compared::elements);

// The outputs of a case one by one, variadic ones as "outputs[1]", each with its position among the operator's outputs.
struct ExpectedOutput {
  std::string name;
  size_t position = 0;
  const WrittenTensor* tensor = nullptr;
};
std::vector<ExpectedOutput> expected_outputs(const om_operator* op, const Case& one_case);

// An error in a few words: "InvalidModel slice.step_zero".
std::string describe_error(const ExpectedError& error);

// A failure of the library as cases write errors.
ExpectedError told_error(const Failure& failure);

// Whether the error is the expected one in all that is said of that: parts that are "" are not compared.
bool is_told(const ExpectedError& error, const ExpectedError& expected);

// Whether the call failed so, or succeeded if no error is expected.
std::optional<Mismatch> compare_error(const std::optional<ExpectedError>& expected, const Outcome& outcome);

// What the call did otherwise than the case says.
std::vector<Mismatch> compare_outcome(const om_operator* op, const Case& one_case, const Outcome& outcome,
                                      Compared compared);

// A tensor in at most about `width` characters.
std::string summarize(const WrittenTensor& tensor, size_t width = 160);
std::string summarize(const Tensor& tensor, size_t width = 160);

}  // namespace onemodel::corpus
