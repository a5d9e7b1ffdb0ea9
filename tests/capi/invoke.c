/* om_op_invoke: any operator at any opset, and how it can be called wrongly. */
#include "check.h"

static void newest_and_older(void) {
  om_tensor* data = counting_floats(LIST(4));
  om_tensor* output = untouched();

  /* Slice by attributes, and by inputs, of which one in the middle is absent. */
  om_attributes* attributes = NULL;
  GIVES(om_attributes_create(&attributes, error_out));
  GIVES(om_attributes_set_ints(attributes, "starts", LIST(1), error_out));
  GIVES(om_attributes_set_ints(attributes, "ends", LIST(3), error_out));
  const om_value* only_data[] = {data};
  GIVES(om_op_invoke(NULL, "Slice", 9, only_data, 1, attributes, &output, 1, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (1, 2), LIST(2));
  om_attributes_release(attributes);
  om_tensor* starts = vector_int64(LIST(-1));
  om_tensor* ends = vector_int64(LIST(INT64_MIN));
  om_tensor* steps = vector_int64(LIST(-2));
  const om_value* all[] = {data, starts, ends, NULL, steps};
  GIVES(om_op_invoke(NULL, "Slice", 13, all, 5, NULL, &output, 1, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (3, 1), LIST(2));
  GIVES(om_op_invoke(NULL, "Slice", OM_MAX_OPSET, all, 5, NULL, &output, 1, error_out));
  om_tensor_release(output);

  /* Absent inputs at the end may be written out. */
  const om_value* padded[] = {data, starts, starts, NULL, NULL};
  GIVES(om_op_invoke(NULL, "Slice", 13, padded, 5, NULL, &output, 1, error_out));
  CHECK_SHAPE(output, OM_FLOAT32, LIST(0));
  om_tensor_release(output);
  om_tensor_release(steps);
  om_tensor_release(ends);
  om_tensor_release(starts);

  /* Several outputs, an optional one left away, a variadic input and output. */
  om_tensor* k = vector_int64(LIST(2));
  const om_value* topk_inputs[] = {data, k};
  om_value* outputs[3] = {untouched(), untouched(), untouched()};
  GIVES(om_op_invoke(NULL, "TopK", 24, topk_inputs, 2, NULL, outputs, 2, error_out));
  CHECK_TENSOR(outputs[0], OM_FLOAT32, float, (3, 2), LIST(2));
  CHECK_TENSOR(outputs[1], OM_INT64, int64_t, (3, 2), LIST(2));
  om_tensor_release(k);
  GIVES(om_op_invoke(NULL, "Dropout", 22, only_data, 1, NULL, outputs, 1, error_out));
  CHECK_TENSOR(outputs[0], OM_FLOAT32, float, (0, 1, 2, 3), LIST(4));
  GIVES(om_op_invoke(NULL, "Dropout", 22, only_data, 1, NULL, outputs, 2, error_out));
  om_tensor_release(outputs[0]);
  CHECK_TENSOR(outputs[1], OM_BOOL, uint8_t, (1, 1, 1, 1), LIST(4));
  GIVES(om_attributes_create(&attributes, error_out));
  GIVES(om_attributes_set_int(attributes, "axis", 0, error_out));
  const om_value* twice[] = {data, data, data};
  GIVES(om_op_invoke(NULL, "Concat", 13, twice, 3, attributes, &output, 1, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3), LIST(12));
  GIVES(om_op_invoke(NULL, "Split", 13, only_data, 1, attributes, outputs, 2, error_out));
  CHECK_TENSOR(outputs[0], OM_FLOAT32, float, (0, 1), LIST(2));
  CHECK_TENSOR(outputs[1], OM_FLOAT32, float, (2, 3), LIST(2));
  om_attributes_release(attributes);
  om_tensor_release(data);
}

static void refused(void) {
  om_tensor* data = counting_floats(LIST(4));
  om_tensor* list = vector_int64(LIST(0));
  om_tensor* description = description_of(OM_FLOAT32, LIST(4));
  const om_value* inputs[] = {data};
  om_tensor* output = NULL;

  REFUSES_OUT("argument.null", output, om_op_invoke(NULL, NULL, 13, inputs, 1, NULL, &output, 1, error_out));
  REFUSES("argument.null", om_op_invoke(NULL, "Identity", 13, inputs, 1, NULL, NULL, 1, error_out));
  REFUSES("argument.count", om_op_invoke(NULL, "Identity", 13, inputs, 1, NULL, &output, -1, error_out));
  REFUSES_OUT("argument.null", output, om_op_invoke(NULL, "Identity", 13, NULL, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("argument.count", output, om_op_invoke(NULL, "Identity", 13, inputs, -1, NULL, &output, 1, error_out));
  REFUSES_OUT("operator.unknown", output, om_op_invoke(NULL, "Idem", 13, inputs, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("operator.unknown", output, om_op_invoke(NULL, "", 13, inputs, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("operator.not_in_opset", output, om_op_invoke(NULL, "Trilu", 13, inputs, 1, NULL, &output, 1, error_out));
  const int64_t no_opsets[] = {0, -1, OM_MAX_OPSET + 1, INT64_MIN, INT64_MAX};
  for (int i = 0; i < 5; ++i) {
    REFUSES_OUT("opset.unsupported", output,
                om_op_invoke(NULL, "Identity", no_opsets[i], inputs, 1, NULL, &output, 1, error_out));
  }
  REFUSES_OUT("input.missing", output, om_op_invoke(NULL, "Identity", 13, NULL, 0, NULL, &output, 1, error_out));
  const om_value* nothing[] = {NULL, NULL};
  REFUSES_OUT("input.missing", output, om_op_invoke(NULL, "Identity", 13, nothing, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("input.missing", output, om_op_invoke(NULL, "Concat", 13, nothing, 2, NULL, &output, 1, error_out));
  const om_value* two[] = {data, data};
  REFUSES_OUT("input.too_many", output, om_op_invoke(NULL, "Identity", 13, two, 2, NULL, &output, 1, error_out));
  REFUSES_OUT("input.type", output, om_op_invoke(NULL, "Gather", 13, two, 2, NULL, &output, 1, error_out));
  const om_value* mixed[] = {data, list};
  REFUSES_OUT("input.type_mismatch", output, om_op_invoke(NULL, "Concat", 3, mixed, 2, NULL, &output, 1, error_out));
  REFUSES("output.count", om_op_invoke(NULL, "Identity", 13, inputs, 1, NULL, NULL, 0, error_out));
  om_value* many[] = {untouched(), untouched(), untouched()};
  REFUSES("output.count", om_op_invoke(NULL, "Dropout", 13, inputs, 1, NULL, many, 3, error_out));
  CHECK(many[0] == NULL && many[1] == NULL && many[2] == NULL);
  many[0] = untouched();
  REFUSES("output.count", om_op_invoke(NULL, "TopK", 24, mixed, 2, NULL, many, 1, error_out));
  CHECK(many[0] == NULL);
  REFUSES_OUT("attribute.missing", output, om_op_invoke(NULL, "Concat", 13, inputs, 1, NULL, &output, 1, error_out));

  /* Outputs are NULL, all of them, whatever was found to be wrong. */
  many[0] = many[1] = many[2] = untouched();
  REFUSES("operator.unknown", om_op_invoke(NULL, "Idem", 13, inputs, 1, NULL, many, 3, error_out));
  CHECK(many[0] == NULL && many[1] == NULL && many[2] == NULL);

  /* Without elements there is nothing to run on, as input and as attribute. */
  const om_value* described[] = {description};
  REFUSES_OUT("argument.no_data", output,
              om_op_invoke(NULL, "Identity", 13, described, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("argument.no_data", output, om_op_invoke(NULL, "Shape", 13, described, 1, NULL, &output, 1, error_out));
  om_attributes* attributes = NULL;
  om_tensor* described_value = description_of(OM_FLOAT32, LIST(1));
  GIVES(om_attributes_create(&attributes, error_out));
  GIVES(om_attributes_set_tensor(attributes, "value", described_value, error_out));
  const om_value* shape[] = {list};
  REFUSES_OUT("argument.no_data", output,
              om_op_invoke(NULL, "ConstantOfShape", 9, shape, 1, attributes, &output, 1, error_out));
  REFUSES_OUT("argument.no_data", output,
              om_op_infer(NULL, "ConstantOfShape", 9, shape, 1, attributes, &output, 1, error_out));
  om_attributes_release(attributes);
  om_tensor_release(described_value);

  /* The second of two results is the one that cannot be had: the first is not given either. */
  om_context* context = context_of_limit(15);
  om_tensor* k = vector_int64(LIST(2));
  const om_value* topk_inputs[] = {data, k};
  many[0] = many[1] = untouched();
  REFUSES("memory.exhausted", om_op_invoke(context, "TopK", 24, topk_inputs, 2, NULL, many, 2, error_out));
  CHECK(many[0] == NULL && many[1] == NULL);
  om_tensor_release(k);
  om_context_release(context);
  om_tensor_release(description);
  om_tensor_release(list);
  om_tensor_release(data);
}

void test_invoke(void) {
  newest_and_older();
  refused();
}
