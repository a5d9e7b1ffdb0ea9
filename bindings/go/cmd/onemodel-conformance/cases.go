package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// An argument is an input or output of a case: one tensor, or several of a variadic one. A tensor that is not given is
// nil.
type argument struct {
	name       string
	isVariadic bool
	tensors    []*tensor
}

// An attribute has a value as onemodel.Attributes takes it, but for *tensor.
type attribute struct {
	name  string
	kind  onemodel.AttributeKind
	value any
}

// A refusal is the error that a call must give.
type refusal struct {
	status, reason, node string
}

// An operatorCase is one call of one operator, with its outputs or its refusal.
type operatorCase struct {
	id          string
	operator    string
	opset       int64
	attributes  []attribute
	inputs      []argument
	outputs     []argument
	refusal     *refusal
	outputCount int // -1 if it is not written
}

// A namedTensor is an input, output or initializer of a graph.
type namedTensor struct {
	name   string
	tensor *tensor
}

// A declaration is what a graph says of an input or output.
type declaration struct {
	name        string
	elementType onemodel.Type // 0: not declared
	shape       []int64       // nil: not declared; an extent is -1 where it is not known
	symbols     []string
}

type node struct {
	op, domain, name string
	inputs, outputs  []string
	attributes       []attribute
}

// A planFact is what a plan must say of a node. What is nil is not checked.
type planFact struct {
	node              string
	kind, into        *string
	isShapedAtRunTime *bool
	isDataDependent   *bool
	bytes             *int64
}

type run struct {
	inputs, outputs []namedTensor
	refusal         *refusal
	plan            []planFact
}

// A graphCase is a model and what its runs must give, or the refusal of its session.
type graphCase struct {
	id           string
	opset        int64
	domains      []member // versions by domain
	inputs       []declaration
	initializers []namedTensor
	nodes        []node
	outputs      []declaration
	refusal      *refusal
	plan         []planFact
	runs         []run
}

// A caseFile holds cases of an operator, or graphs.
type caseFile struct {
	cases  []operatorCase
	graphs []graphCase
}

// findFiles gives the files of the corpus at paths: files as they are; of a folder those in its folders operators and
// graphs, or else its own.
func findFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		found := jsonFiles(path, "operators")
		found = append(found, jsonFiles(path, "graphs")...)
		if len(found) == 0 {
			found = jsonFiles(path)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: there are no case files", path)
		}
		files = append(files, found...)
	}
	return files, nil
}

func jsonFiles(folders ...string) []string {
	files, err := filepath.Glob(filepath.Join(append(folders, "*.json")...))
	if err != nil {
		return nil
	}
	sort.Strings(files)
	return files
}

// readFile reads the cases of a file.
func readFile(path string) (file caseFile, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return caseFile{}, err
	}
	value, err := parseJSON(text)
	if err != nil {
		return caseFile{}, fmt.Errorf("%s: %w", path, err)
	}
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case malformed:
			err = thrown
		default:
			panic(thrown)
		}
	}()
	root := cursor{path, value}
	operator, isOfOperator := root.find("operator")
	if !isOfOperator {
		root.at("topic").text()
	}
	for _, c := range root.at("cases").elements() {
		// Messages tell of a case by its id.
		id := c.at("id").text()
		c.path = path + ": " + id
		if isOfOperator {
			file.cases = append(file.cases, readOperatorCase(c, id, operator.text()))
		} else {
			file.graphs = append(file.graphs, readGraphCase(c, id))
		}
	}
	return file, nil
}

func readOperatorCase(c cursor, id, operator string) operatorCase {
	result := operatorCase{
		id:          id,
		operator:    operator,
		opset:       c.at("opset").int32(),
		attributes:  readAttributes(c),
		inputs:      readArguments(c.at("inputs"), readInput),
		refusal:     readRefusal(c),
		outputCount: -1,
	}
	if outputs, ok := c.find("outputs"); ok {
		result.outputs = readArguments(outputs, readTensor)
	}
	if (result.outputs == nil) == (result.refusal == nil) {
		c.fail("expected outputs or error")
	}
	if count, ok := c.find("output_count"); ok {
		result.outputCount = int(count.int32())
	}
	return result
}

// readInput is readTensor for what may be left away: null.
func readInput(c cursor) *tensor {
	if c.value == nil {
		return nil
	}
	return readTensor(c)
}

func readArguments(c cursor, read func(cursor) *tensor) []argument {
	arguments := []argument{}
	c.each(func(name string, value cursor) {
		if value.isArray() {
			arguments = append(arguments, argument{name, true, list(value, read)})
		} else {
			arguments = append(arguments, argument{name, false, []*tensor{read(value)}})
		}
	})
	return arguments
}

// readAttributes reads the attributes of a case or node, if it has any.
func readAttributes(c cursor) []attribute {
	attributes, ok := c.find("attributes")
	if !ok {
		return nil
	}
	var result []attribute
	attributes.each(func(name string, value cursor) {
		members := value.members()
		if len(members) != 1 {
			value.fail("expected an object with one member")
		}
		kind, read := attributeReader(members[0].name)
		if read == nil {
			value.fail("%q is no kind of attribute", members[0].name)
		}
		result = append(result, attribute{name, kind, read(value.at(members[0].name))})
	})
	return result
}

