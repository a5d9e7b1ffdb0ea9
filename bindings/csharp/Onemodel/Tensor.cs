using Onemodel.Interop;

namespace Onemodel;

/// <summary>
/// An immutable tensor: an element type, a shape of up to <see cref="Library.MaxRank"/> axes, and the elements in row-major
/// order. Any number of threads may use one at the same time.
/// </summary>
/// <remarks>
/// <para>Dispose a tensor when it is no longer needed; the garbage collector frees what is forgotten, but later. A view keeps
/// the memory it shares alive, so that its base may be disposed first.</para>
/// <para>Spans are windows into the tensor's memory: they are valid until the tensor is disposed, or finalized because
/// nothing refers to it any longer. A <c>using</c> keeps it alive for as long as its scope.</para>
/// </remarks>
public sealed partial class Tensor : NativeObject
{
    // A tensor that has at least this many bytes tells the garbage collector, which sees but a small object.
    private const long BytesToTell = 64 * 1024;

    /// <summary>Takes ownership of the handle.</summary>
    internal Tensor(nint handle)
    {
        Own(handle);
        long bytes = Raw.om_tensor_byte_count(handle);
        if (bytes >= BytesToTell)
        {
            GC.AddMemoryPressure(bytes);
        }
        GC.KeepAlive(this);  // a result that nobody wants might be finalized before its bytes are counted
    }

    /// <summary>The type of the elements.</summary>
    public ElementType Type
    {
        get
        {
            using Lease tensor = Lease.Of(this);
            return (ElementType)Raw.om_tensor_type(tensor.Handle);
        }
    }

    /// <summary>The number of axes; 0 for a scalar.</summary>
    public int Rank
    {
        get
        {
            using Lease tensor = Lease.Of(this);
            return (int)Raw.om_tensor_rank(tensor.Handle);
        }
    }

    /// <summary>
    /// The extents. That of a tensor made by <see cref="Ops.Infer"/> is -1 where it depends on the elements. Valid as long as
    /// the tensor.
    /// </summary>
    public unsafe ReadOnlySpan<long> Shape
    {
        get
        {
            using Lease tensor = Lease.Of(this);
            return new ReadOnlySpan<long>(Raw.om_tensor_shape(tensor.Handle), (int)Raw.om_tensor_rank(tensor.Handle));
        }
    }

    /// <summary>The product of the extents; 1 for a scalar; -1 if an extent is -1.</summary>
    public long ElementCount
    {
        get
        {
            using Lease tensor = Lease.Of(this);
            return Raw.om_tensor_element_count(tensor.Handle);
        }
    }

    /// <summary>The bytes at <see cref="DataPointer"/>; 0 for strings and for a tensor without elements.</summary>
    public long ByteCount
    {
        get
        {
            using Lease tensor = Lease.Of(this);
            return Raw.om_tensor_byte_count(tensor.Handle);
        }
    }

    /// <summary>
    /// The address of the elements, which a view shares with its base; 0 for strings and for a tensor without elements. Valid
    /// as long as the tensor.
    /// </summary>
    public unsafe nint DataPointer
    {
        get
        {
            using Lease tensor = Lease.Of(this);
            return (nint)Raw.om_tensor_data(tensor.Handle);
        }
    }

    /// <summary>The elements. Valid as long as the tensor.</summary>
    /// <exception cref="InvalidOperationException">
    /// The elements are not of the type <typeparamref name="T"/>, or the tensor was made without elements.
    /// </exception>
    /// <exception cref="OverflowException">
    /// There are more than 2^31-1 elements; <see cref="AsSpan{T}(long, int)"/> gives a part.
    /// </exception>
    public ReadOnlySpan<T> AsSpan<T>()
        where T : unmanaged
    {
        using Lease tensor = Lease.Of(this);
        return ElementsOf<T>(tensor.Handle, 0, checked((int)Raw.om_tensor_element_count(tensor.Handle)));
    }

