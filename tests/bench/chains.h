// Chains of movements: as sessions, which make one pass, and one operator after the other.
#pragma once

#include "workloads.h"

namespace onemodel::bench {

struct Chain {
  std::string name;
  Workload one_by_one;
  Workload session;
  int64_t bytes_one_by_one;  // written by each operator that is no view
  int64_t bytes_in_session;  // that the plan says
};

// Chains over float32 tensors of about `bytes` bytes.
std::vector<Chain> chains(int64_t bytes);

}  // namespace onemodel::bench
