#include "graph/plan.h"

#include <algorithm>
#include <utility>

#include "graph/frame.h"
#include "graph/planner.h"

namespace onemodel {

Plan::Plan(std::shared_ptr<const Graph> graph, const om_context& context, std::vector<FedInput> inputs,
           const Plan* known)
    : graph_(std::move(graph)), context_(context), inputs_(std::move(inputs)) {
  Planner(this, known).make();
}

Plan::~Plan() = default;

bool Plan::is_exact() const {
  return std::ranges::all_of(
      inputs_, [](const FedInput& input) { return !input.fed || (input.ranked && input.shape.is_known()); });
}

Arguments Plan::arguments_of(const GraphNode& node) const {
  Arguments arguments;
  for (const ValueId id : node.inputs) {
    if (id == no_value) {
      arguments.push_back({});
      continue;
    }
    const PlannedValue& input = value(id);
    Argument argument = Argument::of(input.constant.get());
    if (!input.constant) {
      argument.type = input.type;
      argument.shape = input.shape;
      if (input.partial && input.shape.rank() == 1) {
        argument.partial = reinterpret_cast<const int64_t*>(input.partial->data());
      }
    }
    arguments.push_back(argument);
  }
  return arguments;
}

std::unique_ptr<Frame> Plan::take_frame() const {
  {
    const std::lock_guard lock(frames_mutex_);
    if (!frames_.empty()) {
      std::unique_ptr<Frame> frame = std::move(frames_.back());
      frames_.pop_back();
      return frame;
    }
  }
  return std::make_unique<Frame>(*this);
}

void Plan::give_back(std::unique_ptr<Frame> frame) const {
  const std::lock_guard lock(frames_mutex_);
  frames_.push_back(std::move(frame));
}

int64_t Plan::idle_bytes() const {
  const std::lock_guard lock(frames_mutex_);
  int64_t bytes = 0;
  for (const std::unique_ptr<Frame>& frame : frames_) bytes += frame->held_bytes();
  return bytes;
}

void Plan::drop_idle_frames() const {
  const std::lock_guard lock(frames_mutex_);
  frames_.clear();
}

}  // namespace onemodel
