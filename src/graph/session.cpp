#include "graph/session.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "graph/frame.h"

using namespace onemodel;

namespace {

std::vector<FedInput> declared_inputs(const Graph& graph) {
  std::vector<FedInput> inputs;
  for (const GraphInput& input : graph.inputs) {
    FedInput fed{!input.initializer, input.info.shape.has_value(), {}};
    if (fed.ranked) {
      for (const Dimension& dimension : *input.info.shape) fed.shape.append(dimension.extent);
    }
    inputs.push_back(fed);
  }
  return inputs;
}

bool is_planned_for(const Plan& plan, std::span<const Tensor* const> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const FedInput& planned = plan.inputs()[i];
    if (planned.fed != (inputs[i] != nullptr)) return false;
    if (planned.fed && planned.shape != inputs[i]->shape()) return false;
  }
  return true;
}

// The memory of a tensor, as numbers that can be compared.
std::pair<uintptr_t, uintptr_t> memory_of(const Tensor& tensor) {
  const auto first = reinterpret_cast<uintptr_t>(tensor.data());
  return {first, first + static_cast<uintptr_t>(storage_bytes(tensor.type(), tensor.element_count()))};
}

bool share_memory(const Tensor& a, const Tensor& b) {
  const auto [first_a, end_a] = memory_of(a);
  const auto [first_b, end_b] = memory_of(b);
  return first_a < end_b && first_b < end_a;
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
  // An output whose shape only a run tells may turn out to be of another one than the model declares, as in ONNX
  // Runtime.
  for (const GraphOutput& output : graph_->outputs) {
    const PlannedValue& made = declared_plan_->value(output.value);
    if (!made.ranked) continue;
    require_declared_type(output.info, made.type, Reason::model_output_type, "the output");
    require_declared_shape(output.info, made.shape, Reason::model_output_shape, "the output");
  }
}

void om_session::check_inputs(std::span<const Tensor* const> inputs) const {
  std::vector<std::pair<std::string_view, int64_t>> symbols;
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
      const auto known = std::ranges::find(symbols, symbol, &std::pair<std::string_view, int64_t>::first);
      if (known == symbols.end()) {
        symbols.emplace_back(symbol, extent);
      } else if (known->second != extent) {
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
      // Plans are kept for inputs that have been checked; types do not vary.
      if (!is_planned_for(*plans_[i], inputs)) continue;
      const bool types_fit = std::ranges::equal(inputs, graph_->inputs, [](const Tensor* fed, const GraphInput& input) {
        return fed == nullptr || fed->type() == input.info.type;
      });
      if (!types_fit) break;
      std::rotate(plans_.begin(), plans_.begin() + static_cast<ptrdiff_t>(i),
                  plans_.begin() + static_cast<ptrdiff_t>(i) + 1);
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
  return plan;
}

void om_session::check_into(const Plan& plan, std::span<const Tensor* const> inputs,
                            std::span<Tensor* const> into) const {
  for (size_t i = 0; i < into.size(); ++i) {
    const std::string& name = graph_->outputs[i].info.name;
    const Tensor& target = *into[i];
    const PlannedValue& planned = plan.value(graph_->outputs[i].value);
    if (planned.type != 0 && planned.type != target.type()) {
      throw Failure(Reason::session_output_type,
                    text_of("the output has the element type ", element_type_row(planned.type).name,
                            ", the tensor given for it ", element_type_row(target.type()).name),
                    name);
    }
    const bool same_rank = !planned.ranked || planned.shape.rank() == target.shape().rank();
    if (!same_rank || (planned.ranked && !std::ranges::equal(planned.shape, target.shape(), may_be_equal))) {
      throw Failure(Reason::session_output_shape,
                    text_of("the output has the shape ", list_text(planned.shape.extents()),
                            ", the tensor given for it ", list_text(target.shape().extents())),
                    name);
    }
    const auto refuse = [&](const char* why) { throw Failure(Reason::session_output_memory, why, name); };
    if (target.type() == OM_STRING) refuse("outputs of strings cannot be written in place");
    if (target.is_view()) refuse("the tensor given for the output is a view of another");
    for (const Tensor* input : inputs) {
      if (input != nullptr && share_memory(*input, target)) refuse("the tensor given for the output is an input");
    }
    for (size_t j = 0; j < i; ++j) {
      if (share_memory(*into[j], target)) refuse("the tensor given for the output is given for another, too");
    }
    for (size_t value = 0; value < graph_->values.size(); ++value) {
      const auto& constant = plan.value(static_cast<ValueId>(value)).constant;
      if (constant && share_memory(*constant, target)) refuse("the tensor given for the output is the model's");
    }
  }
}

void om_session::run(const om_context& context, std::span<const Tensor* const> inputs, std::span<Tensor* const> into,
                     std::span<Reference<Tensor>> outputs) const {
  const std::shared_ptr<const Plan> plan = plan_for(inputs);
  check_into(*plan, inputs, into);
  const BorrowedFrame frame(*plan);
  frame->run(context, inputs, into, outputs);
}
