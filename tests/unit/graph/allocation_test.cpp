// A run that has been made before allocates nothing but its outputs.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "graph/random_graph.h"
#include "graph/session.h"

namespace {

std::atomic<int64_t> allocations;

}  // namespace

// Tensors are made by malloc; everything else that allocates comes here.
void* operator new(size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

using namespace onemodel;
using onemodel::testing::Parameters;
using onemodel::testing::RandomGraph;

namespace {

void check(uint64_t seed, Parameters parameters) {
  const RandomGraph graph(seed, parameters);
  if (graph.inputs[0]->type() == OM_STRING) return;  // each output lists what keeps its strings alive
  CAPTURE(seed);
  CAPTURE(graph.text);
  const om_session session(default_context(), graph.model);
  std::vector<const Tensor*> fed;
  for (const Reference<Tensor>& input : graph.inputs) fed.push_back(input.get());
  std::vector<Reference<Tensor>> outputs(graph.outputs.size());
  session.run(default_context(), fed, {}, outputs);

  const int64_t before = allocations;
  session.run(default_context(), fed, {}, outputs);
  CHECK(allocations == before);
}

TEST_CASE("a repeated run allocates nothing but outputs") {
  for (uint64_t seed = 1; seed <= 300; ++seed) check(seed, Parameters::constant);
  for (uint64_t seed = 1; seed <= 300; ++seed) check(seed, Parameters::fed);
}

}  // namespace
