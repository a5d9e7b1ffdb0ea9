namespace Onemodel.Interop;

/// <summary>What a call with several outputs gives.</summary>
internal static class OutputHandles
{
    /// <summary>The number of outputs for which there is room on the stack.</summary>
    public const int StackSize = 8;

    // About what an output takes besides its elements.
    private const long BytesPerOutput = 256;

    /// <summary>Refuses a number of outputs for which alone the context has no memory.</summary>
    /// <exception cref="SessionException">memory.exhausted.</exception>
    public static void RequireMemory(int count, nint context)
    {
        if (count > ushort.MaxValue && count > Raw.om_context_memory_limit(context) / BytesPerOutput)
        {
            throw new SessionException(
                ErrorKind.OutOfMemory, "memory.exhausted", $"there is no memory for {count} outputs");
        }
    }

    /// <summary>Makes tensors of the handles, which they own from now on.</summary>
    public static Tensor[] ToTensors(ReadOnlySpan<nint> handles)
    {
        var tensors = new Tensor[handles.Length];
        ToTensors(handles, tensors);
        return tensors;
    }

    /// <summary>Puts tensors of the handles, which they own from now on, into the caller's array.</summary>
    public static void ToTensors(ReadOnlySpan<nint> handles, Span<Tensor> tensors)
    {
        int owned = 0;
        try
        {
            for (; owned < handles.Length; owned++)
            {
                tensors[owned] = new Tensor(handles[owned]);
            }
        }
        catch
        {
            foreach (nint handle in handles[owned..])
            {
                Raw.om_tensor_release(handle);
            }
            throw;
        }
    }
}
