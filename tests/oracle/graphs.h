// Graphs of the corpus in ONNX Runtime.
#pragma once

#include <string>

#include "child.h"
#include "corpus/graph_case.h"

namespace onemodel::oracle {

enum class GraphClass {
  agrees,        // the same outputs, or an error in both, in every run
  not_runnable,  // ONNX Runtime has no implementation for a node
  not_compared,  // what the case shows is a choice of ours that its error names
  fails
};

struct GraphVerdict {
  GraphClass in = GraphClass::fails;
  std::string problem;  // why it fails
};

// Runs the graph once without graph optimisations and once with the default ones.
GraphVerdict verify_graph(Child& child, const corpus::GraphCase& graph);

}  // namespace onemodel::oracle
