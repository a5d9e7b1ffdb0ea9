// Constant: the tensor, number, string or list that its one attribute holds.
//
// Before opset 12 that is the tensor `value`. From then on it may also be a scalar (value_float, value_int,
// value_string) or a vector (value_floats, value_ints, value_strings) of float32, int64 or string. A sparse tensor,
// which opset 11 brought, is refused. Refuses: constant.value_count, constant.sparse.
#include "graph/constant.h"

#include <cstring>
#include <vector>

#include "ops/operator.h"
#include "tensor/make_tensor.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {{"value", OM_ATTRIBUTE_TENSOR, true}};
constexpr AttributeRule attributes_11[] = {{"value", OM_ATTRIBUTE_TENSOR}};
constexpr AttributeRule attributes_12[] = {
    {"value", OM_ATTRIBUTE_TENSOR},         {"value_float", OM_ATTRIBUTE_FLOAT}, {"value_floats", OM_ATTRIBUTE_FLOATS},
    {"value_int", OM_ATTRIBUTE_INT},        {"value_ints", OM_ATTRIBUTE_INTS},   {"value_string", OM_ATTRIBUTE_STRING},
    {"value_strings", OM_ATTRIBUTE_STRINGS}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{1, {}, outputs, attributes_1},   {9, {}, outputs, attributes_1},
                                {11, {}, outputs, attributes_11}, {12, {}, outputs, attributes_12},
                                {13, {}, outputs, attributes_12}, {19, {}, outputs, attributes_12},
                                {21, {}, outputs, attributes_12}, {23, {}, outputs, attributes_12},
                                {24, {}, outputs, attributes_12}, {25, {}, outputs, attributes_12}};
constexpr Reason reasons[] = {Reason::constant_value_count, Reason::constant_sparse};

void infer(const Call& call, Results* results) {
  int64_t count = 0;
  for (const AttributeRule& rule : attributes_12) count += call.has_attribute(rule.name) ? 1 : 0;
  if (count != 1) {
    call.fail(Reason::constant_value_count, "", count, " attributes give the value; it has to be one");
  }
  if (const Tensor* value = call.tensor("value")) results->add(value->type(), value->shape());
}

// constant_value gives what there is to give.
void run(const Call&, const Results&, std::span<std::byte* const>) {}

template <class Value>
Reference<const Tensor> plain(const om_context& context, om_type type, const Shape& shape,
                              std::span<const Value> values) {
  Reference<Tensor> tensor = Tensor::allocate(context, type, shape);
  if (!values.empty()) std::memcpy(tensor->mutable_data(), values.data(), values.size_bytes());
  return tensor;
}

template <class Value>
Shape vector_shape(std::span<const Value> values) {
  return {static_cast<int64_t>(values.size())};
}

}  // namespace

constinit const Operator constant_operator = make_operator<infer, run>("Constant", OM_KIND_CONSTANT, versions, reasons);

Reference<const Tensor> constant_value(const om_context& context, const om_attributes& attributes) {
  const Attribute& value = attributes.all().front();
  switch (value.kind) {
    case OM_ATTRIBUTE_FLOAT:
      return plain(context, OM_FLOAT32, Shape(), std::span<const float>(&value.real, 1));
    case OM_ATTRIBUTE_FLOATS:
      return plain(context, OM_FLOAT32, vector_shape(value.reals), value.reals);
    case OM_ATTRIBUTE_INT:
      return plain(context, OM_INT64, Shape(), std::span<const int64_t>(&value.integer, 1));
    case OM_ATTRIBUTE_INTS:
      return plain(context, OM_INT64, vector_shape(value.integers), value.integers);
    case OM_ATTRIBUTE_STRING:
      return copied_strings(context, Shape(), {&value.text, 1});
    case OM_ATTRIBUTE_STRINGS:
      return copied_strings(context, vector_shape(value.texts),
                            std::vector<std::string_view>(value.texts.begin(), value.texts.end()));
    default:
      return Reference<const Tensor>::share(value.tensor);
  }
}

}  // namespace onemodel
