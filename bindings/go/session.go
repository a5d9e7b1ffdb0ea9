package onemodel

import (
	"runtime"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// A Session is a checked and planned model that can be run, by any number of goroutines at the same time.
type Session struct {
	object
	outputCount int
}

// NewSession checks the model, sorts its nodes and plans them: what is known is computed now, views and chains of
// movements are composed. The model is not needed afterwards.
func NewSession(model *Model) (*Session, error) {
	return (*Context)(nil).NewSession(model)
}

// NewSession checks and plans the model; see the function of this name. The context bounds what planning computes.
func (c *Context) NewSession(model *Model) (*Session, error) {
	if err := c.ref().enter(); err != nil {
		return nil, err
	}
	defer c.ref().leave()
	if err := model.ref().enterToRead(); err != nil {
		return nil, err
	}
	defer model.ref().leaveRead()
	session := new(Session)
	err := session.receive(aSession, raw.Om_session_release, func(handle *uintptr, failure *raw.Failure) int32 {
		return raw.Om_session_create(c.ref().handle(), model.ref().handle(), handle, failure)
	})
	if err != nil {
		return nil, err
	}
	session.outputCount = int(raw.Om_session_output_count(session.handle()))
	return session, nil
}

// A SessionInput is an input that can be fed.
type SessionInput struct {
	Name       string
	Type       Type
	Shape      []int64  // an extent is -1 where it is not known; nil: not even the rank is known
	Symbols    []string // for each axis of Shape the name that the extents of all inputs share, or ""
	IsOptional bool     // it may be left away, because an initializer of its name stands for it
}

// A SessionOutput is an output, with what planning found of its type and shape.
type SessionOutput struct {
	Name  string
	Type  Type    // 0: not known
	Shape []int64 // as that of an input
}

// Inputs gives the inputs in the model's order; nil after Close.
func (s *Session) Inputs() []SessionInput {
	if s.ref().enter() != nil {
		return nil
	}
	defer s.ref().leave()
	handle := s.ref().handle()
	inputs := make([]SessionInput, raw.Om_session_input_count(handle))
	for i := range inputs {
		index := int64(i)
		rank := raw.Om_session_input_rank(handle, index)
		inputs[i] = SessionInput{
			Name:       text(raw.Om_session_input_name(handle, index)),
			Type:       Type(raw.Om_session_input_type(handle, index)),
			Shape:      copyInts(raw.Om_session_input_shape(handle, index), rank),
			IsOptional: raw.Om_session_input_is_optional(handle, index) != 0,
		}
		for axis := int64(0); axis < rank; axis++ {
			inputs[i].Symbols = append(inputs[i].Symbols, text(raw.Om_session_input_symbol(handle, index, axis)))
		}
	}
	return inputs
}

// Outputs gives the outputs in the model's order; nil after Close.
func (s *Session) Outputs() []SessionOutput {
	if s.ref().enter() != nil {
		return nil
	}
	defer s.ref().leave()
	handle := s.ref().handle()
	outputs := make([]SessionOutput, raw.Om_session_output_count(handle))
	for i := range outputs {
		index := int64(i)
		outputs[i] = SessionOutput{
			Name:  text(raw.Om_session_output_name(handle, index)),
			Type:  Type(raw.Om_session_output_type(handle, index)),
			Shape: copyInts(raw.Om_session_output_shape(handle, index), raw.Om_session_output_rank(handle, index)),
		}
	}
	return outputs
}

// FindInput gives the position of the input of a name, or -1.
func (s *Session) FindInput(name string) int {
	return s.find(raw.Om_session_find_input, name)
}

// FindOutput gives the position of the output of a name, or -1.
func (s *Session) FindOutput(name string) int {
	return s.find(raw.Om_session_find_output, name)
}

func (s *Session) find(position func(session uintptr, name *byte) int64, name string) int {
	characters, err := terminated(name)
	if err != nil || s.ref().enter() != nil {
		return -1
	}
	defer s.ref().leave()
	return int(position(s.ref().handle(), characters))
}

// Run runs the session with inputs by position, nil for an optional one that is not fed, and gives its outputs by
// position. They live on after the session's Close. An output may share the memory of an input or of the model's
// constants.
func (s *Session) Run(inputs ...*Tensor) ([]*Tensor, error) {
	return (*Context)(nil).Run(s, inputs...)
}

// Run runs a session under the context; see Session.Run.
func (c *Context) Run(session *Session, inputs ...*Tensor) ([]*Tensor, error) {
	if err := session.ref().enter(); err != nil {
		return nil, err
	}
	defer session.ref().leave()
	var own fewTensors
	inputs = own.copy(inputs)
	outputCount := 0
	if session != nil {
		outputCount = session.outputCount
	}
	return c.results(outputCount, func(context uintptr, outputs *uintptr, failure *raw.Failure) int32 {
		var few handleBuffer
		handles := few.of(inputs)
		status := raw.Om_session_run(session.ref().handle(), context, handlesOf(handles), int64(len(handles)), outputs,
			int64(outputCount), failure)
		runtime.KeepAlive(&few)
		return status
	}, inputs...)
}

// RunNamed runs the session with inputs by name, and gives the outputs that are named, in that order.
func (s *Session) RunNamed(inputs map[string]*Tensor, outputs ...string) ([]*Tensor, error) {
	return (*Context)(nil).RunNamed(s, inputs, outputs...)
}

// RunNamed runs a session under the context; see Session.RunNamed.
func (c *Context) RunNamed(session *Session, inputs map[string]*Tensor, outputs ...string) ([]*Tensor, error) {
	if err := session.ref().enter(); err != nil {
		return nil, err
	}
	defer session.ref().leave()
	names := make([]string, 0, len(inputs))
	tensors := make([]*Tensor, 0, len(inputs))
	for name, tensor := range inputs {
		names = append(names, name)
		tensors = append(tensors, tensor)
	}
	inputNames, err := textBlock(names)
	if err != nil {
		return nil, err
	}
	outputNames, err := textBlock(outputs)
	if err != nil {
		return nil, err
	}
	return c.results(len(outputs), func(context uintptr, results *uintptr, failure *raw.Failure) int32 {
		var few handleBuffer
		handles := few.of(tensors)
		status := raw.Om_session_run_named(session.ref().handle(), context, inputNames, handlesOf(handles),
			int64(len(handles)), outputNames, results, int64(len(outputs)), failure)
		runtime.KeepAlive(&few)
		return status
	}, tensors...)
}

// RunInto runs the session and writes its outputs into tensors of the right types and shapes, made by NewTensor,
// NewTensorFunc or Borrow: no views and no strings. Nobody else may use them meanwhile. They, and the inputs, share no
// memory with each other, and none of them has a second owner. If the run fails their elements are not defined.
func (s *Session) RunInto(inputs, outputs []*Tensor) error {
	return (*Context)(nil).RunInto(s, inputs, outputs)
}

// RunInto runs a session under the context; see Session.RunInto.
func (c *Context) RunInto(session *Session, inputs, outputs []*Tensor) error {
	if err := c.ref().enter(); err != nil {
		return err
	}
	defer c.ref().leave()
	if err := session.ref().enter(); err != nil {
		return err
	}
	defer session.ref().leave()
	var ownInputs, ownOutputs fewTensors
	inputs, outputs = ownInputs.copy(inputs), ownOutputs.copy(outputs)
	if err := enterTensors(inputs); err != nil {
		return err
	}
	defer leaveTensors(inputs)
	if err := enterTensors(outputs); err != nil {
		return err
	}
	defer leaveTensors(outputs)
	var fewInputs, fewOutputs handleBuffer
	inputHandles, outputHandles := fewInputs.of(inputs), fewOutputs.of(outputs)
	defer runtime.KeepAlive(inputHandles)
	defer runtime.KeepAlive(outputHandles)
	return check(func(failure *raw.Failure) int32 {
		return raw.Om_session_run_into(session.ref().handle(), c.ref().handle(), handlesOf(inputHandles),
			int64(len(inputHandles)), handlesOf(outputHandles), int64(len(outputHandles)), failure)
	})
}

// Close releases the session, or lets the last run that is under way do so. Outputs and plans live on. Calls after the
// first do nothing.
func (s *Session) Close() error {
	return s.ref().close()
}

// ref gives the object; that of nil is nil.
func (s *Session) ref() *object {
	if s == nil {
		return nil
	}
	return &s.object
}
