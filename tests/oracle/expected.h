// What some operators must give, worked out the slow way, so that a known difference of ONNX Runtime hides no fault of
// this library.
#pragma once

#include <cstdint>
#include <vector>

#include "draft.h"

namespace onemodel::oracle {

// Whether the type is float16, bfloat16, float32 or float64, and what number an element of it is.
bool is_floating_type(om_type type);
double floating_number(om_type type, uint64_t bits);

// TopK's values and indices in sorted order. NaN is above all; of equals the first comes first.
std::vector<Tensor> expected_topk(const Draft& draft);

// How many elements one axis of Pad's data gets, or loses where negative.
struct AxisPads {
  int64_t begin = 0;
  int64_t end = 0;
};

// By axis of the data. For a call that is right.
std::vector<AxisPads> pads_of(const Draft& draft);

// What is left of an axis when negative pads have cropped it.
int64_t cropped_extent(int64_t extent, const AxisPads& pads);

// The output of Pad in mode reflect, going on periodically.
Tensor expected_reflection(const Draft& draft);

enum class FractionalIndices {
  truncated,  // as the text says
  off         // select nothing
};

// The output of OneHot.
Tensor expected_one_hot(const Draft& draft, FractionalIndices fractional);

}  // namespace onemodel::oracle
