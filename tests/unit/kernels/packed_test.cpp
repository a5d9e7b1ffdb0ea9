#include "kernels/packed.h"

#include <doctest/doctest.h>

#include <vector>

#include "bits.h"

namespace onemodel {
namespace {

void check_join(int64_t bits, const std::vector<int64_t>& lengths, int64_t rows, int64_t threads,
                std::mt19937_64& random) {
  int64_t row_length = 0;
  for (const int64_t length : lengths) row_length += length;
  Bytes expected(bytes_for(bits, rows * row_length));
  std::vector<Bytes> parts;
  int64_t first = 0;
  for (const int64_t length : lengths) {
    parts.push_back(random_bytes(random, bytes_for(bits, rows * length)));
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t i = 0; i < length; ++i) {
        naive_copy_element(bits, &expected, row * row_length + first + i, parts.back(), row * length + i);
      }
    }
    first += length;
  }
  std::vector<PackedRows> sources;
  for (size_t i = 0; i < parts.size(); ++i) sources.push_back({parts[i].data(), lengths[i]});
  Bytes actual(expected.size(), std::byte{0xFF});
  join_packed_rows(*Workers::create(threads), bits, rows, sources, row_length, actual.data());
  CAPTURE(bits);
  CAPTURE(row_length);
  CAPTURE(rows);
  const bool is_right = actual == expected;
  CHECK(is_right);
}

TEST_CASE("packed rows of any length are joined, and unused bits are 0") {
  std::mt19937_64 random(1);
  for (const int64_t bits : {2, 4}) {
    for (int64_t length = 0; length <= 40; ++length) {
      for (const int64_t rows : {1, 2, 3, 9, 100}) check_join(bits, {length, 3, 1}, rows, 1, random);
    }
    check_join(bits, {1, 0, 17, 5, 16, 985}, 77, 1, random);
    check_join(bits, {most_joined_elements}, 21, 1, random);
    for (const int64_t threads : {1, 2, 3}) check_join(bits, {3, 3, 1}, 700001, threads, random);
  }
}

}  // namespace
}  // namespace onemodel
