// The operators' own C functions. A case says inputs as ONNX has them; here they become what each function takes.
#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "corpus/call.h"
#include "corpus/signature.h"

namespace onemodel::corpus {

namespace {

// The function has no way to say this call.
struct NotExpressible {};

// A list of integers, or none; one that is given has a pointer even if it is empty.
class IntegerList {
 public:
  IntegerList() = default;
  explicit IntegerList(std::vector<int64_t> values) : values_(std::move(values)), is_given_(true) {
    values_.reserve(1);
  }

  const int64_t* data() const { return is_given_ ? values_.data() : nullptr; }
  int64_t count() const { return static_cast<int64_t>(values_.size()); }
  bool is_given() const { return is_given_; }

 private:
  std::vector<int64_t> values_;
  bool is_given_ = false;
};

int64_t read_integer(const Tensor& tensor, int64_t index) {
  const uint64_t bits = component_bits(tensor, index);
  return tensor.type == OM_INT32 ? static_cast<int32_t>(static_cast<uint32_t>(bits)) : static_cast<int64_t>(bits);
}

// The inputs and attributes of a call, as parameters of a C function.
class Parameters {
 public:
  explicit Parameters(const Call& call) : call_(call) {}

  int64_t input_count() const { return static_cast<int64_t>(call_.inputs.size()); }
  int64_t output_count() const { return call_.output_count; }

  const om_tensor* optional_tensor(size_t index) const {
    return index < call_.inputs.size() ? call_.inputs[index].get() : nullptr;
  }

  const om_tensor* tensor(size_t index) const {
    const om_tensor* tensor = optional_tensor(index);
    require(tensor != nullptr);
    return tensor;
  }

  std::vector<const om_tensor*> tensors() const {
    for (size_t i = 0; i < call_.inputs.size(); ++i) {
      tensor(i);
    }
    return borrow_tensors(call_.inputs);
  }

  IntegerList optional_list(size_t index) const {
    const om_tensor* tensor = optional_tensor(index);
    if (tensor == nullptr) {
      return {};
    }
    require(om_tensor_rank(tensor) == 1);
    return IntegerList(integers(tensor, index));
  }

  IntegerList list(size_t index) const {
    tensor(index);
    return optional_list(index);
  }

  // A scalar, or a vector of one element where the operator takes it as one.
  int64_t scalar(size_t index) const {
    const om_tensor* scalar = tensor(index);
    require(om_tensor_rank(scalar) <= 1 && om_tensor_element_count(scalar) == 1);
    return integers(scalar, index).front();
  }

  int64_t optional_scalar(size_t index, int64_t otherwise) const {
    return optional_tensor(index) == nullptr ? otherwise : scalar(index);
  }

  int64_t vector_of_one(size_t index) const {
    require(om_tensor_rank(tensor(index)) == 1);
    return scalar(index);
  }

  int64_t integer(std::string_view name, int64_t otherwise) const {
    const AttributeValue* value = attribute(name);
    return value == nullptr ? otherwise : std::get<int64_t>(*value);
  }

  int64_t required_integer(std::string_view name) const {
    require(attribute(name) != nullptr);
    return integer(name, 0);
  }

  int32_t flag(std::string_view name, int32_t otherwise) const {
    const int64_t value = integer(name, otherwise);
    require(value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max());
    return static_cast<int32_t>(value);
  }

  IntegerList integers(std::string_view name) const {
    const AttributeValue* value = attribute(name);
    return value == nullptr ? IntegerList() : IntegerList(std::get<std::vector<int64_t>>(*value));
  }

  const char* text(std::string_view name) const {
    const AttributeValue* value = attribute(name);
    if (value == nullptr) {
      return nullptr;
    }
    const auto& text = std::get<std::string>(*value);
    require(text.find('\0') == std::string::npos);
    return text.c_str();
  }

  TensorHandle tensor(std::string_view name) const {
    const AttributeValue* value = attribute(name);
    return value == nullptr ? nullptr : make_tensor(std::get<WrittenTensor>(*value).tensor);
  }

  static void require(bool condition) {
    if (!condition) {
      throw NotExpressible();
    }
  }

 private:
  const AttributeValue* attribute(std::string_view name) const {
    const auto found = std::find_if(call_.attributes.begin(), call_.attributes.end(),
                                    [&](const Attribute& attribute) { return attribute.name == name; });
    return found == call_.attributes.end() ? nullptr : &found->value;
  }

