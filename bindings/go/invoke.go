package onemodel

import (
	"fmt"
	"runtime"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// Attributes are the attributes of one call or node: names and what they hold. Any number of goroutines may use a set
// at the same time. A nil *Attributes stands for none.
type Attributes struct {
	mutableObject
}

// NewAttributes makes a set of attributes from values as Set takes them; nil gives an empty one.
func NewAttributes(values map[string]any) (*Attributes, error) {
	attributes := new(Attributes)
	if err := attributes.receive(aSetOfAttributes, raw.Om_attributes_release, raw.Om_attributes_create); err != nil {
		return nil, err
	}
	for name, value := range values {
		if err := attributes.Set(name, value); err != nil {
			attributes.Close()
			return nil, err
		}
	}
	return attributes, nil
}

// Set sets an attribute by the type of value: int and int64, []int64, float32, []float32, string, []string, *Tensor.
func (a *Attributes) Set(name string, value any) error {
	switch value := value.(type) {
	case int:
		return a.SetInt(name, int64(value))
	case int64:
		return a.SetInt(name, value)
	case []int64:
		return a.SetInts(name, value)
	case float32:
		return a.SetFloat(name, value)
	case []float32:
		return a.SetFloats(name, value)
	case string:
		return a.SetString(name, value)
	case []string:
		return a.SetStrings(name, value)
	case *Tensor:
		return a.SetTensor(name, value)
	default:
		return misuse("", fmt.Sprintf("an attribute cannot be a %T", value))
	}
}

// SetInt sets an attribute to an integer. As the other Set methods do, it takes the place of an earlier one of that
// name.
func (a *Attributes) SetInt(name string, value int64) error {
	return a.set(name, func(attributes uintptr, name *byte, failure *raw.Failure) int32 {
		return raw.Om_attributes_set_int(attributes, name, value, failure)
	})
}

// SetInts sets an attribute to a copy of a list of integers.
func (a *Attributes) SetInts(name string, values []int64) error {
	return a.set(name, func(attributes uintptr, name *byte, failure *raw.Failure) int32 {
		return raw.Om_attributes_set_ints(attributes, name, ints(onHeap(values)), int64(len(values)), failure)
	})
}

// SetFloat sets an attribute to a number.
func (a *Attributes) SetFloat(name string, value float32) error {
	return a.set(name, func(attributes uintptr, name *byte, failure *raw.Failure) int32 {
		return raw.Om_attributes_set_float(attributes, name, value, failure)
	})
}

// SetFloats sets an attribute to a copy of a list of numbers.
func (a *Attributes) SetFloats(name string, values []float32) error {
	return a.set(name, func(attributes uintptr, name *byte, failure *raw.Failure) int32 {
		return raw.Om_attributes_set_floats(attributes, name, floats(onHeap(values)), int64(len(values)), failure)
	})
}

// SetString sets an attribute to a text, which may hold any bytes.
func (a *Attributes) SetString(name string, value string) error {
	return a.set(name, func(attributes uintptr, name *byte, failure *raw.Failure) int32 {
		return raw.Om_attributes_set_string(attributes, name, stringBytes(value), int64(len(value)), failure)
	})
}

// SetStrings sets an attribute to a copy of a list of texts.
func (a *Attributes) SetStrings(name string, values []string) error {
	block, lengths := packTexts(values)
	return a.set(name, func(attributes uintptr, name *byte, failure *raw.Failure) int32 {
		return raw.Om_attributes_set_strings(attributes, name, block, ints(lengths), int64(len(lengths)), failure)
	})
}

// SetTensor sets an attribute to a tensor, which the set shares.
func (a *Attributes) SetTensor(name string, value *Tensor) error {
	if err := value.ref().enter(); err != nil {
		return err
	}
	defer value.ref().leave()
	return a.set(name, func(attributes uintptr, name *byte, failure *raw.Failure) int32 {
		return raw.Om_attributes_set_tensor(attributes, name, value.handle(), failure)
	})
}

func (a *Attributes) set(name string, call func(attributes uintptr, name *byte, failure *raw.Failure) int32) error {
	characters, err := terminated(name)
	if err != nil {
		return err
	}
	return a.ref().change(func(attributes uintptr, failure *raw.Failure) int32 { return call(attributes, characters, failure) })
}

// Close releases the attributes. Calls after the first do nothing.
func (a *Attributes) Close() error {
	return a.ref().close()
}

// ref gives the object; that of nil is nil.
func (a *Attributes) ref() *mutableObject {
	if a == nil {
		return nil
	}
	return &a.mutableObject
}

// Invoke runs an operator, such as "Slice", as it is at opset, with inputs and attributes exactly as ONNX has them
// there. An input that is nil is an optional one that is not given; attributes may be nil. outputCount is the number of
// outputs wanted.
func Invoke(op string, opset int64, inputs []*Tensor, attributes *Attributes, outputCount int) ([]*Tensor, error) {
	return (*Context)(nil).Invoke(op, opset, inputs, attributes, outputCount)
}

// Invoke runs any operator under the context; see the function of this name.
func (c *Context) Invoke(op string, opset int64, inputs []*Tensor, attributes *Attributes,
	outputCount int) ([]*Tensor, error) {
	return c.operate(raw.Om_op_invoke, op, opset, inputs, attributes, outputCount)
}

// Infer says what Invoke would give, without running it: tensors without elements, of which Type, Rank and Shape tell.
// Inputs may be made by Describe; those whose elements decide the shape must have them.
func Infer(op string, opset int64, inputs []*Tensor, attributes *Attributes, outputCount int) ([]*Tensor, error) {
	return (*Context)(nil).Infer(op, opset, inputs, attributes, outputCount)
}

// Infer says what Invoke would give; see the function of this name.
func (c *Context) Infer(op string, opset int64, inputs []*Tensor, attributes *Attributes,
	outputCount int) ([]*Tensor, error) {
	return c.operate(raw.Om_op_infer, op, opset, inputs, attributes, outputCount)
}

type operatorFunction func(context uintptr, op *byte, opset int64, inputs *uintptr, inputCount int64, attributes uintptr,
	outputs *uintptr, outputCount int64, failure *raw.Failure) int32

func (c *Context) operate(function operatorFunction, op string, opset int64, inputs []*Tensor, attributes *Attributes,
	outputCount int) ([]*Tensor, error) {
	if err := attributes.ref().enterToRead(); err != nil {
		return nil, err
	}
	defer attributes.ref().leaveRead()
	var own fewTensors
	inputs = own.copy(inputs)
	var buffer textBuffer
	name, err := buffer.terminated(op)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(&buffer)
	return c.results(outputCount, func(context uintptr, outputs *uintptr, failure *raw.Failure) int32 {
		var few handleBuffer
		handles := few.of(inputs)
		status := function(context, name, opset, handlesOf(handles), int64(len(handles)), attributes.ref().handle(),
			outputs, int64(outputCount), failure)
		runtime.KeepAlive(&few)
		return status
	}, inputs...)
}
