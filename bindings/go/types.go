package onemodel

import "github.com/libonemodel/libonemodel/bindings/go/internal/raw"

// A Type is an element type, numbered as in ONNX's TensorProto.DataType.
type Type int32

// The element types.
const (
	Float32        Type = 1
	Uint8          Type = 2
	Int8           Type = 3
	Uint16         Type = 4
	Int16          Type = 5
	Int32          Type = 6
	Int64          Type = 7
	String         Type = 8 // byte strings; zero bytes and any encoding are allowed
	Bool           Type = 9
	Float16        Type = 10
	Float64        Type = 11
	Uint32         Type = 12
	Uint64         Type = 13
	Complex64      Type = 14
	Complex128     Type = 15
	BFloat16       Type = 16
	Float8E4M3FN   Type = 17
	Float8E4M3FNUZ Type = 18
	Float8E5M2     Type = 19
	Float8E5M2FNUZ Type = 20
	Uint4          Type = 21 // the types of 4 and 2 bits are packed: the first element in the low bits, rows not padded
	Int4           Type = 22
	Float4E2M1     Type = 23
	Float8E8M0     Type = 24
	Uint2          Type = 25
	Int2           Type = 26
)

// String gives the type's name as the conformance corpus writes it, such as "float32"; "" if there is no such type.
func (t Type) String() string {
	return text(raw.Om_type_name(int32(t)))
}

// Bits gives the bits of one stored element; 0 for String and for what is no type.
func (t Type) Bits() int {
	return int(raw.Om_type_bits(int32(t)))
}

// TypeFromName gives the type of a name, such as "float32"; 0 if there is none.
func TypeFromName(name string) Type {
	characters, err := terminated(name)
	if err != nil {
		return 0
	}
	return Type(raw.Om_type_from_name(characters))
}

// Elements of the types that Go has no type for, as their bits.
type (
	Float16Bits        uint16 // IEEE 754 binary16
	BFloat16Bits       uint16 // the upper half of a float32
	Float8E4M3FNBits   uint8
	Float8E4M3FNUZBits uint8
	Float8E5M2Bits     uint8
	Float8E5M2FNUZBits uint8
	Float8E8M0Bits     uint8
)

// An Element is a Go type that holds one element of a tensor. The packed types have none: Tensor.Bytes gives their
// bytes, and NewTensorFromBytes takes them. Strings have Tensor.Strings and NewStringTensor.
type Element interface {
	bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64 | complex64 | complex128 |
		Float16Bits | BFloat16Bits | Float8E4M3FNBits | Float8E4M3FNUZBits | Float8E5M2Bits | Float8E5M2FNUZBits |
		Float8E8M0Bits
}

// TypeOf gives the element type that T holds.
func TypeOf[T Element]() Type {
	var element T
	switch any(element).(type) {
	case bool:
		return Bool
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int64:
		return Int64
	case uint8:
		return Uint8
	case uint16:
		return Uint16
	case uint32:
		return Uint32
	case uint64:
		return Uint64
	case float32:
		return Float32
	case float64:
		return Float64
	case complex64:
		return Complex64
	case complex128:
		return Complex128
	case Float16Bits:
		return Float16
	case BFloat16Bits:
		return BFloat16
	case Float8E4M3FNBits:
		return Float8E4M3FN
	case Float8E4M3FNUZBits:
		return Float8E4M3FNUZ
	case Float8E5M2Bits:
		return Float8E5M2
	case Float8E5M2FNUZBits:
		return Float8E5M2FNUZ
	default:
		return Float8E8M0
	}
}
