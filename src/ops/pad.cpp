// Pad: elements put before and after each axis, or removed where a pad is negative.
//
// pads = [begin_0 .. begin_{k-1}, end_0 .. end_{k-1}] for the k axes listed, or for all axes where none are listed;
// other axes keep their extent. pads is an attribute before opset 11 ("paddings" in opset 1), an input from then on;
// axes came in opset 18 and may be negative.
//  - The extent of an axis becomes extent + begin + end. A negative pad crops first; the modes speak of what is left.
//  - constant: the new elements are constant_value, default 0 (false, ""). Before opset 11 it is the attribute `value`,
//  a
//    float that is converted to the data's type; a type that is neither number nor bool takes only 0.
//  - edge: they repeat the nearest element.
//  - reflect: they mirror the elements without repeating the edge, and go on so with the period 2 * (extent - 1); an
//  extent
//    of 1 repeats its only element.
//  - wrap (from opset 19 on): they go on periodically.
//  - Modes other than constant are an error where they need elements of an axis that has none.
// Refuses: pad.length, pad.mode, pad.extent_negative, pad.empty_axis, axis.out_of_range, axis.repeated, input.rank,
// input.not_scalar, shape.overflow.

#include <algorithm>

#include "kernels/fill.h"
#include "kernels/produce.h"
#include "kernels/rows.h"
#include "kernels/strided_copy.h"
#include "kernels/unit.h"
#include "ops/axes.h"
#include "ops/numbers.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {{"mode", OM_ATTRIBUTE_STRING, false, 0, "constant"},
                                          {"paddings", OM_ATTRIBUTE_INTS, true},
                                          {"value", OM_ATTRIBUTE_FLOAT}};
constexpr AttributeRule attributes_2[] = {{"mode", OM_ATTRIBUTE_STRING, false, 0, "constant"},
                                          {"pads", OM_ATTRIBUTE_INTS, true},
                                          {"value", OM_ATTRIBUTE_FLOAT}};
constexpr AttributeRule attributes_11[] = {{"mode", OM_ATTRIBUTE_STRING, false, 0, "constant"}};
constexpr Input inputs_1[] = {{"data", all_types, 'T'}};
constexpr Input inputs_11[] = {
    {"data", all_types, 'T'}, {"pads", only_int64}, {"constant_value", all_types, 'T', Presence::optional}};
constexpr Input inputs_18[] = {{"data", all_types, 'T'},
                               {"pads", only_int64},
                               {"constant_value", all_types, 'T', Presence::optional},
                               {"axes", index_types, ' ', Presence::optional}};
constexpr Output outputs[] = {{"output"}};
constexpr Version versions[] = {{1, inputs_1, outputs, attributes_1},    {2, inputs_1, outputs, attributes_2},
                                {11, inputs_11, outputs, attributes_11}, {13, inputs_11, outputs, attributes_11},
                                {18, inputs_18, outputs, attributes_11}, {19, inputs_18, outputs, attributes_11},
                                {21, inputs_18, outputs, attributes_11}, {23, inputs_18, outputs, attributes_11},
                                {24, inputs_18, outputs, attributes_11}, {25, inputs_18, outputs, attributes_11}};
constexpr Reason reasons[] = {Reason::pad_length,     Reason::pad_mode,          Reason::pad_extent_negative,
                              Reason::pad_empty_axis, Reason::axis_out_of_range, Reason::axis_repeated,
                              Reason::input_rank,     Reason::input_not_scalar,  Reason::shape_overflow};

enum class Mode { constant, reflect, edge, wrap };

// What is kept of an axis, and where in the output it lies.
struct AxisPad {
  int64_t source;  // the first element kept
  int64_t kept;    // their number
  int64_t target;  // where the first one goes
  int64_t extent;  // of the output
};

struct Plan {
  Mode mode;
  int64_t rank;
  AxisPad axes[OM_MAX_RANK];
  std::byte value[16] = {};  // before opset 11: what to pad with; as long as the longest element
};

Mode read_mode(const Call& call) {
  const std::string_view mode = call.text("mode");
  if (mode == "constant") return Mode::constant;
  if (mode == "reflect") return Mode::reflect;
  if (mode == "edge") return Mode::edge;
  if (mode == "wrap" && call.since() >= 19) return Mode::wrap;
  call.fail(Reason::pad_mode, "mode", "mode is '", mode, "', which version ", call.since(), " does not have");
}

