package main

import (
	"errors"
	"fmt"
	"strings"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// A closer closes what a case made, when it is done.
type closer []*onemodel.Tensor

func (c *closer) keep(tensors ...*onemodel.Tensor) {
	*c = append(*c, tensors...)
}

func (c *closer) close() {
	for _, tensor := range *c {
		tensor.Close()
	}
}

// runOperatorCase runs a case in every way there is, and says what is wrong; "" if nothing is.
func runOperatorCase(c operatorCase, operator onemodel.Operator) string {
	var made closer
	defer made.close()
	call, err := newCall(c, operator, &made)
	if err != nil {
		// An input that cannot be made is the refusal of the call.
		return prefixed("the inputs", compareRefusal(c.refusal, err))
	}
	if call.attributes != nil {
		defer call.attributes.Close()
	}
	outputs, err := onemodel.Invoke(c.operator, c.opset, call.inputs, call.attributes, call.outputCount)
	made.keep(outputs...)
	if difference := call.compare(outputs, err); difference != "" {
		return prefixed("Invoke", difference)
	}
	if difference := call.checkInfer(&made); difference != "" {
		return prefixed("Infer", difference)
	}
	outputs, err = call.named()
	if errors.Is(err, errNotExpressible) {
		return ""
	}
	made.keep(outputs...)
	return prefixed(c.operator, call.compare(outputs, err))
}

func prefixed(way, difference string) string {
	if difference == "" {
		return ""
	}
	return way + ": " + difference
}

// A call is a case whose inputs and attributes are made.
type call struct {
	operatorCase
	facts       onemodel.Operator
	inputs      []*onemodel.Tensor
	attributes  *onemodel.Attributes
	outputCount int
}

// newCall makes the inputs and attributes; an error is the library's.
func newCall(c operatorCase, operator onemodel.Operator, made *closer) (*call, error) {
	result := &call{operatorCase: c, facts: operator}
	for _, argument := range c.inputs {
		for _, written := range argument.tensors {
			input, err := written.native()
			if err != nil {
				return nil, err
			}
			made.keep(input)
			result.inputs = append(result.inputs, input)
		}
	}
	attributes, err := makeAttributes(c.attributes, made)
	if err != nil {
		return nil, err
	}
	result.attributes = attributes
	result.outputCount = c.outputCount
	if c.refusal == nil {
		result.outputCount = countTensors(c.outputs)
	} else if c.outputCount < 0 {
		result.outputCount = requiredOutputs(operator, c.opset)
	}
	return result, nil
}

func countTensors(arguments []argument) int {
	count := 0
	for _, argument := range arguments {
		count += len(argument.tensors)
	}
	return count
}

// requiredOutputs counts the outputs before the first optional one, but at least one.
func requiredOutputs(operator onemodel.Operator, opset int64) int {
	count := 0
	for _, output := range operator.Outputs(opset) {
		if output.IsOptional {
			break
		}
		count++
	}
	if count == 0 {
		return 1
	}
	return count
}

// makeAttributes gives nil for none.
func makeAttributes(written []attribute, made *closer) (*onemodel.Attributes, error) {
	if len(written) == 0 {
		return nil, nil
	}
	values := map[string]any{}
	for _, attribute := range written {
		value := attribute.value
		if written, ok := value.(*tensor); ok {
			native, err := written.native()
			if err != nil {
				return nil, err
			}
			made.keep(native)
			value = native
		}
		values[attribute.name] = value
	}
	return onemodel.NewAttributes(values)
}

// compare says how outputs and error differ from what the case wants.
func (c *call) compare(outputs []*onemodel.Tensor, err error) string {
	if difference := compareRefusal(c.refusal, err); difference != "" || c.refusal != nil {
		return difference
	}
	return c.eachOutput(outputs, (*tensor).compare)
}

// eachOutput compares each output with the written one.
func (c *call) eachOutput(outputs []*onemodel.Tensor, compare func(*tensor, *onemodel.Tensor) string) string {
	position := 0
	for _, argument := range c.outputs {
		for i, written := range argument.tensors {
			name := argument.name
			if argument.isVariadic {
				name = fmt.Sprintf("%s[%d]", name, i)
			}
			if written != nil {
				if difference := compare(written, outputs[position]); difference != "" {
					return prefixed(name, difference)
				}
			}
			position++
		}
	}
	return ""
}

// checkInfer asks for types and shapes, with the elements of the inputs and without.
func (c *call) checkInfer(made *closer) string {
	outputs, err := onemodel.Infer(c.operator, c.opset, c.inputs, c.attributes, c.outputCount)
	made.keep(outputs...)
	if c.refusal != nil {
		if err == nil && (c.refusal.reason == "index.out_of_range" || c.refusal.reason == "memory.exhausted") {
			return "" // what only running can find
		}
		return compareRefusal(c.refusal, err)
	}
	if err != nil {
		return compareRefusal(nil, err)
	}
	compareShape := func(written *tensor, actual *onemodel.Tensor) string {
		return written.compareShape(actual.Type(), actual.Shape())
	}
	if difference := c.eachOutput(outputs, compareShape); difference != "" {
		return difference
	}
	descriptions := make([]*onemodel.Tensor, len(c.inputs))
	for i, input := range c.inputs {
		if input == nil {
			continue
		}
		description, err := onemodel.Describe(input.Type(), input.Shape())
		if err != nil {
			return err.Error()
		}
		made.keep(description)
		descriptions[i] = description
	}
	outputs, err = onemodel.Infer(c.operator, c.opset, descriptions, c.attributes, c.outputCount)
	made.keep(outputs...)
	var refused *onemodel.Error
	if errors.As(err, &refused) && refused.Reason == "input.value_needed" {
		return ""
	}
	if err != nil {
		return prefixed("without elements", compareRefusal(nil, err))
	}
	return prefixed("without elements", c.eachOutput(outputs, compareShape))
}

// compareRefusal says how an error differs from the one that is wanted; nil wants none.
func compareRefusal(wanted *refusal, err error) string {
	if err == nil {
		if wanted == nil {
			return ""
		}
		return "it is not refused, but should be with " + wanted.String()
	}
	var actual *onemodel.Error
	if !errors.As(err, &actual) {
		return err.Error()
	}
	if wanted == nil {
		return "it is refused: " + err.Error()
	}
	told := refusal{actual.Status.String(), actual.Reason, actual.Node}
	if wanted.node == "" {
		told.node = ""
	}
	if told != *wanted {
		return fmt.Sprintf("it is refused with %v, not with %v", told, *wanted)
	}
	return ""
}

func (r refusal) String() string {
	return strings.TrimSuffix(strings.Join([]string{r.status, r.reason, r.node}, " "), " ")
}
