/* What one small Slice costs in C: prints the nanoseconds of the fastest of many rounds, for the C# benchmark to stand
 * beside. */
#define _POSIX_C_SOURCE 199309L
#include <onemodel.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CALLS = 1000 };

static double now_in_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 3000;
  const int64_t shape[] = {2, 3}, starts[] = {-1}, ends[] = {INT64_MIN}, axes[] = {0}, steps[] = {-1};
  const float data[] = {1, 2, 3, 4, 5, 6};
  om_tensor* input = NULL;
  if (om_tensor_create(NULL, OM_FLOAT32, shape, 2, data, sizeof data, &input, NULL) != OM_OK) return 1;
  double fastest = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const double start = now_in_nanoseconds();
    for (int call = 0; call < CALLS; ++call) {
      om_tensor* output = NULL;
      om_error* error = NULL;
      if (om_slice(NULL, input, starts, ends, axes, steps, 1, &output, &error) != OM_OK) return 1;
      om_tensor_release(output);
    }
    const double nanoseconds = (now_in_nanoseconds() - start) / CALLS;
    if (nanoseconds < fastest) fastest = nanoseconds;
  }
  om_tensor_release(input);
  printf("%.1f\n", fastest);
  return 0;
}
