// What is timed: calls of each operator on random data of a given size.
#pragma once

#include <onemodel.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace onemodel::bench {

struct ReleaseTensor {
  void operator()(om_tensor* tensor) const { om_tensor_release(tensor); }
};
using TensorHandle = std::unique_ptr<om_tensor, ReleaseTensor>;

// Ends the program with the message if a call failed: what is timed must work.
void require_ok(om_status status, om_error* error);

struct Workload {
  std::string name;  // "Transpose 2-D float32"
  // Runs the operator once and gives its (first) result.
  std::function<TensorHandle()> call;
};

// All workloads whose outputs have about `bytes` bytes. Views and shape operators do not depend on it.
std::vector<Workload> workloads(int64_t bytes);

}  // namespace onemodel::bench
