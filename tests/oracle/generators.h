// Random calls of each operator, with a liking for its edges.
#pragma once

#include "draft.h"
#include "random.h"

namespace onemodel::oracle {

// A random call of the operator at a random version. Most calls are right, some are not.
Draft generate(const om_operator* op, Random& random);

}  // namespace onemodel::oracle
