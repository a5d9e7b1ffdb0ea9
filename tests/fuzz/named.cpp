#include "named.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>

namespace fuzz {
namespace {

struct NotExpressible {};

void require(bool expressible) {
  if (!expressible) throw NotExpressible();
}

// An int64 array of exactly its size, so that a sanitizer sees every step beside it.
class List {
 public:
  List() = default;
  explicit List(const Integers& values)
      : values_(new int64_t[values.size()]), count_(static_cast<int64_t>(values.size())) {
    std::ranges::copy(values, values_.get());
  }
  const int64_t* data() const { return values_.get(); }
  int64_t count() const { return count_; }

 private:
  std::unique_ptr<int64_t[]> values_;
  int64_t count_ = 0;
};

class Reader {
 public:
  Reader(const Call& call, const std::vector<Handle>& inputs) : call_(call), inputs_(inputs) {
    require(inputs.size() <= 5 || call.op == "Concat");
  }

  const om_tensor* optional(size_t index) const { return index < inputs_.size() ? inputs_[index].get() : nullptr; }
  const om_tensor* tensor(size_t index) const {
    require(optional(index) != nullptr);
    return optional(index);
  }
  std::vector<const om_tensor*> all() const {
    std::vector<const om_tensor*> tensors;
    for (size_t i = 0; i < inputs_.size(); ++i) tensors.push_back(tensor(i));
    return tensors;
  }
  List optional_list(size_t index) const { return optional(index) != nullptr ? list(index) : List(); }
  List list(size_t index) const {
    const om_tensor* given = tensor(index);
    require(om_tensor_type(given) == OM_INT64 && om_tensor_rank(given) == 1);
    const auto* values = static_cast<const int64_t*>(om_tensor_data(given));
    return List(Integers(values, values + om_tensor_element_count(given)));
  }
  int64_t scalar(size_t index, int64_t otherwise) const {
    if (optional(index) == nullptr) return otherwise;
    const om_tensor* given = tensor(index);
    require(om_tensor_type(given) == OM_INT64 && om_tensor_element_count(given) == 1 && om_tensor_rank(given) <= 1);
    return *static_cast<const int64_t*>(om_tensor_data(given));
  }
  void require_inputs(size_t most) const { require(inputs_.size() <= most); }

  int64_t integer(const char* name, int64_t otherwise) {
    const Attribute* attribute = read(name, OM_ATTRIBUTE_INT);
    return attribute != nullptr ? attribute->integer : otherwise;
  }
  // For parameters of 32 bits, which say yes or no.
  int32_t flag(const char* name, bool otherwise) { return integer(name, otherwise ? 1 : 0) != 0 ? 1 : 0; }
  List integers(const char* name) {
    const Attribute* attribute = read(name, OM_ATTRIBUTE_INTS);
    return attribute != nullptr ? List(attribute->integers) : List();
  }
  const char* text(const char* name) {
    const Attribute* attribute = read(name, OM_ATTRIBUTE_STRING);
    return attribute != nullptr ? attribute->text.c_str() : nullptr;
  }
  const Plan* plan(const char* name) {
    const Attribute* attribute = read(name, OM_ATTRIBUTE_TENSOR);
    return attribute != nullptr ? &attribute->tensor : nullptr;
  }
  void require_outputs(int64_t count) const { require(call_.output_count == count); }
  // Attributes that the function does not have.
  void finish() const { require(attributes_read_ == call_.attributes.size()); }

 private:
  const Attribute* read(const char* name, om_attribute_kind kind) {
    const Attribute* attribute = call_.attribute(name);
    if (attribute == nullptr) return nullptr;
    require(attribute->kind == kind);
    ++attributes_read_;
    return attribute;
  }

