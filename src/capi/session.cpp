// om_session_*.

#include <algorithm>

#include "capi/outputs.h"
#include "capi/sessions.h"

using namespace onemodel;

namespace {

const GraphInput* input_at(const om_session* session, int64_t index) {
  return session != nullptr ? entry(session->graph().inputs, index) : nullptr;
}

// What is known of an input or output whatever is fed; null outside.
const PlannedValue* planned_input(const om_session* session, int64_t index) {
  const GraphInput* input = input_at(session, index);
  return input != nullptr ? &session->general_plan().value(input->value) : nullptr;
}

const PlannedValue* planned_output(const om_session* session, int64_t index) {
  const GraphOutput* output = session != nullptr ? entry(session->graph().outputs, index) : nullptr;
  return output != nullptr ? &session->general_plan().value(output->value) : nullptr;
}

using Tensors = SmallVector<const Tensor*, 8>;

// The tensors by position, of which some may be null.
Tensors tensors_of(const om_tensor* const* inputs, int64_t count) {
  Tensors tensors;
  for (int64_t i = 0; i < count; ++i) {
    const auto* tensor = static_cast<const Tensor*>(inputs[i]);
    if (tensor != nullptr) require_elements(tensor, "inputs");
    tensors.push_back(tensor);
  }
  return tensors;
}

}  // namespace

OM_EXPORT om_status om_session_create(const om_context* context, const om_model* model, om_session** session,
                                      om_error** error) {
  return guarded(error, [&] {
    require_pointer(session, "session");
    *session = nullptr;
    require_pointer(model, "model");
    *session = new om_session(context_or_default(context), *model);
  });
}

OM_EXPORT int64_t om_session_input_count(const om_session* session) {
  return session != nullptr ? static_cast<int64_t>(session->graph().inputs.size()) : 0;
}

OM_EXPORT const char* om_session_input_name(const om_session* session, int64_t index) {
  const GraphInput* input = input_at(session, index);
  return input != nullptr ? input->info.name.c_str() : nullptr;
}

OM_EXPORT om_type om_session_input_type(const om_session* session, int64_t index) {
  return type_of(planned_input(session, index));
}

OM_EXPORT int64_t om_session_input_rank(const om_session* session, int64_t index) {
  return rank_of(planned_input(session, index));
}

OM_EXPORT const int64_t* om_session_input_shape(const om_session* session, int64_t index) {
  return extents_of(planned_input(session, index));
}

OM_EXPORT const char* om_session_input_symbol(const om_session* session, int64_t index, int64_t axis) {
  const GraphInput* input = input_at(session, index);
  if (input == nullptr || !input->info.shape) return nullptr;
  const Dimension* dimension = entry(*input->info.shape, axis);
  return dimension != nullptr ? dimension->symbol.c_str() : nullptr;
}

OM_EXPORT int32_t om_session_input_is_optional(const om_session* session, int64_t index) {
  const GraphInput* input = input_at(session, index);
  return input != nullptr && input->initializer ? 1 : 0;
}

OM_EXPORT int64_t om_session_find_input(const om_session* session, const char* name) {
  return session != nullptr && name != nullptr ? session->find_input(name) : -1;
}

OM_EXPORT int64_t om_session_output_count(const om_session* session) {
  return session != nullptr ? static_cast<int64_t>(session->graph().outputs.size()) : 0;
}

OM_EXPORT const char* om_session_output_name(const om_session* session, int64_t index) {
  const GraphOutput* output = session != nullptr ? entry(session->graph().outputs, index) : nullptr;
  return output != nullptr ? output->info.name.c_str() : nullptr;
}

OM_EXPORT om_type om_session_output_type(const om_session* session, int64_t index) {
  return type_of(planned_output(session, index));
}

OM_EXPORT int64_t om_session_output_rank(const om_session* session, int64_t index) {
  return rank_of(planned_output(session, index));
}