AxisPad axis_pad(const Call& call, Mode mode, int64_t axis, int64_t extent, int64_t begin, int64_t end) {
  if (!is_known(extent)) return {0, extent, 0, begin == 0 && end == 0 ? extent : unknown_extent};
  int64_t padded = 0;
  const bool fits = add_fits(begin, end, &padded) && add_fits(padded, extent, &padded);
  if (fits ? padded < 0 : begin < 0 && end < 0) {
    call.fail(Reason::pad_extent_negative, "pads", "the pads ", begin, " and ", end, " remove more than the ", extent,
              " elements of axis ", axis);
  }
  if (!fits) {
    call.fail(Reason::shape_overflow, "pads", "the extent ", extent, " of axis ", axis, " with the pads ", begin,
              " and ", end, " exceeds 2^63-1");
  }
  const int64_t first = -std::clamp<int64_t>(begin, -extent, 0);
  const int64_t last = extent + std::clamp<int64_t>(end, -extent, 0);
  // What removes everything may remove more than there is; all elements of the output are new then.
  if (first >= last) {
    if (padded > 0 && mode != Mode::constant) {
      call.fail(Reason::pad_empty_axis, "pads", "axis ", axis, " has no elements to pad with");
    }
    return {0, 0, 0, padded};
  }
  return {first, last - first, std::max<int64_t>(begin, 0), padded};
}

// Before opset 11: the attribute `value` as an element of the data's type.
void read_value(const Call& call, std::byte* element) {
  const om_type type = call.input(0).type;
  const float value = call.real("value", 0);
  if (store_converted(type, value, element)) return;
  if (value != 0) {
    call.fail(Reason::input_type, "value", "the element type ", element_type_row(type).name, " takes only 0, not ",
              value);
  }
}

void infer(const Call& call, Results* results, Plan* plan) {
  const Shape& shape = call.input(0).shape;
  results->expect(call.input(0).type, shape.rank());
  const IntegerList pads = call.integers(call.since() == 1 ? "paddings" : "pads", 1);
  const IntegerList axes = call.integers("axes", 3);

  plan->mode = read_mode(call);
  plan->rank = shape.rank();
  if (call.since() < 11) {
    if (plan->mode == Mode::constant) read_value(call, plan->value);
  } else if (call.has_input(2)) {
    call.require_scalar(2);
  }
  const auto listed = normalized_axes(call, "axes", axes.values(), shape.rank());
  const int64_t count = axes.given() ? axes.size() : shape.rank();
  if (pads.size() != 2 * count) {
    call.fail(Reason::pad_length, "pads", "there are ", pads.size(), " pads for ", count, " axes");
  }

  for (int64_t axis = 0; axis < shape.rank(); ++axis) plan->axes[axis] = {0, shape[axis], 0, shape[axis]};
  for (int64_t i = 0; i < count; ++i) {
    const int64_t axis = axes.given() ? listed[static_cast<size_t>(i)] : i;
    plan->axes[axis] = axis_pad(call, plan->mode, axis, shape[axis], pads[i], pads[count + i]);
  }
  Shape padded;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) padded.append(plan->axes[axis].extent);
  results->add(call.input(0).type, padded);
}

// Where the element at `position` of an axis comes from: an index of the input, or new_element.
constexpr int64_t new_element = -1;

int64_t source_index(Mode mode, const AxisPad& pad, int64_t position) {
  const int64_t index = position - pad.target;
  if (index >= 0 && index < pad.kept) return pad.source + index;
  switch (mode) {
    case Mode::constant:
      return new_element;
    case Mode::edge:
      return pad.source + std::clamp<int64_t>(index, 0, pad.kept - 1);
    case Mode::wrap:
      return pad.source + (index % pad.kept + pad.kept) % pad.kept;
    case Mode::reflect:
      break;
  }
  const int64_t period = std::max<int64_t>(2 * (pad.kept - 1), 1);
  const int64_t phase = (index % period + period) % period;
  return pad.source + std::min(phase, period - phase) % pad.kept;
}

// Makes the output row by row. A row is along the last axis that is padded; what lies inside that axis moves as one and
// is counted as one element here.
template <class Unit>
class Padder {
 public:
  // `constant` is null in other modes than constant.
  Padder(const Plan& plan, const Shape& shape, const Shape& padded, const std::byte* data, const std::byte* constant)
      : plan_(plan), data_(data), constant_(constant) {
    row_axis_ = plan.rank - 1;
    const auto is_whole = [&](int64_t axis) {
      return plan.axes[axis].kept == shape[axis] && shape[axis] == padded[axis];
    };
    while (row_axis_ > 0 && is_whole(row_axis_)) --row_axis_;
    element_ = shape.product(row_axis_ + 1, plan.rank);
    row_strides_[row_axis_] = 1;
    for (int64_t axis = row_axis_; axis-- > 0;) {
      row_strides_[axis] = row_strides_[axis + 1] * (axis + 1 == row_axis_ ? 1 : shape[axis + 1]);
    }
    source_extent_ = shape[row_axis_];
    if (constant_ != nullptr) fill(Unit::bits, constant_, new_elements_, 0, new_bytes * 8 / Unit::bits);
  }

