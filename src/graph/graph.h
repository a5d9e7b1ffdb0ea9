// A model that has been checked: values are numbers, nodes are sorted, operators are found.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graph/model.h"
#include "ops/operator.h"

namespace onemodel {

// A value of the graph, by its position in Graph::values.
using ValueId = int32_t;
constexpr ValueId no_value = -1;

struct GraphNode {
  const Operator* op;
  const Version* version;
  std::string name;
  std::vector<ValueId> inputs;   // no_value where an optional one is not given
  std::vector<ValueId> outputs;  // as many as are asked for; one without a name is a value that nobody reads
  om_attributes attributes;
};

// What a session is fed.
struct GraphInput {
  ValueId value;
  ValueInfo info;
  Reference<const Tensor> initializer;  // stands for it when it is not fed; null: it has to be fed
};

struct GraphOutput {
  ValueId value;
  ValueInfo info;
};

struct Graph {
  // Refuses model.*, operator.*, opset.unsupported, attribute.kind, attribute.unknown, constant.sparse.
  explicit Graph(const om_model& model);

  struct Value {
    std::string name;
    Reference<const Tensor> initializer;  // of a value that is not an input
  };

  std::vector<Value> values;
  std::vector<GraphInput> inputs;
  std::vector<GraphOutput> outputs;
  std::vector<GraphNode> nodes;  // each after those whose outputs it reads, else in the model's order
};

template <class Function>
void on_behalf_of(const GraphNode& node, Function&& function) {
  on_behalf_of(node.op->name, node.name, std::forward<Function>(function));
}

// Refuse (with the reason given) a type or shape that does not fit what is declared; what is not declared, and an
// extent that is not known, fits everything. `what` says whose it is.
void require_declared_type(const ValueInfo& declared, om_type type, Reason reason, std::string_view what);
void require_declared_shape(const ValueInfo& declared, const Shape& shape, Reason reason, std::string_view what);

// Refuses (session.output_type, session.output_shape) a tensor given for an output that has another type, if that is
// not 0, or another shape, if that is not null.
void require_target(const GraphOutput& output, om_type type, const Shape* shape, const Tensor& target);

}  // namespace onemodel
