#include "graph/session.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/small_vector.h"
#include "graph/frame.h"

using namespace onemodel;

namespace {

// Refuses (shape.overflow) a declared shape that no tensor could have.
void require_possible(const ValueInfo& declared, const Shape& shape) {
  try {
    if (shape.is_known()) storage_bytes(declared.type, shape.element_count());
  } catch (const Failure& failure) {
    throw Failure(failure.reason(), failure.text(), declared.name);
  }
}

std::vector<FedInput> declared_inputs(const Graph& graph) {
  std::vector<FedInput> inputs;
  for (const GraphInput& input : graph.inputs) {
    FedInput fed{!input.initializer, input.info.shape.has_value(), {}};
    if (fed.ranked) {
      for (const Dimension& dimension : *input.info.shape) fed.shape.append(dimension.extent);
      require_possible(input.info, fed.shape);
    }
    inputs.push_back(fed);
  }
  return inputs;
}

bool is_planned_for(const Plan& plan, std::span<const Tensor* const> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const FedInput& planned = plan.inputs()[i];
    if (planned.fed != (inputs[i] != nullptr)) return false;
    if (!planned.fed) continue;
    if (inputs[i]->type() != plan.graph().inputs[i].info.type || planned.shape != inputs[i]->shape()) return false;
  }
  return true;
}

// Gives the frame back however the run ends.
class BorrowedFrame {
 public:
  explicit BorrowedFrame(const Plan& plan) : plan_(plan), frame_(plan.take_frame()) {}
  ~BorrowedFrame() {
    frame_->clear();
    plan_.give_back(std::move(frame_));
  }
  BorrowedFrame(const BorrowedFrame&) = delete;
  BorrowedFrame& operator=(const BorrowedFrame&) = delete;
  Frame* operator->() const { return frame_.get(); }

 private:
  const Plan& plan_;
  std::unique_ptr<Frame> frame_;
};

}  // namespace

om_session::om_session(const om_context& context, const om_model& model)
    : graph_(std::make_shared<const Graph>(model)),
      context_(context),
      declared_plan_(std::make_shared<const Plan>(graph_, context, declared_inputs(*graph_), nullptr)) {
  for (size_t i = 0; i < graph_->inputs.size(); ++i) {
    input_positions_.emplace(graph_->inputs[i].info.name, static_cast<int64_t>(i));
  }
  for (size_t i = 0; i < graph_->outputs.size(); ++i) {
    output_positions_.emplace(graph_->outputs[i].info.name, static_cast<int64_t>(i));
  }
  // What holds whatever is fed is what holds when all inputs are.
  std::vector<FedInput> all_fed = declared_plan_->inputs();
  for (FedInput& input : all_fed) input.fed = true;
  general_plan_ = all_fed == declared_plan_->inputs()
                      ? declared_plan_
                      : std::make_shared<const Plan>(graph_, context, std::move(all_fed), nullptr);

  // An output whose shape only a run tells may turn out to be of another one than the model declares, as in ONNX
  // Runtime.
  for (const GraphOutput& output : graph_->outputs) {
    const PlannedValue& made = general_plan_->value(output.value);
    if (!made.ranked) continue;
    require_declared_type(output.info, made.type, Reason::model_output_type, "the output");
    require_declared_shape(output.info, made.shape, Reason::model_output_shape, "the output");
  }
}

void om_session::check_inputs(std::span<const Tensor* const> inputs) const {
  std::unordered_map<std::string_view, int64_t> symbols;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const GraphInput& declared = graph_->inputs[i];
    const std::string& name = declared.info.name;
    if (inputs[i] == nullptr) {
      if (declared.initializer) continue;
      throw Failure(Reason::session_input_missing, "the input is not fed", name);
    }
    require_declared_type(declared.info, inputs[i]->type(), Reason::session_input_type, "what is fed");
    require_declared_shape(declared.info, inputs[i]->shape(), Reason::session_input_shape, "what is fed");
    if (!declared.info.shape) continue;
    for (size_t axis = 0; axis < declared.info.shape->size(); ++axis) {
      const std::string_view symbol = (*declared.info.shape)[axis].symbol;
      if (symbol.empty()) continue;
      const int64_t extent = inputs[i]->shape()[static_cast<int64_t>(axis)];
      const auto [known, is_new] = symbols.try_emplace(symbol, extent);
      if (!is_new && known->second != extent) {
        throw Failure(
            Reason::session_input_shape,
            text_of("axis ", axis, " has extent ", extent, ", but '", symbol, "' is ", known->second, " elsewhere"),
            name);
      }
    }
  }
}

