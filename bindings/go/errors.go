package onemodel

import (
	"errors"
	"strings"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// A Status says what kind of failure an Error is.
type Status int32

// The statuses. Each has an error that errors.Is finds: ErrInvalidModel and so on.
const (
	InvalidModel    Status = 1 // a shape, type or attribute breaks the operator's rules
	InvalidInput    Status = 2 // an index lies outside its extent; what a session is fed is not what it declares
	Unsupported     Status = 3 // ONNX allows it, this library does not do it
	InvalidArgument Status = 4 // the API is used wrongly
	OutOfMemory     Status = 5 // the memory cannot be had, or is more than the context allows
	IO              Status = 6 // a file cannot be read or written
	Internal        Status = 7 // a fault of the library
)

// String gives the status's name as the conformance corpus writes it, such as "InvalidModel".
func (s Status) String() string {
	return text(raw.Om_status_name(int32(s)))
}

// What errors.Is finds in the errors of this package, by their status.
var (
	ErrInvalidModel    = errors.New("onemodel: invalid model")
	ErrInvalidInput    = errors.New("onemodel: invalid input")
	ErrUnsupported     = errors.New("onemodel: unsupported")
	ErrInvalidArgument = errors.New("onemodel: invalid argument")
	ErrOutOfMemory     = errors.New("onemodel: out of memory")
	ErrIO              = errors.New("onemodel: input or output failed")
	ErrInternal        = errors.New("onemodel: internal failure")
)

// ErrClosed is found in the error of what is used after its Close. Such an error is ErrInvalidArgument, too.
var ErrClosed = errors.New("onemodel: used after Close")

var errorOfStatus = map[Status]error{
	InvalidModel:    ErrInvalidModel,
	InvalidInput:    ErrInvalidInput,
	Unsupported:     ErrUnsupported,
	InvalidArgument: ErrInvalidArgument,
	OutOfMemory:     ErrOutOfMemory,
	IO:              ErrIO,
	Internal:        ErrInternal,
}

// An Error says why a call was refused. Every error of this package is one:
//
//	var refusal *onemodel.Error
//	if errors.As(err, &refusal) { fmt.Println(refusal.Reason) }
type Error struct {
	Status   Status
	Reason   string // a stable slug, such as "slice.step_zero"; "" for what only Go can do wrong: use after Close, ...
	Message  string // one line for people: operator, input and value
	Operator string // the operator's name, such as "Slice", or ""
	Node     string // the name of the model's node, when a session reports, or ""
	Input    string // the name of the input or attribute at fault, such as "steps", or ""

	cause error
}

// Error gives reason and message.
func (e *Error) Error() string {
	return "onemodel: " + strings.TrimPrefix(e.Reason+": "+e.Message, ": ")
}

// Is tells whether target is the error of the status: ErrInvalidModel, ErrInvalidInput and so on.
func (e *Error) Is(target error) bool {
	return target == errorOfStatus[e.Status]
}

// Unwrap gives ErrClosed for use after Close, else nil.
func (e *Error) Unwrap() error {
	return e.cause
}

// takeError turns an om_error, which it releases, into an Error.
func takeError(status int32, failure uintptr) error {
	if failure == 0 {
		return &Error{Status: Status(status), Message: "there is no memory to say more"}
	}
	defer raw.Om_error_release(failure)
	return &Error{
		Status:   Status(raw.Om_error_status(failure)),
		Reason:   text(raw.Om_error_reason(failure)),
		Message:  text(raw.Om_error_message(failure)),
		Operator: text(raw.Om_error_operator(failure)),
		Node:     text(raw.Om_error_node(failure)),
		Input:    text(raw.Om_error_input(failure)),
	}
}

// check makes a call that gives nothing but its success.
func check(call func(failure *raw.Failure) int32) error {
	s := newSlot(nil)
	if status := call(&s.failure); status != 0 {
		return s.fail(status)
	}
	s.recycle()
	return nil
}

func closedError(kind kind) error {
	return &Error{Status: InvalidArgument, Message: "a " + kind.String() + " was used after Close", cause: ErrClosed}
}

// misuse is what only callers in Go can do wrong.
func misuse(reason, message string) error {
	return &Error{Status: InvalidArgument, Reason: reason, Message: message}
}

// A Reason is one of the reasons for which calls are refused.
type Reason struct {
	Slug    string // as in Error.Reason
	Status  Status
	Meaning string // one sentence
}

// Reasons gives every reason there is. Slugs are stable, their order is not.
func Reasons() []Reason {
	reasons := make([]Reason, raw.Om_reason_count())
	for i := range reasons {
		index := int64(i)
		reasons[i] = Reason{
			Slug:    text(raw.Om_reason_slug(index)),
			Status:  Status(raw.Om_reason_status(index)),
			Meaning: text(raw.Om_reason_meaning(index)),
		}
	}
	return reasons
}

// Version gives the version of the native library, such as "0.3.0".
func Version() string {
	return text(raw.Om_version())
}

// SIMDLevel gives the vector instructions that the library uses: "avx512", "avx2", "sse4", "neon", or "plain" for none.
// Results are the same at every level.
func SIMDLevel() string {
	return text(raw.Om_simd_level())
}
