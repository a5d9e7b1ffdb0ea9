// The results of a call on their way to the caller.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "tensor/tensor.h"

namespace onemodel {

// As many results as the caller asks for; allocates only for more than a few. Until they are handed over they are
// released if the call fails.
class Outputs {
 public:
  explicit Outputs(int64_t count) : more_(count > few ? static_cast<size_t>(count) : 0), count_(count) {}

  std::span<Reference<Tensor>> all() {
    return more_.empty() ? std::span(few_).first(static_cast<size_t>(count_)) : std::span(more_);
  }
  // Gives them to the caller, who owns them then.
  void hand_over(om_value** outputs) {
    std::ranges::transform(all(), outputs, [](Reference<Tensor>& result) { return result.detach(); });
  }

 private:
  static constexpr int64_t few = 4;

  std::array<Reference<Tensor>, few> few_;
  std::vector<Reference<Tensor>> more_;
  int64_t count_;
};

}  // namespace onemodel
