#include "graph/random_graph.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "ops/execute.h"
#include "ops/registry.h"
#include "tensor/make_tensor.h"

namespace onemodel::testing {
namespace {

constexpr int64_t opset = 18;
constexpr int64_t most_elements = 4096;

om_attributes no_attributes() { return {}; }

om_attributes with(const char* name, int64_t value) {
  om_attributes attributes;
  attributes.set({name, {}, {}, {}, {}, {}}, OM_ATTRIBUTE_INT, value);
  return attributes;
}

om_attributes with(const char* name, std::vector<int64_t> values) {
  om_attributes attributes;
  attributes.set({name, std::move(values), {}, {}, {}, {}}, OM_ATTRIBUTE_INTS);
  return attributes;
}

}  // namespace

RandomGraph::RandomGraph(uint64_t seed, Parameters parameters) : random_(seed), parameters_(parameters) {
  model.set_opset("", opset);
  static constexpr om_type types[] = {OM_FLOAT32,    OM_UINT8,  OM_INT4,  OM_UINT2,  OM_BOOL,
                                      OM_COMPLEX128, OM_STRING, OM_INT64, OM_FLOAT16};
  const om_type type = types[between(0, std::ssize(types) - 1)];
  Shape shape;
  for (int64_t axis = between(0, 4); axis > 0; --axis) shape.append(chance(6) ? 0 : between(1, 5));
  add_input("x", random_tensor(type, shape));
  values_.push_back({"x", inputs[0]});

  for (int64_t step = between(1, 8); step > 0; --step) add_step();
  // The last value, and some on the way to it.
  for (size_t i = 0; i < values_.size(); ++i) {
    if (i + 1 < values_.size() && !chance(20)) continue;
    model.outputs.push_back({values_[i].name, 0, {}});
    outputs.push_back(values_[i].tensor);
  }
}

int64_t RandomGraph::between(int64_t least, int64_t most) {
  return least + static_cast<int64_t>(random_.next() % static_cast<uint64_t>(most - least + 1));
}

Reference<Tensor> RandomGraph::random_tensor(om_type type, const Shape& shape) {
  const int64_t count = shape.element_count();
  if (type == OM_STRING) {
    std::vector<std::string> texts;
    for (int64_t i = 0; i < count; ++i)
      texts.push_back(std::to_string(i) + std::string(static_cast<size_t>(i % 3), '.'));
    return copied_strings(default_context(), shape, std::vector<std::string_view>(texts.begin(), texts.end()));
  }
  const auto bytes = corpus::split_mix_bytes(random_.next(), static_cast<size_t>(storage_bytes(type, count)));
  return copied(default_context(), type, shape, bytes.data(), static_cast<int64_t>(bytes.size()));
}

void RandomGraph::add_input(const std::string& name, const Reference<Tensor>& tensor) {
  ValueInfo info{name, tensor->type(), std::vector<Dimension>()};
  for (const int64_t extent : tensor->shape()) info.shape->push_back({extent, {}});
  model.inputs.push_back(info);
  inputs.push_back(tensor);
}

std::string RandomGraph::add_parameter(const std::vector<int64_t>& values, bool scalar) {
  const std::string name = "p" + std::to_string(parameters_made_.size());
  const Shape shape = scalar ? Shape() : Shape{std::ssize(values)};
  const Reference<Tensor> tensor = copied(default_context(), OM_INT64, shape, values.data(), std::ssize(values) * 8);
  if (parameters_ == Parameters::fed && chance(50)) {
    add_input(name, tensor);
  } else {
    model.initializers.push_back({name, tensor});
  }
  parameters_made_.push_back({name, tensor});
  return name;
}

const Reference<Tensor>& RandomGraph::tensor_named(const std::string& name) const {
  const auto of_name = [&](const Value& value) { return value.name == name; };
  const auto found = std::ranges::find_if(values_, of_name);
  return found != values_.end() ? found->tensor : std::ranges::find_if(parameters_made_, of_name)->tensor;
}

void RandomGraph::add_node(const char* op, const std::vector<std::string>& names, om_attributes attributes,
                           size_t output_count) {
  const Operator& found = *find_operator(op);
  std::vector<Argument> arguments;
  for (const std::string& name : names) {
    arguments.push_back(name.empty() ? Argument() : Argument::of(tensor_named(name).get()));
  }
  std::vector<Reference<Tensor>> results(output_count);
  run_operator(found, version_at(found, opset), default_context(), arguments, attributes.all(), results);
  ModelNode node{text_of(op, "_", model.nodes.size()), op, "", names, {}, std::move(attributes), {}};
  text += text_of(op, " ");
  for (const std::string& name : names)
    text += name + list_text(name.empty() ? std::span<const int64_t>() : tensor_named(name)->shape().extents()) + " ";
  text += "-> ";
  for (size_t i = 0; i < output_count; ++i) {
    const std::string name = text_of("v", model.nodes.size(), "_", i);
    node.outputs.push_back(name);
    text += name + list_text(results[i]->shape().extents()) + " ";
  }
  text += "; ";
  for (size_t i = 0; i < output_count; ++i) values_.push_back({node.outputs[i], results[i]});
  model.nodes.push_back(std::move(node));
}

void RandomGraph::add_step() {
  // Mostly the newest value, so that chains get long.
  const Value value =
      values_[static_cast<size_t>(chance(75) ? std::ssize(values_) - 1 : between(0, std::ssize(values_) - 1))];
  switch (between(0, 9)) {
    case 0:
      return add_slice(value);
    case 1:
      return add_expand(value);
    case 2:
      return add_split(value);
    case 3:
      return add_squeeze(value);
    case 4:
      return add_unsqueeze(value);
    case 5:
      return add_reshape(value);
    case 6:
      return add_gather(value);
    case 7:
      return add_mover(value);
    case 8:
      return add_node("Identity", {value.name}, no_attributes(), 1);
    default:
      return add_transpose(value);
  }
}

void RandomGraph::add_transpose(const Value& value) {
  std::vector<int64_t> perm(static_cast<size_t>(value.tensor->shape().rank()));
  std::iota(perm.begin(), perm.end(), 0);
  for (size_t i = perm.size(); i > 1; --i)
    std::swap(perm[i - 1], perm[static_cast<size_t>(between(0, std::ssize(perm) - 1)) % i]);
  add_node("Transpose", {value.name}, with("perm", perm), 1);
}

void RandomGraph::add_slice(const Value& value) {
  std::vector<int64_t> starts, ends, axes, steps;
  for (int64_t axis = 0; axis < value.tensor->shape().rank(); ++axis) {
    if (chance(50)) continue;
    const int64_t extent = value.tensor->shape()[axis];
    const bool backward = chance(30);
    axes.push_back(axis);
    steps.push_back(between(1, 3) * (backward ? -1 : 1));
    starts.push_back(chance(60) ? (backward ? INT64_MAX : 0) : between(-extent, extent));
    ends.push_back(chance(60) ? (backward ? INT64_MIN : INT64_MAX) : between(-extent, extent));
  }
  add_node("Slice", {value.name, add_parameter(starts), add_parameter(ends), add_parameter(axes), add_parameter(steps)},
           no_attributes(), 1);
}

void RandomGraph::add_expand(const Value& value) {
  std::vector<int64_t> shape(value.tensor->shape().begin(), value.tensor->shape().end());
  for (int64_t& extent : shape) {
    if (extent == 1 && chance(60)) extent = between(1, 4);
  }
  if (std::ssize(shape) < 6 && chance(40)) shape.insert(shape.begin(), between(1, 3));
  const int64_t count = Shape(shape).element_count();
  if (count <= most_elements) add_node("Expand", {value.name, add_parameter(shape)}, no_attributes(), 1);
}

void RandomGraph::add_split(const Value& value) {
  const int64_t rank = value.tensor->shape().rank();
  if (rank == 0) return;
  const int64_t axis = between(0, rank - 1);
  const int64_t extent = value.tensor->shape()[axis];
  const int64_t first = between(0, extent);
  add_node("Split", {value.name, add_parameter({first, extent - first})}, with("axis", axis), 2);
}

void RandomGraph::add_squeeze(const Value& value) {
  std::vector<int64_t> axes;
  for (int64_t axis = 0; axis < value.tensor->shape().rank(); ++axis) {
    if (value.tensor->shape()[axis] == 1 && chance(60)) axes.push_back(axis);
  }
  add_node("Squeeze", {value.name, add_parameter(axes)}, no_attributes(), 1);
}

void RandomGraph::add_unsqueeze(const Value& value) {
  const int64_t rank = value.tensor->shape().rank();
  if (rank < 6) add_node("Unsqueeze", {value.name, add_parameter({between(0, rank)})}, no_attributes(), 1);
}

void RandomGraph::add_reshape(const Value& value) {
  const Shape& shape = value.tensor->shape();
  const int64_t count = shape.element_count();
  if (count == 0 || chance(20)) return add_node("Flatten", {value.name}, with("axis", between(0, shape.rank())), 1);
  // Joins neighbours and cuts extents in two.
  std::vector<int64_t> target;
  for (const int64_t extent : shape) {
    if (!target.empty() && chance(40)) {
      target.back() *= extent;
    } else if (extent % 2 == 0 && std::ssize(target) < 5 && chance(40)) {
      target.push_back(2);
      target.push_back(extent / 2);
    } else {
      target.push_back(extent);
    }
  }
  if (target.size() > 7) return;
  add_node("Reshape", {value.name, add_parameter(target)}, no_attributes(), 1);
}

void RandomGraph::add_gather(const Value& value) {
  const int64_t rank = value.tensor->shape().rank();
  if (rank == 0) return;
  const int64_t axis = between(0, rank - 1);
  const int64_t extent = value.tensor->shape()[axis];
  if (extent == 0) return;
  std::vector<int64_t> indices{between(-extent, extent - 1)};
  const bool scalar = chance(50);
  if (!scalar && chance(50)) {
    for (int64_t more = between(0, 3); more > 0; --more) indices.push_back(between(-extent, extent - 1));
  }
  add_node("Gather", {value.name, add_parameter(indices, scalar)}, with("axis", axis), 1);
}

// An operator that takes memory as it comes.
void RandomGraph::add_mover(const Value& value) {
  const int64_t rank = value.tensor->shape().rank();
  if (rank == 0 || value.tensor->element_count() > most_elements / 4) return;
  if (chance(50)) return add_node("Concat", {value.name, value.name}, with("axis", between(0, rank - 1)), 1);
  add_node("Tile", {value.name, add_parameter(std::vector<int64_t>(static_cast<size_t>(rank), between(1, 2)))},
           no_attributes(), 1);
}

}  // namespace onemodel::testing
