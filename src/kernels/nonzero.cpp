// Highway needs this order.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/nonzero.cpp"
#include "kernels/simd_targets.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "kernels/nonzero.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "kernels/produce.h"
#include "onemodel.h"

#if !defined(ONEMODEL_NONZERO_TYPES)
#define ONEMODEL_NONZERO_TYPES
namespace onemodel {

// Elements that are looked at together: 64 of them are a word, with one bit for each.
struct NonzeroBlock {
  static constexpr int64_t word = 64;
  static constexpr int64_t most_words = 32;
  static constexpr int64_t elements = most_words * word;

  uint64_t flags[most_words];
  int64_t words;
  int64_t first;  // element
  int64_t count;
};

// Where coordinates go. It is moved on with each block that is written.
struct NonzeroOutput {
  std::span<const int64_t> extents;
  int64_t total;
  std::byte* target;
  Stores stores;
  int64_t written;
  int64_t row_first;                // the first element of a row along the last axis,
  int64_t coordinate[OM_MAX_RANK];  // and the coordinates of that row

  void go_to(int64_t element);
  void go_to_next_row() {
    const size_t last = extents.size() - 1;
    row_first += extents[last];
    for (size_t axis = last; axis-- > 0 && ++coordinate[axis] == extents[axis];) coordinate[axis] = 0;
  }
  std::byte* on_axis(size_t axis) const {
    return target + (static_cast<int64_t>(axis) * total + written) * int64_t{sizeof(int64_t)};
  }
};

// For each byte the places of its bits that are set.
constexpr auto places_of_bits = [] {
  std::array<std::array<uint8_t, 8>, 256> places{};
  for (size_t byte = 0; byte < places.size(); ++byte) {
    size_t count = 0;
    for (uint8_t bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1U) != 0) places[byte][count++] = bit;
    }
  }
  return places;
}();

}  // namespace onemodel
#endif

#if ONEMODEL_IS_SIMD_TARGET && HWY_TARGET != HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace onemodel {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each returns how many elements are not zero.
template <class T>
HWY_INLINE int64_t flag(const std::byte* data, int64_t words, T counting, uint64_t* flags) {
  const hn::ScalableTag<T> tag;
  constexpr auto lanes = static_cast<int64_t>(hn::MaxLanes(tag));
  const T* elements = reinterpret_cast<const T*>(data);
  const auto counts = hn::Set(tag, counting);
  const auto zeros = [&](int64_t index) HWY_ATTR {
    uint8_t bytes[8] = {};
    const auto element = hn::And(hn::LoadU(tag, elements + index), counts);
    hn::StoreMaskBits(tag, hn::Eq(element, hn::Zero(tag)), bytes);
    uint64_t bits = 0;
    std::memcpy(&bits, bytes, static_cast<size_t>((lanes + 7) / 8));
    return bits;
  };
  int64_t count = 0;
  for (int64_t i = 0; i < words; ++i) {
    uint64_t zero = 0;
    for (int64_t j = 0; j < NonzeroBlock::word; j += 2 * lanes) {
      zero |= (zeros(i * NonzeroBlock::word + j) | zeros(i * NonzeroBlock::word + j + lanes) << lanes) << j;
    }
    flags[i] = ~zero;
    count += std::popcount(~zero);
  }
  return count;
}

int64_t flag_8(const std::byte* data, int64_t words, uint64_t counting, uint64_t* flags) {
  return flag(data, words, static_cast<uint8_t>(counting), flags);
}
int64_t flag_16(const std::byte* data, int64_t words, uint64_t counting, uint64_t* flags) {
  return flag(data, words, static_cast<uint16_t>(counting), flags);
}
int64_t flag_32(const std::byte* data, int64_t words, uint64_t counting, uint64_t* flags) {
  return flag(data, words, static_cast<uint32_t>(counting), flags);
}
int64_t flag_64(const std::byte* data, int64_t words, uint64_t counting, uint64_t* flags) {
  return flag(data, words, counting, flags);
}

class BlockWriter {
 public:
  BlockWriter(const NonzeroBlock& block, NonzeroOutput* output) : block_(block), output_(*output) {}

  void write() {
    find_positions();
    if (found_ == 0) return;
    const int64_t row_extent = output_.extents[output_.extents.size() - 1];
    while (block_.first - output_.row_first >= row_extent) output_.go_to_next_row();
    constexpr int64_t short_row = 64;
    if (row_extent >= short_row) {
      write_rows(row_extent);
    } else {
      write_short_rows(static_cast<uint32_t>(row_extent));
    }
    output_.written += found_;
  }

