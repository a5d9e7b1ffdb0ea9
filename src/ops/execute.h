// Running an operator, or only saying what it would give.
#pragma once

#include <span>
#include <utility>

#include "ops/call.h"

namespace onemodel {

template <class Function>
void on_behalf_of(const Operator& op, Function&& function) {
  on_behalf_of(op.name, "", std::forward<Function>(function));
}

// A call with what its operator says of it.
struct PreparedCall {
  // `expected`, if it is given, receives what is sure of the results also where the operator refuses to say more.
  PreparedCall(const Operator& op, const Version& version, const om_context& context, std::span<const Argument> inputs,
               std::span<const Attribute> attributes, size_t output_count, Results* expected = nullptr,
               Caller caller = Caller::any)
      : call(op, version, context, inputs, attributes, static_cast<int64_t>(output_count), caller) {
    try {
      op.infer(call, &results, plan);
    } catch (...) {
      if (expected != nullptr) *expected = results;
      throw;
    }
  }
  PreparedCall(const PreparedCall&) = delete;
  PreparedCall& operator=(const PreparedCall&) = delete;

  // Fills the outputs that are not views.
  void run(std::span<std::byte* const> outputs) const { call.op().run(call, results, plan, outputs); }

  Call call;
  Results results;
  alignas(std::max_align_t) std::byte plan[Operator::max_plan_bytes];
};

// The tensors that the call gives, one for each entry of `outputs`.
void run_operator(const Operator& op, const Version& version, const om_context& context,
                  std::span<const Argument> inputs, std::span<const Attribute> attributes,
                  std::span<Reference<Tensor>> outputs, Caller caller = Caller::any);

// Tensors without elements that say what run_operator would give.
void infer_operator(const Operator& op, const Version& version, const om_context& context,
                    std::span<const Argument> inputs, std::span<const Attribute> attributes,
                    std::span<Reference<Tensor>> outputs);

}  // namespace onemodel
