#include "corpus/lint.h"

#include <algorithm>
#include <map>
#include <optional>

#include "corpus/signature.h"

namespace onemodel::corpus {

namespace {

std::optional<om_status> status_of_reason(const std::string& slug) {
  for (int64_t i = 0; i < om_reason_count(); ++i) {
    if (slug == om_reason_slug(i)) {
      return om_reason_status(i);
    }
  }
  return std::nullopt;
}

// What is wrong with an error that a case expects: the path inside the error, and the message.
std::vector<std::pair<std::string, std::string>> error_faults(const ExpectedError& error) {
  const auto status = status_of_reason(error.reason);
  if (!status) {
    return {{"reason", "the library has no reason \"" + error.reason + '"'}};
  }
  if (error.status != om_status_name(*status)) {
    return {{"status", "the reason " + error.reason + " has the status " + om_status_name(*status)}};
  }
  return {};
}

// One case against the facts of its operator.
class CaseLint {
 public:
  CaseLint(const om_operator* op, const CaseFile& file, const Case& one_case, std::vector<Problem>& problems)
      : op_(op), file_(file), case_(one_case), problems_(problems) {}

  void check() {
    check_error();
    if (case_.basis == "onnxruntime" && case_.onnxruntime && case_.onnxruntime->kind == "differs") {
      report("basis", "ONNX Runtime decided, but it differs");
    }
    const bool exists = exists_at(op_, case_.opset);
    if (expects("operator.not_in_opset") || expects("opset.unsupported")) {
      if (exists) {
        report("opset", "the operator exists at this opset");
      }
      return;
    }
    if (!exists) {
      report("opset", "the operator does not exist at this opset");
      return;
    }
    check_attributes();
    check_inputs();
    check_outputs();
  }

 private:
  void report(const std::string& path, const std::string& message) {
    problems_.push_back({file_.path.string(), case_.id, path, message});
  }

  bool expects(const char* reason) const { return case_.error && case_.error->reason == reason; }

  void check_error() {
    if (!case_.error) {
      return;
    }
    for (const auto& [path, message] : error_faults(*case_.error)) {
      report("error." + path, message);
    }
  }

  void check_attributes() {
    for (const Attribute& attribute : case_.attributes) {
      const std::string path = "attributes." + attribute.name;
      const std::optional<int64_t> index = attribute_index(attribute.name);
      if (!index && !expects("attribute.unknown")) {
        report(path, "the operator has no attribute of this name at this opset");
      }
      if (index && !expects("attribute.kind") &&
          attribute_kind(attribute.value) != om_operator_attribute_kind(op_, case_.opset, *index)) {
        report(path, "the operator's attribute is of another kind");
      }
    }
    for (int64_t i = 0; i < om_operator_attribute_count(op_, case_.opset); ++i) {
      const std::string name = om_operator_attribute_name(op_, case_.opset, i);
      const bool is_given = std::any_of(case_.attributes.begin(), case_.attributes.end(),
                                        [&](const Attribute& attribute) { return attribute.name == name; });
      if (!is_given && om_operator_attribute_is_required(op_, case_.opset, i) != 0 && !expects("attribute.missing")) {
        report("attributes", "the required attribute " + name + " is missing");
      }
    }
  }

  std::optional<int64_t> attribute_index(const std::string& name) const {
    for (int64_t i = 0; i < om_operator_attribute_count(op_, case_.opset); ++i) {
      if (name == om_operator_attribute_name(op_, case_.opset, i)) {
        return i;
      }
    }
    return std::nullopt;
  }

  void check_inputs() {
    const int64_t count = om_operator_input_count(op_, case_.opset);
    std::vector<bool> is_given(static_cast<size_t>(count));
    for (const Argument& input : case_.inputs) {
      const std::string path = "inputs." + input.name;
      const auto position = input_position(op_, case_.opset, input.name);
      if (!position) {
        report(path, "the operator has no input of this name at this opset");
      } else if (*position >= count) {
        if (!expects("input.too_many")) {
          report(path, "an input beyond the last is for cases of input.too_many");
        }
      } else {
        check_variadic(path, input, om_operator_input_is_variadic(op_, case_.opset, *position) != 0);
        is_given[static_cast<size_t>(*position)] = std::any_of(input.tensors.begin(), input.tensors.end(),
                                                               [](const auto& tensor) { return tensor.has_value(); });
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      if (!is_given[static_cast<size_t>(i)] && om_operator_input_is_optional(op_, case_.opset, i) == 0 &&
          !expects("input.missing")) {
        report("inputs",
               std::string("the required input ") + om_operator_input_name(op_, case_.opset, i) + " is missing");
      }
    }
  }

  void check_outputs() {
    if (case_.error) {
      return;
    }
    const int64_t count = om_operator_output_count(op_, case_.opset);
    std::vector<bool> is_given(static_cast<size_t>(count));
    for (const Argument& output : case_.outputs) {
      const std::string path = "outputs." + output.name;
      const auto position = output_position(op_, case_.opset, output.name);
      if (!position) {
        report(path, "the operator has no output of this name at this opset");
        continue;
      }
      check_variadic(path, output, om_operator_output_is_variadic(op_, case_.opset, *position) != 0);
      if (std::any_of(output.tensors.begin(), output.tensors.end(), [](const auto& tensor) { return !tensor; })) {
        report(path, "an output is not null");
      }
      is_given[static_cast<size_t>(*position)] = true;
    }
    for (int64_t i = 0; i < count; ++i) {
      if (!is_given[static_cast<size_t>(i)] && om_operator_output_is_optional(op_, case_.opset, i) == 0) {
        report("outputs", std::string("the output ") + om_operator_output_name(op_, case_.opset, i) + " is missing");
      }
    }
  }

  void check_variadic(const std::string& path, const Argument& argument, bool is_variadic) {
    if (argument.is_variadic != is_variadic) {
      report(path, is_variadic ? "expected an array of tensors" : "expected one tensor, not an array");
    }
  }

  const om_operator* op_;
  const CaseFile& file_;
  const Case& case_;
  std::vector<Problem>& problems_;
};

// The names in a graph against each other.
class GraphLint {
 public:
  GraphLint(const CaseFile& file, const GraphCase& graph, std::vector<Problem>& problems)
      : file_(file), graph_(graph), problems_(problems) {
    for (const GraphNode& node : graph.nodes) ++nodes_[node.name];
  }

