// NonZero: the coordinates of the elements of X that are not zero, in row-major order, as int64 [max(rank, 1), count].
//
//  - A scalar counts as a vector of one element.
//  - -0.0 is zero, NaN is not; a complex number is zero when both parts are; false is zero; so is an empty string.
//  - Of the 8-bit floats, 0x80 is NaN in the FNUZ types and -0.0 in the others; float8e8m0 has no zero.
// The count is known only from the elements. Refuses nothing of its own.

#include <cstring>

#include "kernels/nonzero.h"
#include "ops/call.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr Input inputs[] = {{"X", all_types}};
constexpr Output outputs[] = {{"Y"}};
constexpr Version versions[] = {{9, inputs, outputs, {}}, {13, inputs, outputs, {}}};

struct Plan {
  NonzeroCounts counts;
};

NonzeroElements elements_of(const Argument& x) {
  NonzeroElements elements{storage_bits(x.type), {~uint64_t{0}, ~uint64_t{0}}, false, x.data, x.shape.element_count()};
  switch (x.type) {
    case OM_STRING: {
      // Only the bits of the length count.
      const StringElement all_lengths{nullptr, -1};
      elements.counting = {};
      std::memcpy(&elements.counting, &all_lengths, sizeof(all_lengths));
      break;
    }
    case OM_COMPLEX128:
      elements.counting = {0x7FFFFFFFFFFFFFFF, 0x7FFFFFFFFFFFFFFF};
      break;
    case OM_COMPLEX64:
      elements.counting.low = 0x7FFFFFFF7FFFFFFF;
      break;
    case OM_FLOAT64:
      elements.counting.low = 0x7FFFFFFFFFFFFFFF;
      break;
    case OM_FLOAT32:
      elements.counting.low = 0x7FFFFFFF;
      break;
    case OM_FLOAT16:
    case OM_BFLOAT16:
      elements.counting.low = 0x7FFF;
      break;
    case OM_FLOAT8E4M3FN:
    case OM_FLOAT8E5M2:
      elements.counting.low = 0x7F;
      break;
    case OM_FLOAT4E2M1:
      elements.counting.low = 0x7;
      break;
    case OM_FLOAT8E8M0:
      elements.has_no_zero = true;
      break;
    default:
      break;
  }
  return elements;
}

void infer(const Call& call, Results* results, Plan* plan) {
  const Argument& x = call.input(0);
  int64_t count = unknown_extent;
  if (call.elements_if_known(0) != nullptr) {
    plan->counts = count_nonzero(call.workers(), elements_of(x));
    count = plan->counts.total;
  }
  results->add(OM_INT64, {std::max<int64_t>(x.shape.rank(), 1), count});
}

void run(const Call& call, const Results&, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& x = call.input(0);
  const Shape shape = x.shape.rank() == 0 ? Shape{1} : x.shape;
  if (plan.counts.total == 0) return;
  write_nonzero(call.workers(), elements_of(x), plan.counts, shape.extents(), outputs[0]);
}

}  // namespace

constinit const Operator non_zero_operator =
    make_operator<Plan, infer, run>("NonZero", OM_KIND_DATA_DEPENDENT, versions, {});

}  // namespace onemodel
