#include "shrink.h"

#include <cstdlib>

namespace onemodel::oracle {
namespace {

using corpus::Attribute;

// The drafts that are tried at most.
constexpr int kMostTries = 600;

bool is_index_type(om_type type) { return type == OM_INT64 || type == OM_INT32; }

// The tensor with only the first `extent` of an axis.
Tensor crop(const Tensor& tensor, size_t axis, int64_t extent) {
  std::vector<int64_t> shape = tensor.shape;
  shape[axis] = extent;
  Tensor cropped = corpus::make_zeros(tensor.type, shape);
  int64_t inner = 1;
  for (size_t i = axis + 1; i < shape.size(); ++i) inner *= shape[i];
  const int64_t count = corpus::element_count(shape).value();
  for (int64_t to = 0; to < count; ++to) {
    const int64_t row = to / (inner * extent);
    copy_element(tensor, row * inner * tensor.shape[axis] + to % (inner * extent), cropped, to);
  }
  return cropped;
}

// Calls visit with every draft that is one step smaller, until one is accepted.
class Steps {
 public:
  Steps(const Draft& draft, const std::function<bool(Draft)>& accept) : draft_(draft), accept_(accept) {}

  bool take_one() {
    return drop_attributes() || drop_inputs() || make_plain_type() || crop_inputs() || drop_axes() || clear_inputs() ||
           lower_integers() || lower_attributes();
  }

 private:
  bool drop_attributes() {
    for (size_t i = 0; i < draft_.attributes.size(); ++i) {
      Draft smaller = draft_;
      smaller.attributes.erase(smaller.attributes.begin() + static_cast<std::ptrdiff_t>(i));
      if (accept_(std::move(smaller))) return true;
    }
    return false;
  }

  bool drop_inputs() {
    if (draft_.inputs.size() > 1) {
      Draft smaller = draft_;
      smaller.inputs.pop_back();
      if (accept_(std::move(smaller))) return true;
    }
    return false;
  }

  // Makes the elements float32, if moving them is what counts.
  bool make_plain_type() {
    if (draft_.inputs.empty() || !draft_.inputs.front() || draft_.inputs.front()->type == OM_FLOAT32) return false;
    const om_type type = draft_.inputs.front()->type;
    Draft smaller = draft_;
    for (std::optional<Tensor>& input : smaller.inputs) {
      if (!input || input->type != type) continue;
      if (is_index_type(type) && &input != &smaller.inputs.front()) continue;
      input = corpus::make_zeros(OM_FLOAT32, input->shape);
      const int64_t count = corpus::element_count(input->shape).value();
      for (int64_t i = 0; i < count; ++i) corpus::set_component_bits(*input, i, i == 0 ? 0 : 0x3f800000);
    }
    return accept_(std::move(smaller));
  }

  bool crop_inputs() {
    for (size_t i = 0; i < draft_.inputs.size(); ++i) {
      if (!draft_.inputs[i]) continue;
      const Tensor& tensor = *draft_.inputs[i];
      for (size_t axis = 0; axis < tensor.shape.size(); ++axis) {
        for (const int64_t extent : {int64_t{1}, tensor.shape[axis] / 2, tensor.shape[axis] - 1}) {
          if (extent < 1 || extent >= tensor.shape[axis]) continue;
          Draft smaller = draft_;
          smaller.inputs[i] = crop(tensor, axis, extent);
          if (accept_(std::move(smaller))) return true;
        }
      }
    }
    return false;
  }

  bool drop_axes() {
    for (size_t i = 0; i < draft_.inputs.size(); ++i) {
      if (!draft_.inputs[i]) continue;
      for (size_t axis = 0; axis < draft_.inputs[i]->shape.size(); ++axis) {
        if (draft_.inputs[i]->shape[axis] != 1) continue;
        Draft smaller = draft_;
        std::vector<int64_t>& shape = smaller.inputs[i]->shape;
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
        if (accept_(std::move(smaller))) return true;
      }
    }
    return false;
  }

