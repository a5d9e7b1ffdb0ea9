package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// The corpus limits the tensors of a case.
const maxElements = 1 << 24

// A tensor is one as the corpus has it.
type tensor struct {
	elementType onemodel.Type
	shape       []int64
	data        []byte   // as ONNX has it, little-endian; nothing for strings
	strings     []string // the elements of a tensor of strings
	digest      string   // the SHA-256 of data where only that is written
}

// A form is how elements are written.
type form int

const (
	formBits form = iota
	formBool
	formSigned
	formUnsigned
	formFloat
	formString
)

// An encoding says how elements of a type are written and stored. An element has two components if the type is complex.
type encoding struct {
	form       form
	bits       int // of one component
	components int
}

func encodingOf(elementType onemodel.Type) encoding {
	bits := elementType.Bits()
	switch elementType {
	case onemodel.Bool:
		return encoding{formBool, bits, 1}
	case onemodel.Int2, onemodel.Int4, onemodel.Int8, onemodel.Int16, onemodel.Int32, onemodel.Int64:
		return encoding{formSigned, bits, 1}
	case onemodel.Uint2, onemodel.Uint4, onemodel.Uint8, onemodel.Uint16, onemodel.Uint32, onemodel.Uint64:
		return encoding{formUnsigned, bits, 1}
	case onemodel.Float32, onemodel.Float64:
		return encoding{formFloat, bits, 1}
	case onemodel.Complex64, onemodel.Complex128:
		return encoding{formFloat, bits / 2, 2}
	case onemodel.String:
		return encoding{formString, 0, 1}
	default:
		return encoding{formBits, bits, 1}
	}
}

// put stores the low bits of value as component index.
func (e encoding) put(data []byte, index int, value uint64) {
	if e.bits < 8 {
		mask := byte(1<<e.bits - 1)
		position := index * e.bits
		data[position/8] = data[position/8]&^(mask<<(position%8)) | byte(value)&mask<<(position%8)
		return
	}
	for i := 0; i < e.bits/8; i++ {
		data[index*e.bits/8+i] = byte(value >> (8 * i))
	}
}

// get gives component index.
func (e encoding) get(data []byte, index int) uint64 {
	if e.bits < 8 {
		position := index * e.bits
		return uint64(data[position/8]>>(position%8)) & (1<<e.bits - 1)
	}
	var value uint64
	for i := 0; i < e.bits/8; i++ {
		value |= uint64(data[index*e.bits/8+i]) << (8 * i)
	}
	return value
}

// readTensor reads a tensor.
func readTensor(c cursor) *tensor {
	t := &tensor{elementType: readType(c.at("type")), shape: list(c.at("shape"), cursor.int64)}
	data := c.at("data")
	if members, ok := data.value.(object); ok && len(members) == 1 && members[0].name == "sha256" {
		t.digest = data.at("sha256").text()
		return t
	}
	count := countElements(c.at("shape"), t.shape)
	e := encodingOf(t.elementType)
	if e.form == formString {
		t.strings = make([]string, count)
	} else {
		t.data = make([]byte, (count*e.components*e.bits+7)/8)
	}
	if !data.isArray() {
		generate(data, e, t, count)
		return t
	}
	elements := data.elements()
	if len(elements) != count {
		data.fail("the shape asks for %d elements, but there are %d", count, len(elements))
	}
	for i, element := range elements {
		t.put(e, i, element)
	}
	return t
}

func readType(c cursor) onemodel.Type {
	elementType := onemodel.TypeFromName(c.text())
	if elementType == 0 {
		c.fail("%q is not an element type", c.text())
	}
	return elementType
}

func countElements(c cursor, shape []int64) int {
	count := int64(1)
	for _, extent := range shape {
		if extent < 0 {
			c.fail("an extent is negative")
		}
		if extent == 0 {
			return 0
		}
		count *= extent
		if extent > maxElements || count > maxElements {
			// An extent of 0 further on would make this allowed.
			count = maxElements + 1
		}
	}
	if count > maxElements {
		c.fail("a tensor has at most 2^24 elements")
	}
	return int(count)
}

