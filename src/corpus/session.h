// Cases as models, and their sessions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "corpus/call.h"
#include "corpus/graph_case.h"
#include "corpus/handles.h"

namespace onemodel::corpus {

// How the inputs of a call come into a model.
enum class InputsAs {
  constants,  // initializers: the whole call is known when the session is made
  fed         // at run time; type and shape are declared
};

// The model of one call: one node. Throws CallFailed.
ModelHandle make_model(const Call& call, InputsAs inputs_as);

// The model of a graph. Throws CallFailed.
ModelHandle make_model(const GraphCase& graph);

// The model after it was written and read again. Throws CallFailed.
ModelHandle write_and_read(const om_model& model);

// Throws CallFailed.
SessionHandle create_session(const om_model& model);

// A plan of the session: for the inputs' types and shapes, or without inputs for what the model declares. Throws
// CallFailed.
PlanHandle make_plan(const om_session& session, const std::vector<const om_tensor*>& inputs);

// What a call gives as a session of one node; nothing if no model can say the call.
std::optional<Outcome> invoke_as_session(const Call& call, InputsAs inputs_as);

// Runs the session with inputs by position; null is one that is not fed.
Outcome run_session(const om_session& session, const std::vector<const om_tensor*>& inputs);

}  // namespace onemodel::corpus
