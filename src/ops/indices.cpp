#include "ops/indices.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace onemodel {
namespace {

// Refuses the index that stands at `position` (counted in elements) of `indices`.
[[noreturn]] void refuse_index(const Call& call, int64_t position, int64_t index, int64_t extent) {
  const Shape& shape = call.input(1).shape;
  Shape coordinate = shape;
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    coordinate[axis] = position % shape[axis];
    position /= shape[axis];
  }
  call.fail(Reason::index_out_of_range, "indices", "indices", list_text(coordinate.extents()), " is ", index,
            ", which is not in [", -extent, ", ", extent, ")");
}

// Whether all are in [0, extent), as most indices are. Without branches: an index u is if the sign is set neither in u
// nor in extent - 1 - u.
template <class Index>
bool are_plain(const Index* indices, int64_t count, int64_t extent) {
  using Bits = std::make_unsigned_t<Index>;
  const auto last = static_cast<Bits>(std::min<int64_t>(extent - 1, std::numeric_limits<Index>::max()));
  Bits signs = 0;
  for (int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<Bits>(indices[i]);
    signs |= index | (last - index);
  }
  return static_cast<Index>(signs) >= 0;
}

// Writes all to `normalized`. False if one lies outside [-extent, extent).
template <class Index>
bool normalize(const Index* indices, int64_t count, int64_t extent, int64_t* normalized) {
  bool valid = true;
  for (int64_t i = 0; i < count; ++i) {
    valid &= is_index(indices[i], extent);
    normalized[i] = normalized_index(indices[i], extent);
  }
  return valid;
}

// Writes the positions of all tuples of `depth` indices if each is in [0, extent) of its axis; else false, and what is
// written means nothing. `Depth` is depth where that is known beforehand, or 0.
template <int Depth>
bool place_plain(const int64_t* indices, int64_t count, int64_t depth, const int64_t* extents, const int64_t* strides,
                 int64_t* positions) {
  // Of this function alone, so that they stay in registers.
  uint64_t lasts[OM_MAX_RANK];
  uint64_t steps[OM_MAX_RANK];
  if constexpr (Depth != 0) depth = Depth;
  for (int64_t i = 0; i < depth; ++i) {
    lasts[i] = static_cast<uint64_t>(extents[i] - 1);
    steps[i] = static_cast<uint64_t>(strides[i]);
  }
  uint64_t signs = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t position = 0;
    for (int64_t j = 0; j < depth; ++j) {
      const auto index = static_cast<uint64_t>(indices[i * depth + j]);
      signs |= index | (lasts[j] - index);
      position += index * steps[j];
    }
    positions[i] = static_cast<int64_t>(position);
  }
  return static_cast<int64_t>(signs) >= 0;
}

}  // namespace

void require_an_axis(const Call& call, int64_t input) {
  if (call.input(input).shape.rank() > 0) return;
  call.fail(Reason::input_rank, call.input_name(input), "the input is a scalar; its rank has to be at least 1");
}

void check_indices(const Call& call, int64_t extent) {
  // Blocks are tested as a whole, and only one with a fault is looked through.
  constexpr int64_t block = 1024;
  const Argument& indices = call.input(1);
  const int64_t count = indices.shape.element_count();
  with_index_type(call, [&]<class Index>() {
    const auto* data = reinterpret_cast<const Index*>(indices.data);
    for (int64_t first = 0; first < count; first += block) {
      const int64_t last = std::min(count, first + block);
      if (are_plain(data + first, last - first, extent)) continue;
      for (int64_t i = first; i < last; ++i) {
        if (!is_index(data[i], extent)) refuse_index(call, i, data[i], extent);
      }
    }
  });
}

AxisIndices::AxisIndices(const Call& call, int64_t extent)
    : call_(call), data_(call.input(1).data), count_(call.input(1).shape.element_count()), extent_(extent) {}

