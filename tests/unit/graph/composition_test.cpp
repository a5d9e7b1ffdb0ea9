// A session gives, for any graph, what its operators give one by one.
#include <doctest/doctest.h>

#include <cstring>

#include "graph/random_graph.h"
#include "graph/session.h"

using namespace onemodel;
using onemodel::testing::Parameters;
using onemodel::testing::RandomGraph;

namespace {

bool equal(const Tensor& a, const Tensor& b) {
  if (a.type() != b.type() || a.shape() != b.shape()) return false;
  const int64_t count = a.element_count();
  if (a.type() != OM_STRING) {
    return std::memcmp(a.data(), b.data(), static_cast<size_t>(storage_bytes(a.type(), count))) == 0;
  }
  for (int64_t i = 0; i < count; ++i) {
    if (a.strings()[i].view() != b.strings()[i].view()) return false;
  }
  return true;
}

void check_runs(const RandomGraph& graph, const om_session& session, const std::vector<const Tensor*>& fed) {
  for (int run = 0; run < 2; ++run) {
    std::vector<Reference<Tensor>> outputs(graph.outputs.size());
    session.run(default_context(), fed, {}, outputs);
    for (size_t i = 0; i < outputs.size(); ++i) {
      CAPTURE(i);
      CHECK(equal(*outputs[i], *graph.outputs[i]));
    }
  }
}

void check(uint64_t seed, Parameters parameters) {
  const RandomGraph graph(seed, parameters);
  CAPTURE(seed);
  CAPTURE(graph.text);
  const om_session session(default_context(), graph.model);
  std::vector<const Tensor*> fed;
  for (const Reference<Tensor>& input : graph.inputs) fed.push_back(input.get());
  check_runs(graph, session, fed);

  // Nothing declared: all is planned when it is fed.
  om_model open = graph.model;
  for (ValueInfo& input : open.inputs) input.shape.reset();
  check_runs(graph, om_session(default_context(), open), fed);

  if (graph.inputs[0]->type() == OM_STRING) return;
  std::vector<Reference<Tensor>> made;
  std::vector<Tensor*> into;
  for (const Reference<Tensor>& output : graph.outputs) {
    made.push_back(Tensor::allocate(default_context(), output->type(), output->shape()));
    into.push_back(made.back().get());
  }

  session.run(default_context(), fed, into, {});
  for (size_t i = 0; i < into.size(); ++i) CHECK(equal(*into[i], *graph.outputs[i]));
}

TEST_CASE("chains of movements give what the operators give one by one") {
  for (uint64_t seed = 1; seed <= 3000; ++seed) check(seed, Parameters::constant);
}

TEST_CASE("chains whose parameters are fed give what the operators give one by one") {
  for (uint64_t seed = 100001; seed <= 103000; ++seed) check(seed, Parameters::fed);
}

}  // namespace
