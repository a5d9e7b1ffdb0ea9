#include "known_differences.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

#include "corpus/signature.h"

namespace onemodel::oracle {
namespace {

// A difference with what the rules below ask about it.
class Difference {
 public:
  Difference(const Draft& draft, const corpus::Outcome& ours, const Outcome& theirs)
      : draft_(draft), ours_(ours), theirs_(theirs) {}

  bool is(std::string_view operator_name) const { return draft_.operator_name == operator_name; }
  int64_t version() const { return corpus::version_at(draft_.op, draft_.opset); }

  bool we_refuse(std::string_view reason) const { return ours_.failure && ours_.failure->reason == reason; }
  bool we_run() const { return !ours_.failure; }
  bool they_run() const { return theirs_.kind == OutcomeKind::outputs; }
  bool they_refuse() const { return theirs_.kind == OutcomeKind::refused; }
  bool they_crash() const { return theirs_.kind == OutcomeKind::crashed || theirs_.kind == OutcomeKind::hung; }
  bool they_say(std::string_view part) const { return theirs_.message.find(part) != std::string::npos; }
  // Both give outputs of these types and shapes, with other elements.
  bool elements_differ() const {
    return we_run() && they_run() &&
           std::ranges::equal(ours_.outputs, theirs_.outputs,
                              [](const Tensor& a, const Tensor& b) { return a.type == b.type && a.shape == b.shape; });
  }

  bool has_input(size_t index) const { return index < draft_.inputs.size() && draft_.inputs[index].has_value(); }
  const Tensor& input(size_t index) const { return *draft_.inputs[index]; }
  bool is_empty(size_t index) const { return has_input(index) && corpus::element_count(input(index).shape) == 0; }
  bool is_scalar(size_t index) const { return has_input(index) && input(index).shape.empty(); }
  bool is_floating(size_t index) const { return has_input(index) && is_floating_type(input(index).type); }
  const Tensor& our_output(size_t index) const { return ours_.outputs[index]; }
  const Tensor& their_output(size_t index) const { return theirs_.outputs[index]; }

  bool has_attribute(std::string_view name) const { return attribute(name) != nullptr; }
  const corpus::AttributeValue* attribute(std::string_view name) const {
    const auto found = std::ranges::find(draft_.attributes, name, &corpus::Attribute::name);
    return found == draft_.attributes.end() ? nullptr : &found->value;
  }
  int64_t integer(std::string_view name, int64_t default_value) const {
    const corpus::AttributeValue* value = attribute(name);
    const int64_t* integer = value == nullptr ? nullptr : std::get_if<int64_t>(value);
    return integer == nullptr ? default_value : *integer;
  }
  std::string text(std::string_view name) const {
    const corpus::AttributeValue* value = attribute(name);
    const std::string* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
    return text == nullptr ? "" : *text;
  }

  std::vector<int64_t> integers(std::string_view name) const {
    const corpus::AttributeValue* value = attribute(name);
    const auto* integers = value == nullptr ? nullptr : std::get_if<std::vector<int64_t>>(value);
    return integers == nullptr ? std::vector<int64_t>{} : *integers;
  }
  bool is_half(size_t index) const {
    return has_input(index) && (input(index).type == OM_FLOAT16 || input(index).type == OM_BFLOAT16);
  }
  bool is_string(size_t index) const { return has_input(index) && input(index).type == OM_STRING; }

  // Whether the outputs differ in floating-point elements that are NaN in both, and nowhere else.
  bool only_nans_differ() const {
    if (!elements_differ()) return false;
    for (size_t i = 0; i < ours_.outputs.size(); ++i) {
      const Tensor& a = our_output(i);
      const Tensor& b = their_output(i);
      if (a == b) continue;
      if (!is_floating_type(a.type)) return false;
      const int64_t count = corpus::element_count(a.shape).value();
      for (int64_t element = 0; element < count; ++element) {
        const uint64_t x = corpus::component_bits(a, element);
        const uint64_t y = corpus::component_bits(b, element);
        if (x != y && !(is_nan(a.type, x) && is_nan(b.type, y))) return false;
      }
    }
    return true;
  }

  bool has_nan(size_t index) const {
    if (!is_floating(index)) return false;
    const int64_t count = corpus::element_count(input(index).shape).value();
    for (int64_t i = 0; i < count; ++i) {
      if (is_nan(input(index).type, corpus::component_bits(input(index), i))) return true;
    }
    return false;
  }

