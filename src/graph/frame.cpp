#include "graph/frame.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "graph/buffer_layout.h"

namespace onemodel {
namespace {

constexpr std::align_val_t buffer_alignment{BufferLayout::alignment};

// Where a value of 0 bytes is.
std::byte nothing[1];

}  // namespace

void Frame::FreeBuffer::operator()(std::byte* memory) const { ::operator delete(memory, buffer_alignment); }

Frame::Frame(const Plan& plan) : plan_(plan) {
  const size_t values = plan.graph().values.size();
  memory_.assign(values, nothing);
  described_.resize(values);
  chunk_of_.assign(values, no_chunk);
  output_tensors_.resize(plan.output_roots().size());
  if (plan.buffer_bytes() > 0) {
    buffer_.reset(static_cast<std::byte*>(
        ::operator new(static_cast<size_t>(plan.buffer_bytes()), buffer_alignment, std::nothrow)));
    if (!buffer_) throw std::bad_alloc();
  }
  for (size_t i = 0; i < values; ++i) {
    const auto id = static_cast<ValueId>(i);
    described_[i] = {value(id).type, value(id).shape};
    const PlannedRoot& root = plan.root(id);
    // Nothing writes to constants: no step has one as its target.
    if (root.place == PlannedRoot::Place::constant) memory_[i] = const_cast<std::byte*>(value(id).constant->data());
    if (root.place == PlannedRoot::Place::buffer && root.bytes > 0) memory_[i] = buffer_.get() + root.position;
  }
  kernels_.resize(plan.steps().size());
  for (size_t i = 0; i < kernels_.size(); ++i) {
    const PlannedStep& step = plan.steps()[i];
    if (step.kind != PlannedStep::Kind::kernel) continue;
    const GraphNode& node = plan.graph().nodes[static_cast<size_t>(step.node)];
    kernels_[i] = std::make_unique<Kernel>();
    Kernel& kernel = *kernels_[i];
    kernel.arguments = plan.arguments_of(node);
    kernel.call.emplace(*node.op, *node.version, plan.context(), kernel.arguments, node.attributes.all(),
                        node.outputs.size());
  }
}

void Frame::run(const om_context& context, std::span<const Tensor* const> inputs, std::span<Tensor* const> into,
                std::span<Reference<Tensor>> outputs) {
  const Graph& graph = plan_.graph();
  used_bytes_ = 0;
  use_memory(context, plan_.buffer_bytes());
  for (size_t i = 0; i < inputs.size(); ++i) {
    // Nothing writes to inputs either.
    if (inputs[i] != nullptr) memory(graph.inputs[i].value) = const_cast<std::byte*>(inputs[i]->data());
  }
  into_ = into;
  for (size_t i = 0; i < plan_.steps().size(); ++i) {
    on_behalf_of(graph.nodes[static_cast<size_t>(plan_.steps()[i].node)], [&] { run_step(context, i); });
  }
  for (const Reference<Tensor>& tensor : output_tensors_) {
    if (tensor && tensor->type() == OM_STRING) keep_strings(inputs, tensor.get());
  }
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    require_declared_type(graph.outputs[i].info, described(plan_.outputs()[i].value).type, Reason::model_output_type,
                          "the output");
    if (into.empty()) {
      outputs[i] = output(i, inputs);
    } else {
      copy_into(i, into[i]);
    }
  }
}

// Counts what the run holds at a time.
void Frame::use_memory(const om_context& context, int64_t bytes) {
  used_bytes_ = checked_add(used_bytes_, bytes);
  require_memory(context, used_bytes_);
}

int64_t Frame::held_bytes() const {
  int64_t bytes = plan_.buffer_bytes();
  for (const Chunk& chunk : chunks_) bytes += chunk.bytes;
  return bytes;
}

void Frame::clear() {
  into_ = {};
  for (Reference<Tensor>& tensor : output_tensors_) tensor = {};
  for (Chunk& chunk : chunks_) chunk.user = no_value;
}

void Frame::run_step(const om_context& context, size_t index) {
  const PlannedStep& step = plan_.steps()[index];
  const GraphNode& node = plan_.graph().nodes[static_cast<size_t>(step.node)];
  switch (step.kind) {
    case PlannedStep::Kind::copy:
      strided_copy(*context.workers, step.bits, step.copy, memory(step.source), target_of(context, step.target));
      break;
    case PlannedStep::Kind::kernel:
      run_kernel(context, node, kernels_[index].get());
      break;
    case PlannedStep::Kind::check: {
      const Arguments arguments = arguments_of(node);
      const PreparedCall asked(*node.op, *node.version, context, arguments, node.attributes.all(), node.outputs.size());
      break;
    }
    case PlannedStep::Kind::dynamic:
      run_dynamic(context, node);
      break;
  }
  for (const ValueId root : step.last_reads) {
    Chunk& chunk = chunks_[chunk_of_[static_cast<size_t>(root)]];
    chunk.user = no_value;
    used_bytes_ -= chunk.used_bytes;
  }
}

// Where the elements of a root are to be written, whose type and shape are known by now.
std::byte* Frame::target_of(const om_context& context, ValueId id) {
  const Described& made = described(id);
  const PlannedRoot& root = plan_.root(id);
  // A part of the buffer was measured when it was laid out.
  const bool is_measured = root.place == PlannedRoot::Place::buffer;
  const int64_t bytes = is_measured ? root.bytes : storage_bytes(made.type, made.shape.element_count());
  if (root.place == PlannedRoot::Place::output) {
    memory(id) = allocate_output(context, id, bytes);
  } else if (root.place == PlannedRoot::Place::dynamic) {
    memory(id) = allocate_chunk(context, id, bytes);
  }
  clear_last_byte(made.type, memory(id), bytes);
  return memory(id);
}

