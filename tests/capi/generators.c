/* The named operators that make new elements. */
#include "check.h"

static om_tensor* output;

static void constant_of_shape(void) {
  om_tensor* value = tensor_of(OM_INT16, (const int16_t[]){-7}, 2, LIST(1, 1));
  GIVES(om_constant_of_shape(NULL, LIST(2, 2), value, &output, error_out));
  CHECK_TENSOR(output, OM_INT16, int16_t, (-7, -7, -7, -7), LIST(2, 2));
  GIVES(om_constant_of_shape(NULL, NULL, 0, NULL, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0), NULL, 0);
  GIVES(om_constant_of_shape(NULL, LIST(0, INT64_MAX), value, &output, error_out));
  CHECK_SHAPE(output, OM_INT16, LIST(0, INT64_MAX));
  om_tensor_release(output);

  REFUSES("argument.null", om_constant_of_shape(NULL, LIST(2), NULL, NULL, error_out));
  REFUSES_OUT("argument.null", output, om_constant_of_shape(NULL, NULL, 1, NULL, &output, error_out));
  REFUSES_OUT("argument.count", output, om_constant_of_shape(NULL, NULL, -1, NULL, &output, error_out));
  REFUSES_OUT("constant_of_shape.extent_negative", output,
              om_constant_of_shape(NULL, LIST(-1), NULL, &output, error_out));
  REFUSES_OUT("shape.rank_limit", output,
              om_constant_of_shape(NULL, LIST(1, 1, 1, 1, 1, 1, 1, 1, 1), NULL, &output, error_out));
  REFUSES_OUT("shape.overflow", output, om_constant_of_shape(NULL, LIST(INT64_MAX, 2), NULL, &output, error_out));
  REFUSES_OUT("shape.overflow", output, om_constant_of_shape(NULL, LIST(INT64_MAX), NULL, &output, error_out));
  om_tensor* two = counting_floats(LIST(2));
  REFUSES_OUT("constant_of_shape.value_count", output, om_constant_of_shape(NULL, LIST(1), two, &output, error_out));
  om_tensor_release(two);
  om_tensor* described = description_of(OM_FLOAT32, LIST(1));
  REFUSES_OUT("argument.no_data", output, om_constant_of_shape(NULL, LIST(1), described, &output, error_out));
  om_tensor_release(described);
  om_context* context = context_of_limit(7);
  REFUSES_OUT("memory.exhausted", output, om_constant_of_shape(context, LIST(4), value, &output, error_out));
  GIVES(om_context_set_memory_limit(context, 8, error_out));
  GIVES(om_constant_of_shape(context, LIST(4), value, &output, error_out));
  om_tensor_release(output);
  om_context_release(context);
  om_tensor_release(value);
}

static om_tensor* integer(int64_t value) { return tensor_of(OM_INT64, &value, 8, NULL, 0); }

static void range(void) {
  om_tensor* start = integer(1);
  om_tensor* limit = integer(8);
  om_tensor* delta = integer(3);
  om_tensor* zero = integer(0);
  om_tensor* pair = vector_int64(LIST(1, 2));
  om_tensor* real = scalar_float(1);
  om_tensor* described = description_of(OM_INT64, NULL, 0);
  GIVES(om_range(NULL, start, limit, delta, 1, &output, error_out));
  CHECK_TENSOR(output, OM_INT64, int64_t, (1, 4, 7), LIST(3));
  GIVES(om_range(NULL, limit, start, delta, 1, &output, error_out));
  CHECK_SHAPE(output, OM_INT64, LIST(0));
  om_tensor_release(output);

  REFUSES("argument.null", om_range(NULL, start, limit, delta, 1, NULL, error_out));
  REFUSES_OUT("argument.null", output, om_range(NULL, NULL, limit, delta, 1, &output, error_out));
  REFUSES_OUT("argument.null", output, om_range(NULL, start, NULL, delta, 1, &output, error_out));
  REFUSES_OUT("argument.null", output, om_range(NULL, start, limit, NULL, 1, &output, error_out));
  REFUSES_OUT("argument.no_data", output, om_range(NULL, start, described, delta, 1, &output, error_out));
  REFUSES_OUT("range.delta_zero", output, om_range(NULL, start, limit, zero, 1, &output, error_out));
  REFUSES_OUT("input.not_scalar", output, om_range(NULL, pair, limit, delta, 1, &output, error_out));
  REFUSES_OUT("input.type_mismatch", output, om_range(NULL, start, limit, real, 1, &output, error_out));
  om_tensor* text = strings_of((const char* const[]){"a"}, NULL, 0);
  REFUSES_OUT("input.type", output, om_range(NULL, text, text, text, 1, &output, error_out));
  om_tensor_release(text);
  om_tensor* half = tensor_of(OM_FLOAT16, (const uint16_t[]){0x3C00}, 2, NULL, 0);
  REFUSES_OUT("range.stash_type", output, om_range(NULL, half, half, half, 10, &output, error_out));
  om_tensor_release(half);
  om_tensor* infinite = tensor_of(OM_FLOAT32, (const uint32_t[]){0x7F800000}, 4, NULL, 0);
  REFUSES_OUT("range.not_finite", output, om_range(NULL, real, infinite, real, 1, &output, error_out));
  om_tensor_release(infinite);
  om_tensor* smallest = integer(INT64_MIN);
  om_tensor* largest = integer(INT64_MAX);
  om_tensor* one = integer(1);
  REFUSES_OUT("shape.overflow", output, om_range(NULL, smallest, largest, one, 1, &output, error_out));
  GIVES(om_range(NULL, smallest, largest, largest, 1, &output, error_out));
  CHECK_TENSOR(output, OM_INT64, int64_t, (INT64_MIN, -1, INT64_MAX - 1), LIST(3));
  om_tensor_release(one);
  om_tensor_release(largest);
  om_tensor_release(smallest);
  om_context* context = context_of_limit(23);
  REFUSES_OUT("memory.exhausted", output, om_range(context, start, limit, delta, 1, &output, error_out));
  om_context_release(context);
  om_tensor* all[] = {start, limit, delta, zero, pair, real, described};
  for (int i = 0; i < 7; ++i) om_tensor_release(all[i]);
}

