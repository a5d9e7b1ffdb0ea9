// What a small slice costs in C: the call that Benchmark.java makes through the binding. Prints nanoseconds a call, of
// the fastest of many short runs: what else the machine does can only add to it.
#include <onemodel.h>
#include <stdio.h>
#include <time.h>

enum { RUNS = 3000, CALLS = 2000 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(void) {
  const int64_t shape[] = {2, 3}, starts[] = {-1}, ends[] = {INT64_MIN}, axes[] = {1}, steps[] = {-1};
  const float data[] = {1, 2, 3, 4, 5, 6};
  om_tensor* matrix = NULL;
  if (om_tensor_create(NULL, OM_FLOAT32, shape, 2, data, sizeof data, &matrix, NULL) != OM_OK) return 1;
  double fastest = 1e18;
  for (int run = 0; run < RUNS; ++run) {
    const double start = now();
    for (int i = 0; i < CALLS; ++i) {
      om_tensor* reversed = NULL;
      om_error* error = NULL;
      if (om_slice(NULL, matrix, starts, ends, axes, steps, 1, &reversed, &error) != OM_OK) return 1;
      om_tensor_release(reversed);
    }
    const double nanoseconds = (now() - start) / CALLS;
    if (nanoseconds < fastest) fastest = nanoseconds;
  }
  om_tensor_release(matrix);
  printf("%.1f\n", fastest);
  return 0;
}
