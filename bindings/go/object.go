package onemodel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// A slot holds one native handle. Its finalizer releases the handle of an object that was dropped without Close; slots
// of closed objects are used again, since a finalizer costs more than a small operator.
type slot struct {
	handle  uintptr
	failure uintptr // receives an om_error; 0 but for the moment in which it becomes an Error
	release func(handle uintptr)
}

var slots = sync.Pool{New: func() any {
	s := new(slot)
	runtime.SetFinalizer(s, (*slot).clear)
	return s
}}

// newSlot gives an empty slot, for a handle that release releases.
func newSlot(release func(handle uintptr)) *slot {
	s := slots.Get().(*slot)
	s.release = release
	return s
}

func (s *slot) clear() {
	if s.handle != 0 {
		s.release(s.handle)
		s.handle = 0
	}
}

// recycle releases the handle, if there is one.
func (s *slot) recycle() {
	s.clear()
	slots.Put(s)
}

// fail takes the error that a call left in the slot.
func (s *slot) fail(status int32) error {
	err := takeError(status, s.failure)
	s.failure = 0
	s.recycle()
	return err
}

// An object is what every type with a native handle is made of; nil stands for NULL. Its uses are counted, so that
// Close is safe at any time: the handle is released when the object is closed and no use is under way.
type object struct {
	slot  *slot
	state atomic.Int32 // twice the number of uses, and 1 once it is closed
	kind  kind
}

// A kind is what an object is, for messages.
type kind int32

const (
	aTensor kind = iota
	aContext
	aSetOfAttributes
	aModel
	aSession
	aPlan
)

func (k kind) String() string {
	return [...]string{"tensor", "context", "set of attributes", "model", "session", "plan"}[k]
}

// receive lets a call give the object its handle.
func (o *object) receive(kind kind, release func(handle uintptr), call func(handle, failure *uintptr) int32) error {
	s := newSlot(release)
	if status := call(&s.handle, &s.failure); status != 0 {
		return s.fail(status)
	}
	o.slot = s
	o.kind = kind
	return nil
}

// enter begins a use, which leave ends.
func (o *object) enter() error {
	if o == nil {
		return nil
	}
	for {
		state := o.state.Load()
		if state&1 != 0 {
			return closedError(o.kind)
		}
		if o.state.CompareAndSwap(state, state+2) {
			return nil
		}
	}
}

func (o *object) leave() {
	if o != nil && o.state.Add(-2) == 1 {
		o.slot.recycle()
	}
}

// handle gives what the raw layer takes for the object, during a use.
func (o *object) handle() uintptr {
	if o == nil {
		return 0
	}
	return o.slot.handle
}

// close releases the object, or lets the last of the calls that use it at this moment do so. Calls after the first do
// nothing. The result is always nil.
func (o *object) close() error {
	for o != nil {
		state := o.state.Load()
		if state&1 != 0 {
			break
		}
		if o.state.CompareAndSwap(state, state|1) {
			if state == 0 {
				o.slot.recycle()
			}
			break
		}
	}
	return nil
}

// A mutableObject is one that calls change. Its native object must not be read while it changes.
type mutableObject struct {
	object
	mutex sync.RWMutex
}

// enterToRead begins a use that does not change the object, which leaveRead ends.
func (o *mutableObject) enterToRead() error {
	if o == nil {
		return nil
	}
	if err := o.enter(); err != nil {
		return err
	}
	o.mutex.RLock()
	return nil
}

func (o *mutableObject) leaveRead() {
	if o != nil {
		o.mutex.RUnlock()
		o.leave()
	}
}

// change makes a call that changes the object.
func (o *mutableObject) change(call func(handle uintptr, failure *uintptr) int32) error {
	if o == nil {
		return check(func(failure *uintptr) int32 { return call(0, failure) })
	}
	if err := o.enter(); err != nil {
		return err
	}
	defer o.leave()
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return check(func(failure *uintptr) int32 { return call(o.handle(), failure) })
}

// handle gives what the raw layer takes for the object, during a use.
func (o *mutableObject) handle() uintptr {
	if o == nil {
		return 0
	}
	return o.slot.handle
}

func (o *mutableObject) close() error {
	if o == nil {
		return nil
	}
	return o.object.close()
}