  int64_t row_elements() const { return row().extent * element_; }

  // Writes a whole output, in another mode than constant: rows of the input's rows first, then copies of what is there
  // already. For little ones, which stay in the nearest cache.
  void write_little(std::byte* target) const { write_axes(0, 0, target, 0); }

  // Writes rows [first, last) to `target`: many at once where their sources follow each other, too.
  void write_rows(int64_t first, int64_t last, std::byte* target, Stores stores) const {
    int64_t coordinate[OM_MAX_RANK];
    int64_t rest = first;
    for (int64_t axis = row_axis_; axis-- > 0;) {
      coordinate[axis] = rest % plan_.axes[axis].extent;
      rest /= plan_.axes[axis].extent;
    }
    for (int64_t i = first; i < last;) {
      const int64_t count = row_axis_ == 0 ? 1 : std::min(rows_like(coordinate[row_axis_ - 1]), last - i);
      write_alike(source_row(coordinate), count, target, (i - first) * row_elements(), stores);
      i += count;
      if (row_axis_ == 0) break;
      coordinate[row_axis_ - 1] += count;
      for (int64_t axis = row_axis_; axis-- > 0 && coordinate[axis] == plan_.axes[axis].extent;) {
        coordinate[axis] = 0;
        if (axis > 0) ++coordinate[axis - 1];
      }
    }
  }

 private:
  // Writes what the axes from `axis` on have, for one coordinate on those before it: from rows from source_row on, to
  // `position`.
  void write_axes(int64_t axis, int64_t source_row, std::byte* target, int64_t position) const {
    if (axis == row_axis_) {
      write_alike(source_row, 1, target, position, Stores::cached);
      return;
    }
    const AxisPad& pad = plan_.axes[axis];
    int64_t elements = row_elements();  // for one coordinate on the axis
    for (int64_t inner = axis + 1; inner < row_axis_; ++inner) elements *= plan_.axes[inner].extent;
    if (axis + 1 == row_axis_) {
      write_alike(source_row + pad.source, pad.kept, target, position + pad.target * elements, Stores::cached);
    } else {
      for (int64_t i = 0; i < pad.kept; ++i) {
        write_axes(axis + 1, source_row + (pad.source + i) * row_strides_[axis], target,
                   position + (pad.target + i) * elements);
      }
    }
    const auto repeat = [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) {
        const int64_t from = pad.target + source_index(plan_.mode, pad, i) - pad.source;
        Unit::copy(target, position + i * elements, target, position + from * elements, elements);
      }
    };
    repeat(0, pad.target);
    repeat(pad.target + pad.kept, pad.extent);
  }

  const AxisPad& row() const { return plan_.axes[row_axis_]; }

  // How many rows from `position` on, along the axis outside theirs, follow each other in the input, too.
  int64_t rows_like(int64_t position) const {
    const AxisPad& pad = plan_.axes[row_axis_ - 1];
    const int64_t kept_end = pad.target + pad.kept;
    return position >= pad.target && position < kept_end ? kept_end - position : 1;
  }

  // The row of the input that one of the output is made from, or new_element.
  int64_t source_row(const int64_t* coordinate) const {
    int64_t row = 0;
    for (int64_t axis = 0; axis < row_axis_; ++axis) {
      const int64_t index = source_index(plan_.mode, plan_.axes[axis], coordinate[axis]);
      if (index == new_element) return new_element;
      row += index * row_strides_[axis];
    }
    return row;
  }

  // Writes `count` rows that are made of source_row and those after it.
  void write_alike(int64_t source_row, int64_t count, std::byte* target, int64_t position, Stores stores) const {
    if (source_row == new_element) {
      fill(Unit::bits, constant_, target, position, count * row_elements());
      return;
    }
    const int64_t source = source_row * source_extent_ * element_;
    // What is kept comes first: it is read in order, and is in the cache when new elements are copied from it.
    copy_runs(count, target, position + row().target * element_, source + row().source * element_,
              row().kept * element_, stores);
    const int64_t kept_end = row().target + row().kept;
    if (plan_.mode == Mode::constant) {
      // Those at the end of a row and at the beginning of the next one stand together.
      const int64_t before = row().target * element_;
      const int64_t after = (row().extent - kept_end) * element_;
      fill_runs(1, target, position, before);
      fill_runs(count - 1, target, position + kept_end * element_, after + before);
      fill_runs(1, target, position + count * row_elements() - after, after);
      return;
    }
    copy_new(0, row().target, source, count, target, position);
    copy_new(kept_end, row().extent, source, count, target, position);
  }

  // One run of new elements of each of `count` rows, in constant mode.
  void fill_runs(int64_t count, std::byte* target, int64_t position, int64_t length) const {
    if (length == 0) return;
    if constexpr (!Unit::packed) {
      constexpr int64_t size = Unit::bits / 8;
      if (length * size <= new_bytes) {
        copy_rows(count, length * size, new_elements_, 0, target + position * size, row_elements() * size,
                  Stores::cached);
        return;
      }
    }
    for (int64_t i = 0; i < count; ++i) fill(Unit::bits, constant_, target, position + i * row_elements(), length);
  }

  // The new elements [first, last) of rows, in other modes.
  void copy_new(int64_t first, int64_t last, int64_t source, int64_t count, std::byte* target, int64_t position) const {
    for (int64_t i = first; i < last; ++i) {
      const int64_t from = source + source_index(plan_.mode, row(), i) * element_;
      copy_runs(count, target, position + i * element_, from, element_, Stores::cached);
    }
  }

  // One run of elements of each of `count` rows.
  void copy_runs(int64_t count, std::byte* target, int64_t target_position, int64_t source_position, int64_t length,
                 Stores stores) const {
    if constexpr (Unit::packed) {
      for (int64_t i = 0; i < count; ++i) {
        Unit::copy(target, target_position + i * row_elements(), data_, source_position + i * source_extent_ * element_,
                   length);
      }
    } else {
      constexpr int64_t size = Unit::bits / 8;
      copy_rows(count, length * size, data_ + source_position * size, source_extent_ * element_ * size,
                target + target_position * size, row_elements() * size, stores);
    }
  }

  const Plan& plan_;
  const std::byte* data_;
  const std::byte* constant_;
  int64_t row_axis_;
  int64_t element_;        // elements that move as one
  int64_t source_extent_;  // of a row of the input, in those
  int64_t row_strides_[OM_MAX_RANK];
  static constexpr int64_t new_bytes = cache_line_bytes;
  std::byte new_elements_[new_bytes];  // in constant mode: a run of them
};

