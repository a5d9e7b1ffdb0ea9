namespace Onemodel.Interop;

/// <summary>What a call with several outputs gives.</summary>
internal static class OutputHandles
{
    /// <summary>The number of outputs for which there is room on the stack.</summary>
    public const int StackSize = 8;

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
        for (int i = 0; i < handles.Length; i++)
        {
            tensors[i] = new Tensor(handles[i]);
        }
    }
}
