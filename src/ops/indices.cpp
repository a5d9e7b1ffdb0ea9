#include "ops/indices.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

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

// Writes all to `normalized`, without branches, as signs may come in any order. False if one lies outside
// [-extent, extent).
template <class Index>
bool normalize(const Index* indices, int64_t count, int64_t extent, int64_t* normalized) {
  uint64_t signs = 0;
  for (int64_t i = 0; i < count; ++i) {
    normalized[i] = normalized_index(indices[i], extent);
    const auto position = static_cast<uint64_t>(normalized[i]);
    signs |= position | (static_cast<uint64_t>(extent - 1) - position);
  }
  return static_cast<int64_t>(signs) >= 0;
}

// Writes the positions of all tuples of `depth` indices if each is in [0, extent) of its axis; else false, and what is
// written means nothing. `Depth` is depth where that is known beforehand, or 0; Factor is an unsigned type that holds
// all positions.
template <int Depth, class Factor>
bool place_plain(const int64_t* indices, int64_t count, int64_t depth, const int64_t* extents, int64_t* positions) {
  uint64_t own_extents[OM_MAX_RANK];  // of this function alone, so that they stay in registers
  if constexpr (Depth != 0) depth = Depth;
  for (int64_t i = 0; i < depth; ++i) own_extents[i] = static_cast<uint64_t>(extents[i]);
  uint64_t signs = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t position = 0;
    for (int64_t j = 0; j < depth; ++j) {
      const auto index = static_cast<uint64_t>(indices[i * depth + j]);
      signs |= index | (own_extents[j] - 1 - index);
      position = uint64_t{static_cast<Factor>(position)} * static_cast<Factor>(own_extents[j]) + index;
    }
    positions[i] = static_cast<int64_t>(position);
  }
  return static_cast<int64_t>(signs) >= 0;
}

template <class Factor>
bool place_plain(const int64_t* indices, int64_t count, int64_t depth, const int64_t* extents, int64_t* positions) {
  const auto place = depth == 2 ? place_plain<2, Factor> : depth == 3 ? place_plain<3, Factor> : place_plain<0, Factor>;
  return place(indices, count, depth, extents, positions);
}

// The runs in a batch that tuples choose from.
int64_t reach_of_tuples(const Call& call, int64_t batch_dims, int64_t last) {
  const Shape& data = call.input(0).shape;
  return data.element_count() > 0 ? data.product(batch_dims, last) : 0;
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
    if (!are_plain(indices, count, extent_)) {
      if (!normalize(indices, count, extent_, room)) check_indices(call_, extent_);  // which refuses
      return room;
    }
    if constexpr (std::is_same_v<Index, int64_t>) {
      return indices;
    } else {
      std::copy_n(indices, count, room);
      return room;
    }
  });
}

const int64_t* AxisIndices::plain() const {
  if (call_.input(1).type != OM_INT64) return nullptr;
  const auto* indices = reinterpret_cast<const int64_t*>(data_);
  return are_plain(indices, count_, extent_) ? indices : nullptr;
}

IndexTuples::IndexTuples(const Call& call, int64_t batch_dims, int64_t last)
    : RunIndex(reach_of_tuples(call, batch_dims, last)),
      call_(call),
      indices_(reinterpret_cast<const int64_t*>(call.input(1).data)),
      depth_(last - batch_dims) {
  const Shape& data = call.input(0).shape;
  const Shape& indices = call.input(1).shape;
  // Of empty tuples there may be any number, but where data has no elements none is asked for.
  count_ = depth_ > 0                 ? indices.element_count() / depth_
           : data.element_count() > 0 ? indices.product(0, indices.rank() - 1)
                                      : 0;
  batch_count_ = count_ > 0 && batch_dims > 0 ? count_ / indices.product(0, batch_dims) : count_;
  for (int64_t i = 0; i < depth_; ++i) extents_[i] = data[batch_dims + i];
  if (depth_ == 0 || depth_ > StoredIndices::most_depth) return;
  stored_.data = indices_;
  stored_.depth = depth_;
  std::copy_n(extents_, depth_, stored_.extents);
  stored_.length = batch_count_;
}

void IndexTuples::check() const {
  if (depth_ == 0) return;
  for (int64_t i = 0; i < count_ * depth_; ++i) {
    const int64_t extent = extents_[i % depth_];
    if (!is_index(indices_[i], extent)) refuse_index(call_, i, indices_[i], extent);
  }
}

const int64_t* IndexTuples::positions(int64_t first, int64_t count, int64_t* room) const {
  const int64_t* indices = indices_ + first * depth_;
  if (depth_ == 1 && are_plain(indices, count, extents_[0])) return indices;
  // Half as many bits are multiplied faster, by vector instructions.
  const auto place = std::in_range<uint32_t>(reach()) ? place_plain<uint32_t> : place_plain<uint64_t>;
  if (place(indices, count, depth_, extents_, room)) return room;
  bool are_valid = true;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t position = 0;
    for (int64_t j = 0; j < depth_; ++j) {
      const auto extent = static_cast<uint64_t>(extents_[j]);
      const uint64_t index = counted_from_start(indices[i * depth_ + j], extent);
      are_valid &= index < extent;
      position = position * extent + index;
    }
    room[i] = static_cast<int64_t>(position);
  }
  if (!are_valid) check();  // which refuses
  return room;
}

RunPositions IndexTuples::at(int64_t first, int64_t count, int64_t* room) const {
  count = std::min(count, block);
  const int64_t batch = first < batch_count_ ? 0 : first / batch_count_;  // division is slow
  const int64_t rest = (batch + 1) * batch_count_ - first;                // of the batch
  if (count < rest || batch_count_ > block) {
    count = std::min(count, rest);
    return {positions(first, count, room), count, batch * reach()};
  }
  // Whole batches, once a first one is at its end.
  if (rest < batch_count_) return {positions(first, rest, room), rest, batch * reach()};
  const int64_t batches = count / batch_count_;
  return {
      positions(first, batches * batch_count_, room), batch_count_, batch * reach(), batches, reach(), batch_count_};
}

}  // namespace onemodel
