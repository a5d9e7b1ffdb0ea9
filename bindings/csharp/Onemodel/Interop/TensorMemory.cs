using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Onemodel.Interop;

/// <summary>The elements of a tensor as memory, which keeps the tensor alive but does not own it.</summary>
internal sealed class TensorMemory<T> : MemoryManager<T>
    where T : unmanaged
{
    private readonly Tensor _tensor;

    public TensorMemory(Tensor tensor)
    {
        _tensor = tensor;
        _ = tensor.AsSpan<T>();  // refuses what cannot be read later
    }

    public override Span<T> GetSpan()
    {
        ReadOnlySpan<T> elements = _tensor.AsSpan<T>();
        return MemoryMarshal.CreateSpan(ref MemoryMarshal.GetReference(elements), elements.Length);
    }

    // While it is pinned the tensor cannot be freed, even if it is disposed.
    public override unsafe MemoryHandle Pin(int elementIndex = 0)
    {
        using Lease use = Lease.Of(_tensor);
        ReadOnlySpan<T> elements = _tensor.AsSpan<T>();
        ArgumentOutOfRangeException.ThrowIfNegative(elementIndex);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(elementIndex, elements.Length);
        return new MemoryHandle(
            (T*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(elements)) + elementIndex, pinnable: new TensorPin(_tensor));
    }

    // Each pin ends its own use: handles are copied easily, and disposed once too often.
    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
    }
}