func attributeReader(kind string) (onemodel.AttributeKind, func(cursor) any) {
	switch kind {
	case "int":
		return onemodel.AttributeInt, func(c cursor) any { return c.int64() }
	case "ints":
		return onemodel.AttributeInts, func(c cursor) any { return list(c, cursor.int64) }
	case "float":
		return onemodel.AttributeFloat, func(c cursor) any { return readFloat32(c) }
	case "floats":
		return onemodel.AttributeFloats, func(c cursor) any { return list(c, readFloat32) }
	case "string":
		return onemodel.AttributeString, func(c cursor) any { return readString(c) }
	case "strings":
		return onemodel.AttributeStrings, func(c cursor) any { return list(c, readString) }
	case "tensor":
		return onemodel.AttributeTensor, func(c cursor) any { return readTensor(c) }
	default:
		return 0, nil
	}
}

func readRefusal(c cursor) *refusal {
	value, ok := c.find("error")
	if !ok {
		return nil
	}
	result := &refusal{status: value.at("status").text(), reason: value.at("reason").text()}
	if node, ok := value.find("node"); ok {
		result.node = node.text()
	}
	return result
}

func readGraphCase(c cursor, id string) graphCase {
	result := graphCase{
		id:      id,
		opset:   c.at("opset").int32(),
		nodes:   list(c.at("nodes"), readNode),
		outputs: list(c.at("outputs"), readOutput),
		refusal: readRefusal(c),
		plan:    readPlan(c),
	}
	if domains, ok := c.find("domains"); ok {
		domains.each(func(name string, version cursor) {
			result.domains = append(result.domains, member{name, version.int64()})
		})
	}
	c.at("inputs").each(func(name string, value cursor) {
		result.inputs = append(result.inputs, readDeclaration(name, value))
	})
	if initializers, ok := c.find("initializers"); ok {
		result.initializers = readNamedTensors(initializers)
	}
	if runs, ok := c.find("runs"); ok {
		result.runs = list(runs, readRun)
	}
	if len(result.runs) == 0 && result.refusal == nil {
		c.fail("expected runs or error")
	}
	return result
}

func readNamedTensors(c cursor) []namedTensor {
	tensors := []namedTensor{}
	c.each(func(name string, value cursor) { tensors = append(tensors, namedTensor{name, readTensor(value)}) })
	return tensors
}

func readDeclaration(name string, c cursor) declaration {
	result := declaration{name: name}
	if elementType, ok := c.find("type"); ok {
		result.elementType = readType(elementType)
	}
	shape, ok := c.find("shape")
	if !ok || shape.value == nil {
		return result
	}
	result.shape = []int64{}
	for _, extent := range shape.elements() {
		size, symbol := int64(-1), ""
		switch extent.value.(type) {
		case nil:
		case string:
			symbol = extent.text()
		default:
			size = extent.int64()
		}
		result.shape = append(result.shape, size)
		result.symbols = append(result.symbols, symbol)
	}
	return result
}

func readOutput(c cursor) declaration {
	if name, ok := c.value.(string); ok {
		return declaration{name: name}
	}
	return readDeclaration(c.at("name").text(), c)
}

func readNode(c cursor) node {
	result := node{
		op:         c.at("op").text(),
		inputs:     list(c.at("inputs"), cursor.text),
		outputs:    list(c.at("outputs"), cursor.text),
		attributes: readAttributes(c),
	}
	if domain, ok := c.find("domain"); ok {
		result.domain = domain.text()
	}
	if name, ok := c.find("name"); ok {
		result.name = name.text()
	}
	return result
}

func readRun(c cursor) run {
	result := run{inputs: readNamedTensors(c.at("inputs")), refusal: readRefusal(c), plan: readPlan(c)}
	if outputs, ok := c.find("outputs"); ok {
		result.outputs = readNamedTensors(outputs)
	}
	if (result.outputs == nil) == (result.refusal == nil) {
		c.fail("expected outputs or error")
	}
	return result
}

// readPlan reads the facts of a plan, if there are any.
func readPlan(c cursor) []planFact {
	plan, ok := c.find("plan")
	if !ok {
		return nil
	}
	var facts []planFact
	plan.each(func(name string, value cursor) {
		fact := planFact{node: name}
		if kind, ok := value.value.(string); ok {
			fact.kind = &kind
		} else {
			value.each(func(name string, member cursor) {
				switch name {
				case "kind", "into", "shaped_at_run_time", "data_dependent", "bytes":
				default:
					member.fail("this is no fact of a plan")
				}
			})
			fact.kind = optional(value, "kind", cursor.text)
			fact.into = optional(value, "into", cursor.text)
			fact.isShapedAtRunTime = optional(value, "shaped_at_run_time", cursor.boolean)
			fact.isDataDependent = optional(value, "data_dependent", cursor.boolean)
			fact.bytes = optional(value, "bytes", cursor.int64)
		}
		facts = append(facts, fact)
	})
	return facts
}

// optional reads a member that need not be there.
func optional[T any](c cursor, name string, read func(cursor) T) *T {
	value, ok := c.find(name)
	if !ok {
		return nil
	}
	result := read(value)
	return &result
}
