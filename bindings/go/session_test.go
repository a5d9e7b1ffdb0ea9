package onemodel_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// identityModel gives a model that gives its input x as y.
func identityModel(t testing.TB) *onemodel.Model {
	t.Helper()
	model, err := onemodel.NewModel()
	mustSucceed(t, err)
	t.Cleanup(func() { model.Close() })
	mustSucceed(t, model.AddInput("x", onemodel.Float32, nil))
	mustSucceed(t, model.AddOutput("y", 0, nil))
	mustSucceed(t, model.AddNode(onemodel.Node{Op: "Identity", Inputs: []string{"x"}, Outputs: []string{"y"}}))
	return model
}

// chainModel transposes x [N, 3], and joins it with itself and a constant by way of a default input.
func chainModel(t testing.TB) *onemodel.Model {
	t.Helper()
	model, err := onemodel.NewModel()
	mustSucceed(t, err)
	t.Cleanup(func() { model.Close() })
	axis, err := onemodel.NewAttributes(map[string]any{"axis": 1})
	mustSucceed(t, err)
	defer axis.Close()
	mustSucceed(t, model.SetOpset("", 17))
	mustSucceed(t, model.SetIRVersion(8))
	mustSucceed(t, model.AddInput("x", onemodel.Int32, []int64{-1, 3}, "N", ""))
	mustSucceed(t, model.AddInput("column", onemodel.Int32, []int64{3, 1}))
	mustSucceed(t, model.AddInitializer("column", must(t)(onemodel.NewTensor([]int64{3, 1}, []int32{7, 8, 9}))))
	mustSucceed(t, model.AddInitializer("table", must(t)(onemodel.NewTensor([]int64{2}, []int64{5, 6}))))
	mustSucceed(t, model.AddInitializer("index", must(t)(onemodel.NewTensor(nil, []int64{-1}))))
	mustSucceed(t, model.AddNode(onemodel.Node{Op: "Transpose", Name: "turn", Inputs: []string{"x"},
		Outputs: []string{"turned"}}))
	mustSucceed(t, model.AddNode(onemodel.Node{Op: "Concat", Name: "join", Inputs: []string{"turned", "column"},
		Outputs: []string{"joined"}, Attributes: axis}))
	mustSucceed(t, model.AddNode(onemodel.Node{Op: "Gather", Name: "pick", Inputs: []string{"table", "index"},
		Outputs: []string{"picked"}}))
	mustSucceed(t, model.AddOutput("joined", onemodel.Int32, []int64{3, -1}))
	mustSucceed(t, model.AddOutput("picked", 0, nil))
	return model
}

func expectChain(t *testing.T, outputs []*onemodel.Tensor, err error) {
	t.Helper()
	mustSucceed(t, err)
	expectData[int32](t, outputs[0], []int64{3, 3}, 1, 4, 7, 2, 5, 8, 3, 6, 9)
	expectData[int64](t, outputs[1], []int64{}, 6)
	closedFirst(outputs, nil)
}

