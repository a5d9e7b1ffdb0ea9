#include "corpus/graph_runner.h"

#include <algorithm>
#include <map>

#include "corpus/session.h"

namespace onemodel::corpus {

namespace {

// The tensors of a run as handles.
class FedTensors {
 public:
  explicit FedTensors(const GraphRun& run) {
    for (const GraphTensor& input : run.inputs) {
      names_.push_back(input.name.c_str());
      handles_.push_back(make_tensor(input.tensor.tensor));
    }
  }

  // By name, in reverse order: it must not matter.
  std::vector<const char*> names() const { return {names_.rbegin(), names_.rend()}; }
  std::vector<const om_tensor*> named() const {
    std::vector<const om_tensor*> tensors = borrow_tensors(handles_);
    std::reverse(tensors.begin(), tensors.end());
    return tensors;
  }

  // By the session's positions; null is an input that is not fed. Nothing if the session has not one of the inputs.
  std::optional<std::vector<const om_tensor*>> by_position(const om_session& session) const {
    std::vector<const om_tensor*> tensors(static_cast<size_t>(om_session_input_count(&session)));
    for (size_t i = 0; i < names_.size(); ++i) {
      const int64_t position = om_session_find_input(&session, names_[i]);
      if (position < 0) return std::nullopt;
      tensors[static_cast<size_t>(position)] = handles_[i].get();
    }
    return tensors;
  }

 private:
  std::vector<const char*> names_;
  std::vector<TensorHandle> handles_;
};

std::vector<const char*> output_names(const om_session& session) {
  std::vector<const char*> names;
  for (int64_t i = 0; i < om_session_output_count(&session); ++i) {
    names.push_back(om_session_output_name(&session, i));
  }
  return names;
}

// The outputs in the session's order, asked for by name in reverse order.
Outcome run_by_name(const om_session& session, const FedTensors& fed) {
  Outcome outcome;
  try {
    const std::vector<const char*> input_names = fed.names();
    const std::vector<const om_tensor*> inputs = fed.named();
    std::vector<const char*> names = output_names(session);
    std::reverse(names.begin(), names.end());
    std::vector<om_tensor*> outputs(names.size());
    check([&](om_error** error) {
      return om_session_run_named(&session, nullptr, input_names.data(), inputs.data(),
                                  static_cast<int64_t>(inputs.size()), names.data(), outputs.data(),
                                  static_cast<int64_t>(outputs.size()), error);
    });
    for (const TensorHandle& output : take_tensors(outputs)) {
      outcome.outputs.insert(outcome.outputs.begin(), copy_tensor(*output));
    }
  } catch (const CallFailed& failed) {
    outcome.failure = failed.failure();
  }
  return outcome;
}

// Runs into tensors of the types and shapes that `outputs` have.
Outcome run_into(const om_session& session, const std::vector<const om_tensor*>& inputs,
                 const std::vector<Tensor>& outputs) {
  Outcome outcome;
  try {
    std::vector<TensorHandle> targets;
    targets.reserve(outputs.size());
    for (const Tensor& output : outputs) {
      targets.push_back(make_tensor(make_zeros(output.type, output.shape)));
    }
    std::vector<om_tensor*> pointers;
    pointers.reserve(targets.size());
    for (const TensorHandle& target : targets) {
      pointers.push_back(target.get());
    }
    check([&](om_error** error) {
      return om_session_run_into(&session, nullptr, inputs.data(), static_cast<int64_t>(inputs.size()), pointers.data(),
                                 static_cast<int64_t>(pointers.size()), error);
    });
    for (const TensorHandle& target : targets) {
      outcome.outputs.push_back(copy_tensor(*target));
    }
  } catch (const CallFailed& failed) {
    outcome.failure = failed.failure();
  }
  return outcome;
}

bool has_strings(const std::vector<Tensor>& tensors) {
  return std::any_of(tensors.begin(), tensors.end(), [](const Tensor& tensor) { return tensor.type == OM_STRING; });
}

template <typename Value>
std::string fact_text(const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return value;
  } else {
    return std::to_string(value);
  }
}

// One graph's session, which is checked against what the case says.
class GraphCheck {
 public:
  // `way` begins what is told of a finding: how the model came to be.
  GraphCheck(const GraphCase& graph, std::string way, std::vector<Finding>& findings)
      : graph_(graph), way_(std::move(way)), findings_(findings) {}

  void check(const om_model& model) {
    SessionHandle session;
    Outcome creation;
    try {
      session = create_session(model);
    } catch (const CallFailed& failed) {
      creation.failure = failed.failure();
    }
    if (auto mismatch = compare_error(graph_.error, creation)) {
      report("making the session", std::move(*mismatch));
    }
    if (!session) return;
    check_plan("plan", *session, {}, graph_.plan);
    for (size_t i = 0; i < graph_.runs.size(); ++i) {
      check_run("runs[" + std::to_string(i) + ']', *session, graph_.runs[i]);
    }
  }

