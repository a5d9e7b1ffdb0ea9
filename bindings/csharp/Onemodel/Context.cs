using Onemodel.Interop;

namespace Onemodel;

/// <summary>
/// How calls are carried out: the memory and the threads they may use. Wherever a context is null, the defaults hold.
/// </summary>
/// <remarks>Many threads may use a context at the same time while none changes it.</remarks>
public sealed class Context : NativeObject
{
    /// <summary>Makes a context with the default settings.</summary>
    public unsafe Context()
    {
        nint context, error;
        SessionException.ThrowIfFailed(Raw.om_context_create(&context, &error), error);
        Own(context);
    }

    /// <summary>The most threads that a context can have.</summary>
    public const int MaxThreads = Raw.OM_MAX_THREADS;

    /// <summary>The memory limit where no context is given, in bytes: the machine's physical memory.</summary>
    public static long DefaultMemoryLimit => Raw.om_context_memory_limit(0);

    /// <summary>The threads where no context is given: 1.</summary>
    public static int DefaultThreads => (int)Raw.om_context_threads(0);

    /// <summary>The buffer limit where no context is given, in bytes: a 32nd of the machine's physical memory.</summary>
    public static long DefaultBufferLimit => Raw.om_context_buffer_limit(0);

    /// <summary>
    /// The most bytes that one result may have, and that all results and values of one run of a session may have at a time.
    /// An element of a string tensor takes 16 bytes, to which its text is added where it is made.
    /// </summary>
    /// <exception cref="SessionException">The value is negative: argument.count.</exception>
    public unsafe long MemoryLimit
    {
        get
        {
            using Lease context = Lease.Of(this);
            return Raw.om_context_memory_limit(context.Handle);
        }
        set
        {
            using Lease context = Lease.Of(this);
            nint error;
            SessionException.ThrowIfFailed(Raw.om_context_set_memory_limit(context.Handle, value, &error), error);
        }
    }

    /// <summary>How many threads a call may use, the caller's own among them: 1 to <see cref="MaxThreads"/>.</summary>
    /// <remarks>
    /// Threads start with the first call that is worth sharing, from about 2 MB of elements on, and sleep between calls. Results
    /// do not depend on their number. When several threads call under one context at the same time, one call has the context's
    /// threads and the others do their work alone.
    /// </remarks>
    /// <exception cref="SessionException">The value lies outside: argument.count.</exception>
    public unsafe int Threads
    {
        get
        {
            using Lease context = Lease.Of(this);
            return (int)Raw.om_context_threads(context.Handle);
        }
        set
        {
            using Lease context = Lease.Of(this);
            nint error;
            SessionException.ThrowIfFailed(Raw.om_context_set_threads(context.Handle, value, &error), error);
        }
    }

    /// <summary>
    /// The most bytes of released results that the context keeps for later ones, as memory that is fresh from the system is
    /// several times slower to write. Only results of 256 KB and more are kept, those longest unused go first; 0 keeps none.
    /// </summary>
    /// <exception cref="SessionException">The value is negative: argument.count.</exception>
    public unsafe long BufferLimit
    {
        get
        {
            using Lease context = Lease.Of(this);
            return Raw.om_context_buffer_limit(context.Handle);
        }
        set
        {
            using Lease context = Lease.Of(this);
            nint error;
            SessionException.ThrowIfFailed(Raw.om_context_set_buffer_limit(context.Handle, value, &error), error);
        }
    }

    /// <summary>Gives the memory that is kept where no context is given back to the system.</summary>
    public static void ReleaseDefaultBuffers() => Raw.om_context_release_buffers(0);

    /// <summary>Gives the memory that the context keeps back to the system. Any thread may call it at any time.</summary>
    public void ReleaseBuffers()
    {
        using Lease context = Lease.Of(this);
        Raw.om_context_release_buffers(context.Handle);
    }

    private protected override void Free(nint handle) => Raw.om_context_release(handle);
}