OM_EXPORT const int64_t* om_session_output_shape(const om_session* session, int64_t index) {
  return extents_of(planned_output(session, index));
}

OM_EXPORT int64_t om_session_find_output(const om_session* session, const char* name) {
  return session != nullptr && name != nullptr ? session->find_output(name) : -1;
}

OM_EXPORT om_status om_session_run(const om_session* session, const om_context* context, const om_tensor* const* inputs,
                                   int64_t input_count, om_tensor** outputs, int64_t output_count, om_error** error) {
  return guarded(error, [&] {
    require_array(outputs, output_count, "outputs");
    std::fill(outputs, outputs + output_count, nullptr);
    require_pointer(session, "session");
    require_array(inputs, input_count, "inputs");
    require_count_of(input_count, session->graph().inputs.size(), "inputs");
    require_count_of(output_count, session->graph().outputs.size(), "outputs");
    Outputs results(output_count);
    session->run(context_or_default(context), tensors_of(inputs, input_count), {}, results.all());
    results.hand_over(outputs);
  });
}

OM_EXPORT om_status om_session_run_named(const om_session* session, const om_context* context,
                                         const char* const* input_names, const om_tensor* const* inputs,
                                         int64_t input_count, const char* const* output_names, om_tensor** outputs,
                                         int64_t output_count, om_error** error) {
  return guarded(error, [&] {
    require_array(outputs, output_count, "outputs");
    std::fill(outputs, outputs + output_count, nullptr);
    require_pointer(session, "session");
    require_array(input_names, input_count, "input_names");
    require_array(inputs, input_count, "inputs");
    require_array(output_names, output_count, "output_names");

    Tensors fed(session->graph().inputs.size());
    std::ranges::fill(fed, nullptr);
    for (int64_t i = 0; i < input_count; ++i) {
      require_pointer(input_names[i], "input_names");
      const int64_t position = om_session_find_input(session, input_names[i]);
      if (position < 0) {
        throw Failure(Reason::session_input_unknown, "the session has no such input", input_names[i]);
      }
      const Tensor*& tensor = fed[static_cast<size_t>(position)];
      if (tensor != nullptr) throw Failure(Reason::session_input_repeated, "the input is fed twice", input_names[i]);
      tensor = tensor_of(inputs[i], input_names[i]);
      require_elements(tensor, input_names[i]);
    }
    SmallVector<int64_t, 8> positions;
    for (int64_t i = 0; i < output_count; ++i) {
      require_pointer(output_names[i], "output_names");
      positions.push_back(om_session_find_output(session, output_names[i]));
      if (positions.back() < 0) {
        throw Failure(Reason::session_output_unknown, "the session has no such output", output_names[i]);
      }
    }
    Outputs all(om_session_output_count(session));
    session->run(context_or_default(context), fed, {}, all.all());
    Outputs results(output_count);
    for (size_t i = 0; i < positions.size(); ++i) results.all()[i] = all.all()[static_cast<size_t>(positions[i])];
    results.hand_over(outputs);
  });
}

OM_EXPORT om_status om_session_run_into(const om_session* session, const om_context* context,
                                        const om_tensor* const* inputs, int64_t input_count, om_tensor* const* outputs,
                                        int64_t output_count, om_error** error) {
  return guarded(error, [&] {
    require_pointer(session, "session");
    require_array(inputs, input_count, "inputs");
    require_array(outputs, output_count, "outputs");
    require_count_of(input_count, session->graph().inputs.size(), "inputs");
    require_count_of(output_count, session->graph().outputs.size(), "outputs");
    SmallVector<Tensor*, 8> into;
    for (int64_t i = 0; i < output_count; ++i) {
      require_pointer(outputs[i], "outputs");
      into.push_back(static_cast<Tensor*>(outputs[i]));
      require_elements(into.back(), "outputs");
    }
    session->run(context_or_default(context), tensors_of(inputs, input_count), into, {});
  });
}

OM_EXPORT void om_session_release(om_session* session) { delete session; }
