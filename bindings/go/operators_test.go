package onemodel_test

import (
	"fmt"
	"strings"
	"testing"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// The conformance runner calls every operator by Invoke and by its own function; here is what it cannot say.

func TestListsThatAreEmptyOrNotGiven(t *testing.T) {
	x := must(t)(onemodel.NewTensor([]int64{1, 2, 1}, []int8{1, 2}))
	if shape := must(t)(onemodel.Squeeze(x, nil)).Shape(); !equal(shape, []int64{2}) {
		t.Errorf("Squeeze without axes gives %v", shape)
	}
	if shape := must(t)(onemodel.Squeeze(x, []int64{})).Shape(); !equal(shape, []int64{1, 2, 1}) {
		t.Errorf("Squeeze with an empty list of axes gives %v", shape)
	}
	one := must(t)(onemodel.NewTensor([]int64{1}, []int8{1}))
	if shape := must(t)(onemodel.Reshape(one, nil, false)).Shape(); len(shape) != 0 {
		t.Errorf("Reshape to a scalar gives %v", shape)
	}
}

func TestSeveralOutputs(t *testing.T) {
	x := must(t)(onemodel.NewTensor([]int64{5}, []float32{3, 1, 4, 1, 5}))
	values, indices, err := onemodel.TopK(x, 2, 0, true, true)
	mustSucceed(t, err)
	expectData[float32](t, values, []int64{2}, 5, 4)
	expectData[int64](t, indices, []int64{2}, 4, 2)
	if _, _, err := onemodel.TopK(x, 6, 0, true, true); !hasReason(err, "topk.k_exceeds_extent") {
		t.Errorf("six of five give %v", err)
	}
	parts, err := onemodel.Split(x, nil, 0, 5)
	mustSucceed(t, err)
	for i, part := range parts {
		expectData(t, part, []int64{1}, []float32{3, 1, 4, 1, 5}[i])
	}
	many, err := onemodel.Split(must(t)(onemodel.NewTensor([]int64{100}, make([]int8, 100))), nil, 0, 100)
	if err != nil || len(many) != 100 {
		t.Errorf("%d parts of 100, %v", len(many), err)
	}
	output, mask, err := onemodel.DropoutWithMask(x, nil, nil)
	mustSucceed(t, err)
	expectData[float32](t, output, []int64{5}, 3, 1, 4, 1, 5)
	expectData(t, mask, []int64{5}, true, true, true, true, true)
	joined := must(t)(onemodel.Concat([]*onemodel.Tensor{x, x, x, x, x, x, x, x, x, x}, 0))
	if joined.ElementCount() != 50 {
		t.Errorf("ten times five are %d", joined.ElementCount())
	}
}

func TestAttributes(t *testing.T) {
	x := must(t)(onemodel.NewTensor([]int64{2}, []float32{1, 2}))
	for _, test := range []struct {
		attribute string
		value     any
	}{
		{"value_int", 3},
		{"value_int", int64(3)},
		{"value_ints", []int64{1, 2}},
		{"value_float", float32(1.5)},
		{"value_floats", []float32{1.5, 2.5}},
		{"value_string", "a\x00b"},
		{"value_strings", []string{"a\x00", "", "c"}},
		{"value", x},
	} {
		model, err := onemodel.NewModel()
		mustSucceed(t, err)
		defer model.Close()
		mustSucceed(t, model.AddNode(onemodel.Node{Op: "Constant", Outputs: []string{"y"},
			Attributes: attributes(t, test.attribute, test.value)}))
		mustSucceed(t, model.AddOutput("y", 0, nil))
		session, err := onemodel.NewSession(model)
		mustSucceed(t, err)
		defer session.Close()
		outputs, err := session.Run()
		mustSucceed(t, err)
		y := outputs[0]
		switch value := test.value.(type) {
		case int:
			expectData(t, y, []int64{}, int64(value))
		case int64:
			expectData(t, y, []int64{}, value)
		case []int64:
			expectData(t, y, []int64{2}, value...)
		case float32:
			expectData(t, y, []int64{}, value)
		case []float32:
			expectData(t, y, []int64{2}, value...)
		case *onemodel.Tensor:
			expectData[float32](t, y, []int64{2}, 1, 2)
		default:
			texts, err := y.Strings()
			mustSucceed(t, err)
			want, isList := value.([]string)
			if !isList {
				want = []string{value.(string)}
			}
			if !equal(texts, want) {
				t.Errorf("the constant is %q, not %q", texts, want)
			}
		}
		y.Close()
	}
	if _, err := onemodel.NewAttributes(map[string]any{"axis": 1.5}); err == nil {
		t.Error("a float64 is taken")
	}
	if _, err := onemodel.NewAttributes(map[string]any{"a\x00b": 1}); err == nil {
		t.Error("a name with a zero byte is taken")
	}
}

func TestInfer(t *testing.T) {
	x := must(t)(onemodel.Describe(onemodel.Int16, []int64{2, 3}))
	outputs, err := onemodel.Infer("Transpose", 13, []*onemodel.Tensor{x}, nil, 1)
	mustSucceed(t, err)
	if y := outputs[0]; y.Type() != onemodel.Int16 || !equal(y.Shape(), []int64{3, 2}) {
		t.Errorf("it is inferred to be %v", y)
	}
	outputs, err = onemodel.Infer("NonZero", 13, []*onemodel.Tensor{x}, nil, 1)
	mustSucceed(t, err)
	if y := outputs[0]; !equal(y.Shape(), []int64{2, -1}) || y.ElementCount() != -1 {
		t.Errorf("it is inferred to be %v", y)
	}
	if _, err := outputs[0].Strings(); err == nil {
		t.Error("a description has strings")
	}
}

func TestOperatorFacts(t *testing.T) {
	operators := onemodel.Operators()
	for _, operator := range operators {
		found, exists := onemodel.FindOperator(operator.Name())
		if !exists || found != operator || len(operator.Versions()) == 0 || operator.Kind() == 0 || !operator.IsExact() ||
			operator.TypeCount() == 0 {
			t.Errorf("the operator %s has no facts", operator.Name())
		}
	}
	if len(operators) != 25 {
		t.Errorf("there are %d operators", len(operators))
	}
	slice, _ := onemodel.FindOperator("Slice")
	if versions := slice.Versions(); !equal(versions, []int64{1, 10, 11, 13}) {
		t.Errorf("Slice has the versions %v", versions)
	}
	if inputs := slice.Inputs(13); len(inputs) != 5 || inputs[3] != (onemodel.Parameter{Name: "axes", IsOptional: true}) {
		t.Errorf("Slice-13 has the inputs %+v", inputs)
	}
	if !slice.InputAccepts(13, 0, onemodel.String) || slice.InputAccepts(13, 1, onemodel.String) {
		t.Error("Slice accepts other types")
	}
	if reasons := slice.Reasons(); !contains(reasons, "slice.step_zero") {
		t.Errorf("Slice has the reasons %v", reasons)
	}
	if attributes := slice.Attributes(1); len(attributes) != 3 ||
		attributes[1] != (onemodel.Attribute{Name: "ends", Kind: onemodel.AttributeInts, IsRequired: true}) {
		t.Errorf("Slice-1 has the attributes %+v", attributes)
	}
	if slice.Kind().String() != "copy" || onemodel.AttributeTensor.String() != "tensor" ||
		onemodel.PlanUnused.String() != "unused" || onemodel.PlanKind(7).String() != "" {
		t.Error("a kind has another name")
	}
	split, _ := onemodel.FindOperator("Split")
	if outputs := split.Outputs(18); len(outputs) != 1 || !outputs[0].IsVariadic {
		t.Errorf("Split-18 has the outputs %+v", outputs)
	}
	if _, exists := onemodel.FindOperator("Conv"); exists {
		t.Error("Conv is found")
	}
	if _, exists := onemodel.FindOperator("Slice\x00"); exists {
		t.Error("a name with a zero byte is found")
	}
	if (onemodel.Operator{}).Name() != "" || len((onemodel.Operator{}).Inputs(13)) != 0 {
		t.Error("no operator has facts")
	}
}

func contains(texts []string, wanted string) bool {
	for _, text := range texts {
		if text == wanted {
			return true
		}
	}
	return false
}

func TestVersionAndLevel(t *testing.T) {
	if strings.Count(onemodel.Version(), ".") != 2 || onemodel.SIMDLevel() == "" {
		t.Errorf("version %q, level %q", onemodel.Version(), onemodel.SIMDLevel())
	}
}

func ExampleSlice() {
	x, err := onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	reversed, err := onemodel.Slice(x, []int64{-1}, []int64{onemodel.End}, []int64{1}, []int64{-1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reversed.Close()
	fmt.Println(onemodel.Values[float32](reversed))
	// Output: [3 2 1 6 5 4] <nil>
}

func ExampleInvoke() {
	x, err := onemodel.NewTensor([]int64{2, 2}, []int32{1, 2, 3, 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	attributes, err := onemodel.NewAttributes(map[string]any{"perm": []int64{1, 0}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer attributes.Close()
	outputs, err := onemodel.Invoke("Transpose", 13, []*onemodel.Tensor{x}, attributes, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer outputs[0].Close()
	fmt.Println(onemodel.Values[int32](outputs[0]))
	// Output: [1 3 2 4] <nil>
}