  bool clear_inputs() {
    for (size_t i = 0; i < draft_.inputs.size(); ++i) {
      if (!draft_.inputs[i]) continue;
      const Tensor& tensor = *draft_.inputs[i];
      const Tensor zeros = corpus::make_zeros(tensor.type, tensor.shape);
      if (tensor == zeros) continue;
      Draft smaller = draft_;
      smaller.inputs[i] = zeros;
      if (accept_(std::move(smaller))) return true;
      const int64_t count = corpus::element_count(tensor.shape).value();
      for (int64_t element = 0; element < count; ++element) {
        Draft one_less = draft_;
        copy_element(zeros, element, *one_less.inputs[i], element);
        if (*one_less.inputs[i] != tensor && accept_(std::move(one_less))) return true;
      }
    }
    return false;
  }

  bool lower_integers() {
    for (size_t i = 0; i < draft_.inputs.size(); ++i) {
      if (!draft_.inputs[i] || !is_index_type(draft_.inputs[i]->type)) continue;
      const int64_t count = corpus::element_count(draft_.inputs[i]->shape).value();
      for (int64_t element = 0; element < count; ++element) {
        const uint64_t bits = corpus::component_bits(*draft_.inputs[i], element);
        const int64_t value =
            draft_.inputs[i]->type == OM_INT32 ? static_cast<int32_t>(bits) : static_cast<int64_t>(bits);
        for (const int64_t lower : lower_values(value)) {
          Draft smaller = draft_;
          corpus::set_component_bits(*smaller.inputs[i], element, static_cast<uint64_t>(lower));
          if (accept_(std::move(smaller))) return true;
        }
      }
    }
    return false;
  }

  bool lower_attributes() {
    for (size_t i = 0; i < draft_.attributes.size(); ++i) {
      if (const auto* value = std::get_if<int64_t>(&draft_.attributes[i].value)) {
        for (const int64_t lower : lower_values(*value)) {
          Draft smaller = draft_;
          smaller.attributes[i].value = lower;
          if (accept_(std::move(smaller))) return true;
        }
      } else if (const auto* values = std::get_if<std::vector<int64_t>>(&draft_.attributes[i].value)) {
        for (size_t element = 0; element < values->size(); ++element) {
          Draft shorter = draft_;
          auto& left = std::get<std::vector<int64_t>>(shorter.attributes[i].value);
          left.erase(left.begin() + static_cast<std::ptrdiff_t>(element));
          if (accept_(std::move(shorter))) return true;
          for (const int64_t lower : lower_values((*values)[element])) {
            Draft smaller = draft_;
            std::get<std::vector<int64_t>>(smaller.attributes[i].value)[element] = lower;
            if (accept_(std::move(smaller))) return true;
          }
        }
      }
    }
    return false;
  }

  // Numbers closer to 0, in the order to try them.
  static std::vector<int64_t> lower_values(int64_t value) {
    if (value == 0) return {};
    if (value == 1) return {0};
    const int64_t sign = value < 0 ? -1 : 1;
    std::vector<int64_t> values = {0};
    if (value != sign) values.push_back(sign);
    if (value / 2 != 0 && value / 2 != sign) values.push_back(value / 2);
    if (value - sign != sign) values.push_back(value - sign);
    return values;
  }

  const Draft& draft_;
  const std::function<bool(Draft)>& accept_;
};

}  // namespace

Draft shrink(const Draft& draft, const std::function<bool(const Draft&)>& still_shows) {
  Draft smallest = draft;
  int tries = 0;
  for (;;) {
    std::optional<Draft> found;
    const std::function<bool(Draft)> accept = [&](Draft candidate) {
      if (++tries > kMostTries || !still_shows(candidate)) return false;
      found = std::move(candidate);
      return true;
    };
    if (!Steps(smallest, accept).take_one()) return smallest;
    smallest = std::move(*found);
  }
}

}  // namespace onemodel::oracle
