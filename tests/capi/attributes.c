/* Sets of attributes. What operators read from them shows whether they hold what was put in. */
#include <string.h>

#include "check.h"

static om_attributes* empty(void) {
  om_attributes* attributes = NULL;
  GIVES(om_attributes_create(&attributes, error_out));
  CHECK(attributes != NULL);
  return attributes;
}

static om_status transpose(const om_attributes* attributes, const om_tensor* data, om_tensor** output) {
  return om_op_invoke(NULL, "Transpose", 13, &data, 1, attributes, output, 1, error_out);
}

static void setting(void) {
  om_tensor* data = counting_floats(LIST(2, 3));
  om_tensor* output = untouched();

  /* Lists are copied; the later of two of one name counts; other names stay. */
  om_attributes* attributes = empty();
  int64_t perm[] = {0, 1};
  GIVES(om_attributes_set_ints(attributes, "perm", perm, 2, error_out));
  perm[0] = 7;
  GIVES(transpose(attributes, data, &output));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 2, 3, 4, 5), LIST(2, 3));
  GIVES(om_attributes_set_ints(attributes, "perm", LIST(1, 0), error_out));
  GIVES(transpose(attributes, data, &output));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 3, 1, 4, 2, 5), LIST(3, 2));
  GIVES(om_attributes_set_ints(attributes, "perm", NULL, 0, error_out));
  REFUSES_OUT("transpose.perm_length", output, transpose(attributes, data, &output));
  GIVES(om_attributes_set_int(attributes, "other", 1, error_out));
  REFUSES_OUT("attribute.unknown", output, transpose(attributes, data, &output));
  om_attributes_release(attributes);

  /* Every kind is known for what it is; another one takes its place. */
  attributes = empty();
  GIVES(om_attributes_set_int(attributes, "perm", 1, error_out));
  REFUSES_OUT("attribute.kind", output, transpose(attributes, data, &output));
  GIVES(om_attributes_set_float(attributes, "perm", 1, error_out));
  REFUSES_OUT("attribute.kind", output, transpose(attributes, data, &output));
  const float floats[] = {1, 0};
  GIVES(om_attributes_set_floats(attributes, "perm", floats, 2, error_out));
  REFUSES_OUT("attribute.kind", output, transpose(attributes, data, &output));
  GIVES(om_attributes_set_string(attributes, "perm", "1, 0", 4, error_out));
  REFUSES_OUT("attribute.kind", output, transpose(attributes, data, &output));
  const char* const strings[] = {"1", "0"};
  const int64_t lengths[] = {1, 1};
  GIVES(om_attributes_set_strings(attributes, "perm", strings, lengths, 2, error_out));
  REFUSES_OUT("attribute.kind", output, transpose(attributes, data, &output));
  GIVES(om_attributes_set_tensor(attributes, "perm", data, error_out));
  REFUSES_OUT("attribute.kind", output, transpose(attributes, data, &output));
  GIVES(om_attributes_set_ints(attributes, "perm", LIST(1, 0), error_out));
  GIVES(transpose(attributes, data, &output));
  om_tensor_release(output);

  /* Empty lists of every kind, and an empty name. */
  GIVES(om_attributes_set_floats(attributes, "perm", NULL, 0, error_out));
  GIVES(om_attributes_set_string(attributes, "perm", NULL, 0, error_out));
  GIVES(om_attributes_set_strings(attributes, "perm", NULL, NULL, 0, error_out));
  GIVES(om_attributes_set_int(attributes, "", 1, error_out));
  om_attributes_release(attributes);

  /* A string without a zero byte at its end. */
  om_tensor* indices = tensor_of(OM_INT64, (const int64_t[]){1}, 8, LIST(1, 1));
  om_tensor* vector = counting_floats(LIST(2));
  om_tensor* update = tensor_of(OM_FLOAT32, (const float[]){5}, 4, LIST(1));
  attributes = empty();
  GIVES(om_attributes_set_string(attributes, "reduction", "addition", 3, error_out));
  const om_tensor* inputs[] = {vector, indices, update};
  GIVES(om_op_invoke(NULL, "ScatterND", 18, inputs, 3, attributes, &output, 1, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 6), LIST(2));
  GIVES(om_attributes_set_string(attributes, "reduction", "add\0", 4, error_out));
  REFUSES_OUT("scatter_nd.reduction", output,
              om_op_invoke(NULL, "ScatterND", 18, inputs, 3, attributes, &output, 1, error_out));
  om_attributes_release(attributes);
  om_tensor_release(update);
  om_tensor_release(vector);
  om_tensor_release(indices);

  /* A tensor is kept; what takes its place lets it go. */
  attributes = empty();
  om_tensor* value = tensor_of(OM_FLOAT32, (const float[]){2.5F}, 4, LIST(1));
  GIVES(om_attributes_set_tensor(attributes, "value", value, error_out));
  om_tensor_release(value);
  om_tensor* shape = vector_int64(LIST(2));
  const om_tensor* shape_input[] = {shape};
  GIVES(om_op_invoke(NULL, "ConstantOfShape", 9, shape_input, 1, attributes, &output, 1, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (2.5F, 2.5F), LIST(2));
  value = tensor_of(OM_INT8, (const int8_t[]){-3}, 1, NULL, 0);
  GIVES(om_attributes_set_tensor(attributes, "value", value, error_out));
  om_tensor_release(value);
  GIVES(om_op_invoke(NULL, "ConstantOfShape", 9, shape_input, 1, attributes, &output, 1, error_out));
  CHECK_TENSOR(output, OM_INT8, int8_t, (-3, -3), LIST(2));
  om_attributes_release(attributes);
  om_tensor_release(shape);
  om_tensor_release(data);
  om_attributes_release(NULL);
}

