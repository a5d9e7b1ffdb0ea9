#include "graph/planner.h"

#include <algorithm>
#include <limits>
#include <map>

#include "graph/buffer_layout.h"
#include "graph/constant.h"
#include "ops/operators.h"

namespace onemodel {
namespace {

// A constant is computed once and kept, unless that would keep far more than the model itself has: in one value, or in
// all.
constexpr int64_t largest_folded_bytes = int64_t{1} << 20;
constexpr int64_t most_folded_bytes = int64_t{64} << 20;
// Lists of extents are short; longer ones are followed only when all is known.
constexpr int64_t longest_partial = 4096;
constexpr int32_t no_node = -1;

// Operators whose outputs are elements of their inputs 'T', whatever these are.
bool only_moves(const Operator& op) {
  return op.kind == OM_KIND_VIEW || (op.kind == OM_KIND_COPY && &op != &topk_operator && &op != &scatter_nd_operator);
}

int64_t bytes_of(const Result& result) {
  return result.shape.is_known() ? storage_bytes(result.type, result.shape.element_count()) : unknown_extent;
}

const Input& rule_of(const Version& version, size_t input) {
  return version.inputs[std::min(input, version.inputs.size() - 1)];
}

}  // namespace

Planner::Planner(Plan* plan, const Plan* known)
    : plan_(*plan), known_(known), graph_(plan->graph()), exact_(plan->is_exact()) {
  const size_t values = graph_.values.size();
  plan_.values_.resize(values);
  plan_.roots_.resize(values);
  plan_.nodes_.resize(graph_.nodes.size());
  states_.resize(graph_.nodes.size());
  pending_.resize(values);
  producers_.assign(values, no_node);
  needed_values_.resize(values);
  owned_values_.resize(values);
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    for (const ValueId output : graph_.nodes[i].outputs) {
      producers_[static_cast<size_t>(output)] = static_cast<int32_t>(i);
    }
  }
}

void Planner::make() {
  start_values();
  for (size_t i = 0; i < graph_.nodes.size(); ++i) on_behalf_of(graph_.nodes[i], [&] { evaluate(i); });
  find_needed();
  find_owned();
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (states_[i].needed) on_behalf_of(graph_.nodes[i], [&] { schedule(i); });
  }
  for (const GraphOutput& output : graph_.outputs) {
    if (!value(output.value).constant) place(output.value);
    const ValueId root_of_output = value(output.value).constant ? no_value : value(output.value).root;
    if (root_of_output != no_value && root(root_of_output).place == PlannedRoot::Place::output) {
      size_t& first = plan_.output_roots_[static_cast<size_t>(root(root_of_output).position)].first_output;
      first = std::min(first, plan_.outputs_.size());
    }
    plan_.outputs_.push_back({output.value, root_of_output});
  }
  describe_nodes();
  lay_out_memory();
}

// ---- What is known before the run -----------------------------------------------------------------------------------

void Planner::start_values() {
  for (size_t i = 0; i < graph_.inputs.size(); ++i) {
    const GraphInput& input = graph_.inputs[i];
    const FedInput& fed = plan_.inputs_[i];
    PlannedValue& planned = value(input.value);
    if (!fed.fed) {
      set_elements(input.value, input.initializer);
      continue;
    }
    planned.type = input.info.type;
    planned.ranked = fed.ranked;
    planned.shape = fed.shape;
    planned.root = input.value;
    root(input.value) = {PlannedRoot::Place::input, static_cast<int64_t>(i), 0};
  }
  for (size_t i = 0; i < graph_.values.size(); ++i) {
    const auto& tensor = graph_.values[i].initializer;
    if (!tensor) continue;
    set_elements(static_cast<ValueId>(i), tensor);
    model_bytes_ = checked_add(model_bytes_, storage_bytes(tensor->type(), tensor->element_count()));
  }
  for (const GraphNode& node : graph_.nodes) {
    for (const Attribute& attribute : attributes(node)) {
      if (attribute.tensor != nullptr && attribute.tensor->type() == OM_STRING) {
        plan_.string_constants_.push_back(Reference<const Tensor>::share(attribute.tensor));
      }
    }
  }
  if (known_ == nullptr) return;
  // What is constant where less is known is constant here.
  for (size_t i = 0; i < graph_.values.size(); ++i) {
    const auto id = static_cast<ValueId>(i);
    const Reference<const Tensor>& constant = known_->value(id).constant;
    if (constant && !value(id).constant) set_elements(id, constant);
  }
}

