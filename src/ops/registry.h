// All operators.
#pragma once

#include <span>
#include <string_view>

#include "ops/operator.h"

namespace onemodel {

// In the order of the specification.
std::span<const Operator* const> operators();

// Null if there is none of that name.
const Operator* find_operator(std::string_view name);

// The newest version up to `opset`, or null where there is none.
const Version* find_version(const Operator& op, int64_t opset);

// The same; refuses (opset.unsupported, operator.not_in_opset) where there is none.
const Version& version_at(const Operator& op, int64_t opset);

}  // namespace onemodel
