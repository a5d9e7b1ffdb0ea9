package onemodel

import (
	"unsafe"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// FromDLPack takes over a DLPack tensor (DLManagedTensorVersioned, version 1.x, CPU). One that is row-major and aligned
// is used without a copy, and its deleter called when it is no longer needed; any other strides are copied to row-major
// order and the deleter called at once. If FromDLPack fails, managed stays the caller's.
func FromDLPack(managed unsafe.Pointer) (*Tensor, error) {
	return (*Context)(nil).FromDLPack(managed)
}

// FromDLPack takes over a DLPack tensor; see the function of this name.
func (c *Context) FromDLPack(managed unsafe.Pointer) (*Tensor, error) {
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_tensor_from_dlpack(context, uintptr(managed), output, failure)
	})
}

// DLPack gives the tensor as a read-only DLPack tensor (DLManagedTensorVersioned, version 1.0, CPU, row-major) without
// a copy. It keeps the memory alive until the receiver calls its deleter. Strings and packed types are refused.
func (t *Tensor) DLPack() (unsafe.Pointer, error) {
	if err := t.ref().enter(); err != nil {
		return nil, err
	}
	defer t.ref().leave()
	var managed uintptr
	err := check(func(failure *raw.Failure) int32 {
		return raw.Om_tensor_to_dlpack(t.handle(), address(&managed), failure)
	})
	if err != nil {
		return nil, err
	}
	// managed is an address of C: it is taken as it stands.
	return *(*unsafe.Pointer)(unsafe.Pointer(&managed)), nil
}

// ReadTensor reads a tensor from the bytes of ONNX's TensorProto.
func ReadTensor(bytes []byte) (*Tensor, error) {
	return (*Context)(nil).ReadTensor(bytes)
}

// ReadTensor reads a tensor in ONNX's format; see the function of this name.
func (c *Context) ReadTensor(bytes []byte) (*Tensor, error) {
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_tensor_read(context, bytesOf(bytes), int64(len(bytes)), output, failure)
	})
}

// Write gives the tensor as the bytes of ONNX's TensorProto of that name, or of none for "".
func (t *Tensor) Write(name string) ([]byte, error) {
	characters, err := terminated(name)
	if err != nil {
		return nil, err
	}
	return writtenBytes(func(bytes *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_tensor_write(t.handle(), characters, bytes, failure)
	}, t)
}

// writtenBytes copies the bytes that a call writes into a tensor.
func writtenBytes(write func(bytes *raw.Result, failure *raw.Failure) int32, inputs ...*Tensor) ([]byte, error) {
	tensor, err := (*Context)(nil).result(func(_ uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return write(output, failure)
	}, inputs...)
	if err != nil {
		return nil, err
	}
	defer tensor.Close()
	return Values[byte](tensor)
}
