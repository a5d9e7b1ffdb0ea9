package onemodel_test

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// eventually collects garbage until the condition holds: finalizers run on a goroutine of their own.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for i := 0; i < 500; i++ {
		if condition() {
			return
		}
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("it never happened that %s", what)
}

// residentBytes gives the memory that the process holds, or skips the test where it cannot be known.
func residentBytes(t *testing.T) int64 {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("there is no /proc/self/statm")
	}
	pages, err := strconv.ParseInt(strings.Fields(string(statm))[1], 10, 64)
	mustSucceed(t, err)
	return pages * int64(os.Getpagesize())
}

// A million tensors, some closed and some dropped, from several goroutines, with the garbage collector running all the
// time.
func TestMillionTensors(t *testing.T) {
	count := 1_000_000
	if underRaceDetector {
		count /= 20
	}
	const goroutines = 4
	before := residentBytes(t)
	done := make(chan struct{})
	var collector, workers sync.WaitGroup
	collector.Add(1)
	go func() {
		defer collector.Done()
		for {
			select {
			case <-done:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for g := 0; g < goroutines; g++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			data := make([]float32, 64)
			for i := 0; i < count/goroutines; i += 2 {
				x, err := onemodel.NewTensor([]int64{8, 8}, data)
				if err != nil {
					t.Error(err)
					return
				}
				y, err := onemodel.Transpose(x, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if i%4 == 0 {
					x.Close()
				}
				if i%8 == 0 {
					y.Close()
				}
			}
		}()
	}
	workers.Wait()
	close(done)
	collector.Wait()
	const slack = 64 << 20
	eventually(t, "the memory was given back", func() bool { return residentBytes(t) < before+slack })
}

// Every tensor over borrowed memory is released exactly once, however it ends.
func TestEveryTensorIsReleasedOnce(t *testing.T) {
	memory := mapMemory(t, 4096)
	var released atomic.Int64
	const count = 10_000
	for i := 0; i < count; i++ {
		tensor, err := onemodel.Borrow(onemodel.Uint8, []int64{16}, unsafe.Pointer(&memory[0]), 16, func() {
			released.Add(1)
		})
		mustSucceed(t, err)
		view, err := onemodel.Reshape(tensor, []int64{4, 4}, false)
		mustSucceed(t, err)
		switch i % 4 {
		case 0: // both are dropped
		case 1: // the base is closed, the view dropped
			tensor.Close()
		case 2: // the view is closed, the base dropped
			view.Close()
		case 3:
			tensor.Close()
			view.Close()
			view.Close()
			tensor.Close()
		}
	}
	eventually(t, "all were released", func() bool { return released.Load() == count })
	runtime.GC()
	time.Sleep(20 * time.Millisecond)
	if n := released.Load(); n != count {
		t.Errorf("%d were released of %d", n, count)
	}
}

// growStack makes the stack of the goroutine move.
func growStack(depth int) byte {
	var frame [1024]byte
	if depth > 0 {
		frame[depth%len(frame)] = growStack(depth - 1)
	}
	return frame[0]
}

// C calls the release function in the middle of a call, and the stack moves under that.
func TestReleaseInTheMiddleOfACall(t *testing.T) {
	memory := mapMemory(t, 4096)
	copy(memory, "\x00\x02\x01")
	released := 0
	release := func() {
		released++
		growStack(200)
	}
	done := make(chan struct{})
	go func() { // whose stack is still small
		defer close(done)
		tensor, err := onemodel.Borrow(onemodel.Bool, []int64{3}, unsafe.Pointer(&memory[0]), 3, release)
		if err != nil || released != 1 {
			t.Errorf("truths that are not 0 or 1 are copied, and released %d times: %v", released, err)
			return
		}
		expectData(t, tensor, []int64{3}, false, true, true)
		tensor.Close()
	}()
	<-done
	for i, replace := range []func(attributes *onemodel.Attributes) error{
		func(attributes *onemodel.Attributes) error { return attributes.SetInts("value", []int64{1, 2, 3}) },
		func(attributes *onemodel.Attributes) error { return attributes.SetFloats("value", []float32{1, 2, 3}) },
		func(attributes *onemodel.Attributes) error { return attributes.SetStrings("value", []string{"a", "b"}) },
		func(attributes *onemodel.Attributes) error {
			return attributes.SetString("value", strconv.Itoa(released))
		},
		func(attributes *onemodel.Attributes) error { return attributes.SetInt("value", 1) },
	} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			released = 0
			tensor, err := onemodel.Borrow(onemodel.Uint8, []int64{3}, unsafe.Pointer(&memory[0]), 3, release)
			if err != nil {
				t.Error(err)
				return
			}
			attributes, err := onemodel.NewAttributes(map[string]any{"value": tensor})
			if err != nil {
				t.Error(err)
				return
			}
			defer attributes.Close()
			tensor.Close()
			if err := replace(attributes); err != nil || released != 1 {
				t.Errorf("replacing the tensor (%d) releases it %d times: %v", i, released, err)
			}
		}()
		<-done
	}
}

