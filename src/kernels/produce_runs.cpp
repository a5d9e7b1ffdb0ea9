#include "kernels/produce_runs.h"

#include <numeric>

namespace onemodel {

void produce_runs(Workers& workers, int64_t count, int64_t run_bits, std::byte* target, RunWriter write) {
  if (count * run_bits <= 8 * little_bytes) {
    write(0, count, target, Stores::cached);
    return;
  }
  const int64_t group = 8 / std::gcd(int64_t{8}, run_bits);
  const int64_t group_bytes = group * run_bits / 8;
  const int64_t groups = count / group;
  produce(workers, groups, group_bytes, target, [&](int64_t first, int64_t last, std::byte* to, Stores stores) {
    write(first * group, last * group, to, stores);
  });
  if (groups * group < count) write(groups * group, count, target + groups * group_bytes, Stores::cached);
}

}  // namespace onemodel
