#include "chains.h"

#include <algorithm>
#include <random>

namespace onemodel::bench {
namespace {

constexpr int64_t opset = 18;

struct ReleaseModel {
  void operator()(om_model* model) const { om_model_release(model); }
};
struct ReleaseAttributes {
  void operator()(om_attributes* attributes) const { om_attributes_release(attributes); }
};
struct ReleasePlan {
  void operator()(om_plan* plan) const { om_plan_release(plan); }
};

// One movement of a chain: its parameters are int64 inputs, or attributes.
struct Movement {
  const char* op;
  std::vector<std::vector<int64_t>> parameters;
  std::vector<std::pair<const char*, std::vector<int64_t>>> lists;
  std::vector<std::pair<const char*, int64_t>> integers;
};

std::shared_ptr<om_tensor> vector_of(const std::vector<int64_t>& values) {
  const auto count = static_cast<int64_t>(values.size());
  om_tensor* tensor = nullptr;
  om_error* error = nullptr;
  require_ok(om_tensor_create(nullptr, OM_INT64, &count, 1, values.data(), count * 8, &tensor, &error), error);
  return {tensor, ReleaseTensor()};
}

std::shared_ptr<om_attributes> attributes_of(const Movement& movement) {
  om_attributes* attributes = nullptr;
  om_error* error = nullptr;
  require_ok(om_attributes_create(&attributes, &error), error);
  const std::shared_ptr<om_attributes> owned(attributes, ReleaseAttributes());
  for (const auto& [name, values] : movement.lists) {
    const auto count = static_cast<int64_t>(values.size());
    require_ok(om_attributes_set_ints(attributes, name, values.data(), count, &error), error);
  }
  for (const auto& [name, value] : movement.integers) {
    require_ok(om_attributes_set_int(attributes, name, value, &error), error);
  }
  return owned;
}

std::shared_ptr<om_tensor> input_of(const std::vector<int64_t>& shape) {
  size_t count = 1;
  for (const int64_t extent : shape) count *= static_cast<size_t>(extent);
  std::vector<uint32_t> data(count);
  std::mt19937 generator(1);
  std::ranges::generate(data, std::ref(generator));
  om_tensor* tensor = nullptr;
  om_error* error = nullptr;
  require_ok(om_tensor_create(nullptr, OM_FLOAT32, shape.data(), static_cast<int64_t>(shape.size()), data.data(),
                              static_cast<int64_t>(count) * 4, &tensor, &error),
             error);
  return {tensor, ReleaseTensor()};
}

// The movements with what they need, so that a call makes nothing but results.
struct Prepared {
  const char* op;
  std::vector<std::shared_ptr<om_tensor>> parameters;
  std::shared_ptr<om_attributes> attributes;
};

TensorHandle run(const Prepared& movement, const om_tensor* input) {
  std::vector<const om_value*> inputs{input};
  for (const auto& parameter : movement.parameters) inputs.push_back(parameter.get());
  om_value* output = nullptr;
  om_error* error = nullptr;
  require_ok(om_op_invoke(nullptr, movement.op, opset, inputs.data(), static_cast<int64_t>(inputs.size()),
                          movement.attributes.get(), &output, 1, &error),
             error);
  return TensorHandle(output);
}

std::shared_ptr<om_session> session_of(const std::vector<Prepared>& movements, const om_tensor* input) {
  om_error* error = nullptr;
  om_model* made = nullptr;
  require_ok(om_model_create(&made, &error), error);
  const std::unique_ptr<om_model, ReleaseModel> model(made);
  require_ok(om_model_set_opset(made, nullptr, opset, &error), error);
  require_ok(
      om_model_add_input(made, "value0", OM_FLOAT32, om_tensor_shape(input), nullptr, om_tensor_rank(input), &error),
      error);
  std::string last = "value0";
  for (size_t i = 0; i < movements.size(); ++i) {
    std::vector<std::string> names{last};
    for (size_t j = 0; j < movements[i].parameters.size(); ++j) {
      names.push_back("parameter" + std::to_string(i) + "_" + std::to_string(j));
      require_ok(om_model_add_initializer(made, names.back().c_str(), movements[i].parameters[j].get(), &error), error);
    }
    std::vector<const char*> inputs;
    for (const std::string& name : names) inputs.push_back(name.c_str());
    last = "value" + std::to_string(i + 1);
    const char* output = last.c_str();
    require_ok(
        om_model_add_node(made, movements[i].op, nullptr, nullptr, inputs.data(), static_cast<int64_t>(inputs.size()),
                          &output, 1, movements[i].attributes.get(), &error),
        error);
  }
  require_ok(om_model_add_output(made, last.c_str(), 0, nullptr, nullptr, -1, &error), error);
  om_session* session = nullptr;
  require_ok(om_session_create(nullptr, made, &session, &error), error);
  return {session, om_session_release};
}

int64_t planned_bytes(const om_session* session) {
  om_plan* made = nullptr;
  om_error* error = nullptr;
  require_ok(om_session_plan(session, nullptr, 0, &made, &error), error);
  const std::unique_ptr<om_plan, ReleasePlan> plan(made);
  int64_t bytes = 0;
  for (int64_t i = 0; i < om_plan_node_count(made); ++i) bytes += om_plan_node_bytes(made, i);
  return bytes;
}

Chain chain(std::string name, const std::vector<int64_t>& shape, const std::vector<Movement>& movements) {
  const std::shared_ptr<om_tensor> input = input_of(shape);
  std::vector<Prepared> prepared;
  for (const Movement& movement : movements) {
    Prepared& added = prepared.emplace_back(Prepared{movement.op, {}, attributes_of(movement)});
    for (const auto& values : movement.parameters) added.parameters.push_back(vector_of(values));
  }
  int64_t bytes = 0;
  TensorHandle value;
  for (const Prepared& movement : prepared) {
    value = run(movement, value ? value.get() : input.get());
    if (om_operator_kind_of(om_operator_find(movement.op)) != OM_KIND_VIEW) bytes += om_tensor_byte_count(value.get());
  }
  const std::shared_ptr<om_session> session = session_of(prepared, input.get());
  return {name,
          {name + ", one by one",
           [input, prepared] {
             TensorHandle value;
             for (const Prepared& movement : prepared) value = run(movement, value ? value.get() : input.get());
             return value;
           }},
          {name + ", session",
           [input, session] {
             const om_tensor* fed = input.get();
             om_tensor* output = nullptr;
             om_error* error = nullptr;
             require_ok(om_session_run(session.get(), nullptr, &fed, 1, &output, 1, &error), error);
             return TensorHandle(output);
           }},
          bytes,
          planned_bytes(session.get())};
}

}  // namespace

std::vector<Chain> chains(int64_t bytes) {
  const int64_t floats = bytes / 4;
  const int64_t heads = std::max<int64_t>(1, floats / (8 * 32));  // times 8 heads of 32
  const int64_t blocks = std::max<int64_t>(1, floats / (16 * 16));
  return {
      chain("Split heads", {heads, 256},
            {{"Reshape", {{1, heads, 8, 32}}, {}, {}},
             {"Transpose", {}, {{"perm", {0, 2, 1, 3}}}, {}},
             {"Transpose", {}, {{"perm", {0, 1, 3, 2}}}, {}}}),
      chain("Space to depth", {1, blocks, 16, 16},
            {{"Reshape", {{1, blocks, 8, 2, 8, 2}}, {}, {}},
             {"Transpose", {}, {{"perm", {0, 3, 5, 1, 2, 4}}}, {}},
             {"Reshape", {{1, 4 * blocks, 8, 8}}, {}, {}}}),
      chain("Crop, flip, transpose", {blocks, 16, 16},
            {{"Slice", {{1, 1}, {15, 15}, {1, 2}}, {}, {}},
             {"Slice", {{-1}, {INT64_MIN}, {2}, {-1}}, {}, {}},
             {"Transpose", {}, {{"perm", {1, 2, 0}}}, {}}}),
      chain("Transpose there and back", {blocks, 16, 16},
            {{"Transpose", {}, {{"perm", {2, 1, 0}}}, {}},
             {"Unsqueeze", {{0}}, {}, {}},
             {"Transpose", {}, {{"perm", {0, 3, 2, 1}}}, {}},
             {"Squeeze", {{0}}, {}, {}}}),
  };
}

}  // namespace onemodel::bench