func TestViewKeepsItsBaseAlive(t *testing.T) {
	memory := mapMemory(t, 4096)
	var released atomic.Bool
	view := func() *onemodel.Tensor {
		base, err := onemodel.Borrow(onemodel.Uint8, []int64{16}, unsafe.Pointer(&memory[0]), 16, func() {
			released.Store(true)
		})
		mustSucceed(t, err)
		view, err := onemodel.Squeeze(must(t)(onemodel.Unsqueeze(base, []int64{0})), nil)
		mustSucceed(t, err)
		return view
	}()
	for i := 0; i < 5; i++ {
		runtime.GC()
		time.Sleep(5 * time.Millisecond)
	}
	if released.Load() {
		t.Error("the memory was released under a view")
	}
	runtime.KeepAlive(view)
}

func TestUseAfterClose(t *testing.T) {
	x := must(t)(onemodel.NewTensor([]int64{2}, []float32{1, 2}))
	open := must(t)(onemodel.NewTensor([]int64{2}, []float32{1, 2}))
	x.Close()
	if err := x.Close(); err != nil {
		t.Errorf("the second Close gives %v", err)
	}
	context, err := onemodel.NewContext()
	mustSucceed(t, err)
	context.Close()
	context.Close()
	attributes, err := onemodel.NewAttributes(nil)
	mustSucceed(t, err)
	attributes.Close()
	attributes.Close()
	model := identityModel(t)
	session, err := onemodel.NewSession(model)
	mustSucceed(t, err)
	plan, err := session.Plan()
	mustSucceed(t, err)
	for i := 0; i < 2; i++ {
		plan.Close()
		session.Close()
		model.Close()
	}
	inputs := []*onemodel.Tensor{open, x}
	for name, call := range map[string]func() error{
		"Slice":          func() error { _, err := onemodel.Slice(x, []int64{0}, []int64{1}, nil, nil); return err },
		"Concat":         func() error { _, err := onemodel.Concat(inputs, 0); return err },
		"TopK":           func() error { _, _, err := onemodel.TopK(x, 1, 0, true, true); return err },
		"Split":          func() error { _, err := onemodel.Split(x, nil, 0, 2); return err },
		"Invoke":         func() error { _, err := onemodel.Invoke("Concat", 13, inputs, nil, 1); return err },
		"Data":           func() error { _, err := onemodel.Data[float32](x); return err },
		"Values":         func() error { _, err := onemodel.Values[float32](x); return err },
		"Bytes":          func() error { _, err := x.Bytes(); return err },
		"Strings":        func() error { _, err := x.Strings(); return err },
		"DLPack":         func() error { _, err := x.DLPack(); return err },
		"Write":          func() error { _, err := x.Write(""); return err },
		"Share":          func() error { _, err := x.Share(); return err },
		"context":        func() error { _, err := context.Identity(open); return err },
		"new in context": func() error { _, err := onemodel.NewTensorIn(context, nil, []int8{1}); return err },
		"fill in context": func() error {
			_, err := onemodel.NewTensorFuncIn(context, nil, func([]int8) error { return nil })
			return err
		},
		"attributes":  func() error { _, err := onemodel.Invoke("Identity", 13, inputs[:1], attributes, 1); return err },
		"SetInt":      func() error { return attributes.SetInt("axis", 1) },
		"SetTensor":   func() error { return attributes.SetTensor("value", x) },
		"NewSession":  func() error { _, err := onemodel.NewSession(model); return err },
		"AddNode":     func() error { return model.AddNode(onemodel.Node{Op: "Identity"}) },
		"model.Write": func() error { _, err := model.Write(); return err },
		"Run":         func() error { _, err := session.Run(open); return err },
		"RunNamed":    func() error { _, err := session.RunNamed(nil); return err },
		"RunInto":     func() error { return session.RunInto(inputs[:1], nil) },
		"Plan":        func() error { _, err := session.Plan(); return err },
		"Constant":    func() error { _, err := plan.Constant(0, 0); return err },
	} {
		if err := call(); !errors.Is(err, onemodel.ErrClosed) || !errors.Is(err, onemodel.ErrInvalidArgument) {
			t.Errorf("%s gives %v", name, err)
		}
	}
	if x.Type() != 0 || x.Rank() != 0 || x.Shape() != nil || x.ElementCount() != 0 || x.ByteCount() != 0 ||
		x.Pointer() != nil || x.String() != "closed tensor" || session.Inputs() != nil || session.Outputs() != nil ||
		session.FindInput("x") != -1 || session.FindOutput("y") != -1 || plan.Nodes() != nil || plan.BufferBytes() != 0 ||
		context.MemoryLimit() != 0 {
		t.Error("what is closed has facts")
	}
	context.ReleaseBuffers()
}

