using Onemodel.Interop;

namespace Onemodel;

/// <summary>An input of a session that can be fed.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">The element type; <see cref="ElementType.Undefined"/> where it is not declared.</param>
/// <param name="Shape">The extents, -1 where one is not known; null if not even the rank is.</param>
/// <param name="Symbols">For each axis the name that extents share, empty for none; null if the rank is not known.</param>
/// <param name="IsOptional">Whether it may be left away in a run because an initializer stands for it.</param>
public sealed record SessionInput(
    string Name, ElementType Type, IReadOnlyList<long>? Shape, IReadOnlyList<string>? Symbols, bool IsOptional);

/// <summary>An output of a session, as planning found it, which may be more than the model declares.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">The element type; <see cref="ElementType.Undefined"/> where it is not known.</param>
/// <param name="Shape">The extents, -1 where one is not known; null if not even the rank is.</param>
public sealed record SessionOutput(string Name, ElementType Type, IReadOnlyList<long>? Shape);

/// <summary>A checked and planned model that can be run, by many threads at the same time.</summary>
public sealed unsafe class Session : NativeObject
{
    /// <summary>
    /// Checks the model, sorts its nodes and plans them: what is known is computed now, views and chains of movements are
    /// composed, memory is laid out. The model is not needed afterwards.
    /// </summary>
    /// <param name="model">The model.</param>
    /// <param name="context">Its memory limit bounds what planning computes; null for the default.</param>
    /// <exception cref="SessionException">
    /// model.*, operator.*, opset.unsupported, and what the operators refuse where that is known already;
    /// <see cref="SessionException.Node"/> names the node.
    /// </exception>
    public Session(Model model, Context? context = null)
    {
        using Lease source = Lease.Of(model);
        using Lease settings = Lease.OfOptional(context);
        nint session, error;
        SessionException.ThrowIfFailed(
            Raw.om_session_create(settings.Handle, source.Handle, &session, &error), error);
        Own(session);
        Inputs = ReadInputs(session);
        Outputs = ReadOutputs(session);
    }

    /// <summary>The inputs that can be fed, in the model's order.</summary>
    public IReadOnlyList<SessionInput> Inputs { get; }

    /// <summary>The outputs, in the model's order.</summary>
    public IReadOnlyList<SessionOutput> Outputs { get; }

    /// <summary>The position of the input of that name, or -1.</summary>
    public int FindInput(string name) => Find(&Raw.om_session_find_input, name);

    /// <summary>The position of the output of that name, or -1.</summary>
    public int FindOutput(string name) => Find(&Raw.om_session_find_output, name);

    /// <summary>Runs the session.</summary>
    /// <remarks>
    /// The first run for inputs of certain shapes plans for them; later ones allocate nothing but outputs. The session keeps the
    /// plans of the 16 combinations of shapes that were used last.
    /// </remarks>
    /// <param name="inputs">As many tensors as <see cref="Inputs"/>; null for an optional one that is not fed.</param>
    /// <param name="context">How the run is carried out; null for the defaults.</param>
    /// <returns>
    /// As many tensors as <see cref="Outputs"/>. They stay alive when the session is gone. One may share the memory of an input
    /// or of the model's constants.
    /// </returns>
    /// <exception cref="SessionException">
    /// session.*, memory.exhausted and what the operators refuse; <see cref="SessionException.Node"/> names the node.
    /// </exception>
    public Tensor[] Run(ReadOnlySpan<Tensor?> inputs, Context? context = null)
    {
        var outputs = new Tensor[Outputs.Count];
        Run(inputs, outputs, context);
        return outputs;
    }

