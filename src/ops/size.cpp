// Size: the number of elements of the input as an int64 scalar: 1 for a scalar, 0 as soon as an extent is 0. Depends on
// the input's shape alone. Refuses nothing of its own.

#include <cstring>

#include "ops/call.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr Input inputs[] = {{"data", all_types, 'T'}};
constexpr Output outputs[] = {{"size"}};
constexpr Version versions[] = {{1, inputs, outputs, {}},  {13, inputs, outputs, {}}, {19, inputs, outputs, {}},
                                {21, inputs, outputs, {}}, {23, inputs, outputs, {}}, {24, inputs, outputs, {}},
                                {25, inputs, outputs, {}}};

void infer(const Call&, Results* results) { results->add(OM_INT64, Shape()); }

void run(const Call& call, const Results&, std::span<std::byte* const> outputs) {
  const int64_t size = call.input(0).shape.element_count();
  std::memcpy(outputs[0], &size, sizeof(size));
}

}  // namespace

constinit const Operator size_operator = make_operator<infer, run>("Size", OM_KIND_CONSTANT, versions, {});

}  // namespace onemodel