 private:
  static constexpr hn::ScalableTag<int64_t> tag_64{};
  static constexpr hn::CappedTag<uint32_t, 8> tag_32{};
  static constexpr int64_t lanes_64 = static_cast<int64_t>(hn::MaxLanes(tag_64));
  static constexpr int64_t lanes_32 = static_cast<int64_t>(hn::MaxLanes(tag_32));
  static constexpr int64_t padding = 64;  // what is written beyond the end

  // Where in the block the elements are that are not zero.
  void find_positions() {
    int64_t found = 0;
    for (int64_t word = 0; word < block_.words; ++word) {
      found_before_[word] = found;
      uint64_t bits = block_.flags[word];
      if (bits == 0) continue;
      const auto first = static_cast<uint32_t>(word * NonzeroBlock::word);
      const int64_t count = std::popcount(bits);
      uint32_t* to = positions_ + found;
      found += count;
      constexpr int64_t few = 4;
      if (count <= few) {
        for (int64_t i = 0; i < few; ++i, bits &= bits - 1)
          to[i] = first + static_cast<uint32_t>(std::countr_zero(bits));
        continue;
      }
      for (uint32_t byte = 0; byte < 8; ++byte, bits >>= 8) {
        const auto& places = places_of_bits[bits & 0xFF];
        const auto start = hn::Set(tag_32, first + 8 * byte);
        for (int64_t i = 0; i < 8; i += lanes_32) {
          const hn::Rebind<uint8_t, decltype(tag_32)> tag_8;
          hn::StoreU(hn::Add(hn::PromoteTo(tag_32, hn::LoadU(tag_8, places.data() + i)), start), tag_32, to + i);
        }
        to += std::popcount(bits & 0xFF);
      }
    }
    found_ = found;
  }

  // How many were found before an element of the block.
  int64_t found_before(int64_t element) const {
    const int64_t word = element / NonzeroBlock::word;
    const uint64_t before = (uint64_t{1} << (element % NonzeroBlock::word)) - 1;
    return found_before_[word] + std::popcount(block_.flags[word] & before);
  }

  // Writes count integers that vector_at(i) gives from the i-th on.
  template <class VectorAt>
  static HWY_INLINE void write_run(std::byte* to, int64_t count, VectorAt vector_at) {
    auto* target = reinterpret_cast<int64_t*>(to);
    int64_t i = 0;
    for (; i + lanes_64 <= count; i += lanes_64) hn::StoreU(vector_at(i), tag_64, target + i);
    if (i == count) return;
    alignas(64) int64_t last[lanes_64];
    hn::Store(vector_at(i), tag_64, last);
    std::memcpy(target + i, last, static_cast<size_t>(count - i) * sizeof(int64_t));
  }
  HWY_INLINE hn::Vec<decltype(tag_64)> integers(const uint32_t* small, int64_t add) const {
    const hn::Rebind<uint32_t, decltype(tag_64)> tag_small;
    const hn::Rebind<uint64_t, decltype(tag_64)> tag_large;
    return hn::Add(hn::BitCast(tag_64, hn::PromoteTo(tag_large, hn::LoadU(tag_small, small))), hn::Set(tag_64, add));
  }

  // Calls write(to) for each axis, where it may write as many integers as were found.
  template <class Write>
  HWY_INLINE void on_axis(size_t axis, Write write) {
    if (output_.stores == Stores::cached) {
      write(output_.on_axis(axis));
    } else {
      alignas(64) std::byte chunk[NonzeroBlock::elements * sizeof(int64_t)];
      write(chunk);
      copy_bytes(output_.on_axis(axis), chunk, found_ * int64_t{sizeof(int64_t)}, output_.stores);
    }
  }

  // Row by row.
  void write_rows(int64_t row_extent) {
    const size_t last = output_.extents.size() - 1;
    const int64_t end = block_.first + block_.count;
    const NonzeroOutput at_start = output_;
    for (size_t axis = 0; axis <= last; ++axis) {
      output_.row_first = at_start.row_first;
      std::copy(std::begin(at_start.coordinate), std::end(at_start.coordinate), output_.coordinate);
      on_axis(axis, [&](std::byte* to) HWY_ATTR {
        for (int64_t first = 0; first < found_;) {
          const int64_t row_end = output_.row_first + row_extent;
          const int64_t next = row_end < end ? found_before(row_end - block_.first) : found_;
          if (axis == last) {
            const int64_t add = block_.first - output_.row_first;
            write_run(to, next - first, [&](int64_t i) HWY_ATTR { return integers(positions_ + first + i, add); });
          } else {
            const auto coordinate = hn::Set(tag_64, output_.coordinate[axis]);
            write_run(to, next - first, [&](int64_t) HWY_ATTR { return coordinate; });
          }
          to += (next - first) * int64_t{sizeof(int64_t)};
          first = next;
          if (first < found_) output_.go_to_next_row();
        }
      });
    }
  }