func TestNilIsRefused(t *testing.T) {
	var (
		tensor     *onemodel.Tensor
		attributes *onemodel.Attributes
		model      *onemodel.Model
		session    *onemodel.Session
		plan       *onemodel.Plan
		context    *onemodel.Context
	)
	for name, call := range map[string]func() error{
		"Slice":      func() error { _, err := onemodel.Slice(tensor, nil, nil, nil, nil); return err },
		"DLPack":     func() error { _, err := tensor.DLPack(); return err },
		"SetInt":     func() error { return attributes.SetInt("axis", 1) },
		"NewSession": func() error { _, err := onemodel.NewSession(model); return err },
		"AddInput":   func() error { return model.AddInput("x", onemodel.Int8, nil) },
		"Write":      func() error { _, err := model.Write(); return err },
		"Run":        func() error { _, err := session.Run(); return err },
		"Plan":       func() error { _, err := session.Plan(); return err },
	} {
		if err := call(); !errors.Is(err, onemodel.ErrInvalidArgument) {
			t.Errorf("%s of nil gives %v", name, err)
		}
	}
	for name, call := range map[string]func() error{
		"Bytes":   func() error { _, err := tensor.Bytes(); return err },
		"Data":    func() error { _, err := onemodel.Data[float32](tensor); return err },
		"Strings": func() error { _, err := tensor.Strings(); return err },
		"Share":   func() error { _, err := tensor.Share(); return err },
		// Zero values stand for the same.
		"zero tensor":     func() error { _, err := onemodel.Identity(new(onemodel.Tensor)); return err },
		"zero attributes": func() error { return new(onemodel.Attributes).SetInt("axis", 1) },
		"zero model":      func() error { _, err := onemodel.NewSession(new(onemodel.Model)); return err },
		"zero session":    func() error { _, err := new(onemodel.Session).Run(); return err },
	} {
		var refusal *onemodel.Error
		if err := call(); !errors.As(err, &refusal) || refusal.Reason != "argument.null" {
			t.Errorf("%s of nil gives %v", name, err)
		}
	}
	if context, err := onemodel.NewContext(onemodel.ContextOption{}); err != nil {
		t.Error("an option that sets nothing is refused:", err)
	} else {
		context.Close()
	}
	zero := new(onemodel.Tensor)
	if zero.Type() != 0 || zero.Shape() != nil || zero.Close() != nil {
		t.Error("a zero value has facts")
	}
	if tensor.Type() != 0 || tensor.Shape() != nil || len(plan.Nodes()) != 0 || len(session.Inputs()) != 0 {
		t.Error("nil has facts")
	}
	for _, closer := range []interface{ Close() error }{tensor, attributes, model, session, plan, context} {
		mustSucceed(t, closer.Close())
	}
}

// Goroutines use a tensor while another closes it: each use succeeds, or is refused as use after Close.
func TestCloseWhileOthersUse(t *testing.T) {
	rounds := 2000
	if underRaceDetector {
		rounds /= 10
	}
	for round := 0; round < rounds; round++ {
		x, err := onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6})
		mustSucceed(t, err)
		var workers sync.WaitGroup
		for g := 0; g < 4; g++ {
			workers.Add(1)
			go func(g int) {
				defer workers.Done()
				if g == 3 {
					x.Close()
					return
				}
				for i := 0; i < 10; i++ {
					y, err := onemodel.Slice(x, []int64{-1}, []int64{onemodel.End}, []int64{1}, []int64{-1})
					if err == nil {
						err = onemodel.Use(y, func(data []float32) error {
							if data[0] != 3 {
								t.Error("the elements are others")
							}
							return nil
						})
						y.Close()
					}
					if err == nil {
						err = onemodel.Use(x, func(data []float32) error {
							runtime.Gosched()
							if data[5] != 6 {
								t.Error("the elements are others")
							}
							return nil
						})
					}
					if err != nil && !errors.Is(err, onemodel.ErrClosed) {
						t.Error(err)
					}
				}
			}(g)
		}
		workers.Wait()
	}
}