func TestSession(t *testing.T) {
	session, err := onemodel.NewSession(chainModel(t))
	mustSucceed(t, err)
	defer session.Close()
	inputs := session.Inputs()
	if len(inputs) != 2 || inputs[0].Name != "x" || inputs[0].Type != onemodel.Int32 ||
		!equal(inputs[0].Shape, []int64{-1, 3}) || !equal(inputs[0].Symbols, []string{"N", ""}) || inputs[0].IsOptional ||
		!inputs[1].IsOptional {
		t.Errorf("the inputs are %+v", inputs)
	}
	outputs := session.Outputs()
	if len(outputs) != 2 || outputs[0].Name != "joined" || outputs[1].Type != onemodel.Int64 || outputs[1].Shape == nil ||
		len(outputs[1].Shape) != 0 {
		t.Errorf("the outputs are %+v", outputs)
	}
	if session.FindInput("column") != 1 || session.FindInput("none") != -1 || session.FindOutput("picked") != 1 {
		t.Error("an input or output is elsewhere")
	}
	x := must(t)(onemodel.NewTensor([]int64{2, 3}, []int32{1, 2, 3, 4, 5, 6}))
	results, err := session.Run(x, nil)
	expectChain(t, results, err)
	results, err = session.RunNamed(map[string]*onemodel.Tensor{"x": x}, "joined", "picked")
	expectChain(t, results, err)
	target := must(t)(onemodel.NewTensor([]int64{3, 3}, make([]int32, 9)))
	picked := must(t)(onemodel.NewTensor(nil, []int64{0}))
	mustSucceed(t, session.RunInto([]*onemodel.Tensor{x, nil}, []*onemodel.Tensor{target, picked}))
	expectChain(t, []*onemodel.Tensor{target, picked}, nil)

	if _, err := session.RunNamed(map[string]*onemodel.Tensor{"z": x}, "joined"); !hasReason(err, "session.input_unknown") {
		t.Errorf("an unknown input gives %v", err)
	}
	wrong := must(t)(onemodel.NewTensor([]int64{2, 4}, make([]int32, 8)))
	if _, err := session.Run(wrong, nil); !errors.Is(err, onemodel.ErrInvalidInput) {
		t.Errorf("a wrong shape gives %v", err)
	}
	if _, err := session.Run(); !errors.Is(err, onemodel.ErrInvalidArgument) {
		t.Errorf("no inputs give %v", err)
	}
}

func TestSessionErrorsNameTheNode(t *testing.T) {
	model := identityModel(t)
	mustSucceed(t, model.AddNode(onemodel.Node{Op: "Flatten", Name: "too far", Inputs: []string{"scalar"},
		Outputs: []string{"z"}, Attributes: attributes(t, "axis", 5)}))
	mustSucceed(t, model.AddInitializer("scalar", must(t)(onemodel.NewTensor(nil, []int8{1}))))
	_, err := onemodel.NewSession(model)
	var refusal *onemodel.Error
	if !errors.As(err, &refusal) || refusal.Node != "too far" || refusal.Reason != "axis.out_of_range" {
		t.Errorf("the error is %v", err)
	}
}

func attributes(t testing.TB, name string, value any) *onemodel.Attributes {
	t.Helper()
	attributes, err := onemodel.NewAttributes(map[string]any{name: value})
	mustSucceed(t, err)
	t.Cleanup(func() { attributes.Close() })
	return attributes
}

func TestModelFiles(t *testing.T) {
	model := chainModel(t)
	path := filepath.Join(t.TempDir(), "chain.onnx")
	mustSucceed(t, model.WriteFile(path))
	read, err := onemodel.ReadModelFile(path)
	mustSucceed(t, err)
	defer read.Close()
	written, err := model.Write()
	mustSucceed(t, err)
	again, err := onemodel.ReadModel(written, filepath.Dir(path))
	mustSucceed(t, err)
	defer again.Close()
	x := must(t)(onemodel.NewTensor([]int64{2, 3}, []int32{1, 2, 3, 4, 5, 6}))
	for _, model := range []*onemodel.Model{read, again} {
		session, err := onemodel.NewSession(model)
		mustSucceed(t, err)
		defer session.Close()
		results, err := session.Run(x, nil)
		expectChain(t, results, err)
	}
	if err := model.AddInput("z", onemodel.Int8, []int64{1, 2}, "only one"); !hasReason(err, "argument.count") {
		t.Errorf("a symbol too few gives %v", err)
	}
	if err := model.SetOpset("a\x00b", 1); !errors.Is(err, onemodel.ErrInvalidArgument) {
		t.Errorf("a zero byte gives %v", err)
	}
}

