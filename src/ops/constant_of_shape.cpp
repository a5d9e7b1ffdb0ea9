// ConstantOfShape: a tensor of the shape that the input lists, in which every element is `value`.
//
//  - The entries of input are at least 0; an empty input gives a scalar.
//  - value has exactly one element, in any shape, and its type is the output's; without it the elements are float32 0.
// Refuses: input.rank, constant_of_shape.extent_negative, constant_of_shape.value_count, shape.rank_limit,
// shape.overflow.

#include "kernels/fill.h"
#include "ops/call.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes[] = {{"value", OM_ATTRIBUTE_TENSOR}};
constexpr Input inputs[] = {{"input", only_int64}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{9, inputs, outputs, attributes},  {20, inputs, outputs, attributes},
                                {21, inputs, outputs, attributes}, {23, inputs, outputs, attributes},
                                {24, inputs, outputs, attributes}, {25, inputs, outputs, attributes}};
constexpr Reason reasons[] = {Reason::input_rank, Reason::constant_of_shape_extent_negative,
                              Reason::constant_of_shape_value_count, Reason::shape_rank_limit, Reason::shape_overflow};

void infer(const Call& call, Results* results) {
  const Tensor* value = call.tensor("value");
  const om_type type = value != nullptr ? value->type() : OM_FLOAT32;
  results->expect(type, call.list_length("input", 0));
  const IntegerList extents = call.extents("input", 0);
  Shape shape;
  for (int64_t i = 0; i < extents.size(); ++i) {
    if (extents.knows(i) && extents[i] < 0) {
      call.fail(Reason::constant_of_shape_extent_negative, "input", "input[", i, "] is ", extents[i],
                "; an extent must not be negative");
    }
    shape.append(extents.extent(i));
  }
  if (value != nullptr && value->element_count() != 1) {
    call.fail(Reason::constant_of_shape_value_count, "value", "value has ", value->element_count(),
              " elements; it has to have one");
  }
  results->add(type, shape);
}

void run(const Call& call, const Results& results, std::span<std::byte* const> outputs) {
  const Tensor* value = call.tensor("value");
  fill_all(call.workers(), storage_bits(results[0].type), value != nullptr ? value->data() : zero_element(), outputs[0],
           results[0].shape.element_count());
}

}  // namespace

constinit const Operator constant_of_shape_operator =
    make_operator<infer, run>("ConstantOfShape", OM_KIND_FILL, versions, reasons);

}  // namespace onemodel
