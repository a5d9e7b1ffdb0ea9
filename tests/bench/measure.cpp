#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace onemodel::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(const std::function<void()>& call, int64_t repetitions) {
  const auto start = Clock::now();
  for (int64_t i = 0; i < repetitions; ++i) call();
  return std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(repetitions);
}

// How often to call for a sample of that many seconds. The first calls find nothing in the caches, so it counts up.
int64_t repetitions_for(const std::function<void()>& call, double seconds) {
  call();
  int64_t repetitions = 1;
  while (true) {
    const double sample = seconds_of(call, repetitions) * static_cast<double>(repetitions);
    if (sample >= seconds / 2) {
      return std::max<int64_t>(1, std::llround(seconds / sample * static_cast<double>(repetitions)));
    }
    repetitions *= sample < seconds / 16 ? 8 : 2;
  }
}

// The value at a fraction of a sorted list, between its neighbours where it falls between two.
double quantile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

void measure(std::vector<Contender>& contenders, const Effort& effort) {
  constexpr auto until_threads_rest = std::chrono::milliseconds(2);
  std::vector<int64_t> repetitions;
  double round = 0;
  for (Contender& contender : contenders) {
    contender.seconds.clear();
    repetitions.push_back(0);
    if (!contender.call) continue;
    repetitions.back() = repetitions_for(contender.call, effort.seconds_for_sample);
    round += seconds_of(contender.call, repetitions.back()) * static_cast<double>(repetitions.back());
  }
  const auto affordable = static_cast<int64_t>(effort.seconds_for_row / std::max(round, 1e-9));
  const int64_t rounds = std::clamp(affordable, effort.least_rounds, effort.most_rounds);
  for (int64_t i = 0; i < rounds; ++i) {
    for (size_t j = 0; j < contenders.size(); ++j) {
      Contender& contender = contenders[j];
      if (!contender.call) continue;
      contender.seconds.push_back(seconds_of(contender.call, repetitions[j]));
      if (contender.spins) std::this_thread::sleep_for(until_threads_rest);
    }
  }
}

std::optional<Spread> spread_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  return Spread{values.front(),         quantile(values, 0.25), quantile(values, 0.5),
                quantile(values, 0.75), values.back(),          static_cast<int64_t>(values.size())};
}

std::optional<Spread> ratio_of(const Contender& numerator, const Contender& denominator) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(numerator.seconds.size(), denominator.seconds.size()); ++i) {
    ratios.push_back(numerator.seconds[i] / denominator.seconds[i]);
  }
  return spread_of(std::move(ratios));
}

}  // namespace onemodel::bench
