// Writing an output of runs, which need not end where a byte does.
#pragma once

#include "kernels/produce.h"

namespace onemodel {

// A body for produce, without its type: so that what surrounds it is there once, and not once for every width of
// elements. Borrows the function.
class RunWriter {
 public:
  template <class Function>
  RunWriter(const Function& function)  // NOLINT(google-explicit-constructor): a lambda is meant to become one
      : function_(&function), call_([](const void* f, int64_t first, int64_t last, std::byte* to, Stores stores) {
          (*static_cast<const Function*>(f))(first, last, to, stores);
        }) {}

  void operator()(int64_t first, int64_t last, std::byte* to, Stores stores) const {
    call_(function_, first, last, to, stores);
  }

 private:
  const void* function_;
  void (*call_)(const void* function, int64_t first, int64_t last, std::byte* to, Stores stores);
};

// As produce does, an output of `count` runs of run_bits bits each; count >= 1. Runs that end inside a byte go in
// groups that do not: write(first, last, to, stores) writes runs [first, last), of which the first starts where `to`
// does.
void produce_runs(Workers& workers, int64_t count, int64_t run_bits, std::byte* target, RunWriter write);

}  // namespace onemodel
