package raw

/*
#include <onemodel.h>
#include <stdlib.h>

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

// Allocate gives memory of C, all zero; nil if there is none. It has an address for 0 bytes, too.
func Allocate(bytes int64) *byte {
	return (*byte)(C.calloc(1, C.size_t(bytes)+1))
}

// Free frees what Allocate gave.
func Free(memory *byte) {
	C.free(unsafe.Pointer(memory))
}

// FreeFunction is the C function free, which releases memory by its address.
func FreeFunction() uintptr {
	return uintptr(unsafe.Pointer(C.free))
}

// ReleaseFunction gives the C function, and the pointer to pass to it, that call release, once.
func ReleaseFunction(release func()) (function, data uintptr) {
	return uintptr(unsafe.Pointer(C.onemodel_go_release)), uintptr(cgo.NewHandle(release))
}

// ForgetRelease drops a release that C will not call.
func ForgetRelease(data uintptr) {
	cgo.Handle(data).Delete()
}
