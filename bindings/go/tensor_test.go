package onemodel_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// roundTrip makes a tensor of some elements and reads them in every way.
func roundTrip[T onemodel.Element](data ...T) func(t *testing.T) {
	return func(t *testing.T) {
		elementType := onemodel.TypeOf[T]()
		size := int(unsafe.Sizeof(data[0]))
		if elementType.Bits() != 8*size {
			t.Errorf("%v has %d bits, but Go's type %d bytes", elementType, elementType.Bits(), size)
		}
		shape := []int64{1, int64(len(data))}
		tensor := must(t)(onemodel.NewTensor(shape, data))
		if tensor.Type() != elementType || tensor.Rank() != 2 || tensor.ElementCount() != int64(len(data)) ||
			tensor.ByteCount() != int64(size*len(data)) {
			t.Errorf("the facts are %v, %d, %d, %d", tensor.Type(), tensor.Rank(), tensor.ElementCount(), tensor.ByteCount())
		}
		expectData(t, tensor, shape, data...)
		view, err := onemodel.Data[T](tensor)
		mustSucceed(t, err)
		if !equal(view, data) || unsafe.Pointer(&view[0]) != tensor.Pointer() {
			t.Errorf("Data gives %v at %p, not %v at %p", view, &view[0], data, tensor.Pointer())
		}
		bytes, err := tensor.Bytes()
		mustSucceed(t, err)
		again := must(t)(onemodel.NewTensorFromBytes(elementType, shape, bytes))
		expectData(t, again, shape, data...)
		filled := must(t)(onemodel.NewTensorFunc(shape, func(memory []T) error {
			copy(memory, data)
			return nil
		}))
		expectData(t, filled, shape, data...)
		empty := must(t)(onemodel.NewTensor([]int64{0, 3}, []T(nil)))
		expectData[T](t, empty, []int64{0, 3})
		if _, err := onemodel.Data[T](must(t)(onemodel.Describe(elementType, shape))); !hasReason(err, "argument.no_data") {
			t.Errorf("a description has elements: %v", err)
		}
	}
}

func TestEveryElementType(t *testing.T) {
	t.Run("bool", roundTrip(true, false, true))
	t.Run("int8", roundTrip[int8](-128, 0, 127))
	t.Run("int16", roundTrip[int16](math.MinInt16, 0, math.MaxInt16))
	t.Run("int32", roundTrip[int32](math.MinInt32, 0, math.MaxInt32))
	t.Run("int64", roundTrip[int64](math.MinInt64, 0, math.MaxInt64))
	t.Run("uint8", roundTrip[uint8](0, 255))
	t.Run("uint16", roundTrip[uint16](0, math.MaxUint16))
	t.Run("uint32", roundTrip[uint32](0, math.MaxUint32))
	t.Run("uint64", roundTrip[uint64](0, math.MaxUint64))
	t.Run("float32", roundTrip[float32](0, -1.5, float32(math.Inf(1))))
	t.Run("float64", roundTrip(0, -1.5, math.Inf(-1)))
	t.Run("complex64", roundTrip[complex64](1+2i, -3i))
	t.Run("complex128", roundTrip(1+2i, -3i))
	t.Run("float16", roundTrip[onemodel.Float16Bits](0x3c00, 0x7e01))
	t.Run("bfloat16", roundTrip[onemodel.BFloat16Bits](0x3f80, 0x7fc1))
	t.Run("float8e4m3fn", roundTrip[onemodel.Float8E4M3FNBits](0x38, 0xff))
	t.Run("float8e4m3fnuz", roundTrip[onemodel.Float8E4M3FNUZBits](0x40, 0x80))
	t.Run("float8e5m2", roundTrip[onemodel.Float8E5M2Bits](0x3c, 0xfe))
	t.Run("float8e5m2fnuz", roundTrip[onemodel.Float8E5M2FNUZBits](0x40, 0x80))
	t.Run("float8e8m0", roundTrip[onemodel.Float8E8M0Bits](0x7f, 0xff))
}

