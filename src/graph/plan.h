// What a session does for inputs of certain shapes: everything that can be known before it runs.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/layout.h"
#include "kernels/strided_copy.h"
#include "ops/execute.h"
#include "tensor/context.h"

namespace onemodel {

class Frame;

// What is known of an input before it is fed.
struct FedInput {
  bool fed = true;  // else its initializer stands for it
  bool ranked = false;
  Shape shape;  // with unknown extents where they are not known

  friend bool operator==(const FedInput&, const FedInput&) = default;
};

struct PlannedValue {
  om_type type = 0;     // 0: not known
  bool ranked = false;  // whether the shape is known at all
  Shape shape;
  Reference<const Tensor> constant;  // null: not known as yet
  Reference<const Tensor> partial;   // int64 elements of which some are known, else unknown_element; null: none are
  bool from_shapes = false;          // its elements hang on the extents of inputs alone
  bool shaped_at_run_time = false;   // its shape hangs on elements that only a run tells

  // Where its elements are in a run, in row-major order: so many bytes into the memory of `root`.
  ValueId root = no_value;  // no_value: not in memory
  int64_t offset_bytes = 0;
};

// Memory of a run that a root has for itself.
struct PlannedRoot {
  enum class Place {
    none,  // not a root
    constant,
    input,   // what is fed
    buffer,  // a part of the frame's one buffer
    output,  // a tensor that the caller gets
    dynamic  // its size is known when it is made
  };
  Place place = Place::none;
  int64_t position = 0;  // of the input, of the output root; or bytes into the buffer
  int64_t bytes = 0;
};

// One thing to do in a run.
struct PlannedStep {
  enum class Kind {
    copy,    // one pass of a strided copy, from the memory of one root to that of another
    kernel,  // the operator, on inputs whose shapes are known
    check,   // ask the operator again whether it refuses, now that elements are known
    dynamic  // the operator, on inputs whose shapes or elements only the run tells
  };
  Kind kind;
  int32_t node;
  ValueId source = no_value;  // of a copy: the root it reads
  ValueId target = no_value;  // of a copy: the root it fills
  int64_t bits = 0;           // of a copy: of an element
  StridedCopy copy{};
  // Roots without a place that nobody reads after this step.
  std::vector<ValueId> last_reads{};
};

struct PlannedNode {
  om_plan_kind kind = OM_PLAN_UNUSED;
  int32_t fused_into = -1;
  bool shaped_at_run_time = false;
  bool data_dependent = false;
  int64_t bytes = 0;  // -1: only a run tells
  std::string kernel;
};

struct PlannedOutput {
  ValueId value;
  ValueId root;  // no_value: a constant
};

// A tensor that the caller gets, whole or as views.
struct PlannedOutputRoot {
  ValueId root;
  size_t first_output;  // the first output in it
};

class Plan {
 public:
  // `inputs` has an entry for each of the graph's. `known` is null, or a plan in which less is known of the same
  // inputs; what is constant there is not computed again. Refuses what an operator refuses, naming its node.
  Plan(std::shared_ptr<const Graph> graph, const om_context& context, std::vector<FedInput> inputs, const Plan* known);
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  const Graph& graph() const { return *graph_; }
  const om_context& context() const { return context_; }
  const std::vector<FedInput>& inputs() const { return inputs_; }
  const PlannedValue& value(ValueId id) const { return values_[static_cast<size_t>(id)]; }
  const PlannedRoot& root(ValueId id) const { return roots_[static_cast<size_t>(id)]; }
  const PlannedNode& node(size_t index) const { return nodes_[index]; }
  const std::vector<PlannedStep>& steps() const { return steps_; }
  const std::vector<PlannedOutput>& outputs() const { return outputs_; }
  const std::vector<PlannedOutputRoot>& output_roots() const { return output_roots_; }
  // Tensors to which elements of string outputs may point.
  const std::vector<Reference<const Tensor>>& string_constants() const { return string_constants_; }
  int64_t buffer_bytes() const { return buffer_bytes_; }
  // The inputs of a node, with what is known of them before the run.
  Arguments arguments_of(const GraphNode& node) const;
  // Whether the shapes of all inputs are known, so that it can be run.
  bool is_exact() const;

  // What a run needs for itself, from an earlier run where there is one.
  std::unique_ptr<Frame> take_frame() const;
  void give_back(std::unique_ptr<Frame> frame) const;
  // The memory of those that wait for another run, and its end.
  int64_t idle_bytes() const;
  void drop_idle_frames() const;

 private:
  friend class Planner;

  std::shared_ptr<const Graph> graph_;
  om_context context_;
  std::vector<FedInput> inputs_;
  std::vector<PlannedValue> values_;
  std::vector<PlannedRoot> roots_;
  std::vector<PlannedNode> nodes_;
  std::vector<PlannedStep> steps_;
  std::vector<PlannedOutput> outputs_;
  std::vector<PlannedOutputRoot> output_roots_;
  std::vector<Reference<const Tensor>> string_constants_;
  int64_t buffer_bytes_ = 0;

  mutable std::mutex frames_mutex_;
  mutable std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace onemodel