void Planner::evaluate(size_t index) {
  const GraphNode& node = graph_.nodes[index];
  const auto is_constant = [&](ValueId id) { return static_cast<bool>(value(id).constant); };
  if (!node.outputs.empty() && std::ranges::all_of(node.outputs, is_constant)) return;  // known_ has evaluated it
  bool ranked = true;
  bool tainted = false;
  for (const ValueId id : node.inputs) {
    if (id == no_value) continue;
    ranked = ranked && value(id).ranked;
    tainted = tainted || value(id).shaped_at_run_time;
  }
  Arguments arguments = plan_.arguments_of(node);
  if (ranked) {
    infer(index, arguments, tainted);
    return;
  }
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] != no_value && !arguments[i].given())
      arguments[i].type = OM_BOOL;  // any: that it is given counts
  }
  check_counts(*node.version, arguments, attributes(node), static_cast<int64_t>(node.outputs.size()));
  set_unknown(index, tainted, Results());
}

// Of the outputs no more is known than what the operator expects.
void Planner::set_unknown(size_t index, bool tainted, const Results& expected) {
  plan_.nodes_[index].shaped_at_run_time = tainted;
  const std::vector<ValueId>& outputs = graph_.nodes[index].outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    PlannedValue& output = value(outputs[i]);
    output.shaped_at_run_time = tainted;
    if (i >= expected.expected().size()) continue;
    const auto [type, rank] = expected.expected()[i];
    output.type = type;
    output.ranked = is_known(rank) && rank <= OM_MAX_RANK;
    for (int64_t axis = 0; output.ranked && axis < rank; ++axis) output.shape.append(unknown_extent);
  }
}

void Planner::infer(size_t index, std::span<const Argument> arguments, bool tainted) {
  const GraphNode& node = graph_.nodes[index];
  PlannedNode& planned = plan_.nodes_[index];
  std::optional<PreparedCall> prepared;
  Results expected;
  try {
    prepared.emplace(*node.op, *node.version, plan_.context_, arguments, attributes(node), node.outputs.size(),
                     &expected);
  } catch (const ExtentsNeeded&) {
    set_unknown(index, tainted, expected);
    return;
  } catch (const Failure& failure) {
    if (failure.reason() != Reason::input_value_needed) throw;
    // Elements that hang on extents alone will be known when these are; others only in a run.
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (failure.input() != rule_of(*node.version, i).name || node.inputs[i] == no_value) continue;
      tainted = tainted || !value(node.inputs[i]).from_shapes;
    }
    set_unknown(index, tainted, expected);
    return;
  }

  const Call& call = prepared->call;
  const auto given = [&](auto&& holds) {
    return std::ranges::all_of(node.inputs, [&](ValueId id) { return id == no_value || holds(value(id)); });
  };
  const bool all_from_shapes = given([](const PlannedValue& input) { return input.from_shapes; });
  bool known = true;
  for (size_t i = 0; i < prepared->results.size(); ++i) {
    states_[index].results.push_back(prepared->results[i]);
    bytes_of(prepared->results[i]);  // refuses a shape that no tensor could have
    known = known && prepared->results[i].shape.is_known();
  }
  const int64_t asked = call.input_to_ask_again();
  const bool ask_again = asked >= 0 && !value(node.inputs[static_cast<size_t>(asked)]).from_shapes;
  if (!known) {
    tainted = tainted || exact_ || ask_again ||
              !given([](const PlannedValue& input) { return !input.partial || input.from_shapes; });
  }
  planned.shaped_at_run_time = tainted || ask_again;
  planned.data_dependent = node.op->kind == OM_KIND_DATA_DEPENDENT && !known;

  for (size_t i = 0; i < node.outputs.size(); ++i) {
    PlannedValue& output = value(node.outputs[i]);
    output.type = prepared->results[i].type;
    output.ranked = true;
    output.shape = prepared->results[i].shape;
    output.shaped_at_run_time = tainted && !output.shape.is_known();
    output.from_shapes = !tainted && (all_from_shapes || node.op->kind == OM_KIND_CONSTANT);
  }
  if (node.op == &constant_operator) {
    set_elements(node.outputs[0], constant_value(plan_.context_, node.attributes));
  } else if (given([](const PlannedValue& input) { return static_cast<bool>(input.constant); })) {
    fold(index, arguments);
  } else if (node.op->kind == OM_KIND_CONSTANT) {
    set_extents(*prepared, node.outputs[0]);
  } else if (only_moves(*node.op)) {
    move_partial(index, arguments);
  }
}

