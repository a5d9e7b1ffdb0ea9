/* The named operators that move elements: results, refusals, misuse, and the limit on memory. */
#include "check.h"

static om_tensor* output;

/* The checks that are the same for all of them: `call` takes context, data, and out parameter, and its result for a
 * float32 [2, 2] has `bytes` bytes. */
#define REFUSES_MISUSE(call, bytes)                                                        \
  do {                                                                                     \
    om_tensor* misused_data = counting_floats(LIST(2, 2));                                 \
    om_context* misused_context = context_of_limit((bytes)-1);                             \
    REFUSES_OUT("memory.exhausted", output, call(misused_context, misused_data, &output)); \
    GIVES(om_context_set_memory_limit(misused_context, bytes, error_out));                 \
    GIVES(call(misused_context, misused_data, &output));                                   \
    om_tensor_release(output);                                                             \
    om_context_release(misused_context);                                                   \
    REFUSES("argument.null", call(NULL, misused_data, NULL));                              \
    REFUSES_OUT("argument.null", output, call(NULL, NULL, &output));                       \
    om_tensor_release(misused_data);                                                       \
    misused_data = description_of(OM_FLOAT32, LIST(2, 2));                                 \
    REFUSES_OUT("argument.no_data", output, call(NULL, misused_data, &output));            \
    om_tensor_release(misused_data);                                                       \
  } while (0)

static const int64_t some[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};

static void transpose(void) {
  om_tensor* data = counting_floats(LIST(2, 3));
  GIVES(om_transpose(NULL, data, NULL, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 3, 1, 4, 2, 5), LIST(3, 2));
  GIVES(om_transpose(NULL, data, LIST(0, 1), &output, error_out));
  CHECK(om_tensor_data(output) != om_tensor_data(data));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 2, 3, 4, 5), LIST(2, 3));
  REFUSES_OUT("argument.null", output, om_transpose(NULL, data, NULL, 2, &output, error_out));
  REFUSES_OUT("argument.count", output, om_transpose(NULL, data, some, -1, &output, error_out));
  REFUSES_OUT("argument.count", output, om_transpose(NULL, data, NULL, -1, &output, error_out));
  REFUSES_OUT("transpose.perm_length", output, om_transpose(NULL, data, LIST(0), &output, error_out));
  REFUSES_OUT("transpose.perm_length", output, om_transpose(NULL, data, some, 0, &output, error_out));
  REFUSES_OUT("transpose.perm_value", output, om_transpose(NULL, data, LIST(0, 0), &output, error_out));
  REFUSES_OUT("transpose.perm_value", output, om_transpose(NULL, data, LIST(-1, 0), &output, error_out));
  REFUSES_OUT("transpose.perm_value", output, om_transpose(NULL, data, LIST(0, INT64_MAX), &output, error_out));
  om_tensor_release(data);
  data = scalar_float(3);
  GIVES(om_transpose(NULL, data, some, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (3), NULL, 0);
  om_tensor_release(data);
#define CALL(context, data, output) om_transpose(context, data, NULL, 0, output, error_out)
  REFUSES_MISUSE(CALL, 16);
#undef CALL
}

