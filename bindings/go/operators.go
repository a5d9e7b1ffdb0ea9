package onemodel

import (
	"fmt"
	"math"
	"runtime"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// The operators, at their newest version. Each takes tensors in ONNX's order, then lists, then attributes. Its function
// runs it under the defaults, its method under a context. A tensor that is nil is one that is not given, and so is a
// list that is nil.

// End stands for "to the end" where an operator takes an end.
const End = math.MaxInt64

// Shape gives the extents of the axes [start, end) of data as an int64 vector. Negative values count from the end, then
// both are clamped to [0, rank]; End means all.
func Shape(data *Tensor, start, end int64) (*Tensor, error) {
	return (*Context)(nil).Shape(data, start, end)
}

// Shape runs Shape under the context; see the function of this name.
func (c *Context) Shape(data *Tensor, start, end int64) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_shape(context, data.handle(), start, end, output, failure)
	}, data)
}

// Size gives the number of elements of data as an int64 scalar.
func Size(data *Tensor) (*Tensor, error) {
	return (*Context)(nil).Size(data)
}

// Size runs Size under the context; see the function of this name.
func (c *Context) Size(data *Tensor) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_size(context, data.handle(), output, failure)
	}, data)
}

// Squeeze gives a view of data without the axes listed, each of extent 1. axes nil removes every axis of extent 1, an
// empty list that is not nil removes none.
func Squeeze(data *Tensor, axes []int64) (*Tensor, error) {
	return (*Context)(nil).Squeeze(data, axes)
}

// Squeeze runs Squeeze under the context; see the function of this name.
func (c *Context) Squeeze(data *Tensor, axes []int64) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_squeeze(context, data.handle(), lists.of(axes), int64(len(axes)), output, failure)
	}, data)
}

// Unsqueeze gives a view of data with axes of extent 1 put in. axes are axes of the result, in any order.
func Unsqueeze(data *Tensor, axes []int64) (*Tensor, error) {
	return (*Context)(nil).Unsqueeze(data, axes)
}

// Unsqueeze runs Unsqueeze under the context; see the function of this name.
func (c *Context) Unsqueeze(data *Tensor, axes []int64) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_unsqueeze(context, data.handle(), lists.of(axes), int64(len(axes)), output, failure)
	}, data)
}

// Flatten gives a view of input as a matrix: the axes before axis make the rows, the others the columns.
func Flatten(input *Tensor, axis int64) (*Tensor, error) {
	return (*Context)(nil).Flatten(input, axis)
}

// Flatten runs Flatten under the context; see the function of this name.
func (c *Context) Flatten(input *Tensor, axis int64) (*Tensor, error) {
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_flatten(context, input.handle(), axis, output, failure)
	}, input)
}

// Reshape gives a view of data with another shape of as many elements. At most one extent is -1, which is worked out; 0
// copies the extent of that axis of data, or with allowZero means an extent of 0.
func Reshape(data *Tensor, shape []int64, allowZero bool) (*Tensor, error) {
	return (*Context)(nil).Reshape(data, shape, allowZero)
}

// Reshape runs Reshape under the context; see the function of this name.
func (c *Context) Reshape(data *Tensor, shape []int64, allowZero bool) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_reshape(context, data.handle(), lists.of(shape), int64(len(shape)), flag(allowZero), output, failure)
	}, data)
}

// Identity gives a view of input as it is.
func Identity(input *Tensor) (*Tensor, error) {
	return (*Context)(nil).Identity(input)
}

// Identity runs Identity under the context; see the function of this name.
func (c *Context) Identity(input *Tensor) (*Tensor, error) {
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_identity(context, input.handle(), output, failure)
	}, input)
}

// Dropout gives, as in inference, a view of data. ratio is checked but has no effect; trainingMode must be nil or
// false. Both may be nil.
func Dropout(data, ratio, trainingMode *Tensor) (*Tensor, error) {
	return (*Context)(nil).Dropout(data, ratio, trainingMode)
}

