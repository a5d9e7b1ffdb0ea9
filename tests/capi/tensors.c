/* Making tensors by copy, borrowing and description; reading them; and how long they live. */
#include <string.h>

#include "check.h"

static const float values[6] = {0, 1, 2, 3, 4, 5};

static void reads(void) {
  om_tensor* tensor = tensor_of(OM_FLOAT32, values, sizeof values, LIST(2, 3));
  CHECK_INTEGER(om_tensor_type(tensor), OM_FLOAT32);
  CHECK_INTEGER(om_tensor_rank(tensor), 2);
  CHECK_INTEGER(om_tensor_element_count(tensor), 6);
  CHECK_INTEGER(om_tensor_byte_count(tensor), 24);
  CHECK(om_tensor_data(tensor) != (const void*)values);
  CHECK((uintptr_t)om_tensor_data(tensor) % sizeof(float) == 0);
  int64_t length = 7;
  CHECK(om_tensor_string(tensor, 0, &length) == NULL);
  CHECK_INTEGER(length, 0);
  CHECK_TENSOR(tensor, OM_FLOAT32, float, (0, 1, 2, 3, 4, 5), LIST(2, 3));

  om_tensor* scalar = scalar_float(2.5F);
  CHECK_INTEGER(om_tensor_rank(scalar), 0);
  CHECK(om_tensor_shape(scalar) != NULL);
  CHECK_INTEGER(om_tensor_element_count(scalar), 1);
  CHECK_TENSOR(scalar, OM_FLOAT32, float, (2.5F), NULL, 0);

  CHECK_INTEGER(om_tensor_type(NULL), 0);
  CHECK_INTEGER(om_tensor_rank(NULL), 0);
  CHECK(om_tensor_shape(NULL) == NULL);
  CHECK_INTEGER(om_tensor_element_count(NULL), 0);
  CHECK_INTEGER(om_tensor_byte_count(NULL), 0);
  CHECK(om_tensor_data(NULL) == NULL);
  length = 7;
  CHECK(om_tensor_string(NULL, 0, &length) == NULL);
  CHECK_INTEGER(length, 0);
  CHECK(om_tensor_string(NULL, 0, NULL) == NULL);
  om_tensor_retain(NULL);
  om_value_retain(NULL);
  om_tensor_release(NULL);
  om_value_release(NULL);
}

/* Every type but strings, with an odd number of elements. */
static void every_type(void) {
  unsigned char bytes[16 * 7 + 1];
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    if (type == OM_STRING) continue;
    const int64_t byte_count = (7 * om_type_bits(type) + 7) / 8;
    for (int64_t i = 0; i <= byte_count; ++i) bytes[i] = (unsigned char)(type == OM_BOOL ? i % 2 : (37 * i + 1) % 256);
    if (om_type_bits(type) == 4) bytes[byte_count - 1] = (unsigned char)(bytes[byte_count - 1] & 0x0F);
    if (om_type_bits(type) == 2) bytes[byte_count - 1] = (unsigned char)(bytes[byte_count - 1] & 0x3F);
    om_tensor* tensor = tensor_of(type, bytes, byte_count, LIST(7));
    const uintptr_t alignment = (uintptr_t)(om_type_bits(type) < 8 ? 1 : om_type_bits(type) / 8);
    CHECK((uintptr_t)om_tensor_data(tensor) % alignment == 0);
    check_bytes(tensor, type, bytes, byte_count, LIST(7), __FILE__, __LINE__);

    /* The memory that is copied need not be aligned. */
    memmove(bytes + 1, bytes, (size_t)byte_count);
    tensor = tensor_of(type, bytes + 1, byte_count, LIST(7));
    check_bytes(tensor, type, bytes + 1, byte_count, LIST(7), __FILE__, __LINE__);

    /* Empty, with and without a pointer. */
    tensor = tensor_of(type, NULL, 0, LIST(3, 0, INT64_MAX));
    CHECK_INTEGER(om_tensor_element_count(tensor), 0);
    check_bytes(tensor, type, NULL, 0, LIST(3, 0, INT64_MAX), __FILE__, __LINE__);
    tensor = tensor_of(type, bytes, 0, LIST(0));
    check_bytes(tensor, type, NULL, 0, LIST(0), __FILE__, __LINE__);
  }
}

/* Both makers over memory, as far as they refuse the same. */
typedef om_status (*maker)(om_type type, const int64_t* shape, int64_t rank, const void* data, int64_t byte_count,
                           om_tensor** tensor, om_error** error);

