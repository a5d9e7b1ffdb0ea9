// Runs graphs against the library.
#pragma once

#include <optional>
#include <vector>

#include "corpus/compare.h"
#include "corpus/graph_case.h"

namespace onemodel::corpus {

struct GraphOutcome {
  std::optional<Failure> failure;  // there is no session
  std::vector<Outcome> runs;
};

// The runs of the graph, one after the other in one session, with inputs by position.
GraphOutcome run_graph(const GraphCase& graph);

// Runs a graph every way there is and checks what its plan says: the composed model and the model after it was written
// and read again; each run twice by position, once by name, and once into tensors that are given.
std::vector<Finding> check_graph(const GraphCase& graph);

}  // namespace onemodel::corpus
