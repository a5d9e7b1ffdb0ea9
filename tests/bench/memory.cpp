// Whether making a large result anew in each call costs more than writing over one that is there.
#include <algorithm>
#include <cstring>

#include "contenders.h"
#include "sections.h"

namespace onemodel::bench {
namespace {

// Rows of the table whose kernel is the same either way.
constexpr const char* rows[] = {"Transpose/attention float32", "Concat/axis 0 float32", "Slice/outer float32",
                                "Slice/step 2 float32",        "Expand/row float32",    "Pad/2-D constant float32"};

}  // namespace

std::vector<MemoryResult> measure_memory(const Filter& filter, const Effort& effort) {
  std::vector<MemoryResult> results;
  for (const char* name : rows) {
    const std::string full_name = std::string("Memory/") + name + "/" + kSizeNames.back();
    if (!filter(full_name)) continue;
    const auto row =
        std::ranges::find_if(kRows, [&](const Row& one) { return std::string(one.op) + "/" + one.name == name; });
    const Workload workload = make_workload(*row, Size::large, Extent::full);
    Invocation fresh(workload, context_with_threads(1));
    std::vector<Contender> contenders{{"fresh", fresh}, {"reused", session_into(workload, fresh.outputs())}};
    measure(contenders, effort);
    for (Contender& contender : contenders) contender.call = nullptr;
    results.push_back({full_name, contenders[0], contenders[1]});
  }
  return results;
}

}  // namespace onemodel::bench
