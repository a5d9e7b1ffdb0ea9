#include "ops/indices.h"

#include <algorithm>

namespace onemodel {

void require_an_axis(const Call& call, int64_t input) {
  if (call.input(input).shape.rank() > 0) return;
  call.fail(Reason::input_rank, call.input_name(input), "the input is a scalar; its rank has to be at least 1");
}

void refuse_index(const Call& call, int64_t position, int64_t index, int64_t extent) {
  const Shape& shape = call.input(1).shape;
  Shape coordinate = shape;
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    coordinate[axis] = position % shape[axis];
    position /= shape[axis];
  }
  call.fail(Reason::index_out_of_range, "indices", "indices", list_text(coordinate.extents()), " is ", index,
            ", which is not in [", -extent, ", ", extent, ")");
}

IndexTuples::IndexTuples(const Call& call, int64_t first, int64_t last)
    : call_(call), indices_(call.input(1).data), depth_(last - first) {
  const Shape& data = call.input(0).shape;
  int64_t strides[OM_MAX_RANK];
  row_major_strides(data.extents(), strides);
  for (int64_t i = 0; i < depth_; ++i) {
    extents_[i] = data[first + i];
    // The strides of empty data are all 0: there is no slice to tell from another.
    strides_[i] = strides[last - 1] != 0 ? strides[first + i] / strides[last - 1] : 0;
  }
}

void check_indices(const Call& call, int64_t extent) {
  // Blocks are tested as a whole, and only one with a fault is looked through.
  constexpr int64_t block = 1024;
  const Argument& indices = call.input(1);
  const int64_t count = indices.shape.element_count();
  with_index_type(call, [&]<class Index>() {
    for (int64_t first = 0; first < count; first += block) {
      const int64_t last = std::min(count, first + block);
      bool valid = true;
      for (int64_t i = first; i < last; ++i) valid &= is_index(load_number<Index>(indices.data, i), extent);
      if (valid) continue;
      for (int64_t i = first; i < last; ++i) checked_index<Index>(call, indices.data, i, extent);
    }
  });
}

}  // namespace onemodel
