package onemodel_test

import (
	"testing"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
	"github.com/libonemodel/libonemodel/bindings/go/internal/cost"
)

// What a call costs beside the library's own work: compare Slice with SliceInC and EmptyCall.

// succeed is mustSucceed without testing.B.Helper, which costs more than a call.
func succeed(b *testing.B, err error) {
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkEmptyCall(b *testing.B) {
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		cost.EmptyCall()
	}
}

func BenchmarkSliceInC(b *testing.B) {
	mustSucceed(b, cost.Slices(b.N))
}

func BenchmarkSlice(b *testing.B) {
	x := must(b)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		succeed(b, closed(onemodel.Slice(x, []int64{-1}, []int64{onemodel.End}, []int64{1}, []int64{-1})))
	}
}

// A result that is dropped costs its finalizer instead of a Close.
func BenchmarkSliceDropped(b *testing.B) {
	x := must(b)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		_, err := onemodel.Slice(x, []int64{-1}, []int64{onemodel.End}, []int64{1}, []int64{-1})
		succeed(b, err)
	}
}

func BenchmarkSliceParallel(b *testing.B) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		x := must(b)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
		for pb.Next() {
			succeed(b, closed(onemodel.Slice(x, []int64{-1}, []int64{onemodel.End}, []int64{1}, []int64{-1})))
		}
	})
}

func BenchmarkNewTensorInC(b *testing.B) {
	mustSucceed(b, cost.Tensors(b.N))
}

func BenchmarkNewTensor(b *testing.B) {
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		succeed(b, closed(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6})))
	}
}

func BenchmarkInvoke(b *testing.B) {
	inputs := []*onemodel.Tensor{must(b)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))}
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		succeed(b, closedFirst(onemodel.Invoke("Identity", 13, inputs, nil, 1)))
	}
}

func BenchmarkSessionRun(b *testing.B) {
	session, err := onemodel.NewSession(identityModel(b))
	mustSucceed(b, err)
	defer session.Close()
	x := must(b)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		succeed(b, closedFirst(session.Run(x)))
	}
}

func BenchmarkData(b *testing.B) {
	x := must(b)(onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}))
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		_, err := onemodel.Data[float32](x)
		succeed(b, err)
	}
}

// 64 MB go out to Go without a copy: the time does not depend on the size.
func BenchmarkDataOf64MB(b *testing.B) {
	x := must(b)(onemodel.NewTensorFunc([]int64{16 << 20}, func([]float32) error { return nil }))
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		_, err := onemodel.Data[float32](x)
		succeed(b, err)
	}
}

// 64 MB come in, copied by NewTensor.
func BenchmarkNewTensorOf64MB(b *testing.B) {
	data := make([]float32, 16<<20)
	b.SetBytes(64 << 20)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		succeed(b, closed(onemodel.NewTensor([]int64{16 << 20}, data)))
	}
}

// 64 MB are written once, where the tensor has them.
func BenchmarkNewTensorFuncOf64MB(b *testing.B) {
	b.SetBytes(64 << 20)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		succeed(b, closed(onemodel.NewTensorFunc([]int64{16 << 20}, func(data []float32) error {
			for i := range data {
				data[i] = 1
			}
			return nil
		})))
	}
}
