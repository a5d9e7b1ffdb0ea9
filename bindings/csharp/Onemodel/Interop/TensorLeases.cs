using System.Buffers;
using System.Runtime.CompilerServices;

namespace Onemodel.Interop;

/// <summary>The handles of several tensors for the time of one call; NULL for a tensor that is not given.</summary>
/// <remarks>
/// The tensors are copied first: the caller's array might be changed by another thread while the call is under way. Up to
/// eight tensors find room in a buffer on the caller's stack.
/// </remarks>
internal readonly ref struct TensorLeases
{
    private readonly Span<Tensor?> _owners;
    private readonly Span<nint> _handles;
    private readonly Tensor?[]? _rentedOwners;
    private readonly nint[]? _rentedHandles;

    public TensorLeases(ReadOnlySpan<Tensor?> tensors, ref TensorLeaseBuffer buffer)
    {
        int count = tensors.Length;
        if (count <= TensorLeaseBuffer.Size)
        {
            _owners = ((Span<Tensor?>)buffer.Owners)[..count];
            _handles = ((Span<nint>)buffer.Handles)[..count];
        }
        else
        {
            _rentedOwners = ArrayPool<Tensor?>.Shared.Rent(count);
            _rentedHandles = ArrayPool<nint>.Shared.Rent(count);
            _owners = _rentedOwners.AsSpan(0, count);
            _handles = _rentedHandles.AsSpan(0, count);
        }
        int leased = 0;
        try
        {
            for (; leased < count; leased++)
            {
                Tensor? tensor = tensors[leased];
                _handles[leased] = tensor is null ? 0 : tensor.BeginUse();
                _owners[leased] = tensor;
            }
        }
        catch
        {
            _owners = _owners[..leased];
            Dispose();
            throw;
        }
    }

    public ReadOnlySpan<nint> Handles => _handles;

    public void Dispose()
    {
        foreach (Tensor? owner in _owners)
        {
            owner?.EndUse();
        }
        if (_rentedOwners is not null)
        {
            ArrayPool<Tensor?>.Shared.Return(_rentedOwners, clearArray: true);
            ArrayPool<nint>.Shared.Return(_rentedHandles!);
        }
    }
}

/// <summary>Room for the tensors of most calls.</summary>
internal struct TensorLeaseBuffer
{
    public const int Size = 8;

    public OwnerArray Owners;
    public HandleArray Handles;

    [InlineArray(Size)]
    internal struct OwnerArray
    {
        private Tensor? _first;
    }

    [InlineArray(Size)]
    internal struct HandleArray
    {
        private nint _first;
    }
}