 private:
  void report(const std::string& where, Mismatch mismatch) {
    findings_.push_back({way_ + ", " + where, std::move(mismatch)});
  }

  void check_run(const std::string& where, const om_session& session, const GraphRun& run) {
    const FedTensors fed(run);
    const auto inputs = fed.by_position(session);
    if (inputs) {
      const Outcome outcome = run_session(session, *inputs);
      check_outcome(where + " by position", run, outcome);
      check_outcome(where + " by position again", run, run_session(session, *inputs));
      if (!outcome.failure && !has_strings(outcome.outputs)) {
        check_outcome(where + " into given tensors", run, run_into(session, *inputs, outcome.outputs));
      }
      check_plan(where + ".plan", session, *inputs, run.plan);
    }
    check_outcome(where + " by name", run, run_by_name(session, fed));
  }

  void check_outcome(const std::string& where, const GraphRun& run, const Outcome& outcome) {
    if (auto mismatch = compare_error(run.error, outcome)) {
      report(where, std::move(*mismatch));
      return;
    }
    if (run.error) return;
    for (size_t i = 0; i < graph_.outputs.size(); ++i) {
      const std::string& name = graph_.outputs[i].name;
      const auto expected = std::find_if(run.outputs.begin(), run.outputs.end(),
                                         [&](const GraphTensor& output) { return output.name == name; });
      if (expected == run.outputs.end() || i >= outcome.outputs.size()) {
        report(where, {name, "an output", "the case or the session does not have it"});
      } else if (auto mismatch = compare_tensors(name, expected->tensor, outcome.outputs[i])) {
        report(where, std::move(*mismatch));
      }
    }
  }

  void check_plan(const std::string& where, const om_session& session, const std::vector<const om_tensor*>& inputs,
                  const std::vector<PlanFact>& facts) {
    if (facts.empty()) return;
    PlanHandle plan;
    try {
      plan = make_plan(session, inputs);
    } catch (const CallFailed& failed) {
      report(where, {"the plan", "a plan", failed.what()});
      return;
    }
    std::map<std::string, int64_t> nodes;
    for (int64_t i = 0; i < om_plan_node_count(plan.get()); ++i) {
      nodes[om_plan_node_name(plan.get(), i)] = i;
    }
    for (const PlanFact& fact : facts) {
      const auto node = nodes.find(fact.node);
      if (node == nodes.end()) {
        report(where, {fact.node, "a node of this name", "none"});
      } else {
        check_fact(where + '.' + fact.node, *plan, node->second, fact);
      }
    }
  }

  void check_fact(const std::string& where, const om_plan& plan, int64_t node, const PlanFact& fact) {
    const auto require = [&](const char* what, const auto& expected, const auto& actual) {
      if (expected && *expected != actual) {
        report(where, {what, fact_text(*expected), fact_text(actual)});
      }
    };
    const auto expected_kind = fact.kind ? std::optional<std::string>(plan_kind_name(*fact.kind)) : std::nullopt;
    require("kind", expected_kind, std::string(plan_kind_name(om_plan_node_kind(&plan, node))));
    const int64_t into = om_plan_node_fused_into(&plan, node);
    require("into", fact.into, std::string(into < 0 ? "no node" : om_plan_node_name(&plan, into)));
    require("shaped_at_run_time", fact.shaped_at_run_time, om_plan_node_is_shaped_at_run_time(&plan, node) != 0);
    require("data_dependent", fact.data_dependent, om_plan_node_is_data_dependent(&plan, node) != 0);
    require("bytes", fact.bytes, om_plan_node_bytes(&plan, node));
  }

  const GraphCase& graph_;
  std::string way_;
  std::vector<Finding>& findings_;
};

}  // namespace

GraphOutcome run_graph(const GraphCase& graph) {
  GraphOutcome outcome;
  try {
    const ModelHandle model = make_model(graph);
    const SessionHandle session = create_session(*model);
    for (const GraphRun& run : graph.runs) {
      const FedTensors fed(run);
      const auto inputs = fed.by_position(*session);
      outcome.runs.push_back(inputs ? run_session(*session, *inputs) : run_by_name(*session, fed));
    }
  } catch (const CallFailed& failed) {
    outcome.failure = failed.failure();
  }
  return outcome;
}

std::vector<Finding> check_graph(const GraphCase& graph) {
  std::vector<Finding> findings;
  std::string way = "the composed model";
  try {
    const ModelHandle model = make_model(graph);
    GraphCheck(graph, way, findings).check(*model);
    way = "the model read back";
    const ModelHandle read_back = write_and_read(*model);
    GraphCheck(graph, way, findings).check(*read_back);
  } catch (const CallFailed& failed) {
    findings.push_back({way, {"making it", "success", failed.what()}});
  }
  return findings;
}

}  // namespace onemodel::corpus
