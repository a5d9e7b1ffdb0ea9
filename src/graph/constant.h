// Constant: a node that is a value.
#pragma once

#include "ops/attributes.h"
#include "ops/call.h"

namespace onemodel {

// Not in the registry: it takes no tensor, so there is nothing to call it with outside a graph.
extern const Operator constant_operator;

// The tensor that a Constant's attributes give, of which constant_operator has found that they are right.
Reference<const Tensor> constant_value(const om_context& context, const om_attributes& attributes);

}  // namespace onemodel
