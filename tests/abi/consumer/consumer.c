#include <onemodel.h>
#include <stdio.h>

int main(void) {
  const int64_t shape[] = {3};
  const float values[] = {1, 2, 3};
  const int64_t start = -1, end = INT64_MIN, step = -1;
  om_tensor* data = NULL;
  om_tensor* reversed = NULL;
  om_error* error = NULL;
  if (om_tensor_create(NULL, OM_FLOAT32, shape, 1, values, sizeof values, &data, &error) != OM_OK ||
      om_slice(NULL, data, &start, &end, NULL, &step, 1, &reversed, &error) != OM_OK) {
    printf("%s\n", om_error_message(error));
    return 1;
  }
  const float* result = om_tensor_data(reversed);
  printf("%s: %g %g %g\n", om_version(), result[0], result[1], result[2]);
  const int right = result[0] == 3 && result[1] == 2 && result[2] == 1;
  om_tensor_release(reversed);
  om_tensor_release(data);
  return right ? 0 : 1;
}
