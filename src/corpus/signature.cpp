#include "corpus/signature.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace onemodel::corpus {

namespace {

constexpr int64_t kMaxExtraInputs = 65536;

template <typename Position>
void sort_by(std::vector<Argument>& arguments, Position position) {
  const auto order = [&](const Argument& argument) {
    return position(argument.name).value_or(std::numeric_limits<int64_t>::max());
  };
  std::stable_sort(arguments.begin(), arguments.end(),
                   [&](const Argument& a, const Argument& b) { return order(a) < order(b); });
}

}  // namespace

bool exists_at(const om_operator* op, int64_t opset) { return version_at(op, opset) != 0; }

int64_t version_at(const om_operator* op, int64_t opset) {
  int64_t version = 0;
  if (op != nullptr && opset <= OM_MAX_OPSET) {
    for (int64_t i = 0; i < om_operator_version_count(op); ++i) {
      const int64_t since = om_operator_version_since(op, i);
      version = since <= opset ? since : version;
    }
  }
  return version;
}

int64_t newest_version(const om_operator* op) { return version_at(op, OM_MAX_OPSET); }

std::optional<int64_t> input_position(const om_operator* op, int64_t opset, const std::string& name) {
  const int64_t count = om_operator_input_count(op, opset);
  if (name.starts_with('+')) {
    int64_t number = 0;
    const auto parsed = std::from_chars(name.data() + 1, name.data() + name.size(), number);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == name.data() + name.size();
    return is_number && number > 0 && number <= kMaxExtraInputs ? std::optional(count + number - 1) : std::nullopt;
  }
  for (int64_t i = 0; i < count; ++i) {
    if (name == om_operator_input_name(op, opset, i)) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<int64_t> output_position(const om_operator* op, int64_t opset, const std::string& name) {
  for (int64_t i = 0; i < om_operator_output_count(op, opset); ++i) {
    if (name == om_operator_output_name(op, opset, i)) {
      return i;
    }
  }
  return std::nullopt;
}

int64_t required_output_count(const om_operator* op, int64_t opset) {
  const int64_t all = om_operator_output_count(op, opset);
  int64_t count = 0;
  while (count < all && om_operator_output_is_optional(op, opset, count) == 0) {
    ++count;
  }
  return std::max<int64_t>(count, 1);
}

void put_in_order(const om_operator* op, Case& one_case) {
  const int64_t opset = one_case.opset;
  if (!exists_at(op, opset)) {
    return;
  }
  sort_by(one_case.inputs, [&](const std::string& name) { return input_position(op, opset, name); });
  sort_by(one_case.outputs, [&](const std::string& name) { return output_position(op, opset, name); });

  const int64_t count = om_operator_input_count(op, opset);
  for (size_t i = 0; i < one_case.inputs.size(); ++i) {
    const auto position = input_position(op, opset, one_case.inputs[i].name);
    if (position && static_cast<int64_t>(i) < std::min(*position, count)) {
      const std::string name = om_operator_input_name(op, opset, static_cast<int64_t>(i));
      one_case.inputs.insert(one_case.inputs.begin() + static_cast<ptrdiff_t>(i), {name, false, {std::nullopt}});
    }
  }
}

}  // namespace onemodel::corpus