    /// <summary>Runs the session and puts the outputs into the caller's array; nothing but the tensors is allocated.</summary>
    /// <param name="inputs">As many tensors as <see cref="Inputs"/>; null for an optional one that is not fed.</param>
    /// <param name="outputs">Receives as many tensors as <see cref="Outputs"/>; what stands there is not disposed.</param>
    /// <param name="context">How the run is carried out; null for the defaults.</param>
    /// <exception cref="SessionException">As for <see cref="Run(ReadOnlySpan{Tensor}, Context)"/>.</exception>
    public void Run(ReadOnlySpan<Tensor?> inputs, Span<Tensor> outputs, Context? context = null)
    {
        using Lease session = Lease.Of(this);
        TensorLeaseBuffer buffer = default;
        using var sources = new TensorLeases(inputs, ref buffer);
        using Lease settings = Lease.OfOptional(context);
        Span<nint> handles = outputs.Length <= OutputHandles.StackSize
            ? stackalloc nint[OutputHandles.StackSize]
            : new nint[outputs.Length];
        nint error;
        fixed (nint* fed = sources.Handles, received = handles)
        {
            SessionException.ThrowIfFailed(
                Raw.om_session_run(session.Handle, settings.Handle, fed, inputs.Length, received, outputs.Length, &error),
                error);
        }
        OutputHandles.ToTensors(handles[..outputs.Length], outputs);
    }

    /// <summary>Runs the session with inputs and outputs by name, in any order.</summary>
    /// <param name="inputNames">The names of the inputs that are fed.</param>
    /// <param name="inputs">As many tensors.</param>
    /// <param name="outputNames">The names of the outputs that are wanted; the others are not given.</param>
    /// <param name="context">How the run is carried out; null for the defaults.</param>
    /// <returns>As many tensors as names of outputs, in their order.</returns>
    /// <exception cref="ArgumentException">There are not as many inputs as names.</exception>
    /// <exception cref="SessionException">
    /// As for <see cref="Run(ReadOnlySpan{Tensor}, Context)"/>, and session.input_unknown, session.output_unknown,
    /// session.input_repeated.
    /// </exception>
    public Tensor[] RunNamed(ReadOnlySpan<string> inputNames, ReadOnlySpan<Tensor> inputs, ReadOnlySpan<string> outputNames,
        Context? context = null)
    {
        if (inputNames.Length != inputs.Length)
        {
            throw new ArgumentException($"There are {inputs.Length} inputs and {inputNames.Length} names.", nameof(inputs));
        }
        using Lease session = Lease.Of(this);
        TensorLeaseBuffer buffer = default;
        using var sources = new TensorLeases(inputs!, ref buffer);
        using Lease settings = Lease.OfOptional(context);
        using Texts fedNames = Texts.OfNames(inputNames!);
        using Texts wantedNames = Texts.OfNames(outputNames!);
        var outputs = new nint[outputNames.Length];
        nint error;
        fixed (nint* fed = sources.Handles, received = outputs)
        {
            SessionException.ThrowIfFailed(
                Raw.om_session_run_named(session.Handle, settings.Handle, fedNames.Pointers, fed, inputs.Length,
                    wantedNames.Pointers, received, outputs.Length, &error),
                error);
        }
        return OutputHandles.ToTensors(outputs);
    }

