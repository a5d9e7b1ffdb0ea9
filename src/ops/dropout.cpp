// Dropout, in inference: the output is the input, a view; the mask, where it is asked for, is all ones.
//
//  - ratio (an attribute before opset 12, an input from then on) and seed are not read: nothing is dropped.
//  - From opset 12 on the input training_mode must not be true. In opsets 1 and 6 a node that says is_test = 0 asks for
//    training; one that does not say it runs as inference.
//  - The mask has the data's type before opset 10, for which that must be float16, bfloat16, float32 or float64; it is
//    bool from then on.
//  - In opset 1 consumed_inputs has no effect.
// Refuses: dropout.training, dropout.mask_type, input.not_scalar.

#include "kernels/fill.h"
#include "ops/call.h"
#include "ops/numbers.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {
    {"consumed_inputs", OM_ATTRIBUTE_INTS}, {"is_test", OM_ATTRIBUTE_INT}, {"ratio", OM_ATTRIBUTE_FLOAT}};
constexpr AttributeRule attributes_6[] = {{"is_test", OM_ATTRIBUTE_INT}, {"ratio", OM_ATTRIBUTE_FLOAT}};
constexpr AttributeRule attributes_7[] = {{"ratio", OM_ATTRIBUTE_FLOAT}};
constexpr AttributeRule attributes_12[] = {{"seed", OM_ATTRIBUTE_INT}};
constexpr TypeSet ratio_types_12 = TypeSet::of(OM_FLOAT16, OM_FLOAT32, OM_FLOAT64);
constexpr TypeSet ratio_types_22 = floating_types | float8_types;
constexpr Input inputs_1[] = {{"data", all_types, 'T'}};
constexpr Input inputs_12[] = {{"data", all_types, 'T'},
                               {"ratio", ratio_types_12, ' ', Presence::optional},
                               {"training_mode", only_bool, ' ', Presence::optional}};
constexpr Input inputs_22[] = {{"data", all_types, 'T'},
                               {"ratio", ratio_types_22, ' ', Presence::optional},
                               {"training_mode", only_bool, ' ', Presence::optional}};
constexpr Output outputs[] = {{"output"}, {"mask", Presence::optional}};
constexpr Version versions[] = {{1, inputs_1, outputs, attributes_1},    {6, inputs_1, outputs, attributes_6},
                                {7, inputs_1, outputs, attributes_7},    {10, inputs_1, outputs, attributes_7},
                                {12, inputs_12, outputs, attributes_12}, {13, inputs_12, outputs, attributes_12},
                                {22, inputs_22, outputs, attributes_12}};
constexpr Reason reasons[] = {Reason::dropout_training, Reason::dropout_mask_type, Reason::input_not_scalar};

void refuse_training(const Call& call) {
  if (call.since() < 7 && call.has_attribute("is_test") && call.integer("is_test") == 0) {
    call.fail(Reason::dropout_training, "is_test", "is_test is 0; Dropout runs in inference only");
  }
  constexpr int64_t training_mode = 2;
  if (!call.has_input(training_mode)) return;
  call.require_scalar(training_mode);
  // The result's shape does not depend on it, so it may be known only at run time.
  const std::byte* value = call.elements_if_known(training_mode);
  if (value != nullptr && *value != std::byte{0}) {
    call.fail(Reason::dropout_training, "training_mode", "training_mode is true; Dropout runs in inference only");
  }
}

void infer(const Call& call, Results* results) {
  const Argument& data = call.input(0);
  refuse_training(call);
  results->add_view(0, data.type, data.shape);
  if (call.output_count() == 1) return;
  if (call.since() < 10 && !floating_types.contains(data.type)) {
    call.fail(Reason::dropout_mask_type, "data", "version ", call.since(), " of Dropout has no mask for ",
              element_type_row(data.type).name);
  }
  results->add(call.since() < 10 ? data.type : OM_BOOL, data.shape);
}

void run(const Call&, const Results& results, std::span<std::byte* const> outputs) {
  if (outputs.size() == 1) return;
  const Result& mask = results[1];
  std::byte one[sizeof(double)];
  store_converted(mask.type, 1, one);
  fill(storage_bits(mask.type), one, outputs[1], 0, mask.shape.element_count());
}

}  // namespace

constinit const Operator dropout_operator = make_operator<infer, run>("Dropout", OM_KIND_VIEW, versions, reasons);

}  // namespace onemodel
