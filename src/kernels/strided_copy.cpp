#include "kernels/strided_copy.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "kernels/packed.h"
#include "kernels/produce.h"
#include "kernels/rows.h"
#include "kernels/steps.h"
#include "kernels/transpose.h"
#include "kernels/unit.h"
#include "tensor/shape.h"

namespace onemodel {
namespace {

// The same copy with as few axes as possible: axes of extent 1 go, and neighbours become one where both sides step
// through them as through a single axis.
StridedCopy merged(const StridedCopy& copy) {
  StridedCopy result;
  result.source_offset = copy.source_offset;
  result.target_offset = copy.target_offset;
  for (int64_t axis = 0; axis < copy.rank; ++axis) {
    const int64_t extent = copy.extents[axis];
    if (extent == 1) continue;
    const int64_t last = result.rank - 1;
    if (result.rank > 0 && result.source_strides[last] == extent * copy.source_strides[axis] &&
        result.target_strides[last] == extent * copy.target_strides[axis]) {
      result.extents[last] *= extent;
      result.source_strides[last] = copy.source_strides[axis];
      result.target_strides[last] = copy.target_strides[axis];
    } else {
      result.append_axis(extent, copy.source_strides[axis], copy.target_strides[axis]);
    }
  }
  return result;
}

// The widest unit of which neighbours on the last axis are made that move together, up to 128 bits; the copy then
// counts in this unit.
int64_t widen(int64_t bits, StridedCopy* copy) {
  const int64_t last = copy->rank - 1;
  if (copy->rank == 0 || copy->source_strides[last] != 1 || copy->target_strides[last] != 1) return bits;
  int64_t all = copy->extents[last] | copy->source_offset | copy->target_offset;
  for (int64_t axis = 0; axis < last; ++axis) all |= copy->source_strides[axis] | copy->target_strides[axis];
  // The factor is a power of two, which all are multiples of.
  const int most = std::countr_zero(uint64_t{128} / static_cast<uint64_t>(bits));
  const int factor_bits = std::min(most, std::countr_zero(static_cast<uint64_t>(all)));
  if (factor_bits == 0) return bits;
  copy->extents[last] >>= factor_bits;
  copy->source_offset >>= factor_bits;
  copy->target_offset >>= factor_bits;
  for (int64_t axis = 0; axis < last; ++axis) {
    copy->source_strides[axis] >>= factor_bits;
    copy->target_strides[axis] >>= factor_bits;
  }
  if (copy->extents[last] == 1) --copy->rank;
  return bits << factor_bits;
}

// Axes that change places: the target is dense along those of the rows, the source along those of the columns.
class Exchange {
 public:
  // None, where neighbours of the source do not move away from each other.
  Exchange(const StridedCopy& copy, int64_t bits) : copy_(copy) {
    const int64_t last = copy.rank - 1;
    if (copy.rank < 2 || copy.target_strides[last] != 1) return;
    if (copy.source_strides[last] == 1 || copy.source_strides[last] == 0) return;
    const int64_t* const end = copy.source_strides + last;
    if (std::find(copy.source_strides, end, 1) == end) return;

    constexpr int64_t long_run_bytes = 512;
    std::fill_n(is_in_matrix_, copy.rank, false);
    // First both get as many as fill a line. Then runs become so long that they make good use of the pages that memory
    // is read by.
    for (const int64_t enough : {cache_line_bytes * 8 / bits, long_run_bytes * 8 / bits}) {
      extend_rows(enough);
      extend_columns(enough);
    }
    if (bits >= 8) take_batch();
  }

  bool exists() const { return matrix_.rows.rank > 0; }
  const Transposition& matrix() const { return matrix_; }
  // Or in its batch.
  bool is_in_matrix(int64_t axis) const { return is_in_matrix_[axis]; }

 private:
  void extend_rows(int64_t enough) {
    RunAxes& rows = matrix_.rows;
    for (int64_t axis = copy_.rank - 1 - rows.rank; axis >= 0 && rows.count < enough; --axis) {
      if (is_in_matrix_[axis] || copy_.source_strides[axis] == 1 || copy_.target_strides[axis] != rows.count) return;
      rows.append(copy_.extents[axis], copy_.source_strides[axis]);
      is_in_matrix_[axis] = true;
    }
  }
  void extend_columns(int64_t enough) {
    RunAxes& columns = matrix_.columns;
    for (int64_t axis = 0; axis < copy_.rank && columns.count < enough;) {
      if (is_in_matrix_[axis] || copy_.source_strides[axis] != columns.count) {
        ++axis;
        continue;
      }
      columns.append(copy_.extents[axis], copy_.target_strides[axis]);
      is_in_matrix_[axis] = true;
      axis = 0;
    }
  }

