/* The same tensors, context and attributes, used and released by several threads at the same time. */
#include <pthread.h>
#include <string.h>

#include "check.h"

enum { thread_count = 4, rounds = 2000 };

static om_context* context;
static om_attributes* attributes;
static om_tensor* numbers;
static om_tensor* strings;
static om_tensor* indices;

/* One thread's share: everything it uses is shared, everything it makes is its own. Gives how often something failed.
 */
static void* work(void* argument) {
  int64_t* failed = argument;
  for (int round = 0; round < rounds; ++round) {
    om_tensor* view = NULL;
    om_tensor* gathered = NULL;
    om_tensor* transposed = NULL;
    om_tensor* names = NULL;
    om_error* error = NULL;
    om_tensor_retain(numbers);
    om_tensor_retain(strings);
    const om_tensor* inputs[] = {numbers};
    *failed += om_flatten(context, numbers, 1, &view, NULL) != OM_OK;
    *failed += om_gather(context, view, indices, 1, &gathered, NULL) != OM_OK;
    *failed += om_op_invoke(context, "Transpose", 13, inputs, 1, attributes, &transposed, 1, NULL) != OM_OK;
    *failed += om_gather(NULL, strings, indices, 0, &names, NULL) != OM_OK;
    om_tensor_release(numbers);
    om_tensor_release(strings);
    om_tensor_release(view);
    *failed += gathered == NULL || ((const float*)om_tensor_data(gathered))[3] != 2;
    *failed += transposed == NULL || ((const float*)om_tensor_data(transposed))[1] != 2;
    int64_t length = 0;
    const char* name = om_tensor_string(names, 1, &length);
    *failed += name == NULL || length != 4 || memcmp(name, "zero", 4) != 0;
    om_tensor_release(names);
    om_tensor_release(transposed);
    om_tensor_release(gathered);
    /* Every thread has its own error. */
    *failed += om_flatten(context, numbers, 100 + round, &view, &error) != OM_INVALID_MODEL;
    *failed += strcmp(om_error_reason(error), "axis.out_of_range") != 0;
    om_error_release(error);
  }
  return NULL;
}

static int releases;

static void count_release(void* user_data) {
  (void)user_data;
  ++releases;
}

static void* release_tensor(void* tensor) {
  om_tensor_release(tensor);
  return NULL;
}

static void run(void* (*body)(void*), void* const arguments[thread_count]) {
  pthread_t threads[thread_count];
  for (int i = 0; i < thread_count; ++i) CHECK(pthread_create(&threads[i], NULL, body, arguments[i]) == 0);
  for (int i = 0; i < thread_count; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
}

void test_threads(void) {
  context = context_of_limit(1024);
  GIVES(om_attributes_create(&attributes, error_out));
  GIVES(om_attributes_set_ints(attributes, "perm", LIST(1, 0), error_out));
  numbers = counting_floats(LIST(2, 2));
  strings = strings_of((const char* const[]){"zero", "one"}, LIST(2));
  indices = vector_int64(LIST(1, 0));
  int64_t failed[thread_count] = {0};
  void* arguments[thread_count];
  for (int i = 0; i < thread_count; ++i) arguments[i] = &failed[i];
  run(work, arguments);
  for (int i = 0; i < thread_count; ++i) CHECK_INTEGER(failed[i], 0);
  om_tensor_release(indices);
  om_tensor_release(strings);
  om_tensor_release(numbers);
  om_attributes_release(attributes);
  om_context_release(context);

  /* Views of one borrowed tensor, let go by a thread each: the memory is given back once. */
  static const float values[4] = {0, 1, 2, 3};
  for (int round = 0; round < 200; ++round) {
    om_tensor* base = untouched();
    void* views[thread_count];
    releases = 0;
    GIVES(om_tensor_borrow(NULL, OM_FLOAT32, LIST(4), values, 16, count_release, NULL, &base, error_out));
    for (int i = 0; i < thread_count; ++i) {
      om_tensor* view = untouched();
      GIVES(om_identity(NULL, base, &view, error_out));
      views[i] = view;
    }
    om_tensor_release(base);
    CHECK_INTEGER(releases, 0);
    run(release_tensor, views);
    CHECK_INTEGER(releases, 1);
  }
}
