// Where the arguments of a case stand in ONNX's order.
#pragma once

#include <optional>
#include <string>

#include "corpus/case.h"
#include "onemodel.h"

namespace onemodel::corpus {

// Whether the library has the operator at this opset. op may be null.
bool exists_at(const om_operator* op, int64_t opset);

// The opset in which the version that `opset` means came; 0 if there is none.
int64_t version_at(const om_operator* op, int64_t opset);

// The newest version's opset.
int64_t newest_version(const om_operator* op);

// The position of the input (also "+1", ... beyond the last) or output of that name.
std::optional<int64_t> input_position(const om_operator* op, int64_t opset, const std::string& name);
std::optional<int64_t> output_position(const om_operator* op, int64_t opset, const std::string& name);

// The number of outputs that have to be asked for, counting a variadic one as one; 1 where the operator does not exist.
int64_t required_output_count(const om_operator* op, int64_t opset);

// Puts inputs and outputs into ONNX's order, and a null in place of each absent input before a given one. Names that
// are not known come last; where the operator does not exist, nothing is moved.
void put_in_order(const om_operator* op, Case& one_case);

}  // namespace onemodel::corpus