// Takes the elements as those of the value; unknown_element is one that is not known.
void Planner::set_elements(ValueId id, Reference<const Tensor> elements) {
  PlannedValue& known = value(id);
  known.type = elements->type();
  known.ranked = true;
  known.shape = elements->shape();
  known.from_shapes = true;
  known.shaped_at_run_time = false;
  known.constant = std::move(elements);
  known.root = id;
  root(id) = {PlannedRoot::Place::constant, 0, 0};
  if (known.type == OM_STRING) plan_.string_constants_.push_back(known.constant);
}

void Planner::fold(size_t index, std::span<const Argument> arguments) {
  const GraphNode& node = graph_.nodes[index];
  int64_t allowed = largest_folded_bytes;
  for (const Argument& argument : arguments) {
    if (argument.given()) {
      allowed = std::max(allowed, storage_bytes(argument.type, argument.shape.element_count()));
    }
  }
  int64_t bytes = 0;
  for (const Result& result : states_[index].results) {
    if (result.view_of == Result::no_input) bytes = checked_add(bytes, bytes_of(result));
  }
  if (bytes > allowed || bytes > most_folded_bytes + model_bytes_ - folded_bytes_) {
    for (const ValueId output : node.outputs) value(output).from_shapes = false;
    return;
  }
  folded_bytes_ += bytes;
  std::vector<Reference<Tensor>> outputs(node.outputs.size());
  run_operator(*node.op, *node.version, plan_.context_, arguments, attributes(node), outputs);
  for (size_t i = 0; i < outputs.size(); ++i) set_elements(node.outputs[i], std::move(outputs[i]));
}

// The elements of Shape and Size are extents.
void Planner::set_extents(const PreparedCall& prepared, ValueId output) {
  const Result& result = prepared.results[0];
  Reference<Tensor> elements = Tensor::allocate(plan_.context_, result.type, result.shape);
  std::byte* const target = elements->mutable_data();
  prepared.run({&target, 1});
  const std::span extents(reinterpret_cast<int64_t*>(target), static_cast<size_t>(elements->element_count()));
  if (std::ranges::all_of(extents, [](int64_t extent) { return is_known(extent); })) {
    set_elements(output, std::move(elements));
    return;
  }
  std::ranges::replace(extents, unknown_extent, unknown_element);
  value(output).partial = std::move(elements);
}

// Moves a list of extents of which some are known: it is moved as it is, with the marks for those that are not.
void Planner::move_partial(size_t index, std::span<const Argument> given_arguments) {
  const GraphNode& node = graph_.nodes[index];
  std::vector<Argument> arguments(given_arguments.begin(), given_arguments.end());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].given() || arguments[i].has_elements()) continue;
    const PlannedValue& input = value(node.inputs[i]);
    if (!input.partial || rule_of(*node.version, i).type_group != 'T') return;
    arguments[i] = Argument::of(input.partial.get());
  }
  for (const Result& result : states_[index].results) {
    if (result.type != OM_INT64 || !result.shape.is_known() || result.shape.element_count() > longest_partial) {
      return;
    }
  }
  std::vector<Reference<Tensor>> outputs(node.outputs.size());
  run_operator(*node.op, *node.version, plan_.context_, arguments, attributes(node), outputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::span elements(reinterpret_cast<const int64_t*>(outputs[i]->data()),
                             static_cast<size_t>(outputs[i]->element_count()));
    if (std::ranges::find(elements, unknown_element) == elements.end()) {
      set_elements(node.outputs[i], std::move(outputs[i]));
    } else {
      value(node.outputs[i]).partial = std::move(outputs[i]);
    }
  }
}

// ---- What is left to do ---------------------------------------------------------------------------------------------

