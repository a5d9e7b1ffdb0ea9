/* Checks that count and print, and small helpers for tensors. One group of tests per file; main.c runs them by name. */
#ifndef ONEMODEL_TESTS_CAPI_CHECK_H
#define ONEMODEL_TESTS_CAPI_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "onemodel.h"

void test_facts(void);
void test_errors(void);
void test_contexts(void);
void test_tensors(void);
void test_strings(void);
void test_dlpack(void);
void test_attributes(void);
void test_invoke(void);
void test_infer(void);
void test_views(void);
void test_copies(void);
void test_generators(void);
void test_models(void);
void test_sessions(void);
void test_threads(void);
void test_parallel(void);

void check(int holds, const char* file, int line, const char* what);
void check_integer(int64_t actual, int64_t expected, const char* file, int line, const char* what);
void check_text(const char* actual, const char* expected, const char* file, int line, const char* what);

#define CHECK(...) check((__VA_ARGS__) ? 1 : 0, __FILE__, __LINE__, #__VA_ARGS__)
#define CHECK_INTEGER(actual, expected) check_integer((actual), (expected), __FILE__, __LINE__, #actual)
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), __FILE__, __LINE__, #actual)

/* What the calls inside GIVES and REFUSES pass as their `om_error** error`. */
extern om_error** error_out;

/* An out parameter before the call: a failing call has to set it to NULL, and a succeeding one to something else. */
om_tensor* untouched(void);

/* The call succeeds, and leaves no error behind. */
#define GIVES(...)                                                  \
  do {                                                              \
    expect_error();                                                 \
    check_success((__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__); \
  } while (0)

/* The call is refused for the reason, with an error and without asking for one. */
#define REFUSES(slug, ...)                                                  \
  do {                                                                      \
    expect_error();                                                         \
    check_refusal((__VA_ARGS__), (slug), __FILE__, __LINE__, #__VA_ARGS__); \
    expect_no_error();                                                      \
    check_refusal((__VA_ARGS__), (slug), __FILE__, __LINE__, #__VA_ARGS__); \
  } while (0)

/* The same for a call that has one tensor as its out parameter, which becomes NULL. */
#define REFUSES_OUT(slug, out, ...)                                                \
  do {                                                                             \
    (out) = untouched();                                                           \
    REFUSES(slug, __VA_ARGS__);                                                    \
    check((out) == NULL, __FILE__, __LINE__, "the output is NULL: " #__VA_ARGS__); \
    (out) = NULL;                                                                  \
  } while (0)

void expect_error(void);
void expect_no_error(void);
/* What om_error_node of refusals is from now on; "" at first. */
void expect_node(const char* name);
void check_success(om_status status, const char* file, int line, const char* what);
void check_refusal(om_status status, const char* slug, const char* file, int line, const char* what);

/* The status of a reason, or -1 if there is no such reason. */
om_status status_of_reason(const char* slug);

/* `pointer, count` of a list written in place. */
#define LIST(...) (const int64_t[]){__VA_ARGS__}, (int64_t)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* Tensors whose data fit their shape. The caller releases them. */
om_tensor* tensor_of(om_type type, const void* data, int64_t byte_count, const int64_t* shape, int64_t rank);
om_tensor* description_of(om_type type, const int64_t* shape, int64_t rank);
om_tensor* strings_of(const char* const* strings, const int64_t* shape, int64_t rank);
/* 0, 1, 2, ... of that shape. */
om_tensor* counting_floats(const int64_t* shape, int64_t rank);
/* Scalars and vectors. */
om_tensor* scalar_float(float value);
om_tensor* scalar_bool(uint8_t value);
om_tensor* vector_int64(const int64_t* values, int64_t count);

/* Checks of type and shape; and of the elements, too, after which the tensor is released. */
void check_shape(const om_tensor* tensor, om_type type, const int64_t* shape, int64_t rank, const char* file, int line);
void check_bytes(om_tensor* tensor, om_type type, const void* bytes, int64_t byte_count, const int64_t* shape,
                 int64_t rank, const char* file, int line);
#define CHECK_SHAPE(tensor, type, ...) check_shape(tensor, type, __VA_ARGS__, __FILE__, __LINE__)
/* For example CHECK_TENSOR(tensor, OM_FLOAT32, float, (1, 2), LIST(2)). */
#define CHECK_TENSOR(tensor, type, c_type, values, ...)                                                        \
  check_bytes(tensor, type, (const c_type[]){EXPAND values}, (int64_t)sizeof((const c_type[]){EXPAND values}), \
              __VA_ARGS__, __FILE__, __LINE__)
#define EXPAND(...) __VA_ARGS__

/* A context whose results may have that many bytes. */
om_context* context_of_limit(int64_t bytes);

#endif