  // The elements of an input that the function takes as int64, if the operator takes them from this type.
  std::vector<int64_t> integers(const om_tensor* tensor, size_t index) const {
    const om_type type = om_tensor_type(tensor);
    require(type == OM_INT64 || type == OM_INT32);
    require(om_operator_input_accepts(call_.op, call_.opset, static_cast<int64_t>(index), type) != 0);
    const Tensor copy = copy_tensor(*tensor);
    std::vector<int64_t> values;
    for (int64_t i = 0; i < om_tensor_element_count(tensor); ++i) {
      values.push_back(read_integer(copy, i));
    }
    return values;
  }

  const Call& call_;
};

constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max();

struct NamedFunction {
  const char* operator_name;
  om_status (*call)(const Parameters& p, om_tensor** outputs, om_error** error);
};

om_status call_slice(const Parameters& p, om_tensor** outputs, om_error** error) {
  const IntegerList starts = p.list(1);
  const IntegerList ends = p.list(2);
  const IntegerList axes = p.optional_list(3);
  const IntegerList steps = p.optional_list(4);
  for (const IntegerList* list : {&ends, &axes, &steps}) {
    Parameters::require(!list->is_given() || list->count() == starts.count());
  }
  for (const size_t index : {2U, 3U, 4U}) {
    const om_tensor* list = p.optional_tensor(index);
    Parameters::require(list == nullptr || om_tensor_type(list) == om_tensor_type(p.tensor(1)));
  }
  return om_slice(nullptr, p.tensor(0), starts.data(), ends.data(), axes.data(), steps.data(), starts.count(), outputs,
                  error);
}

om_status call_split(const Parameters& p, om_tensor** outputs, om_error** error) {
  // The function has no num_outputs: the number of outputs says it.
  const IntegerList split = p.optional_list(1);
  const int64_t num_outputs = p.integer("num_outputs", p.output_count());
  Parameters::require(num_outputs == p.output_count());
  Parameters::require(!split.is_given() || p.integer("num_outputs", 0) == 0);
  return om_split(nullptr, p.tensor(0), split.data(), split.count(), p.integer("axis", 0), outputs, p.output_count(),
                  error);
}

constexpr std::array kNamedFunctions = {
    NamedFunction{"Shape",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_shape(nullptr, p.tensor(0), p.integer("start", 0), p.integer("end", kToTheEnd), outputs,
                                    error);
                  }},
    NamedFunction{"Size",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_size(nullptr, p.tensor(0), outputs, error);
                  }},
    NamedFunction{"Squeeze",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    const IntegerList axes = p.optional_list(1);
                    return om_squeeze(nullptr, p.tensor(0), axes.data(), axes.count(), outputs, error);
                  }},
    NamedFunction{"Unsqueeze",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    const IntegerList axes = p.list(1);
                    return om_unsqueeze(nullptr, p.tensor(0), axes.data(), axes.count(), outputs, error);
                  }},
    NamedFunction{"Flatten",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_flatten(nullptr, p.tensor(0), p.integer("axis", 1), outputs, error);
                  }},
    NamedFunction{"Reshape",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    const IntegerList shape = p.list(1);
                    return om_reshape(nullptr, p.tensor(0), shape.data(), shape.count(), p.flag("allowzero", 0),
                                      outputs, error);
                  }},
    NamedFunction{"Identity",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_identity(nullptr, p.tensor(0), outputs, error);
                  }},
    NamedFunction{"Dropout",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_dropout(nullptr, p.tensor(0), p.optional_tensor(1), p.optional_tensor(2), outputs,
                                      p.output_count() > 1 ? outputs + 1 : nullptr, error);
                  }},
    NamedFunction{"Transpose",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    const IntegerList perm = p.integers("perm");
                    return om_transpose(nullptr, p.tensor(0), perm.data(), perm.count(), outputs, error);
                  }},
    NamedFunction{"Concat",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_concat(nullptr, p.tensors().data(), p.input_count(), p.required_integer("axis"), outputs,
                                     error);
                  }},
    NamedFunction{"Split", call_split},
    NamedFunction{"Slice", call_slice},
    NamedFunction{"Expand",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    const IntegerList shape = p.list(1);
                    return om_expand(nullptr, p.tensor(0), shape.data(), shape.count(), outputs, error);
                  }},
    NamedFunction{"Tile",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    const IntegerList repeats = p.list(1);
                    return om_tile(nullptr, p.tensor(0), repeats.data(), repeats.count(), outputs, error);
                  }},
    NamedFunction{"Gather",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_gather(nullptr, p.tensor(0), p.tensor(1), p.integer("axis", 0), outputs, error);
                  }},
    NamedFunction{"GatherElements",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_gather_elements(nullptr, p.tensor(0), p.tensor(1), p.integer("axis", 0), outputs, error);
                  }},
    NamedFunction{"GatherND",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_gather_nd(nullptr, p.tensor(0), p.tensor(1), p.integer("batch_dims", 0), outputs, error);
                  }},
    NamedFunction{"ScatterND",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_scatter_nd(nullptr, p.tensor(0), p.tensor(1), p.tensor(2), p.text("reduction"), outputs,
                                         error);
                  }},
    NamedFunction{"Pad",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    const IntegerList pads = p.list(1);
                    const IntegerList axes = p.optional_list(3);
                    return om_pad(nullptr, p.tensor(0), pads.data(), pads.count(), p.optional_tensor(2), axes.data(),
                                  axes.count(), p.text("mode"), outputs, error);
                  }},
    NamedFunction{"ConstantOfShape",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    const IntegerList shape = p.list(0);
                    return om_constant_of_shape(nullptr, shape.data(), shape.count(), p.tensor("value").get(), outputs,
                                                error);
                  }},
    NamedFunction{"Range",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_range(nullptr, p.tensor(0), p.tensor(1), p.tensor(2), p.integer("stash_type", 1), outputs,
                                    error);
                  }},
    NamedFunction{"OneHot",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_one_hot(nullptr, p.tensor(0), p.scalar(1), p.tensor(2), p.integer("axis", -1), outputs,
                                      error);
                  }},
    NamedFunction{"Trilu",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_trilu(nullptr, p.tensor(0), p.optional_scalar(1, 0), p.flag("upper", 1), outputs, error);
                  }},
    NamedFunction{"NonZero",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_non_zero(nullptr, p.tensor(0), outputs, error);
                  }},
    NamedFunction{"TopK",
                  [](const Parameters& p, om_tensor** outputs, om_error** error) {
                    return om_topk(nullptr, p.tensor(0), p.vector_of_one(1), p.integer("axis", -1),
                                   p.flag("largest", 1), p.flag("sorted", 1), outputs, outputs + 1, error);
                  }},
};