// Nodes that a run needs; the others that somebody reads are constants.
void Planner::find_needed() {
  std::vector<char> read(graph_.values.size());
  for (const GraphOutput& output : graph_.outputs) {
    read[static_cast<size_t>(output.value)] = 1;
    needed_values_[static_cast<size_t>(output.value)] = value(output.value).constant ? 0 : 1;
  }
  for (size_t i = graph_.nodes.size(); i-- > 0;) {
    const GraphNode& node = graph_.nodes[i];
    const auto any = [&](const std::vector<char>& marked) {
      return std::ranges::any_of(node.outputs, [&](ValueId id) { return marked[static_cast<size_t>(id)] != 0; });
    };
    states_[i].needed = any(needed_values_);
    const bool is_read = any(read);
    const bool constant = std::ranges::all_of(
        node.outputs, [&](ValueId id) { return value(id).constant || read[static_cast<size_t>(id)] == 0; });
    if (is_read && constant) plan_.nodes_[i].kind = OM_PLAN_CONSTANT;
    for (const ValueId input : node.inputs) {
      if (input == no_value) continue;
      if (is_read) read[static_cast<size_t>(input)] = 1;
      if (states_[i].needed && !value(input).constant) needed_values_[static_cast<size_t>(input)] = 1;
    }
  }
}

// Outputs, and what they are views of.
void Planner::find_owned() {
  for (const GraphOutput& output : graph_.outputs) owned_values_[static_cast<size_t>(output.value)] = 1;
  for (size_t i = graph_.nodes.size(); i-- > 0;) {
    const GraphNode& node = graph_.nodes[i];
    if (node.op->kind == OM_KIND_VIEW && owned_values_[static_cast<size_t>(node.outputs[0])] != 0) {
      owned_values_[static_cast<size_t>(node.inputs[0])] = 1;
    }
  }
}

void Planner::add_root(ValueId id, bool dynamic) {
  PlannedValue& made = value(id);
  made.root = id;
  made.offset_bytes = 0;
  PlannedRoot& memory = root(id);
  memory.bytes = made.ranked && made.shape.is_known() ? storage_bytes(made.type, made.shape.element_count()) : -1;
  if (owned_values_[static_cast<size_t>(id)] != 0) {
    memory.place = PlannedRoot::Place::output;
    memory.position = static_cast<int64_t>(plan_.output_roots_.size());
    plan_.output_roots_.push_back({id, graph_.outputs.size()});
  } else {
    memory.place = dynamic ? PlannedRoot::Place::dynamic : PlannedRoot::Place::buffer;
  }
}

void Planner::schedule(size_t index) {
  const GraphNode& node = graph_.nodes[index];
  const bool shapes_known = !states_[index].results.empty();
  const bool tainted =
      std::ranges::any_of(node.outputs, [&](ValueId id) { return value(id).shaped_at_run_time; }) ||
      std::ranges::any_of(node.inputs, [&](ValueId id) { return id != no_value && value(id).shaped_at_run_time; });
  if (!shapes_known || tainted) {
    schedule_dynamic(index);
    return;
  }
  if (node.op->lay_out != nullptr && schedule_movement(index)) return;

  const std::vector<Result>& results = states_[index].results;
  if (plan_.nodes_[index].shaped_at_run_time) {
    place_inputs(index);
    plan_.steps_.push_back({PlannedStep::Kind::check, static_cast<int32_t>(index)});
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].view_of != Result::no_input) schedule_view(index, i);
  }
  const bool makes = std::ranges::any_of(results, [](const Result& r) { return r.view_of == Result::no_input; });
  if (makes) schedule_kernel(index);
}

// Leaves the movement for who needs its outcome in memory, if it can be said as a layout.
bool Planner::schedule_movement(size_t index) {
  const GraphNode& node = graph_.nodes[index];
  const ValueId source = node.inputs[0];
  const PlannedValue& moved = value(source);
  const Layout from = is_in_memory(source)
                          ? Layout::row_major(moved.shape, moved.offset_bytes * 8 / storage_bits(moved.type))
                          : pending(source).layout;
  Arguments arguments = plan_.arguments_of(node);
  arguments[0].strides = from.strides;
  const PreparedCall prepared(*node.op, *node.version, plan_.context_, arguments, attributes(node),
                              node.outputs.size());
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    StridedCopy copy;
    if (!node.op->lay_out(prepared.call, prepared.results, prepared.plan, i, &copy)) return false;
    Pending& left = pending(node.outputs[i]);
    left.root = is_in_memory(source) ? moved.root : pending(source).root;
    std::copy_n(copy.source_strides, copy.rank, left.layout.strides);
    left.layout.offset = from.offset + copy.source_offset;
    left.from = is_in_memory(source) ? no_value : source;
  }
  return true;
}