// In constant mode, for little outputs: new elements everywhere, then those that are kept in their place.
void fill_and_copy(const Call& call, const Plan& plan, const Shape& padded, const std::byte* constant,
                   std::byte* output) {
  const Argument& data = call.input(0);
  const int64_t bits = storage_bits(data.type);
  StridedCopy copy;
  copy.rank = plan.rank;
  row_major_strides(data.shape.extents(), copy.source_strides);
  row_major_strides(padded.extents(), copy.target_strides);
  for (int64_t axis = 0; axis < plan.rank; ++axis) {
    const AxisPad& pad = plan.axes[axis];
    copy.extents[axis] = pad.kept;
    copy.source_offset += pad.source * copy.source_strides[axis];
    copy.target_offset += pad.target * copy.target_strides[axis];
  }
  fill(bits, constant, output, 0, padded.element_count());
  strided_copy(call.workers(), bits, copy, data.data, output);
}

const std::byte* constant_element(const Call& call, const Plan& plan) {
  if (plan.mode != Mode::constant) return nullptr;
  if (call.since() < 11) return plan.value;
  return call.has_input(2) ? call.elements(2) : zero_element();
}

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& data = call.input(0);
  const Shape& padded = results[0].shape;
  const int64_t count = padded.element_count();
  if (count == 0) return;
  const std::byte* constant = constant_element(call, plan);
  if (plan.rank == 0) {
    strided_copy(call.workers(), storage_bits(data.type), {}, data.data, outputs[0]);
    return;
  }
  const bool is_little = count * storage_bits(data.type) <= 8 * little_bytes;
  if (is_little && plan.mode == Mode::constant) {
    fill_and_copy(call, plan, padded, constant, outputs[0]);
    return;
  }
  with_unit(storage_bits(data.type), [&]<class Unit>() {
    const Padder<Unit> padder(plan, data.shape, padded, data.data, constant);
    const int64_t rows = count / padder.row_elements();
    if (is_little) {
      padder.write_little(outputs[0]);
    } else if constexpr (Unit::packed) {
      padder.write_rows(0, rows, outputs[0], Stores::cached);
    } else {
      produce(call.workers(), rows, padder.row_elements() * Unit::bits / 8, outputs[0],
              [&](int64_t first, int64_t last, std::byte* to, Stores stores) {
                padder.write_rows(first, last, to, stores);
              });
    }
  });
}

}  // namespace

constinit const Operator pad_operator = make_operator<Plan, infer, run>("Pad", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