// A large tensor goes in and out without a copy of its elements, in Go's memory or in the library's.
func TestLargeTensorIsNotCopied(t *testing.T) {
	const count = 16 << 20 // 64 MB of float32
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	residentBefore := residentBytes(t)
	var filled unsafe.Pointer
	tensor, err := onemodel.NewTensorFunc([]int64{count}, func(data []float32) error {
		filled = unsafe.Pointer(&data[0])
		for i := range data {
			data[i] = float32(i)
		}
		return nil
	})
	mustSucceed(t, err)
	defer tensor.Close()
	view := must(t)(onemodel.Reshape(tensor, []int64{4096, -1}, false))
	data, err := onemodel.Data[float32](view)
	mustSucceed(t, err)
	if unsafe.Pointer(&data[0]) != filled || len(data) != count || data[count-1] != count-1 {
		t.Error("the elements are others, or elsewhere")
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<20 {
		t.Errorf("Go allocated %d bytes", bytes)
	}
	if bytes := residentBytes(t) - residentBefore; bytes > 96<<20 {
		t.Errorf("the process grew by %d bytes", bytes)
	}
	runtime.KeepAlive(view)
}

// A small call leaves nothing to the garbage collector but its result.
func TestAllocations(t *testing.T) {
	if underRaceDetector {
		t.Skip("the race detector allocates, too")
	}
	x := must(t)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
	session, err := onemodel.NewSession(identityModel(t))
	mustSucceed(t, err)
	defer session.Close()
	inputs := []*onemodel.Tensor{x}
	for _, test := range []struct {
		name  string
		limit float64
		call  func() error
	}{
		{"NewTensor", 1, func() error {
			return closed(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
		}},
		{"Slice", 1, func() error {
			return closed(onemodel.Slice(x, []int64{-1}, []int64{onemodel.End}, []int64{1}, []int64{-1}))
		}},
		{"Pad", 1, func() error { return closed(onemodel.Pad(x, []int64{1, 1}, nil, []int64{0}, "edge")) }},
		{"Concat", 1, func() error { return closed(onemodel.Concat([]*onemodel.Tensor{x, x}, 0)) }},
		{"TopK", 2, func() error {
			values, indices, err := onemodel.TopK(x, 1, 1, true, true)
			indices.Close()
			return closed(values, err)
		}},
		{"Invoke", 2, func() error { return closedFirst(onemodel.Invoke("Identity", 13, inputs, nil, 1)) }},
		{"Run", 2, func() error { return closedFirst(session.Run(x)) }},
		{"Data", 0, func() error { _, err := onemodel.Data[float32](x); return err }},
		{"Bytes", 0, func() error { _, err := x.Bytes(); return err }},
		{"Shape", 1, func() error { x.Shape(); return nil }},
	} {
		var err error
		allocations := testing.AllocsPerRun(1000, func() {
			if e := test.call(); e != nil {
				err = e
			}
		})
		if err != nil || allocations > test.limit {
			t.Errorf("%s makes %v allocations, not %v; its error is %v", test.name, allocations, test.limit, err)
		}
	}
}

func closed(tensor *onemodel.Tensor, err error) error {
	tensor.Close()
	return err
}

func closedFirst(tensors []*onemodel.Tensor, err error) error {
	for _, tensor := range tensors {
		tensor.Close()
	}
	return err
}

func TestContextClosedWhileATensorIsFilled(t *testing.T) {
	context, err := onemodel.NewContext(onemodel.WithMemoryLimit(8))
	if err != nil {
		t.Fatal(err)
	}
	tensor, err := onemodel.NewTensorFuncIn(context, []int64{2}, func(data []float32) error {
		data[1] = 5
		return context.Close()
	})
	if err != nil {
		t.Fatal("a call that was under way is refused:", err)
	}
	defer tensor.Close()
	if values, err := onemodel.Values[float32](tensor); err != nil || values[1] != 5 {
		t.Error(values, err)
	}
}

// What is read of a tensor that is closed meanwhile is all of it, or nothing.
func TestStringsWhileClosed(t *testing.T) {
	for round := 0; round < 5000; round++ {
		tensor, err := onemodel.NewStringTensor([]int64{2}, []string{"a", "b"})
		if err != nil {
			t.Fatal(err)
		}
		closed := make(chan struct{})
		go func() {
			tensor.Close()
			close(closed)
		}()
		for {
			strings, err := tensor.Strings()
			if err != nil {
				if !errors.Is(err, onemodel.ErrClosed) {
					t.Fatal(err)
				}
				break
			}
			if len(strings) != 2 {
				t.Fatalf("%v were read", strings)
			}
			if text := tensor.String(); text != "string [2]" && text != "closed tensor" {
				t.Fatal(text)
			}
		}
		<-closed
	}
}

// What waits to be released by a later call is no owner that others find.
func TestOwnerThatIsClosedIsGone(t *testing.T) {
	session, err := onemodel.NewSession(identityModel(t))
	mustSucceed(t, err)
	defer session.Close()
	x := must(t)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
	for i := 0; i < 100; i++ {
		first, err := onemodel.NewTensor([]int64{2, 3}, make([]float32, 6))
		mustSucceed(t, err)
		second := must(t)(first.Share())
		var others sync.WaitGroup
		others.Add(1)
		go func() { // whose calls may use other slots
			defer others.Done()
			first.Close()
		}()
		others.Wait()
		mustSucceed(t, session.RunInto([]*onemodel.Tensor{x}, []*onemodel.Tensor{second}))
	}
}

// A list of the caller that changes during a call is read once: before and after, the same tensors are used.
func TestListThatChangesDuringACall(t *testing.T) {
	if underRaceDetector {
		t.Skip("the list is changed in a race")
	}
	session, err := onemodel.NewSession(identityModel(t))
	mustSucceed(t, err)
	defer session.Close()
	memory := mapMemory(t, 4096)
	var released atomic.Int64
	borrow := func() *onemodel.Tensor {
		return must(t)(onemodel.Borrow(onemodel.Float32, []int64{2, 3}, unsafe.Pointer(&memory[0]), 24, func() {
			released.Add(1)
		}))
	}
	one, two := borrow(), borrow()
	inputs := []*onemodel.Tensor{one}
	outputs := []*onemodel.Tensor{must(t)(onemodel.NewTensor([]int64{2, 3}, make([]float32, 6)))}
	sizes := []int64{1, 2}
	repeats := []int64{1, 1}
	done := make(chan struct{})
	var changer sync.WaitGroup
	changer.Add(1)
	go func() {
		defer changer.Done()
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			if i%2 == 0 {
				inputs[0], sizes[0], repeats[0] = one, 1, 1
			} else {
				inputs[0], sizes[0], repeats[0] = two, 2, 1000
			}
		}
	}()
	for i := 0; i < 20_000; i++ {
		mustSucceed(t, closed(onemodel.Concat(inputs, 0)))
		mustSucceed(t, closedFirst(onemodel.Invoke("Identity", 13, inputs, nil, 1)))
		mustSucceed(t, closedFirst(session.Run(inputs...)))
		mustSucceed(t, session.RunInto(inputs, outputs))
		plan, err := session.Plan(inputs...)
		mustSucceed(t, err)
		plan.Close()
		mustSucceed(t, closed(onemodel.Tile(one, repeats)))
		closedFirst(onemodel.Split(one, sizes, 1, 2)) // refused when the sizes are too large
	}
	close(done)
	changer.Wait()
	one.Close()
	two.Close()
	if n := released.Load(); n != 2 {
		t.Errorf("%d of 2 tensors are released: uses have not ended, or were ended that had not begun", n)
	}
}

func TestHugeOutputCountIsRefused(t *testing.T) {
	x := must(t)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
	context, err := onemodel.NewContext(onemodel.WithMemoryLimit(1 << 30))
	mustSucceed(t, err)
	defer context.Close()
	inputs := []*onemodel.Tensor{x}
	before := residentBytes(t)
	for name, call := range map[string]func() ([]*onemodel.Tensor, error){
		"Split":  func() ([]*onemodel.Tensor, error) { return context.Split(x, nil, 0, 1<<30) },
		"Invoke": func() ([]*onemodel.Tensor, error) { return context.Invoke("Identity", 13, inputs, nil, 1<<40) },
		"Infer":  func() ([]*onemodel.Tensor, error) { return context.Infer("Identity", 13, inputs, nil, 1<<62) },
	} {
		_, err := call()
		var refusal *onemodel.Error
		if !errors.As(err, &refusal) || refusal.Reason != "memory.exhausted" || refusal.Status != onemodel.OutOfMemory {
			t.Errorf("%s gives %v", name, err)
		}
	}
	if grown := residentBytes(t) - before; grown > 16<<20 {
		t.Errorf("refusing took %d bytes", grown)
	}
}
