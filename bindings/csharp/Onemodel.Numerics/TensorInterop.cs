using System.Buffers;
using System.Numerics.Tensors;
using System.Runtime.InteropServices;

namespace Onemodel.Numerics;

/// <summary>Tensors of <see cref="System.Numerics.Tensors"/> as those of <see cref="Onemodel"/>, and the other way round.</summary>
/// <remarks>A scalar becomes a vector of one element: <see cref="System.Numerics.Tensors"/> has no tensors without axes.</remarks>
public static class TensorInterop
{
    private static readonly nint[] _one = [1];

    /// <summary>
    /// Makes a tensor over the memory of another, which is pinned, and must not be written, until the new one and all views of
    /// it are gone. Nothing is copied unless its elements do not lie in row-major order, one behind the other.
    /// </summary>
    /// <param name="tensor">The tensor that gives its memory.</param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="NotSupportedException">No element type is laid out as <typeparamref name="T"/>.</exception>
    /// <exception cref="SessionException">shape.rank_limit, memory.exhausted.</exception>
    public static unsafe Tensor Borrow<T>(Tensor<T> tensor, Context? context = null)
        where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(tensor);
        if (!tensor.IsDense)
        {
            return Create(tensor.AsReadOnlyTensorSpan(), context);
        }
        MemoryHandle pin = tensor.GetPinnedHandle();
        try
        {
            long byteCount = (long)tensor.FlattenedLength * sizeof(T);
            return Tensor.Borrow(
                ElementTypes.Of<T>(), Extents(tensor.Lengths), (nint)pin.Pointer, byteCount, pin.Dispose, context);
        }
        catch
        {
            pin.Dispose();
            throw;
        }
    }

    /// <summary>Makes a tensor with a copy of the elements, which may have any strides.</summary>
    /// <param name="span">The elements.</param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="NotSupportedException">No element type is laid out as <typeparamref name="T"/>.</exception>
    /// <exception cref="SessionException">shape.rank_limit, memory.exhausted.</exception>
    public static Tensor Create<T>(ReadOnlyTensorSpan<T> span, Context? context = null)
        where T : unmanaged
    {
        T[] elements = ArrayPool<T>.Shared.Rent(checked((int)span.FlattenedLength));
        try
        {
            span.FlattenTo(elements);
            return Tensor.Create<T>(Extents(span.Lengths), elements.AsSpan(0, (int)span.FlattenedLength), context);
        }
        finally
        {
            ArrayPool<T>.Shared.Return(elements);
        }
    }

    /// <summary>The elements as a span with axes, without a copy. Valid as long as the tensor.</summary>
    /// <exception cref="InvalidOperationException">
    /// The elements are not of the type <typeparamref name="T"/>, or the tensor was made without elements.
    /// </exception>
    /// <exception cref="OverflowException">There are more than 2^31-1 elements.</exception>
    public static ReadOnlyTensorSpan<T> AsTensorSpan<T>(this Tensor tensor)
        where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(tensor);
        ReadOnlySpan<T> elements = tensor.AsSpan<T>();
        return new ReadOnlyTensorSpan<T>(elements, Lengths(tensor));
    }

    /// <summary>A tensor of <see cref="System.Numerics.Tensors"/> with a copy of the elements.</summary>
    /// <exception cref="InvalidOperationException">As for <see cref="AsTensorSpan{T}"/>.</exception>
    /// <exception cref="OverflowException">There are more than 2^31-1 elements.</exception>
    public static Tensor<T> ToTensor<T>(this Tensor tensor)
        where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(tensor);
        return System.Numerics.Tensors.Tensor.Create(tensor.ToArray<T>(), Lengths(tensor));
    }

    // Extents have 64 bits here, and there as many as a pointer, which are the same.
    private static ReadOnlySpan<nint> Lengths(Tensor tensor) =>
        tensor.Rank == 0 ? _one : MemoryMarshal.Cast<long, nint>(tensor.Shape);

    private static ReadOnlySpan<long> Extents(ReadOnlySpan<nint> lengths) => MemoryMarshal.Cast<nint, long>(lengths);
}