static void one_hot(void) {
  om_tensor* indices = vector_int64(LIST(0, -1, 7));
  om_tensor* values = tensor_of(OM_FLOAT32, (const float[]){-1, 1}, 8, LIST(2));
  om_tensor* three = counting_floats(LIST(3));
  om_tensor* described = description_of(OM_FLOAT32, LIST(2));
  GIVES(om_one_hot(NULL, indices, 2, values, -1, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (1, -1, -1, 1, -1, -1), LIST(3, 2));
  GIVES(om_one_hot(NULL, indices, 2, values, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (1, -1, -1, -1, 1, -1), LIST(2, 3));
  GIVES(om_one_hot(NULL, indices, 0, values, -1, &output, error_out));
  CHECK_SHAPE(output, OM_FLOAT32, LIST(3, 0));
  om_tensor_release(output);

  REFUSES("argument.null", om_one_hot(NULL, indices, 2, values, -1, NULL, error_out));
  REFUSES_OUT("argument.null", output, om_one_hot(NULL, NULL, 2, values, -1, &output, error_out));
  REFUSES_OUT("argument.null", output, om_one_hot(NULL, indices, 2, NULL, -1, &output, error_out));
  REFUSES_OUT("argument.no_data", output, om_one_hot(NULL, indices, 2, described, -1, &output, error_out));
  REFUSES_OUT("argument.no_data", output, om_one_hot(NULL, described, 2, values, -1, &output, error_out));
  REFUSES_OUT("one_hot.depth", output, om_one_hot(NULL, indices, -1, values, -1, &output, error_out));
  REFUSES_OUT("one_hot.values_shape", output, om_one_hot(NULL, indices, 2, three, -1, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_one_hot(NULL, indices, 2, values, 2, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_one_hot(NULL, indices, 2, values, -3, &output, error_out));
  REFUSES_OUT("shape.overflow", output, om_one_hot(NULL, indices, INT64_MAX, values, -1, &output, error_out));
  om_tensor* deep = tensor_of(OM_INT64, (const int64_t[]){0}, 8, LIST(1, 1, 1, 1, 1, 1, 1, 1));
  REFUSES_OUT("shape.rank_limit", output, om_one_hot(NULL, deep, 2, values, -1, &output, error_out));
  om_tensor_release(deep);
  om_context* context = context_of_limit(23);
  REFUSES_OUT("memory.exhausted", output, om_one_hot(context, indices, 2, values, -1, &output, error_out));
  om_context_release(context);
  om_tensor_release(described);
  om_tensor_release(three);
  om_tensor_release(values);
  om_tensor_release(indices);
}

static void non_zero(void) {
  om_tensor* x = tensor_of(OM_FLOAT32, (const uint32_t[]){0, 0x3F800000, 0x80000000, 0x7FC00000}, 16, LIST(2, 2));
  GIVES(om_non_zero(NULL, x, &output, error_out));
  CHECK_TENSOR(output, OM_INT64, int64_t, (0, 1, 1, 1), LIST(2, 2));
  om_context* context = context_of_limit(31);
  REFUSES_OUT("memory.exhausted", output, om_non_zero(context, x, &output, error_out));
  om_context_release(context);
  REFUSES("argument.null", om_non_zero(NULL, x, NULL, error_out));
  REFUSES_OUT("argument.null", output, om_non_zero(NULL, NULL, &output, error_out));
  om_tensor_release(x);
  x = scalar_float(3);
  GIVES(om_non_zero(NULL, x, &output, error_out));
  CHECK_TENSOR(output, OM_INT64, int64_t, (0), LIST(1, 1));
  om_tensor_release(x);
  x = description_of(OM_FLOAT32, LIST(2));
  REFUSES_OUT("argument.no_data", output, om_non_zero(NULL, x, &output, error_out));
  om_tensor_release(x);
}

void test_generators(void) {
  constant_of_shape();
  range();
  one_hot();
  non_zero();
}
