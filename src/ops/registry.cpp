#include "ops/registry.h"

#include <algorithm>

#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr const Operator* table[] = {
    &shape_operator,     &size_operator,       &squeeze_operator,  &unsqueeze_operator,
    &flatten_operator,   &reshape_operator,    &identity_operator, &dropout_operator,
    &transpose_operator, &concat_operator,     &split_operator,    &slice_operator,
    &expand_operator,    &tile_operator,       &gather_operator,   &gather_elements_operator,
    &gather_nd_operator, &scatter_nd_operator, &pad_operator,      &constant_of_shape_operator,
    &range_operator,     &one_hot_operator,    &trilu_operator,    &non_zero_operator,
    &topk_operator,
};

}  // namespace

std::span<const Operator* const> operators() { return table; }

const Operator* find_operator(std::string_view name) {
  const auto found = std::ranges::find_if(table, [&](const Operator* op) { return is_same_name(op->name, name); });
  return found != std::end(table) ? *found : nullptr;
}

const Version* find_version(const Operator& op, int64_t opset) {
  if (opset > OM_MAX_OPSET) return nullptr;
  for (size_t i = op.versions.size(); i-- > 0;) {
    if (op.versions[i].since <= opset) return &op.versions[i];
  }
  return nullptr;
}

const Version& version_at(const Operator& op, int64_t opset) {
  if (const Version* version = find_version(op, opset)) return *version;
  if (opset < 1 || opset > OM_MAX_OPSET) {
    throw Failure(Reason::opset_unsupported, text_of("opset ", opset, " is not in [1, ", int{OM_MAX_OPSET}, "]"));
  }
  throw Failure(Reason::operator_not_in_opset,
                text_of("opset ", opset, " does not have the operator, which came in ", op.versions.front().since));
}

}  // namespace onemodel