  // The innermost of the other axes.
  void take_batch() {
    if (std::max(matrix_.rows.count, matrix_.columns.count) > Transposition::most_batched) return;
    int64_t axis = copy_.rank - 1;
    while (axis >= 0 && is_in_matrix_[axis]) --axis;
    if (axis < 0) return;
    matrix_.batch = copy_.extents[axis];
    matrix_.source_batch_stride = copy_.source_strides[axis];
    matrix_.target_batch_stride = copy_.target_strides[axis];
    is_in_matrix_[axis] = true;
  }

  const StridedCopy& copy_;
  Transposition matrix_;
  bool is_in_matrix_[StridedCopy::max_rank];
};

// The last two axes of a copy; the outer one has extent 1 where there is none.
struct Plane {
  int64_t rows;
  int64_t source_row_stride;
  int64_t target_row_stride;
  int64_t extent;
  int64_t source_stride;
  int64_t target_stride;
};

// Rows of elements that stay neighbours.
template <class Unit>
void copy_runs(const Plane& plane, const std::byte* source, int64_t source_position, std::byte* target,
               int64_t target_position, Stores stores) {
  if constexpr (Unit::packed) {
    for (int64_t row = 0; row < plane.rows; ++row) {
      Unit::copy(target, target_position + row * plane.target_row_stride, source,
                 source_position + row * plane.source_row_stride, plane.extent);
    }
  } else {
    constexpr int64_t size = Unit::bits / 8;
    copy_rows(plane.rows, plane.extent * size, source + source_position * size, plane.source_row_stride * size,
              target + target_position * size, plane.target_row_stride * size, stores);
  }
}

// Rows of one element each, which is repeated Count times.
template <class Unit, int64_t Count>
void repeat_elements(const Plane& plane, const std::byte* source, int64_t source_position, std::byte* target,
                     int64_t target_position) {
  const auto [rows, source_row_stride, target_row_stride, extent, source_stride, target_stride] = plane;
  for (int64_t row = 0; row < rows; ++row) {
    const auto element = Unit::load(source, source_position + row * source_row_stride);
    for (int64_t i = 0; i < Count; ++i) Unit::store(target, target_position + row * target_row_stride + i, element);
  }
}

template <class Unit>
void copy_plane(const Plane& plane, const std::byte* source, int64_t source_position, std::byte* target,
                int64_t target_position, Stores stores) {
  // Stores of bytes could change what is not a local value, for all the compiler knows.
  const auto [rows, source_row_stride, target_row_stride, extent, source_stride, target_stride] = plane;
  if (source_stride == 1 && target_stride == 1) {
    copy_runs<Unit>(plane, source, source_position, target, target_position, stores);
    return;
  }
  if constexpr (!Unit::packed) {
    if (source_stride == 0 && target_stride == 1) {
      // Where the number is known to the compiler it is a matter of one or two stores.
      switch (extent) {
        case 2:
          return repeat_elements<Unit, 2>(plane, source, source_position, target, target_position);
        case 3:
          return repeat_elements<Unit, 3>(plane, source, source_position, target, target_position);
        case 4:
          return repeat_elements<Unit, 4>(plane, source, source_position, target, target_position);
        case 8:
          return repeat_elements<Unit, 8>(plane, source, source_position, target, target_position);
        default:
          break;
      }
    }
  }
  CopySteps* copy_steps = nullptr;
  if (target_stride == 1 && !Unit::packed) copy_steps = vector_copy_steps(Unit::bits, source_stride);
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t from = source_position + row * source_row_stride;
    const int64_t to = target_position + row * target_row_stride;
    if (copy_steps != nullptr) {
      copy_steps(source + from * Unit::bits / 8, target + to * Unit::bits / 8, extent);
    } else if (target_stride == 1 && source_stride == 0) {
      const auto element = Unit::load(source, from);
      for (int64_t i = 0; i < extent; ++i) Unit::store(target, to + i, element);
    } else {
      for (int64_t i = 0; i < extent; ++i) {
        Unit::store(target, to + i * target_stride, Unit::load(source, from + i * source_stride));
      }
    }
  }
}

// Calls body(source_position, target_position) for each coordinate of the axes that is_outer(axis) names.
template <class IsOuter, class Body>
void for_each_outer(const StridedCopy& copy, IsOuter is_outer, Body body) {
  int64_t coordinate[StridedCopy::max_rank];
  std::fill_n(coordinate, copy.rank, 0);
  int64_t source_position = copy.source_offset;
  int64_t target_position = copy.target_offset;
  while (true) {
    body(source_position, target_position);
    int64_t axis = copy.rank - 1;
    for (; axis >= 0; --axis) {
      if (!is_outer(axis)) continue;
      source_position += copy.source_strides[axis];
      target_position += copy.target_strides[axis];
      if (++coordinate[axis] < copy.extents[axis]) break;
      source_position -= copy.extents[axis] * copy.source_strides[axis];
      target_position -= copy.extents[axis] * copy.target_strides[axis];
      coordinate[axis] = 0;
    }
    if (axis < 0) return;
  }
}

template <class Unit>
void copy_planes(const StridedCopy& copy, const std::byte* source, std::byte* target, Stores stores) {
  const int64_t last = copy.rank - 1;
  Plane plane{1, 0, 0, 1, 1, 1};
  if (copy.rank > 0) {
    plane.extent = copy.extents[last];
    plane.source_stride = copy.source_strides[last];
    plane.target_stride = copy.target_strides[last];
  }
  if (copy.rank > 1) {
    plane.rows = copy.extents[last - 1];
    plane.source_row_stride = copy.source_strides[last - 1];
    plane.target_row_stride = copy.target_strides[last - 1];
  }
  const auto is_outer = [last](int64_t axis) { return axis < last - 1; };
  for_each_outer(copy, is_outer, [&](int64_t source_position, int64_t target_position) {
    copy_plane<Unit>(plane, source, source_position, target, target_position, stores);
  });
}

// Copies so few elements that looking for a better way would take longer.
template <class Unit>
void copy_few(const StridedCopy& copy, const std::byte* source, std::byte* target) {
  const int64_t last = copy.rank - 1;
  const int64_t extent = last < 0 ? 1 : copy.extents[last];
  const int64_t source_stride = last < 0 ? 0 : copy.source_strides[last];
  const int64_t target_stride = last < 0 ? 0 : copy.target_strides[last];
  const auto is_outer = [last](int64_t axis) { return axis < last; };
  for_each_outer(copy, is_outer, [&](int64_t source_position, int64_t target_position) {
    for (int64_t i = 0; i < extent; ++i) {
      Unit::store(target, target_position + i * target_stride, Unit::load(source, source_position + i * source_stride));
    }
  });
}

template <class Unit>
void copy_exchanged(const StridedCopy& copy, const Exchange& exchange, const std::byte* source, std::byte* target,
                    Stores stores) {
  const auto is_outer = [&](int64_t axis) { return !exchange.is_in_matrix(axis); };
  for_each_outer(copy, is_outer, [&](int64_t source_position, int64_t target_position) {
    if constexpr (Unit::packed) {
      transpose_packed(Unit::bits, exchange.matrix(), source, source_position, target, target_position);
    } else {
      constexpr int64_t size = Unit::bits / 8;
      transpose(Unit::bits, exchange.matrix(), source + source_position * size, target + target_position * size,
                stores);
    }
  });
}

// Rows of bytes that will be read next.
struct RowsAhead {
  const std::byte* source;
  int64_t stride;
  int64_t bytes;  // of a row
  int64_t count;
};

// Copies bytes out of the cache, past it, and asks for what will be read next meanwhile: reading and writing would else
// wait for each other.
void stream_chunk(std::byte* target, const std::byte* chunk, int64_t bytes, const RowsAhead& ahead) {
  constexpr int64_t line = cache_line_bytes;
  const int64_t head = std::min<int64_t>(bytes, -reinterpret_cast<intptr_t>(target) & (line - 1));
  copy_bytes(target, chunk, head, Stores::cached);
  int64_t done = head;
  int64_t row = 0;
  for (int64_t asked = 0; done + line <= bytes; done += line) {
    for (; asked <= done && row < ahead.count; asked += ahead.bytes, ++row) {
      prefetch_lines(ahead.source + row * ahead.stride, ahead.bytes);
    }
    stream_lines(target + done, chunk + done, line);
  }
  copy_bytes(target + done, chunk + done, bytes - done, Stores::cached);
}

// Copies what stays in the nearest cache, where any order of axes is as good: with the longest one next to the last as
// rows, so that there are few planes.
template <class Unit>
void copy_near(const StridedCopy& copy, const std::byte* source, std::byte* target) {
  const int64_t rows = copy.rank - 2;
  int64_t longest = rows;
  for (int64_t axis = 0; axis < rows; ++axis) {
    if (copy.extents[axis] > copy.extents[longest]) longest = axis;
  }
  if (longest == rows) {
    copy_planes<Unit>(copy, source, target, Stores::cached);
    return;
  }
  StridedCopy ordered = copy;
  std::swap(ordered.extents[longest], ordered.extents[rows]);
  std::swap(ordered.source_strides[longest], ordered.source_strides[rows]);
  std::swap(ordered.target_strides[longest], ordered.target_strides[rows]);
  copy_planes<Unit>(ordered, source, target, Stores::cached);
}

// Whether planes are so small that each costs more than its elements, and there are many of them side by side.
template <class Unit>
bool has_small_planes(const StridedCopy& copy) {
  constexpr int64_t small_bytes = 256;
  const int64_t last = copy.rank - 1;
  return last >= 2 && copy.extents[last] * copy.extents[last - 1] * Unit::bits <= 8 * small_bytes &&
         copy.extents[last - 2] > copy.extents[last - 1];
}

// The axes from `axis` on.
StridedCopy inner_axes(const StridedCopy& copy, int64_t axis) {
  StridedCopy inner;
  for (; axis < copy.rank; ++axis) {
    inner.append_axis(copy.extents[axis], copy.source_strides[axis], copy.target_strides[axis]);
  }
  return inner;
}

// Copies small planes, as many at a time as stay in the nearest cache.
template <class Unit>
void copy_small_planes(const StridedCopy& copy, const std::byte* source, std::byte* target) {
  const int64_t axis = copy.rank - 3;
  const int64_t source_stride = copy.source_strides[axis];
  const int64_t target_stride = copy.target_strides[axis];
  const int64_t distance = std::max({source_stride, -source_stride, target_stride}) * Unit::bits / 8;
  const int64_t step = std::max<int64_t>(chunk_bytes / std::max<int64_t>(distance, 1), 1);
  StridedCopy part = inner_axes(copy, axis);
  const auto is_outer = [axis](int64_t outer) { return outer < axis; };
  for_each_outer(copy, is_outer, [&](int64_t source_position, int64_t target_position) {
    for (int64_t first = 0; first < copy.extents[axis]; first += step) {
      part.extents[0] = std::min(step, copy.extents[axis] - first);
      part.source_offset = source_position + first * source_stride;
      part.target_offset = target_position + first * target_stride;
      copy_near<Unit>(part, source, target);
    }
  });
}

// Copies by way of a piece of the cache, from where whole lines are streamed. `axis` is the first one from which on the
// target is dense and what one coordinate covers fits in the cache.
template <class Unit>
void copy_through_cache(const StridedCopy& copy, int64_t axis, int64_t inner_count, const std::byte* source,
                        std::byte* target) {
  constexpr int64_t size = Unit::bits / 8;
  alignas(cache_line_bytes) std::byte chunk[chunk_bytes];
  StridedCopy part = inner_axes(copy, axis);
  const int64_t step = chunk_bytes / (inner_count * size);
  const auto is_outer = [axis](int64_t outer) { return outer < axis; };
  for_each_outer(copy, is_outer, [&](int64_t source_position, int64_t target_position) {
    for (int64_t first = 0; first < copy.extents[axis]; first += step) {
      part.extents[0] = std::min(step, copy.extents[axis] - first);
      part.source_offset = source_position + first * copy.source_strides[axis];
      if (has_small_planes<Unit>(part)) {
        copy_near<Unit>(part, source, chunk);
      } else {
        copy_planes<Unit>(part, source, chunk, Stores::cached);
      }
      RowsAhead ahead{};
      if (const int64_t next = first + step;
          next < copy.extents[axis] && part.rank == 2 && part.source_strides[1] == 1) {
        ahead = {source + (source_position + next * part.source_strides[0]) * size, part.source_strides[0] * size,
                 part.extents[1] * size, std::min(copy.extents[axis] - next, step)};
      }
      stream_chunk(target + (target_position + first * inner_count) * size, chunk, part.extents[0] * inner_count * size,
                   ahead);
    }
  });
}

// Whether the last axis makes up whole cache lines of the target.
bool rows_are_lines(const StridedCopy& copy, int64_t size, const std::byte* target) {
  const int64_t last = copy.rank - 1;
  int64_t strides = 0;
  for (int64_t axis = 0; axis < last; ++axis) strides |= copy.target_strides[axis];
  return are_lines(copy.extents[last] * size, target + copy.target_offset * size, strides * size);
}

// Copies what one thread has to.
template <class Unit>
void copy_part(const StridedCopy& copy, const std::byte* source, std::byte* target, Stores stores) {
  if (const Exchange exchange(copy, Unit::bits); exchange.exists()) {
    copy_exchanged<Unit>(copy, exchange, source, target, stores);
    return;
  }
  if constexpr (!Unit::packed) {
    constexpr int64_t size = Unit::bits / 8;
    if (stores == Stores::streaming) {
      // Rows of this length are streamed as they are.
      constexpr int64_t long_row_bytes = 2048;
      constexpr int64_t most_bytes = 4096;
      int64_t count = 1;
      int64_t axis = copy.rank;
      while (axis > 0 && copy.target_strides[axis - 1] == count && count * size <= most_bytes) {
        count *= copy.extents[--axis];
      }
      if (axis < copy.rank && count * size >= long_row_bytes &&
          !(copy.source_strides[copy.rank - 1] == 1 &&
            (copy.extents[copy.rank - 1] * size >= long_row_bytes || rows_are_lines(copy, size, target)))) {
        copy_through_cache<Unit>(copy, axis, count / copy.extents[axis], source, target);
        return;
      }
      const bool is_run = copy.rank > 0 && copy.source_strides[copy.rank - 1] == 1;
      if (!is_run) stores = Stores::cached;
    }
    if (has_small_planes<Unit>(copy)) {
      copy_small_planes<Unit>(copy, source, target);
      return;
    }
  }
  copy_planes<Unit>(copy, source, target, stores);
}

// Copies what stays in the nearest cache.
template <class Unit>
void copy_little(const StridedCopy& copy, const std::byte* source, std::byte* target) {
  if (const Exchange exchange(copy, Unit::bits); exchange.exists()) {
    copy_exchanged<Unit>(copy, exchange, source, target, Stores::cached);
    return;
  }
  copy_near<Unit>(copy, source, target);
}

// The axis to share among threads: the first with enough coordinates for all, or the longest.
int64_t shared_axis(const StridedCopy& copy, int64_t thread_count) {
  constexpr int64_t enough = 8;
  int64_t longest = 0;
  for (int64_t axis = 0; axis < copy.rank; ++axis) {
    if (copy.extents[axis] >= enough * thread_count) return axis;
    if (copy.extents[axis] > copy.extents[longest]) longest = axis;
  }
  return longest;
}

template <class Unit>
void copy_shared(Workers& workers, const StridedCopy& copy, int64_t bytes, const std::byte* source, std::byte* target) {
  const Stores stores = stores_for(bytes);
  // Threads would share bytes of packed elements.
  if (Unit::packed || workers.thread_count() == 1 || copy.rank == 0) {
    copy_part<Unit>(copy, source, target, stores);
    finish(stores);
    return;
  }
  constexpr int64_t elements_of_a_line = std::max<int64_t>(512 / Unit::bits, 1);
  const int64_t axis = shared_axis(copy, workers.thread_count());
  in_ranges(workers, copy.extents[axis], bytes, std::min(elements_of_a_line, copy.extents[axis]),
            [&](int64_t first, int64_t last) {
              StridedCopy part = copy;
              part.extents[axis] = last - first;
              part.source_offset += first * copy.source_strides[axis];
              part.target_offset += first * copy.target_strides[axis];
              copy_part<Unit>(part, source, target, stores);
              finish(stores);
            });
}

}  // namespace

