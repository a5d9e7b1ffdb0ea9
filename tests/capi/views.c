/* The named operators whose results share the input's memory, and those that only look at its shape. */
#include "check.h"

/* The part of the checks that is the same for all of them: `call` takes the data and the out parameter. */
#define REFUSES_MISUSE(call)                                                              \
  do {                                                                                    \
    om_tensor* misused_output = NULL;                                                     \
    om_tensor* misused_data = counting_floats(LIST(2));                                   \
    REFUSES("argument.null", call(misused_data, NULL));                                   \
    REFUSES_OUT("argument.null", misused_output, call(NULL, &misused_output));            \
    om_tensor_release(misused_data);                                                      \
    misused_data = description_of(OM_FLOAT32, LIST(2));                                   \
    REFUSES_OUT("argument.no_data", misused_output, call(misused_data, &misused_output)); \
    om_tensor_release(misused_data);                                                      \
  } while (0)

static om_tensor* data_2_1_3(void) { return counting_floats(LIST(2, 1, 3)); }

#define SIX_FLOATS (0, 1, 2, 3, 4, 5)

static void shape_and_size(void) {
  om_tensor* data = data_2_1_3();
  om_tensor* output = untouched();
  GIVES(om_shape(NULL, data, 0, INT64_MAX, &output, error_out));
  CHECK_TENSOR(output, OM_INT64, int64_t, (2, 1, 3), LIST(3));
  GIVES(om_shape(NULL, data, -1, INT64_MAX, &output, error_out));
  CHECK_TENSOR(output, OM_INT64, int64_t, (3), LIST(1));
  GIVES(om_shape(NULL, data, INT64_MIN, -1, &output, error_out));
  CHECK_TENSOR(output, OM_INT64, int64_t, (2, 1), LIST(2));
  GIVES(om_shape(NULL, data, INT64_MAX, INT64_MIN, &output, error_out));
  CHECK_SHAPE(output, OM_INT64, LIST(0));
  om_tensor_release(output);
  GIVES(om_size(NULL, data, &output, error_out));
  CHECK_TENSOR(output, OM_INT64, int64_t, (6), NULL, 0);

  om_context* context = context_of_limit(7);
  REFUSES_OUT("memory.exhausted", output, om_shape(context, data, 0, 1, &output, error_out));
  REFUSES_OUT("memory.exhausted", output, om_size(context, data, &output, error_out));
  om_context_release(context);
  om_tensor_release(data);
#define CALL(data, output) om_shape(NULL, data, 0, 1, output, error_out)
  REFUSES_MISUSE(CALL);
#undef CALL
#define CALL(data, output) om_size(NULL, data, output, error_out)
  REFUSES_MISUSE(CALL);
#undef CALL
}

/* Releases the base first, so that only the view is left. */
#define CHECK_VIEW(view, base, ...)                                 \
  do {                                                              \
    CHECK(om_tensor_data(view) == om_tensor_data(base));            \
    om_tensor_release(base);                                        \
    CHECK_TENSOR(view, OM_FLOAT32, float, SIX_FLOATS, __VA_ARGS__); \
  } while (0)

