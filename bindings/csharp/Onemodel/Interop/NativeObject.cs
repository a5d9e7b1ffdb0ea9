using System.Runtime.ConstrainedExecution;

namespace Onemodel;

/// <summary>
/// An object that owns something of the native library until it is disposed, or finalized if nobody disposes it.
/// </summary>
/// <remarks>
/// Disposing twice is allowed, from any thread. Using a disposed object throws <see cref="ObjectDisposedException"/>. If one
/// thread disposes while another is inside a call, the memory is freed when that call has ended.
/// </remarks>
public abstract class NativeObject : CriticalFinalizerObject, IDisposable
{
    // The lowest bit of the state says that the owner has let go; above it stands the number of those that hold the handle:
    // the owner, and every call that is under way.
    private const int Disposed = 1;
    private const int OneHolder = 2;

    private nint _handle;
    private int _state = OneHolder;

    private protected NativeObject()
    {
    }

    /// <summary>Frees the object if nobody has disposed it.</summary>
    ~NativeObject() => LetGo();

    /// <summary>Whether the object has been disposed.</summary>
    public bool IsDisposed => (Volatile.Read(ref _state) & Disposed) != 0;

    /// <summary>Frees what the object owns; views of it, and what was made from it, stay alive.</summary>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        LetGo();
    }

    /// <summary>Takes ownership of the handle, once, before anybody else sees the object.</summary>
    private protected void Own(nint handle) => _handle = handle;

    /// <summary>Frees the handle; called once, on any thread.</summary>
    private protected abstract void Free(nint handle);

    /// <summary>The handle, which stays alive until <see cref="EndUse"/>.</summary>
    internal nint BeginUse()
    {
        int state = Volatile.Read(ref _state);
        while (true)
        {
            ObjectDisposedException.ThrowIf((state & Disposed) != 0, this);
            int found = Interlocked.CompareExchange(ref _state, state + OneHolder, state);
            if (found == state)
            {
                return _handle;
            }
            state = found;
        }
    }

    internal void EndUse()
    {
        if (Interlocked.Add(ref _state, -OneHolder) == Disposed)
        {
            Free(_handle);
        }
    }

    private void LetGo()
    {
        if ((Interlocked.Or(ref _state, Disposed) & Disposed) == 0)
        {
            EndUse();
        }
    }
}
