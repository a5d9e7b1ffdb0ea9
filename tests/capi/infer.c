/* om_op_infer: types and shapes from descriptions, elements where they decide, and the same refusals. */
#include "check.h"

static void describes(void) {
  om_tensor* data = description_of(OM_FLOAT16, LIST(2, 3, 4));
  const om_value* inputs[] = {data, NULL, NULL};
  om_tensor* output = untouched();
  GIVES(om_op_infer(NULL, "Transpose", 13, inputs, 1, NULL, &output, 1, error_out));
  CHECK_SHAPE(output, OM_FLOAT16, LIST(4, 3, 2));
  CHECK(om_tensor_data(output) == NULL);
  CHECK_INTEGER(om_tensor_byte_count(output), 0);
  CHECK_INTEGER(om_tensor_element_count(output), 24);
  om_tensor_release(output);

  /* Whatever is described, it takes no memory. */
  om_context* context = context_of_limit(0);
  om_tensor* huge = description_of(OM_FLOAT64, LIST(INT64_C(1) << 40, 3));
  om_tensor* shape = vector_int64(LIST(2, 1, 1));
  const om_value* expand_inputs[] = {huge, shape};
  GIVES(om_op_infer(context, "Expand", 13, expand_inputs, 2, NULL, &output, 1, error_out));
  CHECK_SHAPE(output, OM_FLOAT64, LIST(2, INT64_C(1) << 40, 3));
  om_tensor_release(output);
  om_context_release(context);

  /* Several outputs; a scalar; another type than the input's. */
  om_value* outputs[2] = {untouched(), untouched()};
  GIVES(om_op_infer(NULL, "Dropout", 13, inputs, 1, NULL, outputs, 2, error_out));
  CHECK_SHAPE(outputs[0], OM_FLOAT16, LIST(2, 3, 4));
  CHECK_SHAPE(outputs[1], OM_BOOL, LIST(2, 3, 4));
  om_tensor_release(outputs[0]);
  om_tensor_release(outputs[1]);
  GIVES(om_op_infer(NULL, "Size", 13, inputs, 1, NULL, &output, 1, error_out));
  CHECK_SHAPE(output, OM_INT64, NULL, 0);
  om_tensor_release(output);

  /* What only running can tell. */
  GIVES(om_op_infer(NULL, "NonZero", 13, inputs, 1, NULL, &output, 1, error_out));
  CHECK_SHAPE(output, OM_INT64, LIST(3, -1));
  CHECK_INTEGER(om_tensor_element_count(output), -1);
  CHECK_INTEGER(om_tensor_byte_count(output), 0);
  const om_value* unknown[] = {output};
  om_tensor* nothing = NULL;
  REFUSES_OUT("argument.no_data", nothing, om_identity(NULL, output, &nothing, error_out));
  REFUSES_OUT("argument.no_data", nothing,
              om_op_invoke(NULL, "Identity", 13, unknown, 1, NULL, &nothing, 1, error_out));
  REFUSES_OUT("input.value_needed", nothing,
              om_op_infer(NULL, "Identity", 13, unknown, 1, NULL, &nothing, 1, error_out));
  om_tensor_release(output);

  om_tensor_release(shape);
  om_tensor_release(huge);
  om_tensor_release(data);
}

