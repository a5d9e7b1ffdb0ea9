/* Contexts and the limit on memory. */
#include "check.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MALLOC_IS_REPLACED
#endif
#endif
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(MALLOC_IS_REPLACED)
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define MALLOC_TELLS_BYTES_IN_USE
#endif
#endif

void test_contexts(void) {
  const int64_t default_limit = om_context_memory_limit(NULL);
  CHECK(default_limit > 0);

  om_context* context = NULL;
  GIVES(om_context_create(&context, error_out));
  CHECK(context != NULL);
  CHECK_INTEGER(om_context_memory_limit(context), default_limit);
  GIVES(om_context_set_memory_limit(context, 12, error_out));
  CHECK_INTEGER(om_context_memory_limit(context), 12);
  CHECK_INTEGER(om_context_memory_limit(NULL), default_limit);

  REFUSES("argument.count", om_context_set_memory_limit(context, -1, error_out));
  REFUSES("argument.count", om_context_set_memory_limit(context, INT64_MIN, error_out));
  CHECK_INTEGER(om_context_memory_limit(context), 12);
  REFUSES("argument.null", om_context_set_memory_limit(NULL, 12, error_out));
  REFUSES("argument.null", om_context_create(NULL, error_out));

  /* The limit counts the bytes of one result: twelve bytes may be had any number of times, thirteen never. */
  const float values[4] = {1, 2, 3, 4};
  om_tensor* tensor = untouched();
  om_tensor* second = untouched();
  GIVES(om_tensor_create(context, OM_FLOAT32, LIST(3), values, 12, &tensor, error_out));
  GIVES(om_tensor_create(context, OM_FLOAT32, LIST(3), values, 12, &second, error_out));
  om_tensor_release(second);
  REFUSES_OUT("memory.exhausted", second,
              om_tensor_create(context, OM_FLOAT32, LIST(4), values, 16, &second, error_out));
  const char* const strings[] = {"a"};
  REFUSES_OUT("memory.exhausted", second,
              om_tensor_create_strings(context, LIST(1), strings, NULL, 1, &second, error_out));
  GIVES(om_context_set_memory_limit(context, 16, error_out));
  GIVES(om_tensor_create_strings(context, LIST(1), strings, NULL, 1, &second, error_out));
  om_tensor_release(second);

  /* Borrowed memory and views are not the result's own. */
  GIVES(om_context_set_memory_limit(context, 0, error_out));
  GIVES(om_tensor_borrow(context, OM_FLOAT32, LIST(4), values, 16, NULL, NULL, &second, error_out));
  om_tensor* view = untouched();
  GIVES(om_flatten(context, second, 0, &view, error_out));
  om_tensor_release(view);
  om_tensor_release(second);
  GIVES(om_tensor_create(context, OM_FLOAT32, LIST(0, 7), NULL, 0, &second, error_out));
  om_tensor_release(second);

  /* A bool tensor that has to be copied is. */
  const uint8_t two = 2;
  REFUSES_OUT("memory.exhausted", second,
              om_tensor_borrow(context, OM_BOOL, LIST(1), &two, 1, NULL, NULL, &second, error_out));

  /* What no machine has is refused under any limit. */
  GIVES(om_context_set_memory_limit(context, INT64_MAX, error_out));
  REFUSES_OUT("memory.exhausted", second, om_constant_of_shape(context, LIST(INT64_MAX / 8), NULL, &second, error_out));

  /* Threads: results do not depend on their number. */
  CHECK_INTEGER(om_context_threads(NULL), 1);
  CHECK_INTEGER(om_context_threads(context), 1);
  GIVES(om_context_set_threads(context, 3, error_out));
  CHECK_INTEGER(om_context_threads(context), 3);
  REFUSES("argument.count", om_context_set_threads(context, 0, error_out));
  REFUSES("argument.count", om_context_set_threads(context, OM_MAX_THREADS + 1, error_out));
  REFUSES("argument.null", om_context_set_threads(NULL, 2, error_out));
  CHECK_INTEGER(om_context_threads(context), 3);

  /* Results that are released are kept up to a limit: the next one of that size has the same memory. */
  CHECK(om_context_buffer_limit(NULL) > 0);
  CHECK_INTEGER(om_context_buffer_limit(context), om_context_buffer_limit(NULL));
  REFUSES("argument.count", om_context_set_buffer_limit(context, -1, error_out));
  REFUSES("argument.null", om_context_set_buffer_limit(NULL, 0, error_out));
  GIVES(om_constant_of_shape(context, LIST(3000000), NULL, &second, error_out));
  const void* memory = om_tensor_data(second);
  om_tensor_release(second);
  GIVES(om_constant_of_shape(context, LIST(3000000), NULL, &second, error_out));
  CHECK(om_tensor_data(second) == memory);
  om_tensor_release(second);
  om_context_release_buffers(context);
  om_context_release_buffers(NULL);
#if defined(MALLOC_TELLS_BYTES_IN_USE)
  /* Small ones, too, which each thread keeps for itself. */
  om_tensor* small[64];
  const size_t in_use = mallinfo2().uordblks;
  for (int i = 0; i < 64; ++i) GIVES(om_constant_of_shape(context, LIST(400), NULL, &small[i], error_out));
  for (int i = 0; i < 64; ++i) om_tensor_release(small[i]);
  CHECK(mallinfo2().uordblks > in_use + 4000);
  om_context_release_buffers(context);
  CHECK(mallinfo2().uordblks < in_use + 4000);
#endif
  GIVES(om_context_set_buffer_limit(context, 0, error_out));
  CHECK_INTEGER(om_context_buffer_limit(context), 0);
  GIVES(om_constant_of_shape(context, LIST(3000000), NULL, &second, error_out));

  om_context_release(context);
  CHECK_INTEGER(om_tensor_element_count(second), 3000000);
  om_tensor_release(second);
  CHECK_TENSOR(tensor, OM_FLOAT32, float, (1, 2, 3), LIST(3));
  om_context_release(NULL);
}
