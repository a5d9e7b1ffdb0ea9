#include "graph/graph.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <unordered_map>

#include "graph/constant.h"
#include "ops/registry.h"

namespace onemodel {
namespace {

constexpr int32_t no_node = -1;

// Builds a Graph step by step.
class Builder {
 public:
  Builder(const om_model& model, Graph* graph) : model_(model), graph_(*graph) {}

  void build() {
    add_inputs();
    add_initializers();
    for (const ModelNode& node : model_.nodes) add_outputs_of(node);
    for (const ModelNode& node : model_.nodes) add_node(node);
    sort_nodes();
    add_outputs();
  }

 private:
  struct Entry {
    ValueId value;
    int32_t producer;  // the node that makes it
  };

  ValueId new_value(const std::string& name, int32_t producer) {
    const auto value = static_cast<ValueId>(graph_.values.size());
    if (!name.empty() && !by_name_.try_emplace(name, Entry{value, producer}).second) {
      throw Failure(Reason::model_value_repeated, text_of("the value '", name, "' is made twice"), name);
    }
    graph_.values.push_back({name, {}});
    return value;
  }

  static void require_name(const std::string& name, const char* what) {
    if (name.empty()) throw Failure(Reason::model_name_missing, text_of(what, " of the graph has no name"));
  }

  void add_inputs() {
    for (const ValueInfo& info : model_.inputs) {
      require_name(info.name, "an input");
      if (info.type == 0) {
        throw Failure(Reason::model_type_missing, text_of("the input '", info.name, "' has no element type"),
                      info.name);
      }
      graph_.inputs.push_back({new_value(info.name, no_node), info, {}});
    }
  }

  void add_initializers() {
    for (const Initializer& initializer : model_.initializers) {
      require_name(initializer.name, "an initializer");
      // The first values are the inputs.
      const auto known = by_name_.find(initializer.name);
      const bool is_input = known != by_name_.end() && std::cmp_less(known->second.value, graph_.inputs.size());
      if (!is_input) {
        graph_.values[static_cast<size_t>(new_value(initializer.name, no_node))].initializer = initializer.tensor;
        continue;
      }
      GraphInput* const input = &graph_.inputs[static_cast<size_t>(known->second.value)];
      if (input->initializer) {
        throw Failure(Reason::model_value_repeated, text_of("the value '", initializer.name, "' is made twice"),
                      initializer.name);
      }
      const std::string what = text_of("the initializer '", initializer.name, "'");
      require_declared_type(input->info, initializer.tensor->type(), Reason::model_output_type, what);
      require_declared_shape(input->info, initializer.tensor->shape(), Reason::model_output_shape, what);
      input->initializer = initializer.tensor;
    }
  }

  // Values are there before nodes read them, whatever the order of the nodes.
  void add_outputs_of(const ModelNode& node) {
    GraphNode added{nullptr, nullptr, node.name, {}, {}, node.attributes};
    const auto producer = static_cast<int32_t>(graph_.nodes.size());
    on_behalf_of(node.op, node.name, [&] {
      for (const std::string& name : node.outputs) added.outputs.push_back(new_value(name, producer));
    });
    graph_.nodes.push_back(std::move(added));
  }

  void add_node(const ModelNode& node) {
    GraphNode& added = graph_.nodes[added_++];
    on_behalf_of(node.op, node.name, [&] {
      const int64_t opset = opset_of(node);
      added.op = operator_of(node);
      added.version = &version_at(*added.op, opset);
      require_known_attributes(node, *added.version);
      for (const std::string& name : node.inputs) {
        added.inputs.push_back(name.empty() ? no_value : find(name).value);
      }
    });
    // An optional input or output at the end without a name is one that is left away.
    while (!added.inputs.empty() && added.inputs.back() == no_value) added.inputs.pop_back();
    const auto declared = added.version->outputs;
    while (!added.outputs.empty() && added.outputs.size() <= declared.size() &&
           graph_.values[static_cast<size_t>(added.outputs.back())].name.empty() &&
           declared[added.outputs.size() - 1].presence == Presence::optional) {
      added.outputs.pop_back();
    }
  }

  int64_t opset_of(const ModelNode& node) const {
    for (const auto& [domain, version] : model_.opsets) {
      if (domain == domain_of(node.domain)) return version;
    }
    throw Failure(Reason::model_opset_missing, text_of("the model imports no opset of the domain '", node.domain, "'"));
  }

  static const Operator* operator_of(const ModelNode& node) {
    if (!domain_of(node.domain).empty()) {
      throw Failure(Reason::operator_unknown,
                    text_of("there is no operator '", node.op, "' of the domain '", node.domain, "' here"));
    }
    if (node.op == constant_operator.name) return &constant_operator;
    const Operator* op = find_operator(node.op);
    if (op == nullptr) throw Failure(Reason::operator_unknown, text_of("there is no operator '", node.op, "' here"));
    return op;
  }

