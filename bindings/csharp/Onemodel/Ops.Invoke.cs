using Onemodel.Interop;

namespace Onemodel;

public static unsafe partial class Ops
{
    /// <summary>Runs an operator as it is at an opset, with inputs and attributes exactly as ONNX has them there.</summary>
    /// <param name="op">The operator's name, such as "Slice".</param>
    /// <param name="opset">1 to <see cref="Library.MaxOpset"/>; the operator's newest version up to it is meant.</param>
    /// <param name="inputs">
    /// The inputs in ONNX's order; null for an optional one that is not given. A variadic input (Concat) takes the rest.
    /// </param>
    /// <param name="attributes">Null for none.</param>
    /// <param name="outputCount">
    /// How many outputs are wanted; an optional one after the last wanted one is left away by a smaller number.
    /// </param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>The outputs in ONNX's order.</returns>
    /// <exception cref="SessionException">
    /// operator.*, opset.unsupported, input.*, output.count, attribute.* and the operator's own reasons.
    /// </exception>
    public static Tensor[] Invoke(string op, long opset, ReadOnlySpan<Tensor?> inputs, Attributes? attributes = null,
        int outputCount = 1, Context? context = null) =>
        Call(&Raw.om_op_invoke, op, opset, inputs, attributes, outputCount, context);

    /// <summary>Says what <see cref="Invoke"/> would give, without running it.</summary>
    /// <remarks>
    /// Inputs may be made by <see cref="Tensor.Describe"/>; those whose elements decide the shape (Slice's starts, Reshape's
    /// shape, TopK's k, ...) must have them, else it fails with input.value_needed. All checks that do not need further
    /// elements are made.
    /// </remarks>
    /// <param name="op">The operator's name, such as "Slice".</param>
    /// <param name="opset">1 to <see cref="Library.MaxOpset"/>; the operator's newest version up to it is meant.</param>
    /// <param name="inputs">As for <see cref="Invoke"/>; without extents of -1.</param>
    /// <param name="attributes">Null for none.</param>
    /// <param name="outputCount">How many outputs are wanted.</param>
    /// <param name="context">How the call is carried out; null for the defaults.</param>
    /// <returns>
    /// Tensors without elements, whose types and shapes tell; an extent that only running can tell (NonZero of a tensor without
    /// elements) is -1.
    /// </returns>
    /// <exception cref="SessionException">As for <see cref="Invoke"/>, but not memory.exhausted.</exception>
    public static Tensor[] Infer(string op, long opset, ReadOnlySpan<Tensor?> inputs, Attributes? attributes = null,
        int outputCount = 1, Context? context = null) =>
        Call(&Raw.om_op_infer, op, opset, inputs, attributes, outputCount, context);

    private static Tensor[] Call(
        delegate*<nint, byte*, long, nint*, long, nint, nint*, long, nint*, int> function, string op, long opset,
        ReadOnlySpan<Tensor?> inputs, Attributes? attributes, int outputCount, Context? context)
    {
        ArgumentNullException.ThrowIfNull(op);
        ArgumentOutOfRangeException.ThrowIfNegative(outputCount);
        TensorLeaseBuffer buffer = default;
        using var sources = new TensorLeases(inputs, ref buffer);
        using Lease parameters = Lease.OfOptional(attributes);
        using Lease settings = Lease.OfOptional(context);
        using var text = new Text(op, stackalloc byte[Text.BufferSize]);
        OutputHandles.RequireMemory(outputCount, settings.Handle);
        Span<nint> outputs = outputCount <= OutputHandles.StackSize
            ? stackalloc nint[OutputHandles.StackSize]
            : new nint[outputCount];
        outputs = outputs[..outputCount];
        nint error;
        fixed (byte* name = text)
        fixed (nint* handles = sources.Handles, received = outputs)
        {
            Check(
                function(settings.Handle, name, opset, handles, inputs.Length, parameters.Handle, received, outputCount, &error),
                error);
        }
        return OutputHandles.ToTensors(outputs);
    }
}