void Planner::schedule_view(size_t index, size_t output) {
  const ValueId id = graph_.nodes[index].outputs[output];
  const ValueId base = graph_.nodes[index].inputs[static_cast<size_t>(states_[index].results[output].view_of)];
  if (!is_in_memory(base)) {
    if (const auto layout = reshaped(value(base).shape, pending(base).layout, value(id).shape)) {
      pending(id) = {pending(base).root, *layout, base, base};
      return;
    }
    place(base);
  }
  value(id).root = value(base).root;
  value(id).offset_bytes = value(base).offset_bytes;
  states_[index].aliased = true;
}

void Planner::schedule_kernel(size_t index) {
  const GraphNode& node = graph_.nodes[index];
  place_inputs(index);
  PlannedNode& planned = plan_.nodes_[index];
  planned.kind = OM_PLAN_KERNEL;
  planned.kernel = node.op->name;
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (states_[index].results[i].view_of != Result::no_input) continue;
    add_root(node.outputs[i], false);
    count_bytes(index, node.outputs[i]);
  }
  plan_.steps_.push_back({PlannedStep::Kind::kernel, static_cast<int32_t>(index)});
}

// Adds the bytes of a root to those that the node writes.
void Planner::count_bytes(size_t index, ValueId id) {
  int64_t& bytes = plan_.nodes_[index].bytes;
  bytes = bytes < 0 || root(id).bytes < 0 ? -1 : checked_add(bytes, root(id).bytes);
}

void Planner::schedule_dynamic(size_t index) {
  const GraphNode& node = graph_.nodes[index];
  place_inputs(index);
  PlannedNode& planned = plan_.nodes_[index];
  const bool is_view = node.op->kind == OM_KIND_VIEW;
  planned.kind = is_view && node.outputs.size() == 1 ? OM_PLAN_VIEW : OM_PLAN_KERNEL;
  if (planned.kind == OM_PLAN_KERNEL) {
    planned.kernel = node.op->name;
  }
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (is_view && i == 0) {
      const PlannedValue& base = value(node.inputs[0]);
      value(node.outputs[0]).root = base.root;
      value(node.outputs[0]).offset_bytes = base.offset_bytes;
    } else {
      add_root(node.outputs[i], true);
      count_bytes(index, node.outputs[i]);
    }
  }
  plan_.steps_.push_back({PlannedStep::Kind::dynamic, static_cast<int32_t>(index)});
}

void Planner::place_inputs(size_t index) {
  for (const ValueId id : graph_.nodes[index].inputs) {
    if (id != no_value) place(id);
  }
}

// Sees to it that the value is in memory, in row-major order. Of views the pass is that of the movement they follow;
// they come for nothing.
void Planner::place(ValueId id) {
  ValueId movement = id;
  while (!is_in_memory(movement) && pending(movement).view_of != no_value) movement = pending(movement).view_of;
  if (!is_in_memory(movement)) place_movement(movement);
  for (ValueId view = id; view != movement; view = pending(view).view_of) {
    value(view).root = value(movement).root;
    value(view).offset_bytes = value(movement).offset_bytes;
    state_of(view).aliased = true;
  }
}

// What lies in one piece in other memory stays there, unless the caller gets it.
void Planner::place_movement(ValueId id) {
  PlannedValue& placed = value(id);
  const Pending& left = pending(id);
  const int64_t bits = storage_bits(placed.type);
  if (owned_values_[static_cast<size_t>(id)] == 0 && is_row_major(placed.shape, left.layout) &&
      left.layout.offset * bits % 8 == 0) {
    placed.root = left.root;
    placed.offset_bytes = placed.shape.element_count() == 0 ? 0 : left.layout.offset * bits / 8;
    state_of(id).aliased = true;
  } else {
    copy_to_own(id);
  }
}

