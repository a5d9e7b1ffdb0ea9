#include <onemodel.h>
#include <stdio.h>

int main(void) {
  const int64_t shape[] = {2, 3}, starts[] = {-1}, ends[] = {INT64_MIN}, axes[] = {1}, steps[] = {-1};
  const float data[] = {1, 2, 3, 4, 5, 6};
  om_tensor *input = NULL, *output = NULL;
  om_error* error = NULL;
  if (om_tensor_create(NULL, OM_FLOAT32, shape, 2, data, sizeof data, &input, &error) != OM_OK ||
      om_slice(NULL, input, starts, ends, axes, steps, 1, &output, &error) != OM_OK) {
    fprintf(stderr, "%s: %s\n", om_error_reason(error), om_error_message(error));
    return 1;
  }
  const float* values = om_tensor_data(output);
  for (int64_t i = 0; i < om_tensor_element_count(output); ++i) printf("%g ", values[i]);
  printf("\n");
  om_tensor_release(output);
  om_tensor_release(input);
  return 0;
}
