// The structures of DLPack 1.x, by which tensors are exchanged in memory: https://dmlc.github.io/dlpack/
#pragma once

#include <cstdint>

struct DLManagedTensorVersioned;

namespace onemodel::dlpack {

inline constexpr uint32_t major_version = 1;
inline constexpr int32_t cpu = 1;
inline constexpr uint64_t read_only = 1;

enum Code : uint8_t {
  signed_integer = 0,
  unsigned_integer = 1,
  floating = 2,
  bfloat = 4,
  complex = 5,
  boolean = 6,
  float8_e4m3fn = 10,
  float8_e4m3fnuz = 11,
  float8_e5m2 = 12,
  float8_e5m2fnuz = 13,
  float8_e8m0fnu = 14,
};

struct Version {
  uint32_t major;
  uint32_t minor;
};

struct Device {
  int32_t type;
  int32_t id;
};

struct DataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct Tensor {
  void* data;
  Device device;
  int32_t rank;
  DataType type;
  int64_t* shape;
  int64_t* strides;  // in elements; null for row-major
  uint64_t byte_offset;
};

}  // namespace onemodel::dlpack

struct DLManagedTensorVersioned {
  onemodel::dlpack::Version version;
  void* manager_context;
  void (*deleter)(DLManagedTensorVersioned* self);
  uint64_t flags;
  onemodel::dlpack::Tensor tensor;
};