// put stores a written element.
func (t *tensor) put(e encoding, index int, element cursor) {
	switch {
	case e.form == formString:
		t.strings[index] = readString(element)
	case e.components == 1:
		e.put(t.data, index, readComponent(element, e))
	default:
		components := element.elements()
		if len(components) != e.components {
			element.fail("expected [real, imaginary]")
		}
		for i, component := range components {
			e.put(t.data, index*e.components+i, readComponent(component, e))
		}
	}
}

func readComponent(c cursor, e encoding) uint64 {
	switch e.form {
	case formBool:
		if c.boolean() {
			return 1
		}
		return 0
	case formSigned:
		return c.integer(true)
	case formUnsigned:
		return c.integer(false)
	case formFloat:
		if _, ok := c.value.(json.Number); ok {
			bits, ok := floatBits(c.number(), e.bits)
			if !ok {
				c.fail("this number is not exactly a float%d", e.bits)
			}
			return bits
		}
	}
	return c.hexadecimal(e.bits)
}

// readString reads a text, or bytes that are not UTF-8.
func readString(c cursor) string {
	if _, ok := c.value.(object); !ok {
		return c.text()
	}
	digits := c.at("hex")
	text, err := hex.DecodeString(digits.text())
	if err != nil {
		digits.fail("%v", err)
	}
	return string(text)
}

// floatBits gives the bits of a number as a float32 or float64, if that holds it exactly.
func floatBits(value float64, bits int) (uint64, bool) {
	if bits == 64 {
		return math.Float64bits(value), true
	}
	narrow := float32(value)
	return uint64(math.Float32bits(narrow)), float64(narrow) == value
}

// halfBits gives the bits of a number as a float16 or bfloat16, if that holds it exactly.
func halfBits(value float64, elementType onemodel.Type) (uint64, bool) {
	if elementType == onemodel.BFloat16 {
		bits, ok := floatBits(value, 32)
		return bits >> 16, ok && bits&0xffff == 0
	}
	return float16Bits(value)
}

// float16Bits counts the values of float16 without sign in ascending order, as its bits do: 1024 to each exponent, the
// lowest being that of the subnormals.
func float16Bits(value float64) (uint64, bool) {
	magnitude := math.Abs(value)
	exponent := -14
	if magnitude >= 0x1p-14 {
		exponent = math.Ilogb(magnitude)
	}
	steps := math.Ldexp(magnitude, 10-exponent)
	if exponent > 15 || steps != math.Floor(steps) {
		return 0, false
	}
	bits := uint64((exponent+14)*1024 + int(steps))
	if math.Signbit(value) {
		bits |= 0x8000
	}
	return bits, true
}

// generate fills the tensor as an object with one member says.
func generate(data cursor, e encoding, t *tensor, count int) {
	members := data.members()
	if len(members) != 1 {
		data.fail("expected an array or an object with one member")
	}
	value := data.at(members[0].name)
	switch members[0].name {
	case "fill":
		for i := 0; i < count; i++ {
			t.put(e, i, value)
		}
	case "random":
		generateRandom(value.integer(false), e, t, count)
	case "iota":
		startAndStep := value.elements()
		if len(startAndStep) != 2 {
			value.fail("expected [start, step]")
		}
		generateIota(value, startAndStep[0], startAndStep[1], e, t, count)
	default:
		data.fail("%q is no way to generate elements", members[0].name)
	}
}

func generateIota(data, start, step cursor, e encoding, t *tensor, count int) {
	if e.form == formSigned || e.form == formUnsigned {
		value, by := start.integer(e.form == formSigned), step.integer(true)
		for i := 0; i < count; i++ {
			e.put(t.data, i, value)
			value += by
		}
		return
	}
	first, by := start.number(), step.number()
	for i := 0; i < count; i++ {
		value := first + float64(i)*by
		bits, ok := uint64(0), false
		if e.bits == 16 {
			bits, ok = halfBits(value, t.elementType)
		} else {
			bits, ok = floatBits(value, e.bits)
		}
		if !ok {
			data.fail("element %d is not exactly a %v", i, t.elementType)
		}
		e.put(t.data, i, bits)
	}
}

