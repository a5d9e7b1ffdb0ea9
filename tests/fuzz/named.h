// The operators' own C functions, called with what a Call holds.
#pragma once

#include <vector>

#include "calls.h"

namespace fuzz {

// Calls the function of the operator with the inputs that were made of `call`, which is meant at OM_MAX_OPSET. False if
// the function has no way to say it: a list that is no int64 vector, an attribute that it does not have, ...
// `outputs` has call.output_count entries.
bool call_named(const om_context* context, const Call& call, const std::vector<Handle>& inputs,
                std::vector<om_tensor*>* outputs, om_status* status, om_error** error);

}  // namespace fuzz