    /// <summary>Runs the session with inputs by name, and gives all outputs by name.</summary>
    /// <param name="inputs">The inputs that are fed, by name.</param>
    /// <param name="context">How the run is carried out; null for the defaults.</param>
    /// <exception cref="SessionException">
    /// As for <see cref="Run(ReadOnlySpan{Tensor}, Context)"/>, and session.input_unknown.
    /// </exception>
    public IReadOnlyDictionary<string, Tensor> Run(IReadOnlyDictionary<string, Tensor> inputs, Context? context = null)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        string[] outputNames = Outputs.Select(output => output.Name).Distinct().ToArray();
        KeyValuePair<string, Tensor>[] fed = inputs.ToArray();  // at once, as another thread may change a dictionary
        Tensor[] outputs = RunNamed(fed.Select(pair => pair.Key).ToArray(), fed.Select(pair => pair.Value).ToArray(),
            outputNames, context);
        return outputNames.Zip(outputs).ToDictionary(pair => pair.First, pair => pair.Second);
    }

    /// <summary>Runs the session and writes the outputs into tensors that the caller made.</summary>
    /// <param name="inputs">As many tensors as <see cref="Inputs"/>; null for an optional one that is not fed.</param>
    /// <param name="outputs">
    /// As many tensors as <see cref="Outputs"/>, of the right types and shapes: made by <c>Create</c>, or by <c>Borrow</c> over
    /// memory that may be written; no views, no strings, and not shared. No two of them, and none of them and an input, share
    /// memory. If the run fails their elements are not defined.
    /// </param>
    /// <param name="context">How the run is carried out; null for the defaults.</param>
    /// <exception cref="SessionException">
    /// As for <see cref="Run(ReadOnlySpan{Tensor}, Context)"/>, and session.output_type, session.output_shape,
    /// session.output_memory.
    /// </exception>
    public void RunInto(ReadOnlySpan<Tensor?> inputs, ReadOnlySpan<Tensor> outputs, Context? context = null)
    {
        using Lease session = Lease.Of(this);
        TensorLeaseBuffer inputBuffer = default;
        TensorLeaseBuffer outputBuffer = default;
        using var sources = new TensorLeases(inputs, ref inputBuffer);
        using var targets = new TensorLeases(outputs!, ref outputBuffer);
        using Lease settings = Lease.OfOptional(context);
        nint error;
        fixed (nint* fed = sources.Handles, written = targets.Handles)
        {
            SessionException.ThrowIfFailed(
                Raw.om_session_run_into(session.Handle, settings.Handle, fed, inputs.Length, written, outputs.Length, &error),
                error);
        }
    }

    /// <summary>The plan for what the model declares, where extents may not be known.</summary>
    /// <exception cref="SessionException">What a run refuses before it runs.</exception>
    public Plan GetPlan() => GetPlan([]);

    /// <summary>The plan for inputs of exactly these types and shapes.</summary>
    /// <param name="inputs">
    /// As many tensors as <see cref="Inputs"/>, of which only type and shape are read (<see cref="Tensor.Describe"/> makes
    /// such); null for an optional one that is not fed. Empty: for what the model declares.
    /// </param>
    /// <exception cref="SessionException">What a run refuses before it runs.</exception>
    public Plan GetPlan(ReadOnlySpan<Tensor?> inputs)
    {
        using Lease session = Lease.Of(this);
        TensorLeaseBuffer buffer = default;
        using var sources = new TensorLeases(inputs, ref buffer);
        nint plan, error;
        fixed (nint* described = sources.Handles)
        {
            SessionException.ThrowIfFailed(
                Raw.om_session_plan(session.Handle, described, inputs.Length, &plan, &error), error);
        }
        return new Plan(plan);
    }

    private protected override void Free(nint handle) => Raw.om_session_release(handle);

    private static SessionInput[] ReadInputs(nint session)
    {
        var inputs = new SessionInput[Raw.om_session_input_count(session)];
        for (int i = 0; i < inputs.Length; i++)
        {
            long[]? shape = Extents.Read(Raw.om_session_input_shape(session, i), Raw.om_session_input_rank(session, i));
            string[]? symbols = shape is null ? null : new string[shape.Length];
            for (int axis = 0; axis < symbols?.Length; axis++)
            {
                symbols[axis] = Text.Read(Raw.om_session_input_symbol(session, i, axis))!;
            }
            inputs[i] = new SessionInput(Text.Read(Raw.om_session_input_name(session, i))!,
                (ElementType)Raw.om_session_input_type(session, i), shape, symbols,
                Raw.om_session_input_is_optional(session, i) != 0);
        }
        return inputs;
    }

    private static SessionOutput[] ReadOutputs(nint session)
    {
        var outputs = new SessionOutput[Raw.om_session_output_count(session)];
        for (int i = 0; i < outputs.Length; i++)
        {
            outputs[i] = new SessionOutput(Text.Read(Raw.om_session_output_name(session, i))!,
                (ElementType)Raw.om_session_output_type(session, i),
                Extents.Read(Raw.om_session_output_shape(session, i), Raw.om_session_output_rank(session, i)));
        }
        return outputs;
    }

    private int Find(delegate*<nint, byte*, long> function, string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        using Lease session = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        fixed (byte* bytes = text)
        {
            return (int)function(session.Handle, bytes);
        }
    }
}
