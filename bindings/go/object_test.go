package onemodel

import "testing"

// Of closed tensors that are small a few wait to be released by a later call; the others are released at once.
func TestFewSmallTensorsWait(t *testing.T) {
	const count = 1000
	for _, test := range []struct {
		name string
		make func() (*Tensor, error)
		most int
	}{
		{"small", func() (*Tensor, error) { return NewTensor([]int64{4}, make([]float32, 4)) }, mostWaitingSlots},
		{"large", func() (*Tensor, error) { return NewTensor([]int64{2000}, make([]float32, 2000)) }, 0},
		{"strings", func() (*Tensor, error) {
			text, err := NewStringTensor([]int64{1}, []string{"text"})
			if err != nil {
				return nil, err
			}
			defer text.Close()
			return Tile(text, []int64{2})
		}, 0},
		{"view", func() (*Tensor, error) {
			base, err := NewTensor([]int64{4}, make([]float32, 4))
			if err != nil {
				return nil, err
			}
			base.ref().waitNoMore()
			defer base.Close()
			return Reshape(base, []int64{2, 2}, false)
		}, 0},
	} {
		tensors := make([]*Tensor, count)
		for i := range tensors {
			tensor, err := test.make()
			if err != nil {
				t.Fatal(err)
			}
			tensors[i] = tensor
		}
		for _, tensor := range tensors {
			tensor.Close()
		}
		waiting := 0
		taken := make([]*slot, count)
		for i := range taken {
			taken[i] = slots.Get().(*slot)
			if taken[i].Handle != 0 {
				waiting++
			}
		}
		if waiting > test.most {
			t.Errorf("%d of %d tensors (%s) wait, not %d", waiting, count, test.name, test.most)
		}
		for _, s := range taken {
			s.recycle()
		}
	}
}
