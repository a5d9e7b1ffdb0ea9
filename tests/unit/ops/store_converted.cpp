// Conversion of a float to an element: where it saturates, truncates and rounds.
#include <doctest/doctest.h>

#include <limits>

#include "ops/numbers.h"

using namespace onemodel;

namespace {

template <class Number>
Number converted(om_type type, float number) {
  std::byte element[sizeof(Number)];
  REQUIRE(store_converted(type, number, element));
  return load_number<Number>(element, 0);
}

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST_CASE("integers truncate toward zero and saturate") {
  CHECK(converted<int8_t>(OM_INT8, 127.9F) == 127);
  CHECK(converted<int8_t>(OM_INT8, 128) == 127);
  CHECK(converted<int8_t>(OM_INT8, -128.9F) == -128);
  CHECK(converted<int8_t>(OM_INT8, -1.9F) == -1);
  CHECK(converted<uint8_t>(OM_UINT8, -0.9F) == 0);
  CHECK(converted<uint8_t>(OM_UINT8, -1) == 0);
  CHECK(converted<uint32_t>(OM_UINT32, 4294967040.0F) == 4294967040U);
  CHECK(converted<uint32_t>(OM_UINT32, 4294967296.0F) == std::numeric_limits<uint32_t>::max());
  CHECK(converted<int64_t>(OM_INT64, 9223371487098961920.0F) == 9223371487098961920);
  CHECK(converted<int64_t>(OM_INT64, 9223372036854775808.0F) == std::numeric_limits<int64_t>::max());
  CHECK(converted<int64_t>(OM_INT64, -infinity) == std::numeric_limits<int64_t>::min());
  CHECK(converted<uint64_t>(OM_UINT64, infinity) == std::numeric_limits<uint64_t>::max());
  CHECK(converted<int32_t>(OM_INT32, nan) == 0);
}

TEST_CASE("floating-point types round to nearest even") {
  CHECK(converted<uint16_t>(OM_FLOAT16, 1 + 0x1p-11F) == 0x3C00);
  CHECK(converted<uint16_t>(OM_FLOAT16, 1 + 0x3p-11F) == 0x3C02);
  CHECK(converted<uint16_t>(OM_FLOAT16, 65520) == 0x7C00);
  CHECK(converted<uint16_t>(OM_BFLOAT16, 1 + 0x1p-8F) == 0x3F80);
  CHECK(converted<uint16_t>(OM_BFLOAT16, 1 + 0x3p-8F) == 0x3F82);
  CHECK(converted<double>(OM_FLOAT64, 0.1F) == static_cast<double>(0.1F));
}

TEST_CASE("bool is what is not 0") {
  CHECK(converted<uint8_t>(OM_BOOL, 0.25F) == 1);
  CHECK(converted<uint8_t>(OM_BOOL, nan) == 1);
  CHECK(converted<uint8_t>(OM_BOOL, -0.0F) == 0);
}

TEST_CASE("other types have no numbers") {
  std::byte element[16];
  for (const om_type type : {OM_STRING, OM_COMPLEX64, OM_FLOAT8E5M2, OM_INT4, OM_UINT2}) {
    CHECK_FALSE(store_converted(type, 0, element));
  }
}

}  // namespace