// Dropout runs Dropout under the context; see the function of this name.
func (c *Context) Dropout(data, ratio, trainingMode *Tensor) (*Tensor, error) {
	return c.result(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_dropout(context, data.handle(), ratio.handle(), trainingMode.handle(), output, nil, failure)
	}, data, ratio, trainingMode)
}

// DropoutWithMask is Dropout, and gives its mask, too: a bool tensor of the shape of data, all true.
func DropoutWithMask(data, ratio, trainingMode *Tensor) (output, mask *Tensor, err error) {
	return (*Context)(nil).DropoutWithMask(data, ratio, trainingMode)
}

// DropoutWithMask runs Dropout under the context and gives its mask, too; see the function of this name.
func (c *Context) DropoutWithMask(data, ratio, trainingMode *Tensor) (output, mask *Tensor, err error) {
	return c.twoResults(func(context uintptr, output, mask *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_dropout(context, data.handle(), ratio.handle(), trainingMode.handle(), output, mask, failure)
	}, data, ratio, trainingMode)
}

// Transpose gives data with its axes in another order: axis i of the result is axis perm[i] of data. perm nil reverses
// the axes.
func Transpose(data *Tensor, perm []int64) (*Tensor, error) {
	return (*Context)(nil).Transpose(data, perm)
}

// Transpose runs Transpose under the context; see the function of this name.
func (c *Context) Transpose(data *Tensor, perm []int64) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_transpose(context, data.handle(), lists.of(perm), int64(len(perm)), output, failure)
	}, data)
}

// Concat joins inputs of one type and rank along an axis; they agree in every other extent.
func Concat(inputs []*Tensor, axis int64) (*Tensor, error) {
	return (*Context)(nil).Concat(inputs, axis)
}

// Concat runs Concat under the context; see the function of this name.
func (c *Context) Concat(inputs []*Tensor, axis int64) (*Tensor, error) {
	var own fewTensors
	inputs = own.copy(inputs)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		var few handleBuffer
		handles := few.of(inputs)
		status := raw.Om_concat(context, handlesOf(handles), int64(len(handles)), axis, output, failure)
		runtime.KeepAlive(&few)
		return status
	}, inputs...)
}

// Split cuts input along an axis into outputCount parts, of the sizes in split, or for split nil of
// ceil(extent / outputCount) each, the last one taking the rest.
func Split(input *Tensor, split []int64, axis int64, outputCount int) ([]*Tensor, error) {
	return (*Context)(nil).Split(input, split, axis, outputCount)
}

// Split runs Split under the context; see the function of this name.
func (c *Context) Split(input *Tensor, split []int64, axis int64, outputCount int) ([]*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.results(outputCount, func(context uintptr, outputs *uintptr, failure *raw.Failure) int32 {
		return raw.Om_split(context, input.handle(), lists.of(split), int64(len(split)), axis, outputs, int64(outputCount),
			failure)
	}, input)
}

// Slice gives, of each axis listed, the elements start, start + step, ... before end. Negative starts and ends count
// from the end, then they are clamped to the axis; with a negative step an end of math.MinInt64 or End means "to the
// beginning". axes nil means the first axes, steps nil means 1; all lists that are given have one length.
func Slice(data *Tensor, starts, ends, axes, steps []int64) (*Tensor, error) {
	return (*Context)(nil).Slice(data, starts, ends, axes, steps)
}

// Slice runs Slice under the context; see the function of this name.
func (c *Context) Slice(data *Tensor, starts, ends, axes, steps []int64) (*Tensor, error) {
	// The C function takes one length.
	if len(ends) != len(starts) {
		return nil, sliceLengths("ends", len(ends), len(starts))
	}
	if axes != nil && len(axes) != len(starts) {
		return nil, sliceLengths("axes", len(axes), len(starts))
	}
	if steps != nil && len(steps) != len(starts) {
		return nil, sliceLengths("steps", len(steps), len(starts))
	}
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_slice(context, data.handle(), lists.of(starts), lists.of(ends), lists.of(axes), lists.of(steps),
			int64(len(starts)), output, failure)
	}, data)
}