static void refused(void) {
  om_attributes* attributes = empty();
  om_tensor* tensor = counting_floats(LIST(1));
  const float floats[] = {1};
  const char* const strings[] = {"a"};
  const int64_t lengths[] = {1};
  REFUSES("argument.null", om_attributes_create(NULL, error_out));

  REFUSES("argument.null", om_attributes_set_int(NULL, "name", 1, error_out));
  REFUSES("argument.null", om_attributes_set_ints(NULL, "name", LIST(1), error_out));
  REFUSES("argument.null", om_attributes_set_float(NULL, "name", 1, error_out));
  REFUSES("argument.null", om_attributes_set_floats(NULL, "name", floats, 1, error_out));
  REFUSES("argument.null", om_attributes_set_string(NULL, "name", "a", 1, error_out));
  REFUSES("argument.null", om_attributes_set_strings(NULL, "name", strings, lengths, 1, error_out));
  REFUSES("argument.null", om_attributes_set_tensor(NULL, "name", tensor, error_out));

  REFUSES("argument.null", om_attributes_set_int(attributes, NULL, 1, error_out));
  REFUSES("argument.null", om_attributes_set_ints(attributes, NULL, LIST(1), error_out));
  REFUSES("argument.null", om_attributes_set_float(attributes, NULL, 1, error_out));
  REFUSES("argument.null", om_attributes_set_floats(attributes, NULL, floats, 1, error_out));
  REFUSES("argument.null", om_attributes_set_string(attributes, NULL, "a", 1, error_out));
  REFUSES("argument.null", om_attributes_set_strings(attributes, NULL, strings, lengths, 1, error_out));
  REFUSES("argument.null", om_attributes_set_tensor(attributes, NULL, tensor, error_out));

  REFUSES("argument.null", om_attributes_set_ints(attributes, "name", NULL, 1, error_out));
  REFUSES("argument.null", om_attributes_set_floats(attributes, "name", NULL, 1, error_out));
  REFUSES("argument.null", om_attributes_set_string(attributes, "name", NULL, 1, error_out));
  REFUSES("argument.null", om_attributes_set_strings(attributes, "name", NULL, lengths, 1, error_out));
  REFUSES("argument.null", om_attributes_set_tensor(attributes, "name", NULL, error_out));

  REFUSES("argument.count", om_attributes_set_ints(attributes, "name", lengths, -1, error_out));
  REFUSES("argument.count", om_attributes_set_floats(attributes, "name", floats, -1, error_out));
  REFUSES("argument.count", om_attributes_set_string(attributes, "name", "a", INT64_MIN, error_out));
  REFUSES("argument.count", om_attributes_set_strings(attributes, "name", strings, lengths, -1, error_out));

  /* A refused attribute is not set. */
  const om_tensor* inputs[] = {tensor};
  om_tensor* output = untouched();
  GIVES(om_op_invoke(NULL, "Identity", 13, inputs, 1, attributes, &output, 1, error_out));
  om_tensor_release(output);
  om_tensor_release(tensor);
  om_attributes_release(attributes);
}

void test_attributes(void) {
  setting();
  refused();
}
