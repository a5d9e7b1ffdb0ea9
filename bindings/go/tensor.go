package onemodel

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// A Tensor is an immutable array of elements of one type, in row-major order, in memory of the native library. Any
// number of goroutines may use one at the same time, and Close it at any time.
//
// A tensor that is dropped is released by a finalizer, but the garbage collector does not see how large its memory is:
// Close large ones. A view, such as Reshape gives, keeps the memory that it shares alive.
type Tensor struct {
	object
}

// NewTensor makes a tensor with a copy of data, whose length must be the product of the extents of shape.
func NewTensor[T Element](shape []int64, data []T) (*Tensor, error) {
	return NewTensorIn(nil, shape, data)
}

// NewTensorIn is NewTensor under a context.
func NewTensorIn[T Element](context *Context, shape []int64, data []T) (*Tensor, error) {
	var element T
	return context.newTensor(TypeOf[T](), shape, bytesOf(data), int64(len(data))*int64(unsafe.Sizeof(element)))
}

// NewTensorFromBytes makes a tensor of any type but String with a copy of its elements' bytes, in the machine's byte
// order. It is the way to make tensors of the packed types.
func NewTensorFromBytes(elementType Type, shape []int64, data []byte) (*Tensor, error) {
	return (*Context)(nil).NewTensorFromBytes(elementType, shape, data)
}

// NewTensorFromBytes makes a tensor from the bytes of its elements; see the function of this name.
func (c *Context) NewTensorFromBytes(elementType Type, shape []int64, data []byte) (*Tensor, error) {
	return c.newTensor(elementType, shape, bytesOf(data), int64(len(data)))
}

func (c *Context) newTensor(elementType Type, shape []int64, data *byte, byteCount int64) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_tensor_create(context, int32(elementType), lists.of(shape), int64(len(shape)), data, byteCount, output,
			failure)
	})
}

// NewTensorFunc makes a tensor without a copy: fill writes its elements into the tensor's memory, where all are 0, or
// false, before. The slice must not be used after fill has returned. An error of fill is passed on.
func NewTensorFunc[T Element](shape []int64, fill func(data []T) error) (*Tensor, error) {
	return NewTensorFuncIn(nil, shape, fill)
}

// NewTensorFuncIn is NewTensorFunc under a context.
func NewTensorFuncIn[T Element](context *Context, shape []int64, fill func(data []T) error) (*Tensor, error) {
	tensor, err := context.zeros(TypeOf[T](), shape)
	if err != nil {
		return nil, err
	}
	isFilled := false
	defer func() {
		if !isFilled {
			tensor.Close()
		}
	}()
	if err := Use(tensor, fill); err != nil {
		return nil, err
	}
	isFilled = true
	return tensor, nil
}

// zeros makes a tensor whose elements are all 0, or false: in memory that the context keeps, if there is such, as fresh
// memory is several times slower to write.
func (c *Context) zeros(elementType Type, shape []int64) (*Tensor, error) {
	// The shape is refused in the words of all makers of tensors, not in those of the operator.
	description, err := Describe(elementType, shape)
	if err != nil {
		return nil, err
	}
	defer description.Close()
	var zero [16]byte
	element, err := NewTensorFromBytes(elementType, nil, zero[:elementType.Bits()/8])
	if err != nil {
		return nil, err
	}
	defer element.Close()
	tensor, err := c.ConstantOfShape(shape, element)
	var refusal *Error
	if errors.As(err, &refusal) && refusal.Status == OutOfMemory {
		return nil, exhausted(strings.TrimPrefix(refusal.Message, refusal.Operator+": "))
	}
	return tensor, err
}

func exhausted(message string) error {
	return &Error{Status: OutOfMemory, Reason: "memory.exhausted", Message: message}
}

// Borrow makes a tensor over memory of the caller without a copy: byteCount bytes at data, aligned to the element size,
// which must not change until release is called. release may be nil; it is called once, on any goroutine, when neither
// the tensor nor a view of it needs the memory any more, and must not block. If Borrow fails it is not called.
//
// The memory must not be Go's: it comes from C, from mmap or the like. The garbage collector does not let C keep
// pointers to memory of Go; NewTensor copies such memory, and NewTensorFunc makes a copy needless.
func Borrow(elementType Type, shape []int64, data unsafe.Pointer, byteCount int64, release func()) (*Tensor, error) {
	return (*Context)(nil).Borrow(elementType, shape, data, byteCount, release)
}

