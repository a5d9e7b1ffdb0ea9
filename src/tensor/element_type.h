// The one table of ONNX's element types, and sets of them.
#pragma once

#include <cstdint>
#include <span>

#include "onemodel.h"

namespace onemodel {

struct ElementTypeRow {
  om_type type;
  const char* name;
  int64_t bits;          // of a stored element as users see it; 0 for strings
  int64_t storage_bits;  // of what the kernels move: a string element is a pointer and a length
};

inline constexpr int64_t string_storage_bits = 128;

inline constexpr ElementTypeRow element_types[] = {
    {OM_FLOAT32, "float32", 32, 32},
    {OM_UINT8, "uint8", 8, 8},
    {OM_INT8, "int8", 8, 8},
    {OM_UINT16, "uint16", 16, 16},
    {OM_INT16, "int16", 16, 16},
    {OM_INT32, "int32", 32, 32},
    {OM_INT64, "int64", 64, 64},
    {OM_STRING, "string", 0, string_storage_bits},
    {OM_BOOL, "bool", 8, 8},
    {OM_FLOAT16, "float16", 16, 16},
    {OM_FLOAT64, "float64", 64, 64},
    {OM_UINT32, "uint32", 32, 32},
    {OM_UINT64, "uint64", 64, 64},
    {OM_COMPLEX64, "complex64", 64, 64},
    {OM_COMPLEX128, "complex128", 128, 128},
    {OM_BFLOAT16, "bfloat16", 16, 16},
    {OM_FLOAT8E4M3FN, "float8e4m3fn", 8, 8},
    {OM_FLOAT8E4M3FNUZ, "float8e4m3fnuz", 8, 8},
    {OM_FLOAT8E5M2, "float8e5m2", 8, 8},
    {OM_FLOAT8E5M2FNUZ, "float8e5m2fnuz", 8, 8},
    {OM_UINT4, "uint4", 4, 4},
    {OM_INT4, "int4", 4, 4},
    {OM_FLOAT4E2M1, "float4e2m1", 4, 4},
    {OM_FLOAT8E8M0, "float8e8m0", 8, 8},
    {OM_UINT2, "uint2", 2, 2},
    {OM_INT2, "int2", 2, 2},
};

constexpr bool is_element_type(om_type type) { return type >= OM_FLOAT32 && type <= OM_INT2; }

// The row of a type that is_element_type.
constexpr const ElementTypeRow& element_type_row(om_type type) { return element_types[type - 1]; }

constexpr int64_t storage_bits(om_type type) { return element_type_row(type).storage_bits; }

// A set of element types.
class TypeSet {
 public:
  constexpr TypeSet() = default;
  template <class... Types>
  static constexpr TypeSet of(Types... types) {
    TypeSet set;
    ((set.mask_ |= uint32_t{1} << types), ...);
    return set;
  }
  constexpr bool contains(om_type type) const { return is_element_type(type) && (mask_ >> type & 1U) != 0; }
  constexpr TypeSet operator|(TypeSet other) const {
    TypeSet set;
    set.mask_ = mask_ | other.mask_;
    return set;
  }
  constexpr int64_t size() const {
    int64_t count = 0;
    for (const ElementTypeRow& row : element_types) count += contains(row.type) ? 1 : 0;
    return count;
  }

 private:
  uint32_t mask_ = 0;
};

inline constexpr TypeSet only_bool = TypeSet::of(OM_BOOL);
inline constexpr TypeSet only_int64 = TypeSet::of(OM_INT64);
inline constexpr TypeSet index_types = TypeSet::of(OM_INT32, OM_INT64);
inline constexpr TypeSet integer_types =
    TypeSet::of(OM_UINT8, OM_INT8, OM_UINT16, OM_INT16, OM_UINT32, OM_INT32, OM_UINT64, OM_INT64);
inline constexpr TypeSet floating_types = TypeSet::of(OM_FLOAT16, OM_BFLOAT16, OM_FLOAT32, OM_FLOAT64);
inline constexpr TypeSet float8_types =
    TypeSet::of(OM_FLOAT8E4M3FN, OM_FLOAT8E4M3FNUZ, OM_FLOAT8E5M2, OM_FLOAT8E5M2FNUZ);
inline constexpr TypeSet numeric_types = integer_types | floating_types;
inline constexpr TypeSet all_types = numeric_types | float8_types |
                                     TypeSet::of(OM_BOOL, OM_STRING, OM_COMPLEX64, OM_COMPLEX128, OM_FLOAT8E8M0,
                                                 OM_FLOAT4E2M1, OM_UINT4, OM_INT4, OM_UINT2, OM_INT2);

static_assert([] {
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    if (element_type_row(type).type != type) return false;
  }
  return all_types.size() == static_cast<int64_t>(std::size(element_types));
}());

}  // namespace onemodel
