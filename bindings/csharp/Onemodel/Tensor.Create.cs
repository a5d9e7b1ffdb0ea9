using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Onemodel.Interop;

namespace Onemodel;

public sealed partial class Tensor
{
    /// <summary>Makes a tensor with a copy of the elements.</summary>
    /// <param name="shape">The extents; empty for a scalar.</param>
    /// <param name="data">The elements in row-major order, exactly as many as the shape has.</param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="NotSupportedException">No element type is laid out as <typeparamref name="T"/>.</exception>
    /// <exception cref="SessionException">
    /// argument.extent, argument.bytes, shape.overflow, shape.rank_limit, memory.exhausted.
    /// </exception>
    public static unsafe Tensor Create<T>(ReadOnlySpan<long> shape, ReadOnlySpan<T> data, Context? context = null)
        where T : unmanaged
    {
        fixed (T* elements = data)
        {
            return Create(ElementTypes.Of<T>(), shape, elements, (long)data.Length * sizeof(T), context);
        }
    }

    /// <summary>Makes a tensor of any type but strings with a copy of the bytes of its elements.</summary>
    /// <param name="type">The element type.</param>
    /// <param name="shape">The extents; empty for a scalar.</param>
    /// <param name="data">
    /// The bytes, exactly as many as type and shape need. Elements of 4 or 2 bits are packed, the first in the lowest bits.
    /// </param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="SessionException">
    /// argument.type, argument.extent, argument.bytes, shape.overflow, shape.rank_limit, memory.exhausted.
    /// </exception>
    public static unsafe Tensor Create(
        ElementType type, ReadOnlySpan<long> shape, ReadOnlySpan<byte> data, Context? context = null)
    {
        fixed (byte* bytes = data)
        {
            return Create(type, shape, bytes, data.Length, context);
        }
    }

    /// <summary>Makes a tensor of no axes and one element.</summary>
    /// <exception cref="NotSupportedException">No element type is laid out as <typeparamref name="T"/>.</exception>
    public static Tensor CreateScalar<T>(T value)
        where T : unmanaged => Create([], new ReadOnlySpan<T>(in value));

    /// <summary>Makes a string tensor of the strings in UTF-8; they may have zero characters inside.</summary>
    /// <param name="shape">The extents; empty for a scalar.</param>
    /// <param name="strings">The strings in row-major order, exactly as many as the shape has elements.</param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="ArgumentException">A string has half of a surrogate pair, which UTF-8 cannot say.</exception>
    /// <exception cref="SessionException">
    /// argument.extent, argument.bytes, shape.overflow, shape.rank_limit, memory.exhausted.
    /// </exception>
    public static Tensor CreateStrings(ReadOnlySpan<long> shape, ReadOnlySpan<string> strings, Context? context = null)
    {
        using Texts texts = Texts.OfGiven(strings, nameof(strings));
        return CreateStrings(shape, texts, strings.Length, context);
    }

    /// <summary>Makes a string tensor of strings of any bytes.</summary>
    /// <param name="shape">The extents; empty for a scalar.</param>
    /// <param name="strings">The strings in row-major order, exactly as many as the shape has elements.</param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="SessionException">
    /// argument.extent, argument.bytes, shape.overflow, shape.rank_limit, memory.exhausted.
    /// </exception>
    public static Tensor CreateStrings(
        ReadOnlySpan<long> shape, ReadOnlySpan<ReadOnlyMemory<byte>> strings, Context? context = null)
    {
        using Texts texts = Texts.OfBytes(strings);
        return CreateStrings(shape, texts, strings.Length, context);
    }

    /// <summary>Makes a tensor that has a type and a shape but no elements, for <see cref="Ops.Infer"/>.</summary>
    /// <exception cref="SessionException">argument.type, argument.extent, shape.overflow, shape.rank_limit.</exception>
    public static unsafe Tensor Describe(ElementType type, ReadOnlySpan<long> shape)
    {
        nint tensor, error;
        fixed (long* extents = Lists.Copy(shape, stackalloc long[Lists.Room]))
        {
            SessionException.ThrowIfFailed(
                Raw.om_tensor_describe((int)type, extents, shape.Length, &tensor, &error), error);
        }
        return new Tensor(tensor);
    }

