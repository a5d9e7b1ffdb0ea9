// Package cost has what the benchmarks compare with: an empty call of C, and the same work done in C. It is a package
// of its own because tests cannot use cgo.
package cost

/*
#cgo pkg-config: onemodel
#include <onemodel.h>

static void empty(void) {}

static const int64_t shape[] = {2, 3}, starts[] = {-1}, ends[] = {INT64_MIN}, axes[] = {1}, steps[] = {-1};
static const float data[] = {1, 2, 3, 4, 5, 6};

static int32_t slices(int64_t count) {
	om_tensor *input = NULL, *output = NULL;
	om_status status = om_tensor_create(NULL, OM_FLOAT32, shape, 2, data, sizeof data, &input, NULL);
	for (int64_t i = 0; i < count && status == OM_OK; ++i) {
		status = om_slice(NULL, input, starts, ends, axes, steps, 1, &output, NULL);
		om_tensor_release(output);
	}
	om_tensor_release(input);
	return status;
}

static int32_t tensors(int64_t count) {
	om_tensor *tensor = NULL;
	om_status status = OM_OK;
	for (int64_t i = 0; i < count && status == OM_OK; ++i) {
		status = om_tensor_create(NULL, OM_FLOAT32, shape, 2, data, sizeof data, &tensor, NULL);
		om_tensor_release(tensor);
	}
	return status;
}
*/
import "C"

import "fmt"

// EmptyCall calls a C function that does nothing.
func EmptyCall() {
	C.empty()
}

// Slices reverses the rows of a 2x3 matrix count times, in C.
func Slices(count int) error {
	return succeeded(C.slices(C.int64_t(count)))
}

// Tensors makes and releases a 2x3 matrix count times, in C.
func Tensors(count int) error {
	return succeeded(C.tensors(C.int64_t(count)))
}

func succeeded(status C.int32_t) error {
	if status != 0 {
		return fmt.Errorf("the loop in C failed with status %d", status)
	}
	return nil
}