func TestPlan(t *testing.T) {
	session, err := onemodel.NewSession(chainModel(t))
	mustSucceed(t, err)
	defer session.Close()
	shape := must(t)(onemodel.Describe(onemodel.Int32, []int64{2, 3}))
	plan, err := session.Plan(shape, nil)
	mustSucceed(t, err)
	defer plan.Close()
	nodes := map[string]onemodel.PlanNode{}
	positions := map[string]int{}
	for i, node := range plan.Nodes() {
		nodes[node.Name] = node
		positions[node.Name] = i
	}
	if join := nodes["join"]; join.Operator != "Concat" || join.Kind != onemodel.PlanKernel || join.FusedInto != -1 ||
		join.Bytes != 36 || join.Kernel == "" || join.IsShapedAtRunTime || join.IsDataDependent ||
		len(join.Outputs) != 1 || join.Outputs[0].Name != "joined" || join.Outputs[0].IsConstant ||
		!equal(join.Outputs[0].Shape, []int64{3, 3}) || join.Outputs[0].Type != onemodel.Int32 {
		t.Errorf("the node join is %+v", join)
	}
	if pick := nodes["pick"]; pick.Kind != onemodel.PlanConstant || !pick.Outputs[0].IsConstant {
		t.Errorf("the node pick is %+v", pick)
	}
	constant := must(t)(plan.Constant(positions["pick"], 0))
	plan.Close()
	expectData[int64](t, constant, []int64{}, 6)
	declared, err := session.Plan()
	mustSucceed(t, err)
	defer declared.Close()
	if none, err := declared.Constant(positions["join"], 0); none != nil || err != nil {
		t.Errorf("what is not constant is %v, %v", none, err)
	}
	if declared.BufferBytes() < 0 {
		t.Errorf("a run holds %d bytes", declared.BufferBytes())
	}
}

// A session, a context with threads, attributes and a tensor are used by many goroutines at the same time.
func TestManyGoroutines(t *testing.T) {
	session, err := onemodel.NewSession(chainModel(t))
	mustSucceed(t, err)
	defer session.Close()
	context, err := onemodel.NewContext(onemodel.WithThreads(2), onemodel.WithBufferLimit(1<<24),
		onemodel.WithMemoryLimit(1<<30))
	mustSucceed(t, err)
	defer context.Close()
	if context.Threads() != 2 || context.BufferLimit() != 1<<24 || context.MemoryLimit() != 1<<30 {
		t.Errorf("the settings are %d, %d, %d", context.Threads(), context.BufferLimit(), context.MemoryLimit())
	}
	axis := attributes(t, "axis", 1)
	x := must(t)(onemodel.NewTensor([]int64{2, 3}, []int32{1, 2, 3, 4, 5, 6}))
	large := must(t)(onemodel.NewTensor([]int64{1024, 1024}, make([]int32, 1<<20)))
	var workers sync.WaitGroup
	for g := 0; g < 8; g++ {
		workers.Add(1)
		go func(g int) {
			defer workers.Done()
			for i := 0; i < 50; i++ {
				if err := closedFirst(context.Run(session, x, nil)); err != nil {
					t.Error(err)
				}
				if err := closedFirst(context.Invoke("Flatten", 13, []*onemodel.Tensor{x}, axis, 1)); err != nil {
					t.Error(err)
				}
				if i%25 == 0 {
					if err := closed(context.Transpose(large, nil)); err != nil {
						t.Error(err)
					}
					context.ReleaseBuffers()
					if err := axis.SetInt("axis", int64(g%3)); err != nil {
						t.Error(err)
					}
				}
			}
		}(g)
	}
	workers.Wait()
}

func ExampleSession_Run() {
	model, err := onemodel.NewModel()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.Close()
	_ = model.AddInput("x", onemodel.Int64, []int64{-1, 2}, "N", "")
	_ = model.AddNode(onemodel.Node{Op: "Transpose", Inputs: []string{"x"}, Outputs: []string{"y"}})
	_ = model.AddOutput("y", 0, nil)
	session, err := onemodel.NewSession(model) // which says what is wrong with the model, if anything is
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	x, err := onemodel.NewTensor([]int64{1, 2}, []int64{3, 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	outputs, err := session.Run(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer outputs[0].Close()
	fmt.Println(outputs[0])
	// Output: int64 [2, 1]
}
