// Shape: the extents of the axes [start, end) of the input as an int64 vector. Depends on the input's shape alone.
//
// Before opset 15 there is neither start nor end: all extents are given. From then on:
//  - A negative start or end counts from the end: the rank is added.
//  - Then both are clamped to [0, rank]; without end it is the rank.
//  - A start past the end gives an empty vector.
// Refuses nothing of its own.

#include <algorithm>
#include <cstring>
#include <limits>

#include "ops/call.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

// An end that is left away is past every rank.
constexpr AttributeRule attributes_15[] = {{"end", OM_ATTRIBUTE_INT, false, std::numeric_limits<int64_t>::max()},
                                           {"start", OM_ATTRIBUTE_INT, false, 0}};
constexpr Input inputs[] = {{"data", all_types, 'T'}};
constexpr Output outputs[] = {{"shape"}};
constexpr Version versions[] = {{1, inputs, outputs, {}},
                                {13, inputs, outputs, {}},
                                {15, inputs, outputs, attributes_15},
                                {19, inputs, outputs, attributes_15},
                                {21, inputs, outputs, attributes_15},
                                {23, inputs, outputs, attributes_15},
                                {24, inputs, outputs, attributes_15},
                                {25, inputs, outputs, attributes_15}};

struct Axes {
  int64_t start;
  int64_t end;
};

int64_t clamped(int64_t axis, int64_t rank) { return std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank); }

void infer(const Call& call, Results* results, Axes* axes) {
  const int64_t rank = call.input(0).shape.rank();
  *axes = {0, rank};
  if (call.since() >= 15) *axes = {clamped(call.integer("start"), rank), clamped(call.integer("end"), rank)};
  axes->end = std::max(axes->start, axes->end);
  results->add(OM_INT64, Shape{axes->end - axes->start});
}

void run(const Call& call, const Results&, const Axes& axes, std::span<std::byte* const> outputs) {
  const int64_t* extents = call.input(0).shape.data();
  std::memcpy(outputs[0], extents + axes.start, static_cast<size_t>(axes.end - axes.start) * sizeof(int64_t));
}

}  // namespace

constinit const Operator shape_operator = make_operator<Axes, infer, run>("Shape", OM_KIND_CONSTANT, versions, {});

}  // namespace onemodel
