using System.Buffers;

namespace Onemodel.Interop;

/// <summary>A use of a tensor that ends once, however often it is unpinned.</summary>
internal sealed class TensorPin : IPinnable
{
    private Tensor? _tensor;

    public TensorPin(Tensor tensor)
    {
        tensor.BeginUse();
        _tensor = tensor;
    }

    public MemoryHandle Pin(int elementIndex) => throw new NotSupportedException();

    public void Unpin() => Interlocked.Exchange(ref _tensor, null)?.EndUse();
}