  void check() {
    for (const auto& [name, count] : nodes_) {
      if (!name.empty() && count > 1) report("nodes", "two nodes have the name " + name);
    }
    if (graph_.error) check_error("error", *graph_.error);
    check_plan("plan", graph_.plan);
    for (size_t i = 0; i < graph_.runs.size(); ++i) {
      check_run("runs[" + std::to_string(i) + ']', graph_.runs[i]);
    }
  }

 private:
  void report(const std::string& path, const std::string& message) {
    problems_.push_back({file_.path.string(), graph_.id, path, message});
  }

  void check_run(const std::string& path, const GraphRun& run) {
    for (const GraphTensor& input : run.inputs) {
      const bool is_unknown = run.error && run.error->reason == "session.input_unknown";
      if (!has(graph_.inputs, input.name) && !is_unknown) {
        report(path + ".inputs." + input.name, "the graph has no input of this name");
      }
    }
    check_plan(path + ".plan", run.plan);
    if (run.error) {
      check_error(path + ".error", *run.error);
      return;
    }
    for (const GraphTensor& output : run.outputs) {
      if (!has(graph_.outputs, output.name)) {
        report(path + ".outputs." + output.name, "the graph has no output of this name");
      }
    }
    for (const DeclaredValue& output : graph_.outputs) {
      if (!has(run.outputs, output.name)) report(path + ".outputs", "the output " + output.name + " is missing");
    }
  }

  void check_error(const std::string& path, const ExpectedError& error) {
    for (const auto& [part, message] : error_faults(error)) {
      report(path + '.' + part, message);
    }
    if (!error.node.empty() && !nodes_.contains(error.node)) {
      report(path + ".node", "the graph has no node of this name");
    }
  }

  void check_plan(const std::string& path, const std::vector<PlanFact>& plan) {
    for (const PlanFact& fact : plan) {
      if (!nodes_.contains(fact.node)) report(path + '.' + fact.node, "the graph has no node of this name");
      if (fact.into && !nodes_.contains(*fact.into)) {
        report(path + '.' + fact.node + ".into", "the graph has no node of this name");
      }
    }
  }

  template <typename Named>
  static bool has(const std::vector<Named>& values, const std::string& name) {
    return std::any_of(values.begin(), values.end(), [&](const Named& value) { return value.name == name; });
  }

  const CaseFile& file_;
  const GraphCase& graph_;
  std::vector<Problem>& problems_;
  std::map<std::string, int64_t> nodes_;  // names, and how often they stand
};

CaseFile parse_in_order(const std::filesystem::path& path, const std::string& text, std::vector<Problem>& problems) {
  CaseFile file = parse_case_file(path, text, problems);
  const om_operator* op = om_operator_find(file.operator_name.c_str());
  for (Case& one_case : file.cases) {
    put_in_order(op, one_case);
  }
  return file;
}

}  // namespace

std::vector<Problem> lint_files(const std::vector<std::filesystem::path>& paths) {
  std::vector<Problem> problems;
  std::map<std::string, std::string> file_of_id;
  for (const std::filesystem::path& path : paths) {
    const std::string text = read_file(path);
    const size_t problems_before = problems.size();
    const CaseFile file = parse_in_order(path, text, problems);
    const bool is_well_formed = problems.size() == problems_before;
    if (is_well_formed && format_case_file(file) != text) {
      problems.push_back({path.string(), "", "", "not in the canonical layout; onemodel conformance fmt rewrites it"});
    }
    const om_operator* op = om_operator_find(file.operator_name.c_str());
    if (op == nullptr && is_well_formed && !file.is_of_graphs()) {
      problems.push_back({path.string(), "", "operator", "the library has no operator " + file.operator_name});
    }
    const auto require_new = [&](const std::string& id) {
      const auto [first, is_new] = file_of_id.emplace(id, path.string());
      if (!is_new) {
        problems.push_back({path.string(), id, "id", "this id already stands in " + first->second});
      }
    };
    for (const GraphCase& graph : file.graphs) {
      require_new(graph.id);
      GraphLint(file, graph, problems).check();
    }
    for (const Case& one_case : file.cases) {
      require_new(one_case.id);
      if (op != nullptr) {
        CaseLint(op, file, one_case, problems).check();
      }
    }
  }
  return problems;
}

std::string canonical_text(const std::filesystem::path& path, const std::string& text, std::vector<Problem>& problems) {
  return format_case_file(parse_in_order(path, text, problems));
}

}  // namespace onemodel::corpus
