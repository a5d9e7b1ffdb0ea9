package onemodel_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// hasReason tells whether err is an Error of that reason.
func hasReason(err error, reason string) bool {
	var refusal *onemodel.Error
	return errors.As(err, &refusal) && refusal.Reason == reason
}

func TestErrorsTellEverything(t *testing.T) {
	x := must(t)(onemodel.NewTensor([]int64{2}, []float32{1, 2}))
	_, err := onemodel.Slice(x, []int64{0}, []int64{1}, nil, []int64{0})
	var refusal *onemodel.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("%v is no Error", err)
	}
	if refusal.Status != onemodel.InvalidModel || refusal.Reason != "slice.step_zero" || refusal.Operator != "Slice" ||
		refusal.Input != "steps" || refusal.Node != "" || refusal.Message == "" {
		t.Errorf("the error is %+v", refusal)
	}
	if !errors.Is(err, onemodel.ErrInvalidModel) || errors.Is(err, onemodel.ErrInvalidInput) ||
		errors.Is(err, onemodel.ErrClosed) {
		t.Errorf("%v is not ErrInvalidModel alone", err)
	}
	if text := err.Error(); !strings.HasPrefix(text, "onemodel: slice.step_zero: Slice: 'steps':") {
		t.Errorf("the error says %q", text)
	}
	wrapped := fmt.Errorf("reading the middle: %w", err)
	if !errors.Is(wrapped, onemodel.ErrInvalidModel) || !errors.As(wrapped, &refusal) {
		t.Error("a wrapped error is not found")
	}
}

func TestEveryStatusHasItsError(t *testing.T) {
	for status, sentinel := range map[onemodel.Status]error{
		onemodel.InvalidModel:    onemodel.ErrInvalidModel,
		onemodel.InvalidInput:    onemodel.ErrInvalidInput,
		onemodel.Unsupported:     onemodel.ErrUnsupported,
		onemodel.InvalidArgument: onemodel.ErrInvalidArgument,
		onemodel.OutOfMemory:     onemodel.ErrOutOfMemory,
		onemodel.IO:              onemodel.ErrIO,
		onemodel.Internal:        onemodel.ErrInternal,
	} {
		if err := error(&onemodel.Error{Status: status}); !errors.Is(err, sentinel) || status.String() == "" {
			t.Errorf("%v is not %v", status, sentinel)
		}
	}
}

func TestStatuses(t *testing.T) {
	x := must(t)(onemodel.NewTensor([]int64{2}, []float32{1, 2}))
	far := must(t)(onemodel.NewTensor([]int64{1}, []int64{9}))
	small, err := onemodel.NewContext(onemodel.WithMemoryLimit(16))
	mustSucceed(t, err)
	defer small.Close()
	for _, test := range []struct {
		call   func() error
		status error
		reason string
	}{
		{func() error { _, err := onemodel.Gather(x, far, 0); return err }, onemodel.ErrInvalidInput, "index.out_of_range"},
		{func() error { _, err := onemodel.Invoke("Conv", 13, nil, nil, 1); return err }, onemodel.ErrUnsupported,
			"operator.unknown"},
		{func() error { _, err := onemodel.Identity(nil); return err }, onemodel.ErrInvalidArgument, "argument.null"},
		{func() error { _, err := onemodel.Invoke("Identity", 13, nil, nil, 1); return err }, onemodel.ErrInvalidModel,
			"input.missing"},
		{func() error { _, err := small.Tile(x, []int64{100}); return err }, onemodel.ErrOutOfMemory, "memory.exhausted"},
		{func() error { _, err := onemodel.Split(x, nil, 0, 1<<40); return err }, onemodel.ErrOutOfMemory,
			"memory.exhausted"},
		{func() error { _, err := onemodel.ReadModelFile("there/is/none"); return err }, onemodel.ErrIO, "io.file"},
		{func() error { _, err := onemodel.Slice(x, []int64{0, 0}, []int64{1}, nil, nil); return err },
			onemodel.ErrInvalidModel, "slice.length_mismatch"},
		{func() error { _, err := onemodel.NewContext(onemodel.WithThreads(0)); return err }, onemodel.ErrInvalidArgument,
			"argument.count"},
		{func() error { _, err := onemodel.Invoke("Identity", 13, []*onemodel.Tensor{x}, nil, -1); return err },
			onemodel.ErrInvalidArgument, "argument.count"},
	} {
		if err := test.call(); !errors.Is(err, test.status) || !hasReason(err, test.reason) {
			t.Errorf("%v is not %v, %s", err, test.status, test.reason)
		}
	}
}

func TestReasons(t *testing.T) {
	reasons := onemodel.Reasons()
	stepZero := onemodel.Reason{Slug: "slice.step_zero", Status: onemodel.InvalidModel, Meaning: "A step is 0."}
	found := false
	for _, reason := range reasons {
		if reason.Slug == "" || reason.Status.String() == "" || reason.Meaning == "" {
			t.Errorf("a reason is %+v", reason)
		}
		found = found || reason == stepZero
	}
	if !found {
		t.Error("slice.step_zero is not among the reasons")
	}
}

func ExampleError() {
	x, err := onemodel.NewTensor([]int64{2}, []float32{1, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	_, err = onemodel.Flatten(x, 3)
	var refusal *onemodel.Error
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Reason, errors.Is(err, onemodel.ErrInvalidModel))
	}
	// Output: axis.out_of_range true
}