// Borrow makes a tensor over memory of the caller; see the function of this name.
func (c *Context) Borrow(elementType Type, shape []int64, data unsafe.Pointer, byteCount int64,
	release func()) (*Tensor, error) {
	if release == nil {
		return c.borrow(elementType, shape, (*byte)(data), byteCount, 0, 0)
	}
	function, userData := raw.ReleaseFunction(release)
	tensor, err := c.borrow(elementType, onHeap(shape), (*byte)(data), byteCount, function, userData)
	if err != nil {
		raw.ForgetRelease(userData)
	}
	return tensor, err
}

func (c *Context) borrow(elementType Type, shape []int64, data *byte, byteCount int64,
	release, userData uintptr) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_tensor_borrow(context, int32(elementType), lists.of(shape), int64(len(shape)), data, byteCount, release,
			userData, output, failure)
	})
}

// NewStringTensor makes a tensor of type String with copies of strings, which may hold any bytes.
func NewStringTensor(shape []int64, strings []string) (*Tensor, error) {
	return (*Context)(nil).NewStringTensor(shape, strings)
}

// NewStringTensor makes a tensor of strings; see the function of this name.
func (c *Context) NewStringTensor(shape []int64, strings []string) (*Tensor, error) {
	block, lengths := packTexts(strings)
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_tensor_create_strings(context, lists.of(shape), int64(len(shape)), block, ints(lengths),
			int64(len(lengths)), output, failure)
	})
}

// Describe makes a tensor that has a type and a shape but no elements, for Infer and Session.Plan.
func Describe(elementType Type, shape []int64) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return (*Context)(nil).result(func(_ uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_tensor_describe(int32(elementType), lists.of(shape), int64(len(shape)), output, failure)
	})
}

// Type gives the element type; 0 after Close.
func (t *Tensor) Type() Type {
	if t.ref().enter() != nil {
		return 0
	}
	defer t.ref().leave()
	return Type(raw.Om_tensor_type(t.handle()))
}

// Rank gives the number of axes; 0 after Close.
func (t *Tensor) Rank() int {
	if t.ref().enter() != nil {
		return 0
	}
	defer t.ref().leave()
	return int(raw.Om_tensor_rank(t.handle()))
}

// Shape gives a copy of the extents; nil after Close. An extent that only running the operator can tell is -1 in what
// Infer gives.
func (t *Tensor) Shape() []int64 {
	if t.ref().enter() != nil {
		return nil
	}
	defer t.ref().leave()
	return copyInts(raw.Om_tensor_shape(t.handle()), raw.Om_tensor_rank(t.handle()))
}

// ElementCount gives the product of the extents; -1 if one of them is -1; 0 after Close.
func (t *Tensor) ElementCount() int64 {
	if t.ref().enter() != nil {
		return 0
	}
	defer t.ref().leave()
	return raw.Om_tensor_element_count(t.handle())
}

// ByteCount gives the bytes of the elements; 0 for strings, descriptions and after Close.
func (t *Tensor) ByteCount() int64 {
	if t.ref().enter() != nil {
		return 0
	}
	defer t.ref().leave()
	return raw.Om_tensor_byte_count(t.handle())
}

// Pointer gives the address of the elements in native memory, for other native libraries; nil for strings, descriptions
// and after Close. It is valid as long as what Data gives.
func (t *Tensor) Pointer() unsafe.Pointer {
	if t.ref().enter() != nil {
		return nil
	}
	defer t.ref().leave()
	return unsafe.Pointer(raw.Om_tensor_data(t.handle()))
}

// Data gives the elements in row-major order without a copy: a slice over native memory, which must only be read. It is
// valid until the tensor is closed or collected, whichever comes first; so close it, or call runtime.KeepAlive with it,
// after the last use of the slice. Values copies the elements, and Use needs no such care.
//
// T must be the Go type of the tensor's element type; for the packed types there is none, but Bytes.
func Data[T Element](t *Tensor) ([]T, error) {
	if err := t.ref().enter(); err != nil {
		return nil, err
	}
	defer t.ref().leave()
	elements := raw.ElementsOf(t.handle())
	if elements.Type == 0 {
		return nil, nullTensor()
	}
	if Type(elements.Type) != TypeOf[T]() {
		return nil, misuse("argument.type", fmt.Sprintf("the tensor holds %v, not %v", Type(elements.Type), TypeOf[T]()))
	}
	if err := checkElements(elements); err != nil {
		return nil, err
	}
	return unsafe.Slice((*T)(unsafe.Pointer(elements.Data)), int(elements.Count)), nil
}

// Values gives a copy of the elements, which is Go's.
func Values[T Element](t *Tensor) ([]T, error) {
	var values []T
	err := Use(t, func(data []T) error {
		values = append([]T{}, data...)
		return nil
	})
	return values, err
}

