// onemodel_bench: times every operator at 1 KB, 1 MB and 64 MB against memcpy of its output's bytes into memory that is
// already there, in one run, and prints the ratio; and chains of movements as a session against one operator after the
// other. Allocation and release of the results are part of ours.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

#include "chains.h"
#include "workloads.h"

namespace onemodel::bench {
namespace {

struct Size {
  const char* name;
  int64_t bytes;
};
constexpr Size sizes[] = {{"1KB", 1 << 10}, {"1MB", 1 << 20}, {"64MB", 64 << 20}};

// The time of one call, by the benchmark's name.
class Times : public benchmark::ConsoleReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      times_[run.benchmark_name()] = run.GetAdjustedRealTime();
      std::fprintf(stderr, ".");
    }
  }
  const double* find(const std::string& name) const {
    const auto found = times_.find(name);
    return found != times_.end() ? &found->second : nullptr;
  }

 private:
  std::map<std::string, double> times_;
};

std::string memcpy_name(int64_t bytes) { return "memcpy/" + std::to_string(bytes); }

void register_memcpy(int64_t bytes) {
  benchmark::RegisterBenchmark(memcpy_name(bytes).c_str(), [bytes](benchmark::State& state) {
    std::vector<char> source(static_cast<size_t>(bytes) + 1, 1);
    std::vector<char> target(static_cast<size_t>(bytes) + 1, 2);
    for (auto _ : state) {
      std::memcpy(target.data(), source.data(), static_cast<size_t>(bytes));
      benchmark::DoNotOptimize(target.data());
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kNanosecond);
}

struct Row {
  std::string name;
  std::string memcpy_name;
  int64_t bytes;
};

struct Moved {
  std::string name;
  std::string one_by_one;
  std::string session;
  int64_t bytes_one_by_one;
  int64_t bytes_in_session;
};

}  // namespace
}  // namespace onemodel::bench

int main(int argc, char** argv) {
  using namespace onemodel::bench;
  benchmark::Initialize(&argc, argv);

  std::vector<Row> rows;
  std::vector<Moved> moved;
  std::set<int64_t> copied;
  for (const Size& size : sizes) {
    const auto add = [&](const Workload& workload) {
      const int64_t bytes = std::max<int64_t>(1, om_tensor_byte_count(workload.call().get()));
      const std::string name = workload.name + "/" + size.name;
      if (copied.insert(bytes).second) register_memcpy(bytes);
      benchmark::RegisterBenchmark(name.c_str(), [call = workload.call](benchmark::State& state) {
        for (auto _ : state) benchmark::DoNotOptimize(call().get());
      })->Unit(benchmark::kNanosecond);
      rows.push_back({name, memcpy_name(bytes), bytes});
      return name;
    };
    for (const Workload& workload : workloads(size.bytes)) add(workload);
    for (const Chain& chain : chains(size.bytes)) {
      moved.push_back({chain.name + "/" + size.name, add(chain.one_by_one), add(chain.session), chain.bytes_one_by_one,
                       chain.bytes_in_session});
    }
  }
  Times times;
  benchmark::RunSpecifiedBenchmarks(&times);

  std::printf("\n%-44s %14s %14s %14s %8s\n", "call", "output bytes", "ns", "memcpy ns", "ratio");
  for (const Row& row : rows) {
    const double* ours = times.find(row.name);
    const double* copy = times.find(row.memcpy_name);
    if (ours == nullptr) continue;
    std::printf("%-44s %14lld %14.1f ", row.name.c_str(), static_cast<long long>(row.bytes), *ours);
    if (copy != nullptr) {
      std::printf("%14.1f %8.2f\n", *copy, *ours / *copy);
    } else {
      std::printf("%14s %8s\n", "-", "-");
    }
  }
  std::printf("\n%-44s %14s %14s %14s %14s %8s\n", "chain", "bytes written", "in a session", "ns", "in a session",
              "ratio");
  for (const Moved& row : moved) {
    const double* one_by_one = times.find(row.one_by_one);
    const double* session = times.find(row.session);
    if (one_by_one == nullptr || session == nullptr) continue;
    std::printf("%-44s %14lld %14lld %14.1f %14.1f %8.2f\n", row.name.c_str(),
                static_cast<long long>(row.bytes_one_by_one), static_cast<long long>(row.bytes_in_session), *one_by_one,
                *session, *session / *one_by_one);
  }
  return 0;
}