static void squeeze(void) {
  om_tensor* data = data_2_1_3();
  om_tensor* output = untouched();
  GIVES(om_squeeze(NULL, data, LIST(-2), &output, error_out));
  CHECK_VIEW(output, data, LIST(2, 3));
  data = data_2_1_3();
  GIVES(om_squeeze(NULL, data, NULL, 0, &output, error_out));
  CHECK_VIEW(output, data, LIST(2, 3));
  data = data_2_1_3();
  const int64_t none = 0;
  GIVES(om_squeeze(NULL, data, &none, 0, &output, error_out));
  CHECK_VIEW(output, data, LIST(2, 1, 3));

  data = data_2_1_3();
  REFUSES_OUT("argument.null", output, om_squeeze(NULL, data, NULL, 1, &output, error_out));
  REFUSES_OUT("argument.count", output, om_squeeze(NULL, data, NULL, -1, &output, error_out));
  REFUSES_OUT("argument.count", output, om_squeeze(NULL, data, &none, -1, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_squeeze(NULL, data, LIST(3), &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_squeeze(NULL, data, LIST(INT64_MIN), &output, error_out));
  REFUSES_OUT("axis.repeated", output, om_squeeze(NULL, data, LIST(1, -2), &output, error_out));
  REFUSES_OUT("squeeze.extent_not_one", output, om_squeeze(NULL, data, LIST(0), &output, error_out));
  om_tensor_release(data);
#define CALL(data, output) om_squeeze(NULL, data, NULL, 0, output, error_out)
  REFUSES_MISUSE(CALL);
#undef CALL
}

static void unsqueeze(void) {
  om_tensor* data = data_2_1_3();
  om_tensor* output = untouched();
  GIVES(om_unsqueeze(NULL, data, LIST(-1, 0), &output, error_out));
  CHECK_VIEW(output, data, LIST(1, 2, 1, 3, 1));
  data = data_2_1_3();
  GIVES(om_unsqueeze(NULL, data, NULL, 0, &output, error_out));
  CHECK_VIEW(output, data, LIST(2, 1, 3));
  data = data_2_1_3();
  GIVES(om_unsqueeze(NULL, data, LIST(0, 1, 2, 3, 4), &output, error_out));
  CHECK_VIEW(output, data, LIST(1, 1, 1, 1, 1, 2, 1, 3));

  data = data_2_1_3();
  REFUSES_OUT("argument.null", output, om_unsqueeze(NULL, data, NULL, 1, &output, error_out));
  REFUSES_OUT("argument.count", output, om_unsqueeze(NULL, data, NULL, -1, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_unsqueeze(NULL, data, LIST(4), &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_unsqueeze(NULL, data, LIST(INT64_MAX), &output, error_out));
  REFUSES_OUT("axis.repeated", output, om_unsqueeze(NULL, data, LIST(1, -4), &output, error_out));
  REFUSES_OUT("shape.rank_limit", output, om_unsqueeze(NULL, data, LIST(0, 1, 2, 3, 4, 5), &output, error_out));
  om_tensor_release(data);
#define CALL(data, output) om_unsqueeze(NULL, data, LIST(0), output, error_out)
  REFUSES_MISUSE(CALL);
#undef CALL
}

static void flatten(void) {
  om_tensor* data = data_2_1_3();
  om_tensor* output = untouched();
  GIVES(om_flatten(NULL, data, 0, &output, error_out));
  CHECK_VIEW(output, data, LIST(1, 6));
  data = data_2_1_3();
  GIVES(om_flatten(NULL, data, -1, &output, error_out));
  CHECK_VIEW(output, data, LIST(2, 3));
  data = data_2_1_3();
  GIVES(om_flatten(NULL, data, 3, &output, error_out));
  CHECK_VIEW(output, data, LIST(6, 1));

  /* The products of an empty tensor's extents need not exist. */
  data = tensor_of(OM_INT8, NULL, 0, LIST(INT64_MAX, INT64_MAX, 0));
  REFUSES_OUT("shape.overflow", output, om_flatten(NULL, data, 2, &output, error_out));
  GIVES(om_flatten(NULL, data, 1, &output, error_out));
  CHECK_SHAPE(output, OM_INT8, LIST(INT64_MAX, 0));
  om_tensor_release(output);
  om_tensor_release(data);

  data = data_2_1_3();
  REFUSES_OUT("axis.out_of_range", output, om_flatten(NULL, data, 4, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_flatten(NULL, data, INT64_MIN, &output, error_out));
  om_tensor_release(data);
#define CALL(data, output) om_flatten(NULL, data, 0, output, error_out)
  REFUSES_MISUSE(CALL);
#undef CALL
}

static void reshape(void) {
  om_tensor* data = data_2_1_3();
  om_tensor* output = untouched();
  GIVES(om_reshape(NULL, data, LIST(0, -1), 0, &output, error_out));
  CHECK_VIEW(output, data, LIST(2, 3));
  data = scalar_float(7);
  GIVES(om_reshape(NULL, data, LIST(1, 1), 0, &output, error_out));
  om_tensor_release(data);
  GIVES(om_reshape(NULL, output, NULL, 0, 0, &data, error_out));
  om_tensor_release(output);
  CHECK_TENSOR(data, OM_FLOAT32, float, (7), NULL, 0);
  data = counting_floats(LIST(0, 3));
  GIVES(om_reshape(NULL, data, LIST(3, 0), 1, &output, error_out));
  CHECK_SHAPE(output, OM_FLOAT32, LIST(3, 0));
  om_tensor_release(output);
  REFUSES_OUT("reshape.zero_with_minus_one", output, om_reshape(NULL, data, LIST(0, -1), 1, &output, error_out));
  REFUSES_OUT("reshape.minus_one_undetermined", output, om_reshape(NULL, data, LIST(0, -1), 0, &output, error_out));
  om_tensor_release(data);

  data = data_2_1_3();
  REFUSES_OUT("argument.null", output, om_reshape(NULL, data, NULL, 1, 0, &output, error_out));
  REFUSES_OUT("argument.count", output, om_reshape(NULL, data, NULL, -1, 0, &output, error_out));
  REFUSES_OUT("reshape.extent_negative", output, om_reshape(NULL, data, LIST(-2), 0, &output, error_out));
  REFUSES_OUT("reshape.several_minus_one", output, om_reshape(NULL, data, LIST(-1, -1), 0, &output, error_out));
  REFUSES_OUT("reshape.zero_past_rank", output, om_reshape(NULL, data, LIST(6, 1, 1, 0), 0, &output, error_out));
  REFUSES_OUT("reshape.count_mismatch", output, om_reshape(NULL, data, LIST(7), 0, &output, error_out));
  REFUSES_OUT("reshape.count_mismatch", output, om_reshape(NULL, data, LIST(-1, 4), 0, &output, error_out));
  REFUSES_OUT("shape.rank_limit", output,
              om_reshape(NULL, data, LIST(6, 1, 1, 1, 1, 1, 1, 1, 1), 0, &output, error_out));
  om_tensor_release(data);
#define CALL(data, output) om_reshape(NULL, data, LIST(2), 0, output, error_out)
  REFUSES_MISUSE(CALL);
#undef CALL
}

static void identity(void) {
  om_tensor* data = data_2_1_3();
  om_tensor* output = untouched();
  GIVES(om_identity(NULL, data, &output, error_out));
  CHECK_VIEW(output, data, LIST(2, 1, 3));
#define CALL(data, output) om_identity(NULL, data, output, error_out)
  REFUSES_MISUSE(CALL);
#undef CALL
}

static void dropout(void) {
  om_tensor* data = data_2_1_3();
  om_tensor* output = untouched();
  om_tensor* mask = untouched();
  om_tensor* ratio = scalar_float(0.5F);
  om_tensor* inference = scalar_bool(0);
  om_tensor* training = scalar_bool(1);
  GIVES(om_dropout(NULL, data, ratio, inference, &output, &mask, error_out));
  CHECK_TENSOR(mask, OM_BOOL, uint8_t, (1, 1, 1, 1, 1, 1), LIST(2, 1, 3));
  CHECK_VIEW(output, data, LIST(2, 1, 3));
  data = data_2_1_3();
  GIVES(om_dropout(NULL, data, NULL, NULL, &output, NULL, error_out));
  CHECK_VIEW(output, data, LIST(2, 1, 3));

  data = data_2_1_3();
  mask = untouched();
  REFUSES_OUT("dropout.training", output, om_dropout(NULL, data, NULL, training, &output, &mask, error_out));
  CHECK(mask == NULL);
  REFUSES_OUT("dropout.training", output, om_dropout(NULL, data, NULL, training, &output, NULL, error_out));
  REFUSES_OUT("input.type", output, om_dropout(NULL, data, training, NULL, &output, NULL, error_out));
  REFUSES_OUT("input.type", output, om_dropout(NULL, data, NULL, ratio, &output, NULL, error_out));
  om_tensor* two_bools = tensor_of(OM_BOOL, (const uint8_t[]){0, 0}, 2, LIST(2));
  REFUSES_OUT("input.not_scalar", output, om_dropout(NULL, data, NULL, two_bools, &output, NULL, error_out));
  om_tensor_release(two_bools);
  om_tensor* described = description_of(OM_BOOL, NULL, 0);
  REFUSES_OUT("argument.no_data", output, om_dropout(NULL, data, NULL, described, &output, NULL, error_out));
  om_tensor_release(described);
  mask = untouched();
  REFUSES("argument.null", om_dropout(NULL, data, NULL, NULL, NULL, &mask, error_out));
  CHECK(mask == NULL);
  om_context* context = context_of_limit(5);
  mask = untouched();
  REFUSES_OUT("memory.exhausted", output, om_dropout(context, data, NULL, NULL, &output, &mask, error_out));
  CHECK(mask == NULL);
  GIVES(om_dropout(context, data, NULL, NULL, &output, NULL, error_out));
  om_tensor_release(output);
  om_context_release(context);
  om_tensor_release(training);
  om_tensor_release(inference);
  om_tensor_release(ratio);
  om_tensor_release(data);
#define CALL(data, output) om_dropout(NULL, data, NULL, NULL, output, NULL, error_out)
  REFUSES_MISUSE(CALL);
#undef CALL
}

void test_views(void) {
  shape_and_size();
  squeeze();
  unsqueeze();
  flatten();
  reshape();
  identity();
  dropout();
}