void Planner::copy_to_own(ValueId id) {
  const Pending& left = pending(id);
  const int32_t node = producers_[static_cast<size_t>(id)];
  add_root(id, false);
  PlannedStep step{PlannedStep::Kind::copy, node, left.root, id, storage_bits(value(id).type)};
  for (int64_t axis = 0; axis < value(id).shape.rank(); ++axis) {
    step.copy.append_axis(value(id).shape[axis], left.layout.strides[axis], 0);
  }
  step.copy.source_offset = left.layout.offset;
  set_row_major_target(&step.copy);
  plan_.steps_.push_back(std::move(step));

  state_of(id).copied = true;
  count_bytes(static_cast<size_t>(node), id);
  // Those before a node that is fused already are fused, too.
  for (ValueId from = left.from; from != no_value; from = pending(from).from) {
    PlannedNode& fused = plan_.nodes_[static_cast<size_t>(producers_[static_cast<size_t>(from)])];
    if (fused.fused_into >= 0) break;
    fused.fused_into = node;
  }
}

// ---- Memory, and what is told of it ---------------------------------------------------------------------------------

void Planner::describe_nodes() {
  for (size_t i = 0; i < states_.size(); ++i) {
    PlannedNode& planned = plan_.nodes_[i];
    const NodeState& state = states_[i];
    if (state.needed && planned.kind == OM_PLAN_UNUSED) {
      planned.kind = state.copied                                ? OM_PLAN_COPY
                     : !state.aliased && planned.fused_into >= 0 ? OM_PLAN_FUSED
                                                                 : OM_PLAN_VIEW;
      if (state.copied) planned.kernel = "strided copy";
    }
    if (planned.kind != OM_PLAN_FUSED) planned.fused_into = -1;
    if (planned.kind == OM_PLAN_CONSTANT || planned.kind == OM_PLAN_UNUSED) planned.shaped_at_run_time = false;
  }
}

// Gives each root in the buffer a piece of it that no other one has between its first and last use.
void Planner::lay_out_memory() {
  constexpr size_t none = std::numeric_limits<size_t>::max();
  struct Use {
    ValueId root;
    size_t first;
    size_t last;
  };
  std::vector<Use> uses;  // in the order of their beginning
  std::vector<size_t> use_of(plan_.roots_.size(), none);
  const auto touch = [&](ValueId id, size_t step) {
    if (id == no_value) return;  // left for who needs it, and nobody does
    const PlannedRoot::Place place = root(id).place;
    if (place != PlannedRoot::Place::buffer && place != PlannedRoot::Place::dynamic) return;
    size_t& use = use_of[static_cast<size_t>(id)];
    if (use == none) {
      use = uses.size();
      uses.push_back({id, step, step});
    }
    uses[use].last = step;
  };
  for (size_t i = 0; i < plan_.steps_.size(); ++i) {
    const PlannedStep& step = plan_.steps_[i];
    if (step.kind == PlannedStep::Kind::copy) {
      touch(step.source, i);
      touch(step.target, i);
      continue;
    }
    const GraphNode& node = graph_.nodes[static_cast<size_t>(step.node)];
    for (const ValueId id : node.inputs) {
      if (id != no_value) touch(value(id).root, i);
    }
    if (step.kind == PlannedStep::Kind::check) continue;
    for (const ValueId id : node.outputs) touch(value(id).root, i);
  }

  BufferLayout layout;
  std::multimap<size_t, ValueId> ends;  // of those that have a piece, by their last use
  for (const Use& use : uses) {
    PlannedRoot& memory = root(use.root);
    if (memory.place == PlannedRoot::Place::dynamic) {
      plan_.steps_[use.last].last_reads.push_back(use.root);
      continue;
    }
    if (memory.bytes <= 0) continue;
    while (!ends.empty() && ends.begin()->first < use.first) {
      const PlannedRoot& free = root(ends.begin()->second);
      layout.give_back(free.position, free.bytes);
      ends.erase(ends.begin());
    }
    memory.position = layout.take(memory.bytes);
    ends.emplace(use.last, use.root);
  }
  plan_.buffer_bytes_ = layout.bytes();
}

}  // namespace onemodel
