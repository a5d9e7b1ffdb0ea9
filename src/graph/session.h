// A model that has been checked and planned, and the plans for the shapes it has been run with.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "graph/plan.h"

struct om_session {
 public:
  om_session(const om_context& context, const om_model& model);

  const onemodel::Graph& graph() const { return *graph_; }
  // The plan for what the model declares.
  const std::shared_ptr<const onemodel::Plan>& declared_plan() const { return declared_plan_; }
  // The plan for inputs of exactly these types and shapes, null where an initializer stands for one.
  // Refuses: session.input_missing, session.input_type, session.input_shape, and what operators refuse.
  std::shared_ptr<const onemodel::Plan> plan_for(std::span<const onemodel::Tensor* const> inputs) const;

  // Runs the session; `inputs` as for plan_for, `into` empty or one tensor for each output.
  // Refuses also: session.output_type, session.output_shape, session.output_memory, memory.exhausted.
  void run(const om_context& context, std::span<const onemodel::Tensor* const> inputs,
           std::span<onemodel::Tensor* const> into, std::span<onemodel::Reference<onemodel::Tensor>> outputs) const;

 private:
  void check_inputs(std::span<const onemodel::Tensor* const> inputs) const;
  void check_into(const onemodel::Plan& plan, std::span<const onemodel::Tensor* const> inputs,
                  std::span<onemodel::Tensor* const> into) const;

  std::shared_ptr<const onemodel::Graph> graph_;
  om_context context_;
  std::shared_ptr<const onemodel::Plan> declared_plan_;

  // Plans for exact shapes, the one used last first.
  static constexpr size_t most_plans = 16;
  mutable std::mutex plans_mutex_;
  mutable std::vector<std::shared_ptr<const onemodel::Plan>> plans_;
};
