#include "tensor/tensor.h"

#include <doctest/doctest.h>

#include <limits>

namespace onemodel {
namespace {

constexpr int64_t max = std::numeric_limits<int64_t>::max();

bool overflows(om_type type, int64_t count) {
  try {
    storage_bytes(type, count);
  } catch (const Failure& failure) {
    return failure.reason() == Reason::shape_overflow;
  }
  return false;
}

TEST_CASE("stored bytes are rounded up for packed types and multiplied for the others") {
  for (const om_type type : {OM_UINT4, OM_INT4, OM_FLOAT4E2M1}) {
    CHECK(storage_bytes(type, 0) == 0);
    CHECK(storage_bytes(type, 1) == 1);
    CHECK(storage_bytes(type, 2) == 1);
    CHECK(storage_bytes(type, 3) == 2);
    CHECK(storage_bytes(type, max) == max / 2 + 1);
  }
  for (const om_type type : {OM_UINT2, OM_INT2}) {
    CHECK(storage_bytes(type, 4) == 1);
    CHECK(storage_bytes(type, 5) == 2);
    CHECK(storage_bytes(type, max) == max / 4 + 1);
  }
  CHECK(storage_bytes(OM_BOOL, max) == max);
  CHECK(storage_bytes(OM_FLOAT16, 3) == 6);
  CHECK(storage_bytes(OM_COMPLEX128, 3) == 48);
  CHECK(storage_bytes(OM_STRING, 3) == 48);
  CHECK(storage_bytes(OM_FLOAT64, max / 8) == max / 8 * 8);
  CHECK(overflows(OM_FLOAT64, max / 8 + 1));
  CHECK(overflows(OM_FLOAT16, max));
  CHECK(overflows(OM_COMPLEX128, max / 15));
}

TEST_CASE("allocated memory is aligned, and unused bits of packed elements are 0") {
  const om_context context = make_context(1 << 20);
  for (om_type type = OM_FLOAT32; type <= OM_INT2; ++type) {
    const auto tensor = Tensor::allocate(context, type, Shape{3, 5});
    CHECK(reinterpret_cast<uintptr_t>(tensor->data()) % 64 == 0);
    CHECK(tensor->element_count() == 15);
    if (storage_bits(type) < 8) CHECK(tensor->data()[storage_bytes(type, 15) - 1] == std::byte{0});
    CHECK(Tensor::allocate(context, type, Shape{0, max})->has_elements());
  }
}

TEST_CASE("no result is larger than the context allows") {
  const om_context context = make_context(15);
  CHECK(Tensor::allocate(context, OM_UINT8, Shape{15})->element_count() == 15);
  CHECK(Tensor::allocate(context, OM_UINT4, Shape{30})->element_count() == 30);
  for (const om_type type : {OM_UINT8, OM_FLOAT32, OM_STRING}) {
    bool refused = false;
    try {
      Tensor::allocate(context, type, Shape{16});
    } catch (const Failure& failure) {
      refused = failure.reason() == Reason::memory_exhausted;
    }
    CHECK(refused);
  }
}

TEST_CASE("views keep what owns the elements, not the views between") {
  const om_context context = make_context(1024);
  auto base = Tensor::allocate(context, OM_FLOAT32, Shape{2, 3});
  const std::byte* data = base->data();
  auto view = Tensor::view(*base, Shape{6});
  base = {};
  auto second = Tensor::view(*view, Shape{3, 2});
  view = {};
  CHECK(second->data() == data);
  CHECK(second->element_count() == 6);
  CHECK(second->shape() == Shape{3, 2});
}

TEST_CASE("borrowed memory is released with its last user") {
  int releases = 0;
  const float values[2] = {1, 2};
  auto tensor = Tensor::borrow(
      OM_FLOAT32, Shape{2}, values, [](void* count) { ++*static_cast<int*>(count); }, &releases);
  auto view = Tensor::view(*tensor, Shape{1, 2});
  tensor = {};
  CHECK(releases == 0);
  view = {};
  CHECK(releases == 1);
}

TEST_CASE("descriptions have no elements, and perhaps no count") {
  const auto known = Tensor::describe(OM_FLOAT32, Shape{2, 3});
  CHECK(!known->has_elements());
  CHECK(known->element_count() == 6);
  CHECK(Tensor::describe(OM_INT64, Shape{2, -1})->element_count() == -1);
}

}  // namespace
}  // namespace onemodel
