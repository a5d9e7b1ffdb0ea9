package onemodel

import (
	"runtime"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// The oldest and the newest version of ONNX's format that is read.
const (
	MinIRVersion = 3
	MaxIRVersion = 14
)

// A Model is a graph of nodes as ONNX has it, read or composed. Any number of goroutines may use one at the same time.
// Sessions made from it live on after its Close.
type Model struct {
	mutableObject
}

// ReadModelFile reads a model from a file in ONNX's format. External data is read from files in the folder of the model
// or inside it. The operators are not looked at yet, NewSession does that.
func ReadModelFile(path string) (*Model, error) {
	return (*Context)(nil).ReadModelFile(path)
}

// ReadModelFile reads a model from a file; see the function of this name.
func (c *Context) ReadModelFile(path string) (*Model, error) {
	file, err := terminated(path)
	if err != nil {
		return nil, err
	}
	return c.model(func(context uintptr, model *uintptr, failure *raw.Failure) int32 {
		return raw.Om_model_read_file(context, file, model, failure)
	})
}

// ReadModel reads a model from bytes in ONNX's format. externalFolder is where external data lies; "" refuses tensors
// that have such.
func ReadModel(bytes []byte, externalFolder string) (*Model, error) {
	return (*Context)(nil).ReadModel(bytes, externalFolder)
}

// ReadModel reads a model from bytes; see the function of this name.
func (c *Context) ReadModel(bytes []byte, externalFolder string) (*Model, error) {
	folder, err := new(textBuffer).terminatedOrNull(externalFolder)
	if err != nil {
		return nil, err
	}
	return c.model(func(context uintptr, model *uintptr, failure *raw.Failure) int32 {
		return raw.Om_model_read(context, bytesOf(bytes), int64(len(bytes)), folder, model, failure)
	})
}

// NewModel makes an empty model of the newest IR version that imports opset MaxOpset of ai.onnx.
func NewModel() (*Model, error) {
	return (*Context)(nil).model(func(_ uintptr, model *uintptr, failure *raw.Failure) int32 {
		return raw.Om_model_create(model, failure)
	})
}

func (c *Context) model(call func(context uintptr, model *uintptr, failure *raw.Failure) int32) (*Model, error) {
	if err := c.ref().enter(); err != nil {
		return nil, err
	}
	defer c.ref().leave()
	model := new(Model)
	err := model.receive(aModel, raw.Om_model_release, func(handle *uintptr, failure *raw.Failure) int32 {
		return call(c.ref().handle(), handle, failure)
	})
	if err != nil {
		return nil, err
	}
	return model, nil
}

// Write gives the model in ONNX's format, with all tensors inside.
func (m *Model) Write() ([]byte, error) {
	if err := m.ref().enterToRead(); err != nil {
		return nil, err
	}
	defer m.ref().leaveRead()
	return writtenBytes(func(bytes *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_model_write(m.ref().handle(), bytes, failure)
	})
}

// WriteFile writes the model to a file, in place of an earlier one of that name.
func (m *Model) WriteFile(path string) error {
	file, err := terminated(path)
	if err != nil {
		return err
	}
	if err := m.ref().enterToRead(); err != nil {
		return err
	}
	defer m.ref().leaveRead()
	return check(func(failure *raw.Failure) int32 { return raw.Om_model_write_file(m.ref().handle(), file, failure) })
}

// SetOpset sets the version that the model imports of a domain; "" is ai.onnx.
func (m *Model) SetOpset(domain string, version int64) error {
	name, err := terminated(domain)
	if err != nil {
		return err
	}
	return m.ref().change(func(model uintptr, failure *raw.Failure) int32 {
		return raw.Om_model_set_opset(model, name, version, failure)
	})
}

// SetIRVersion sets the version of ONNX's format, MinIRVersion to MaxIRVersion.
func (m *Model) SetIRVersion(version int64) error {
	return m.ref().change(func(model uintptr, failure *raw.Failure) int32 {
		return raw.Om_model_set_ir_version(model, version, failure)
	})
}

// AddInput adds an input that is fed in each run; inputs are numbered in the order they are added. An extent of shape
// is -1 where it is not known; shape nil: not even the rank is. symbols, if there are any, give for each axis a name
// that the extents of all inputs share, or "" for none.
func (m *Model) AddInput(name string, elementType Type, shape []int64, symbols ...string) error {
	return m.addValue(raw.Om_model_add_input, name, elementType, shape, symbols)
}

// AddOutput adds an output: the name of a value that a node makes, or of an input or initializer. Type and shape are as
// for inputs, and checked where they are known; elementType 0 and shape nil where they are not declared.
func (m *Model) AddOutput(name string, elementType Type, shape []int64, symbols ...string) error {
	return m.addValue(raw.Om_model_add_output, name, elementType, shape, symbols)
}

type addValue func(model uintptr, name *byte, elementType int32, shape, symbols *int64, rank int64,
	failure *raw.Failure) int32

func (m *Model) addValue(add addValue, name string, elementType Type, shape []int64, symbols []string) error {
	if len(symbols) != 0 && len(symbols) != len(shape) {
		return misuse("argument.count", "there must be one symbol for each axis, or none")
	}
	characters, err := terminated(name)
	if err != nil {
		return err
	}
	names, err := textBlock(symbols)
	if err != nil {
		return err
	}
	rank := int64(len(shape))
	if shape == nil {
		rank = -1
	}
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return m.ref().change(func(model uintptr, failure *raw.Failure) int32 {
		return add(model, characters, int32(elementType), lists.of(shape), names, rank, failure)
	})
}

// AddInitializer adds a constant, which the model shares. One that has the name of an input is what the input is when
// it is not fed.
func (m *Model) AddInitializer(name string, tensor *Tensor) error {
	characters, err := terminated(name)
	if err != nil {
		return err
	}
	if err := tensor.ref().enter(); err != nil {
		return err
	}
	defer tensor.ref().leave()
	return m.ref().change(func(model uintptr, failure *raw.Failure) int32 {
		return raw.Om_model_add_initializer(model, characters, tensor.handle(), failure)
	})
}

// A Node is one operator in a model.
type Node struct {
	Op         string      // the operator's name, such as "Slice"
	Domain     string      // its domain; "" is ai.onnx
	Name       string      // the node's name, which errors tell; may be ""
	Inputs     []string    // names of values in ONNX's order; "" for an optional input that is not given
	Outputs    []string    // names in ONNX's order; "" for an output that is not wanted
	Attributes *Attributes // copied; nil for none
}

// AddNode adds a node. The order of nodes does not matter.
func (m *Model) AddNode(node Node) error {
	var texts [3]*byte
	for i, part := range [...]string{node.Op, node.Domain, node.Name} {
		characters, err := terminated(part)
		if err != nil {
			return err
		}
		texts[i] = characters
	}
	inputs, err := textBlock(node.Inputs)
	if err != nil {
		return err
	}
	outputs, err := textBlock(node.Outputs)
	if err != nil {
		return err
	}
	if err := node.Attributes.ref().enterToRead(); err != nil {
		return err
	}
	defer node.Attributes.ref().leaveRead()
	return m.ref().change(func(model uintptr, failure *raw.Failure) int32 {
		return raw.Om_model_add_node(model, texts[0], texts[1], texts[2], inputs, int64(len(node.Inputs)), outputs,
			int64(len(node.Outputs)), node.Attributes.ref().handle(), failure)
	})
}

// Close releases the model. Calls after the first do nothing.
func (m *Model) Close() error {
	return m.ref().close()
}

// ref gives the object; that of nil is nil.
func (m *Model) ref() *mutableObject {
	if m == nil {
		return nil
	}
	return &m.mutableObject
}
