/* Large calls: the same bytes with any number of threads. What they are is printed as a sum, which has to be the same
 * at every level of vector instructions: levels.py compares. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { thread_counts = 3, most_outputs = 3 };

typedef struct {
  om_tensor* outputs[most_outputs];
} results;

/* What every call takes: a tensor of 22 MB, one of 2.8 MB, and indices. */
static om_tensor* large;
static om_tensor* medium;
static om_tensor* bytes;
static om_tensor* rows;
static om_tensor* positions;
static om_tensor* coordinates;
static om_tensor* updates;

static uint64_t random_state = 1;

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static om_tensor* random_tensor(om_type type, const int64_t* shape, int64_t rank, int64_t element_size, uint64_t most) {
  int64_t count = 1;
  for (int64_t axis = 0; axis < rank; ++axis) count *= shape[axis];
  uint8_t* data = malloc((size_t)(count * element_size));
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t value = next_random() % most;
    memcpy(data + i * element_size, &value, (size_t)element_size);
  }
  om_tensor* tensor = tensor_of(type, data, count * element_size, shape, rank);
  free(data);
  return tensor;
}

static void transpose(const om_context* context, results* r) {
  GIVES(om_transpose(context, large, LIST(1, 0, 2), &r->outputs[0], error_out));
  GIVES(om_transpose(context, medium, NULL, 0, &r->outputs[1], error_out));
  GIVES(om_transpose(context, bytes, LIST(2, 0, 1), &r->outputs[2], error_out));
}

static void slice(const om_context* context, results* r) {
  GIVES(om_slice(context, large, (int64_t[]){-1, 3}, (int64_t[]){INT64_MIN, 99}, (int64_t[]){0, 2}, (int64_t[]){-1, 2},
                 2, &r->outputs[0], error_out));
  GIVES(om_slice(context, bytes, (int64_t[]){-1}, (int64_t[]){INT64_MIN}, (int64_t[]){1}, (int64_t[]){-1}, 1,
                 &r->outputs[1], error_out));
}

static void join(const om_context* context, results* r) {
  const om_tensor* inputs[] = {large, large, large};
  GIVES(om_concat(context, inputs, 3, 2, &r->outputs[0], error_out));
  GIVES(om_concat(context, inputs, 2, 0, &r->outputs[1], error_out));
}

static void cut(const om_context* context, results* r) {
  GIVES(om_split(context, large, (int64_t[]){1, 90, 10}, 3, 2, r->outputs, 3, error_out));
}

static void repeat(const om_context* context, results* r) {
  GIVES(om_tile(context, medium, LIST(4, 5), &r->outputs[0], error_out));
  GIVES(om_expand(context, medium, LIST(16, 500, 700), &r->outputs[1], error_out));
}

static void pad(const om_context* context, results* r) {
  GIVES(om_pad(context, large, LIST(1, 2, 3, 0, 5, 1), NULL, NULL, 0, "constant", &r->outputs[0], error_out));
  GIVES(om_pad(context, bytes, LIST(0, 70, 1, 2, 0, 9), NULL, NULL, 0, "reflect", &r->outputs[1], error_out));
  GIVES(om_pad(context, medium, LIST(3, 800, 0, 700), NULL, NULL, 0, "wrap", &r->outputs[2], error_out));
}

static void gather(const om_context* context, results* r) {
  GIVES(om_gather(context, large, rows, 0, &r->outputs[0], error_out));
  GIVES(om_gather(context, medium, positions, 1, &r->outputs[1], error_out));
  GIVES(om_gather_elements(context, medium, positions, 1, &r->outputs[2], error_out));
}

static void gather_and_scatter(const om_context* context, results* r) {
  GIVES(om_gather_nd(context, medium, coordinates, 0, &r->outputs[0], error_out));
  GIVES(om_scatter_nd(context, medium, coordinates, updates, NULL, &r->outputs[1], error_out));
  GIVES(om_scatter_nd(context, medium, coordinates, updates, "add", &r->outputs[2], error_out));
}

