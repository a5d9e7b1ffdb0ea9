// What a small slice costs in C: the call that Benchmark.java makes through the binding. Prints nanoseconds a call, the median
// of several runs.
#include <onemodel.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 11, CALLS = 200000 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(void) {
  const int64_t shape[] = {2, 3}, starts[] = {-1}, ends[] = {INT64_MIN}, axes[] = {1}, steps[] = {-1};
  const float data[] = {1, 2, 3, 4, 5, 6};
  om_tensor* matrix = NULL;
  if (om_tensor_create(NULL, OM_FLOAT32, shape, 2, data, sizeof data, &matrix, NULL) != OM_OK) return 1;
  double nanoseconds[RUNS];
  for (int run = -2; run < RUNS; ++run) {  // the first two warm up
    const double start = now();
    for (int i = 0; i < CALLS; ++i) {
      om_tensor* reversed = NULL;
      om_error* error = NULL;
      if (om_slice(NULL, matrix, starts, ends, axes, steps, 1, &reversed, &error) != OM_OK) return 1;
      om_tensor_release(reversed);
    }
    if (run >= 0) nanoseconds[run] = (now() - start) / CALLS;
  }
  om_tensor_release(matrix);
  qsort(nanoseconds, RUNS, sizeof nanoseconds[0], ascending);
  printf("%.1f\n", nanoseconds[RUNS / 2]);
  return 0;
}