func TestPackedTypes(t *testing.T) {
	for elementType, bytes := range map[onemodel.Type][]byte{
		onemodel.Int4: {0x21, 0x03}, onemodel.Uint4: {0xf1, 0x0e}, onemodel.Float4E2M1: {0x21, 0x03},
		onemodel.Int2: {0x39}, onemodel.Uint2: {0x1b},
	} {
		tensor := must(t)(onemodel.NewTensorFromBytes(elementType, []int64{3}, bytes))
		actual, err := tensor.Bytes()
		mustSucceed(t, err)
		if !equal(actual, bytes) || tensor.Type() != elementType {
			t.Errorf("%v: the bytes are %x, not %x", tensor.Type(), actual, bytes)
		}
		if _, err := onemodel.Data[uint8](tensor); !hasReason(err, "argument.type") {
			t.Errorf("%v is read as uint8: %v", elementType, err)
		}
	}
}

func TestStringsHoldAnyBytes(t *testing.T) {
	texts := []string{"", "a\x00b", "\xff\xfe", "𝄞 größer", strings.Repeat("long", 1000), "\x00"}
	shape := []int64{2, 3}
	tensor := must(t)(onemodel.NewStringTensor(shape, texts))
	actual, err := tensor.Strings()
	mustSucceed(t, err)
	if !equal(actual, texts) || tensor.Type() != onemodel.String || !equal(tensor.Shape(), shape) {
		t.Errorf("the strings are %q, not %q", actual, texts)
	}
	reversed := must(t)(onemodel.Slice(tensor, []int64{-1}, []int64{onemodel.End}, []int64{1}, []int64{-1}))
	actual, err = reversed.Strings()
	mustSucceed(t, err)
	if want := []string{texts[2], texts[1], texts[0], texts[5], texts[4], texts[3]}; !equal(actual, want) {
		t.Errorf("the strings are %q, not %q", actual, want)
	}
	if _, err := tensor.Bytes(); !hasReason(err, "argument.type") {
		t.Errorf("strings have bytes: %v", err)
	}
	many := make([]string, 1000)
	for i := range many {
		many[i] = fmt.Sprint(i)
	}
	actual, err = must(t)(onemodel.NewStringTensor([]int64{1000}, many)).Strings()
	mustSucceed(t, err)
	if !equal(actual, many) {
		t.Error("a thousand strings come back as others")
	}
	none, err := must(t)(onemodel.NewStringTensor([]int64{0}, nil)).Strings()
	if err != nil || len(none) != 0 {
		t.Errorf("no strings are %q, %v", none, err)
	}
}

func TestShapesAndSizes(t *testing.T) {
	scalar := must(t)(onemodel.NewTensor(nil, []float32{7}))
	expectData[float32](t, scalar, []int64{}, 7)
	if text := scalar.String(); text != "float32 []" {
		t.Errorf("a scalar is called %q", text)
	}
	for _, shape := range [][]int64{{2}, {-1}, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {math.MaxInt64, 2}} {
		if tensor, err := onemodel.NewTensor(shape, []float32{7}); err == nil {
			t.Errorf("a tensor of shape %v is %v", shape, tensor)
		}
		if tensor, err := onemodel.NewTensorFunc(shape, func([]float32) error { return io.EOF }); err == nil {
			t.Errorf("a tensor of shape %v is %v", shape, tensor)
		}
	}
	if _, err := onemodel.NewTensorFunc([]int64{1 << 60}, func([]float32) error {
		t.Error("there are 2^62 bytes of memory")
		return nil
	}); !errors.Is(err, onemodel.ErrOutOfMemory) {
		t.Errorf("2^62 bytes: %v", err)
	}
}

// mapMemory gives memory that is not Go's.
func mapMemory(t testing.TB, size int) []byte {
	t.Helper()
	memory, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	mustSucceed(t, err)
	return memory
}

func TestBorrowedMemoryIsNotCopied(t *testing.T) {
	memory := mapMemory(t, 4096)
	copy(memory, "\x01\x00\x02\x00")
	released := 0
	tensor, err := onemodel.Borrow(onemodel.Int16, []int64{2}, unsafe.Pointer(&memory[0]), 4, func() { released++ })
	mustSucceed(t, err)
	if tensor.Pointer() != unsafe.Pointer(&memory[0]) {
		t.Error("the memory was copied")
	}
	view := must(t)(onemodel.Reshape(tensor, []int64{2, 1}, false))
	tensor.Close()
	tensor.Close()
	if released != 0 {
		t.Fatal("the memory was released while a view needs it")
	}
	expectData[int16](t, view, []int64{2, 1}, 1, 2)
	view.Close()
	if released != 1 {
		t.Fatalf("the memory was released %d times", released)
	}
	mustSucceed(t, syscall.Munmap(memory))
}