static void concat(void) {
  om_tensor* first = counting_floats(LIST(1, 2));
  om_tensor* second = counting_floats(LIST(2, 2));
  om_tensor* vector = counting_floats(LIST(2));
  om_tensor* integers = tensor_of(OM_INT32, (const int32_t[]){1, 2}, 8, LIST(1, 2));
  om_tensor* scalar = scalar_float(1);
  const om_tensor* both[] = {first, second, first};
  GIVES(om_concat(NULL, both, 3, -2, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 0, 1, 2, 3, 0, 1), LIST(4, 2));
  GIVES(om_concat(NULL, both, 1, 1, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1), LIST(1, 2));

  REFUSES_OUT("argument.null", output, om_concat(NULL, NULL, 1, 0, &output, error_out));
  REFUSES_OUT("argument.count", output, om_concat(NULL, both, -1, 0, &output, error_out));
  REFUSES_OUT("input.missing", output, om_concat(NULL, NULL, 0, 0, &output, error_out));
  const om_tensor* with_null[] = {first, NULL};
  REFUSES_OUT("argument.null", output, om_concat(NULL, with_null, 2, 0, &output, error_out));
  REFUSES_OUT("concat.extent_mismatch", output, om_concat(NULL, both, 2, 1, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_concat(NULL, both, 2, 2, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_concat(NULL, both, 2, INT64_MIN, &output, error_out));
  const om_tensor* ranks[] = {first, vector};
  REFUSES_OUT("concat.rank_mismatch", output, om_concat(NULL, ranks, 2, 0, &output, error_out));
  const om_tensor* types[] = {first, integers};
  REFUSES_OUT("input.type_mismatch", output, om_concat(NULL, types, 2, 0, &output, error_out));
  const om_tensor* scalars[] = {scalar, scalar};
  REFUSES_OUT("input.rank", output, om_concat(NULL, scalars, 2, 0, &output, error_out));
  /* The joined extent does not exist. */
  om_tensor* wide = tensor_of(OM_INT8, NULL, 0, LIST(INT64_MAX, 0));
  const om_tensor* wides[] = {wide, wide};
  REFUSES_OUT("shape.overflow", output, om_concat(NULL, wides, 2, 0, &output, error_out));
  om_tensor_release(wide);
  om_tensor_release(scalar);
  om_tensor_release(integers);
  om_tensor_release(vector);
  om_tensor_release(second);
  om_tensor_release(first);
#define CALL(context, data, output) om_concat(context, (const om_tensor* const[]){data, data}, 2, 0, output, error_out)
  REFUSES_MISUSE(CALL, 32);
#undef CALL
}

static void split(void) {
  om_tensor* data = counting_floats(LIST(5));
  om_tensor* parts[3];
  GIVES(om_split(NULL, data, NULL, 0, 0, parts, 3, error_out));
  CHECK_TENSOR(parts[0], OM_FLOAT32, float, (0, 1), LIST(2));
  CHECK_TENSOR(parts[1], OM_FLOAT32, float, (2, 3), LIST(2));
  CHECK_TENSOR(parts[2], OM_FLOAT32, float, (4), LIST(1));
  GIVES(om_split(NULL, data, LIST(0, 4, 1), -1, parts, 3, error_out));
  CHECK_SHAPE(parts[0], OM_FLOAT32, LIST(0));
  om_tensor_release(parts[0]);
  CHECK_TENSOR(parts[1], OM_FLOAT32, float, (0, 1, 2, 3), LIST(4));
  CHECK_TENSOR(parts[2], OM_FLOAT32, float, (4), LIST(1));

#define REFUSES_PARTS(slug, count, ...)                                    \
  do {                                                                     \
    for (int part = 0; part < (count); ++part) parts[part] = untouched();  \
    REFUSES(slug, __VA_ARGS__);                                            \
    for (int part = 0; part < (count); ++part) CHECK(parts[part] == NULL); \
  } while (0)
  REFUSES_PARTS("argument.null", 3, om_split(NULL, NULL, NULL, 0, 0, parts, 3, error_out));
  REFUSES_PARTS("argument.null", 3, om_split(NULL, data, NULL, 3, 0, parts, 3, error_out));
  REFUSES_PARTS("argument.count", 3, om_split(NULL, data, NULL, -1, 0, parts, 3, error_out));
  REFUSES("argument.null", om_split(NULL, data, NULL, 0, 0, NULL, 3, error_out));
  REFUSES("argument.count", om_split(NULL, data, NULL, 0, 0, parts, -1, error_out));
  REFUSES("output.count", om_split(NULL, data, NULL, 0, 0, parts, 0, error_out));
  REFUSES("output.count", om_split(NULL, data, NULL, 0, 0, NULL, 0, error_out));
  REFUSES_PARTS("split.size_negative", 2, om_split(NULL, data, LIST(6, -1), 0, parts, 2, error_out));
  REFUSES_PARTS("split.sum_mismatch", 2, om_split(NULL, data, LIST(2, 2), 0, parts, 2, error_out));
  REFUSES_PARTS("split.count_mismatch", 2, om_split(NULL, data, LIST(2, 2, 1), 0, parts, 2, error_out));
  REFUSES_PARTS("axis.out_of_range", 2, om_split(NULL, data, NULL, 0, 1, parts, 2, error_out));
  /* Sizes whose sum does not exist are not the extent. */
  for (int i = 0; i < 3; ++i) parts[i] = untouched();
  CHECK_INTEGER(om_split(NULL, data, LIST(INT64_MAX, INT64_MAX, 7), 0, parts, 3, NULL), OM_INVALID_MODEL);
  CHECK(parts[0] == NULL && parts[1] == NULL && parts[2] == NULL);
  om_tensor* scalar = scalar_float(1);
  REFUSES_PARTS("input.rank", 2, om_split(NULL, scalar, NULL, 0, 0, parts, 2, error_out));
  om_tensor_release(scalar);
  om_tensor* seven_parts[7];
  om_tensor* seven = counting_floats(LIST(7));
  REFUSES("split.uneven", om_split(NULL, seven, NULL, 0, 0, seven_parts, 5, error_out));
  om_tensor_release(seven);
  om_tensor* described = description_of(OM_FLOAT32, LIST(4));
  REFUSES_PARTS("argument.no_data", 2, om_split(NULL, described, NULL, 0, 0, parts, 2, error_out));
  om_tensor_release(described);

  /* The last part is too large; the first ones, which are not, are not given either. */
  om_context* context = context_of_limit(15);
  REFUSES_PARTS("memory.exhausted", 2, om_split(context, data, LIST(1, 4), 0, parts, 2, error_out));
  om_context_release(context);
  om_tensor_release(data);
}

static void slice(void) {
  om_tensor* data = counting_floats(LIST(2, 4));
  const int64_t ones[] = {1, 1};
  const int64_t fours[] = {4, 4};
  const int64_t minus_ones[] = {-1, -1};
  const int64_t ends[] = {INT64_MAX, INT32_MAX};
  const int64_t steps[] = {-1, -2};
  GIVES(om_slice(NULL, data, ones, fours, NULL, NULL, 2, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (5, 6, 7), LIST(1, 3));
  GIVES(om_slice(NULL, data, ones, fours, minus_ones, NULL, 1, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (1, 2, 3, 5, 6, 7), LIST(2, 3));
  GIVES(om_slice(NULL, data, minus_ones, ends, NULL, steps, 2, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (7, 5, 3, 1), LIST(2, 2));
  GIVES(om_slice(NULL, data, NULL, NULL, NULL, NULL, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 2, 3, 4, 5, 6, 7), LIST(2, 4));
  const int64_t extreme_steps[] = {INT64_MIN, INT64_MAX};
  const int64_t extreme_starts[] = {INT64_MAX, INT64_MIN};
  const int64_t extreme_ends[] = {INT64_MIN, INT64_MAX};
  GIVES(om_slice(NULL, data, extreme_starts, extreme_ends, NULL, extreme_steps, 2, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (4), LIST(1, 1));

  REFUSES_OUT("argument.null", output, om_slice(NULL, data, NULL, fours, NULL, NULL, 1, &output, error_out));
  REFUSES_OUT("argument.null", output, om_slice(NULL, data, ones, NULL, NULL, NULL, 1, &output, error_out));
  REFUSES_OUT("argument.count", output, om_slice(NULL, data, ones, fours, NULL, NULL, -1, &output, error_out));
  REFUSES_OUT("slice.step_zero", output, om_slice(NULL, data, ones, fours, NULL, some, 1, &output, error_out));
  REFUSES_OUT("axis.repeated", output, om_slice(NULL, data, ones, fours, minus_ones, NULL, 2, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_slice(NULL, data, ones, fours, fours, NULL, 1, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_slice(NULL, data, some, some, NULL, NULL, 3, &output, error_out));
  om_tensor_release(data);
#define CALL(context, data, output) om_slice(context, data, some, fours, NULL, NULL, 2, output, error_out)
  REFUSES_MISUSE(CALL, 16);
#undef CALL
}

static void expand(void) {
  om_tensor* data = counting_floats(LIST(2, 1));
  GIVES(om_expand(NULL, data, LIST(2, 1, 3), &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1), LIST(2, 2, 3));
  GIVES(om_expand(NULL, data, NULL, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1), LIST(2, 1));
  GIVES(om_expand(NULL, data, LIST(0), &output, error_out));
  CHECK_SHAPE(output, OM_FLOAT32, LIST(2, 0));
  om_tensor_release(output);
  REFUSES_OUT("argument.null", output, om_expand(NULL, data, NULL, 1, &output, error_out));
  REFUSES_OUT("argument.count", output, om_expand(NULL, data, some, -1, &output, error_out));
  REFUSES_OUT("expand.extent_negative", output, om_expand(NULL, data, LIST(-1), &output, error_out));
  REFUSES_OUT("broadcast.mismatch", output, om_expand(NULL, data, LIST(3, 1), &output, error_out));
  REFUSES_OUT("shape.rank_limit", output, om_expand(NULL, data, LIST(1, 1, 1, 1, 1, 1, 1, 1, 1), &output, error_out));
  REFUSES_OUT("shape.overflow", output, om_expand(NULL, data, LIST(INT64_MAX, 1, 2), &output, error_out));
  om_tensor_release(data);
#define CALL(context, data, output) om_expand(context, data, LIST(3, 1, 1), output, error_out)
  REFUSES_MISUSE(CALL, 48);
#undef CALL
}

static void tile(void) {
  om_tensor* data = counting_floats(LIST(1, 2));
  GIVES(om_tile(NULL, data, LIST(2, 2), &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 0, 1, 0, 1, 0, 1), LIST(2, 4));
  GIVES(om_tile(NULL, data, LIST(INT64_MAX, 0), &output, error_out));
  CHECK_SHAPE(output, OM_FLOAT32, LIST(INT64_MAX, 0));
  om_tensor_release(output);
  REFUSES_OUT("argument.null", output, om_tile(NULL, data, NULL, 2, &output, error_out));
  REFUSES_OUT("argument.count", output, om_tile(NULL, data, some, -2, &output, error_out));
  REFUSES_OUT("tile.repeats_length", output, om_tile(NULL, data, LIST(1), &output, error_out));
  REFUSES_OUT("tile.repeats_length", output, om_tile(NULL, data, NULL, 0, &output, error_out));
  REFUSES_OUT("tile.repeat_negative", output, om_tile(NULL, data, LIST(1, -1), &output, error_out));
  REFUSES_OUT("shape.overflow", output, om_tile(NULL, data, LIST(1, INT64_MAX), &output, error_out));
  REFUSES_OUT("shape.overflow", output, om_tile(NULL, data, LIST(INT64_MAX, 2), &output, error_out));
  om_tensor_release(data);
#define CALL(context, data, output) om_tile(context, data, LIST(2, 1), output, error_out)
  REFUSES_MISUSE(CALL, 32);
#undef CALL
}

static om_tensor* indices_of(const int64_t* values, int64_t count, const int64_t* shape, int64_t rank) {
  return tensor_of(OM_INT64, values, 8 * count, shape, rank);
}

/* What the four gathering and scattering operators do with their indices. */
#define REFUSES_BAD_INDICES(call, ...)                                           \
  do {                                                                           \
    om_tensor* four = counting_floats(LIST(2, 2));                               \
    const int64_t bad[] = {2, -3, INT64_MIN, INT64_MAX};                         \
    for (int i = 0; i < 4; ++i) {                                                \
      om_tensor* bad_index = indices_of(&bad[i], 1, __VA_ARGS__);                \
      REFUSES_OUT("index.out_of_range", output, call(four, bad_index, &output)); \
      om_tensor_release(bad_index);                                              \
    }                                                                            \
    REFUSES_OUT("argument.null", output, call(four, NULL, &output));             \
    REFUSES_OUT("input.type", output, call(four, four, &output));                \
    om_tensor* no_index = description_of(OM_INT64, __VA_ARGS__);                 \
    REFUSES_OUT("argument.no_data", output, call(four, no_index, &output));      \
    om_tensor_release(no_index);                                                 \
    om_tensor_release(four);                                                     \
  } while (0)

static void gather(void) {
  om_tensor* data = counting_floats(LIST(2, 3));
  om_tensor* index = indices_of(LIST(1, -1), LIST(2));
  om_tensor* scalar_index = indices_of(LIST(-2), NULL, 0);
  om_tensor* index32 = tensor_of(OM_INT32, (const int32_t[]){-1}, 4, LIST(1, 1));
  GIVES(om_gather(NULL, data, index, 1, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (1, 2, 4, 5), LIST(2, 2));
  GIVES(om_gather(NULL, data, scalar_index, -2, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 2), LIST(3));
  GIVES(om_gather(NULL, data, index32, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (3, 4, 5), LIST(1, 1, 3));
  REFUSES_OUT("axis.out_of_range", output, om_gather(NULL, data, index, 2, &output, error_out));
  om_tensor* scalar = scalar_float(0);
  REFUSES_OUT("input.rank", output, om_gather(NULL, scalar, index, 0, &output, error_out));
  om_tensor_release(scalar);
  om_tensor* deep = indices_of(LIST(0), LIST(1, 1, 1, 1, 1, 1, 1, 1));
  REFUSES_OUT("shape.rank_limit", output, om_gather(NULL, data, deep, 0, &output, error_out));

  /* The extents beside an empty axis may be such that their product does not exist. */
  om_tensor* hollow = tensor_of(OM_INT16, NULL, 0, (int64_t[]){INT64_MAX, 9, INT64_MAX, 0}, 4);
  om_tensor* none = tensor_of(OM_INT32, NULL, 0, (int64_t[]){2, 0}, 2);
  GIVES(om_gather(NULL, hollow, none, 3, &output, error_out));
  CHECK_INTEGER(om_tensor_rank(output), 5);
  CHECK_INTEGER(om_tensor_element_count(output), 0);
  om_tensor_release(output);
  om_tensor_release(none);
  om_tensor_release(hollow);
  om_tensor_release(deep);
  om_tensor_release(index32);
  om_tensor_release(scalar_index);
  om_tensor_release(data);
#define INDEXED(data, indices, output) om_gather(NULL, data, indices, 0, output, error_out)
  REFUSES_BAD_INDICES(INDEXED, LIST(1));
#undef INDEXED
#define CALL(context, data, output) om_gather(context, data, index, 0, output, error_out)
  REFUSES_MISUSE(CALL, 16);
#undef CALL
  om_tensor_release(index);
}

static void gather_elements(void) {
  om_tensor* data = counting_floats(LIST(2, 3));
  om_tensor* index = indices_of(LIST(1, -2), LIST(1, 2));
  om_tensor* vector = indices_of(LIST(1), LIST(1));
  om_tensor* wide = indices_of(LIST(0, 0, 0, 0), LIST(1, 4));
  GIVES(om_gather_elements(NULL, data, index, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (3, 1), LIST(1, 2));
  GIVES(om_gather_elements(NULL, data, wide, -1, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 0, 0, 0), LIST(1, 4));
  REFUSES_OUT("gather_elements.rank_mismatch", output, om_gather_elements(NULL, data, vector, 0, &output, error_out));
  REFUSES_OUT("gather_elements.extent", output, om_gather_elements(NULL, data, wide, 0, &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_gather_elements(NULL, data, index, -3, &output, error_out));
  om_tensor* scalar = scalar_float(0);
  om_tensor* scalar_index = indices_of(LIST(0), NULL, 0);
  REFUSES_OUT("input.rank", output, om_gather_elements(NULL, scalar, scalar_index, 0, &output, error_out));
  om_tensor_release(scalar_index);
  om_tensor_release(scalar);
  om_tensor_release(wide);
  om_tensor_release(vector);
  om_tensor_release(data);
#define INDEXED(data, indices, output) om_gather_elements(NULL, data, indices, 0, output, error_out)
  REFUSES_BAD_INDICES(INDEXED, LIST(1, 1));
#undef INDEXED
#define CALL(context, data, output) om_gather_elements(context, data, index, 0, output, error_out)
  REFUSES_MISUSE(CALL, 8);
#undef CALL
  om_tensor_release(index);
}

static void gather_nd(void) {
  om_tensor* data = counting_floats(LIST(2, 3));
  om_tensor* index = indices_of(LIST(1, 0), LIST(2, 1));
  om_tensor* pair = indices_of(LIST(1, -1), LIST(2));
  om_tensor* scalar = indices_of(LIST(0), NULL, 0);
  om_tensor* three = indices_of(LIST(0, 0, 0), LIST(3, 1));
  GIVES(om_gather_nd(NULL, data, index, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (3, 4, 5, 0, 1, 2), LIST(2, 3));
  GIVES(om_gather_nd(NULL, data, pair, 0, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (5), NULL, 0);
  GIVES(om_gather_nd(NULL, data, index, 1, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (1, 3), LIST(2));
  REFUSES_OUT("gather_nd.batch_dims", output, om_gather_nd(NULL, data, index, 2, &output, error_out));
  REFUSES_OUT("gather_nd.batch_dims", output, om_gather_nd(NULL, data, index, -1, &output, error_out));
  REFUSES_OUT("gather_nd.batch_dims", output, om_gather_nd(NULL, data, index, INT64_MAX, &output, error_out));
  REFUSES_OUT("gather_nd.batch_mismatch", output, om_gather_nd(NULL, data, three, 1, &output, error_out));
  om_tensor* no_depth = indices_of(NULL, 0, LIST(2, 0));
  REFUSES_OUT("gather_nd.index_depth", output, om_gather_nd(NULL, data, no_depth, 0, &output, error_out));
  om_tensor_release(no_depth);
  REFUSES_OUT("input.rank", output, om_gather_nd(NULL, data, scalar, 0, &output, error_out));
  om_tensor_release(three);
  om_tensor_release(scalar);
  om_tensor_release(pair);
  om_tensor_release(data);
#define INDEXED(data, indices, output) om_gather_nd(NULL, data, indices, 0, output, error_out)
  REFUSES_BAD_INDICES(INDEXED, LIST(1, 1));
#undef INDEXED
#define CALL(context, data, output) om_gather_nd(context, data, index, 0, output, error_out)
  REFUSES_MISUSE(CALL, 16);
#undef CALL
  om_tensor_release(index);
}

static void scatter_nd(void) {
  om_tensor* data = counting_floats(LIST(2, 2));
  om_tensor* index = indices_of(LIST(-1, -1), LIST(2, 1));
  om_tensor* updates = tensor_of(OM_FLOAT32, (const float[]){10, 20, 30, 40}, 16, LIST(2, 2));
  GIVES(om_scatter_nd(NULL, data, index, updates, NULL, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 30, 40), LIST(2, 2));
  GIVES(om_scatter_nd(NULL, data, index, updates, "none", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 30, 40), LIST(2, 2));
  GIVES(om_scatter_nd(NULL, data, index, updates, "add", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 42, 63), LIST(2, 2));
  GIVES(om_scatter_nd(NULL, data, index, updates, "mul", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 600, 2400), LIST(2, 2));
  GIVES(om_scatter_nd(NULL, data, index, updates, "max", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 30, 40), LIST(2, 2));
  GIVES(om_scatter_nd(NULL, data, index, updates, "min", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 2, 3), LIST(2, 2));
  CHECK(((const float*)om_tensor_data(data))[2] == 2);

  REFUSES_OUT("argument.null", output, om_scatter_nd(NULL, data, index, NULL, NULL, &output, error_out));
  REFUSES_OUT("scatter_nd.reduction", output, om_scatter_nd(NULL, data, index, updates, "sub", &output, error_out));
  REFUSES_OUT("scatter_nd.reduction", output, om_scatter_nd(NULL, data, index, updates, "", &output, error_out));
  om_tensor* vector = counting_floats(LIST(2));
  REFUSES_OUT("scatter_nd.updates_shape", output, om_scatter_nd(NULL, data, index, vector, NULL, &output, error_out));
  om_tensor* deep = indices_of(LIST(0, 0, 0), LIST(1, 3));
  REFUSES_OUT("scatter_nd.index_depth", output, om_scatter_nd(NULL, data, deep, vector, NULL, &output, error_out));
  om_tensor_release(deep);
  om_tensor_release(vector);
  REFUSES_OUT("input.type_mismatch", output, om_scatter_nd(NULL, data, index, index, NULL, &output, error_out));
  om_tensor* scalar = scalar_float(1);
  REFUSES_OUT("input.rank", output, om_scatter_nd(NULL, scalar, index, updates, NULL, &output, error_out));
  om_tensor_release(scalar);
  om_tensor* text = strings_of((const char* const[]){"a", "b"}, LIST(2));
  om_tensor* text_index = indices_of(LIST(0, 1), LIST(2, 1));
  REFUSES_OUT("scatter_nd.reduction_type", output,
              om_scatter_nd(NULL, text, text_index, text, "add", &output, error_out));
  om_tensor_release(text_index);
  om_tensor_release(text);
  om_tensor* row = tensor_of(OM_FLOAT32, (const float[]){1, 2}, 8, LIST(1, 2));
#define INDEXED(data, indices, output) om_scatter_nd(NULL, data, indices, row, NULL, output, error_out)
  REFUSES_BAD_INDICES(INDEXED, LIST(1, 1));
#undef INDEXED
  om_tensor_release(row);
  om_tensor_release(data);
#define CALL(context, data, output) om_scatter_nd(context, data, index, updates, NULL, output, error_out)
  REFUSES_MISUSE(CALL, 16);
#undef CALL
  om_tensor_release(updates);
  om_tensor_release(index);
}

static void pad(void) {
  om_tensor* data = counting_floats(LIST(3));
  om_tensor* value = scalar_float(9);
  GIVES(om_pad(NULL, data, LIST(1, -1), value, NULL, 0, NULL, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (9, 0, 1), LIST(3));
  GIVES(om_pad(NULL, data, LIST(1, 0), NULL, NULL, 0, "constant", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 0, 1, 2), LIST(4));
  GIVES(om_pad(NULL, data, LIST(1, 1), NULL, LIST(-1), "reflect", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (1, 0, 1, 2, 1), LIST(5));
  GIVES(om_pad(NULL, data, LIST(1, 1), NULL, NULL, 0, "edge", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 0, 1, 2, 2), LIST(5));
  GIVES(om_pad(NULL, data, LIST(1, 1), NULL, NULL, 0, "wrap", &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (2, 0, 1, 2, 0), LIST(5));
  GIVES(om_pad(NULL, data, NULL, 0, NULL, some, 0, NULL, &output, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (0, 1, 2), LIST(3));

  REFUSES_OUT("argument.null", output, om_pad(NULL, data, NULL, 2, NULL, NULL, 0, NULL, &output, error_out));
  REFUSES_OUT("argument.null", output, om_pad(NULL, data, LIST(0, 0), NULL, NULL, 1, NULL, &output, error_out));
  REFUSES_OUT("argument.count", output, om_pad(NULL, data, some, -2, NULL, NULL, 0, NULL, &output, error_out));
  REFUSES_OUT("argument.count", output, om_pad(NULL, data, LIST(0, 0), NULL, some, -1, NULL, &output, error_out));
  REFUSES_OUT("pad.length", output, om_pad(NULL, data, LIST(1), NULL, NULL, 0, NULL, &output, error_out));
  REFUSES_OUT("pad.mode", output, om_pad(NULL, data, LIST(1, 1), NULL, NULL, 0, "", &output, error_out));
  REFUSES_OUT("pad.mode", output, om_pad(NULL, data, LIST(1, 1), NULL, NULL, 0, "mirror", &output, error_out));
  REFUSES_OUT("pad.extent_negative", output, om_pad(NULL, data, LIST(-2, -2), NULL, NULL, 0, NULL, &output, error_out));
  REFUSES_OUT("pad.extent_negative", output,
              om_pad(NULL, data, LIST(INT64_MIN, 0), NULL, NULL, 0, NULL, &output, error_out));
  REFUSES_OUT("pad.empty_axis", output, om_pad(NULL, data, LIST(-3, 1), NULL, NULL, 0, "edge", &output, error_out));
  REFUSES_OUT("axis.out_of_range", output, om_pad(NULL, data, LIST(0, 0), NULL, LIST(1), NULL, &output, error_out));
  REFUSES_OUT("axis.repeated", output,
              om_pad(NULL, data, LIST(0, 0, 0, 0), NULL, LIST(0, -1), NULL, &output, error_out));
  REFUSES_OUT("shape.overflow", output,
              om_pad(NULL, data, LIST(INT64_MAX, INT64_MAX), NULL, NULL, 0, NULL, &output, error_out));
  om_tensor* integer = tensor_of(OM_INT32, (const int32_t[]){1}, 4, NULL, 0);
  REFUSES_OUT("input.type_mismatch", output,
              om_pad(NULL, data, LIST(0, 0), integer, NULL, 0, NULL, &output, error_out));
  om_tensor_release(integer);
  REFUSES_OUT("input.not_scalar", output, om_pad(NULL, data, LIST(0, 0), data, NULL, 0, NULL, &output, error_out));
  om_tensor* described = description_of(OM_FLOAT32, NULL, 0);
  REFUSES_OUT("argument.no_data", output, om_pad(NULL, data, LIST(0, 0), described, NULL, 0, NULL, &output, error_out));
  om_tensor_release(described);
  om_tensor_release(value);
  om_tensor_release(data);
#define CALL(context, data, output) om_pad(context, data, LIST(1, 0, 0, 0), NULL, NULL, 0, NULL, output, error_out)
  REFUSES_MISUSE(CALL, 24);
#undef CALL
}

static void trilu(void) {
  om_tensor* data = tensor_of(OM_INT32, (const int32_t[]){1, 2, 3, 4}, 16, LIST(2, 2));
  GIVES(om_trilu(NULL, data, 0, 1, &output, error_out));
  CHECK_TENSOR(output, OM_INT32, int32_t, (1, 2, 0, 4), LIST(2, 2));
  GIVES(om_trilu(NULL, data, -1, 0, &output, error_out));
  CHECK_TENSOR(output, OM_INT32, int32_t, (0, 0, 3, 0), LIST(2, 2));
  GIVES(om_trilu(NULL, data, INT64_MIN, 7, &output, error_out));
  CHECK_TENSOR(output, OM_INT32, int32_t, (1, 2, 3, 4), LIST(2, 2));
  GIVES(om_trilu(NULL, data, INT64_MAX, 1, &output, error_out));
  CHECK_TENSOR(output, OM_INT32, int32_t, (0, 0, 0, 0), LIST(2, 2));
  om_tensor_release(data);
  data = counting_floats(LIST(2));
  REFUSES_OUT("input.rank", output, om_trilu(NULL, data, 0, 1, &output, error_out));
  om_tensor_release(data);
#define CALL(context, data, output) om_trilu(context, data, 0, 1, output, error_out)
  REFUSES_MISUSE(CALL, 16);
#undef CALL
}

static void topk(void) {
  om_tensor* data = tensor_of(OM_FLOAT32, (const float[]){3, 1, 2, 3}, 16, LIST(4));
  om_tensor* positions = untouched();
  GIVES(om_topk(NULL, data, 3, 0, 1, 1, &output, &positions, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (3, 3, 2), LIST(3));
  CHECK_TENSOR(positions, OM_INT64, int64_t, (0, 3, 2), LIST(3));
  GIVES(om_topk(NULL, data, 2, -1, 0, 0, &output, &positions, error_out));
  CHECK_TENSOR(output, OM_FLOAT32, float, (1, 2), LIST(2));
  CHECK_TENSOR(positions, OM_INT64, int64_t, (1, 2), LIST(2));
  GIVES(om_topk(NULL, data, 0, 0, 1, 1, &output, &positions, error_out));
  CHECK_SHAPE(output, OM_FLOAT32, LIST(0));
  CHECK_SHAPE(positions, OM_INT64, LIST(0));
  om_tensor_release(output);
  om_tensor_release(positions);

#define REFUSES_BOTH(slug, ...)             \
  do {                                      \
    positions = untouched();                \
    REFUSES_OUT(slug, output, __VA_ARGS__); \
    CHECK(positions == NULL);               \
  } while (0)
  REFUSES_BOTH("topk.k_negative", om_topk(NULL, data, -1, 0, 1, 1, &output, &positions, error_out));
  REFUSES_BOTH("topk.k_exceeds_extent", om_topk(NULL, data, 5, 0, 1, 1, &output, &positions, error_out));
  REFUSES_BOTH("topk.k_exceeds_extent", om_topk(NULL, data, INT64_MAX, 0, 1, 1, &output, &positions, error_out));
  REFUSES_BOTH("axis.out_of_range", om_topk(NULL, data, 1, 1, 1, 1, &output, &positions, error_out));
  REFUSES_BOTH("argument.null", om_topk(NULL, NULL, 1, 0, 1, 1, &output, &positions, error_out));
  positions = untouched();
  REFUSES("argument.null", om_topk(NULL, data, 1, 0, 1, 1, NULL, &positions, error_out));
  CHECK(positions == NULL);
  REFUSES_OUT("argument.null", output, om_topk(NULL, data, 1, 0, 1, 1, &output, NULL, error_out));
  om_context* context = context_of_limit(15);
  REFUSES_BOTH("memory.exhausted", om_topk(context, data, 2, 0, 1, 1, &output, &positions, error_out));
  om_context_release(context);
  om_tensor_release(data);
  data = tensor_of(OM_BOOL, (const uint8_t[]){0, 1}, 2, LIST(2));
  REFUSES_BOTH("input.type", om_topk(NULL, data, 1, 0, 1, 1, &output, &positions, error_out));
  om_tensor_release(data);
  data = description_of(OM_FLOAT32, LIST(2));
  REFUSES_BOTH("argument.no_data", om_topk(NULL, data, 1, 0, 1, 1, &output, &positions, error_out));
  om_tensor_release(data);
}

void test_copies(void) {
  transpose();
  concat();
  split();
  slice();
  expand();
  tile();
  gather();
  gather_elements();
  gather_nd();
  scatter_nd();
  pad();
  trilu();
  topk();
}
