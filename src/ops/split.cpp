// Split: the input cut along `axis` into as many parts as there are outputs.
//
// The sizes of the parts are the attribute split before opset 13, the input split from then on. In opset 1 they may be
// an input, too, of the input's floating-point type, whose values must be integers.
//  - There is one size for each output; sizes are not negative, may be 0, and add up to the extent of the axis.
//  - Without sizes the parts are equal before opset 18: the extent must be divisible. From opset 18 on they have
//    ceil(extent / number of outputs) elements and the last one takes the rest, which may be 0, but not less.
//  - num_outputs (from opset 18 on) must be the number of outputs, and is not given together with sizes.
//  - The input has at least rank 1. axis is 0 by default; it may be negative from opset 11 on.
// Refuses: split.size_negative, split.sum_mismatch, split.count_mismatch, split.uneven, split.size_fraction,
// split.two_rules, axis.out_of_range, axis.negative, input.rank.

#include <algorithm>

#include "kernels/rows.h"
#include "kernels/strided_copy.h"
#include "ops/axes.h"
#include "ops/numbers.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

constexpr AttributeRule attributes_1[] = {{"axis", OM_ATTRIBUTE_INT, false, 0}, {"split", OM_ATTRIBUTE_INTS}};
constexpr AttributeRule attributes_13[] = {{"axis", OM_ATTRIBUTE_INT, false, 0}};
constexpr AttributeRule attributes_18[] = {{"axis", OM_ATTRIBUTE_INT, false, 0}, {"num_outputs", OM_ATTRIBUTE_INT}};
constexpr TypeSet size_types_1 = TypeSet::of(OM_FLOAT16, OM_FLOAT32, OM_FLOAT64);
constexpr Input inputs_1[] = {{"input", all_types, 'T'}, {"split", size_types_1, 'T', Presence::optional}};
constexpr Input inputs_2[] = {{"input", all_types, 'T'}};
constexpr Input inputs_13[] = {{"input", all_types, 'T'}, {"split", only_int64, ' ', Presence::optional}};
constexpr Output outputs[] = {{"outputs", Presence::variadic}};
constexpr Version versions[] = {{1, inputs_1, outputs, attributes_1},
                                {2, inputs_2, outputs, attributes_1},
                                {11, inputs_2, outputs, attributes_1},
                                {13, inputs_13, outputs, attributes_13},
                                {18, inputs_13, outputs, attributes_18}};
constexpr Reason reasons[] = {Reason::split_size_negative, Reason::split_sum_mismatch,  Reason::split_count_mismatch,
                              Reason::split_uneven,        Reason::split_size_fraction, Reason::split_two_rules,
                              Reason::axis_out_of_range,   Reason::axis_negative,       Reason::input_rank};

using Sizes = SmallVector<int64_t, 8>;

Sizes copied(std::span<const int64_t> values) {
  Sizes sizes(values.size());
  std::ranges::copy(values, sizes.begin());
  return sizes;
}

// Opset 1: the sizes that are an input of the data's type.
Sizes sizes_as_numbers(const Call& call) {
  const Argument& split = call.input(1);
  if (split.shape.rank() != 1) {
    call.fail(Reason::input_rank, "split", "the shape ", list_text(split.shape.extents()), " is not that of a vector");
  }
  const std::byte* data = call.elements(1);
  Sizes sizes;
  for (int64_t i = 0; i < split.shape[0]; ++i) {
    const std::optional<int64_t> size = exact_integer(split.type, data, i);
    if (!size) call.fail(Reason::split_size_fraction, "split", "split[", i, "] is not an integer of 64 bits");
    sizes.push_back(*size);
  }
  return sizes;
}

void check_sizes(const Call& call, const Sizes& sizes, int64_t extent) {
  if (static_cast<int64_t>(sizes.size()) != call.output_count()) {
    call.fail(Reason::split_count_mismatch, "split", "there are ", sizes.size(), " sizes for ", call.output_count(),
              " outputs");
  }
  int64_t sum = 0;
  bool fits = true;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0) call.fail(Reason::split_size_negative, "split", "split[", i, "] is ", sizes[i]);
    fits = fits && add_fits(sum, sizes[i], &sum);
  }
  if (!fits || !may_be_equal(sum, extent)) {
    call.fail(Reason::split_sum_mismatch, "split", "the sizes ", list_text({sizes.data(), sizes.size()}),
              " do not add up to the extent ", extent);
  }
}