  // By dividing positions, and from a table of the rows' coordinates.
  void write_short_rows(uint32_t row_extent) {
    const size_t last = output_.extents.size() - 1;
    const auto start = static_cast<uint32_t>(block_.first - output_.row_first);
    // position / extent as position * (2^shift / extent, rounded up) / 2^shift: exact as position * extent < 2^shift.
    constexpr int shift = 20;
    static_assert((NonzeroBlock::elements + 64) * 64 < 1 << shift);
    const auto factor = hn::Set(tag_32, ((uint32_t{1} << shift) + row_extent - 1) / row_extent);
    const auto extent = hn::Set(tag_32, row_extent);
    for (int64_t i = 0; i < found_; i += lanes_32) {
      const auto position = hn::Add(hn::LoadU(tag_32, positions_ + i), hn::Set(tag_32, start));
      const auto row = hn::ShiftRight<shift>(hn::Mul(position, factor));
      hn::StoreU(row, tag_32, rows_ + i);
      hn::StoreU(hn::Sub(position, hn::Mul(row, extent)), tag_32, positions_ + i);
    }
    const NonzeroOutput at_start = output_;
    const int64_t row_count = int64_t{rows_[found_ - 1]} + 1;
    for (size_t axis = 0; axis < last; ++axis) {
      output_.row_first = at_start.row_first;
      std::copy(std::begin(at_start.coordinate), std::end(at_start.coordinate), output_.coordinate);
      for (int64_t row = 0; row < row_count; ++row) {
        coordinates_[row] = output_.coordinate[axis];
        if (row + 1 < row_count) output_.go_to_next_row();
      }
      on_axis(axis, [&](std::byte* to) HWY_ATTR {
        for (int64_t i = 0; i < found_; ++i) ByteUnit<int64_t>::store(to, i, coordinates_[rows_[i]]);
      });
    }
    on_axis(last, [&](std::byte* to) HWY_ATTR {
      write_run(to, found_, [&](int64_t i) HWY_ATTR { return integers(positions_ + i, 0); });
    });
  }

  const NonzeroBlock& block_;
  NonzeroOutput& output_;
  int64_t found_ = 0;
  int64_t found_before_[NonzeroBlock::most_words];
  uint32_t positions_[NonzeroBlock::elements + padding];
  uint32_t rows_[NonzeroBlock::elements + padding];
  int64_t coordinates_[NonzeroBlock::elements + 1];
};