// Whether the call is one of the newest version with no input, output or attribute that this version does not have.
bool fits_newest_version(const Call& call) {
  if (version_at(call.op, call.opset) != newest_version(call.op)) {
    return false;
  }
  for (const Attribute& attribute : call.attributes) {
    bool is_known = false;
    for (int64_t i = 0; i < om_operator_attribute_count(call.op, call.opset); ++i) {
      is_known |= attribute.name == om_operator_attribute_name(call.op, call.opset, i) &&
                  attribute_kind(attribute.value) == om_operator_attribute_kind(call.op, call.opset, i);
    }
    if (!is_known) {
      return false;
    }
  }
  const int64_t last_input = om_operator_input_count(call.op, call.opset) - 1;
  const int64_t last_output = om_operator_output_count(call.op, call.opset) - 1;
  const bool inputs_fit = om_operator_input_is_variadic(call.op, call.opset, last_input) != 0 ||
                          static_cast<int64_t>(call.inputs.size()) <= last_input + 1;
  const bool outputs_fit =
      om_operator_output_is_variadic(call.op, call.opset, last_output) != 0 ||
      (call.output_count <= last_output + 1 &&
       (call.output_count == last_output + 1 ||
        (call.output_count > 0 && om_operator_output_is_optional(call.op, call.opset, call.output_count) != 0)));
  return inputs_fit && outputs_fit;
}

}  // namespace

std::optional<Outcome> invoke_named(const Call& call) {
  const auto function = std::find_if(kNamedFunctions.begin(), kNamedFunctions.end(), [&](const NamedFunction& entry) {
    return call.operator_name == entry.operator_name;
  });
  if (function == kNamedFunctions.end() || !exists_at(call.op, call.opset) || !fits_newest_version(call)) {
    return std::nullopt;
  }
  Outcome outcome;
  try {
    std::vector<om_tensor*> outputs(static_cast<size_t>(call.output_count));
    check([&](om_error** error) { return function->call(Parameters(call), outputs.data(), error); });
    for (const TensorHandle& output : take_tensors(outputs)) {
      outcome.outputs.push_back(copy_tensor(*output));
    }
  } catch (const NotExpressible&) {
    return std::nullopt;
  } catch (const CallFailed& failed) {
    outcome.failure = failed.failure();
  }
  return outcome;
}

}  // namespace onemodel::corpus