// sliceLengths refuses lists of different lengths as the operator does.
func sliceLengths(input string, length, starts int) error {
	return &Error{
		Status:   InvalidModel,
		Reason:   "slice.length_mismatch",
		Message:  fmt.Sprintf("Slice: '%s': has %d values, but starts has %d", input, length, starts),
		Operator: "Slice",
		Input:    input,
	}
}

// Expand broadcasts input, both ways, against shape: each extent equals that of input, or one of the two is 1.
func Expand(input *Tensor, shape []int64) (*Tensor, error) {
	return (*Context)(nil).Expand(input, shape)
}

// Expand runs Expand under the context; see the function of this name.
func (c *Context) Expand(input *Tensor, shape []int64) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_expand(context, input.handle(), lists.of(shape), int64(len(shape)), output, failure)
	}, input)
}

// Tile repeats input repeats[i] times along axis i.
func Tile(input *Tensor, repeats []int64) (*Tensor, error) {
	return (*Context)(nil).Tile(input, repeats)
}

// Tile runs Tile under the context; see the function of this name.
func (c *Context) Tile(input *Tensor, repeats []int64) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_tile(context, input.handle(), lists.of(repeats), int64(len(repeats)), output, failure)
	}, input)
}

// Gather gives the slices of data along axis that indices, int32 or int64, names; the shape of indices takes the place
// of the axis.
func Gather(data, indices *Tensor, axis int64) (*Tensor, error) {
	return (*Context)(nil).Gather(data, indices, axis)
}

// Gather runs Gather under the context; see the function of this name.
func (c *Context) Gather(data, indices *Tensor, axis int64) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_gather(context, data.handle(), indices.handle(), axis, output, failure)
	}, data, indices)
}

// GatherElements gives, for each position of indices, the element of data at that position with the coordinate on axis
// replaced by the index.
func GatherElements(data, indices *Tensor, axis int64) (*Tensor, error) {
	return (*Context)(nil).GatherElements(data, indices, axis)
}

// GatherElements runs GatherElements under the context; see the function of this name.
func (c *Context) GatherElements(data, indices *Tensor, axis int64) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_gather_elements(context, data.handle(), indices.handle(), axis, output, failure)
	}, data, indices)
}

// GatherND gives the slices of data at the coordinates that the last axis of indices, int64, holds. The first batchDims
// axes of both are walked together.
func GatherND(data, indices *Tensor, batchDims int64) (*Tensor, error) {
	return (*Context)(nil).GatherND(data, indices, batchDims)
}

// GatherND runs GatherND under the context; see the function of this name.
func (c *Context) GatherND(data, indices *Tensor, batchDims int64) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_gather_nd(context, data.handle(), indices.handle(), batchDims, output, failure)
	}, data, indices)
}

// ScatterND gives data with updates written, in order, at the coordinates that indices, int64, holds. reduction is
// "none", "add", "mul", "max" or "min"; "" means "none".
func ScatterND(data, indices, updates *Tensor, reduction string) (*Tensor, error) {
	return (*Context)(nil).ScatterND(data, indices, updates, reduction)
}

// ScatterND runs ScatterND under the context; see the function of this name.
func (c *Context) ScatterND(data, indices, updates *Tensor, reduction string) (*Tensor, error) {
	var buffer textBuffer
	text, err := buffer.terminatedOrNull(reduction)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(&buffer)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_scatter_nd(context, data.handle(), indices.handle(), updates.handle(), text, output, failure)
	}, data, indices, updates)
}

// Pad gives data with elements put before and after each axis listed, or removed where a pad is negative. pads has all
// begins, then all ends; axes nil means all axes. mode is "constant", "reflect", "edge" or "wrap"; "" means "constant".
// constantValue is a scalar of the type of data; nil means 0, false or "".
func Pad(data *Tensor, pads []int64, constantValue *Tensor, axes []int64, mode string) (*Tensor, error) {
	return (*Context)(nil).Pad(data, pads, constantValue, axes, mode)
}

