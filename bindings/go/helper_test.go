package onemodel_test

import (
	"testing"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// must gives the tensor that a call made, which is closed when the test ends.
func must(t testing.TB) func(tensor *onemodel.Tensor, err error) *onemodel.Tensor {
	return func(tensor *onemodel.Tensor, err error) *onemodel.Tensor {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { tensor.Close() })
		return tensor
	}
}

// mustSucceed ends the test if there is an error.
func mustSucceed(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// expectData compares type, shape and elements of a tensor.
func expectData[T onemodel.Element](t testing.TB, tensor *onemodel.Tensor, shape []int64, data ...T) {
	t.Helper()
	if !equal(tensor.Shape(), shape) {
		t.Errorf("the shape is %v, not %v", tensor.Shape(), shape)
	}
	actual, err := onemodel.Values[T](tensor)
	mustSucceed(t, err)
	if !equal(actual, data) {
		t.Errorf("the elements are %v, not %v", actual, data)
	}
}