/* Operators with inputs whose elements decide: all inputs that are described fail, those with elements do not. */
static void needs_elements(void) {
  om_tensor* data = description_of(OM_FLOAT32, LIST(2, 3));
  om_tensor* two = vector_int64(LIST(1, 1));
  om_tensor* four = vector_int64(LIST(1, 1, 1, 1));
  om_tensor* one = vector_int64(LIST(1));
  om_tensor* minus_one = vector_int64(LIST(-1));
  om_tensor* six = vector_int64(LIST(6));
  om_tensor* sizes = vector_int64(LIST(2));
  om_tensor* no_two = description_of(OM_INT64, LIST(2));
  om_tensor* no_four = description_of(OM_INT64, LIST(4));
  om_tensor* no_one = description_of(OM_INT64, LIST(1));
  om_tensor* no_scalar = description_of(OM_INT64, NULL, 0);
  om_tensor* scalar = tensor_of(OM_INT64, (const int64_t[]){2}, 8, NULL, 0);
  om_tensor* column = description_of(OM_FLOAT32, LIST(2, 1));
  om_tensor* on_off = description_of(OM_FLOAT32, LIST(2));
  om_tensor* output = untouched();
  const struct {
    const char* op;
    const om_value* known[3];
    const om_value* unknown[3];
    int64_t input_count;
    int64_t rank;
    int64_t shape[3];
  } cases[] = {
      {"Squeeze", {column, one}, {column, no_one}, 2, 1, {2}},
      {"Unsqueeze", {data, one}, {data, no_one}, 2, 3, {2, 1, 3}},
      {"Reshape", {data, six}, {data, no_one}, 2, 1, {6}},
      {"Slice", {data, two, two}, {data, no_two, two}, 3, 2, {0, 0}},
      {"Slice", {data, two, two}, {data, two, no_two}, 3, 2, {0, 0}},
      {"Split", {data, sizes}, {data, no_one}, 2, 2, {2, 3}},
      {"Expand", {column, two}, {column, no_two}, 2, 2, {2, 1}},
      {"Tile", {data, two}, {data, no_two}, 2, 2, {2, 3}},
      {"Pad", {data, four}, {data, no_four}, 2, 2, {4, 5}},
      {"ConstantOfShape", {two}, {no_two}, 1, 2, {1, 1}},
      {"OneHot", {data, scalar, on_off}, {data, no_scalar, on_off}, 3, 3, {2, 3, 2}},
      {"Range", {scalar, scalar, scalar}, {scalar, no_scalar, scalar}, 3, 1, {0}},
      {"Range", {scalar, scalar, scalar}, {no_scalar, scalar, scalar}, 3, 1, {0}},
      {"Range", {scalar, scalar, scalar}, {scalar, scalar, no_scalar}, 3, 1, {0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    GIVES(om_op_infer(NULL, cases[i].op, OM_MAX_OPSET, cases[i].known, cases[i].input_count, NULL, &output, 1,
                      error_out));
    CHECK_INTEGER(om_tensor_rank(output), cases[i].rank);
    for (int64_t axis = 0; axis < cases[i].rank; ++axis) {
      CHECK_INTEGER(om_tensor_shape(output)[axis], cases[i].shape[axis]);
    }
    om_tensor_release(output);
    REFUSES_OUT("input.value_needed", output,
                om_op_infer(NULL, cases[i].op, OM_MAX_OPSET, cases[i].unknown, cases[i].input_count, NULL, &output, 1,
                            error_out));
  }
  om_value* outputs[2] = {untouched(), untouched()};
  const om_value* topk[] = {data, one};
  GIVES(om_op_infer(NULL, "TopK", 24, topk, 2, NULL, outputs, 2, error_out));
  CHECK_SHAPE(outputs[0], OM_FLOAT32, LIST(2, 1));
  CHECK_SHAPE(outputs[1], OM_INT64, LIST(2, 1));
  om_tensor_release(outputs[0]);
  om_tensor_release(outputs[1]);
  const om_value* unknown_k[] = {data, no_one};
  outputs[0] = outputs[1] = untouched();
  REFUSES("input.value_needed", om_op_infer(NULL, "TopK", 24, unknown_k, 2, NULL, outputs, 2, error_out));
  CHECK(outputs[0] == NULL && outputs[1] == NULL);

  /* Elements that do not decide the shape are not asked for. */
  const om_value* gather[] = {data, no_two};
  GIVES(om_op_infer(NULL, "Gather", 13, gather, 2, NULL, &output, 1, error_out));
  CHECK_SHAPE(output, OM_FLOAT32, LIST(2, 3));
  om_tensor_release(output);
  const om_value* trilu[] = {data, no_scalar};
  GIVES(om_op_infer(NULL, "Trilu", 14, trilu, 2, NULL, &output, 1, error_out));
  CHECK_SHAPE(output, OM_FLOAT32, LIST(2, 3));
  om_tensor_release(output);

  om_tensor* all[] = {data,   two,     four,   one,       minus_one, six,    sizes,
                      no_two, no_four, no_one, no_scalar, scalar,    column, on_off};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) om_tensor_release(all[i]);
}

static void refused(void) {
  om_tensor* data = description_of(OM_FLOAT32, LIST(2, 3));
  const om_value* inputs[] = {data};
  om_tensor* output = NULL;
  REFUSES_OUT("argument.null", output, om_op_infer(NULL, NULL, 13, inputs, 1, NULL, &output, 1, error_out));
  REFUSES("argument.null", om_op_infer(NULL, "Identity", 13, inputs, 1, NULL, NULL, 1, error_out));
  REFUSES("argument.count", om_op_infer(NULL, "Identity", 13, inputs, 1, NULL, &output, -1, error_out));
  REFUSES_OUT("argument.null", output, om_op_infer(NULL, "Identity", 13, NULL, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("argument.count", output, om_op_infer(NULL, "Identity", 13, inputs, -1, NULL, &output, 1, error_out));
  REFUSES_OUT("operator.unknown", output, om_op_infer(NULL, "Idem", 13, inputs, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("operator.not_in_opset", output, om_op_infer(NULL, "Trilu", 13, inputs, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("opset.unsupported", output, om_op_infer(NULL, "Identity", 0, inputs, 1, NULL, &output, 1, error_out));
  REFUSES_OUT("input.missing", output, om_op_infer(NULL, "Identity", 13, NULL, 0, NULL, &output, 1, error_out));
  REFUSES("output.count", om_op_infer(NULL, "Identity", 13, inputs, 1, NULL, NULL, 0, error_out));
  REFUSES_OUT("attribute.missing", output, om_op_infer(NULL, "Concat", 13, inputs, 1, NULL, &output, 1, error_out));

  /* The operators' own rules, and sizes that do not exist. */
  om_attributes* attributes = NULL;
  GIVES(om_attributes_create(&attributes, error_out));
  GIVES(om_attributes_set_ints(attributes, "perm", LIST(0, 0), error_out));
  REFUSES_OUT("transpose.perm_value", output,
              om_op_infer(NULL, "Transpose", 13, inputs, 1, attributes, &output, 1, error_out));
  om_attributes_release(attributes);
  om_tensor* repeats = vector_int64(LIST(INT64_MAX, INT64_MAX));
  const om_value* tile[] = {data, repeats};
  REFUSES_OUT("shape.overflow", output, om_op_infer(NULL, "Tile", 13, tile, 2, NULL, &output, 1, error_out));
  om_tensor_release(repeats);

  /* An index is looked at only when the operator runs. */
  om_tensor* index = vector_int64(LIST(7));
  om_tensor* values = counting_floats(LIST(2));
  const om_value* gather[] = {values, index};
  GIVES(om_op_infer(NULL, "Gather", 13, gather, 2, NULL, &output, 1, error_out));
  om_tensor_release(output);
  REFUSES_OUT("index.out_of_range", output, om_op_invoke(NULL, "Gather", 13, gather, 2, NULL, &output, 1, error_out));
  om_tensor_release(values);
  om_tensor_release(index);
  om_tensor_release(data);
}

void test_infer(void) {
  describes();
  needs_elements();
  refused();
}
