// Chains of operators, as data.
#include <algorithm>
#include <cstring>
#include <map>

#include "contenders.h"
#include "sections.h"

namespace onemodel::bench {
namespace {

using corpus::check;

// One operator. Its inputs are names of values, or literals as rows have them.
struct Node {
  const char* output;
  const char* op;
  const char* inputs;
  const char* attributes = "";
};

struct Chain {
  const char* name;
  std::array<const char*, 3> sizes;
  const char* input;  // the value x
  std::vector<Node> nodes;
};

const std::vector<Chain> chains = {
    {"split heads",
     {"1", "1024", "65536"},
     "float32[a,256]",
     {{"r", "Reshape", "x int64{1,a,8,32}"},
      {"t", "Transpose", "r", "perm=[0,2,1,3]"},
      {"y", "Transpose", "t", "perm=[0,1,3,2]"}}},
    {"space to depth",
     {"1", "1024", "65536"},
     "float32[1,a,16,16]",
     {{"r", "Reshape", "x int64{1,a,8,2,8,2}"},
      {"t", "Transpose", "r", "perm=[0,3,5,1,2,4]"},
      {"y", "Reshape", "t int64{1,4a,8,8}"}}},
    {"crop, flip, transpose",
     {"1", "1024", "65536"},
     "float32[a,16,16]",
     {{"c", "Slice", "x int64{1,1} int64{15,15} int64{1,2}"},
      {"f", "Slice", "c int64{-1} int64{-9223372036854775807} int64{2} int64{-1}"},
      {"y", "Transpose", "f", "perm=[1,2,0]"}}},
    {"transpose there and back",
     {"1", "1024", "65536"},
     "float32[a,16,16]",
     {{"t", "Transpose", "x", "perm=[2,1,0]"},
      {"u", "Unsqueeze", "t int64{0}"},
      {"b", "Transpose", "u", "perm=[0,3,2,1]"},
      {"y", "Squeeze", "b int64{0}"}}},
    {"shape chain, 2 transposes, slice",
     {"1 4", "64 64", "4096 64"},
     "float32[a,b,64]",
     {{"s", "Shape", "x"},
      {"g", "Gather", "s int64=0"},
      {"u", "Unsqueeze", "g int64{0}"},
      {"c", "Concat", "u int64{-1,8,8}", "axis=0"},
      {"r", "Reshape", "x c"},
      {"t", "Transpose", "r", "perm=[0,2,1,3]"},
      {"v", "Transpose", "t", "perm=[0,1,3,2]"},
      {"y", "Slice", "v int64{0} int64{7} int64{1}"}}},
    {"pad, transpose, concat with itself",
     {"1 4 6", "1 32 62", "32 32 126"},
     "float32[a,b,c,c]",
     {{"p", "Pad", "x int64{0,0,1,1,0,0,1,1}"},
      {"t", "Transpose", "p", "perm=[0,2,3,1]"},
      {"y", "Concat", "t t", "axis=3"}}},
};

std::string name_of(const Chain& chain, size_t size) {
  return std::string("Chain/") + chain.name + "/" + kSizeNames[size];
}

// The chain with its values at hand, for calling one operator after the other.
class OneByOne {
 public:
  OneByOne(const Chain& chain, const std::string& numbers, SharedTensor input) {
    std::map<std::string, size_t> places{{"x", 0}};
    values_.push_back(std::move(input));
    for (const Node& node : chain.nodes) {
      Step step{node.op, {}, make_attributes(read_attributes(with_numbers(node.attributes, numbers)))};
      for (const std::string& written : split(with_numbers(node.inputs, numbers), ' ')) {
        if (is_literal_input(written)) {
          places[written] = values_.size();
          values_.push_back(make_input(written));
        }
        step.inputs.push_back(places.at(written));
      }
      places[node.output] = values_.size();
      step.output = values_.size();
      values_.emplace_back();
      steps_.push_back(std::move(step));
    }
  }

  // Runs the operators and gives what the last one gives; the values between are released.
  SharedTensor operator()() {
    for (const Step& step : steps_) {
      std::vector<const om_value*> inputs;
      for (const size_t place : step.inputs) inputs.push_back(values_[place].get());
      om_value* output = nullptr;
      check([&](om_error** error) {
        return om_op_invoke(context_with_threads(1), step.op, kOpset, inputs.data(),
                            static_cast<int64_t>(inputs.size()), step.attributes.get(), &output, 1, error);
      });
      values_[step.output] = {output, om_tensor_release};
    }
    const SharedTensor last = values_.back();
    for (const Step& step : steps_) values_[step.output].reset();
    return last;
  }