  static void require_known_attributes(const ModelNode& node, const Version& version) {
    for (const std::string& name : node.other_attributes) {
      if (node.op == constant_operator.name && name == "sparse_value") {
        throw Failure(Reason::constant_sparse, "the value is a sparse tensor", name);
      }
      const bool known =
          std::ranges::any_of(version.attributes, [&](const AttributeRule& rule) { return name == rule.name; });
      throw Failure(known ? Reason::attribute_kind : Reason::attribute_unknown,
                    known ? "the attribute is of a kind that the operator does not have"
                          : text_of("the operator has no such attribute at version ", version.since),
                    name);
    }
  }

  const Entry& find(const std::string& name) const {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) {
      throw Failure(Reason::model_value_unknown, text_of("nothing makes the value '", name, "'"), name);
    }
    return found->second;
  }

  int32_t producer_of(ValueId value) const {
    const std::string& name = graph_.values[static_cast<size_t>(value)].name;
    return name.empty() ? no_node : by_name_.at(name).producer;
  }

  // Of the nodes that can come next always the one that comes first in the model.
  void sort_nodes() {
    const size_t count = graph_.nodes.size();
    std::vector<int64_t> missing(count);  // inputs that no sorted node makes
    std::vector<std::vector<size_t>> readers(count);
    std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
    for (size_t i = 0; i < count; ++i) {
      for (const ValueId input : graph_.nodes[i].inputs) {
        const int32_t producer = input == no_value ? no_node : producer_of(input);
        if (producer == no_node) continue;
        readers[static_cast<size_t>(producer)].push_back(i);
        ++missing[i];
      }
      if (missing[i] == 0) ready.push(i);
    }
    std::vector<GraphNode> sorted;
    while (!ready.empty()) {
      const size_t next = ready.top();
      ready.pop();
      for (const size_t reader : readers[next]) {
        if (--missing[reader] == 0) ready.push(reader);
      }
      sorted.push_back(std::move(graph_.nodes[next]));
    }
    if (sorted.size() == count) {
      graph_.nodes = std::move(sorted);
      return;
    }
    // Whoever still misses something is in a cycle or behind one; going backward from it ends in the cycle.
    auto node = static_cast<size_t>(std::ranges::find_if(missing, [](int64_t m) { return m > 0; }) - missing.begin());
    for (size_t step = 0; step < count; ++step) {
      for (const ValueId input : graph_.nodes[node].inputs) {
        const int32_t producer = input == no_value ? no_node : producer_of(input);
        if (producer != no_node && missing[static_cast<size_t>(producer)] > 0) {
          node = static_cast<size_t>(producer);
          break;
        }
      }
    }
    on_behalf_of(graph_.nodes[node],
                 [] { throw Failure(Reason::model_cycle, "the node needs, by way of other nodes, its own output"); });
  }

  void add_outputs() {
    for (const ValueInfo& info : model_.outputs) {
      require_name(info.name, "an output");
      graph_.outputs.push_back({find(info.name).value, info});
    }
  }

  const om_model& model_;
  Graph& graph_;
  std::unordered_map<std::string, Entry> by_name_;
  size_t added_ = 0;
};

std::string text_of_shape(const std::vector<Dimension>& shape) {
  std::string text = "[";
  for (const Dimension& dimension : shape) {
    if (text.size() > 1) text += ", ";
    text += !dimension.symbol.empty()                ? dimension.symbol
            : dimension.extent != Dimension::unknown ? std::to_string(dimension.extent)
                                                     : "?";
  }
  return text + "]";
}

}  // namespace

Graph::Graph(const om_model& model) { Builder(model, this).build(); }

void require_declared_type(const ValueInfo& declared, om_type type, Reason reason, std::string_view what) {
  if (declared.type == 0 || declared.type == type) return;
  throw Failure(reason,
                text_of(what, " has the element type ", element_type_row(type).name, ", declared is ",
                        element_type_row(declared.type).name),
                declared.name);
}

void require_declared_shape(const ValueInfo& declared, const Shape& shape, Reason reason, std::string_view what) {
  const auto fits = [](const Dimension& dimension, int64_t extent) { return may_be_equal(dimension.extent, extent); };
  if (!declared.shape || std::ranges::equal(*declared.shape, shape.extents(), fits)) return;
  throw Failure(
      reason,
      text_of(what, " has the shape ", list_text(shape.extents()), ", declared is ", text_of_shape(*declared.shape)),
      declared.name);
}

void require_target(const GraphOutput& output, om_type type, const Shape* shape, const Tensor& target) {
  if (type != 0 && type != target.type()) {
    throw Failure(Reason::session_output_type,
                  text_of("the output has the element type ", element_type_row(type).name, ", the tensor given for it ",
                          element_type_row(target.type()).name),
                  output.info.name);
  }
  if (shape != nullptr && !std::ranges::equal(*shape, target.shape(), may_be_equal)) {
    throw Failure(Reason::session_output_shape,
                  text_of("the output has the shape ", list_text(shape->extents()), ", the tensor given for it ",
                          list_text(target.shape().extents())),
                  output.info.name);
  }
}

}  // namespace onemodel
