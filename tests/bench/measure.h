// Timing on a machine that others use, too: who is compared takes turns, many times, so that a disturbance meets all of
// them; medians and quartiles are told, and ratios are medians of the ratios within one round.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace onemodel::bench {

// What is timed against others, and the times of one call in seconds, one for each round.
struct Contender {
  std::string key;             // "ours_1"
  std::function<void()> call;  // empty: not there
  bool spins = false;          // leaves threads that spin for a while, which must not meet the next contender
  std::vector<double> seconds{};
};

struct Effort {
  double seconds_for_row = 1.0;  // all contenders together
  int64_t least_rounds = 3;
  int64_t most_rounds = 15;
  double seconds_for_sample = 2e-4;  // short calls are repeated until a sample takes this long
  double long_call = 3.0;            // a call that takes as many seconds is made, and timed, once
  int64_t places_to_check = 20'000;  // of each output, against the reference
  bool reduces_large = false;        // whether the large workloads are made smaller
  bool runs_into_outputs = true;     // whether rows also run as sessions into outputs that are there
};

// Calls each contender once without counting it, unless that was long, then times them in turns.
void measure(std::vector<Contender>& contenders, const Effort& effort);

struct Spread {
  double minimum = 0, lower_quartile = 0, median = 0, upper_quartile = 0, maximum = 0;
  int64_t count = 0;
};

// Nothing for no values.
std::optional<Spread> spread_of(std::vector<double> values);

// The spread of numerator / denominator within each round; nothing if one of them was not measured.
std::optional<Spread> ratio_of(const Contender& numerator, const Contender& denominator);

// The medians of these.
std::optional<double> median_of(const Contender& contender);
std::optional<double> median_ratio(const Contender& numerator, const Contender& denominator);

}  // namespace onemodel::bench