static void generate(const om_context* context, results* r) {
  const float off_and_on[] = {0.5F, 2};
  om_tensor* values = tensor_of(OM_FLOAT32, off_and_on, sizeof off_and_on, (int64_t[]){2}, 1);
  GIVES(om_one_hot(context, rows, 4000, values, -1, &r->outputs[0], error_out));
  GIVES(om_constant_of_shape(context, LIST(1100, 5000), NULL, &r->outputs[1], error_out));
  om_tensor* numbers[3];
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t number = (int64_t[]){-7, 3000000, 1}[i];
    numbers[i] = tensor_of(OM_INT64, &number, sizeof number, NULL, 0);
  }
  GIVES(om_range(context, numbers[0], numbers[1], numbers[2], 1, &r->outputs[2], error_out));
  for (int i = 0; i < 3; ++i) om_tensor_release(numbers[i]);
  om_tensor_release(values);
}

static void select_some(const om_context* context, results* r) {
  GIVES(om_non_zero(context, bytes, &r->outputs[0], error_out));
  GIVES(om_topk(context, medium, 20, -1, 1, 1, &r->outputs[1], &r->outputs[2], error_out));
}

static void select_many(const om_context* context, results* r) {
  GIVES(om_topk(context, large, 60, 0, 0, 1, &r->outputs[0], &r->outputs[1], error_out));
  GIVES(om_trilu(context, large, -5, 0, &r->outputs[2], error_out));
}

/* FNV-1a over the bytes of all outputs. */
static uint64_t sum_of(const results* r) {
  uint64_t sum = 14695981039346656037U;
  for (int i = 0; i < most_outputs; ++i) {
    const uint8_t* data = om_tensor_data(r->outputs[i]);
    const int64_t count = om_tensor_byte_count(r->outputs[i]);
    for (int64_t j = 0; j < count; ++j) sum = (sum ^ data[j]) * 1099511628211U;
  }
  return sum;
}

static void release_all(results* r) {
  for (int i = 0; i < most_outputs; ++i) om_tensor_release(r->outputs[i]);
}

static void compare(const char* name, void (*call)(const om_context*, results*), om_context* const* contexts) {
  results alone = {{NULL}};
  call(contexts[0], &alone);
  for (int i = 1; i < thread_counts; ++i) {
    results shared = {{NULL}};
    call(contexts[i], &shared);
    for (int j = 0; j < most_outputs; ++j) {
      const int64_t count = om_tensor_byte_count(alone.outputs[j]);
      CHECK_INTEGER(om_tensor_byte_count(shared.outputs[j]), count);
      CHECK(count == 0 ||
            memcmp(om_tensor_data(alone.outputs[j]), om_tensor_data(shared.outputs[j]), (size_t)count) == 0);
    }
    release_all(&shared);
  }
  printf("%s %016" PRIx64 "\n", name, sum_of(&alone));
  release_all(&alone);
}

void test_parallel(void) {
  om_context* contexts[thread_counts];
  for (int i = 0; i < thread_counts; ++i) {
    GIVES(om_context_create(&contexts[i], error_out));
    GIVES(om_context_set_threads(contexts[i], i + 1, error_out));
  }
  large = random_tensor(OM_INT32, (int64_t[]){220, 250, 101}, 3, 4, UINT64_MAX);
  medium = random_tensor(OM_INT64, (int64_t[]){500, 700}, 2, 8, 5000);
  bytes = random_tensor(OM_UINT8, (int64_t[]){70, 300, 199}, 3, 1, 3);
  rows = random_tensor(OM_INT64, (int64_t[]){260}, 1, 8, 220);
  positions = random_tensor(OM_INT64, (int64_t[]){500, 30}, 2, 8, 700);
  coordinates = random_tensor(OM_INT64, (int64_t[]){200000, 2}, 2, 8, 500);
  updates = random_tensor(OM_INT64, (int64_t[]){200000}, 1, 8, 1000);

  compare("transpose", transpose, contexts);
  compare("slice", slice, contexts);
  compare("concat", join, contexts);
  compare("split", cut, contexts);
  compare("tile_expand", repeat, contexts);
  compare("pad", pad, contexts);
  compare("gather", gather, contexts);
  compare("gather_scatter_nd", gather_and_scatter, contexts);
  compare("generate", generate, contexts);
  compare("non_zero_topk", select_some, contexts);
  compare("topk_trilu", select_many, contexts);

  om_tensor* const inputs[] = {large, medium, bytes, rows, positions, coordinates, updates};
  for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; ++i) om_tensor_release(inputs[i]);
  for (int i = 0; i < thread_counts; ++i) om_context_release(contexts[i]);
}
