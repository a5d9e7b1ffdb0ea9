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
#include "kernels/strided_copy.h"
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
  const IntegerList pads = call.integers(call.since() == 1 ? "paddings" : "pads");
  const IntegerList axes = call.integers("axes");

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

// What fills the new elements of a Pad after its input's elements have been copied to the output. It takes the axes one
// by one, the innermost first, and copies along each from what the output has there already: along the axis itself from
// the positions written so far, along the axes outside it where elements were kept, along those inside it everywhere.
class Padder {
 public:
  // `constant` is null in other modes than constant.
  Padder(Workers& workers, const Plan& plan, const Shape& padded, int64_t bits, const std::byte* constant,
         std::byte* output)
      : workers_(workers), plan_(plan), bits_(bits), constant_(constant), output_(output) {
    row_major_strides(padded.extents(), strides_);
  }

  void copy_kept(const Shape& shape, const std::byte* data) const {
    StridedCopy copy;
    int64_t source_strides[OM_MAX_RANK];
    row_major_strides(shape.extents(), source_strides);
    for (int64_t axis = 0; axis < plan_.rank; ++axis) {
      const AxisPad& pad = plan_.axes[axis];
      copy.append_axis(pad.kept, source_strides[axis], strides_[axis]);
      copy.source_offset += pad.source * source_strides[axis];
      copy.target_offset += pad.target * strides_[axis];
    }
    strided_copy(workers_, bits_, copy, data, output_);
  }

  void fill_axis(int64_t axis) const {
    const AxisPad& pad = plan_.axes[axis];
    int64_t first = pad.target;
    int64_t last = pad.target + pad.kept;  // written is [first, last)
    if (plan_.mode == Mode::wrap) {
      continue_periodically(axis, first, last, pad.kept);
    } else if (plan_.mode == Mode::reflect && pad.kept > 1) {
      const int64_t before = std::min(first, pad.kept - 1);
      const int64_t after = std::min(pad.extent - last, pad.kept - 1);
      copy_along(axis, first - before, before, first + before, -1);
      copy_along(axis, last, after, last - 2, -1);
      continue_periodically(axis, first - before, last + after, 2 * (pad.kept - 1));
    } else {
      copy_along(axis, 0, first, first, 0);
      copy_along(axis, last, pad.extent - last, last - 1, 0);
    }
  }

 private:
  // Where [first, last) is not yet the whole axis it has at least one period.
  void continue_periodically(int64_t axis, int64_t first, int64_t last, int64_t period) const {
    const int64_t extent = plan_.axes[axis].extent;
    while (last < extent) {
      const int64_t distance = (last - first) / period * period;
      const int64_t count = std::min(distance, extent - last);
      copy_along(axis, last, count, last - distance, 1);
      last += count;
    }
    while (first > 0) {
      const int64_t distance = (last - first) / period * period;
      const int64_t count = std::min(distance, first);
      first -= count;
      copy_along(axis, first, count, first + distance, 1);
    }
  }

  // Fills the positions target, target + 1, ... of the axis: with the constant, or from source, source + step, ...
  void copy_along(int64_t axis, int64_t target, int64_t count, int64_t source, int64_t step) const {
    if (count == 0) return;
    StridedCopy copy;
    for (int64_t outer = 0; outer < axis; ++outer) {
      copy.append_axis(plan_.axes[outer].kept, strides_[outer], strides_[outer]);
      copy.target_offset += plan_.axes[outer].target * strides_[outer];
    }
    copy.source_offset = copy.target_offset + source * strides_[axis];
    copy.target_offset += target * strides_[axis];
    copy.append_axis(count, step * strides_[axis], strides_[axis]);
    for (int64_t inner = axis + 1; inner < plan_.rank; ++inner) {
      copy.append_axis(plan_.axes[inner].extent, strides_[inner], strides_[inner]);
    }
    if (constant_ == nullptr) {
      strided_copy(workers_, bits_, copy, output_, output_);
      return;
    }
    copy.source_offset = 0;
    std::fill_n(copy.source_strides, copy.rank, 0);
    strided_copy(workers_, bits_, copy, constant_, output_);
  }

  Workers& workers_;
  const Plan& plan_;
  int64_t bits_;
  const std::byte* constant_;
  std::byte* output_;
  int64_t strides_[OM_MAX_RANK];
};

const std::byte* constant_element(const Call& call, const Plan& plan) {
  if (plan.mode != Mode::constant) return nullptr;
  if (call.since() < 11) return plan.value;
  return call.has_input(2) ? call.elements(2) : zero_element();
}

void run(const Call& call, const Results& results, const Plan& plan, std::span<std::byte* const> outputs) {
  const Argument& data = call.input(0);
  const Shape& padded = results[0].shape;
  if (padded.element_count() == 0) return;
  const Padder padder(call.workers(), plan, padded, storage_bits(data.type), constant_element(call, plan), outputs[0]);
  padder.copy_kept(data.shape, data.data);
  for (int64_t axis = plan.rank - 1; axis >= 0; --axis) padder.fill_axis(axis);
}

}  // namespace

constinit const Operator pad_operator = make_operator<Plan, infer, run>("Pad", OM_KIND_COPY, versions, reasons);

}  // namespace onemodel
