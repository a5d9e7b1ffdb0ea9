/* Exchange by DLPack. The structures are those of DLPack 1.x, written here anew, as a stranger to the library has them.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct device {
  int32_t type;
  int32_t id;
};

struct data_type {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct dl_tensor {
  void* data;
  struct device device;
  int32_t ndim;
  struct data_type type;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
};

struct DLManagedTensorVersioned {
  struct {
    uint32_t major;
    uint32_t minor;
  } version;
  void* manager_context;
  void (*deleter)(struct DLManagedTensorVersioned* self);
  uint64_t flags;
  struct dl_tensor tensor;
};

enum { code_int = 0, code_uint = 1, code_float = 2, code_bfloat = 4, code_complex = 5, code_bool = 6, code_cpu = 1 };

static int deletions;

static void count_deletion(struct DLManagedTensorVersioned* self) {
  CHECK(self->manager_context == (void*)&deletions);
  ++deletions;
}

/* float32 data 0, 1, 2, ... on the CPU. */
static float data[24];

static struct DLManagedTensorVersioned managed_floats(int32_t rank, int64_t* shape, int64_t* strides) {
  struct DLManagedTensorVersioned managed;
  memset(&managed, 0, sizeof managed);
  for (int i = 0; i < 24; ++i) data[i] = (float)i;
  managed.version.major = 1;
  managed.version.minor = 1;
  managed.manager_context = &deletions;
  managed.deleter = count_deletion;
  managed.tensor.data = data;
  managed.tensor.device.type = code_cpu;
  managed.tensor.ndim = rank;
  managed.tensor.type.code = code_float;
  managed.tensor.type.bits = 32;
  managed.tensor.type.lanes = 1;
  managed.tensor.shape = shape;
  managed.tensor.strides = strides;
  deletions = 0;
  return managed;
}

static om_tensor* taken(struct DLManagedTensorVersioned* managed) {
  om_tensor* tensor = untouched();
  GIVES(om_tensor_from_dlpack(NULL, managed, &tensor, error_out));
  return tensor;
}

static void borrows(void) {
  int64_t shape[] = {2, 3};
  struct DLManagedTensorVersioned managed = managed_floats(2, shape, NULL);
  om_tensor* tensor = taken(&managed);
  CHECK(om_tensor_data(tensor) == (const void*)data);
  CHECK_INTEGER(deletions, 0);
  om_tensor* view = untouched();
  GIVES(om_flatten(NULL, tensor, 0, &view, error_out));
  om_tensor_release(tensor);
  CHECK_INTEGER(deletions, 0);
  CHECK_TENSOR(view, OM_FLOAT32, float, (0, 1, 2, 3, 4, 5), LIST(1, 6));
  CHECK_INTEGER(deletions, 1);

  /* Row-major strides that are written out, an offset, and a stride that no step is taken along. */
  int64_t strides[] = {3, 1};
  managed = managed_floats(2, shape, strides);
  managed.tensor.byte_offset = 8;
  tensor = taken(&managed);
  CHECK(om_tensor_data(tensor) == (const void*)(data + 2));
  CHECK_TENSOR(tensor, OM_FLOAT32, float, (2, 3, 4, 5, 6, 7), LIST(2, 3));
  CHECK_INTEGER(deletions, 1);
  int64_t row_shape[] = {1, 3, 1};
  int64_t row_strides[] = {-77, 1, INT64_MIN};
  managed = managed_floats(3, row_shape, row_strides);
  tensor = taken(&managed);
  CHECK(om_tensor_data(tensor) == (const void*)data);
  CHECK_TENSOR(tensor, OM_FLOAT32, float, (0, 1, 2), LIST(1, 3, 1));

  /* A scalar, and a tensor without a deleter. */
  managed = managed_floats(0, NULL, NULL);
  managed.deleter = NULL;
  CHECK_TENSOR(taken(&managed), OM_FLOAT32, float, (0), NULL, 0);

  /* No elements: no data, any strides. */
  int64_t empty_shape[] = {2, 0, 3};
  int64_t empty_strides[] = {INT64_MAX, 5, INT64_MIN};
  managed = managed_floats(3, empty_shape, empty_strides);
  managed.tensor.data = NULL;
  tensor = taken(&managed);
  CHECK_SHAPE(tensor, OM_FLOAT32, LIST(2, 0, 3));
  om_tensor_release(tensor);
  CHECK_INTEGER(deletions, 1);

  /* Bools that are not 0 or 1 are copied. */
  uint8_t bools[] = {0, 1, 2};
  int64_t bool_shape[] = {3};
  managed = managed_floats(1, bool_shape, NULL);
  managed.tensor.data = bools;
  managed.tensor.type.code = code_bool;
  managed.tensor.type.bits = 8;
  tensor = taken(&managed);
  CHECK_INTEGER(deletions, 1);
  CHECK_TENSOR(tensor, OM_BOOL, uint8_t, (0, 1, 1), LIST(3));
  CHECK_INTEGER(deletions, 1);
}

