// om_session_plan, om_plan_*.
#include "capi/sessions.h"

using namespace onemodel;

struct om_plan {
  std::shared_ptr<const Plan> plan;
};

namespace {

const GraphNode* node_at(const om_plan* plan, int64_t index) {
  return plan != nullptr ? entry(plan->plan->graph().nodes, index) : nullptr;
}

const PlannedNode* planned_at(const om_plan* plan, int64_t index) {
  return node_at(plan, index) != nullptr ? &plan->plan->node(static_cast<size_t>(index)) : nullptr;
}

// The value that is an output of a node, or no_value.
ValueId output_at(const om_plan* plan, int64_t index, int64_t output) {
  const GraphNode* node = node_at(plan, index);
  const ValueId* id = node != nullptr ? entry(node->outputs, output) : nullptr;
  return id != nullptr ? *id : no_value;
}

const PlannedValue* value_at(const om_plan* plan, int64_t index, int64_t output) {
  const ValueId id = output_at(plan, index, output);
  return id != no_value ? &plan->plan->value(id) : nullptr;
}

}  // namespace

OM_EXPORT om_status om_session_plan(const om_session* session, const om_tensor* const* inputs, int64_t input_count,
                                    om_plan** plan, om_error** error) {
  return guarded(error, [&] {
    require_pointer(plan, "plan");
    *plan = nullptr;
    require_pointer(session, "session");
    require_array(inputs, input_count, "inputs");
    auto made = std::make_unique<om_plan>();
    if (inputs == nullptr) {
      made->plan = session->declared_plan();
    } else {
      require_count_of(input_count, session->graph().inputs.size(), "inputs");
      std::vector<const Tensor*> tensors;
      for (int64_t i = 0; i < input_count; ++i) tensors.push_back(static_cast<const Tensor*>(inputs[i]));
      made->plan = session->plan_for(tensors);
    }
    *plan = made.release();
  });
}

OM_EXPORT int64_t om_plan_node_count(const om_plan* plan) {
  return plan != nullptr ? static_cast<int64_t>(plan->plan->graph().nodes.size()) : 0;
}

OM_EXPORT const char* om_plan_node_name(const om_plan* plan, int64_t index) {
  const GraphNode* node = node_at(plan, index);
  return node != nullptr ? node->name.c_str() : nullptr;
}

OM_EXPORT const char* om_plan_node_operator(const om_plan* plan, int64_t index) {
  const GraphNode* node = node_at(plan, index);
  return node != nullptr ? node->op->name.data() : nullptr;
}

OM_EXPORT om_plan_kind om_plan_node_kind(const om_plan* plan, int64_t index) {
  const PlannedNode* node = planned_at(plan, index);
  return node != nullptr ? node->kind : om_plan_kind{0};
}

OM_EXPORT int64_t om_plan_node_fused_into(const om_plan* plan, int64_t index) {
  const PlannedNode* node = planned_at(plan, index);
  return node != nullptr ? node->fused_into : -1;
}

OM_EXPORT int32_t om_plan_node_is_shaped_at_run_time(const om_plan* plan, int64_t index) {
  const PlannedNode* node = planned_at(plan, index);
  return node != nullptr && node->shaped_at_run_time ? 1 : 0;
}

OM_EXPORT int32_t om_plan_node_is_data_dependent(const om_plan* plan, int64_t index) {
  const PlannedNode* node = planned_at(plan, index);
  return node != nullptr && node->data_dependent ? 1 : 0;
}

OM_EXPORT int64_t om_plan_node_bytes(const om_plan* plan, int64_t index) {
  const PlannedNode* node = planned_at(plan, index);
  return node != nullptr ? node->bytes : 0;
}

OM_EXPORT const char* om_plan_node_kernel(const om_plan* plan, int64_t index) {
  const PlannedNode* node = planned_at(plan, index);
  return node != nullptr ? node->kernel.c_str() : nullptr;
}

OM_EXPORT int64_t om_plan_node_output_count(const om_plan* plan, int64_t index) {
  const GraphNode* node = node_at(plan, index);
  return node != nullptr ? static_cast<int64_t>(node->outputs.size()) : 0;
}

OM_EXPORT const char* om_plan_node_output_name(const om_plan* plan, int64_t index, int64_t output) {
  const ValueId id = output_at(plan, index, output);
  return id != no_value ? plan->plan->graph().values[static_cast<size_t>(id)].name.c_str() : nullptr;
}

OM_EXPORT om_type om_plan_node_output_type(const om_plan* plan, int64_t index, int64_t output) {
  return type_of(value_at(plan, index, output));
}

OM_EXPORT int64_t om_plan_node_output_rank(const om_plan* plan, int64_t index, int64_t output) {
  return rank_of(value_at(plan, index, output));
}

OM_EXPORT const int64_t* om_plan_node_output_shape(const om_plan* plan, int64_t index, int64_t output) {
  return extents_of(value_at(plan, index, output));
}

OM_EXPORT const om_tensor* om_plan_node_output_constant(const om_plan* plan, int64_t index, int64_t output) {
  const PlannedValue* value = value_at(plan, index, output);
  return value != nullptr ? value->constant.get() : nullptr;
}

OM_EXPORT int64_t om_plan_buffer_bytes(const om_plan* plan) { return plan != nullptr ? plan->plan->buffer_bytes() : 0; }

OM_EXPORT void om_plan_release(om_plan* plan) { delete plan; }
