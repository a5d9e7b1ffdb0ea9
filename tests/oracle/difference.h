// One call whose outcome is not the same here and in ONNX Runtime, with what the rules on known differences ask about
// it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "comparison.h"

namespace onemodel::oracle {

class Difference {
 public:
  Difference(const Draft& draft, const corpus::Outcome& ours, const Outcome& theirs)
      : draft_(draft), ours_(ours), theirs_(theirs) {}

  // The call.
  bool is(std::string_view operator_name) const { return draft_.operator_name == operator_name; }
  int64_t version() const;
  bool has_input(size_t index) const { return index < draft_.inputs.size() && draft_.inputs[index].has_value(); }
  const Tensor& input(size_t index) const { return *draft_.inputs[index]; }
  bool is_empty(size_t index) const { return has_input(index) && corpus::element_count(input(index).shape) == 0; }
  bool is_scalar(size_t index) const { return has_input(index) && input(index).shape.empty(); }
  bool is_half(size_t index) const {
    return has_input(index) && (input(index).type == OM_FLOAT16 || input(index).type == OM_BFLOAT16);
  }
  bool is_string(size_t index) const { return has_input(index) && input(index).type == OM_STRING; }
  bool has_nan(size_t index) const;
  // Whether an input of integers, from that one on, is no vector.
  bool has_list_of_other_rank(size_t first) const;
  bool has_attribute(std::string_view name) const { return attribute(name) != nullptr; }
  int64_t integer(std::string_view name, int64_t default_value) const {
    return integer_attribute(draft_, name).value_or(default_value);
  }
  std::string text(std::string_view name) const;
  std::vector<int64_t> integers(std::string_view name) const;
  // Whether an integer among the call's attributes, shapes and elements of int64 inputs is beyond `limit` in magnitude.
  bool has_integer_beyond(int64_t limit) const;

  // The two outcomes.
  bool we_refuse(std::string_view reason) const { return ours_.failure && ours_.failure->reason == reason; }
  bool we_run() const { return !ours_.failure; }
  bool they_run() const { return theirs_.kind == OutcomeKind::outputs; }
  bool they_refuse() const { return theirs_.kind == OutcomeKind::refused; }
  bool they_crash() const { return theirs_.kind == OutcomeKind::crashed || theirs_.kind == OutcomeKind::hung; }
  bool they_say(std::string_view part) const { return theirs_.message.find(part) != std::string::npos; }
  const Tensor& our_output(size_t index) const { return ours_.outputs[index]; }
  const Tensor& their_output(size_t index) const { return theirs_.outputs[index]; }
  bool their_result_is_empty() const { return they_run() && corpus::element_count(their_output(0).shape) == 0; }
  bool we_give_the_input() const { return we_run() && our_output(0) == input(0); }
  bool we_give_an_empty_output() const {
    return we_run() && std::ranges::any_of(ours_.outputs, [](const Tensor& output) {
             return corpus::element_count(output.shape) == 0;
           });
  }
  // Both give outputs of these types and shapes, with other elements.
  bool elements_differ() const;
  // They do only where both have a NaN, and ours are ...
  bool only_moved_nans_differ() const;     // an input's, bit for bit
  bool only_computed_nans_differ() const;  // an input's made quiet, or the one that x86 makes

  // What the rules on one operator ask.
  bool they_leave_elements_unwritten() const;   // Concat: the result has more elements than all inputs
  bool gives_first_string_of_slices() const;    // Gather: theirs is right there
  bool reflects_too_far() const;                // Pad: a reflecting pad reaches beyond the axis, as far as it is left
  bool crops_an_axis_to_nothing() const;        // Pad: or it is empty from the start
  bool we_reflect_as_stated() const;            // Pad
  bool we_order_as_stated() const;              // TopK
  bool they_order_otherwise() const;            // TopK: the elements that we give, in another order
  bool only_fractional_indices_differ() const;  // OneHot: theirs select nothing
  bool only_a_negative_zero_differs() const;    // Range: the first element
  bool adds_delta_up() const;                   // Range: theirs is start, start + delta, ...; ours start + i * delta

 private:
  const corpus::AttributeValue* attribute(std::string_view name) const;
  template <class IsOurs>
  bool only_nans_differ(IsOurs is_ours) const;
  bool is_nan_of_an_input(om_type type, uint64_t bits, uint64_t quiet) const;
  template <class Number, class Bits>
  bool adds_up_as() const;

  const Draft& draft_;
  const corpus::Outcome& ours_;
  const Outcome& theirs_;
};

}  // namespace onemodel::oracle
