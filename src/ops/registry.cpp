#include "ops/registry.h"

#include <array>

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

// The operators by their names: each at the place that its name asks for, or the next that was free.
class NameIndex {
 public:
  NameIndex() {
    for (const Operator* op : table) {
      size_t place = place_of(op->name);
      while (places_[place] != nullptr) place = (place + 1) % place_count;
      places_[place] = op;
    }
  }

  const Operator* find(std::string_view name) const {
    if (name.empty()) return nullptr;
    size_t place = place_of(name);
    while (places_[place] != nullptr && !is_same_name(places_[place]->name, name)) place = (place + 1) % place_count;
    return places_[place];
  }

 private:
  static constexpr size_t place_count = 64;
  static_assert(std::size(table) < place_count);

  // Different for most of the names.
  static size_t place_of(std::string_view name) {
    return (name.size() * 2 + static_cast<unsigned char>(name.front()) * size_t{10} +
            static_cast<unsigned char>(name.back()) * size_t{9}) %
           place_count;
  }

  std::array<const Operator*, place_count> places_{};
};

const NameIndex names;

}  // namespace

std::span<const Operator* const> operators() { return table; }

const Operator* find_operator(std::string_view name) { return names.find(name); }

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