std::shared_ptr<const Plan> om_session::plan_for(std::span<const Tensor* const> inputs) const {
  {
    const std::lock_guard lock(plans_mutex_);
    for (size_t i = 0; i < plans_.size(); ++i) {
      if (!is_planned_for(*plans_[i], inputs)) continue;
      if (i == 0) return plans_.front();
      std::rotate(plans_.begin(), plans_.begin() + static_cast<ptrdiff_t>(i),
                  plans_.begin() + static_cast<ptrdiff_t>(i) + 1);
      drop_idle_memory();
      return plans_.front();
    }
  }
  check_inputs(inputs);
  std::shared_ptr<const Plan> plan = declared_plan_;
  if (!plan->is_exact() || !is_planned_for(*plan, inputs)) {
    std::vector<FedInput> fed;
    for (const Tensor* input : inputs) {
      fed.push_back({input != nullptr, true, input != nullptr ? input->shape() : Shape()});
    }
    const bool same_initializers =
        std::ranges::equal(fed, declared_plan_->inputs(), {}, &FedInput::fed, &FedInput::fed);
    plan = std::make_shared<const Plan>(graph_, context_, std::move(fed),
                                        same_initializers ? declared_plan_.get() : nullptr);
  }
  const std::lock_guard lock(plans_mutex_);
  // Another thread may have been faster.
  for (const std::shared_ptr<const Plan>& other : plans_) {
    if (is_planned_for(*other, inputs)) return other;
  }
  if (plans_.size() == most_plans) plans_.pop_back();
  plans_.insert(plans_.begin(), plan);
  drop_idle_memory();
  return plan;
}

// Of the plans that have been used before the last one, those that were used least recently give up their memory first.
void om_session::drop_idle_memory() const {
  int64_t bytes = 0;
  for (size_t i = 1; i < plans_.size(); ++i) {
    bytes += plans_[i]->idle_bytes();
    if (bytes > most_idle_bytes) plans_[i]->drop_idle_frames();
  }
}

void om_session::check_into(const Plan& plan, std::span<const Tensor* const> inputs,
                            std::span<Tensor* const> into) const {
  for (size_t i = 0; i < into.size(); ++i) {
    const GraphOutput& output = graph_->outputs[i];
    const Tensor& target = *into[i];
    const PlannedValue& planned = plan.value(output.value);
    require_target(output, planned.type, planned.ranked ? &planned.shape : nullptr, target);
    const auto refuse = [&](const char* why) { throw Failure(Reason::session_output_memory, why, output.info.name); };
    if (target.type() == OM_STRING) refuse("outputs of strings cannot be written in place");
    if (target.is_view()) refuse("the tensor given for the output is a view of another");
    if (target.owner_count() != 1) refuse("the tensor given for the output is held by others, too");
  }
  require_separate(inputs, into);
}

// Refuses tensors of `into` that share memory with each other or with an input.
void om_session::require_separate(std::span<const Tensor* const> inputs, std::span<Tensor* const> into) const {
  struct Piece {
    uintptr_t first;
    uintptr_t end;
    const std::string* output;  // its name; null for an input
  };
  SmallVector<Piece, 16> pieces;
  const auto add = [&](const Tensor& tensor, const std::string* output) {
    const int64_t bytes = storage_bytes(tensor.type(), tensor.element_count());
    const auto first = reinterpret_cast<uintptr_t>(tensor.data());
    if (bytes > 0) pieces.push_back({first, first + static_cast<uintptr_t>(bytes), output});
  };
  for (const Tensor* input : inputs) {
    if (input != nullptr) add(*input, nullptr);
  }
  for (size_t i = 0; i < into.size(); ++i) add(*into[i], &graph_->outputs[i].info.name);
  std::ranges::sort(pieces, {}, &Piece::first);
  uintptr_t inputs_end = 0;
  Piece last_output{0, 0, nullptr};  // that ends last
  for (const Piece& piece : pieces) {
    const std::string* name = piece.output != nullptr ? piece.output : last_output.output;
    if (piece.first < last_output.end || (piece.output != nullptr && piece.first < inputs_end)) {
      throw Failure(Reason::session_output_memory,
                    "the tensor given for the output shares memory with an input or with that of another output",
                    *name);
    }
    if (piece.output == nullptr) {
      inputs_end = std::max(inputs_end, piece.end);
    } else if (piece.end > last_output.end) {
      last_output = piece;
    }
  }
}

void om_session::run(const om_context& context, std::span<const Tensor* const> inputs, std::span<Tensor* const> into,
                     std::span<Reference<Tensor>> outputs) const {
  const std::shared_ptr<const Plan> plan = plan_for(inputs);
  if (!into.empty()) check_into(*plan, inputs, into);
  require_memory(context, plan->buffer_bytes());  // before it is taken
  const BorrowedFrame frame(*plan);
  frame->run(context, inputs, into, outputs);
}
