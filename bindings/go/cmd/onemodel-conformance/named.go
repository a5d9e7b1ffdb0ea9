package main

import (
	"errors"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// errNotExpressible says that an operator's own function has no way to say a call.
var errNotExpressible = errors.New("the operator's function cannot say this call")

// named runs the case by the operator's own function, which takes lists and flags where ONNX has tensors and
// attributes.
func (c *call) named() (outputs []*onemodel.Tensor, err error) {
	function := namedFunctions[c.operator]
	if function == nil || !c.fitsNewestVersion() {
		return nil, errNotExpressible
	}
	defer func() {
		if thrown := recover(); thrown != nil {
			if thrown != errNotExpressible {
				panic(thrown)
			}
			err = errNotExpressible
		}
	}()
	return function(parameters{c})
}

// fitsNewestVersion tells whether the call is one of the newest version, with no input, output or attribute that it
// does not have.
func (c *call) fitsNewestVersion() bool {
	versions := c.facts.Versions()
	if len(versions) == 0 || c.opset < versions[len(versions)-1] || c.opset > onemodel.MaxOpset {
		return false
	}
	known := map[string]onemodel.AttributeKind{}
	for _, attribute := range c.facts.Attributes(c.opset) {
		known[attribute.Name] = attribute.Kind
	}
	for _, attribute := range c.operatorCase.attributes {
		if known[attribute.name] != attribute.kind {
			return false
		}
	}
	inputs, outputs := c.facts.Inputs(c.opset), c.facts.Outputs(c.opset)
	if !isVariadic(inputs) && len(c.inputs) > len(inputs) {
		return false
	}
	switch {
	case isVariadic(outputs), c.outputCount == len(outputs):
		return true
	default:
		return c.outputCount > 0 && c.outputCount < len(outputs) && outputs[c.outputCount].IsOptional
	}
}

func isVariadic(parameters []onemodel.Parameter) bool {
	return len(parameters) > 0 && parameters[len(parameters)-1].IsVariadic
}

// parameters are inputs and attributes as the parameters of a function. Their methods throw errNotExpressible.
type parameters struct {
	*call
}

func require(condition bool) {
	if !condition {
		panic(errNotExpressible)
	}
}

// optional gives an input, nil if it is not given.
func (p parameters) optional(index int) *onemodel.Tensor {
	if index >= len(p.inputs) {
		return nil
	}
	return p.inputs[index]
}

func (p parameters) tensor(index int) *onemodel.Tensor {
	input := p.optional(index)
	require(input != nil)
	return input
}

// integers gives the elements of an input that the function takes as a list, if the operator accepts their type.
func (p parameters) integers(index int) []int64 {
	input := p.tensor(index)
	require(p.facts.InputAccepts(p.opset, index, input.Type()))
	switch input.Type() {
	case onemodel.Int64:
		values, err := onemodel.Values[int64](input)
		require(err == nil)
		return values
	case onemodel.Int32:
		values, err := onemodel.Values[int32](input)
		require(err == nil)
		wide := make([]int64, len(values))
		for i, value := range values {
			wide[i] = int64(value)
		}
		return wide
	default:
		panic(errNotExpressible)
	}
}

func (p parameters) list(index int) []int64 {
	require(p.tensor(index).Rank() == 1)
	return p.integers(index)
}

// optionalList gives nil for an input that is not given.
func (p parameters) optionalList(index int) []int64 {
	if p.optional(index) == nil {
		return nil
	}
	return p.list(index)
}

// scalar gives the value of a scalar, or of a vector of one element where the operator takes it as one.
func (p parameters) scalar(index int) int64 {
	require(p.tensor(index).Rank() <= 1 && p.tensor(index).ElementCount() == 1)
	return p.integers(index)[0]
}

func (p parameters) optionalScalar(index int, otherwise int64) int64 {
	if p.optional(index) == nil {
		return otherwise
	}
	return p.scalar(index)
}

// attribute gives the value of an attribute, nil if it is not given.
func (p parameters) attribute(name string) any {
	for _, attribute := range p.operatorCase.attributes {
		if attribute.name == name {
			return attribute.value
		}
	}
	return nil
}

func (p parameters) integer(name string, otherwise int64) int64 {
	if value, ok := p.attribute(name).(int64); ok {
		return value
	}
	return otherwise
}

func (p parameters) flag(name string, otherwise bool) bool {
	if value, ok := p.attribute(name).(int64); ok {
		return value != 0
	}
	return otherwise
}

// text gives a text that is not empty, since "" stands for one that is not given.
func (p parameters) text(name string) string {
	value, isGiven := p.attribute(name).(string)
	require(!isGiven || value != "")
	return value
}

func one(output *onemodel.Tensor, err error) ([]*onemodel.Tensor, error) {
	return []*onemodel.Tensor{output}, err
}

func two(first, second *onemodel.Tensor, err error) ([]*onemodel.Tensor, error) {
	return []*onemodel.Tensor{first, second}, err
}

var namedFunctions = map[string]func(p parameters) ([]*onemodel.Tensor, error){
	"Shape": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Shape(p.tensor(0), p.integer("start", 0), p.integer("end", onemodel.End)))
	},
	"Size": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Size(p.tensor(0)))
	},
	"Squeeze": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Squeeze(p.tensor(0), p.optionalList(1)))
	},
	"Unsqueeze": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Unsqueeze(p.tensor(0), p.list(1)))
	},
	"Flatten": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Flatten(p.tensor(0), p.integer("axis", 1)))
	},
	"Reshape": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Reshape(p.tensor(0), p.list(1), p.flag("allowzero", false)))
	},
	"Identity": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Identity(p.tensor(0)))
	},
	"Dropout": func(p parameters) ([]*onemodel.Tensor, error) {
		if p.outputCount == 1 {
			return one(onemodel.Dropout(p.tensor(0), p.optional(1), p.optional(2)))
		}
		return two(onemodel.DropoutWithMask(p.tensor(0), p.optional(1), p.optional(2)))
	},
	"Transpose": func(p parameters) ([]*onemodel.Tensor, error) {
		perm, _ := p.attribute("perm").([]int64)
		return one(onemodel.Transpose(p.tensor(0), perm))
	},
	"Concat": func(p parameters) ([]*onemodel.Tensor, error) {
		for i := range p.inputs {
			p.tensor(i)
		}
		require(p.attribute("axis") != nil)
		return one(onemodel.Concat(p.inputs, p.integer("axis", 0)))
	},
	"Split": func(p parameters) ([]*onemodel.Tensor, error) {
		// The function has no num_outputs: the number of outputs says it.
		split := p.optionalList(1)
		require(p.integer("num_outputs", int64(p.outputCount)) == int64(p.outputCount))
		require(split == nil || p.attribute("num_outputs") == nil)
		return onemodel.Split(p.tensor(0), split, p.integer("axis", 0), p.outputCount)
	},
	"Slice": func(p parameters) ([]*onemodel.Tensor, error) {
		for _, index := range []int{2, 3, 4} {
			require(p.optional(index) == nil || p.optional(index).Type() == p.tensor(1).Type())
		}
		return one(onemodel.Slice(p.tensor(0), p.list(1), p.list(2), p.optionalList(3), p.optionalList(4)))
	},
	"Expand": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Expand(p.tensor(0), p.list(1)))
	},
	"Tile": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Tile(p.tensor(0), p.list(1)))
	},
	"Gather": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Gather(p.tensor(0), p.tensor(1), p.integer("axis", 0)))
	},
	"GatherElements": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.GatherElements(p.tensor(0), p.tensor(1), p.integer("axis", 0)))
	},
	"GatherND": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.GatherND(p.tensor(0), p.tensor(1), p.integer("batch_dims", 0)))
	},
	"ScatterND": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.ScatterND(p.tensor(0), p.tensor(1), p.tensor(2), p.text("reduction")))
	},
	"Pad": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Pad(p.tensor(0), p.list(1), p.optional(2), p.optionalList(3), p.text("mode")))
	},
	"ConstantOfShape": func(p parameters) ([]*onemodel.Tensor, error) {
		written, _ := p.attribute("value").(*tensor)
		value, err := written.native()
		require(err == nil)
		defer value.Close()
		return one(onemodel.ConstantOfShape(p.list(0), value))
	},
	"Range": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Range(p.tensor(0), p.tensor(1), p.tensor(2), p.integer("stash_type", 1)))
	},
	"OneHot": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.OneHot(p.tensor(0), p.scalar(1), p.tensor(2), p.integer("axis", -1)))
	},
	"Trilu": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.Trilu(p.tensor(0), p.optionalScalar(1, 0), p.flag("upper", true)))
	},
	"NonZero": func(p parameters) ([]*onemodel.Tensor, error) {
		return one(onemodel.NonZero(p.tensor(0)))
	},
	"TopK": func(p parameters) ([]*onemodel.Tensor, error) {
		require(p.tensor(1).Rank() == 1)
		return two(onemodel.TopK(p.tensor(0), p.scalar(1), p.integer("axis", -1), p.flag("largest", true),
			p.flag("sorted", true)))
	},
}
