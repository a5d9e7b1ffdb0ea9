package onemodel

import (
	"fmt"
	"strings"
	"unsafe"
)

// hide keeps a pointer from making what it points to escape to the heap, so that a call leaves no garbage. That is
// sound for memory that C uses during one call and then forgets: the stack of a goroutine does not move while it is in C.
// It does move when C calls Go back, so in a call that may release borrowed memory nothing lies on the stack: onHeap.
func hide(pointer unsafe.Pointer) unsafe.Pointer {
	address := uintptr(pointer)
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}

var noInt int64

// ints gives the address of the first value. A list that is empty but not nil has an address, too: some functions tell
// it from one that is not given.
func ints(values []int64) *int64 {
	if values == nil {
		return nil
	}
	if len(values) == 0 {
		return &noInt
	}
	return (*int64)(hide(unsafe.Pointer(&values[0])))
}

// An intBuffer of the caller holds copies of short lists, since C reads a list more than once, and the caller's own may
// change meanwhile. It must live until C is done with them.
type intBuffer struct {
	few  [8]int64
	used int
}

// of is ints for a copy, in the buffer if it fits there.
func (b *intBuffer) of(values []int64) *int64 {
	room := b.few[b.used:]
	if len(values) > len(room) {
		return ints(onHeap(values))
	}
	if len(values) == 0 {
		return ints(values)
	}
	for i, value := range values {
		room[i] = value
	}
	b.used += len(values)
	return ints(room)
}

func floats(values []float32) *float32 {
	if len(values) == 0 {
		return nil
	}
	return (*float32)(hide(unsafe.Pointer(&values[0])))
}

// bytesOf gives the address of the first element.
func bytesOf[T any](values []T) *byte {
	if len(values) == 0 {
		return nil
	}
	return (*byte)(hide(unsafe.Pointer(&values[0])))
}

// stringBytes gives the address of a text that has its length beside it.
func stringBytes(text string) *byte {
	if text == "" {
		return &noByte
	}
	// The header of a string begins with the address of its bytes.
	return *(**byte)(unsafe.Pointer(&text))
}

var noByte byte

// address gives the address of one handle that C sets.
func address(handle *uintptr) *uintptr {
	return (*uintptr)(hide(unsafe.Pointer(handle)))
}

// handles gives the address of the first handle.
func handlesOf(handles []uintptr) *uintptr {
	if len(handles) == 0 {
		return nil
	}
	return address(&handles[0])
}

// A handleBuffer of the caller holds the handles of a few tensors. It must live until C is done with them.
type handleBuffer [8]uintptr

// of gives the handles of tensors, in the buffer if they fit there.
func (b *handleBuffer) of(tensors []*Tensor) []uintptr {
	handles := b[:0]
	for _, tensor := range tensors {
		handles = append(handles, tensor.handle())
	}
	return handles
}

// fewTensors of the caller hold a copy of a short list, since the list may change while its tensors are used.
type fewTensors [8]*Tensor

// copy gives the tensors of a list, in the array if they fit there.
func (f *fewTensors) copy(list []*Tensor) []*Tensor {
	return append(f[:0], list...)
}

// flag is how C has truth.
func flag(value bool) int32 {
	if value {
		return 1
	}
	return 0
}

// A textBuffer of the caller holds a short text as C has it. It must live until C is done with the text.
type textBuffer [64]byte

// terminated gives a text ended by a zero byte, in the buffer if it fits there.
func (b *textBuffer) terminated(text string) (*byte, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	bytes := append(append(b[:0], text...), 0)
	return bytesOf(bytes), nil
}

// terminated gives a text ended by a zero byte.
func terminated(text string) (*byte, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	bytes := make([]byte, len(text)+1)
	copy(bytes, text)
	return &bytes[0], nil
}

func checkText(text string) error {
	if strings.IndexByte(text, 0) >= 0 {
		return misuse("", "a name must not have a zero byte")
	}
	return nil
}

// terminatedOrNull is terminated, with NULL for "".
func (b *textBuffer) terminatedOrNull(text string) (*byte, error) {
	if text == "" {
		return nil, nil
	}
	return b.terminated(text)
}

// textBlock gives several texts, each ended by a zero byte, as the raw layer passes them; nil for none.
func textBlock(texts []string) (*int64, error) {
	texts = onHeap(texts) // the caller's may change meanwhile
	for _, text := range texts {
		if err := checkText(text); err != nil {
			return nil, err
		}
	}
	block, _ := packTexts(texts)
	return block, nil
}

// packTexts is textBlock for texts that may have zero bytes, because their lengths go along.
func packTexts(texts []string) (block *int64, lengths []int64) {
	if len(texts) == 0 {
		return nil, nil
	}
	texts = onHeap(texts)
	lengths = make([]int64, len(texts))
	header := 8 * (1 + len(texts))
	size := header
	for i, text := range texts {
		lengths[i] = int64(len(text))
		size += len(text) + 1
	}
	words := make([]int64, (size+7)/8)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
	words[0] = int64(len(texts))
	offset := header
	for i, text := range texts {
		words[1+i] = int64(offset)
		offset += copy(bytes[offset:], text) + 1
	}
	return &words[0], lengths
}

// text copies a text of C that is ended by a zero byte; "" for NULL.
func text(characters *byte) string {
	if characters == nil {
		return ""
	}
	length := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(characters), length)) != 0 {
		length++
	}
	return string(unsafe.Slice(characters, length))
}

// onHeap copies values to where they stay while C calls Go back, and the caller does not change them.
func onHeap[T any](values []T) []T {
	if values == nil {
		return nil
	}
	return append(make([]T, 0, len(values)), values...)
}

// copyInts copies integers of C; nil for NULL.
func copyInts(values *int64, count int64) []int64 {
	if values == nil {
		return nil
	}
	return append(make([]int64, 0, count), unsafe.Slice(values, int(count))...)
}

// shapeText writes "[2, 3]".
func shapeText(shape []int64) string {
	return strings.ReplaceAll(fmt.Sprint(shape), " ", ", ")
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}