  // Whether their Range is start, start + delta, start + delta + delta, ... each sum rounded.
  bool adds_delta_up() const {
    if (!elements_differ() || !has_input(2)) return false;
    if (input(0).type == OM_FLOAT32) return adds_up_as<float, uint32_t>();
    return input(0).type == OM_FLOAT64 && adds_up_as<double, uint64_t>();
  }

 private:
  static bool is_floating_type(om_type type) {
    return type == OM_FLOAT32 || type == OM_FLOAT64 || type == OM_FLOAT16 || type == OM_BFLOAT16;
  }
  static bool is_nan(om_type type, uint64_t bits) {
    switch (type) {
      case OM_FLOAT32:
        return std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits)));
      case OM_FLOAT64:
        return std::isnan(std::bit_cast<double>(bits));
      case OM_FLOAT16:
        return (bits & 0x7fff) > 0x7c00;
      default:
        return (bits & 0x7fff) > 0x7f80;
    }
  }
  template <class Number, class Bits>
  bool adds_up_as() const {
    const auto number = [](const Tensor& tensor, int64_t index) {
      return std::bit_cast<Number>(static_cast<Bits>(corpus::component_bits(tensor, index)));
    };
    Number sum = number(input(0), 0);
    const int64_t count = corpus::element_count(their_output(0).shape).value();
    for (int64_t i = 0; i < count; ++i) {
      if (corpus::component_bits(their_output(0), i) != std::bit_cast<Bits>(sum)) return false;
      sum += number(input(2), 0);
    }
    return true;
  }

  const Draft& draft_;
  const corpus::Outcome& ours_;
  const Outcome& theirs_;
};

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
     [](const Difference& it) { return it.we_refuse("input.rank") && it.they_run() && !it.is("Slice"); }},
    {"Takes any shape with one element as a scalar.",
     [](const Difference& it) { return it.we_refuse("input.not_scalar") && it.they_run(); }},

    {"Has no limit of rank.", [](const Difference& it) { return it.we_refuse("shape.rank_limit") && it.they_run(); }},
    {"Refuses extents whose product exceeds 2^63-1 also where another extent is 0.",
     [](const Difference& it) {
       return it.we_run() &&
              (it.they_say("Integer overflow") || it.they_say("too many elements") || it.they_say("narrowing_error"));
     }},
    {"Computes in float32 for float16, which makes signaling NaNs quiet.",
     [](const Difference& it) { return it.has_input(0) && it.input(0).type == OM_FLOAT16 && it.only_nans_differ(); }},

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
     [](const Difference& it) { return it.is("Dropout") && it.version() < 12 && it.elements_differ(); }},
    {"Refuses a ratio outside [0, 1) also where it is ignored.",
     [](const Difference& it) { return it.is("Dropout") && it.we_run() && it.they_refuse() && it.they_say("ratio"); }},
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
    {"Takes an input without elements whatever its other extents.",
     [](const Difference& it) { return it.is("Concat") && it.we_refuse("concat.extent_mismatch") && it.they_run(); }},
    {"Refuses num_outputs where a part would be empty.",
     [](const Difference& it) {
       return it.is("Split") && it.we_run() && it.they_refuse() && it.has_attribute("num_outputs");
     }},
    {"Divides only evenly without sizes and num_outputs.",
     [](const Difference& it) { return it.is("Split") && it.we_run() && it.they_say("cannot be split evenly"); }},
    {"Accepts num_outputs that is not the number of outputs when the parts are even.",
     [](const Difference& it) { return it.is("Split") && it.we_refuse("split.count_mismatch") && it.they_run(); }},
    {"Refuses a scalar.",
     [](const Difference& it) { return it.is("Slice") && it.we_run() && it.they_say("Cannot slice scalars"); }},
    {"Counts in float64, which does not hold such extents.",
     [](const Difference& it) { return it.is("Slice") && it.we_run() && it.they_run() && it.is_empty(0); }},
    {"Takes -1 as 1 when the result is empty.",
     [](const Difference& it) { return it.is("Expand") && it.we_refuse("expand.extent_negative") && it.they_run(); }},
    {"Refuses results of more than 4 GiB, counted without looking for an extent 0.",
     [](const Difference& it) { return it.is("Tile") && it.we_run() && it.they_say("4294967296 bytes"); }},
    {"Copies only the first string of each slice.",
     [](const Difference& it) { return it.is("Gather") && it.is_string(0) && it.elements_differ(); }},
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
     [](const Difference& it) {
       return it.we_refuse("index.out_of_range") && it.they_run() &&
              corpus::element_count(it.their_output(0).shape) == 0;
     }},
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
     [](const Difference& it) { return it.is("ScatterND") && it.only_nans_differ(); }},
    {"Takes a reduction that it does not know for none.",
     [](const Difference& it) { return it.is("ScatterND") && it.we_refuse("scatter_nd.reduction") && it.they_run(); }},
    {"Knows wrap at every version.",
     [](const Difference& it) {
       return it.is("Pad") && it.we_refuse("pad.mode") && it.they_run() && it.text("mode") == "wrap";
     }},
    {"Refuses a scalar.",
     [](const Difference& it) { return it.is("Pad") && it.is_scalar(0) && it.we_run() && it.they_refuse(); }},
    {"Lets the last of repeated axes win.",
     [](const Difference& it) { return it.is("Pad") && it.we_refuse("axis.repeated") && it.they_run(); }},
    {"Refuses to reflect farther than to the other end of the axis, and an axis of extent 1.",
     [](const Difference& it) {
       return it.is("Pad") && it.we_run() && it.they_refuse() && it.text("mode") == "reflect";
     }},
    {"Lets edge, reflect and wrap ask for elements of an axis without any if another axis is empty.",
     [](const Difference& it) {
       return it.is("Pad") && it.we_refuse("pad.empty_axis") && it.they_run() &&
              corpus::element_count(it.their_output(0).shape) == 0;
     }},
    {"Refuses an axis without elements, also where none is asked for.",
     [](const Difference& it) {
       return it.is("Pad") && it.we_run() && (it.they_say("zero") || it.they_say("Unexpected mode"));
     }},
    {"Refuses a value that is no vector of one element.",
     [](const Difference& it) { return it.is("ConstantOfShape") && it.we_run() && it.they_say("one-dim tensor"); }},
    {"Gives a matrix of one column when start is a vector.",
     [](const Difference& it) {
       return it.is("Range") && it.is_half(0) && it.they_run() && it.their_output(0).shape.size() == 2;
     }},
    {"Gives an empty vector when the number of elements is not finite or delta is 0.",
     [](const Difference& it) {
       return it.is("Range") && it.is_half(0) && it.they_run() &&
              (it.we_refuse("range.not_finite") || it.we_refuse("range.delta_zero"));
     }},
    {"Gives start itself as the first element, also -0.0.",
     [](const Difference& it) { return it.is("Range") && it.is_half(0) && it.elements_differ(); }},
    {"Takes other values of stash_type, too.",
     [](const Difference& it) { return it.is("Range") && it.we_refuse("range.stash_type") && it.they_run(); }},
    {"Adds delta up instead of multiplying it, so that rounding accumulates.",
     [](const Difference& it) { return it.is("Range") && it.adds_delta_up(); }},
    {"Counts 64-bit integers in float64, which does not hold them.",
     [](const Difference& it) {
       return it.is("Range") && it.has_input(0) && it.input(0).type == OM_INT64 && it.we_run();
     }},
    {"Truncates indices only by comparing, so that 1.5 is no index.",
     [](const Difference& it) { return it.is("OneHot") && it.is_floating(0) && it.elements_differ(); }},
    {"Refuses depth 0.",
     [](const Difference& it) { return it.is("OneHot") && it.we_run() && it.they_say("Depth is negative"); }},
    {"Refuses indices of rank 0.",
     [](const Difference& it) { return it.is("OneHot") && it.is_scalar(0) && it.we_run() && it.they_refuse(); }},
    {"Has no order for NaN: the result depends on which way it selects.",
     [](const Difference& it) { return it.is("TopK") && it.has_nan(0) && it.elements_differ(); }},
    {"Gives the order of a heap when sorted is 0.",
     [](const Difference& it) { return it.is("TopK") && it.integer("sorted", 1) == 0 && it.elements_differ(); }},
    {"Dies of a division by zero when there are no elements.",
     [](const Difference& it) { return it.is("TopK") && it.is_empty(0) && it.they_crash(); }},
    {"Takes k modulo 2^32.",
     [](const Difference& it) {
       return it.is("TopK") && it.they_run() &&
              (it.we_refuse("topk.k_exceeds_extent") || (it.we_run() && it.is_empty(0)));
     }},
    {"Takes axis modulo 2^32.",
     [](const Difference& it) { return it.is("TopK") && it.we_refuse("axis.out_of_range") && it.they_run(); }},
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
