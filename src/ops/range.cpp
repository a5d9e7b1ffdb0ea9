// Range: start, start + delta, start + 2 * delta, ... before limit, as a vector.
//
//  - start, limit and delta are scalars (or vectors of one element) of one type.
//  - The count is max(ceil((limit - start) / delta), 0). Of whole numbers it is exact; of floating-point numbers the
//    quotient is taken in float64 from the values, and refused if it is not finite.
//  - Element i is start + i * delta, where i, product and sum are each rounded to the element type. float16 and
//    bfloat16 are computed in float32, and the sum is rounded once more.
//  - stash_type (from opset 27 on) says in which type float16 and bfloat16 are computed; only 1, float32, is done here.
//    For the other types it has no effect.
// Refuses: input.not_scalar, range.delta_zero, range.not_finite, range.stash_type, shape.overflow.

#include <cmath>
#include <concepts>
#include <utility>

#include "kernels/progression.h"
#include "ops/call.h"
#include "ops/numbers.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr TypeSet half_types = TypeSet::of(OM_FLOAT16, OM_BFLOAT16);
constexpr TypeSet types = half_types | TypeSet::of(OM_FLOAT32, OM_FLOAT64, OM_INT16, OM_INT32, OM_INT64);

constexpr AttributeRule attributes_27[] = {{"stash_type", OM_ATTRIBUTE_INT, false, OM_FLOAT32}};
constexpr Input inputs[] = {{"start", types, 'T'}, {"limit", types, 'T'}, {"delta", types, 'T'}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{11, inputs, outputs, {}}, {27, inputs, outputs, attributes_27}};
constexpr Reason reasons[] = {Reason::input_not_scalar, Reason::range_delta_zero, Reason::range_not_finite,
                              Reason::range_stash_type, Reason::shape_overflow};

[[noreturn]] void refuse_delta_zero(const Call& call) { call.fail(Reason::range_delta_zero, "delta", "delta is 0"); }

[[noreturn]] void refuse_count(const Call& call) {
  call.fail(Reason::shape_overflow, "limit", "from start to limit there are more than 2^63-1 steps of delta");
}

int64_t count_of(const Call& call, int64_t start, int64_t limit, int64_t delta) {
  if (delta == 0) refuse_delta_zero(call);
  if (delta > 0 ? start >= limit : start <= limit) return 0;
  // Unsigned, neither the distance nor the size of the smallest delta overflows.
  const auto from = static_cast<uint64_t>(start);
  const auto to = static_cast<uint64_t>(limit);
  const auto step = static_cast<uint64_t>(delta);
  const uint64_t count = delta > 0 ? (to - from - 1) / step + 1 : (from - to - 1) / (0 - step) + 1;
  if (!std::in_range<int64_t>(count)) refuse_count(call);
  return static_cast<int64_t>(count);
}

int64_t count_of(const Call& call, double start, double limit, double delta) {
  if (delta == 0) refuse_delta_zero(call);
  const double quotient = (limit - start) / delta;
  if (!std::isfinite(quotient)) {
    call.fail(Reason::range_not_finite, "limit", "the number of elements from ", start, " to ", limit, " by ", delta,
              " is not finite");
  }
  const double count = std::ceil(quotient);
  if (count <= 0) return 0;
  if (count >= 0x1p63) refuse_count(call);
  return static_cast<int64_t>(count);
}

template <class Number>
int64_t count_of(const Call& call) {
  const auto start = load_number<Number>(call.elements(0), 0);
  const auto limit = load_number<Number>(call.elements(1), 0);
  const auto delta = load_number<Number>(call.elements(2), 0);
  if constexpr (std::integral<Number>) {
    return count_of(call, static_cast<int64_t>(start), static_cast<int64_t>(limit), static_cast<int64_t>(delta));
  } else {
    return count_of(call, widened(start), widened(limit), widened(delta));
  }
}

void infer(const Call& call, Results* results) {
  const om_type type = call.input(0).type;
  for (int64_t i = 0; i < 3; ++i) call.require_scalar(i);
  if (half_types.contains(type) && call.since() >= 27 && call.integer("stash_type") != OM_FLOAT32) {
    call.fail(Reason::range_stash_type, "stash_type", "stash_type is ", call.integer("stash_type"),
              "; only 1, float32, is supported");
  }
  results->expect(type, 1);
  results->add(type, {with_number(type, [&]<class Number>() { return count_of<Number>(call); })});
}

template <class Number>
Number element(Number start, Number delta, int64_t i) {
  if constexpr (std::integral<Number>) {
    // The element lies between start and limit; modulo 2^64 the product may leave the range on the way.
    return static_cast<Number>(static_cast<uint64_t>(start) + static_cast<uint64_t>(i) * static_cast<uint64_t>(delta));
  } else if constexpr (std::floating_point<Number>) {
    return start + static_cast<Number>(i) * delta;
  } else {
    return Number::of(element(static_cast<float>(start), static_cast<float>(delta), i));
  }
}

template <class Number>
void write_elements(const Call& call, int64_t count, std::byte* output) {
  const std::byte* start = call.input(0).data;
  const std::byte* delta = call.input(2).data;
  constexpr int64_t size = sizeof(Number);
  const Stores stores = stores_for(count * size);
  ProgressionFunction* const vector_function = count < progression_end ? vector_progression<Number>() : nullptr;
  in_ranges(call.workers(), count, count * size, 64 / size, [&](int64_t first, int64_t last) {
    if (vector_function != nullptr) {
      vector_function(start, delta, first, last - first, output + first * size, stores);
      finish(stores);
    } else {
      const auto from = load_number<Number>(start, 0);
      const auto by = load_number<Number>(delta, 0);
      for (int64_t i = first; i < last; ++i) store_number<Number>(output, i, element(from, by, i));
    }
  });
}

void run(const Call& call, const Results& results, std::span<std::byte* const> outputs) {
  const int64_t count = results[0].shape[0];
  with_number(results[0].type, [&]<class Number>() { write_elements<Number>(call, count, outputs[0]); });
}

}  // namespace

constinit const Operator range_operator = make_operator<infer, run>("Range", OM_KIND_GENERATE, versions, reasons);

}  // namespace onemodel