static void gathers(void) {
  /* Fortran order. */
  int64_t shape[] = {2, 3};
  int64_t fortran[] = {1, 2};
  struct DLManagedTensorVersioned managed = managed_floats(2, shape, fortran);
  om_tensor* tensor = taken(&managed);
  CHECK_INTEGER(deletions, 1);
  memset(data, 0, sizeof data);
  CHECK_TENSOR(tensor, OM_FLOAT32, float, (0, 2, 4, 1, 3, 5), LIST(2, 3));
  CHECK_INTEGER(deletions, 1);

  /* Backward, with steps, repeated. */
  int64_t backward[] = {-3, -1};
  managed = managed_floats(2, shape, backward);
  managed.tensor.byte_offset = 5 * sizeof(float);
  CHECK_TENSOR(taken(&managed), OM_FLOAT32, float, (5, 4, 3, 2, 1, 0), LIST(2, 3));
  int64_t stepped[] = {12, 2};
  managed = managed_floats(2, shape, stepped);
  CHECK_TENSOR(taken(&managed), OM_FLOAT32, float, (0, 2, 4, 12, 14, 16), LIST(2, 3));
  int64_t repeated[] = {0, 1};
  managed = managed_floats(2, shape, repeated);
  CHECK_TENSOR(taken(&managed), OM_FLOAT32, float, (0, 1, 2, 0, 1, 2), LIST(2, 3));
  CHECK_INTEGER(deletions, 1);

  /* Bools, backward. */
  uint8_t bools[] = {0, 1, 2};
  int64_t bool_shape[] = {3};
  int64_t bool_strides[] = {-1};
  managed = managed_floats(1, bool_shape, bool_strides);
  managed.tensor.data = bools + 2;
  managed.tensor.type.code = code_bool;
  managed.tensor.type.bits = 8;
  CHECK_TENSOR(taken(&managed), OM_BOOL, uint8_t, (1, 1, 0), LIST(3));

  /* Elements that are not aligned. */
  union {
    unsigned char bytes[32];
    double aligned;
  } memory;
  int64_t vector_shape[] = {3};
  managed = managed_floats(1, vector_shape, NULL);
  memcpy(memory.bytes + 2, data, 12);
  managed.tensor.data = memory.bytes;
  managed.tensor.byte_offset = 2;
  tensor = taken(&managed);
  CHECK_INTEGER(deletions, 1);
  CHECK((uintptr_t)om_tensor_data(tensor) % sizeof(float) == 0);
  CHECK_TENSOR(tensor, OM_FLOAT32, float, (0, 1, 2), LIST(3));

  /* What is copied counts as memory; the tensor stays the caller's if it cannot be had. */
  om_context* context = context_of_limit(23);
  managed = managed_floats(2, shape, fortran);
  REFUSES_OUT("memory.exhausted", tensor, om_tensor_from_dlpack(context, &managed, &tensor, error_out));
  CHECK_INTEGER(deletions, 0);
  om_context_release(context);
}