void write_block(const NonzeroBlock& block, NonzeroOutput* output) { BlockWriter(block, output).write(); }

}  // namespace HWY_NAMESPACE
}  // namespace onemodel
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace onemodel {

// The coordinates of the row of an element.
void NonzeroOutput::go_to(int64_t element) {
  const size_t last = extents.size() - 1;
  int64_t row = element / extents[last];
  row_first = row * extents[last];
  for (size_t axis = last; axis-- > 0;) {
    coordinate[axis] = row % extents[axis];
    row /= extents[axis];
  }
}

namespace {

using FlagFunction = int64_t(const std::byte* data, int64_t words, uint64_t counting, uint64_t* flags);
using WriteFunction = void(const NonzeroBlock& block, NonzeroOutput* output);

FlagFunction* vector_flag(int64_t bits) {
  switch (bits) {
    case 8:
      return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(FlagFunction, flag_8);
    case 16:
      return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(FlagFunction, flag_16);
    case 32:
      return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(FlagFunction, flag_32);
    case 64:
      return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(FlagFunction, flag_64);
    default:
      return nullptr;
  }
}

WriteFunction* vector_write() { return ONEMODEL_AT_SIMD_LEVEL_TO_AVX2(WriteFunction, write_block); }

// Of elements [first, end), of which the first is the first of a word.
int64_t flag_plainly(const NonzeroElements& elements, int64_t first, int64_t end, uint64_t* flags) {
  int64_t number = 0;
  with_unit(elements.bits, [&]<class Unit>() {
    for (; first < end; first += NonzeroBlock::word) {
      const int64_t count = std::min(NonzeroBlock::word, end - first);
      uint64_t word = 0;
      for (int64_t i = 0; i < count; ++i) {
        const auto element = Unit::load(elements.data, first + i);
        bool is_nonzero = elements.has_no_zero;
        if constexpr (Unit::bits == 128) {
          is_nonzero |= ((element.low & elements.counting.low) | (element.high & elements.counting.high)) != 0;
        } else {
          is_nonzero |= (element & elements.counting.low) != 0;
        }
        word |= uint64_t{is_nonzero} << i;
        number += is_nonzero ? 1 : 0;
      }
      *flags++ = word;
    }
  });
  return number;
}

// Calls body(block, number of elements that are not zero) for the blocks of elements [first, end).
template <class Body>
void for_each_block(FlagFunction* vector_flag, const NonzeroElements& elements, int64_t first, int64_t end, Body body) {
  NonzeroBlock block;
  for (; first < end; first += NonzeroBlock::elements) {
    block.first = first;
    block.count = std::min(NonzeroBlock::elements, end - first);
    block.words = (block.count + NonzeroBlock::word - 1) / NonzeroBlock::word;
    int64_t number = 0;
    int64_t words = 0;
    if (vector_flag != nullptr && !elements.has_no_zero) {
      words = block.count / NonzeroBlock::word;
      const std::byte* data = elements.data + first * elements.bits / 8;
      number = vector_flag(data, words, elements.counting.low, block.flags);
    }
    number += flag_plainly(elements, first + words * NonzeroBlock::word, first + block.count, block.flags + words);
    body(block, number);
  }
}

void write_block_plainly(const NonzeroBlock& block, NonzeroOutput* output) {
  const size_t last = output->extents.size() - 1;
  for (int64_t word = 0; word < block.words; ++word) {
    for (uint64_t bits = block.flags[word]; bits != 0; bits &= bits - 1) {
      const int64_t position = block.first + word * NonzeroBlock::word + std::countr_zero(bits);
      while (position - output->row_first >= output->extents[last]) output->go_to_next_row();
      for (size_t axis = 0; axis < last; ++axis) {
        ByteUnit<int64_t>::store(output->on_axis(axis), 0, output->coordinate[axis]);
      }
      ByteUnit<int64_t>::store(output->on_axis(last), 0, position - output->row_first);
      ++output->written;
    }
  }
}

NonzeroCounts parts_of(int64_t elements) {
  constexpr int64_t least_part = 8 * NonzeroBlock::elements;
  NonzeroCounts counts;
  const int64_t blocks = (elements + NonzeroBlock::elements - 1) / NonzeroBlock::elements;
  counts.part = std::max(least_part,
                         (blocks + NonzeroCounts::most_parts - 1) / NonzeroCounts::most_parts * NonzeroBlock::elements);
  counts.parts = (elements + counts.part - 1) / counts.part;
  return counts;
}

}  // namespace

NonzeroCounts count_nonzero(Workers& workers, const NonzeroElements& elements, NonzeroCode code) {
  FlagFunction* const flag = code == NonzeroCode::fastest ? vector_flag(elements.bits) : nullptr;
  NonzeroCounts counts = parts_of(elements.count);
  in_ranges(workers, counts.parts, elements.count * elements.bits / 8, 1, [&](int64_t first, int64_t last) {
    for (int64_t part = first; part < last; ++part) {
      const int64_t end = std::min(elements.count, (part + 1) * counts.part);
      counts.counts[part] = 0;
      for_each_block(flag, elements, part * counts.part, end,
                     [&](const NonzeroBlock&, int64_t number) { counts.counts[part] += number; });
    }
  });
  for (int64_t part = 0; part < counts.parts; ++part) counts.total += counts.counts[part];
  return counts;
}

void write_nonzero(Workers& workers, const NonzeroElements& elements, const NonzeroCounts& counts,
                   std::span<const int64_t> extents, std::byte* target, NonzeroCode code) {
  const bool is_fastest = code == NonzeroCode::fastest;
  FlagFunction* const flag = is_fastest ? vector_flag(elements.bits) : nullptr;
  WriteFunction* write = is_fastest ? vector_write() : nullptr;
  if (write == nullptr) write = write_block_plainly;
  const int64_t output_bytes = static_cast<int64_t>(extents.size()) * counts.total * int64_t{sizeof(int64_t)};
  const Stores stores = stores_for(output_bytes);
  const int64_t bytes = elements.count * elements.bits / 8 + output_bytes;
  in_ranges(workers, counts.parts, bytes, 1, [&](int64_t first, int64_t last) {
    NonzeroOutput output{extents, counts.total, target, stores, 0, 0, {}};
    for (int64_t part = 0; part < first; ++part) output.written += counts.counts[part];
    output.go_to(first * counts.part);
    const int64_t end = std::min(elements.count, last * counts.part);
    for_each_block(flag, elements, first * counts.part, end, [&](const NonzeroBlock& block, int64_t number) {
      if (number > 0) write(block, &output);
    });
    finish(stores);
  });
}

}  // namespace onemodel
#endif
