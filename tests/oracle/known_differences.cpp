#include "known_differences.h"

#include <limits>

#include "difference.h"

namespace onemodel::oracle {
namespace {

// The integers that float64 holds exactly, and those that int32 does.
constexpr int64_t kFloat64Integers = int64_t{1} << 53;
constexpr int64_t kInt32Max = std::numeric_limits<int32_t>::max();

struct Rule {
  const char* text;
  bool (*applies)(const Difference& it);
  bool varies = false;
};

const Rule kRules[] = {
    // Every operator.
    {"Counts negative axes from the end at this version, too.",
     [](const Difference& it) { return it.we_refuse("axis.negative") && it.they_run(); }},
    {"Takes a scalar or a matrix where the text asks for a vector.",
     [](const Difference& it) {
       const bool first_is_list = it.is("ConstantOfShape") || it.is("Range");
       return it.we_refuse("input.rank") && it.they_run() && it.has_list_of_other_rank(first_is_list ? 0 : 1);
     }},
    {"Reads only the first element of training_mode, however many there are.",
     [](const Difference& it) {
       return it.is("Dropout") && it.we_refuse("input.not_scalar") && it.they_run() && !it.is_empty(2);
     }},
    {"Takes any shape with one element as a scalar.",
     [](const Difference& it) { return it.we_refuse("input.not_scalar") && it.they_run(); }},

    {"Has no limit of rank.", [](const Difference& it) { return it.we_refuse("shape.rank_limit") && it.they_run(); }},
    {"Refuses extents whose product exceeds 2^63-1 also where another extent is 0.",
     [](const Difference& it) {
       return it.we_run() && (it.is_empty(0) || it.we_give_an_empty_output()) &&
              (it.they_say("Integer overflow") || it.they_say("too many elements") || it.they_say("narrowing_error"));
     }},
    {"Computes in float32 for float16, which makes signaling NaNs quiet.",
     [](const Difference& it) {
       return it.has_input(0) && it.input(0).type == OM_FLOAT16 && it.only_moved_nans_differ();
     }},

    // One operator each.
    {"Takes a repeated axis once.",
     [](const Difference& it) { return it.is("Squeeze") && it.we_refuse("axis.repeated") && it.they_run(); }},
    {"Takes an empty list of axes as a missing one and removes every axis of extent 1.",
     [](const Difference& it) {
       return it.is("Squeeze") && it.they_run() &&
              (it.is_empty(1) || (it.has_attribute("axes") && it.integers("axes").empty()));
     }},
    {"Accepts 0 and -1 together for an input without elements.",
     [](const Difference& it) {
       return it.is("Reshape") && it.we_refuse("reshape.zero_with_minus_one") && it.they_run();
     }},
    {"Fills the mask with zeros before opset 12.",
     [](const Difference& it) {
       return it.is("Dropout") && it.version() < 12 && it.elements_differ() && it.we_give_the_input() &&
              it.their_output(0) == it.input(0);
     }},
    {"Refuses a ratio outside [0, 1) also where it is ignored.",
     [](const Difference& it) {
       return it.is("Dropout") && it.we_give_the_input() && it.they_refuse() && it.they_say("ratio");
     }},
    {"Runs in training mode, in which a ratio of 0 drops nothing.",
     [](const Difference& it) {
       return it.is("Dropout") && it.we_refuse("dropout.training") && it.they_run() &&
              it.their_output(0) == it.input(0);
     }},
    {"Runs in training mode, with a random result.",
     [](const Difference& it) { return it.is("Dropout") && it.we_refuse("dropout.training") && it.they_run(); }, true},
    {"Dies when training_mode has no elements.",
     [](const Difference& it) { return it.is("Dropout") && it.is_empty(2) && it.they_crash(); }},
    {"Takes only 1 as true.",
     [](const Difference& it) {
       const int64_t flag = it.is("Reshape") ? it.integer("allowzero", 0)
                            : it.is("TopK")  ? it.integer("largest", 1)
                                             : 0;
       return flag != 0 && flag != 1 && it.we_run();
     }},
    {"Dies when a vector without elements is joined with a matrix.",
     [](const Difference& it) { return it.is("Concat") && it.we_refuse("concat.rank_mismatch") && it.they_crash(); }},
    {"Counts an input without elements along the axis and leaves elements of the result unwritten.",
     [](const Difference& it) {
       return it.is("Concat") && it.we_refuse("concat.extent_mismatch") && it.they_leave_elements_unwritten();
     },
     true},
    {"Takes an input without elements whatever its other extents.",
     [](const Difference& it) { return it.is("Concat") && it.we_refuse("concat.extent_mismatch") && it.they_run(); }},
    {"Refuses num_outputs where a part would be empty.",
     [](const Difference& it) {
       return it.is("Split") && it.we_give_an_empty_output() && it.they_refuse() && it.has_attribute("num_outputs");
     }},
    {"Divides only evenly without sizes and num_outputs.",
     [](const Difference& it) { return it.is("Split") && it.we_run() && it.they_say("cannot be split evenly"); }},
    {"Accepts num_outputs that is not the number of outputs when the parts are even.",
     [](const Difference& it) { return it.is("Split") && it.we_refuse("split.count_mismatch") && it.they_run(); }},
    {"Refuses a scalar.",
     [](const Difference& it) {
       return it.is("Slice") && it.we_give_the_input() && it.they_say("Cannot slice scalars");
     }},
    {"Counts in float64, which does not hold such extents.",
     [](const Difference& it) {
       return it.is("Slice") && it.we_run() && it.they_run() && it.is_empty(0) &&
              it.has_integer_beyond(kFloat64Integers);
     }},
    {"Takes -1 as 1 when the result is empty.",
     [](const Difference& it) { return it.is("Expand") && it.we_refuse("expand.extent_negative") && it.they_run(); }},
    {"Refuses results of more than 4 GiB, counted without looking for an extent 0.",
     [](const Difference& it) { return it.is("Tile") && it.we_run() && it.they_say("4294967296 bytes"); }},
    {"Copies only the first string of each slice.",
     [](const Difference& it) { return it.is("Gather") && it.gives_first_string_of_slices(); }},
    {"Takes batch_dims up to the rank of the indices.",
     [](const Difference& it) { return it.is("GatherND") && it.we_refuse("gather_nd.batch_dims") && it.they_run(); }},
    {"Dies of such a batch_dims.",
     [](const Difference& it) { return it.is("GatherND") && it.we_refuse("gather_nd.batch_dims") && it.they_crash(); }},
    {"Repeats the batch of the indices when the counts divide.",
     [](const Difference& it) {
       return it.is("GatherND") && it.we_refuse("gather_nd.batch_mismatch") && it.they_run();
     }},
    {"Accepts indices of depth 0 and copies the whole data for each.",
     [](const Difference& it) { return it.is("GatherND") && it.we_refuse("gather_nd.index_depth") && it.they_run(); }},
    {"Does not check indices when the result is empty.",
     [](const Difference& it) { return it.we_refuse("index.out_of_range") && it.their_result_is_empty(); }},
    {"Joins the strings.",
     [](const Difference& it) {
       return it.is("ScatterND") && it.we_refuse("scatter_nd.reduction_type") && it.they_run();
     }},
    {"Knows max and min before opset 18, too.",
     [](const Difference& it) {
       return it.is("ScatterND") && it.we_refuse("scatter_nd.reduction") && it.they_run() &&
              (it.text("reduction") == "max" || it.text("reduction") == "min");
     }},
    {"Gives the other NaN where both operands are.",
     [](const Difference& it) { return it.is("ScatterND") && it.only_computed_nans_differ(); }},
    {"Takes a reduction that it does not know for none.",
     [](const Difference& it) { return it.is("ScatterND") && it.we_refuse("scatter_nd.reduction") && it.they_run(); }},
    {"Knows wrap at every version.",
     [](const Difference& it) {
       return it.is("Pad") && it.we_refuse("pad.mode") && it.they_run() && it.text("mode") == "wrap";
     }},
    {"Refuses a scalar.",
     [](const Difference& it) {
       return it.is("Pad") && it.is_scalar(0) && it.we_give_the_input() && it.they_refuse();
     }},
    {"Lets the last of repeated axes win.",
     [](const Difference& it) { return it.is("Pad") && it.we_refuse("axis.repeated") && it.they_run(); }},
    {"Refuses to reflect farther than to the other end of the axis, and an axis of extent 1.",
     [](const Difference& it) {
       return it.is("Pad") && it.text("mode") == "reflect" && it.we_run() && it.they_refuse() &&
              it.reflects_too_far() && it.we_reflect_as_stated();
     }},
    {"Lets edge, reflect and wrap ask for elements of an axis without any if another axis is empty.",
     [](const Difference& it) { return it.is("Pad") && it.we_refuse("pad.empty_axis") && it.their_result_is_empty(); }},
    {"Refuses an axis without elements, also where none is asked for.",
     [](const Difference& it) {
       return it.is("Pad") && it.we_run() && it.crops_an_axis_to_nothing() &&
              (it.they_say("zero") || it.they_say("Unexpected mode"));
     }},
    {"Refuses a value that is no vector of one element.",
     [](const Difference& it) { return it.is("ConstantOfShape") && it.we_run() && it.they_say("one-dim tensor"); }},
    {"Gives a matrix of one column when start is a vector.",
     [](const Difference& it) {
       return it.is("Range") && it.is_half(0) && it.they_run() && it.their_output(0).shape.size() == 2 &&
              it.input(0).shape.size() == 1;
     }},
    {"Gives an empty vector when the number of elements is not finite or delta is 0.",
     [](const Difference& it) {
       return it.is("Range") && it.is_half(0) && it.they_run() &&
              (it.we_refuse("range.not_finite") || it.we_refuse("range.delta_zero"));
     }},
    {"Gives start itself as the first element, also -0.0.",
     [](const Difference& it) { return it.is("Range") && it.is_half(0) && it.only_a_negative_zero_differs(); }},
    {"Takes other values of stash_type, too.",
     [](const Difference& it) { return it.is("Range") && it.we_refuse("range.stash_type") && it.they_run(); }},
    {"Adds delta up instead of multiplying it, so that rounding accumulates.",
     [](const Difference& it) { return it.is("Range") && it.adds_delta_up(); }},
    {"Counts 64-bit integers in float64, which does not hold them.",
     [](const Difference& it) {
       return it.is("Range") && it.we_run() && it.input(0).type == OM_INT64 && it.has_integer_beyond(kFloat64Integers);
     }},
    {"Truncates indices only by comparing, so that 1.5 is no index.",
     [](const Difference& it) { return it.is("OneHot") && it.only_fractional_indices_differ(); }},
    {"Refuses depth 0.",
     [](const Difference& it) { return it.is("OneHot") && it.we_run() && it.they_say("Depth is negative"); }},
    {"Refuses indices of rank 0.",
     [](const Difference& it) { return it.is("OneHot") && it.is_scalar(0) && it.we_run() && it.they_refuse(); }},
    {"Has no order for NaN: the result depends on which way it selects.",
     [](const Difference& it) {
       return it.is("TopK") && it.has_nan(0) && it.elements_differ() && it.we_order_as_stated();
     }},
    {"Gives the order of a heap when sorted is 0.",
     [](const Difference& it) {
       return it.is("TopK") && it.integer("sorted", 1) == 0 && it.they_order_otherwise() && it.we_order_as_stated();
     }},
    {"Dies of a division by zero when there are no elements.",
     [](const Difference& it) { return it.is("TopK") && it.is_empty(0) && it.they_crash(); }},
    {"Takes k modulo 2^32.",
     [](const Difference& it) {
       return it.is("TopK") && it.they_run() && it.has_integer_beyond(kInt32Max) &&
              (it.we_refuse("topk.k_exceeds_extent") || (it.we_run() && it.is_empty(0)));
     }},
    {"Takes axis modulo 2^32.",
     [](const Difference& it) {
       return it.is("TopK") && it.we_refuse("axis.out_of_range") && it.they_run() && it.has_integer_beyond(kInt32Max);
     }},
    {"Refuses k 0 before opset 10.",
     [](const Difference& it) {
       return it.is("TopK") && it.version() < 10 && it.we_run() && it.they_say("k_temp > 0");
     }},
};

}  // namespace

std::optional<KnownDifference> known_difference(const Draft& draft, const corpus::Outcome& ours,
                                                const Outcome& theirs) {
  const Difference difference(draft, ours, theirs);
  for (const Rule& rule : kRules) {
    if (rule.applies(difference)) return KnownDifference{rule.text, rule.varies};
  }
  return std::nullopt;
}

}  // namespace onemodel::oracle