    /// <summary><paramref name="length"/> elements from <paramref name="start"/> on. Valid as long as the tensor.</summary>
    /// <exception cref="InvalidOperationException">As for <see cref="AsSpan{T}()"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The part does not lie within the tensor.</exception>
    public ReadOnlySpan<T> AsSpan<T>(long start, int length)
        where T : unmanaged
    {
        using Lease tensor = Lease.Of(this);
        long count = Raw.om_tensor_element_count(tensor.Handle);
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(start, count);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, count - start);
        return ElementsOf<T>(tensor.Handle, start, length);
    }

    /// <summary>
    /// The bytes of the elements, of any type but strings; elements of 4 or 2 bits are packed, the first in the lowest bits.
    /// Valid as long as the tensor.
    /// </summary>
    /// <exception cref="InvalidOperationException">The tensor holds strings, or was made without elements.</exception>
    /// <exception cref="OverflowException">There are more than 2^31-1 bytes.</exception>
    public unsafe ReadOnlySpan<byte> AsBytes()
    {
        using Lease tensor = Lease.Of(this);
        if (Raw.om_tensor_type(tensor.Handle) == Raw.OM_STRING)
        {
            throw new InvalidOperationException("The tensor holds strings, which have no common bytes.");
        }
        RequireElements(tensor.Handle);
        return new ReadOnlySpan<byte>(Raw.om_tensor_data(tensor.Handle), checked((int)Raw.om_tensor_byte_count(tensor.Handle)));
    }

    /// <summary>A copy of the elements.</summary>
    /// <exception cref="InvalidOperationException">As for <see cref="AsSpan{T}()"/>.</exception>
    /// <exception cref="OverflowException">There are more than 2^31-1 elements.</exception>
    public T[] ToArray<T>()
        where T : unmanaged
    {
        using Lease tensor = Lease.Of(this);
        return AsSpan<T>().ToArray();
    }

    /// <summary>
    /// The elements as memory that keeps the tensor alive. Reading it after the tensor was disposed throws
    /// <see cref="ObjectDisposedException"/>.
    /// </summary>
    /// <exception cref="InvalidOperationException">As for <see cref="AsSpan{T}()"/>.</exception>
    /// <exception cref="OverflowException">There are more than 2^31-1 elements.</exception>
    public ReadOnlyMemory<T> AsMemory<T>()
        where T : unmanaged => new TensorMemory<T>(this).Memory;

    /// <summary>
    /// Element <paramref name="index"/> (row-major) of a string tensor, read as UTF-8; U+FFFD stands for bytes that are not.
    /// </summary>
    /// <exception cref="InvalidOperationException">As for <see cref="GetStringBytes"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    public string GetString(long index)
    {
        using Lease tensor = Lease.Of(this);
        return System.Text.Encoding.UTF8.GetString(GetStringBytes(index));
    }

    /// <summary>The bytes of element <paramref name="index"/> (row-major) of a string tensor. Valid as long as it.</summary>
    /// <exception cref="InvalidOperationException">The tensor holds no strings, or was made without elements.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    public unsafe ReadOnlySpan<byte> GetStringBytes(long index)
    {
        using Lease tensor = Lease.Of(this);
        long length;
        byte* bytes = Raw.om_tensor_string(tensor.Handle, index, &length);
        if (bytes == null)
        {
            RequireType(tensor.Handle, ElementType.String);
            ArgumentOutOfRangeException.ThrowIfNegative(index);
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, Raw.om_tensor_element_count(tensor.Handle));
            throw new InvalidOperationException("The tensor was made without elements.");
        }
        return new ReadOnlySpan<byte>(bytes, checked((int)length));
    }

    /// <summary>The strings of a string tensor, read as <see cref="GetString"/> does.</summary>
    /// <exception cref="InvalidOperationException">As for <see cref="GetStringBytes"/>.</exception>
    public string[] ToStringArray()
    {
        using Lease tensor = Lease.Of(this);
        RequireType(tensor.Handle, ElementType.String);
        var strings = new string[Raw.om_tensor_element_count(tensor.Handle)];
        for (int i = 0; i < strings.Length; i++)
        {
            strings[i] = GetString(i);
        }
        return strings;
    }

    /// <summary>Another owner of the same tensor: each must be disposed, and the last one frees it. Nothing is copied.</summary>
    public Tensor Share()
    {
        using Lease tensor = Lease.Of(this);
        Raw.om_tensor_retain(tensor.Handle);
        return new Tensor(tensor.Handle);
    }

    /// <summary>Type and shape, such as "float32 [2, 3]".</summary>
    public override unsafe string ToString()
    {
        nint tensor;
        try
        {
            tensor = BeginUse();  // until the end: the shape is read from the tensor's memory
        }
        catch (ObjectDisposedException)
        {
            return "a disposed tensor";
        }
        try
        {
            var type = (ElementType)Raw.om_tensor_type(tensor);
            return $"{type.GetName()} [{string.Join(", ", Extents.Read(Raw.om_tensor_shape(tensor), Raw.om_tensor_rank(tensor))!)}]";
        }
        finally
        {
            EndUse();
        }
    }

    private protected override void Free(nint handle)
    {
        long bytes = Raw.om_tensor_byte_count(handle);
        Raw.om_value_release(handle);
        if (bytes >= BytesToTell)
        {
            GC.RemoveMemoryPressure(bytes);
        }
    }

    private static unsafe ReadOnlySpan<T> ElementsOf<T>(nint tensor, long start, int length)
        where T : unmanaged
    {
        RequireType(tensor, ElementTypes.Of<T>());
        RequireElements(tensor);
        return new ReadOnlySpan<T>((T*)Raw.om_tensor_data(tensor) + start, length);
    }

    private static void RequireType(nint tensor, ElementType type)
    {
        var actual = (ElementType)Raw.om_tensor_type(tensor);
        if (actual != type)
        {
            throw new InvalidOperationException($"The elements are of type {actual.GetName()}, not {type.GetName()}.");
        }
    }

    private static unsafe void RequireElements(nint tensor)
    {
        if (Raw.om_tensor_data(tensor) == null && Raw.om_tensor_element_count(tensor) != 0)
        {
            throw new InvalidOperationException("The tensor was made without elements.");
        }
    }
}
