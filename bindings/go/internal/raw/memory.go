package raw

/*
#include <onemodel.h>

struct elements {
	const void *data;
	int64_t bytes, count;
	om_type type;
};

static struct elements elements(uintptr_t handle) {
	const om_tensor *tensor = (const om_tensor *)handle;
	struct elements result = {om_tensor_data(tensor), om_tensor_byte_count(tensor), om_tensor_element_count(tensor),
	                          om_tensor_type(tensor)};
	return result;
}

void onemodel_go_release(void *function);
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// A Result receives a tensor, and how many bytes its elements have; 0 for strings. Bytes means nothing without a tensor.
type Result struct {
	Handle uintptr
	Bytes  int64
}

// A Failure receives the om_error of a call that fails, else 0. Closed is a value, or 0, that the call releases first.
type Failure struct {
	Error  uintptr
	Closed uintptr
}

// Elements is what is known of a tensor's elements.
type Elements struct {
	Data  *byte
	Bytes int64
	Count int64
	Type  int32
}

// ElementsOf asks for all of it in one call.
func ElementsOf(tensor uintptr) Elements {
	elements := C.elements(C.uintptr_t(tensor))
	return Elements{(*byte)(elements.data), int64(elements.bytes), int64(elements.count), int32(elements._type)}
}

// ReleaseFunction gives the C function, and the pointer to pass to it, that call release, once.
func ReleaseFunction(release func()) (function, data uintptr) {
	return uintptr(unsafe.Pointer(C.onemodel_go_release)), uintptr(cgo.NewHandle(release))
}

// ForgetRelease drops a release that C will not call.
func ForgetRelease(data uintptr) {
	cgo.Handle(data).Delete()
}
