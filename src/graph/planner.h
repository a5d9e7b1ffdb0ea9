// Making a Plan: evaluates what is known, composes movements, lays out memory.
#pragma once

#include "graph/plan.h"

namespace onemodel {

class Planner {
 public:
  // `known`: the plan of the same graph for inputs of which less is known, or null.
  Planner(Plan* plan, const Plan* known);

  void make();

 private:
  // A value that is a movement of the memory of a root which has not been carried out.
  struct Pending {
    ValueId root = no_value;
    Layout layout;
    ValueId from = no_value;     // the pending value that this movement continues; no_value: it starts at memory
    ValueId view_of = no_value;  // the value of which this is a view, if it is one
  };
  struct NodeState {
    std::vector<Result> results;  // empty: not known
    bool needed = false;          // in a run
    bool copied = false;          // it makes a pass
    bool aliased = false;         // an output is a piece of other memory
  };

  // What is known before the run.
  void start_values();
  void evaluate(size_t index);
  void infer(size_t index, std::span<const Argument> arguments, bool tainted);
  void set_unknown(size_t index, bool tainted, const Results& expected);
  void fold(size_t index, std::span<const Argument> arguments);
  void set_extents(const PreparedCall& prepared, ValueId output);
  void move_partial(size_t index, std::span<const Argument> arguments);
  void set_elements(ValueId id, Reference<const Tensor> elements);

  // What is left to do.
  void find_needed();
  void find_owned();
  void schedule(size_t index);
  bool schedule_movement(size_t index);
  void schedule_view(size_t index, size_t output);
  void schedule_kernel(size_t index);
  void schedule_dynamic(size_t index);
  void count_bytes(size_t index, ValueId id);
  void add_root(ValueId id, bool dynamic);
  void place(ValueId id);
  void place_movement(ValueId id);
  void place_inputs(size_t index);
  void copy_to_own(ValueId id);

  // Memory, and what is told of it.
  void describe_nodes();
  void lay_out_memory();

  PlannedValue& value(ValueId id) { return plan_.values_[static_cast<size_t>(id)]; }
  const PlannedValue& value(ValueId id) const { return plan_.values_[static_cast<size_t>(id)]; }
  PlannedRoot& root(ValueId id) { return plan_.roots_[static_cast<size_t>(id)]; }
  Pending& pending(ValueId id) { return pending_[static_cast<size_t>(id)]; }
  bool is_in_memory(ValueId id) const { return value(id).root != no_value; }
  std::span<const Attribute> attributes(const GraphNode& node) const { return node.attributes.all(); }

  NodeState& state_of(ValueId id) { return states_[static_cast<size_t>(producers_[static_cast<size_t>(id)])]; }

  Plan& plan_;
  const Plan* known_;
  const Graph& graph_;
  bool exact_;
  int64_t model_bytes_ = 0;   // of the initializers
  int64_t folded_bytes_ = 0;  // of what is kept beside them
  std::vector<NodeState> states_;
  std::vector<Pending> pending_;
  std::vector<int32_t> producers_;  // the node of each value, or -1
  std::vector<char> needed_values_;
  std::vector<char> owned_values_;  // values that have to begin a memory of their own: the caller gets them
};

}  // namespace onemodel
