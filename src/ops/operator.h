// What an operator is: the facts of its versions, and the functions that check, shape and run it.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/failure.h"
#include "base/small_vector.h"
#include "tensor/element_type.h"
#include "tensor/shape.h"

namespace onemodel {

class Call;
class Tensor;
struct StridedCopy;

enum class Presence { required, optional, variadic };

// Whether a name is that of a rule, which is not empty. Those that the library looks for are mostly the same literal.
inline bool is_same_name(std::string_view rule, std::string_view name) {
  if (rule.size() != name.size()) return false;
  return rule.data() == name.data() || (rule.front() == name.front() && rule == name);
}

// Names are literals: ended by a zero byte, too.
struct Input {
  std::string_view name;
  TypeSet types;
  // Inputs of one group have one element type; ' ' belongs to no group.
  char type_group = ' ';
  Presence presence = Presence::required;
};

struct Output {
  std::string_view name;
  Presence presence = Presence::required;
};

struct AttributeRule {
  std::string_view name;
  om_attribute_kind kind;
  bool required = false;
  int64_t default_integer = 0;
  const char* default_text = "";
};

// An operator from opset `since` on, up to the next version.
struct Version {
  int64_t since;
  std::span<const Input> inputs;
  std::span<const Output> outputs;
  std::span<const AttributeRule> attributes;
};

// What a call gives, before it is run: for each output its type and shape, and whether it is a view of an input.
struct Result {
  static constexpr int64_t no_input = -1;

  Result() {}
  Result(om_type element_type, const Shape& extents, int64_t input = no_input)
      : type(element_type), shape(extents), view_of(input) {}

  om_type type;
  Shape shape;  // with unknown extents where only later calls tell
  int64_t view_of;
};

class Results {
 public:
  // Room for so many, for who adds more than a few.
  void reserve(int64_t count) { results_.reserve(static_cast<size_t>(count)); }
  // A new tensor.
  void add(om_type type, const Shape& shape) { results_.emplace_back(type, shape); }
  // The elements of input `input` under another shape.
  void add_view(int64_t input, om_type type, const Shape& shape) { results_.emplace_back(type, shape, input); }
  // What is sure of the next result before elements are read that decide its extents: its type, and its rank, or
  // unknown_extent for that. It is what remains to be known if those elements are not.
  void expect(om_type type, int64_t rank) { expected_.emplace_back(type, rank); }
  size_t size() const { return results_.size(); }
  const Result& operator[](size_t index) const { return results_[index]; }

  struct Expected {
    om_type type;
    int64_t rank;
  };
  std::span<const Expected> expected() const { return {expected_.data(), expected_.size()}; }

 private:
  SmallVector<Result, 2> results_;
  SmallVector<Expected, 2> expected_;
};

}  // namespace onemodel

// The handle of the C API is the operator itself.
struct om_operator {
  // Plans are plain values of at most this many bytes, kept on the stack of who runs the operator.
  static constexpr size_t max_plan_bytes = 1024;

  std::string_view name;
  om_operator_kind kind;
  std::span<const onemodel::Version> versions;
  std::span<const onemodel::Reason> reasons;  // that its own rules can refuse with

  // Makes every check that needs no more than it reads, says what the call gives (as many results as outputs are asked
  // for), and leaves in the plan what running needs.
  void (*infer)(const onemodel::Call& call, onemodel::Results* results, void* plan);
  // Fills the outputs that are not views; entry i of `outputs` is null for a view. May still find an index out of
  // range.
  void (*run)(const onemodel::Call& call, const onemodel::Results& results, const void* plan,
              std::span<std::byte* const> outputs);
  // For operators that only move elements of their first input: says how output `index` lies over that input's
  // elements, axis by axis, so that a planner can make several movements in one pass. False where this call cannot be
  // said so. Null for operators that never can.
  bool (*lay_out)(const onemodel::Call& call, const onemodel::Results& results, const void* plan, size_t index,
                  onemodel::StridedCopy* copy) = nullptr;
};

namespace onemodel {

using Operator = ::om_operator;

// An operator whose infer leaves a Plan for its run:
//   void infer(const Call&, Results*, Plan*);
//   void run(const Call&, const Results&, const Plan&, std::span<std::byte* const> outputs);
// and, if it only moves elements,
//   bool lay_out(const Call&, const Results&, const Plan&, size_t index, StridedCopy* copy);
template <class Plan, void (*Infer)(const Call&, Results*, Plan*),
          void (*Run)(const Call&, const Results&, const Plan&, std::span<std::byte* const>)>
constexpr Operator make_operator(std::string_view name, om_operator_kind kind, std::span<const Version> versions,
                                 std::span<const Reason> reasons) {
  static_assert(sizeof(Plan) <= Operator::max_plan_bytes && std::is_trivially_destructible_v<Plan>);
  return {name,
          kind,
          versions,
          reasons,
          [](const Call& call, Results* results, void* plan) { Infer(call, results, ::new (plan) Plan); },
          [](const Call& call, const Results& results, const void* plan, std::span<std::byte* const> outputs) {
            Run(call, results, *static_cast<const Plan*>(plan), outputs);
          }};
}

template <class Plan, void (*Infer)(const Call&, Results*, Plan*),
          void (*Run)(const Call&, const Results&, const Plan&, std::span<std::byte* const>),
          bool (*LayOut)(const Call&, const Results&, const Plan&, size_t, StridedCopy*)>
constexpr Operator make_moving_operator(std::string_view name, std::span<const Version> versions,
                                        std::span<const Reason> reasons) {
  Operator op = make_operator<Plan, Infer, Run>(name, OM_KIND_COPY, versions, reasons);
  op.lay_out = [](const Call& call, const Results& results, const void* plan, size_t index, StridedCopy* copy) {
    return LayOut(call, results, *static_cast<const Plan*>(plan), index, copy);
  };
  return op;
}

// An operator that leaves no plan:
//   void infer(const Call&, Results*);
//   void run(const Call&, const Results&, std::span<std::byte* const> outputs);
template <void (*Infer)(const Call&, Results*), void (*Run)(const Call&, const Results&, std::span<std::byte* const>)>
constexpr Operator make_operator(std::string_view name, om_operator_kind kind, std::span<const Version> versions,
                                 std::span<const Reason> reasons) {
  return {name,
          kind,
          versions,
          reasons,
          [](const Call& call, Results* results, void*) { Infer(call, results); },
          [](const Call& call, const Results& results, const void*, std::span<std::byte* const> outputs) {
            Run(call, results, outputs);
          }};
}

// An operator all of whose results are views.
template <void (*Infer)(const Call&, Results*)>
constexpr Operator make_view_operator(std::string_view name, std::span<const Version> versions,
                                      std::span<const Reason> reasons) {
  return {name,
          OM_KIND_VIEW,
          versions,
          reasons,
          [](const Call& call, Results* results, void*) { Infer(call, results); },
          [](const Call&, const Results&, const void*, std::span<std::byte* const>) {}};
}

}  // namespace onemodel
