#include "base/small_vector.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>

namespace onemodel {
namespace {

bool is_inside(const void* pointer, const void* object, size_t size) {
  const auto* p = static_cast<const std::byte*>(pointer);
  const auto* o = static_cast<const std::byte*>(object);
  return p >= o && p < o + size;
}

TEST_CASE("elements stay in place up to the inline capacity, and are kept beyond it") {
  SmallVector<int64_t, 3> vector;
  CHECK(vector.empty());
  for (int64_t i = 0; i < 100; ++i) {
    vector.push_back(i * i);
    CHECK(vector.size() == static_cast<size_t>(i + 1));
    CHECK(vector.back() == i * i);
    CHECK(is_inside(vector.data(), &vector, sizeof vector) == (i < 3));
  }
  for (size_t i = 0; i < vector.size(); ++i) CHECK(vector[i] == static_cast<int64_t>(i * i));
  CHECK(vector.end() - vector.begin() == 100);
}

TEST_CASE("an element of the vector itself can be added while it grows") {
  SmallVector<int64_t, 1> vector;
  vector.push_back(7);
  for (int i = 0; i < 20; ++i) vector.push_back(vector[0]);
  for (const int64_t value : vector) CHECK(value == 7);
}

TEST_CASE("resize keeps what was there, in both directions") {
  SmallVector<int, 2> vector(2);
  vector[0] = 1;
  vector[1] = 2;
  vector.resize(50);
  CHECK(vector.size() == 50);
  CHECK(vector[0] == 1);
  CHECK(vector[1] == 2);
  vector[49] = 3;
  vector.resize(1);
  CHECK(vector.size() == 1);
  CHECK(vector[0] == 1);
  vector.resize(0);
  CHECK(vector.empty());
}

TEST_CASE("copies are independent, inline and on the heap, in every combination") {
  for (const size_t from : {size_t{0}, size_t{2}, size_t{9}}) {
    for (const size_t to : {size_t{0}, size_t{2}, size_t{9}}) {
      SmallVector<int, 2> source(from);
      for (size_t i = 0; i < from; ++i) source[i] = static_cast<int>(i);
      SmallVector<int, 2> target(to);
      for (size_t i = 0; i < to; ++i) target[i] = -1;
      target = source;
      const SmallVector<int, 2> copy(source);
      for (size_t i = 0; i < from; ++i) source[i] = 100;
      CHECK(target.size() == from);
      CHECK(copy.size() == from);
      for (size_t i = 0; i < from; ++i) {
        CHECK(target[i] == static_cast<int>(i));
        CHECK(copy[i] == static_cast<int>(i));
      }
      const auto& same = target;
      target = same;
      CHECK(target.size() == from);
    }
  }
}

}  // namespace
}  // namespace onemodel
