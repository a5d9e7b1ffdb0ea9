// A model that has been checked and planned, and the plans for the shapes it has been run with.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/plan.h"

struct om_session {
 public:
  om_session(const om_context& context, const om_model& model);

  const onemodel::Graph& graph() const { return *graph_; }
  // The plan for what the model declares.
  const std::shared_ptr<const onemodel::Plan>& declared_plan() const { return declared_plan_; }
  // The plan for whatever is fed: initializers of inputs do not count.
  const onemodel::Plan& general_plan() const { return *general_plan_; }
  // The position of the input or output of that name, or -1.
  int64_t find_input(const std::string& name) const { return position_of(input_positions_, name); }
  int64_t find_output(const std::string& name) const { return position_of(output_positions_, name); }
  // The plan for inputs of exactly these types and shapes, null where an initializer stands for one.
  // Refuses: session.input_missing, session.input_type, session.input_shape, and what operators refuse.
  std::shared_ptr<const onemodel::Plan> plan_for(std::span<const onemodel::Tensor* const> inputs) const;

  // Runs the session; `inputs` as for plan_for, either `outputs` or `into` has an entry for each output, the other is
  // empty. Refuses also: session.output_type, session.output_shape, session.output_memory, memory.exhausted.
  void run(const om_context& context, std::span<const onemodel::Tensor* const> inputs,
           std::span<onemodel::Tensor* const> into, std::span<onemodel::Reference<onemodel::Tensor>> outputs) const;

 private:
  void check_inputs(std::span<const onemodel::Tensor* const> inputs) const;
  void check_into(const onemodel::Plan& plan, std::span<const onemodel::Tensor* const> inputs,
                  std::span<onemodel::Tensor* const> into) const;
  void require_separate(std::span<const onemodel::Tensor* const> inputs, std::span<onemodel::Tensor* const> into) const;
  void drop_idle_memory() const;
  using Positions = std::unordered_map<std::string, int64_t>;
  static int64_t position_of(const Positions& positions, const std::string& name) {
    const auto found = positions.find(name);
    return found != positions.end() ? found->second : -1;
  }

  std::shared_ptr<const onemodel::Graph> graph_;
  om_context context_;
  std::shared_ptr<const onemodel::Plan> declared_plan_;
  std::shared_ptr<const onemodel::Plan> general_plan_;
  Positions input_positions_;
  Positions output_positions_;

  // Plans for exact shapes, the one used last first.
  static constexpr size_t most_plans = 16;
  static constexpr int64_t most_idle_bytes = int64_t{64} << 20;  // of those that were not used last
  mutable std::mutex plans_mutex_;
  mutable std::vector<std::shared_ptr<const onemodel::Plan>> plans_;
};
