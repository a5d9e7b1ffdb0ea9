// Which floating-point numbers are JSON numbers.
#include "corpus/number.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace onemodel::corpus;

TEST_CASE("a number is written as one if its shortest text is exactly its value") {
  for (const double value : {0.0, 1.0, -2.5, 0.5, 0.1875, 123456.75, 1e10, 9007199254740991.0, -9007199254740991.0,
                             0x1p-20, 0x1p-23, 100.0, 1e15}) {
    CAPTURE(value);
    CHECK(is_written_as_number(value));
  }
  for (const double value :
       {-0.0, 0.1, -0.3, static_cast<double>(0.1F), 9007199254740992.0, 1e30, 0x1p-24, 0x1p-60,
        std::numeric_limits<double>::denorm_min(), std::nextafter(1.0, 2.0), std::nextafter(1.0, 0.0)}) {
    CAPTURE(value);
    CHECK_FALSE(is_written_as_number(value));
  }
}

TEST_CASE("numbers have no exponent, and integers no point") {
  CHECK(number_text(1) == "1");
  CHECK(number_text(-2.5) == "-2.5");
  CHECK(number_text(1e15) == "1000000000000000");
  CHECK(number_text(0x1p-20) == "0.00000095367431640625");
}

TEST_CASE("float16 and bfloat16 take exact values only") {
  CHECK(float16_bits(0) == 0x0000);
  CHECK(float16_bits(-0.0) == 0x8000);
  CHECK(float16_bits(1) == 0x3c00);
  CHECK(float16_bits(-2) == 0xc000);
  CHECK(float16_bits(65504) == 0x7bff);
  CHECK(float16_bits(0x1p-24) == 0x0001);
  CHECK(float16_bits(0x1p-14) == 0x0400);
  CHECK(float16_bits(2048) == 0x6800);
  CHECK_FALSE(float16_bits(2049));
  CHECK_FALSE(float16_bits(65536));
  CHECK_FALSE(float16_bits(0x1p-25));
  CHECK_FALSE(float16_bits(HUGE_VAL));
  CHECK(bfloat16_bits(1) == 0x3f80);
  CHECK(bfloat16_bits(-256) == 0xc380);
  CHECK_FALSE(bfloat16_bits(257));
  CHECK_FALSE(bfloat16_bits(1e300));
}
