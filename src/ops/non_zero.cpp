// NonZero: the coordinates of the elements of X that are not zero, in row-major order, as int64 [max(rank, 1), count].
//
//  - A scalar counts as a vector of one element.
//  - -0.0 is zero, NaN is not; a complex number is zero when both parts are; false is zero; so is an empty string.
//  - Of the 8-bit floats, 0x80 is NaN in the FNUZ types and -0.0 in the others; float8e8m0 has no zero.
// The count is known only from the elements. Refuses nothing of its own.

#include "kernels/nonzero.h"
#include "kernels/unit.h"
#include "ops/call.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr Input inputs[] = {{"X", all_types}};
constexpr Output outputs[] = {{"Y"}};
constexpr Version versions[] = {{9, inputs, outputs, {}}, {13, inputs, outputs, {}}};

struct Plan {
  int64_t count;
};

// Calls function with what says of a position whether its element is not zero: some bit that counts is set.
template <class Function>
void with_nonzero(om_type type, const std::byte* data, Function&& function) {
  const auto by_bits = [&]<class Unit>(typename Unit::value_type bits_that_count) {
    function([=](int64_t position) { return (Unit::load(data, position) & bits_that_count) != 0; });
  };
  switch (type) {
    case OM_STRING:
      return function([strings = reinterpret_cast<const StringElement*>(data)](int64_t position) {
        return strings[position].length != 0;
      });
    case OM_COMPLEX128:
      return function([data](int64_t position) {
        const Bits128 bits = ByteUnit<Bits128>::load(data, position);
        return ((bits.low | bits.high) & 0x7FFFFFFFFFFFFFFF) != 0;
      });
    case OM_COMPLEX64:
      return by_bits.template operator()<ByteUnit<uint64_t>>(0x7FFFFFFF7FFFFFFF);
    case OM_FLOAT64:
      return by_bits.template operator()<ByteUnit<uint64_t>>(0x7FFFFFFFFFFFFFFF);
    case OM_FLOAT32:
      return by_bits.template operator()<ByteUnit<uint32_t>>(0x7FFFFFFF);
    case OM_FLOAT16:
    case OM_BFLOAT16:
      return by_bits.template operator()<ByteUnit<uint16_t>>(0x7FFF);
    case OM_FLOAT8E4M3FN:
    case OM_FLOAT8E5M2:
      return by_bits.template operator()<ByteUnit<uint8_t>>(0x7F);
    case OM_FLOAT4E2M1:
      return by_bits.template operator()<PackedUnit<4>>(0x7);
    case OM_FLOAT8E8M0:
      return function([](int64_t) { return true; });
    default:
      return with_unit(storage_bits(type), [&]<class Unit>() {
        if constexpr (Unit::bits <= 64) {
          by_bits.template operator()<Unit>(static_cast<typename Unit::value_type>(~0ULL));
        }
      });
  }
}

void infer(const Call& call, Results* results, Plan* plan) {
  const Argument& x = call.input(0);
  plan->count = unknown_extent;
  if (const std::byte* data = call.elements_if_known(0)) {
    const int64_t elements = x.shape.element_count();
    with_nonzero(x.type, data, [&](auto is_nonzero) { plan->count = count_chosen(elements, is_nonzero); });
  }
  results->add(OM_INT64, {std::max<int64_t>(x.shape.rank(), 1), plan->count});
}

void run(const Call& call, const Results&, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& x = call.input(0);
  const Shape shape = x.shape.rank() == 0 ? Shape{1} : x.shape;
  if (plan.count == 0) return;
  with_nonzero(x.type, x.data, [&](auto is_nonzero) {
    write_coordinates(shape.extents(), shape.element_count(), plan.count, is_nonzero, outputs[0]);
  });
}

}  // namespace

constinit const Operator non_zero_operator =
    make_operator<Plan, infer, run>("NonZero", OM_KIND_DATA_DEPENDENT, versions, {});

}  // namespace onemodel
