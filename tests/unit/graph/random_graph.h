// Random graphs of movements, built call by call beside their eager results.
#pragma once

#include <string>
#include <vector>

#include "corpus/split_mix.h"
#include "graph/model.h"

namespace onemodel::testing {

// How the parameters of nodes (axes, starts, shapes, ...) reach them.
enum class Parameters { constant, fed };

class RandomGraph {
 public:
  RandomGraph(uint64_t seed, Parameters parameters);

  om_model model;
  std::vector<Reference<Tensor>> inputs;   // what to feed, in the order of model.inputs
  std::vector<Reference<Tensor>> outputs;  // what has to come out, as the operators give it one by one
  std::string text;                        // the nodes, for messages

 private:
  struct Value {
    std::string name;
    Reference<Tensor> tensor;
  };

  int64_t between(int64_t least, int64_t most);
  bool chance(int64_t percent) { return between(1, 100) <= percent; }
  Reference<Tensor> random_tensor(om_type type, const Shape& shape);
  void add_input(const std::string& name, const Reference<Tensor>& tensor);
  std::string add_parameter(const std::vector<int64_t>& values, bool scalar = false);
  void add_step();
  // Adds a node and runs its operator; the results become values.
  void add_node(const char* op, const std::vector<std::string>& names, om_attributes attributes, size_t output_count);
  const Reference<Tensor>& tensor_named(const std::string& name) const;

  void add_transpose(const Value& value);
  void add_slice(const Value& value);
  void add_expand(const Value& value);
  void add_split(const Value& value);
  void add_squeeze(const Value& value);
  void add_unsqueeze(const Value& value);
  void add_reshape(const Value& value);
  void add_gather(const Value& value);
  void add_mover(const Value& value);

  corpus::SplitMix64 random_;
  Parameters parameters_;
  std::vector<Value> values_;  // that the next node may read
  std::vector<Value> parameters_made_;
};

}  // namespace onemodel::testing
