#include "kernels/rows.h"

#include <doctest/doctest.h>

#include <vector>

#include "bits.h"

namespace onemodel {
namespace {

// Joining the rows of several matrices and cutting them again, against loops over bytes.
void check_rows(const std::vector<int64_t>& widths, int64_t rows, int64_t threads, std::mt19937_64& random) {
  const auto workers = Workers::create(threads);
  int64_t total = 0;
  for (const int64_t width : widths) total += width;
  std::vector<Bytes> parts;
  Bytes expected(static_cast<size_t>(rows * total));
  int64_t first = 0;
  for (const int64_t width : widths) {
    parts.push_back(random_bytes(random, static_cast<size_t>(rows * width)));
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t i = 0; i < width; ++i) {
        expected[static_cast<size_t>(row * total + first + i)] = parts.back()[static_cast<size_t>(row * width + i)];
      }
    }
    first += width;
  }

  std::vector<RowsOf<const std::byte>> sources;
  for (size_t i = 0; i < parts.size(); ++i) sources.push_back({parts[i].data(), widths[i]});
  Bytes joined(expected.size());
  join_rows(*workers, rows, sources, joined.data());
  const bool joined_right = joined == expected;
  CHECK(joined_right);

  std::vector<Bytes> cut;
  std::vector<RowsOf<std::byte>> targets;
  for (const Bytes& part : parts) cut.emplace_back(part.size());
  for (size_t i = 0; i < cut.size(); ++i) targets.push_back({cut[i].data(), widths[i]});
  split_rows(*workers, rows, joined.data(), targets);
  const bool cut_right = cut == parts;
  CHECK(cut_right);
}

TEST_CASE("rows are joined and cut, whatever their widths and number and however many threads there are") {
  std::mt19937_64 random(1);
  for (const int64_t threads : {1, 2, 3}) {
    CAPTURE(threads);
    for (int64_t width = 0; width <= 40; ++width) check_rows({width, 3, 1}, 9, threads, random);
    check_rows({1, 2, 4, 8, 16, 32, 64, 5, 0, 300}, 100, threads, random);
    check_rows({1000, 24}, 3000, threads, random);
    check_rows({8, 8, 8, 8}, 600000, threads, random);  // more than the caches hold
    check_rows({100, 4096, 31}, 5000, threads, random);
    check_rows({20000, 7}, 1000, threads, random);
  }
}

}  // namespace
}  // namespace onemodel