void Frame::run_kernel(const om_context& context, const GraphNode& node, Kernel* kernel) {
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] != no_value) kernel->arguments[i].data = elements(node.inputs[i]);
  }
  SmallVector<std::byte*, 4> targets(node.outputs.size());
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const bool is_view = kernel->call->results[i].view_of != Result::no_input;
    targets[i] = is_view ? nullptr : target_of(context, node.outputs[i]);
  }
  kernel->call->call.set_context(context);
  kernel->call->run({targets.data(), targets.size()});
}

Arguments Frame::arguments_of(const GraphNode& node) {
  Arguments arguments;
  for (const ValueId id : node.inputs) {
    if (id == no_value) {
      arguments.emplace_back();
    } else {
      arguments.emplace_back(described(id).type, described(id).shape, elements(id));
    }
  }
  return arguments;
}

void Frame::run_dynamic(const om_context& context, const GraphNode& node) {
  const Arguments arguments = arguments_of(node);
  const PreparedCall prepared(*node.op, *node.version, context, arguments, node.attributes.all(), node.outputs.size());
  SmallVector<std::byte*, 4> targets(node.outputs.size());
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const ValueId id = node.outputs[i];
    const Result& result = prepared.results[i];
    described(id) = {result.type, result.shape};
    if (result.view_of != Result::no_input) {
      targets[i] = nullptr;
      continue;
    }
    targets[i] = target_of(context, id);
  }
  prepared.run({targets.data(), targets.size()});
}

// The tensor that an output root is: that in which the caller wants its first output, where the plan knows that it
// fits.
std::byte* Frame::allocate_output(const om_context& context, ValueId root, int64_t bytes) {
  const Described& made = described(root);
  const auto position = static_cast<size_t>(plan_.root(root).position);
  Reference<Tensor>& tensor = output_tensors_[position];
  if (!into_.empty() && plan_.root(root).bytes >= 0) {
    tensor = Reference<Tensor>::share(into_[plan_.output_roots()[position].first_output]);
  } else {
    use_memory(context, bytes);
    tensor = Tensor::allocate(context, made.type, made.shape);
  }
  return tensor->mutable_data();
}

std::byte* Frame::allocate_chunk(const om_context& context, ValueId root, int64_t bytes) {
  use_memory(context, bytes);
  // The chunk of an earlier run first, so that runs of the same shapes need no more memory.
  size_t& index = chunk_of_[static_cast<size_t>(root)];
  if (index == no_chunk || chunks_[index].user != no_value) {
    const auto free = std::ranges::find(chunks_, no_value, &Chunk::user);
    index = static_cast<size_t>(free - chunks_.begin());
    if (free == chunks_.end()) chunks_.emplace_back();
  }
  Chunk& chunk = chunks_[index];
  if (chunk.bytes < bytes || !chunk.memory) {
    chunk.memory.reset();
    chunk.bytes = 0;
    chunk.memory = std::make_unique_for_overwrite<std::byte[]>(static_cast<size_t>(std::max<int64_t>(bytes, 1)));
    chunk.bytes = bytes;
  }
  chunk.user = root;
  chunk.used_bytes = bytes;
  return chunk.memory.get();
}

// The output as the caller gets it.
Reference<Tensor> Frame::output(size_t index, std::span<const Tensor* const> inputs) {
  const PlannedOutput& planned = plan_.outputs()[index];
  if (planned.root == no_value) {
    return Reference<Tensor>::share(const_cast<Tensor*>(value(planned.value).constant.get()));
  }
  const PlannedRoot& root = plan_.root(planned.root);
  const Tensor* base = nullptr;
  if (root.place == PlannedRoot::Place::input) {
    base = inputs[static_cast<size_t>(root.position)];
  } else if (root.place == PlannedRoot::Place::constant) {
    base = value(planned.root).constant.get();
  } else {
    base = output_tensors_[static_cast<size_t>(root.position)].get();
  }
  const Shape& shape = described(planned.value).shape;
  if (shape == base->shape()) return Reference<Tensor>::share(const_cast<Tensor*>(base));
  return Tensor::view(*base, shape);
}

// Puts the output where the caller wants it, if it has not been made there.
void Frame::copy_into(size_t index, Tensor* target) {
  const PlannedOutput& planned = plan_.outputs()[index];
  const Described& made = described(planned.value);
  require_target(plan_.graph().outputs[index], made.type, &made.shape, *target);
  const std::byte* source = planned.root == no_value ? value(planned.value).constant->data() : elements(planned.value);
  const int64_t bytes = storage_bytes(made.type, made.shape.element_count());
  if (source != target->data() && bytes > 0) std::memcpy(target->mutable_data(), source, static_cast<size_t>(bytes));
}

// String elements point into memory that belongs to the tensors they came from.
void Frame::keep_strings(std::span<const Tensor* const> inputs, Tensor* tensor) const {
  for (const Tensor* input : inputs) {
    if (input != nullptr && input->type() == OM_STRING) tensor->keep_strings_of(*input);
  }
  for (const Reference<const Tensor>& constant : plan_.string_constants()) tensor->keep_strings_of(*constant);
}

}  // namespace onemodel
