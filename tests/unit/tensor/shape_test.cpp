#include "tensor/shape.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace onemodel {
namespace {

constexpr int64_t max = std::numeric_limits<int64_t>::max();

template <class Function>
bool fails(Reason reason, Function&& function) {
  try {
    function();
  } catch (const Failure& failure) {
    return failure.reason() == reason;
  }
  return false;
}

TEST_CASE("element counts") {
  CHECK(Shape().element_count() == 1);
  CHECK(Shape{5}.element_count() == 5);
  CHECK(Shape{2, 3, 4}.element_count() == 24);
  CHECK(Shape{2, 0, 4}.element_count() == 0);
  CHECK(Shape{max}.element_count() == max);
  CHECK(Shape{1, max, 1}.element_count() == max);
  CHECK(Shape{3037000499, 3037000499}.element_count() == 9223372030926249001);
}

TEST_CASE("an extent 0 makes the others not matter, wherever it stands") {
  CHECK(Shape{max, max, 0}.element_count() == 0);
  CHECK(Shape{0, max, max}.element_count() == 0);
  CHECK(Shape{max, 0, max}.element_count() == 0);
  CHECK(Shape{max, max, 0}.product(1, 3) == 0);
}

TEST_CASE("products that do not fit are refused, those of parts of the shape are not") {
  CHECK(fails(Reason::shape_overflow, [] { (void)Shape{max, 2}.element_count(); }));
  CHECK(fails(Reason::shape_overflow, [] { (void)Shape{int64_t{1} << 32, int64_t{1} << 31}.element_count(); }));
  CHECK(fails(Reason::shape_overflow, [] { (void)Shape{max, max, 0}.product(0, 2); }));
  const Shape shape{max, 2, 3};
  CHECK(shape.product(1, 3) == 6);
  CHECK(shape.product(0, 1) == max);
  CHECK(shape.product(1, 1) == 1);
}

TEST_CASE("a ninth axis is refused") {
  Shape shape{1, 1, 1, 1, 1, 1, 1};
  shape.append(3);
  CHECK(shape.rank() == OM_MAX_RANK);
  CHECK(fails(Reason::shape_rank_limit, [&] { shape.append(1); }));
  CHECK(shape.rank() == OM_MAX_RANK);
  CHECK(fails(Reason::shape_rank_limit, [] { Shape(std::vector<int64_t>(9, 1)); }));
}

TEST_CASE("shapes are equal when rank and extents are") {
  CHECK(Shape{2, 3} == Shape{2, 3});
  CHECK(Shape{2, 3} != Shape{3, 2});
  CHECK(Shape{2} != Shape{2, 1});
  CHECK(Shape() == Shape());
}

std::vector<int64_t> strides_of(std::vector<int64_t> extents) {
  std::vector<int64_t> strides(extents.size());
  row_major_strides(extents, strides.data());
  return strides;
}

TEST_CASE("row-major strides") {
  CHECK(strides_of({}).empty());
  CHECK(strides_of({5}) == std::vector<int64_t>{1});
  CHECK(strides_of({2, 3, 4}) == std::vector<int64_t>{12, 4, 1});
  CHECK(strides_of({1, max}) == std::vector<int64_t>{max, 1});
  CHECK(strides_of({max, max, 0, max}) == std::vector<int64_t>{0, 0, 0, 0});
}

}  // namespace
}  // namespace onemodel