// Pad runs Pad under the context; see the function of this name.
func (c *Context) Pad(data *Tensor, pads []int64, constantValue *Tensor, axes []int64, mode string) (*Tensor, error) {
	var buffer textBuffer
	text, err := buffer.terminatedOrNull(mode)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(&buffer)
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_pad(context, data.handle(), lists.of(pads), int64(len(pads)), constantValue.handle(), lists.of(axes),
			int64(len(axes)), text, output, failure)
	}, data, constantValue)
}

// ConstantOfShape gives a tensor of that shape with the one element of value repeated; value nil means float32 0.
func ConstantOfShape(shape []int64, value *Tensor) (*Tensor, error) {
	return (*Context)(nil).ConstantOfShape(shape, value)
}

// ConstantOfShape runs ConstantOfShape under the context; see the function of this name.
func (c *Context) ConstantOfShape(shape []int64, value *Tensor) (*Tensor, error) {
	var lists intBuffer
	defer runtime.KeepAlive(&lists)
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_constant_of_shape(context, lists.of(shape), int64(len(shape)), value.handle(), output, failure)
	}, value)
}

// Range gives start, start + delta, ... before limit as a vector. The three are scalars of one type. stashType is 1:
// float16 and bfloat16 are computed in float32.
func Range(start, limit, delta *Tensor, stashType int64) (*Tensor, error) {
	return (*Context)(nil).Range(start, limit, delta, stashType)
}

// Range runs Range under the context; see the function of this name.
func (c *Context) Range(start, limit, delta *Tensor, stashType int64) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_range(context, start.handle(), limit.handle(), delta.handle(), stashType, output, failure)
	}, start, limit, delta)
}

// OneHot puts in a new axis of extent depth: values[1] where its coordinate is the index, values[0] elsewhere. axis is
// one of the result.
func OneHot(indices *Tensor, depth int64, values *Tensor, axis int64) (*Tensor, error) {
	return (*Context)(nil).OneHot(indices, depth, values, axis)
}

// OneHot runs OneHot under the context; see the function of this name.
func (c *Context) OneHot(indices *Tensor, depth int64, values *Tensor, axis int64) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_one_hot(context, indices.handle(), depth, values.handle(), axis, output, failure)
	}, indices, values)
}

// Trilu keeps the upper or the lower triangle of the matrices in the last two axes and makes the rest 0, false or "". k
// is the diagonal the triangle starts at: 0 the main one, above it positive, below it negative.
func Trilu(input *Tensor, k int64, upper bool) (*Tensor, error) {
	return (*Context)(nil).Trilu(input, k, upper)
}

// Trilu runs Trilu under the context; see the function of this name.
func (c *Context) Trilu(input *Tensor, k int64, upper bool) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_trilu(context, input.handle(), k, flag(upper), output, failure)
	}, input)
}

// NonZero gives the coordinates of the elements that are not 0, in row-major order, as int64 [rank, count].
func NonZero(x *Tensor) (*Tensor, error) {
	return (*Context)(nil).NonZero(x)
}

// NonZero runs NonZero under the context; see the function of this name.
func (c *Context) NonZero(x *Tensor) (*Tensor, error) {
	return c.ownResult(func(context uintptr, output *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_non_zero(context, x.handle(), output, failure)
	}, x)
}

// TopK gives the k largest or smallest elements along axis, in order, and their int64 positions. Equal elements keep
// their order; NaN is above all. sorted has no effect: the result is always sorted.
func TopK(x *Tensor, k, axis int64, largest, sorted bool) (values, indices *Tensor, err error) {
	return (*Context)(nil).TopK(x, k, axis, largest, sorted)
}

// TopK runs TopK under the context; see the function of this name.
func (c *Context) TopK(x *Tensor, k, axis int64, largest, sorted bool) (values, indices *Tensor, err error) {
	return c.twoResults(func(context uintptr, values, indices *raw.Result, failure *raw.Failure) int32 {
		return raw.Om_topk(context, x.handle(), k, axis, flag(largest), flag(sorted), values, indices, failure)
	}, x)
}
