// Graphs of the corpus in ONNX Runtime.
#pragma once

#include "child.h"
#include "corpus/graph_case.h"
#include "verdict.h"

namespace onemodel::oracle {

// Runs the graph once without graph optimisations and once with the default ones. A graph of which a node has no
// implementation there is not runnable.
Verdict verify_graph(Child& child, const corpus::GraphCase& graph);

}  // namespace onemodel::oracle