 private:
  struct Step {
    const char* op;
    std::vector<size_t> inputs;
    std::shared_ptr<om_attributes> attributes;
    size_t output = 0;
  };

  std::vector<SharedTensor> values_;
  std::vector<Step> steps_;
};

ModelBuilder make_model(const Chain& chain, const std::string& numbers, const om_tensor& input) {
  ModelBuilder model;
  model.add_input("x", input);
  for (const Node& node : chain.nodes) {
    std::vector<std::string> inputs;
    for (const std::string& written : split(with_numbers(node.inputs, numbers), ' ')) {
      inputs.push_back(written);
      if (!is_literal_input(written)) continue;
      inputs.back() = std::string(node.output) + "_" + std::to_string(inputs.size());
      model.add_constant(inputs.back(), make_input(written).get());
    }
    const auto attributes = make_attributes(read_attributes(with_numbers(node.attributes, numbers)));
    model.add_node(node.op, inputs, {node.output}, attributes.get());
  }
  model.add_output(chain.nodes.back().output);
  return model;
}

ChainResult measure_chain(const Chain& chain, size_t size, Rival* rival, const Effort& effort) {
  ChainResult result;
  result.name = name_of(chain, size);
  const std::string numbers =
      numbers_of_size(chain.sizes, static_cast<Size>(size), effort.reduces_large ? Extent::reduced : Extent::full);
  const SharedTensor input = make_input(with_numbers(chain.input, numbers));
  OneByOne one_by_one(chain, numbers, input);
  const ModelBuilder model = make_model(chain, numbers, *input);

  std::vector<TensorHandle> expected;
  const SharedTensor last = one_by_one();
  om_tensor_retain(last.get());
  expected.emplace_back(last.get());
  result.bytes = om_tensor_byte_count(last.get());

  std::unique_ptr<RivalCall> rival_call;
  if (rival != nullptr) {
    RivalRequest request;
    request.model = model.bytes();
    request.inputs = {{"x", input.get()}};
    request.outputs = {{chain.nodes.back().output, last.get()}};
    rival_call = rival->prepare(request, result.onnxruntime_refusal);
  }
  if (rival_call) {
    const std::string difference = rival_call->difference(expected);
    if (!difference.empty()) result.fault = "ONNX Runtime differs: " + difference;
  }
  const std::vector<TensorHandle> from_session = run_once(model.model(), {input}, context_with_threads(1));
  const auto bytes = static_cast<size_t>(result.bytes);
  if (om_tensor_byte_count(from_session[0].get()) != result.bytes ||
      std::memcmp(om_tensor_data(from_session[0].get()), om_tensor_data(last.get()), bytes) != 0) {
    result.fault += " the session's result differs from one operator after the other";
  }

  result.contenders.resize(kChainWhoCount);
  for (size_t i = 0; i < kChainWhoCount; ++i) result.contenders[i].key = kChainWhoKeys[i];
  const auto set = [&](ChainWho who, std::function<void()> call, bool spins = false) {
    result.contenders[static_cast<size_t>(who)].call = std::move(call);
    result.contenders[static_cast<size_t>(who)].spins = spins;
  };
  set(ChainWho::one_by_one, [&] { one_by_one(); });
  set(ChainWho::session_1, run_of(model.model(), {input}, {}, context_with_threads(1)));
  set(ChainWho::session_2, run_of(model.model(), {input}, {}, context_with_threads(2)));
  set(ChainWho::session_into, run_of(model.model(), {input}, {last.get()}, context_with_threads(1)));
  if (rival_call) {
    set(ChainWho::onnxruntime_1, [&] { rival_call->run_on_one_thread(); });
    set(
        ChainWho::onnxruntime_2, [&] { rival_call->run_on_two_threads(); }, true);
  }
  set(ChainWho::memcpy, memcpy_of(result.bytes));
  measure(result.contenders, effort);
  for (Contender& contender : result.contenders) contender.call = nullptr;
  return result;
}

}  // namespace

std::vector<std::string> chain_names() {
  std::vector<std::string> names;
  for (const Chain& chain : chains) {
    for (size_t size = 0; size < kSizeNames.size(); ++size) names.push_back(name_of(chain, size));
  }
  return names;
}

std::vector<ChainResult> measure_chains(const Filter& filter, Rival* rival, const Effort& effort) {
  std::vector<ChainResult> results;
  for (const Chain& chain : chains) {
    for (size_t size = 0; size < kSizeNames.size(); ++size) {
      if (filter(name_of(chain, size))) results.push_back(measure_chain(chain, size, rival, effort));
    }
  }
  return results;
}

}  // namespace onemodel::bench
