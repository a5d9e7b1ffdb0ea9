package onemodel

import "github.com/libonemodel/libonemodel/bindings/go/internal/raw"

// MaxOpset is the newest opset of the ai.onnx domain that is known.
const MaxOpset = 28

// MaxRank is the largest number of axes of a tensor.
const MaxRank = 8

// An OperatorKind says what an operator does to its elements.
type OperatorKind int32

// The kinds of operators.
const (
	KindConstant      OperatorKind = 1 // depends on the input's shape alone
	KindView          OperatorKind = 2 // the output shares the input's memory
	KindCopy          OperatorKind = 3 // moves existing elements
	KindFill          OperatorKind = 4 // repeats one element
	KindGenerate      OperatorKind = 5 // makes new elements
	KindDataDependent OperatorKind = 6 // the output's extents depend on the elements
)

// String gives the kind's name, such as "data dependent".
func (k OperatorKind) String() string {
	return nameOf(k, "", "constant", "view", "copy", "fill", "generate", "data dependent")
}

// An AttributeKind says what an attribute holds.
type AttributeKind int32

// The kinds of attributes, with the Go types of their values.
const (
	AttributeInt     AttributeKind = 1 // int64
	AttributeInts    AttributeKind = 2 // []int64
	AttributeFloat   AttributeKind = 3 // float32
	AttributeFloats  AttributeKind = 4 // []float32
	AttributeString  AttributeKind = 5 // string
	AttributeStrings AttributeKind = 6 // []string
	AttributeTensor  AttributeKind = 7 // *Tensor
)

// String gives the kind's name as the conformance corpus writes it, such as "ints".
func (k AttributeKind) String() string {
	return nameOf(k, "", "int", "ints", "float", "floats", "string", "strings", "tensor")
}

// nameOf gives the name of an enumerator; "" if it is none.
func nameOf[K ~int32](kind K, names ...string) string {
	if kind < 0 || int(kind) >= len(names) {
		return ""
	}
	return names[kind]
}

// An Operator tells facts of one operator. It lives as long as the program.
type Operator struct {
	handle uintptr
}

// Operators gives all operators in the order of the specification.
func Operators() []Operator {
	operators := make([]Operator, raw.Om_operator_count())
	for i := range operators {
		operators[i] = Operator{raw.Om_operator_at(int64(i))}
	}
	return operators
}

// FindOperator gives the operator of a name, such as "Slice", and whether there is one.
func FindOperator(name string) (Operator, bool) {
	characters, err := terminated(name)
	if err != nil {
		return Operator{}, false
	}
	operator := Operator{raw.Om_operator_find(characters)}
	return operator, operator.handle != 0
}

// Name gives the ONNX name.
func (o Operator) Name() string {
	return text(raw.Om_operator_name(o.handle))
}

// Kind says what the operator does to its elements.
func (o Operator) Kind() OperatorKind {
	return OperatorKind(raw.Om_operator_kind_of(o.handle))
}

// IsExact tells whether results are bit-identical on every machine.
func (o Operator) IsExact() bool {
	return raw.Om_operator_is_exact(o.handle) != 0
}

// Versions gives the opsets in which the operator's versions came, ascending.
func (o Operator) Versions() []int64 {
	versions := make([]int64, raw.Om_operator_version_count(o.handle))
	for i := range versions {
		versions[i] = raw.Om_operator_version_since(o.handle, int64(i))
	}
	return versions
}

// A Parameter is an input or output of an operator.
type Parameter struct {
	Name       string // ONNX's name
	IsOptional bool   // it may be absent
	IsVariadic bool   // it stands for one or more; it is then the last
}

// Inputs gives the inputs at opset; none where the operator does not exist.
func (o Operator) Inputs(opset int64) []Parameter {
	inputs := make([]Parameter, raw.Om_operator_input_count(o.handle, opset))
	for i := range inputs {
		index := int64(i)
		inputs[i] = Parameter{
			Name:       text(raw.Om_operator_input_name(o.handle, opset, index)),
			IsOptional: raw.Om_operator_input_is_optional(o.handle, opset, index) != 0,
			IsVariadic: raw.Om_operator_input_is_variadic(o.handle, opset, index) != 0,
		}
	}
	return inputs
}

// InputAccepts tells whether input index accepts elements of a type at opset.
func (o Operator) InputAccepts(opset int64, index int, elementType Type) bool {
	return raw.Om_operator_input_accepts(o.handle, opset, int64(index), int32(elementType)) != 0
}

// Outputs gives the outputs at opset; none where the operator does not exist.
func (o Operator) Outputs(opset int64) []Parameter {
	outputs := make([]Parameter, raw.Om_operator_output_count(o.handle, opset))
	for i := range outputs {
		index := int64(i)
		outputs[i] = Parameter{
			Name:       text(raw.Om_operator_output_name(o.handle, opset, index)),
			IsOptional: raw.Om_operator_output_is_optional(o.handle, opset, index) != 0,
			IsVariadic: raw.Om_operator_output_is_variadic(o.handle, opset, index) != 0,
		}
	}
	return outputs
}

// An Attribute is an attribute that an operator has.
type Attribute struct {
	Name       string
	Kind       AttributeKind
	IsRequired bool
}

// Attributes gives the attributes at opset; none where the operator does not exist.
func (o Operator) Attributes(opset int64) []Attribute {
	attributes := make([]Attribute, raw.Om_operator_attribute_count(o.handle, opset))
	for i := range attributes {
		index := int64(i)
		attributes[i] = Attribute{
			Name:       text(raw.Om_operator_attribute_name(o.handle, opset, index)),
			Kind:       AttributeKind(raw.Om_operator_attribute_kind(o.handle, opset, index)),
			IsRequired: raw.Om_operator_attribute_is_required(o.handle, opset, index) != 0,
		}
	}
	return attributes
}

// TypeCount gives the number of element types that the input, or tensor attribute, that accepts most of them accepts.
func (o Operator) TypeCount() int {
	return int(raw.Om_operator_type_count(o.handle))
}

// Reasons gives the slugs of the reasons of the operator's own rules.
func (o Operator) Reasons() []string {
	reasons := make([]string, raw.Om_operator_reason_count(o.handle))
	for i := range reasons {
		reasons[i] = text(raw.Om_operator_reason(o.handle, int64(i)))
	}
	return reasons
}
