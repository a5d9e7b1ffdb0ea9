package onemodel_test

import (
	"fmt"
	"math"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

func ExampleSlice() {
	x, err := onemodel.NewTensor([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	y, err := onemodel.Slice(x, []int64{-1}, []int64{math.MinInt64}, []int64{1}, []int64{-1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer y.Close()
	values, err := onemodel.Values[float32](y)
	fmt.Println(y, values, err)
	// Output: float32 [2, 3] [3 2 1 6 5 4] <nil>
}
