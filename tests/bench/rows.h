// Measuring the rows of the table.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "measure.h"
#include "rival.h"
#include "workload.h"

namespace onemodel::bench {

// Who takes part in a row, in the order of the columns.
enum class Who { ours_1, ours_2, ours_into, onnxruntime_1, onnxruntime_2, memcpy, streaming_copy };
inline constexpr size_t kWhoCount = 7;
inline constexpr const char* kWhoKeys[kWhoCount] = {"ours_1",        "ours_2", "ours_into",     "onnxruntime_1",
                                                    "onnxruntime_2", "memcpy", "streaming_copy"};

struct RowResult {
  const Row* row = nullptr;
  Size size = Size::small;
  Extent extent = Extent::full;
  std::string name;
  std::string description;
  int64_t bytes = 0;                       // of all outputs, or what else memcpy is timed with
  std::vector<Contender> contenders;       // by Who
  std::string onnxruntime_refusal;         // why ONNX Runtime does not take part
  bool is_checked_by_onnxruntime = false;  // bit for bit, besides the reference
  std::string fault;                       // how the result is wrong; "" if it is not

  const Contender& of(Who who) const { return contenders[static_cast<size_t>(who)]; }
  // What the class could reach, as a share of memcpy's time; nothing is known of large workloads that are reduced,
  // which caches may hold.
  std::optional<double> attainable() const;
};

// The workload as a session on one thread that writes into outputs that are there already; empty for strings.
std::function<void()> session_into(const Workload& workload, const std::vector<TensorHandle>& results);

// Throws std::runtime_error if the row cannot be read, corpus::CallFailed if the library refuses it.
RowResult measure_row(const Row& row, Size size, Rival* rival, const Effort& effort);

}  // namespace onemodel::bench