static void refused(void) {
  int64_t shape[] = {2, 3, 1, 1, 1, 1, 1, 1, 1};
  om_tensor* tensor = NULL;
  struct DLManagedTensorVersioned managed = managed_floats(2, shape, NULL);
  REFUSES("argument.null", om_tensor_from_dlpack(NULL, &managed, NULL, error_out));
  REFUSES_OUT("argument.null", tensor, om_tensor_from_dlpack(NULL, NULL, &tensor, error_out));

  managed.version.major = 0;
  REFUSES_OUT("dlpack.unsupported", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  managed.version.major = 2;
  REFUSES_OUT("dlpack.unsupported", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  managed = managed_floats(2, shape, NULL);
  managed.tensor.device.type = 2;
  REFUSES_OUT("dlpack.unsupported", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));

  static const struct data_type types[] = {
      {code_float, 32, 2}, {code_float, 32, 0}, {code_float, 33, 1}, {code_float, 128, 1},  {code_int, 4, 1},
      {code_uint, 1, 1},   {code_bool, 1, 1},   {code_bfloat, 8, 1}, {code_complex, 32, 1}, {3, 64, 1},
      {17, 4, 1},          {255, 8, 1},         {code_int, 0, 1},    {code_uint, 128, 1}};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
    managed = managed_floats(2, shape, NULL);
    managed.tensor.type = types[i];
    REFUSES_OUT("dlpack.unsupported", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  }

  managed = managed_floats(-1, shape, NULL);
  REFUSES_OUT("argument.dlpack", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  managed = managed_floats(2, NULL, NULL);
  REFUSES_OUT("argument.dlpack", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  managed = managed_floats(2, shape, NULL);
  managed.tensor.data = NULL;
  REFUSES_OUT("argument.dlpack", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  managed = managed_floats(2, shape, NULL);
  shape[1] = -3;
  REFUSES_OUT("argument.extent", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  shape[1] = 3;
  managed = managed_floats(9, shape, NULL);
  REFUSES_OUT("shape.rank_limit", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  int64_t large[] = {INT64_MAX, 2};
  managed = managed_floats(2, large, NULL);
  REFUSES_OUT("shape.overflow", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  large[0] = INT64_MAX / 4;
  REFUSES_OUT("shape.overflow", tensor, om_tensor_from_dlpack(NULL, &managed, &tensor, error_out));
  CHECK_INTEGER(deletions, 0);
}

static void gives(void) {
  om_tensor* tensor = counting_floats(LIST(2, 3));
  struct DLManagedTensorVersioned* managed = NULL;
  GIVES(om_tensor_to_dlpack(tensor, &managed, error_out));
  CHECK_INTEGER(managed->version.major, 1);
  CHECK_INTEGER(managed->version.minor, 0);
  CHECK_INTEGER((int64_t)managed->flags, 1);
  CHECK_INTEGER(managed->tensor.device.type, code_cpu);
  CHECK_INTEGER(managed->tensor.device.id, 0);
  CHECK_INTEGER(managed->tensor.ndim, 2);
  CHECK_INTEGER(managed->tensor.type.code, code_float);
  CHECK_INTEGER(managed->tensor.type.bits, 32);
  CHECK_INTEGER(managed->tensor.type.lanes, 1);
  CHECK_INTEGER((int64_t)managed->tensor.byte_offset, 0);
  CHECK_INTEGER(managed->tensor.shape[0], 2);
  CHECK_INTEGER(managed->tensor.shape[1], 3);
  CHECK_INTEGER(managed->tensor.strides[0], 3);
  CHECK_INTEGER(managed->tensor.strides[1], 1);
  CHECK(managed->tensor.data == om_tensor_data(tensor));

  /* The receiver keeps the memory, and may be this library again. */
  om_tensor_release(tensor);
  CHECK(((const float*)managed->tensor.data)[5] == 5);
  om_tensor* back = untouched();
  const void* pointer = managed->tensor.data;
  GIVES(om_tensor_from_dlpack(NULL, managed, &back, error_out));
  CHECK(om_tensor_data(back) == pointer);
  CHECK_TENSOR(back, OM_FLOAT32, float, (0, 1, 2, 3, 4, 5), LIST(2, 3));

  /* Two at once; a view; a scalar; no elements. */
  struct DLManagedTensorVersioned* second = NULL;
  tensor = counting_floats(LIST(4));
  om_tensor* view = untouched();
  GIVES(om_reshape(NULL, tensor, LIST(2, 2), 0, &view, error_out));
  GIVES(om_tensor_to_dlpack(tensor, &managed, error_out));
  GIVES(om_tensor_to_dlpack(view, &second, error_out));
  om_tensor_release(view);
  om_tensor_release(tensor);
  managed->deleter(managed);
  CHECK(((const float*)second->tensor.data)[3] == 3);
  second->deleter(second);
  tensor = scalar_float(1);
  GIVES(om_tensor_to_dlpack(tensor, &managed, error_out));
  CHECK_INTEGER(managed->tensor.ndim, 0);
  om_tensor_release(tensor);
  managed->deleter(managed);
  tensor = counting_floats(LIST(2, 0, 3));
  GIVES(om_tensor_to_dlpack(tensor, &managed, error_out));
  om_tensor_release(tensor);
  CHECK_INTEGER(managed->tensor.shape[1], 0);
  GIVES(om_tensor_from_dlpack(NULL, managed, &tensor, error_out));
  CHECK_SHAPE(tensor, OM_FLOAT32, LIST(2, 0, 3));
  om_tensor_release(tensor);

  /* Every type goes there and back, or is refused. */
  static const unsigned char zeros[16];
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    tensor = type == OM_STRING ? strings_of((const char* const[]){"a"}, LIST(1))
                               : tensor_of(type, zeros, (om_type_bits(type) + 7) / 8, LIST(1));
    managed = (struct DLManagedTensorVersioned*)(void*)untouched();
    if (type == OM_STRING || om_type_bits(type) < 8) {
      REFUSES("dlpack.unsupported", om_tensor_to_dlpack(tensor, &managed, error_out));
      CHECK(managed == NULL);
    } else {
      GIVES(om_tensor_to_dlpack(tensor, &managed, error_out));
      CHECK_INTEGER(managed->tensor.type.bits, om_type_bits(type));
      GIVES(om_tensor_from_dlpack(NULL, managed, &back, error_out));
      CHECK_SHAPE(back, type, LIST(1));
      om_tensor_release(back);
    }
    om_tensor_release(tensor);
  }

  REFUSES("argument.null", om_tensor_to_dlpack(NULL, &managed, error_out));
  CHECK(managed == NULL);
  tensor = counting_floats(LIST(1));
  REFUSES("argument.null", om_tensor_to_dlpack(tensor, NULL, error_out));
  om_tensor_release(tensor);
  tensor = description_of(OM_FLOAT32, LIST(1));
  managed = (struct DLManagedTensorVersioned*)(void*)untouched();
  REFUSES("argument.no_data", om_tensor_to_dlpack(tensor, &managed, error_out));
  CHECK(managed == NULL);
  om_tensor_release(tensor);
}

void test_dlpack(void) {
  borrows();
  gathers();
  refused();
  gives();
}
