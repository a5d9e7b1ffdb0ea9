#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <thread>

namespace onemodel::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(const std::function<void()>& call, int64_t repetitions) {
  const auto start = Clock::now();
  for (int64_t i = 0; i < repetitions; ++i) call();
  return std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(repetitions);
}

struct Sample {
  int64_t repetitions = 1;
  double seconds = 0;  // that they took together
};

// How often to call for a sample of that many seconds. The first call finds nothing in the caches and no memory that
// was used before, so it does not count.
Sample sample_of(const std::function<void()>& call, double seconds) {
  call();
  Sample sample;
  while (true) {
    sample.seconds = seconds_of(call, sample.repetitions) * static_cast<double>(sample.repetitions);
    if (sample.seconds >= seconds / 2) break;
    sample.repetitions *= sample.seconds < seconds / 16 ? 8 : 2;
  }
  const double share = std::min(1.0, seconds / sample.seconds);
  sample.repetitions = std::max<int64_t>(1, std::llround(share * static_cast<double>(sample.repetitions)));
  return sample;
}

// Waits for threads of the contender before, which spin for a while, so that they do not keep a core from the next one.
void rest() {
  constexpr auto nap = std::chrono::milliseconds(1);
  constexpr int most_naps = 200;
  constexpr std::clock_t idle = CLOCKS_PER_SEC / 5000;  // a fifth of a nap
  for (int i = 0; i < most_naps; ++i) {
    const std::clock_t before = std::clock();  // of all threads
    std::this_thread::sleep_for(nap);
    if (std::clock() - before < idle) return;
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
  struct Turn {
    Contender* contender;
    int64_t repetitions;
  };
  std::vector<Turn> turns;
  double round = 0;
  for (Contender& contender : contenders) {
    contender.seconds.clear();
    if (!contender.call) continue;
    const Sample sample = sample_of(contender.call, effort.seconds_for_sample);
    if (sample.seconds >= effort.long_call) {
      contender.seconds.push_back(sample.seconds);
    } else {
      turns.push_back({&contender, sample.repetitions});
      round += sample.seconds;
    }
    if (contender.spins) rest();
  }
  const auto affordable = static_cast<int64_t>(effort.seconds_for_row / std::max(round, 1e-9));
  const int64_t rounds = std::clamp(affordable, effort.least_rounds, effort.most_rounds);
  for (int64_t i = 0; i < rounds; ++i) {
    for (const Turn& turn : turns) {
      // The contender before has left its own code and data in the caches; short calls are about what they are in use.
      for (int64_t j = 0; j < turn.repetitions / 2; ++j) turn.contender->call();
      turn.contender->seconds.push_back(seconds_of(turn.contender->call, turn.repetitions));
      if (turn.contender->spins) rest();
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

std::optional<double> median_of(const Contender& contender) {
  const std::optional<Spread> spread = spread_of(contender.seconds);
  return spread ? std::optional(spread->median) : std::nullopt;
}

std::optional<double> median_ratio(const Contender& numerator, const Contender& denominator) {
  const std::optional<Spread> spread = ratio_of(numerator, denominator);
  return spread ? std::optional(spread->median) : std::nullopt;
}

}  // namespace onemodel::bench
