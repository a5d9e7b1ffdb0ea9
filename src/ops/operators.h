// The operators, each defined in the file of its name, in the order of the specification.
#pragma once

#include "ops/operator.h"

namespace onemodel {

extern const Operator shape_operator;
extern const Operator size_operator;
extern const Operator squeeze_operator;
extern const Operator unsqueeze_operator;
extern const Operator flatten_operator;
extern const Operator reshape_operator;
extern const Operator identity_operator;
extern const Operator dropout_operator;
extern const Operator transpose_operator;
extern const Operator concat_operator;
extern const Operator split_operator;
extern const Operator slice_operator;
extern const Operator expand_operator;
extern const Operator tile_operator;
extern const Operator gather_operator;
extern const Operator gather_elements_operator;
extern const Operator gather_nd_operator;
extern const Operator scatter_nd_operator;
extern const Operator pad_operator;
extern const Operator constant_of_shape_operator;
extern const Operator range_operator;
extern const Operator one_hot_operator;
extern const Operator trilu_operator;
extern const Operator non_zero_operator;
extern const Operator topk_operator;

}  // namespace onemodel
