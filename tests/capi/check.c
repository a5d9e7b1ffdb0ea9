#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t checks = 0;
static int64_t failures = 0;

static om_error* error = NULL;
om_error** error_out = NULL;

static int not_a_tensor; /* its address stands for an out parameter that was not set */

void check(int holds, const char* file, int line, const char* what) {
  ++checks;
  if (holds) return;
  ++failures;
  fprintf(stderr, "%s:%d: %s\n", file, line, what);
}

void check_integer(int64_t actual, int64_t expected, const char* file, int line, const char* what) {
  check(actual == expected, file, line, what);
  if (actual != expected) fprintf(stderr, "  is %" PRId64 ", expected %" PRId64 "\n", actual, expected);
}

void check_text(const char* actual, const char* expected, const char* file, int line, const char* what) {
  const int equal = actual != NULL && strcmp(actual, expected) == 0;
  check(equal, file, line, what);
  if (!equal) fprintf(stderr, "  is \"%s\", expected \"%s\"\n", actual != NULL ? actual : "(null)", expected);
}

om_tensor* untouched(void) { return (om_tensor*)(void*)&not_a_tensor; }

void expect_error(void) {
  error = (om_error*)(void*)&not_a_tensor;
  error_out = &error;
}

void expect_no_error(void) { error_out = NULL; }

void check_success(om_status status, const char* file, int line, const char* what) {
  check_integer(status, OM_OK, file, line, what);
  check(error == NULL, file, line, "the error is NULL on success");
  if (status != OM_OK) {
    fprintf(stderr, "  %s: %s\n", om_error_reason(error), om_error_message(error));
    om_error_release(error);
    /* What follows would use the result. */
    fprintf(stderr, "%s:%d: stopped\n", file, line);
    exit(1);
  }
}

static const char* expected_node = "";

void expect_node(const char* name) { expected_node = name; }

void check_refusal(om_status status, const char* slug, const char* file, int line, const char* what) {
  check_integer(status, status_of_reason(slug), file, line, what);
  if (error_out == NULL) return;
  check(error != NULL && (void*)error != (void*)&not_a_tensor, file, line, "a failing call gives an error");
  if (error == NULL || (void*)error == (void*)&not_a_tensor) return;
  check_text(om_error_reason(error), slug, file, line, what);
  check_integer(om_error_status(error), status, file, line, "the error has the status that the call returned");
  const char* message = om_error_message(error);
  check(message != NULL && message[0] != '\0', file, line, "the message is not empty");
  check(message != NULL && strchr(message, '\n') == NULL, file, line, "the message is one line");
  check(om_error_operator(error) != NULL, file, line, "the operator is a text");
  check_text(om_error_node(error), expected_node, file, line, "the node, which only sessions have");
  check(om_error_input(error) != NULL, file, line, "the input is a text");
  om_error_release(error);
}

om_status status_of_reason(const char* slug) {
  for (int64_t i = 0; i < om_reason_count(); ++i) {
    if (strcmp(om_reason_slug(i), slug) == 0) return om_reason_status(i);
  }
  return -1;
}

om_tensor* tensor_of(om_type type, const void* data, int64_t byte_count, const int64_t* shape, int64_t rank) {
  om_tensor* tensor = untouched();
  GIVES(om_tensor_create(NULL, type, shape, rank, data, byte_count, &tensor, error_out));
  CHECK(tensor != NULL && tensor != untouched());
  return tensor;
}

om_tensor* description_of(om_type type, const int64_t* shape, int64_t rank) {
  om_tensor* tensor = untouched();
  GIVES(om_tensor_describe(type, shape, rank, &tensor, error_out));
  return tensor;
}

static int64_t element_count(const int64_t* shape, int64_t rank) {
  int64_t count = 1;
  for (int64_t axis = 0; axis < rank; ++axis) count *= shape[axis];
  return count;
}

om_tensor* strings_of(const char* const* strings, const int64_t* shape, int64_t rank) {
  om_tensor* tensor = untouched();
  GIVES(om_tensor_create_strings(NULL, shape, rank, strings, NULL, element_count(shape, rank), &tensor, error_out));
  return tensor;
}

om_tensor* counting_floats(const int64_t* shape, int64_t rank) {
  const int64_t count = element_count(shape, rank);
  float* values = malloc((size_t)count * sizeof(float) + 1);
  for (int64_t i = 0; i < count; ++i) values[i] = (float)i;
  om_tensor* tensor = tensor_of(OM_FLOAT32, values, count * (int64_t)sizeof(float), shape, rank);
  free(values);
  return tensor;
}

om_tensor* scalar_float(float value) { return tensor_of(OM_FLOAT32, &value, sizeof value, NULL, 0); }

om_tensor* scalar_bool(uint8_t value) { return tensor_of(OM_BOOL, &value, sizeof value, NULL, 0); }

om_tensor* vector_int64(const int64_t* values, int64_t count) {
  return tensor_of(OM_INT64, values, count * (int64_t)sizeof(int64_t), &count, 1);
}

void check_shape(const om_tensor* tensor, om_type type, const int64_t* shape, int64_t rank, const char* file,
                 int line) {
  check_integer(om_tensor_type(tensor), type, file, line, "type");
  check_integer(om_tensor_rank(tensor), rank, file, line, "rank");
  if (om_tensor_rank(tensor) != rank) return;
  for (int64_t axis = 0; axis < rank; ++axis) {
    check_integer(om_tensor_shape(tensor)[axis], shape[axis], file, line, "extent");
  }
}

void check_bytes(om_tensor* tensor, om_type type, const void* bytes, int64_t byte_count, const int64_t* shape,
                 int64_t rank, const char* file, int line) {
  check_shape(tensor, type, shape, rank, file, line);
  check_integer(om_tensor_byte_count(tensor), byte_count, file, line, "byte count");
  const unsigned char* actual = om_tensor_data(tensor);
  const unsigned char* expected = bytes;
  for (int64_t i = 0; i < byte_count && om_tensor_byte_count(tensor) == byte_count; ++i) {
    if (actual[i] != expected[i]) {
      check(0, file, line, "the elements are as expected");
      fprintf(stderr, "  byte %" PRId64 " is 0x%02x, expected 0x%02x\n", i, actual[i], expected[i]);
      break;
    }
  }
  om_tensor_release(tensor);
}

om_context* context_of_limit(int64_t bytes) {
  om_context* context = NULL;
  GIVES(om_context_create(&context, error_out));
  GIVES(om_context_set_memory_limit(context, bytes, error_out));
  return context;
}

static const struct {
  const char* name;
  void (*run)(void);
} groups[] = {
    {"facts", test_facts},           {"errors", test_errors},     {"contexts", test_contexts},
    {"tensors", test_tensors},       {"strings", test_strings},   {"dlpack", test_dlpack},
    {"attributes", test_attributes}, {"invoke", test_invoke},     {"infer", test_infer},
    {"views", test_views},           {"copies", test_copies},     {"generators", test_generators},
    {"models", test_models},         {"sessions", test_sessions}, {"threads", test_threads},
    {"parallel", test_parallel},
};

/* Runs the groups of tests that are named, or all. */
int main(int argc, char** argv) {
  int known = 1;
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; ++i) {
    int wanted = argc == 1;
    for (int j = 1; j < argc; ++j) wanted = wanted || strcmp(argv[j], groups[i].name) == 0;
    if (!wanted) continue;
    ++known;
    groups[i].run();
  }
  if (known < argc) {
    fprintf(stderr, "no such group of tests\n");
    return 2;
  }
  printf("%" PRId64 " checks, %" PRId64 " failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
