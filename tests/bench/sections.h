// What is timed besides the rows: small calls, memory, and chains.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure.h"
#include "rival.h"
#include "rows.h"

namespace onemodel::bench {

// Which of the things with a name are to be timed.
using Filter = std::function<bool(const std::string& name)>;

// A time with what it should be at most.
struct SmallCall {
  std::string name;
  Contender contender{};
  // Of the fastest rounds. It is what the bar is about: what the machine does besides only adds to such times.
  double least = 0;
  double bar = 0;  // seconds; 0: there is none
};

// What calls of a few elements cost, and what a node and a run of a session cost.
std::vector<SmallCall> measure_small_calls(const Filter& filter, Rival* rival, int64_t rounds);

// A call that makes its result each time, against one into memory that is there already.
struct MemoryResult {
  std::string name;
  Contender fresh;
  Contender reused;
};
inline constexpr double kMemoryBar = 1.1;  // fresh / reused, at most

std::vector<MemoryResult> measure_memory(const Filter& filter, const Effort& effort);

// Several operators one after the other, as a session, and in ONNX Runtime with its optimiser on.
enum class ChainWho { one_by_one, session_1, session_2, session_into, onnxruntime_1, onnxruntime_2, memcpy };
inline constexpr size_t kChainWhoCount = 7;
inline constexpr const char* kChainWhoKeys[kChainWhoCount] = {
    "one_by_one", "session_1", "session_2", "session_into", "onnxruntime_1", "onnxruntime_2", "memcpy"};

struct ChainResult {
  std::string name;
  int64_t bytes = 0;                  // of the output
  std::vector<Contender> contenders;  // by ChainWho
  std::string onnxruntime_refusal;
  std::string fault;  // how one of the results is wrong; "" if none is

  const Contender& of(ChainWho who) const { return contenders[static_cast<size_t>(who)]; }
};

// The names of all chains.
std::vector<std::string> chain_names();
std::vector<ChainResult> measure_chains(const Filter& filter, Rival* rival, const Effort& effort);

}  // namespace onemodel::bench