// The sizes where none are listed.
Sizes even_sizes(const Call& call, int64_t extent) {
  const int64_t count = call.output_count();
  if (!is_known(extent)) {
    Sizes unknown(static_cast<size_t>(count));
    std::ranges::fill(unknown, unknown_extent);
    return unknown;
  }
  const int64_t rest = extent % count;
  const int64_t size = extent / count + (rest != 0 ? 1 : 0);
  const int64_t last = extent - checked_multiply(size, count - 1);
  if (call.since() < 18 ? rest != 0 : last < 0) {
    call.fail(Reason::split_uneven, "input", "the extent ", extent, " cannot be divided into ", count, " parts");
  }
  Sizes sizes(static_cast<size_t>(count));
  std::ranges::fill(sizes, size);
  sizes.back() = last;
  return sizes;
}

struct Cut {
  int64_t axis;
};

void infer(const Call& call, Results* results, Cut* cut) {
  Shape shape = call.input(0).shape;
  if (shape.rank() == 0) call.fail(Reason::input_rank, "input", "a scalar cannot be cut");
  cut->axis = normalized_axis(call, "axis", call.integer("axis"), shape.rank(), negative_axes_since_11(call));
  const int64_t extent = shape[cut->axis];

  const bool has_num_outputs = call.has_attribute("num_outputs");
  if (call.has_input(1) && (has_num_outputs || call.has_attribute("split"))) {
    call.fail(Reason::split_two_rules, "split", "the input split is given together with the attribute ",
              has_num_outputs ? "num_outputs" : "split");
  }
  if (has_num_outputs && call.integer("num_outputs") != call.output_count()) {
    call.fail(Reason::split_count_mismatch, "num_outputs", "num_outputs is ", call.integer("num_outputs"),
              ", the number of outputs is ", call.output_count());
  }

  if (call.has_input(1) && !call.input(1).has_elements()) {
    for (int64_t i = 0; i < call.output_count(); ++i) results->expect(call.input(0).type, shape.rank());
  }
  Sizes sizes;
  if (call.has_input(1) || call.has_attribute("split")) {
    const bool as_numbers = call.since() == 1 && call.has_input(1);
    sizes = as_numbers ? sizes_as_numbers(call) : copied(call.integers("split", 1).values());
    check_sizes(call, sizes, extent);
  } else {
    sizes = even_sizes(call, extent);
  }
  results->reserve(call.output_count());
  for (const int64_t size : sizes) {
    shape[cut->axis] = size;
    results->add(call.input(0).type, shape);
  }
}

bool lay_out(const Call& call, const Results& results, const Cut& cut, size_t index, StridedCopy* copy) {
  copy->rank = call.input(0).shape.rank();
  call.strides(0, copy->source_strides);
  for (size_t before = 0; before < index; ++before) {
    copy->source_offset += results[before].shape[cut.axis] * copy->source_strides[cut.axis];
  }
  std::ranges::copy(results[index].shape.extents(), copy->extents);
  set_row_major_target(copy);
  return true;
}

void run(const Call& call, const Results& results, const Cut& cut, std::span<std::byte* const> outputs) {
  const Shape& shape = call.input(0).shape;
  if (shape.element_count() == 0) return;
  const int64_t bits = storage_bits(call.input(0).type);
  const int64_t rows = shape.product(0, cut.axis);
  const int64_t inner_bits = shape.product(cut.axis + 1, shape.rank()) * bits;
  // Packed elements of two outputs may share a byte of the input.
  bool whole_bytes = true;
  for (size_t i = 0; i < outputs.size(); ++i) {
    whole_bytes = whole_bytes && results[i].shape[cut.axis] * inner_bits % 8 == 0;
  }
  constexpr int64_t few_rows = 8;  // which are each copied as one
  if (whole_bytes && (rows >= few_rows || shape.element_count() * bits <= 8 * little_bytes)) {
    SmallVector<RowsOf<std::byte>, 16> targets;
    for (size_t i = 0; i < outputs.size(); ++i) {
      targets.push_back({outputs[i], results[i].shape[cut.axis] * inner_bits / 8});
    }
    split_rows(call.workers(), rows, call.input(0).data, {targets.data(), targets.size()});
    return;
  }
  StridedCopy copy;
  copy.rank = shape.rank();
  row_major_strides(shape.extents(), copy.source_strides);
  for (size_t i = 0; i < outputs.size(); ++i) {
    std::ranges::copy(results[i].shape.extents(), copy.extents);
    set_row_major_target(&copy);
    strided_copy(call.workers(), bits, copy, call.input(0).data, outputs[i]);
    copy.source_offset += results[i].shape[cut.axis] * copy.source_strides[cut.axis];
  }
}

}  // namespace

constinit const Operator split_operator = make_moving_operator<Cut, infer, run, lay_out>("Split", versions, reasons);

}  // namespace onemodel
