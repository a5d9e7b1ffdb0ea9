package onemodel

import (
	"fmt"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// MaxThreads is the most threads of a context.
const MaxThreads = 1024

// A Context says how calls are carried out: the memory and the threads they may use. Its settings do not change once it
// is made, so that any number of goroutines may use one at the same time. A nil *Context stands for the defaults; what
// it can do, the functions of this package of the same names do, too.
type Context struct {
	object
}

// A ContextOption is a setting of a context.
type ContextOption struct {
	set func(context uintptr) error
}

// WithMemoryLimit sets the most bytes that one result may have, and that all results and values of one run of a session
// may have at a time; more is refused with ErrOutOfMemory. The default is the machine's physical memory.
func WithMemoryLimit(bytes int64) ContextOption {
	return ContextOption{func(context uintptr) error {
		return check(func(failure *raw.Failure) int32 { return raw.Om_context_set_memory_limit(context, bytes, failure) })
	}}
}

// WithThreads sets how many threads a call may use, the caller's own among them: 1, which is the default, to
// MaxThreads. Results do not depend on their number. When several goroutines call under one context at the same time,
// one call has the context's threads and the others do their work alone.
func WithThreads(threads int) ContextOption {
	return ContextOption{func(context uintptr) error {
		return check(func(failure *raw.Failure) int32 { return raw.Om_context_set_threads(context, int64(threads), failure) })
	}}
}

// WithBufferLimit sets the most bytes of released results that the context keeps for later ones; 0 keeps none. The
// default is a 32nd of the machine's physical memory.
func WithBufferLimit(bytes int64) ContextOption {
	return ContextOption{func(context uintptr) error {
		return check(func(failure *raw.Failure) int32 { return raw.Om_context_set_buffer_limit(context, bytes, failure) })
	}}
}

// NewContext makes a context.
func NewContext(options ...ContextOption) (*Context, error) {
	context := new(Context)
	if err := context.receive(aContext, raw.Om_context_release, raw.Om_context_create); err != nil {
		return nil, err
	}
	for _, option := range options {
		if option.set == nil { // a zero value, which sets nothing
			continue
		}
		if err := option.set(context.handle()); err != nil {
			context.Close()
			return nil, err
		}
	}
	return context, nil
}

// MemoryLimit gives the limit of WithMemoryLimit in bytes; 0 after Close.
func (c *Context) MemoryLimit() int64 {
	return c.setting(raw.Om_context_memory_limit)
}

// Threads gives the number of WithThreads; 0 after Close.
func (c *Context) Threads() int {
	return int(c.setting(raw.Om_context_threads))
}

// BufferLimit gives the limit of WithBufferLimit in bytes; 0 after Close.
func (c *Context) BufferLimit() int64 {
	return c.setting(raw.Om_context_buffer_limit)
}

func (c *Context) setting(get func(context uintptr) int64) int64 {
	if c.ref().enter() != nil {
		return 0
	}
	defer c.ref().leave()
	return get(c.ref().handle())
}

// ReleaseBuffers gives the memory that the context keeps back to the system.
func (c *Context) ReleaseBuffers() {
	if c.ref().enter() != nil {
		return
	}
	defer c.ref().leave()
	raw.Om_context_release_buffers(c.ref().handle())
}

// Close releases the context. Tensors made under it stay alive; memory that it keeps is given back to the system when
// the last of them is released. Calls after the first do nothing.
func (c *Context) Close() error {
	return c.ref().close()
}

// ref gives the context's object; that of nil is nil.
func (c *Context) ref() *object {
	if c == nil {
		return nil
	}
	return &c.object
}

// result makes a call that reads inputs and gives one tensor, whose memory others may have, too.
func (c *Context) result(call oneResult, inputs ...*Tensor) (*Tensor, error) {
	return c.oneResult(call, 0, inputs)
}

// ownResult is result for a call whose tensor has memory of its own.
func (c *Context) ownResult(call oneResult, inputs ...*Tensor) (*Tensor, error) {
	if c != nil { // a context that is closed keeps memory until its last tensor is released
		return c.oneResult(call, 0, inputs)
	}
	return c.oneResult(call, canWait, inputs)
}

type oneResult func(context uintptr, output *raw.Result, failure *raw.Failure) int32

func (c *Context) oneResult(call oneResult, state int32, inputs []*Tensor) (*Tensor, error) {
	if err := c.ref().enter(); err != nil {
		return nil, err
	}
	if err := enterTensors(inputs); err != nil {
		c.ref().leave()
		return nil, err
	}
	s := newSlot(raw.Om_tensor_release)
	status := call(c.ref().handle(), &s.Result, &s.failure)
	leaveTensors(inputs)
	c.ref().leave()
	if status != 0 {
		return nil, s.fail(status)
	}
	return &Tensor{object{slot: s, state: state, kind: aTensor}}, nil
}

// bytesPerOutput is about what an output takes besides its elements.
const bytesPerOutput = 256

// results makes a call that reads inputs and gives several tensors.
func (c *Context) results(count int, call func(context uintptr, outputs *uintptr, failure *raw.Failure) int32,
	inputs ...*Tensor) ([]*Tensor, error) {
	if err := c.ref().enter(); err != nil {
		return nil, err
	}
	defer c.ref().leave()
	if count > 1<<16 && int64(count) > raw.Om_context_memory_limit(c.ref().handle())/bytesPerOutput {
		return nil, exhausted(fmt.Sprintf("there is no memory for %d outputs", count))
	}
	if err := enterTensors(inputs); err != nil {
		return nil, err
	}
	defer leaveTensors(inputs)
	var few [4]uintptr
	outputs := few[:]
	if count <= len(few) {
		outputs = few[:max(count, 0)]
	} else {
		outputs = make([]uintptr, count)
	}
	s := newSlot(raw.Om_value_release) // that becomes the first output's
	if status := call(c.ref().handle(), handlesOf(outputs), &s.failure); status != 0 {
		return nil, s.fail(status)
	}
	if count == 0 {
		s.recycle()
	}
	tensors := make([]*Tensor, count)
	for i, handle := range outputs {
		if i > 0 {
			s = emptySlot(raw.Om_value_release)
		}
		s.Handle = handle
		tensors[i] = newTensor(s)
	}
	return tensors, nil
}

// twoResults makes a call that reads inputs and gives two tensors.
func (c *Context) twoResults(call func(context uintptr, first, second *raw.Result, failure *raw.Failure) int32,
	inputs ...*Tensor) (first, second *Tensor, err error) {
	if err := c.ref().enter(); err != nil {
		return nil, nil, err
	}
	defer c.ref().leave()
	if err := enterTensors(inputs); err != nil {
		return nil, nil, err
	}
	defer leaveTensors(inputs)
	one, two := newSlot(raw.Om_tensor_release), emptySlot(raw.Om_tensor_release)
	if status := call(c.ref().handle(), &one.Result, &two.Result, &one.failure); status != 0 {
		two.recycle()
		return nil, nil, one.fail(status)
	}
	return newTensor(one), newTensor(two), nil
}
