package onemodel

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// A slot holds one native handle. Its finalizer releases the handle of an object that was dropped without Close; slots
// of closed objects are used again, since a finalizer costs more than a small operator.
//
// So does a call that only releases a handle. That of a small tensor therefore waits in its slot until the slot is used
// again, and is released on the way of that call. Few slots may wait, so that little memory does.
type slot struct {
	raw.Result
	failure raw.Failure
	release func(handle uintptr)
	mayWait bool
}

const (
	mostWaitingSlots = 64
	mostWaitingBytes = 4096 // of one handle
)

var waitingSlots atomic.Int32

var slots = sync.Pool{New: func() any {
	s := &slot{mayWait: true}
	if waitingSlots.Add(1) > mostWaitingSlots {
		waitingSlots.Add(-1)
		s.mayWait = false
	}
	runtime.SetFinalizer(s, (*slot).end)
	return s
}}

// newSlot gives a slot for a call, and for the handle that the call gives and release releases.
func newSlot(release func(handle uintptr)) *slot {
	s := slots.Get().(*slot)
	s.failure.Closed, s.Handle = s.Handle, 0
	s.release = release
	return s
}

// emptySlot is newSlot without a call.
func emptySlot(release func(handle uintptr)) *slot {
	s := slots.Get().(*slot)
	s.clear()
	s.release = release
	return s
}

func (s *slot) clear() {
	if s.Handle != 0 {
		s.release(s.Handle)
		s.Handle = 0
	}
}

// end is what the finalizer does.
func (s *slot) end() {
	s.clear()
	if s.mayWait {
		waitingSlots.Add(-1)
	}
}

// recycle releases the handle, if there is one.
func (s *slot) recycle() {
	s.clear()
	slots.Put(s)
}

// recycleLater lets the handle of a tensor wait. That of strings, whose bytes are not known, does not.
func (s *slot) recycleLater() {
	if s.mayWait && 0 < s.Bytes && s.Bytes <= mostWaitingBytes {
		slots.Put(s)
	} else {
		s.recycle()
	}
}

// fail takes the error that a call left in the slot.
func (s *slot) fail(status int32) error {
	err := takeError(status, s.failure.Error)
	s.failure.Error = 0
	s.recycle()
	return err
}

// An object is what every type with a native handle is made of; nil and the zero value stand for NULL. Its uses are counted, so that
// Close is safe at any time: the handle is released when the object is closed and no use is under way.
type object struct {
	slot  *slot
	state int32 // isClosed, canWait and oneUse for each use; atomic
	kind  kind
}

const (
	isClosed = 1
	canWait  = 2 // the handle may be released some time after the object is closed: slot
	oneUse   = 4
)

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
func (o *object) receive(kind kind, release func(handle uintptr),
	call func(handle *uintptr, failure *raw.Failure) int32) error {
	s := newSlot(release)
	if status := call(&s.Handle, &s.failure); status != 0 {
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
		state := atomic.LoadInt32(&o.state)
		if state&isClosed != 0 {
			return closedError(o.kind)
		}
		if atomic.CompareAndSwapInt32(&o.state, state, state+oneUse) {
			return nil
		}
	}
}

func (o *object) leave() {
	if o == nil {
		return
	}
	if state := atomic.AddInt32(&o.state, -oneUse); state < oneUse && state&isClosed != 0 {
		o.free(state)
	}
}

// free is called once, when nobody uses the object any more.
func (o *object) free(state int32) {
	s := o.slot
	if s == nil { // a zero value, which stands for NULL
		return
	}
	o.slot = nil
	if state&canWait != 0 {
		s.recycleLater()
	} else {
		s.recycle()
	}
}

// waitNoMore has the handle released at once when the object is closed.
func (o *object) waitNoMore() {
	for {
		state := atomic.LoadInt32(&o.state)
		if atomic.CompareAndSwapInt32(&o.state, state, state&^canWait) {
			return
		}
	}
}

// handle gives what the raw layer takes for the object, during a use.
func (o *object) handle() uintptr {
	if o == nil || o.slot == nil {
		return 0
	}
	return o.slot.Handle
}

// close releases the object, or lets the last of the calls that use it at this moment do so. Calls after the first do
// nothing. The result is always nil.
func (o *object) close() error {
	for o != nil {
		state := atomic.LoadInt32(&o.state)
		if state&isClosed != 0 {
			break
		}
		if atomic.CompareAndSwapInt32(&o.state, state, state|isClosed) {
			if state < oneUse {
				o.free(state)
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
func (o *mutableObject) change(call func(handle uintptr, failure *raw.Failure) int32) error {
	if o == nil {
		return check(func(failure *raw.Failure) int32 { return call(0, failure) })
	}
	if err := o.enter(); err != nil {
		return err
	}
	defer o.leave()
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return check(func(failure *raw.Failure) int32 { return call(o.handle(), failure) })
}

// handle gives what the raw layer takes for the object, during a use.
func (o *mutableObject) handle() uintptr {
	if o == nil {
		return 0
	}
	return o.object.handle()
}

func (o *mutableObject) close() error {
	if o == nil {
		return nil
	}
	return o.object.close()
}