const int64_t* AxisIndices::read(int64_t first, int64_t count, int64_t* room) const {
  return with_index_type(call_, [&]<class Index>() -> const int64_t* {
    const Index* indices = reinterpret_cast<const Index*>(data_) + first;
    if constexpr (std::is_same_v<Index, int64_t>) {
      if (is_plain_ || are_plain(indices, count, extent_)) return indices;
    }
    if (!normalize(indices, count, extent_, room)) check_indices(call_, extent_);  // which refuses
    return room;
  });
}

void AxisIndices::check() {
  is_plain_ = call_.input(1).type == OM_INT64 && are_plain(reinterpret_cast<const int64_t*>(data_), count_, extent_);
  if (!is_plain_) check_indices(call_, extent_);
}

IndexTuples::IndexTuples(const Call& call, int64_t batch_dims, int64_t last)
    : call_(call), indices_(reinterpret_cast<const int64_t*>(call.input(1).data)), depth_(last - batch_dims) {
  const Shape& data = call.input(0).shape;
  const Shape& indices = call.input(1).shape;
  // Of empty tuples there may be any number, but where data has no elements none is asked for.
  count_ = depth_ > 0                 ? indices.element_count() / depth_
           : data.element_count() > 0 ? indices.product(0, indices.rank() - 1)
                                      : 0;
  batch_count_ = count_ > 0 ? count_ / indices.product(0, batch_dims) : 0;
  int64_t strides[OM_MAX_RANK];
  row_major_strides(data.extents(), strides);
  // The strides of empty data are all 0: there is no run to tell from another.
  const int64_t run = last > 0 ? strides[last - 1] : 0;
  for (int64_t i = 0; i < depth_; ++i) {
    extents_[i] = data[batch_dims + i];
    strides_[i] = run != 0 ? strides[batch_dims + i] / run : 0;
  }
  batch_runs_ = batch_dims > 0 && run != 0 ? strides[batch_dims - 1] / run : 0;
}

void IndexTuples::check() const {
  if (depth_ == 0) return;
  for (int64_t i = 0; i < count_ * depth_; ++i) {
    const int64_t extent = extents_[i % depth_];
    if (!is_index(indices_[i], extent)) refuse_index(call_, i, indices_[i], extent);
  }
}

void IndexTuples::place(int64_t first, int64_t count, int64_t* positions) const {
  const int64_t* indices = indices_ + first * depth_;
  const auto place = depth_ == 2 ? place_plain<2> : depth_ == 3 ? place_plain<3> : place_plain<0>;
  if (place(indices, count, depth_, extents_, strides_, positions)) return;
  for (int64_t i = 0; i < count; ++i) {
    int64_t position = 0;
    for (int64_t j = 0; j < depth_; ++j) {
      const int64_t index = indices[i * depth_ + j];
      if (!is_index(index, extents_[j])) check();  // which refuses
      position += normalized_index(index, extents_[j]) * strides_[j];
    }
    positions[i] = position;
  }
}

RunPositions IndexTuples::at(int64_t first, int64_t count, int64_t* room) const {
  // Batches that are shorter than this come several at a time.
  constexpr int64_t short_batch = 32;
  const int64_t batch = first / batch_count_;
  const int64_t rest = (batch + 1) * batch_count_ - first;
  if (rest < count && rest >= short_batch) count = rest;
  const bool is_one_batch = count <= rest;
  const int64_t* positions = room;
  if (depth_ == 1 && strides_[0] == 1 && is_one_batch && are_plain(indices_ + first, count, extents_[0])) {
    positions = indices_ + first;
  } else {
    place(first, count, room);
  }
  if (is_one_batch) return {positions, count, batch * batch_runs_};
  int64_t left = rest;
  int64_t base = batch * batch_runs_;
  for (int64_t i = 0; i < count; ++i) {
    if (left-- == 0) {
      left = batch_count_ - 1;
      base += batch_runs_;
    }
    room[i] += base;
  }
  return {room, count};
}

}  // namespace onemodel
