// Trilu: the last two axes as matrices, of which the upper or the lower triangle is kept; the rest is 0 (false, "").
//
//  - The triangle starts at diagonal k, default 0: the main diagonal; positive k lie above it, negative ones below. Of
//  row
//    i the upper triangle has the columns from i + k on, the lower one those up to i + k.
//  - Any k is allowed: far outside, everything is kept or nothing.
// Refuses: input.rank, input.not_scalar.

#include <algorithm>
#include <cstring>

#include "kernels/fill.h"
#include "kernels/produce_runs.h"
#include "kernels/short.h"
#include "kernels/unit.h"
#include "ops/call.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes[] = {{"upper", OM_ATTRIBUTE_INT, false, 1}};
constexpr Input inputs[] = {{"input", all_types, 'T'}, {"k", only_int64, ' ', Presence::optional}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{14, inputs, outputs, attributes}};
constexpr Reason reasons[] = {Reason::input_rank, Reason::input_not_scalar};

void infer(const Call& call, Results* results) {
  const Shape& shape = call.input(0).shape;
  if (shape.rank() < 2) call.fail(Reason::input_rank, "input", "rank ", shape.rank(), " is not that of matrices");
  if (call.has_input(1)) call.require_scalar(1);
  results->add(call.input(0).type, shape);
}

struct Triangle {
  int64_t rows;
  int64_t columns;
  int64_t k;
  bool upper;
};

// Writes rows of matrices that follow each other.
template <class Unit>
class Triangles {
 public:
  Triangles(const Triangle& triangle, const std::byte* input) : triangle_(triangle), input_(input) {}

  // Rows [first, last), counted over all matrices.
  void write_rows(int64_t first, int64_t last, std::byte* to, Stores stores) const {
    const int64_t columns = triangle_.columns;
    const auto column_at = [&](int64_t edge) { return std::clamp<int64_t>(edge, 0, columns); };
    // Short rows are copied as one.
    const bool are_short = !Unit::packed && columns * Unit::bits / 8 < least_long_bytes;
    if (are_short) Unit::copy(to, 0, input_, first * columns, (last - first) * columns);
    int64_t i = first % triangle_.rows;
    for (int64_t row = first; row < last;) {
      const int64_t edge = i + triangle_.k;
      // Before the diagonal meets the matrix and after it has left it all rows are alike, and make one run.
      const int64_t alike = edge + 1 <= 0     ? std::min(-edge, triangle_.rows - i)
                            : edge >= columns ? triangle_.rows - i
                                              : 1;
      const int64_t count = std::min(alike, last - row);
      const int64_t kept_first = triangle_.upper ? column_at(edge) : 0;
      const int64_t kept_last = triangle_.upper ? columns : column_at(edge + 1);
      const int64_t width = count * columns;
      write_run((row - first) * columns, row * columns, kept_first == columns ? width : kept_first,
                kept_last == columns ? width : kept_last, width, to, stores, are_short);
      row += count;
      i += count;
      if (i == triangle_.rows) i = 0;
    }
  }

 private:
  // Keeps elements [first, last) of a run, which may be copied already.
  void write_run(int64_t target, int64_t source, int64_t first, int64_t last, int64_t width, std::byte* to,
                 Stores stores, bool is_copied) const {
    if constexpr (Unit::packed) {
      fill(Unit::bits, zero_element(), to, target, first);
      Unit::copy(to, target + first, input_, source + first, last - first);
      fill(Unit::bits, zero_element(), to, target + last, width - last);
    } else {
      constexpr int64_t size = Unit::bits / 8;
      clear(to + target * size, first * size);
      if (!is_copied) {
        copy_bytes(to + (target + first) * size, input_ + (source + first) * size, (last - first) * size, stores);
      }
      clear(to + (target + last) * size, (width - last) * size);
    }
  }

  static void clear(std::byte* bytes, int64_t count) {
    if (count < least_long_bytes) {
      clear_short(bytes, count);
    } else {
      std::memset(bytes, 0, static_cast<size_t>(count));
    }
  }

  Triangle triangle_;
  const std::byte* input_;
};

constexpr int64_t most_mask_bytes = 4096;

void keep_bits(const std::byte* source, const std::byte* mask, std::byte* target, int64_t bytes) {
  for (int64_t i = 0; i < bytes; ++i) target[i] = source[i] & mask[i];
}

// Small matrices, in `bytes` bytes, are kept through a mask of some of them, whose bits are set where the triangle is.
// That is `group` matrices or a multiple.
template <class Unit>
void keep_through_mask(Workers& workers, const Triangle& triangle, const std::byte* input, std::byte* output,
                       int64_t bytes, int64_t group, int64_t group_bytes) {
  const int64_t groups = most_mask_bytes / group_bytes;
  const int64_t mask_bytes = groups * group_bytes;
  std::byte ones[most_mask_bytes];
  std::byte mask[most_mask_bytes];
  std::memset(ones, 0xff, most_mask_bytes);
  Triangles<Unit>(triangle, ones).write_rows(0, groups * group * triangle.rows, mask, Stores::cached);
  produce(workers, bytes, 1, output, [&](int64_t first, int64_t last, std::byte* to, Stores) {
    while (first < last) {
      const int64_t in_mask = first % mask_bytes;
      const int64_t count = std::min(last - first, mask_bytes - in_mask);
      keep_bits(input + first, mask + in_mask, to, count);
      first += count;
      to += count;
    }
  });
}

template <class Unit>
void keep_triangles(Workers& workers, const Triangle& triangle, const std::byte* input, std::byte* output,
                    int64_t count) {
  // As many matrices as end where a byte does.
  const int64_t group = std::max<int64_t>(8 / Unit::bits, 1);
  const int64_t elements = triangle.rows * triangle.columns;
  if (elements <= most_mask_bytes * 8 / (group * Unit::bits)) {
    const int64_t group_bytes = group * elements * Unit::bits / 8;
    const int64_t bytes = (count * Unit::bits + 7) / 8;
    if (bytes >= 2 * most_mask_bytes) {
      keep_through_mask<Unit>(workers, triangle, input, output, bytes, group, group_bytes);
      return;
    }
  }
  const Triangles<Unit> triangles(triangle, input);
  produce_runs(workers, count / triangle.columns, triangle.columns * Unit::bits, output,
               [&](int64_t first, int64_t last, std::byte* to, Stores stores) {
                 triangles.write_rows(first, last, to, stores);
               });
}

void run(const Call& call, const Results&, std::span<std::byte* const> outputs) {
  const Argument& input = call.input(0);
  const int64_t count = input.shape.element_count();
  if (count == 0) return;
  const int64_t rows = input.shape[input.shape.rank() - 2];
  const int64_t columns = input.shape[input.shape.rank() - 1];
  const bool upper = call.integer("upper") != 0;
  const int64_t k = std::clamp(call.has_input(1) ? call.scalar_integer(1) : 0, -rows, columns);

  with_unit(storage_bits(input.type), [&]<class Unit>() {
    keep_triangles<Unit>(call.workers(), {rows, columns, k, upper}, input.data, outputs[0], count);
  });
}

}  // namespace

constinit const Operator trilu_operator = make_operator<infer, run>("Trilu", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