static om_status create(om_type type, const int64_t* shape, int64_t rank, const void* data, int64_t byte_count,
                        om_tensor** tensor, om_error** error) {
  return om_tensor_create(NULL, type, shape, rank, data, byte_count, tensor, error);
}

static void fail_if_called(void* user_data) {
  (void)user_data;
  check(0, __FILE__, __LINE__, "the release callback is called, though the tensor could not be made");
}

static om_status borrow(om_type type, const int64_t* shape, int64_t rank, const void* data, int64_t byte_count,
                        om_tensor** tensor, om_error** error) {
  return om_tensor_borrow(NULL, type, shape, rank, data, byte_count, fail_if_called, NULL, tensor, error);
}

static void refused(maker make) {
  om_tensor* tensor = NULL;
  REFUSES("argument.null", make(OM_FLOAT32, LIST(6), values, 24, NULL, error_out));
  static const om_type no_types[] = {0, -1, OM_STRING, OM_INT2 + 1, INT32_MAX, INT32_MIN};
  for (int i = 0; i < 6; ++i) {
    REFUSES_OUT("argument.type", tensor, make(no_types[i], LIST(6), values, 24, &tensor, error_out));
  }
  REFUSES_OUT("argument.null", tensor, make(OM_FLOAT32, NULL, 1, values, 24, &tensor, error_out));
  REFUSES_OUT("argument.count", tensor, make(OM_FLOAT32, LIST(6), values, -1, &tensor, error_out));
  REFUSES_OUT("argument.count", tensor, make(OM_FLOAT32, NULL, -1, values, 24, &tensor, error_out));
  REFUSES_OUT("argument.count", tensor, make(OM_FLOAT32, NULL, INT64_MIN, values, 24, &tensor, error_out));
  REFUSES_OUT("argument.extent", tensor, make(OM_FLOAT32, LIST(-6), values, 24, &tensor, error_out));
  REFUSES_OUT("argument.extent", tensor, make(OM_FLOAT32, LIST(-2, -3), values, 24, &tensor, error_out));
  REFUSES_OUT("argument.extent", tensor, make(OM_FLOAT32, LIST(0, -1), values, 0, &tensor, error_out));
  REFUSES_OUT("argument.extent", tensor, make(OM_FLOAT32, LIST(INT64_MIN), values, 24, &tensor, error_out));
  REFUSES_OUT("argument.null", tensor, make(OM_FLOAT32, LIST(6), NULL, 24, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor, make(OM_FLOAT32, LIST(6), NULL, 0, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor, make(OM_FLOAT32, LIST(6), values, 23, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor, make(OM_FLOAT32, LIST(5), values, 24, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor, make(OM_FLOAT32, LIST(0), values, 4, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor, make(OM_FLOAT32, NULL, 0, values, 0, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor, make(OM_UINT4, LIST(5), values, 2, &tensor, error_out));
  REFUSES_OUT("argument.bytes", tensor, make(OM_INT2, LIST(5), values, 5, &tensor, error_out));
  REFUSES_OUT("shape.rank_limit", tensor,
              make(OM_FLOAT32, LIST(1, 1, 1, 1, 1, 1, 1, 1, 1), values, 4, &tensor, error_out));
  /* Elements, then bytes, that do not fit in 63 bits. */
  REFUSES_OUT("shape.overflow", tensor, make(OM_UINT8, LIST(INT64_MAX, 2), values, 24, &tensor, error_out));
  REFUSES_OUT("shape.overflow", tensor,
              make(OM_UINT8, LIST(INT64_C(1) << 32, INT64_C(1) << 32), values, 0, &tensor, error_out));
  REFUSES_OUT("shape.overflow", tensor, make(OM_FLOAT32, LIST(INT64_MAX / 2), values, 24, &tensor, error_out));
  REFUSES_OUT("shape.overflow", tensor, make(OM_COMPLEX128, LIST(INT64_MAX / 15), values, 24, &tensor, error_out));
}

static void created(void) {
  om_tensor* tensor = NULL;
  REFUSES_OUT("argument.bytes", tensor, create(OM_UINT8, LIST(INT64_MAX), values, 24, &tensor, error_out));
  /* Rank 8 is the highest. */
  tensor = tensor_of(OM_FLOAT32, values, 24, LIST(1, 1, 1, 6, 1, 1, 1, 1));
  CHECK_TENSOR(tensor, OM_FLOAT32, float, (0, 1, 2, 3, 4, 5), LIST(1, 1, 1, 6, 1, 1, 1, 1));

  /* Bools are 0 or 1, and bits that no element has are 0. */
  const uint8_t bools[] = {0, 1, 2, 0x80, 0xFF, 0};
  CHECK_TENSOR(tensor_of(OM_BOOL, bools, 6, LIST(6)), OM_BOOL, uint8_t, (0, 1, 1, 1, 1, 0), LIST(6));
  const uint8_t packed[] = {0xAB, 0xCD};
  CHECK_TENSOR(tensor_of(OM_UINT4, packed, 2, LIST(3)), OM_UINT4, uint8_t, (0xAB, 0x0D), LIST(3));
  CHECK_TENSOR(tensor_of(OM_INT4, packed, 2, LIST(4)), OM_INT4, uint8_t, (0xAB, 0xCD), LIST(4));
  CHECK_TENSOR(tensor_of(OM_FLOAT4E2M1, packed, 1, LIST(1)), OM_FLOAT4E2M1, uint8_t, (0x0B), LIST(1));
  CHECK_TENSOR(tensor_of(OM_UINT2, packed, 2, LIST(5)), OM_UINT2, uint8_t, (0xAB, 0x01), LIST(5));
  CHECK_TENSOR(tensor_of(OM_INT2, packed, 2, LIST(7)), OM_INT2, uint8_t, (0xAB, 0x0D), LIST(7));
  CHECK_TENSOR(tensor_of(OM_INT2, packed, 1, NULL, 0), OM_INT2, uint8_t, (0x03), NULL, 0);
}

static int releases;
static void* released_data;

static void count_release(void* user_data) {
  ++releases;
  released_data = user_data;
}

static om_tensor* borrowed(om_type type, const void* data, int64_t byte_count, const int64_t* shape, int64_t rank) {
  om_tensor* tensor = untouched();
  releases = 0;
  released_data = NULL;
  GIVES(om_tensor_borrow(NULL, type, shape, rank, data, byte_count, count_release, &releases, &tensor, error_out));
  return tensor;
}

static void borrowing(void) {
  om_tensor* tensor = borrowed(OM_FLOAT32, values, 24, LIST(2, 3));
  CHECK(om_tensor_data(tensor) == (const void*)values);
  CHECK_INTEGER(releases, 0);
  om_tensor_release(tensor);
  CHECK_INTEGER(releases, 1);
  CHECK(released_data == &releases);

  /* The last of several owners. */
  tensor = borrowed(OM_FLOAT32, values, 24, LIST(6));
  om_tensor_retain(tensor);
  om_value_retain(tensor);
  om_tensor_release(tensor);
  om_value_release(tensor);
  CHECK_INTEGER(releases, 0);
  CHECK_INTEGER(om_tensor_element_count(tensor), 6);
  om_tensor_release(tensor);
  CHECK_INTEGER(releases, 1);

  /* Views, and views of views, keep the memory; copies do not. */
  tensor = borrowed(OM_FLOAT32, values, 24, LIST(2, 3));
  om_tensor* flat = untouched();
  om_tensor* column = untouched();
  om_tensor* copy = untouched();
  GIVES(om_flatten(NULL, tensor, 0, &flat, error_out));
  om_tensor_release(tensor);
  GIVES(om_unsqueeze(NULL, flat, LIST(-1), &column, error_out));
  om_tensor_release(flat);
  GIVES(om_transpose(NULL, column, NULL, 0, &copy, error_out));
  CHECK_INTEGER(releases, 0);
  CHECK(om_tensor_data(column) == (const void*)values);
  om_tensor_release(column);
  CHECK_INTEGER(releases, 1);
  CHECK_TENSOR(copy, OM_FLOAT32, float, (0, 1, 2, 3, 4, 5), LIST(1, 6, 1));

  /* No callback; no memory, with and without a pointer. */
  GIVES(om_tensor_borrow(NULL, OM_FLOAT32, LIST(6), values, 24, NULL, NULL, &tensor, error_out));
  om_tensor_release(tensor);
  tensor = borrowed(OM_FLOAT32, NULL, 0, LIST(0, 3));
  CHECK_INTEGER(om_tensor_byte_count(tensor), 0);
  GIVES(om_identity(NULL, tensor, &copy, error_out));
  om_tensor_release(tensor);
  CHECK_INTEGER(releases, 0);
  CHECK_SHAPE(copy, OM_FLOAT32, LIST(0, 3));
  om_tensor_release(copy);
  CHECK_INTEGER(releases, 1);

  /* Bytes that are 0 and 1 are borrowed; others are copied, and the memory given back at once. */
  static const uint8_t bools[] = {0, 1, 1};
  tensor = borrowed(OM_BOOL, bools, 3, LIST(3));
  CHECK(om_tensor_data(tensor) == (const void*)bools);
  om_tensor_release(tensor);
  CHECK_INTEGER(releases, 1);
  static const uint8_t wild_bools[] = {0, 2, 0xFF};
  tensor = borrowed(OM_BOOL, wild_bools, 3, LIST(3));
  CHECK_INTEGER(releases, 1);
  CHECK_TENSOR(tensor, OM_BOOL, uint8_t, (0, 1, 1), LIST(3));
  CHECK_INTEGER(releases, 1);
  CHECK_INTEGER(wild_bools[1], 2);

  /* The same for the unused bits of packed elements. */
  static const uint8_t packed[] = {0xAB, 0xCD};
  tensor = borrowed(OM_UINT4, packed, 2, LIST(4));
  CHECK(om_tensor_data(tensor) == (const void*)packed);
  om_tensor_release(tensor);
  CHECK_INTEGER(releases, 1);
  tensor = borrowed(OM_UINT4, packed, 2, LIST(3));
  CHECK_TENSOR(tensor, OM_UINT4, uint8_t, (0xAB, 0x0D), LIST(3));
  CHECK_INTEGER(releases, 1);

  /* Memory that is not aligned to its elements. */
  static const union {
    uint8_t bytes[64];
    uint64_t aligned[8];
  } memory;
  static const struct {
    om_type type;
    int64_t alignment;
  } types[] = {{OM_INT16, 2}, {OM_FLOAT32, 4}, {OM_FLOAT64, 8}, {OM_COMPLEX64, 8}, {OM_COMPLEX128, 8}};
  for (int i = 0; i < 5; ++i) {
    const int64_t bytes = om_type_bits(types[i].type) / 8;
    REFUSES_OUT("argument.bytes", tensor,
                borrow(types[i].type, LIST(1), memory.bytes + types[i].alignment / 2, bytes, &tensor, error_out));
    REFUSES_OUT("argument.bytes", tensor, borrow(types[i].type, LIST(1), memory.bytes + 1, bytes, &tensor, error_out));
    GIVES(om_tensor_borrow(NULL, types[i].type, LIST(1), memory.bytes + types[i].alignment, bytes, NULL, NULL, &tensor,
                           error_out));
    om_tensor_release(tensor);
  }
  tensor = borrowed(OM_INT8, memory.bytes + 1, 1, LIST(1));
  om_tensor_release(tensor);
}

static void describing(void) {
  om_tensor* tensor = untouched();
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    tensor = description_of(type, LIST(2, 3));
    CHECK_SHAPE(tensor, type, LIST(2, 3));
    CHECK_INTEGER(om_tensor_element_count(tensor), 6);
    CHECK_INTEGER(om_tensor_byte_count(tensor), 0);
    CHECK(om_tensor_data(tensor) == NULL);
    int64_t length = 7;
    CHECK(om_tensor_string(tensor, 0, &length) == NULL);
    CHECK_INTEGER(length, 0);
    om_tensor_release(tensor);
  }
  tensor = description_of(OM_FLOAT32, NULL, 0);
  CHECK_INTEGER(om_tensor_element_count(tensor), 1);
  om_tensor_release(tensor);
  /* Nothing is allocated, so it may be large. */
  tensor = description_of(OM_UINT8, LIST(INT64_MAX));
  CHECK_INTEGER(om_tensor_element_count(tensor), INT64_MAX);
  om_tensor_release(tensor);

  REFUSES("argument.null", om_tensor_describe(OM_FLOAT32, LIST(2), NULL, error_out));
  REFUSES_OUT("argument.null", tensor, om_tensor_describe(OM_FLOAT32, NULL, 1, &tensor, error_out));
  REFUSES_OUT("argument.type", tensor, om_tensor_describe(0, LIST(2), &tensor, error_out));
  REFUSES_OUT("argument.type", tensor, om_tensor_describe(27, LIST(2), &tensor, error_out));
  REFUSES_OUT("argument.count", tensor, om_tensor_describe(OM_FLOAT32, NULL, -1, &tensor, error_out));
  REFUSES_OUT("argument.extent", tensor, om_tensor_describe(OM_FLOAT32, LIST(-1), &tensor, error_out));
  REFUSES_OUT("shape.rank_limit", tensor,
              om_tensor_describe(OM_FLOAT32, LIST(1, 1, 1, 1, 1, 1, 1, 1, 1), &tensor, error_out));
  REFUSES_OUT("shape.overflow", tensor, om_tensor_describe(OM_UINT8, LIST(INT64_MAX, 2), &tensor, error_out));
}

void test_tensors(void) {
  reads();
  every_type();
  refused(create);
  refused(borrow);
  created();
  borrowing();
  describing();
}
