// What one run of a plan needs for itself: memory, and calls that wait for the addresses of their elements.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graph/plan.h"

namespace onemodel {

class Frame {
 public:
  explicit Frame(const Plan& plan);

  // Runs the plan. `inputs` has an entry for each of the graph's inputs, null where the initializer stands for it; they
  // are those that the plan was made for. `outputs` has one for each of the graph's outputs, and `into` is empty; or
  // `outputs` is empty, and `into` has tensors that the outputs are written to, of the right types and, where the plan
  // knows them, shapes.
  void run(const om_context& context, std::span<const Tensor* const> inputs, std::span<Tensor* const> into,
           std::span<Reference<Tensor>> outputs);

  // The memory that it keeps between runs.
  int64_t held_bytes() const;

  // Forgets what belongs to one run.
  void clear();

 private:
  // A kernel on inputs of known shapes, asked once; only the addresses change from run to run.
  struct Kernel {
    Arguments arguments;
    std::optional<PreparedCall> call;
  };
  // The type and shape of a value in this run.
  struct Described {
    om_type type = 0;
    Shape shape;
  };
  // Memory for values whose size only a run tells; kept for the next run.
  struct Chunk {
    std::unique_ptr<std::byte[]> memory;
    int64_t bytes = 0;
    int64_t used_bytes = 0;
    ValueId user = no_value;
  };
  struct FreeBuffer {
    void operator()(std::byte* memory) const;
  };

  const PlannedValue& value(ValueId id) const { return plan_.value(id); }
  Described& described(ValueId id) { return described_[static_cast<size_t>(id)]; }
  std::byte*& memory(ValueId root) { return memory_[static_cast<size_t>(root)]; }
  // The elements of a value that is in memory.
  const std::byte* elements(ValueId id) { return memory(value(id).root) + value(id).offset_bytes; }
  Arguments arguments_of(const GraphNode& node);

  void run_step(const om_context& context, size_t index);
  void run_kernel(const om_context& context, const GraphNode& node, Kernel* kernel);
  void run_dynamic(const om_context& context, const GraphNode& node);
  void use_memory(const om_context& context, int64_t bytes);
  std::byte* target_of(const om_context& context, ValueId id);
  std::byte* allocate_output(const om_context& context, ValueId root, int64_t bytes);
  std::byte* allocate_chunk(const om_context& context, ValueId root, int64_t bytes);
  Reference<Tensor> output(size_t index, std::span<const Tensor* const> inputs);
  void copy_into(size_t index, Tensor* target);
  void keep_strings(std::span<const Tensor* const> inputs, Tensor* tensor) const;

  const Plan& plan_;
  std::unique_ptr<std::byte, FreeBuffer> buffer_;
  std::vector<std::byte*> memory_;  // of each root
  std::vector<Described> described_;
  std::vector<std::unique_ptr<Kernel>> kernels_;   // for each step; null where it is none
  int64_t used_bytes_ = 0;                         // of this run
  std::span<Tensor* const> into_;                  // of this run
  std::vector<Reference<Tensor>> output_tensors_;  // for each output root
  static constexpr size_t no_chunk = std::numeric_limits<size_t>::max();
  std::vector<Chunk> chunks_;
  std::vector<size_t> chunk_of_;  // of each root, as of the last run that made it
};

}  // namespace onemodel