// generateRandom gives the bytes of SplitMix64.
func generateRandom(state uint64, e encoding, t *tensor, count int) {
	var word [8]byte
	for i := range t.data {
		if i%8 == 0 {
			state += 0x9e3779b97f4a7c15
			z := state
			z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
			z = (z ^ (z >> 27)) * 0x94d049bb133111eb
			binary.LittleEndian.PutUint64(word[:], z^(z>>31))
		}
		t.data[i] = word[i%8]
		if e.form == formBool {
			t.data[i] &= 1
		}
	}
	if used := count * e.components * e.bits % 8; used != 0 {
		t.data[len(t.data)-1] &= 1<<used - 1
	}
}

// isLittleEndian tells how the machine stores what has several bytes.
var isLittleEndian = func() bool {
	one, err := onemodel.NewTensor(nil, []uint16{1})
	if err != nil {
		panic(err)
	}
	defer one.Close()
	first, err := one.Bytes()
	return err == nil && first[0] == 1
}()

// swapped gives data in the machine's order from little-endian, and the other way round.
func swapped(data []byte, e encoding) []byte {
	if isLittleEndian || e.bits <= 8 {
		return data
	}
	width := e.bits / 8
	result := make([]byte, len(data))
	for i := range data {
		result[i] = data[i/width*width+width-1-i%width]
	}
	return result
}

// native makes the tensor in the library; nil for none.
func (t *tensor) native() (*onemodel.Tensor, error) {
	switch {
	case t == nil:
		return nil, nil
	case t.elementType == onemodel.String:
		return onemodel.NewStringTensor(t.shape, t.strings)
	default:
		return onemodel.NewTensorFromBytes(t.elementType, t.shape, swapped(t.data, encodingOf(t.elementType)))
	}
}

// compare says how the actual tensor differs from this one: in its type, its shape or a bit. "": in nothing.
func (t *tensor) compare(actual *onemodel.Tensor) string {
	if difference := t.compareShape(actual.Type(), actual.Shape()); difference != "" {
		return difference
	}
	if t.elementType == onemodel.String {
		return t.compareStrings(actual)
	}
	e := encodingOf(t.elementType)
	stored, err := actual.Bytes()
	if err != nil {
		return err.Error()
	}
	data := swapped(stored, e)
	if t.digest != "" {
		if digest := fmt.Sprintf("%x", sha256.Sum256(data)); digest != t.digest {
			return fmt.Sprintf("sha256 is %s, not %s", digest, t.digest)
		}
		return ""
	}
	if bytes.Equal(data, t.data) {
		return ""
	}
	for i := 0; i < 8*len(data)/e.bits; i++ {
		if a, b := e.get(data, i), e.get(t.data, i); a != b {
			return fmt.Sprintf("element %d is %#x, not %#x", i/e.components, a, b)
		}
	}
	return "unused bits of the last byte are not 0"
}

// compareShape says how type and shape differ from those of this tensor; an extent -1 is not known.
func (t *tensor) compareShape(elementType onemodel.Type, shape []int64) string {
	differs := elementType != t.elementType || len(shape) != len(t.shape)
	for i := 0; !differs && i < len(shape); i++ {
		differs = shape[i] != t.shape[i] && shape[i] != -1
	}
	if differs {
		return fmt.Sprintf("it is %v %v, not %v %v", elementType, shape, t.elementType, t.shape)
	}
	return ""
}

func (t *tensor) compareStrings(actual *onemodel.Tensor) string {
	strings, err := actual.Strings()
	if err != nil {
		return err.Error()
	}
	for i, text := range strings {
		if text != t.strings[i] {
			return fmt.Sprintf("element %d is %q, not %q", i, text, t.strings[i])
		}
	}
	return ""
}

func readFloat32(c cursor) float32 {
	return math.Float32frombits(uint32(readComponent(c, encodingOf(onemodel.Float32))))
}
