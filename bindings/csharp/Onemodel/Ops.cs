using System.Runtime.InteropServices;
using Onemodel.Interop;

namespace Onemodel;

/// <summary>The operators.</summary>
/// <remarks>
/// <para>A named method is the newest version of its operator up to opset <see cref="Library.MaxOpset"/> of the ai.onnx domain:
/// tensors come first in ONNX's order, then shape-like inputs as lists of integers, then attributes. Results are new tensors,
/// which the caller disposes; those of views share the input's memory. <see cref="Invoke"/> runs every operator at every
/// opset.</para>
/// <para>Besides the reasons listed at a method, every one can fail with memory.exhausted, shape.overflow, shape.rank_limit and
/// argument.no_data (an input made by <see cref="Tensor.Describe"/>). Since 0.3.</para>
/// </remarks>
public static unsafe partial class Ops
{
    private static readonly long _noElement;

    /// <summary>Shape-25: the extents of axes [start, end) as an int64 vector.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="start">The first axis. A negative value counts from the end, then it is clamped to [0, rank].</param>
    /// <param name="end">
    /// The axis after the last one, in the same way. If it is not past <paramref name="start"/> the result is empty.
    /// </param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">Those that every operator can have.</exception>
    public static Tensor Shape(Tensor data, long start = 0, long end = long.MaxValue, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_shape(settings.Handle, source.Handle, start, end, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>Size-25: the number of elements as an int64 scalar.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">Those that every operator can have.</exception>
    public static Tensor Size(Tensor data, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_size(settings.Handle, source.Handle, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>Squeeze-25: the tensor without its axes of extent 1.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A view of the input's memory.</returns>
    /// <exception cref="SessionException">Those that every operator can have.</exception>
    public static Tensor Squeeze(Tensor data, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_squeeze(settings.Handle, source.Handle, null, 0, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>Squeeze-25: the tensor without the axes listed.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="axes">Axes in [-rank, rank), none twice, each of extent 1; empty removes none.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A view of the input's memory.</returns>
    /// <exception cref="SessionException">axis.out_of_range, axis.repeated, squeeze.extent_not_one.</exception>
    public static Tensor Squeeze(Tensor data, ReadOnlySpan<long> axes, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* axesList = &Given(Lists.Copy(axes, stackalloc long[Lists.Room])))
        {
            Check(Raw.om_squeeze(settings.Handle, source.Handle, axesList, axes.Length, &output, &error), error);
        }
        return new Tensor(output);
    }

    /// <summary>Unsqueeze-25: the tensor with axes of extent 1 put in.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="axes">
    /// Axes of the output, in [-r, r) with r = rank + the number of axes, none twice, in any order.
    /// </param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A view of the input's memory.</returns>
    /// <exception cref="SessionException">axis.out_of_range, axis.repeated, shape.rank_limit.</exception>
    public static Tensor Unsqueeze(Tensor data, ReadOnlySpan<long> axes, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* axesList = Lists.Copy(axes, stackalloc long[Lists.Room]))
        {
            Check(Raw.om_unsqueeze(settings.Handle, source.Handle, axesList, axes.Length, &output, &error), error);
        }
        return new Tensor(output);
    }

    /// <summary>
    /// Flatten-25: the tensor as a matrix: the axes before <paramref name="axis"/> make the rows, the others the columns.
    /// </summary>
    /// <param name="input">The tensor; any type and shape.</param>
    /// <param name="axis">In [-rank, rank]; 0 gives [1, size].</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A view of the input's memory.</returns>
    /// <exception cref="SessionException">axis.out_of_range.</exception>
    public static Tensor Flatten(Tensor input, long axis = 1, Context? context = null)
    {
        using Lease source = Lease.Of(input);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_flatten(settings.Handle, source.Handle, axis, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>Reshape-25: the tensor with another shape of as many elements.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="shape">Extents; at most one -1, which is worked out; 0 copies the input's extent of that axis.</param>
    /// <param name="allowZero">Whether 0 means an extent of 0; 0 and -1 together are then refused.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A view of the input's memory.</returns>
    /// <exception cref="SessionException">reshape.*, shape.rank_limit.</exception>
    public static Tensor Reshape(Tensor data, ReadOnlySpan<long> shape, bool allowZero = false, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* extents = Lists.Copy(shape, stackalloc long[Lists.Room]))
        {
            Check(
                Raw.om_reshape(settings.Handle, source.Handle, extents, shape.Length, allowZero ? 1 : 0, &output, &error),
                error);
        }
        return new Tensor(output);
    }

    /// <summary>Identity-25: the tensor itself.</summary>
    /// <param name="input">The tensor; any type and shape.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A view of the input's memory.</returns>
    /// <exception cref="SessionException">Those that every operator can have.</exception>
    public static Tensor Identity(Tensor input, Context? context = null)
    {
        using Lease source = Lease.Of(input);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_identity(settings.Handle, source.Handle, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>Dropout-22 in inference: the tensor itself.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="ratio">Not read: nothing is dropped. A scalar of a floating-point type; null for none.</param>
    /// <param name="trainingMode">A bool scalar; true is refused. Null means false.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A view of the input's memory.</returns>
    /// <exception cref="SessionException">dropout.training, input.type, input.not_scalar.</exception>
    public static Tensor Dropout(Tensor data, Tensor? ratio = null, Tensor? trainingMode = null, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease share = Lease.OfOptional(ratio);
        using Lease training = Lease.OfOptional(trainingMode);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(
            Raw.om_dropout(settings.Handle, source.Handle, share.Handle, training.Handle, &output, null, &error),
            error);
        return new Tensor(output);
    }

    /// <summary>Dropout-22 in inference: the tensor itself, and a bool tensor of its shape that is all true.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="ratio">Not read: nothing is dropped. A scalar of a floating-point type; null for none.</param>
    /// <param name="trainingMode">A bool scalar; true is refused. Null means false.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A view of the input's memory, and the mask.</returns>
    /// <exception cref="SessionException">dropout.training, input.type, input.not_scalar.</exception>
    public static (Tensor Output, Tensor Mask) DropoutWithMask(
        Tensor data, Tensor? ratio = null, Tensor? trainingMode = null, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease share = Lease.OfOptional(ratio);
        using Lease training = Lease.OfOptional(trainingMode);
        using Lease settings = Lease.OfOptional(context);
        nint first, second, error;
        Check(
            Raw.om_dropout(settings.Handle, source.Handle, share.Handle, training.Handle, &first, &second, &error),
            error);
        return (new Tensor(first), new Tensor(second));
    }

    /// <summary>Transpose-25: the tensor with its axes in reverse order.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">Those that every operator can have.</exception>
    public static Tensor Transpose(Tensor data, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_transpose(settings.Handle, source.Handle, null, 0, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>Transpose-25: axis i of the result is axis perm[i] of the tensor.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="perm">Each of the axes 0 .. rank-1 once.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">transpose.perm_length, transpose.perm_value.</exception>
    public static Tensor Transpose(Tensor data, ReadOnlySpan<long> perm, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* axes = &Given(Lists.Copy(perm, stackalloc long[Lists.Room])))
        {
            Check(Raw.om_transpose(settings.Handle, source.Handle, axes, perm.Length, &output, &error), error);
        }
        return new Tensor(output);
    }

    /// <summary>Concat-13: the tensors joined along <paramref name="axis"/>.</summary>
    /// <param name="inputs">
    /// One or more tensors of one type and rank >= 1 that agree in every extent but that of the axis.
    /// </param>
    /// <param name="axis">In [-rank, rank).</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">
    /// input.missing, input.rank, input.type_mismatch, concat.*, axis.out_of_range.
    /// </exception>
    public static Tensor Concat(ReadOnlySpan<Tensor> inputs, long axis, Context? context = null)
    {
        TensorLeaseBuffer buffer = default;
        using var sources = new TensorLeases(inputs!, ref buffer);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (nint* handles = sources.Handles)
        {
            Check(Raw.om_concat(settings.Handle, handles, inputs.Length, axis, &output, &error), error);
        }
        return new Tensor(output);
    }

    /// <summary>
    /// Split-18: the tensor cut along <paramref name="axis"/> into equal parts, of which the last may be smaller.
    /// </summary>
    /// <param name="input">The tensor; any type, rank >= 1.</param>
    /// <param name="outputCount">
    /// The number of parts, each of ceil(extent / outputCount) but the last, which takes the rest.
    /// </param>
    /// <param name="axis">In [-rank, rank).</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>New tensors.</returns>
    /// <exception cref="SessionException">split.*, axis.out_of_range, output.count, input.rank.</exception>
    public static Tensor[] Split(Tensor input, int outputCount, long axis = 0, Context? context = null) =>
        Split(input, null, 0, outputCount, axis, context);

    /// <summary>Split-18: the tensor cut along <paramref name="axis"/> into parts of the sizes listed.</summary>
    /// <param name="input">The tensor; any type, rank >= 1.</param>
    /// <param name="split">The size of each part; together the extent of the axis.</param>
    /// <param name="axis">In [-rank, rank).</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>New tensors.</returns>
    /// <exception cref="SessionException">split.*, axis.out_of_range, output.count, input.rank.</exception>
    public static Tensor[] Split(Tensor input, ReadOnlySpan<long> split, long axis = 0, Context? context = null)
    {
        fixed (long* sizes = &Given(Lists.Copy(split, stackalloc long[Lists.Room])))
        {
            return Split(input, sizes, split.Length, split.Length, axis, context);
        }
    }

    /// <summary>Slice-13: of each axis listed, the elements start, start + step, ... before end.</summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="starts">
    /// Where each begins; a negative value counts from the end, then it is clamped to the axis.
    /// </param>
    /// <param name="ends">
    /// Where each ends, in the same way. With a negative step an end of <see cref="int.MaxValue"/> or <see
    /// cref="long.MaxValue"/> means "to the beginning".
    /// </param>
    /// <param name="axes">The axes, in [-rank, rank), none twice; if empty, 0, 1, ...</param>
    /// <param name="steps">The steps, none 0, negative ones go backward; if empty, 1.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">slice.step_zero, axis.out_of_range, axis.repeated.</exception>
    /// <exception cref="ArgumentException">The lists are not of one length.</exception>
    public static Tensor Slice(
        Tensor data, ReadOnlySpan<long> starts, ReadOnlySpan<long> ends, ReadOnlySpan<long> axes = default,
        ReadOnlySpan<long> steps = default, Context? context = null)
    {
        RequireLength(ends, starts.Length, nameof(ends));
        RequireLengthOrNone(axes, starts.Length, nameof(axes));
        RequireLengthOrNone(steps, starts.Length, nameof(steps));
        using Lease source = Lease.Of(data);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* from = Lists.Copy(starts, stackalloc long[Lists.Room]))
        fixed (long* to = Lists.Copy(ends, stackalloc long[Lists.Room]))
        fixed (long* along = Lists.Copy(axes, stackalloc long[Lists.Room]))
        fixed (long* by = Lists.Copy(steps, stackalloc long[Lists.Room]))
        {
            Check(
                Raw.om_slice(settings.Handle, source.Handle, from, to, along, by, starts.Length, &output, &error),
                error);
        }
        return new Tensor(output);
    }

    /// <summary>Expand-13: the tensor broadcast, both ways, against <paramref name="shape"/>.</summary>
    /// <param name="input">The tensor; any type and shape.</param>
    /// <param name="shape">Extents, none negative; each equals the input's, or one of the two is 1.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">expand.extent_negative, broadcast.mismatch, shape.rank_limit.</exception>
    public static Tensor Expand(Tensor input, ReadOnlySpan<long> shape, Context? context = null)
    {
        using Lease source = Lease.Of(input);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* extents = Lists.Copy(shape, stackalloc long[Lists.Room]))
        {
            Check(Raw.om_expand(settings.Handle, source.Handle, extents, shape.Length, &output, &error), error);
        }
        return new Tensor(output);
    }

    /// <summary>Tile-13: the tensor repeated repeats[i] times along axis i.</summary>
    /// <param name="input">The tensor; any type and shape.</param>
    /// <param name="repeats">As many numbers as the tensor has axes, none negative; 0 gives an empty axis.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">tile.repeats_length, tile.repeat_negative.</exception>
    public static Tensor Tile(Tensor input, ReadOnlySpan<long> repeats, Context? context = null)
    {
        using Lease source = Lease.Of(input);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* times = Lists.Copy(repeats, stackalloc long[Lists.Room]))
        {
            Check(Raw.om_tile(settings.Handle, source.Handle, times, repeats.Length, &output, &error), error);
        }
        return new Tensor(output);
    }

    /// <summary>
    /// Gather-13: the slices of <paramref name="data"/> along <paramref name="axis"/> that <paramref name="indices"/>
    /// names; the shape of the indices takes the axis's place.
    /// </summary>
    /// <param name="data">The tensor; any type, rank >= 1.</param>
    /// <param name="indices">int32 or int64, any shape, in [-extent, extent).</param>
    /// <param name="axis">In [-rank, rank).</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">index.out_of_range, axis.out_of_range, input.rank, input.type.</exception>
    public static Tensor Gather(Tensor data, Tensor indices, long axis = 0, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease positions = Lease.Of(indices);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_gather(settings.Handle, source.Handle, positions.Handle, axis, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>
    /// GatherElements-13: for each position of <paramref name="indices"/>, the element of <paramref name="data"/> at that
    /// position with the coordinate on <paramref name="axis"/> replaced by the index.
    /// </summary>
    /// <param name="data">The tensor; any type, rank >= 1.</param>
    /// <param name="indices">
    /// int32 or int64, of the data's rank; off the axis its extents are at most the data's; values in [-extent, extent).
    /// </param>
    /// <param name="axis">In [-rank, rank).</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">gather_elements.*, index.out_of_range, axis.out_of_range, input.rank.</exception>
    public static Tensor GatherElements(Tensor data, Tensor indices, long axis = 0, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease positions = Lease.Of(indices);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(
            Raw.om_gather_elements(settings.Handle, source.Handle, positions.Handle, axis, &output, &error),
            error);
        return new Tensor(output);
    }

    /// <summary>
    /// GatherND-13: the slices of <paramref name="data"/> at the coordinates that the last axis of <paramref
    /// name="indices"/> holds.
    /// </summary>
    /// <param name="data">The tensor; any type, rank r >= 1.</param>
    /// <param name="indices">
    /// int64, rank q >= 1, its last extent in [1, r - batchDims]; values in [-extent, extent).
    /// </param>
    /// <param name="batchDims">
    /// In [0, min(q, r)): that many leading axes of both are walked together and must be equal.
    /// </param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">gather_nd.*, index.out_of_range, input.rank.</exception>
    public static Tensor GatherND(Tensor data, Tensor indices, long batchDims = 0, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease positions = Lease.Of(indices);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(
            Raw.om_gather_nd(settings.Handle, source.Handle, positions.Handle, batchDims, &output, &error),
            error);
        return new Tensor(output);
    }

    /// <summary>
    /// ScatterND-18: <paramref name="data"/> with <paramref name="updates"/> written, in order, at the coordinates that
    /// <paramref name="indices"/> holds.
    /// </summary>
    /// <param name="data">The tensor; any type, rank r >= 1.</param>
    /// <param name="indices">int64, rank q >= 1, its last extent k in [0, r]; values in [-extent, extent).</param>
    /// <param name="updates">The data's type, shape indices.shape[:-1] + data.shape[k:].</param>
    /// <param name="reduction">
    /// What is done with what stands there. All but None take numbers of 8 to 64 bits, float16, bfloat16 and bool.
    /// </param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">scatter_nd.*, index.out_of_range, input.rank.</exception>
    public static Tensor ScatterND(
        Tensor data, Tensor indices, Tensor updates,
        ScatterReduction reduction = ScatterReduction.None, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease positions = Lease.Of(indices);
        using Lease values = Lease.Of(updates);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (byte* name = NameOf(reduction))
        {
            Check(
                Raw.om_scatter_nd(settings.Handle, source.Handle, positions.Handle, values.Handle, name, &output, &error),
                error);
        }
        return new Tensor(output);
    }

    /// <summary>
    /// Pad-25: the tensor with elements put before and after each axis, or removed where a pad is negative.
    /// </summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="pads">All begins, then all ends: twice as many numbers as axes.</param>
    /// <param name="constantValue">
    /// A scalar of the data's type for <see cref="PadMode.Constant"/>; null means 0, false or "".
    /// </param>
    /// <param name="mode">What is put in.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">pad.*, input.type_mismatch, input.not_scalar.</exception>
    public static Tensor Pad(
        Tensor data, ReadOnlySpan<long> pads, Tensor? constantValue = null,
        PadMode mode = PadMode.Constant, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease value = Lease.OfOptional(constantValue);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* padList = Lists.Copy(pads, stackalloc long[Lists.Room]))
        fixed (byte* name = NameOf(mode))
        {
            Check(
                Raw.om_pad(settings.Handle, source.Handle, padList, pads.Length, value.Handle, null, 0, name, &output, &error),
                error);
        }
        return new Tensor(output);
    }

    /// <summary>
    /// Pad-25: the tensor with elements put before and after each axis listed, or removed where a pad is negative.
    /// </summary>
    /// <param name="data">The tensor; any type and shape.</param>
    /// <param name="pads">All begins, then all ends: twice as many numbers as axes.</param>
    /// <param name="axes">Axes in [-rank, rank), none twice; empty means none.</param>
    /// <param name="constantValue">
    /// A scalar of the data's type for <see cref="PadMode.Constant"/>; null means 0, false or "".
    /// </param>
    /// <param name="mode">What is put in.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">
    /// pad.*, axis.out_of_range, axis.repeated, input.type_mismatch, input.not_scalar.
    /// </exception>
    public static Tensor Pad(
        Tensor data, ReadOnlySpan<long> pads, ReadOnlySpan<long> axes, Tensor? constantValue = null,
        PadMode mode = PadMode.Constant, Context? context = null)
    {
        using Lease source = Lease.Of(data);
        using Lease value = Lease.OfOptional(constantValue);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* padList = Lists.Copy(pads, stackalloc long[Lists.Room]))
        fixed (long* axesList = &Given(Lists.Copy(axes, stackalloc long[Lists.Room])))
        fixed (byte* name = NameOf(mode))
        {
            Check(
                Raw.om_pad(settings.Handle, source.Handle, padList, pads.Length, value.Handle, axesList, axes.Length, name,
                    &output, &error),
                error);
        }
        return new Tensor(output);
    }

    /// <summary>ConstantOfShape-25: a tensor of that shape with one element repeated.</summary>
    /// <param name="shape">Extents, none negative.</param>
    /// <param name="value">One element of any type; null means float32 0.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">constant_of_shape.*, shape.rank_limit.</exception>
    public static Tensor ConstantOfShape(ReadOnlySpan<long> shape, Tensor? value = null, Context? context = null)
    {
        using Lease element = Lease.OfOptional(value);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        fixed (long* extents = Lists.Copy(shape, stackalloc long[Lists.Room]))
        {
            Check(
                Raw.om_constant_of_shape(settings.Handle, extents, shape.Length, element.Handle, &output, &error),
                error);
        }
        return new Tensor(output);
    }

    /// <summary>Range-27: start, start + delta, ... before limit, as a vector.</summary>
    /// <param name="start">A scalar: float32, float64, int16, int32, int64, float16 or bfloat16.</param>
    /// <param name="limit">A scalar of the same type.</param>
    /// <param name="delta">A scalar of the same type, not 0.</param>
    /// <param name="stashType">1: float16 and bfloat16 are computed in float32; other values are refused for these.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">range.*, input.not_scalar, input.type, input.type_mismatch.</exception>
    public static Tensor Range(Tensor start, Tensor limit, Tensor delta, long stashType = 1, Context? context = null)
    {
        using Lease from = Lease.Of(start);
        using Lease to = Lease.Of(limit);
        using Lease by = Lease.Of(delta);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_range(settings.Handle, from.Handle, to.Handle, by.Handle, stashType, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>
    /// OneHot-11: a new axis of extent <paramref name="depth"/>, on where its coordinate is the index and off elsewhere.
    /// </summary>
    /// <param name="indices">Any numeric type and shape; an index outside [-depth, depth) turns nothing on.</param>
    /// <param name="depth">Not negative.</param>
    /// <param name="values">[off, on], any type.</param>
    /// <param name="axis">Of the output, in [-r-1, r] with r the rank of the indices.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">one_hot.*, axis.out_of_range, shape.rank_limit.</exception>
    public static Tensor OneHot(Tensor indices, long depth, Tensor values, long axis = -1, Context? context = null)
    {
        using Lease positions = Lease.Of(indices);
        using Lease offAndOn = Lease.Of(values);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(
            Raw.om_one_hot(settings.Handle, positions.Handle, depth, offAndOn.Handle, axis, &output, &error),
            error);
        return new Tensor(output);
    }

    /// <summary>
    /// Trilu-14: the last two axes as matrices, of which the upper or lower triangle is kept and the rest 0 (false, "").
    /// </summary>
    /// <param name="input">The tensor; any type, rank >= 2.</param>
    /// <param name="k">The diagonal the triangle starts at: 0 the main one, above it positive, below it negative.</param>
    /// <param name="upper">Whether the upper triangle is kept, or else the lower.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">input.rank.</exception>
    public static Tensor Trilu(Tensor input, long k = 0, bool upper = true, Context? context = null)
    {
        using Lease source = Lease.Of(input);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_trilu(settings.Handle, source.Handle, k, upper ? 1 : 0, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>
    /// NonZero-13: the coordinates of the elements that are not 0, in row-major order, as int64 [max(rank, 1), count].
    /// </summary>
    /// <param name="x">
    /// The tensor; any type and shape. -0.0 is zero, NaN is not; a string is zero when empty; a scalar counts as a vector
    /// of one.
    /// </param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>A new tensor.</returns>
    /// <exception cref="SessionException">Those that every operator can have.</exception>
    public static Tensor NonZero(Tensor x, Context? context = null)
    {
        using Lease source = Lease.Of(x);
        using Lease settings = Lease.OfOptional(context);
        nint output, error;
        Check(Raw.om_non_zero(settings.Handle, source.Handle, &output, &error), error);
        return new Tensor(output);
    }

    /// <summary>
    /// TopK-24: along <paramref name="axis"/>, the k largest or smallest elements in order, and their int64 positions.
    /// </summary>
    /// <param name="x">
    /// Integers of 8 to 64 bits, float16, bfloat16, float32, float64. Equal elements keep their order; NaN is above all.
    /// </param>
    /// <param name="k">In [0, extent of the axis].</param>
    /// <param name="axis">In [-rank, rank).</param>
    /// <param name="largest">Whether the largest are taken, largest first, or else the smallest, smallest first.</param>
    /// <param name="sorted">No effect: the result is always sorted.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>The elements, and their positions along the axis.</returns>
    /// <exception cref="SessionException">topk.*, axis.out_of_range, input.type.</exception>
    public static (Tensor Values, Tensor Indices) TopK(
        Tensor x, long k, long axis = -1, bool largest = true, bool sorted = true, Context? context = null)
    {
        using Lease source = Lease.Of(x);
        using Lease settings = Lease.OfOptional(context);
        nint first, second, error;
        Check(
            Raw.om_topk(settings.Handle, source.Handle, k, axis, largest ? 1 : 0, sorted ? 1 : 0, &first, &second, &error),
            error);
        return (new Tensor(first), new Tensor(second));
    }

    private static Tensor[] Split(
        Tensor input, long* sizes, int sizeCount, int outputCount, long axis, Context? context)
    {
        using Lease source = Lease.Of(input);
        using Lease settings = Lease.OfOptional(context);
        ArgumentOutOfRangeException.ThrowIfNegative(outputCount);
        OutputHandles.RequireMemory(outputCount, settings.Handle);
        var outputs = new nint[outputCount];
        nint error;
        fixed (nint* received = outputs)
        {
            Check(
                Raw.om_split(settings.Handle, source.Handle, sizes, sizeCount, axis, received, outputCount, &error), error);
        }
        return OutputHandles.ToTensors(outputs);
    }

    private static void Check(int status, nint error) => SessionException.ThrowIfFailed(status, error);

    // A list that is given has an address even if it is empty; NULL would mean that there is none.
    private static ref readonly long Given(ReadOnlySpan<long> list) =>
        ref list.IsEmpty ? ref _noElement : ref MemoryMarshal.GetReference(list);

    private static void RequireLength(ReadOnlySpan<long> list, int length, string name)
    {
        if (list.Length != length)
        {
            throw new ArgumentException($"The list has {list.Length} entries, the starts are {length}.", name);
        }
    }

    private static void RequireLengthOrNone(ReadOnlySpan<long> list, int length, string name)
    {
        if (!list.IsEmpty)
        {
            RequireLength(list, length, name);
        }
    }
}