void strided_copy(Workers& workers, int64_t bits, const StridedCopy& copy, const std::byte* source, std::byte* target) {
  if (std::any_of(copy.extents, copy.extents + copy.rank, [](int64_t extent) { return extent == 0; })) return;
  StridedCopy simple = merged(copy);
  int64_t count = 1;
  for (int64_t axis = 0; axis < simple.rank; ++axis) count *= simple.extents[axis];
  const bool is_run =
      simple.rank == 0 || (simple.rank == 1 && simple.source_strides[0] == 1 && simple.target_strides[0] == 1);
  if (is_run && bits >= 8 && count * bits <= 8 * little_bytes) {
    const int64_t size = bits / 8;
    copy_bytes(target + simple.target_offset * size, source + simple.source_offset * size, count * size,
               Stores::cached);
    return;
  }
  constexpr int64_t few = 24;
  if (count <= few) {
    with_unit(bits, [&]<class Unit>() { copy_few<Unit>(simple, source, target); });
    return;
  }
  const int64_t unit_bits = widen(bits, &simple);
  constexpr int64_t nearest_cache_bytes = int64_t{1} << 14;
  if (count * bits <= 8 * nearest_cache_bytes) {
    with_unit(unit_bits, [&]<class Unit>() { copy_little<Unit>(simple, source, target); });
    return;
  }
  with_unit(unit_bits, [&]<class Unit>() { copy_shared<Unit>(workers, simple, count * bits / 8, source, target); });
}

void set_row_major_target(StridedCopy* copy) {
  row_major_strides({copy->extents, static_cast<size_t>(copy->rank)}, copy->target_strides);
}

}  // namespace onemodel
