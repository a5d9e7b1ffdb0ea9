// Each operator once more, slow and obvious: for a place of the output, the place that its element comes from.
#pragma once

#include <string>
#include <vector>

#include "workload.h"

namespace onemodel::bench {

// How the outputs are not what the workload must give: "output 1 at [0, 17]", or "" if they are. All places of small
// outputs are looked at, and of large ones `most_places`: the first, the last and random ones.
std::string difference_from_reference(const Workload& workload, const std::vector<TensorHandle>& outputs,
                                      int64_t most_places);

}  // namespace onemodel::bench