  const Call& call_;
  const std::vector<Handle>& inputs_;
  size_t attributes_read_ = 0;
};

om_status call_function(const om_context* context, const Call& call, Reader& reader, std::vector<om_tensor*>& outputs,
                        om_error** error) {
  const std::string& op = call.op;
  if (op != "Split" && op != "Dropout" && op != "TopK") reader.require_outputs(1);
  om_tensor** output = outputs.data();
  const auto data = [&] { return reader.tensor(0); };
  if (op == "Shape") {
    const int64_t start = reader.integer("start", 0);
    const int64_t end = reader.integer("end", std::numeric_limits<int64_t>::max());
    reader.require_inputs(1);
    reader.finish();
    return om_shape(context, data(), start, end, output, error);
  }
  if (op == "Size" || op == "Identity" || op == "NonZero") {
    reader.require_inputs(1);
    reader.finish();
    return op == "Size"       ? om_size(context, data(), output, error)
           : op == "Identity" ? om_identity(context, data(), output, error)
                              : om_non_zero(context, data(), output, error);
  }
  if (op == "Squeeze" || op == "Unsqueeze") {
    const List axes = op == "Squeeze" ? reader.optional_list(1) : reader.list(1);
    reader.require_inputs(2);
    reader.finish();
    return op == "Squeeze" ? om_squeeze(context, data(), axes.data(), axes.count(), output, error)
                           : om_unsqueeze(context, data(), axes.data(), axes.count(), output, error);
  }
  if (op == "Flatten") {
    const int64_t axis = reader.integer("axis", 1);
    reader.require_inputs(1);
    reader.finish();
    return om_flatten(context, data(), axis, output, error);
  }
  if (op == "Reshape") {
    const List shape = reader.list(1);
    const int32_t allowzero = reader.flag("allowzero", false);
    reader.require_inputs(2);
    reader.finish();
    return om_reshape(context, data(), shape.data(), shape.count(), allowzero, output, error);
  }
  if (op == "Dropout") {
    reader.require_inputs(3);
    reader.finish();
    require(call.output_count == 1 || call.output_count == 2);
    return om_dropout(context, data(), reader.optional(1), reader.optional(2), output,
                      call.output_count == 2 ? output + 1 : nullptr, error);
  }
  if (op == "Transpose") {
    const List perm = reader.integers("perm");
    reader.require_inputs(1);
    reader.finish();
    return om_transpose(context, data(), perm.data(), perm.count(), output, error);
  }
  if (op == "Concat") {
    require(call.attribute("axis") != nullptr);
    const int64_t axis = reader.integer("axis", 0);
    const std::vector<const om_tensor*> inputs = reader.all();
    reader.finish();
    return om_concat(context, inputs.data(), static_cast<int64_t>(inputs.size()), axis, output, error);
  }
  if (op == "Split") {
    require(call.output_count > 0);
    const List sizes = reader.optional_list(1);
    require(sizes.data() == nullptr || sizes.count() > 0);
    const int64_t axis = reader.integer("axis", 0);
    reader.require_inputs(2);
    reader.finish();
    return om_split(context, data(), sizes.data(), sizes.count(), axis, output, call.output_count, error);
  }
  if (op == "Slice") {
    const List starts = reader.list(1);
    const List ends = reader.list(2);
    const List axes = reader.optional_list(3);
    const List steps = reader.optional_list(4);
    const int64_t count = starts.count();
    require(ends.count() == count && (axes.data() == nullptr || axes.count() == count) &&
            (steps.data() == nullptr || steps.count() == count));
    reader.finish();
    return om_slice(context, data(), starts.data(), ends.data(), axes.data(), steps.data(), count, output, error);
  }
  if (op == "Expand" || op == "Tile") {
    const List list = reader.list(1);
    reader.require_inputs(2);
    reader.finish();
    return op == "Expand" ? om_expand(context, data(), list.data(), list.count(), output, error)
                          : om_tile(context, data(), list.data(), list.count(), output, error);
  }
  if (op == "Gather" || op == "GatherElements" || op == "GatherND") {
    const int64_t number = reader.integer(op == "GatherND" ? "batch_dims" : "axis", 0);
    reader.require_inputs(2);
    reader.finish();
    const om_tensor* indices = reader.tensor(1);
    return op == "Gather"           ? om_gather(context, data(), indices, number, output, error)
           : op == "GatherElements" ? om_gather_elements(context, data(), indices, number, output, error)
                                    : om_gather_nd(context, data(), indices, number, output, error);
  }
  if (op == "ScatterND") {
    const char* reduction = reader.text("reduction");
    reader.require_inputs(3);
    reader.finish();
    return om_scatter_nd(context, data(), reader.tensor(1), reader.tensor(2), reduction, output, error);
  }
  if (op == "Pad") {
    const List pads = reader.list(1);
    const List axes = reader.optional_list(3);
    const char* mode = reader.text("mode");
    reader.require_inputs(4);
    reader.finish();
    return om_pad(context, data(), pads.data(), pads.count(), reader.optional(2), axes.data(), axes.count(), mode,
                  output, error);
  }
  if (op == "ConstantOfShape") {
    const List shape = reader.list(0);
    const Plan* value = reader.plan("value");
    reader.require_inputs(1);
    reader.finish();
    Random random(0);
    const Handle made = value != nullptr ? make(random, *value) : nullptr;
    require(value == nullptr || made != nullptr);
    return om_constant_of_shape(context, shape.data(), shape.count(), made.get(), output, error);
  }
  if (op == "Range") {
    const int64_t stash_type = reader.integer("stash_type", 1);
    reader.require_inputs(3);
    reader.finish();
    return om_range(context, data(), reader.tensor(1), reader.tensor(2), stash_type, output, error);
  }
  if (op == "OneHot") {
    const int64_t axis = reader.integer("axis", -1);
    reader.require_inputs(3);
    reader.finish();
    reader.tensor(1);
    return om_one_hot(context, data(), reader.scalar(1, 0), reader.tensor(2), axis, output, error);
  }
  if (op == "Trilu") {
    const int32_t upper = reader.flag("upper", true);
    reader.require_inputs(2);
    reader.finish();
    return om_trilu(context, data(), reader.scalar(1, 0), upper, output, error);
  }
  require(op == "TopK");
  reader.require_outputs(2);
  const List k = reader.list(1);
  require(k.count() == 1);
  const int64_t axis = reader.integer("axis", -1);
  const int32_t largest = reader.flag("largest", true);
  const int32_t sorted = reader.flag("sorted", true);
  reader.require_inputs(2);
  reader.finish();
  return om_topk(context, data(), k.data()[0], axis, largest, sorted, output, output + 1, error);
}

}  // namespace

bool call_named(const om_context* context, const Call& call, const std::vector<Handle>& inputs,
                std::vector<om_tensor*>* outputs, om_status* status, om_error** error) {
  try {
    Reader reader(call, inputs);
    *status = call_function(context, call, reader, *outputs, error);
    return true;
  } catch (const NotExpressible&) {
    return false;
  }
}

}  // namespace fuzz
