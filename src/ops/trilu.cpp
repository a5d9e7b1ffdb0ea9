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

// For matrices that have row_count rows together.
template <class Unit>
void keep_triangles(Workers& workers, const Triangle& triangle, const std::byte* input, std::byte* output,
                    int64_t row_count) {
  const int64_t columns = triangle.columns;
  const auto write_rows = [&](int64_t first_row, int64_t last_row, std::byte* to, Stores stores) {
    int64_t i = first_row % triangle.rows;
    for (int64_t row = first_row; row < last_row; ++row) {
      const int64_t edge = i + triangle.k;
      const int64_t first = triangle.upper ? std::clamp<int64_t>(edge, 0, columns) : 0;
      const int64_t last = triangle.upper ? columns : std::clamp<int64_t>(edge + 1, 0, columns);
      const int64_t start = (row - first_row) * columns;
      if constexpr (Unit::packed) {
        fill(Unit::bits, zero_element(), to, start, first);
        Unit::copy(to, start + first, input, row * columns + first, last - first);
        fill(Unit::bits, zero_element(), to, start + last, columns - last);
      } else {
        constexpr int64_t size = Unit::bits / 8;
        std::memset(to + start * size, 0, static_cast<size_t>(first * size));
        copy_bytes(to + (start + first) * size, input + (row * columns + first) * size, (last - first) * size, stores);
        std::memset(to + (start + last) * size, 0, static_cast<size_t>((columns - last) * size));
      }
      if (++i == triangle.rows) i = 0;
    }
  };
  produce_runs(workers, row_count, columns * Unit::bits, output, write_rows);
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
    keep_triangles<Unit>(call.workers(), {rows, columns, k, upper}, input.data, outputs[0], count / columns);
  });
}

}  // namespace

constinit const Operator trilu_operator = make_operator<infer, run>("Trilu", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
