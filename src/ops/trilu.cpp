// Trilu: the last two axes as matrices, of which the upper or the lower triangle is kept; the rest is 0 (false, "").
//
//  - The triangle starts at diagonal k, default 0: the main diagonal; positive k lie above it, negative ones below. Of
//  row
//    i the upper triangle has the columns from i + k on, the lower one those up to i + k.
//  - Any k is allowed: far outside, everything is kept or nothing.
// Refuses: input.rank, input.not_scalar.

#include <algorithm>

#include "kernels/fill.h"
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

void run(const Call& call, const Results&, std::span<std::byte* const> outputs) {
  const Argument& input = call.input(0);
  const int64_t count = input.shape.element_count();
  if (count == 0) return;
  const int64_t rows = input.shape[input.shape.rank() - 2];
  const int64_t columns = input.shape[input.shape.rank() - 1];
  const bool upper = call.integer("upper") != 0;
  const int64_t k = std::clamp(call.has_input(1) ? call.scalar_integer(1) : 0, -rows, columns);

  with_unit(storage_bits(input.type), [&]<class Unit>() {
    for (int64_t matrix = 0; matrix < count; matrix += rows * columns) {
      for (int64_t i = 0; i < rows; ++i) {
        const int64_t row = matrix + i * columns;
        const int64_t first = upper ? std::clamp<int64_t>(i + k, 0, columns) : 0;
        const int64_t last = upper ? columns : std::clamp<int64_t>(i + k + 1, 0, columns);
        fill(Unit::bits, zero_element(), outputs[0], row, first);
        Unit::copy(outputs[0], row + first, input.data, row + first, last - first);
        fill(Unit::bits, zero_element(), outputs[0], row + last, columns - last);
      }
    }
  });
}

}  // namespace

constinit const Operator trilu_operator = make_operator<infer, run>("Trilu", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
