// Tile: the input repeated repeats[i] times along axis i.
//
//  - repeats has one entry for each axis; none is negative; 0 gives an empty axis.
//  - In opset 1 there are two scalars of the input's floating-point type instead, which must be integers in value:
//  tiles,
//    the number of repeats, and the one axis along which to repeat, not negative.
// Refuses: tile.repeats_length, tile.repeat_negative, tile.fraction, axis.out_of_range, axis.negative, input.rank,
// input.not_scalar, shape.overflow.

#include "ops/axes.h"
#include "ops/numbers.h"
#include "ops/operators.h"
#include "ops/strided_operator.h"

namespace onemodel {
namespace {

constexpr TypeSet number_types_1 = TypeSet::of(OM_FLOAT16, OM_FLOAT32, OM_FLOAT64);
constexpr Input inputs_1[] = {{"input", all_types, 'T'}, {"tiles", number_types_1, 'T'}, {"axis", number_types_1, 'T'}};
constexpr Input inputs_6[] = {{"input", all_types, 'T'}, {"repeats", only_int64}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{1, inputs_1, outputs, {}}, {6, inputs_6, outputs, {}}, {13, inputs_6, outputs, {}}};
constexpr Reason reasons[] = {Reason::tile_repeats_length, Reason::tile_repeat_negative, Reason::tile_fraction,
                              Reason::axis_out_of_range,   Reason::axis_negative,        Reason::input_rank,
                              Reason::input_not_scalar,    Reason::shape_overflow};

// Opset 1: the integer that an input of the data's type holds.
int64_t integer_scalar(const Call& call, int64_t index) {
  call.require_scalar(index);
  const std::optional<int64_t> value = exact_integer(call.input(index).type, call.elements(index), 0);
  if (!value) call.fail(Reason::tile_fraction, call.input_name(index), "the value is not an integer of 64 bits");
  return *value;
}

Shape read_repeats(const Call& call, int64_t rank) {
  Shape repeats;
  if (call.since() == 1) {
    const int64_t tiles = integer_scalar(call, 1);
    const int64_t axis = normalized_axis(call, "axis", integer_scalar(call, 2), rank, NegativeAxes::refused);
    for (int64_t i = 0; i < rank; ++i) repeats.append(i == axis ? tiles : 1);
    return repeats;
  }
  const IntegerList list = call.integers("repeats", 1);
  if (list.size() != rank) {
    call.fail(Reason::tile_repeats_length, "repeats", "there are ", list.size(), " repeats for ", rank, " axes");
  }
  return Shape(list.values());
}

void infer(const Call& call, Results* results, StridedCopy* copy) {
  const Shape& shape = call.input(0).shape;
  results->expect(call.input(0).type, shape.rank());
  const Shape repeats = read_repeats(call, shape.rank());
  Shape tiled;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (repeats[axis] < 0) {
      call.fail(Reason::tile_repeat_negative, call.input_name(1), "axis ", axis, " is to be repeated ", repeats[axis],
                " times");
    }
    const bool known = is_known(shape[axis]) || repeats[axis] == 0;
    tiled.append(known ? checked_multiply(shape[axis], repeats[axis]) : unknown_extent);
  }
  tiled.element_count();  // refuses a number for which there are no strides

  // Each axis is two: that of the repeats, which read the same elements again, and its own.
  int64_t source_strides[OM_MAX_RANK] = {};
  int64_t target_strides[OM_MAX_RANK] = {};
  row_major_strides(shape.extents(), source_strides);
  row_major_strides(tiled.extents(), target_strides);
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    copy->append_axis(repeats[axis], 0, shape[axis] * target_strides[axis]);
    copy->append_axis(shape[axis], source_strides[axis], target_strides[axis]);
  }
  results->add(call.input(0).type, tiled);
}

}  // namespace

constinit const Operator tile_operator = make_strided_operator<infer>("Tile", versions, reasons);

}  // namespace onemodel
