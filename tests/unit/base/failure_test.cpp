#include "base/failure.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace onemodel {
namespace {

TEST_CASE("every reason has its own slug and a status that is not OK") {
  std::set<std::string> slugs;
  for (const ReasonRow& row : reason_table()) {
    CAPTURE(row.slug);
    CHECK(slugs.insert(row.slug).second);
    CHECK(row.status > OM_OK);
    CHECK(row.status <= OM_INTERNAL);
    CHECK(std::string(row.meaning).back() == '.');
  }
  CHECK(std::string(reason_row(Reason::slice_step_zero).slug) == "slice.step_zero");
}

TEST_CASE("lists are written as people write them") {
  CHECK(list_text({}) == "[]");
  const std::vector<int64_t> values{1, -2, 3};
  CHECK(list_text(values) == "[1, -2, 3]");
}

}  // namespace
}  // namespace onemodel