// Use calls read with the elements, as Data gives them. They stay valid until read returns, whatever other goroutines
// do to the tensor. An error of read is passed on.
func Use[T Element](t *Tensor, read func(data []T) error) error {
	if err := t.ref().enter(); err != nil {
		return err
	}
	defer t.ref().leave()
	data, err := Data[T](t)
	if err != nil {
		return err
	}
	return read(data)
}

// Bytes gives the bytes of the elements of any type but String, as Data does: without a copy, to be read, and valid
// until the tensor is closed or collected.
func (t *Tensor) Bytes() ([]byte, error) {
	if err := t.ref().enter(); err != nil {
		return nil, err
	}
	defer t.ref().leave()
	elements := raw.ElementsOf(t.handle())
	if Type(elements.Type) == String {
		return nil, misuse("argument.type", "the bytes of strings do not lie in one piece")
	}
	if err := checkElements(elements); err != nil {
		return nil, err
	}
	return unsafe.Slice(elements.Data, int(elements.Bytes)), nil
}

func checkElements(elements raw.Elements) error {
	if elements.Type == 0 {
		return nullTensor()
	}
	if elements.Data == nil && elements.Count != 0 {
		return misuse("argument.no_data", "the tensor is a description and has no elements")
	}
	return nil
}

// Strings gives copies of the elements of a tensor of type String.
func (t *Tensor) Strings() ([]string, error) {
	if err := t.ref().enter(); err != nil {
		return nil, err
	}
	defer t.ref().leave()
	// The handle is asked, not the tensor, which may be closed meanwhile.
	elementType := Type(raw.Om_tensor_type(t.handle()))
	if elementType == 0 {
		return nil, nullTensor()
	}
	if elementType != String {
		return nil, misuse("argument.type", fmt.Sprintf("the tensor holds %v, not string", elementType))
	}
	strings := make([]string, max(int(raw.Om_tensor_element_count(t.handle())), 0))
	var length int64
	for i := range strings {
		characters := raw.Om_tensor_string(t.handle(), int64(i), &length)
		if characters == nil {
			return nil, misuse("argument.no_data", "the tensor is a description and has no elements")
		}
		strings[i] = string(unsafe.Slice(characters, int(length)))
	}
	return strings, nil
}

// Share gives another owner of the same tensor, which is closed by itself.
func (t *Tensor) Share() (*Tensor, error) {
	if err := t.ref().enter(); err != nil {
		return nil, err
	}
	defer t.ref().leave()
	if t.handle() == 0 {
		return nil, nullTensor()
	}
	t.ref().waitNoMore() // RunInto would find an owner that waits
	raw.Om_value_retain(t.handle())
	return ownTensor(t.handle()), nil
}

// Close releases the tensor, or lets the last of the calls that use it at this moment do so. Slices over its memory
// must not be used afterwards. Calls after the first do nothing; the result is always nil.
func (t *Tensor) Close() error {
	return t.ref().close()
}

// String describes the tensor: "float32 [2, 3]".
func (t *Tensor) String() string {
	if t.ref().enter() != nil {
		return "closed tensor"
	}
	defer t.ref().leave()
	shape := copyInts(raw.Om_tensor_shape(t.handle()), raw.Om_tensor_rank(t.handle()))
	return Type(raw.Om_tensor_type(t.handle())).String() + " " + shapeText(shape)
}

// nullTensor refuses a nil tensor in the words of the library.
func nullTensor() error {
	return &Error{Status: InvalidArgument, Reason: "argument.null", Message: "'tensor': tensor is NULL", Input: "tensor"}
}

func newTensor(s *slot) *Tensor {
	return &Tensor{object{slot: s, kind: aTensor}}
}

// ownTensor takes over a handle.
func ownTensor(handle uintptr) *Tensor {
	s := emptySlot(raw.Om_value_release)
	s.Handle = handle
	return newTensor(s)
}

// ref gives the tensor's object; that of nil is nil.
func (t *Tensor) ref() *object {
	if t == nil {
		return nil
	}
	return &t.object
}

// handle gives what the raw layer takes for the tensor, during a use.
func (t *Tensor) handle() uintptr {
	return t.ref().handle()
}

func enterTensors(tensors []*Tensor) error {
	for i, tensor := range tensors {
		if err := tensor.ref().enter(); err != nil {
			leaveTensors(tensors[:i])
			return err
		}
	}
	return nil
}

func leaveTensors(tensors []*Tensor) {
	for _, tensor := range tensors {
		tensor.ref().leave()
	}
}
