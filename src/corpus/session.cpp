#include "corpus/session.h"

#include "corpus/model.h"

namespace onemodel::corpus {

namespace {

ModelHandle empty_model(int64_t opset) {
  om_model* raw = nullptr;
  check([&](om_error** error) { return om_model_create(&raw, error); });
  ModelHandle model(raw);
  check([&](om_error** error) { return om_model_set_opset(model.get(), nullptr, opset, error); });
  return model;
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> result;
  result.reserve(texts.size());
  for (const std::string& text : texts) {
    result.push_back(text.c_str());
  }
  return result;
}

void add_node(om_model& model, const GraphNode& node) {
  const AttributesHandle attributes = make_attributes(node.attributes);
  const std::vector<const char*> inputs = pointers(node.inputs);
  const std::vector<const char*> outputs = pointers(node.outputs);
  check([&](om_error** error) {
    return om_model_add_node(&model, node.op.c_str(), node.domain.c_str(), node.name.c_str(), inputs.data(),
                             static_cast<int64_t>(inputs.size()), outputs.data(), static_cast<int64_t>(outputs.size()),
                             attributes.get(), error);
  });
}

void add_initializer(om_model& model, const std::string& name, om_tensor* tensor) {
  check([&](om_error** error) { return om_model_add_initializer(&model, name.c_str(), tensor, error); });
}

using AddValue = om_status(om_model*, const char*, om_type, const int64_t*, const char* const*, int64_t, om_error**);

// Adds an input or output.
void add_value(AddValue* add, om_model& model, const DeclaredValue& value) {
  std::vector<int64_t> shape;
  std::vector<const char*> symbols;
  int64_t rank = -1;
  if (value.shape) {
    rank = static_cast<int64_t>(value.shape->size());
    for (const DeclaredExtent& extent : *value.shape) {
      shape.push_back(extent.extent.value_or(-1));
      symbols.push_back(extent.symbol.empty() ? nullptr : extent.symbol.c_str());
    }
  }
  check([&](om_error** error) {
    return add(&model, value.name.c_str(), value.type, shape.data(), symbols.data(), rank, error);
  });
}

DeclaredValue declaration_of(const std::string& name, const om_tensor& tensor) {
  DeclaredValue value{name, om_tensor_type(&tensor), std::vector<DeclaredExtent>()};
  for (int64_t axis = 0; axis < om_tensor_rank(&tensor); ++axis) {
    value.shape->push_back({om_tensor_shape(&tensor)[axis], ""});
  }
  return value;
}

}  // namespace

ModelHandle make_model(const Call& call, InputsAs inputs_as) {
  ModelHandle model = empty_model(call.opset);
  GraphNode node{call.operator_name, "", "node", {}, {}, call.attributes};
  for (const TensorHandle& input : call.inputs) {
    const std::string name = input ? input_name(node.inputs.size()) : "";
    if (input && inputs_as == InputsAs::constants) {
      add_initializer(*model, name, input.get());
    } else if (input) {
      add_value(om_model_add_input, *model, declaration_of(name, *input));
    }
    node.inputs.push_back(name);
  }
  for (int64_t i = 0; i < call.output_count; ++i) {
    node.outputs.push_back(output_name(static_cast<size_t>(i)));
    add_value(om_model_add_output, *model, {node.outputs.back(), 0, std::nullopt});
  }
  add_node(*model, node);
  return model;
}

ModelHandle make_model(const GraphCase& graph) {
  ModelHandle model = empty_model(graph.opset);
  for (const auto& domain : graph.domains) {
    check(
        [&](om_error** error) { return om_model_set_opset(model.get(), domain.first.c_str(), domain.second, error); });
  }
  for (const DeclaredValue& input : graph.inputs) {
    add_value(om_model_add_input, *model, input);
  }
  for (const GraphTensor& initializer : graph.initializers) {
    add_initializer(*model, initializer.name, make_tensor(initializer.tensor.tensor).get());
  }
  for (const GraphNode& node : graph.nodes) {
    add_node(*model, node);
  }
  for (const DeclaredValue& output : graph.outputs) {
    add_value(om_model_add_output, *model, output);
  }
  return model;
}

ModelHandle write_and_read(const om_model& model) {
  const std::string bytes = write_onnx_model(model);
  om_model* raw = nullptr;
  check([&](om_error** error) {
    return om_model_read(nullptr, bytes.data(), static_cast<int64_t>(bytes.size()), nullptr, &raw, error);
  });
  return ModelHandle(raw);
}

SessionHandle create_session(const om_model& model) {
  om_session* raw = nullptr;
  check([&](om_error** error) { return om_session_create(nullptr, &model, &raw, error); });
  return SessionHandle(raw);
}

PlanHandle make_plan(const om_session& session, const std::vector<const om_tensor*>& inputs) {
  om_plan* raw = nullptr;
  check([&](om_error** error) {
    return om_session_plan(&session, inputs.empty() ? nullptr : inputs.data(), static_cast<int64_t>(inputs.size()),
                           &raw, error);
  });
  return PlanHandle(raw);
}

std::optional<Outcome> invoke_as_session(const Call& call, InputsAs inputs_as) {
  if (call.opset < 1) return std::nullopt;
  try {
    const ModelHandle model = make_model(call, inputs_as);
    const SessionHandle session = create_session(*model);
    std::vector<const om_tensor*> inputs;
    for (const TensorHandle& input : call.inputs) {
      if (input && inputs_as == InputsAs::fed) inputs.push_back(input.get());
    }
    return run_session(*session, inputs);
  } catch (const CallFailed& failed) {
    return Outcome{{}, failed.failure()};
  }
}

Outcome run_session(const om_session& session, const std::vector<const om_tensor*>& inputs) {
  Outcome outcome;
  try {
    std::vector<om_tensor*> outputs(static_cast<size_t>(om_session_output_count(&session)));
    check([&](om_error** error) {
      return om_session_run(&session, nullptr, inputs.data(), static_cast<int64_t>(inputs.size()), outputs.data(),
                            static_cast<int64_t>(outputs.size()), error);
    });
    for (const TensorHandle& output : take_tensors(outputs)) {
      outcome.outputs.push_back(copy_tensor(*output));
    }
  } catch (const CallFailed& failed) {
    outcome.failure = failed.failure();
  }
  return outcome;
}

}  // namespace onemodel::corpus