func TestBorrowThatFailsDoesNotRelease(t *testing.T) {
	memory := mapMemory(t, 4096)
	defer syscall.Munmap(memory)
	_, err := onemodel.Borrow(onemodel.Int16, []int64{2}, unsafe.Pointer(&memory[0]), 3, func() { t.Error("released") })
	if !hasReason(err, "argument.bytes") {
		t.Errorf("3 bytes for two int16: %v", err)
	}
	tensor, err := onemodel.Borrow(onemodel.Int16, []int64{2}, unsafe.Pointer(&memory[0]), 4, nil)
	mustSucceed(t, err)
	tensor.Close()
}

func TestSharedTensorsAreClosedByThemselves(t *testing.T) {
	tensor := must(t)(onemodel.NewTensor([]int64{1}, []int64{5}))
	shared := must(t)(tensor.Share())
	tensor.Close()
	expectData[int64](t, shared, []int64{1}, 5)
}

func TestDLPack(t *testing.T) {
	tensor := must(t)(onemodel.NewTensor([]int64{2, 2}, []float64{1, 2, 3, 4}))
	pointer := tensor.Pointer()
	managed, err := tensor.DLPack()
	mustSucceed(t, err)
	tensor.Close()
	again := must(t)(onemodel.FromDLPack(managed))
	expectData[float64](t, again, []int64{2, 2}, 1, 2, 3, 4)
	if again.Pointer() != pointer {
		t.Error("the elements were copied")
	}
	text := must(t)(onemodel.NewStringTensor([]int64{1}, []string{"a"}))
	if _, err := text.DLPack(); !errors.Is(err, onemodel.ErrUnsupported) {
		t.Errorf("strings are given as DLPack: %v", err)
	}
	if _, err := onemodel.FromDLPack(nil); !hasReason(err, "argument.null") {
		t.Errorf("nil is taken as DLPack: %v", err)
	}
}

func TestTensorProto(t *testing.T) {
	tensor := must(t)(onemodel.NewTensor([]int64{3}, []int32{1, -2, 3}))
	bytes, err := tensor.Write("x")
	mustSucceed(t, err)
	expectData[int32](t, must(t)(onemodel.ReadTensor(bytes)), []int64{3}, 1, -2, 3)
	if _, err := onemodel.ReadTensor([]byte{0xff}); !errors.Is(err, onemodel.ErrInvalidModel) {
		t.Errorf("what is no tensor is read: %v", err)
	}
	if _, err := tensor.Write("a\x00b"); !errors.Is(err, onemodel.ErrInvalidArgument) {
		t.Errorf("a name with a zero byte is written: %v", err)
	}
}

func TestUsePassesErrorsOn(t *testing.T) {
	tensor := must(t)(onemodel.NewTensor([]int64{1}, []int64{5}))
	if err := onemodel.Use(tensor, func([]int64) error { return io.EOF }); err != io.EOF {
		t.Errorf("Use gives %v", err)
	}
	if err := onemodel.Use(tensor, func([]int32) error { return nil }); !hasReason(err, "argument.type") {
		t.Errorf("int64 is read as int32: %v", err)
	}
}

func ExampleNewTensor() {
	x, err := onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	fmt.Println(x)
	// Output: float32 [2, 3]
}

func ExampleNewTensorFunc() {
	squares, err := onemodel.NewTensorFunc([]int64{4}, func(data []int64) error {
		for i := range data {
			data[i] = int64(i * i)
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer squares.Close()
	fmt.Println(onemodel.Values[int64](squares))
	// Output: [0 1 4 9] <nil>
}

func ExampleUse() {
	x, err := onemodel.NewTensor([]int64{3}, []float64{1, 2, 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	sum := 0.0
	err = onemodel.Use(x, func(data []float64) error {
		for _, value := range data {
			sum += value
		}
		return nil
	})
	fmt.Println(sum, err)
	// Output: 6 <nil>
}
