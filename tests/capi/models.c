/* Models: composed, written and read; and what of a file is refused. */
#include <stdio.h>
#include <string.h>

#include "check.h"

static const char* const path = "onemodel_capi_models.onnx";

static om_model* no_model(void) { return (om_model*)(void*)untouched(); }

/* REFUSES_OUT for a model. */
#define REFUSES_MODEL(slug, out, ...)                                              \
  do {                                                                             \
    (out) = no_model();                                                            \
    REFUSES(slug, __VA_ARGS__);                                                    \
    check((out) == NULL, __FILE__, __LINE__, "the output is NULL: " #__VA_ARGS__); \
  } while (0)

/* `bytes, byte_count` of a message written in place. */
#define MESSAGE(text) (text), (int64_t)sizeof(text) - 1

/* Parts of messages: an IR version, a graph of less than 128 bytes. */
#define VERSION "\x08\x08"
#define EMPTY_GRAPH "\x3a\x00"
/* A TensorProto of int8 with one extent: 2. */
#define TWO_INT8 "\x08\x02\x10\x03"

static om_model* composed(void) {
  om_model* model = no_model();
  GIVES(om_model_create(&model, error_out));
  CHECK(model != NULL && model != no_model());
  GIVES(om_model_set_opset(model, NULL, 13, error_out));
  GIVES(om_model_set_opset(model, "ai.onnx", 18, error_out));
  GIVES(om_model_set_opset(model, "other", 1, error_out));
  GIVES(om_model_set_ir_version(model, 9, error_out));
  const char* const symbols[] = {"N", NULL, NULL};
  GIVES(om_model_add_input(model, "data", OM_FLOAT32, (const int64_t[]){-1, -1, 3}, symbols, 3, error_out));
  GIVES(om_model_add_input(model, "scalar", OM_INT64, NULL, NULL, 0, error_out));
  GIVES(om_model_add_input(model, "any", OM_STRING, NULL, NULL, -1, error_out));
  GIVES(om_model_add_output(model, "result", 0, NULL, NULL, -1, error_out));
  GIVES(om_model_add_output(model, "shape", OM_INT64, (const int64_t[]){3}, NULL, 1, error_out));
  om_tensor* axes = vector_int64((const int64_t[]){0, 1}, 2);
  GIVES(om_model_add_initializer(model, "axes", axes, error_out));
  om_tensor_release(axes);
  om_attributes* attributes = NULL;
  GIVES(om_attributes_create(&attributes, error_out));
  GIVES(om_attributes_set_int(attributes, "axis", -1, error_out));
  const char* const inputs[] = {"data", NULL, "axes"};
  const char* const outputs[] = {NULL, "result"};
  GIVES(om_model_add_node(model, "Some", "other", "first", inputs, 3, outputs, 2, attributes, error_out));
  om_attributes_release(attributes);
  const char* const shape[] = {"shape"};
  GIVES(om_model_add_node(model, "Shape", NULL, NULL, inputs, 1, shape, 1, NULL, error_out));
  GIVES(om_model_add_node(model, "Nothing", "", "", NULL, 0, NULL, 0, NULL, error_out));
  return model;
}

static om_tensor* written(const om_model* model) {
  om_tensor* bytes = untouched();
  GIVES(om_model_write(model, &bytes, error_out));
  CHECK_INTEGER(om_tensor_type(bytes), OM_UINT8);
  CHECK_INTEGER(om_tensor_rank(bytes), 1);
  return bytes;
}

/* The model is written as these bytes; both are released. */
static void check_written(om_model* model, om_tensor* expected) {
  om_tensor* actual = written(model);
  CHECK_INTEGER(om_tensor_byte_count(actual), om_tensor_byte_count(expected));
  CHECK(om_tensor_byte_count(actual) == om_tensor_byte_count(expected) &&
        memcmp(om_tensor_data(actual), om_tensor_data(expected), (size_t)om_tensor_byte_count(actual)) == 0);
  om_tensor_release(actual);
  om_tensor_release(expected);
  om_model_release(model);
}

static void round_trips(void) {
  om_model* model = composed();
  om_tensor* bytes = written(model);
  om_model* read = no_model();
  GIVES(om_model_read(NULL, om_tensor_data(bytes), om_tensor_byte_count(bytes), NULL, &read, error_out));
  check_written(read, bytes);

  GIVES(om_model_write_file(model, path, error_out));
  GIVES(om_model_write_file(model, path, error_out)); /* in place of the first */
  GIVES(om_model_read_file(NULL, path, &read, error_out));
  check_written(read, written(model));
  om_model_release(model);
  om_model_release(NULL);

  om_tensor* tensor = vector_int64((const int64_t[]){1, INT64_MIN}, 2);
  om_tensor* message = untouched();
  om_tensor* copy = untouched();
  GIVES(om_tensor_write(tensor, "name", &message, error_out));
  GIVES(om_tensor_read(NULL, om_tensor_data(message), om_tensor_byte_count(message), &copy, error_out));
  CHECK_TENSOR(copy, OM_INT64, int64_t, (1, INT64_MIN), LIST(2));
  om_tensor_release(message);
  GIVES(om_tensor_write(tensor, NULL, &message, error_out));
  om_tensor_release(message);
  om_tensor_release(tensor);
  GIVES(om_tensor_read(NULL, MESSAGE(TWO_INT8 "\x4a\x02\x05\x06"), &copy, error_out));
  CHECK_TENSOR(copy, OM_INT8, int8_t, (5, 6), LIST(2));
}

static void misuse(void) {
  om_model* model = composed();
  om_model* out = NULL;
  om_tensor* bytes = NULL;
  om_tensor* tensor = vector_int64((const int64_t[]){0}, 1);
  om_tensor* description = description_of(OM_INT64, LIST(1));
  REFUSES("argument.null", om_model_create(NULL, error_out));
  REFUSES("argument.null", om_model_read(NULL, "", 0, NULL, NULL, error_out));
  REFUSES_MODEL("argument.null", out, om_model_read(NULL, NULL, 1, NULL, &out, error_out));
  REFUSES_MODEL("argument.count", out, om_model_read(NULL, "", -1, NULL, &out, error_out));
  REFUSES("argument.null", om_model_read_file(NULL, path, NULL, error_out));
  REFUSES_MODEL("argument.null", out, om_model_read_file(NULL, NULL, &out, error_out));
  REFUSES("argument.null", om_model_write(model, NULL, error_out));
  REFUSES_OUT("argument.null", bytes, om_model_write(NULL, &bytes, error_out));
  REFUSES("argument.null", om_model_write_file(NULL, path, error_out));
  REFUSES("argument.null", om_model_write_file(model, NULL, error_out));
  REFUSES("argument.null", om_tensor_read(NULL, "", 0, NULL, error_out));
  REFUSES_OUT("argument.null", bytes, om_tensor_read(NULL, NULL, 1, &bytes, error_out));
  REFUSES_OUT("argument.count", bytes, om_tensor_read(NULL, "", -1, &bytes, error_out));
  REFUSES("argument.null", om_tensor_write(tensor, NULL, NULL, error_out));
  REFUSES_OUT("argument.null", bytes, om_tensor_write(NULL, NULL, &bytes, error_out));
  REFUSES_OUT("argument.no_data", bytes, om_tensor_write(description, NULL, &bytes, error_out));

  REFUSES("argument.null", om_model_set_opset(NULL, "", 1, error_out));
  REFUSES("argument.count", om_model_set_opset(model, "", 0, error_out));
  REFUSES("argument.null", om_model_set_ir_version(NULL, 9, error_out));
  REFUSES("model.ir_version", om_model_set_ir_version(model, 2, error_out));
  REFUSES("model.ir_version", om_model_set_ir_version(model, 15, error_out));

  REFUSES("argument.null", om_model_add_input(NULL, "x", OM_INT8, NULL, NULL, 0, error_out));
  REFUSES("argument.null", om_model_add_input(model, NULL, OM_INT8, NULL, NULL, 0, error_out));
  REFUSES("argument.null", om_model_add_input(model, "x", OM_INT8, NULL, NULL, 1, error_out));
  REFUSES("argument.type", om_model_add_input(model, "x", 0, NULL, NULL, 0, error_out));
  REFUSES("argument.type", om_model_add_input(model, "x", 27, NULL, NULL, 0, error_out));
  REFUSES("argument.extent", om_model_add_input(model, "x", OM_INT8, (const int64_t[]){1, -2}, NULL, 2, error_out));
  REFUSES("argument.count", om_model_add_input(model, "x", OM_INT8, NULL, NULL, -2, error_out));
  REFUSES("shape.rank_limit",
          om_model_add_input(model, "x", OM_INT8, (const int64_t[]){1, 1, 1, 1, 1, 1, 1, 1, 1}, NULL, 9, error_out));
  REFUSES("argument.null", om_model_add_output(NULL, "x", 0, NULL, NULL, -1, error_out));
  REFUSES("argument.null", om_model_add_output(model, NULL, 0, NULL, NULL, -1, error_out));
  REFUSES("argument.type", om_model_add_output(model, "x", -1, NULL, NULL, -1, error_out));

  REFUSES("argument.null", om_model_add_initializer(NULL, "x", tensor, error_out));
  REFUSES("argument.null", om_model_add_initializer(model, NULL, tensor, error_out));
  REFUSES("argument.null", om_model_add_initializer(model, "x", NULL, error_out));
  REFUSES("argument.no_data", om_model_add_initializer(model, "x", description, error_out));

  const char* const names[] = {"x"};
  om_attributes* attributes = NULL;
  GIVES(om_attributes_create(&attributes, error_out));
  GIVES(om_attributes_set_tensor(attributes, "value", description, error_out));
  REFUSES("argument.null", om_model_add_node(NULL, "Shape", NULL, NULL, names, 1, names, 1, NULL, error_out));
  REFUSES("argument.null", om_model_add_node(model, NULL, NULL, NULL, names, 1, names, 1, NULL, error_out));
  REFUSES("argument.null", om_model_add_node(model, "Shape", NULL, NULL, NULL, 1, names, 1, NULL, error_out));
  REFUSES("argument.null", om_model_add_node(model, "Shape", NULL, NULL, names, 1, NULL, 1, NULL, error_out));
  REFUSES("argument.count", om_model_add_node(model, "Shape", NULL, NULL, names, -1, names, 1, NULL, error_out));
  REFUSES("argument.count", om_model_add_node(model, "Shape", NULL, NULL, names, 1, names, -1, NULL, error_out));
  REFUSES("argument.no_data",
          om_model_add_node(model, "Constant", NULL, NULL, NULL, 0, names, 1, attributes, error_out));
  om_attributes_release(attributes);

  /* What was refused left the model as it was. */
  om_model* same = composed();
  check_written(model, written(same));
  om_model_release(same);
  om_tensor_release(description);
  om_tensor_release(tensor);
}

static void files(void) {
  om_model* model = NULL;
  om_model* small = composed();
  REFUSES_MODEL("io.file", model, om_model_read_file(NULL, "no such folder/model.onnx", &model, error_out));
  REFUSES_MODEL("io.file", model, om_model_read_file(NULL, "", &model, error_out));
  REFUSES_MODEL("io.file", model, om_model_read_file(NULL, ".", &model, error_out));
  REFUSES("io.file", om_model_write_file(small, "no such folder/model.onnx", error_out));
  REFUSES("io.file", om_model_write_file(small, ".", error_out));

  om_context* context = context_of_limit(8);
  GIVES(om_model_write_file(small, path, error_out));
  REFUSES_MODEL("memory.exhausted", model, om_model_read_file(context, path, &model, error_out));
  om_context_release(context);
  om_model_release(small);

  FILE* file = fopen(path, "wb");
  CHECK(file != NULL && fputs("no model", file) >= 0 && fclose(file) == 0);
  REFUSES_MODEL("model.malformed", model, om_model_read_file(NULL, path, &model, error_out));
  CHECK(remove(path) == 0);
}

static void messages(void) {
  om_model* model = NULL;
  om_tensor* tensor = NULL;
  GIVES(om_model_read(NULL, MESSAGE(VERSION EMPTY_GRAPH), NULL, &model, error_out));
  om_model_release(model);
  REFUSES_MODEL("model.malformed", model, om_model_read(NULL, NULL, 0, NULL, &model, error_out));
  REFUSES_MODEL("model.malformed", model, om_model_read(NULL, MESSAGE(VERSION), NULL, &model, error_out));
  REFUSES_MODEL("model.malformed", model, om_model_read(NULL, MESSAGE(VERSION "\x3a\x01"), NULL, &model, error_out));
  REFUSES_MODEL("model.ir_version", model, om_model_read(NULL, MESSAGE(EMPTY_GRAPH), NULL, &model, error_out));
  REFUSES_MODEL("model.ir_version", model,
                om_model_read(NULL, MESSAGE("\x08\x0f" EMPTY_GRAPH), NULL, &model, error_out));
  REFUSES_MODEL("model.unsupported", model,
                om_model_read(NULL, MESSAGE(VERSION EMPTY_GRAPH "\xca\x01\x00"), NULL, &model, error_out));
  REFUSES_MODEL("model.attribute_repeated", model,
                om_model_read(NULL,
                              MESSAGE(VERSION "\x3a\x13\x0a\x11\x22\x01S"
                                              "\x2a\x05\x0a\x01"
                                              "a\x18\x01"
                                              "\x2a\x05\x0a\x01"
                                              "a\x18\x02"),
                              NULL, &model, error_out));
  REFUSES_MODEL("model.tensor", model,
                om_model_read(NULL, MESSAGE(VERSION "\x3a\x06\x2a\x04" TWO_INT8), NULL, &model, error_out));

  /* Data in another file: which has no folder, and which leads out of it ("..": location is its key). */
  REFUSES_MODEL("model.external_data", model,
                om_model_read(NULL, MESSAGE(VERSION "\x3a\x08\x2a\x06" TWO_INT8 "\x70\x01"), NULL, &model, error_out));
#define LEADS_OUT VERSION "\x3a\x18\x2a\x16" TWO_INT8 "\x70\x01\x6a\x0e\x0a\x08location\x12\x02.."
  REFUSES_MODEL("model.external_data", model, om_model_read(NULL, MESSAGE(LEADS_OUT), ".", &model, error_out));

  REFUSES_OUT("model.malformed", tensor, om_tensor_read(NULL, MESSAGE("\xff\xff"), &tensor, error_out));
  REFUSES_OUT("model.tensor", tensor, om_tensor_read(NULL, NULL, 0, &tensor, error_out));
  REFUSES_OUT("model.tensor", tensor, om_tensor_read(NULL, MESSAGE(TWO_INT8), &tensor, error_out));
  REFUSES_OUT("model.external_data", tensor, om_tensor_read(NULL, MESSAGE(TWO_INT8 "\x70\x01"), &tensor, error_out));

  om_context* context = context_of_limit(1);
  REFUSES_OUT("memory.exhausted", tensor,
              om_tensor_read(context, MESSAGE(TWO_INT8 "\x4a\x02\x05\x06"), &tensor, error_out));
  REFUSES_MODEL(
      "memory.exhausted", model,
      om_model_read(context, MESSAGE(VERSION "\x3a\x0a\x2a\x08" TWO_INT8 "\x4a\x02\x05\x06"), NULL, &model, error_out));
  om_context_release(context);

  /* Attributes of graphs are read by name only, and cannot be written. */
  GIVES(om_model_read(NULL,
                      MESSAGE(VERSION "\x3a\x0c\x0a\x0a\x22\x01S"
                                      "\x2a\x05\x0a\x01"
                                      "a\x32\x00"),
                      NULL, &model, error_out));
  REFUSES_OUT("model.unsupported", tensor, om_model_write(model, &tensor, error_out));
  om_model_release(model);
}

void test_models(void) {
  round_trips();
  misuse();
  files();
  messages();
}