    /// <summary>
    /// Makes a tensor over the caller's array, which is pinned, and must not be written, until the tensor and all views of it
    /// are gone. Nothing is copied.
    /// </summary>
    /// <inheritdoc cref="Borrow{T}(ReadOnlySpan{long}, ReadOnlyMemory{T}, Context)"/>
    public static Tensor Borrow<T>(ReadOnlySpan<long> shape, T[] data, Context? context = null)
        where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Borrow(shape, new ReadOnlyMemory<T>(data), context);
    }

    /// <summary>
    /// Makes a tensor over the caller's memory, which is pinned, and must not be written, until the tensor and all views of it
    /// are gone. Nothing is copied.
    /// </summary>
    /// <param name="shape">The extents; empty for a scalar.</param>
    /// <param name="data">
    /// The elements in row-major order, exactly as many as the shape has. If a <see cref="bool"/> has a byte other than 0 and 1,
    /// they are copied.
    /// </param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="NotSupportedException">No element type is laid out as <typeparamref name="T"/>.</exception>
    /// <exception cref="SessionException">
    /// argument.extent, argument.bytes, shape.overflow, shape.rank_limit, memory.exhausted.
    /// </exception>
    public static Tensor Borrow<T>(ReadOnlySpan<long> shape, ReadOnlyMemory<T> data, Context? context = null)
        where T : unmanaged => BorrowPinned(ElementTypes.Of<T>(), shape, data, context);

    /// <summary>
    /// Makes a tensor of any type but strings over the caller's bytes, which are pinned, and must not be written, until the
    /// tensor and all views of it are gone. Nothing is copied.
    /// </summary>
    /// <param name="type">The element type.</param>
    /// <param name="shape">The extents; empty for a scalar.</param>
    /// <param name="data">
    /// The bytes, exactly as many as type and shape need, aligned to the element's size (at most 8). If an element of type bool
    /// is neither 0 nor 1, or unused bits of a last packed byte are not 0, they are copied.
    /// </param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="SessionException">
    /// argument.type, argument.extent, argument.bytes, shape.overflow, shape.rank_limit, memory.exhausted.
    /// </exception>
    public static Tensor Borrow(
        ElementType type, ReadOnlySpan<long> shape, ReadOnlyMemory<byte> data, Context? context = null) =>
        BorrowPinned(type, shape, data, context);

    /// <summary>
    /// Makes a tensor over memory outside the garbage collector's reach, which must stay where it is, and not be written, until
    /// <paramref name="release"/> is called. Nothing is copied.
    /// </summary>
    /// <param name="type">The element type.</param>
    /// <param name="shape">The extents; empty for a scalar.</param>
    /// <param name="data">The address of the elements, aligned to the element's size (at most 8).</param>
    /// <param name="byteCount">The bytes there, exactly as many as type and shape need.</param>
    /// <param name="release">
    /// Called once when the memory is no longer needed, on whichever thread disposes or finalizes the last tensor over it; must
    /// not throw. It is not called if this method throws.
    /// </param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="SessionException">
    /// argument.null, argument.type, argument.extent, argument.bytes, shape.overflow, shape.rank_limit, memory.exhausted.
    /// </exception>
    public static unsafe Tensor Borrow(ElementType type, ReadOnlySpan<long> shape, nint data, long byteCount,
        Action? release = null, Context? context = null) =>
        Borrow(type, shape, (void*)data, byteCount, release is null ? null : new Release(release), context);

    /// <summary>Takes over a DLPack tensor (version 1.x, CPU).</summary>
    /// <remarks>
    /// Row-major memory that is aligned is borrowed, and the structure's deleter called when it is no longer needed; memory with
    /// other strides is copied, and the deleter called at once. On failure the structure stays the caller's.
    /// </remarks>
    /// <param name="managed">The address of a <c>DLManagedTensorVersioned</c>.</param>
    /// <param name="context">Its memory limit bounds the tensor; null for the default.</param>
    /// <exception cref="SessionException">
    /// argument.null, argument.dlpack, argument.extent, dlpack.unsupported, shape.overflow, shape.rank_limit, memory.exhausted.
    /// </exception>
    public static unsafe Tensor FromDLPack(nint managed, Context? context = null)
    {
        using Lease owner = Lease.OfOptional(context);
        nint tensor, error;
        SessionException.ThrowIfFailed(Raw.om_tensor_from_dlpack(owner.Handle, managed, &tensor, &error), error);
        return new Tensor(tensor);
    }

    /// <summary>
    /// Gives the tensor as a read-only DLPack tensor (version 1.0, CPU, row-major) without a copy: the address of a
    /// <c>DLManagedTensorVersioned</c>, which keeps the memory alive until the receiver calls its deleter.
    /// </summary>
    /// <exception cref="SessionException">
    /// argument.no_data, dlpack.unsupported (strings and packed types), memory.exhausted.
    /// </exception>
    public unsafe nint ToDLPack()
    {
        using Lease tensor = Lease.Of(this);
        nint managed, error;
        SessionException.ThrowIfFailed(Raw.om_tensor_to_dlpack(tensor.Handle, &managed, &error), error);
        return managed;
    }

    /// <summary>Reads a tensor from the bytes of ONNX's TensorProto, of any element type.</summary>
    /// <exception cref="SessionException">
    /// model.malformed, model.tensor, model.external_data, memory.exhausted.
    /// </exception>
    public static unsafe Tensor Read(ReadOnlySpan<byte> tensorProto, Context? context = null)
    {
        using Lease owner = Lease.OfOptional(context);
        nint tensor, error;
        fixed (byte* bytes = tensorProto)
        {
            SessionException.ThrowIfFailed(
                Raw.om_tensor_read(owner.Handle, bytes, tensorProto.Length, &tensor, &error), error);
        }
        return new Tensor(tensor);
    }

    /// <summary>Gives the tensor as the bytes of ONNX's TensorProto, which are a vector of type uint8.</summary>
    /// <param name="name">The name that the bytes give the tensor; null for none.</param>
    /// <exception cref="SessionException">argument.no_data, memory.exhausted.</exception>
    public unsafe Tensor Write(string? name = null)
    {
        using Lease tensor = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        nint bytes, error;
        fixed (byte* nameBytes = text)
        {
            SessionException.ThrowIfFailed(Raw.om_tensor_write(tensor.Handle, nameBytes, &bytes, &error), error);
        }
        return new Tensor(bytes);
    }

    private static unsafe Tensor Create(
        ElementType type, ReadOnlySpan<long> shape, void* data, long byteCount, Context? context)
    {
        using Lease owner = Lease.OfOptional(context);
        nint tensor, error;
        fixed (long* extents = Lists.Copy(shape, stackalloc long[Lists.Room]))
        {
            SessionException.ThrowIfFailed(
                Raw.om_tensor_create(owner.Handle, (int)type, extents, shape.Length, data, byteCount, &tensor, &error), error);
        }
        return new Tensor(tensor);
    }

    private static unsafe Tensor CreateStrings(ReadOnlySpan<long> shape, Texts texts, int count, Context? context)
    {
        using Lease owner = Lease.OfOptional(context);
        nint tensor, error;
        fixed (long* extents = Lists.Copy(shape, stackalloc long[Lists.Room]))
        {
            SessionException.ThrowIfFailed(
                Raw.om_tensor_create_strings(
                    owner.Handle, extents, shape.Length, texts.Pointers, texts.Lengths, count, &tensor, &error),
                error);
        }
        return new Tensor(tensor);
    }

    private static unsafe Tensor BorrowPinned<T>(
        ElementType type, ReadOnlySpan<long> shape, ReadOnlyMemory<T> data, Context? context)
        where T : unmanaged
    {
        MemoryHandle pin = data.Pin();
        try
        {
            return Borrow(type, shape, pin.Pointer, (long)data.Length * sizeof(T), pin, context);
        }
        catch
        {
            pin.Dispose();
            throw;
        }
    }

    // `owner` is disposed when the memory is no longer needed; not if this throws.
    private static unsafe Tensor Borrow(
        ElementType type, ReadOnlySpan<long> shape, void* data, long byteCount, IDisposable? owner, Context? context)
    {
        using Lease lease = Lease.OfOptional(context);
        GCHandle held = owner is null ? default : GCHandle.Alloc(owner);
        nint release = owner is null ? 0 : (nint)(delegate* unmanaged[Cdecl]<nint, void>)&ReleaseMemory;
        nint tensor, error;
        int status;
        fixed (long* extents = Lists.Copy(shape, stackalloc long[Lists.Room]))
        {
            status = Raw.om_tensor_borrow(lease.Handle, (int)type, extents, shape.Length, data, byteCount, release,
                GCHandle.ToIntPtr(held), &tensor, &error);
        }
        if (status != Raw.OM_OK && held.IsAllocated)
        {
            held.Free();
        }
        SessionException.ThrowIfFailed(status, error);
        return new Tensor(tensor);
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void ReleaseMemory(nint held)
    {
        GCHandle handle = GCHandle.FromIntPtr(held);
        var owner = (IDisposable)handle.Target!;
        handle.Free();
        owner.Dispose();
    }

    private sealed class Release(Action action) : IDisposable
    {
        public void Dispose() => action();
    }
}
