using Onemodel.Interop;

namespace Onemodel;

/// <summary>A graph of nodes as ONNX has it, read or composed.</summary>
/// <remarks>
/// <para>The order in which nodes are added does not matter. What is wrong with the whole, a value that nobody makes or a
/// cycle, is said when a <see cref="Session"/> is made.</para>
/// <para>Many threads may use a model at the same time while none changes it.</para>
/// </remarks>
public sealed unsafe class Model : NativeObject
{
    /// <summary>Makes an empty model of the newest IR version that imports opset <see cref="Library.MaxOpset"/>.</summary>
    public Model()
    {
        nint model, error;
        SessionException.ThrowIfFailed(Raw.om_model_create(&model, &error), error);
        Own(model);
    }

    private Model(nint handle) => Own(handle);

    /// <summary>Reads a model from a file in ONNX's protobuf format.</summary>
    /// <remarks>
    /// Tensors with external data are read from files in the folder of the model, or in folders inside it. The operators are not
    /// looked at yet.
    /// </remarks>
    /// <param name="path">The file.</param>
    /// <param name="context">Its memory limit bounds every tensor, and the file; null for the default.</param>
    /// <exception cref="SessionException">
    /// io.file, model.malformed, model.ir_version, model.tensor, model.external_data, model.unsupported, memory.exhausted.
    /// </exception>
    public static Model ReadFile(string path, Context? context = null)
    {
        using Lease settings = Lease.OfOptional(context);
        using var text = new Text(path, stackalloc byte[Text.BufferSize]);
        nint model, error;
        fixed (byte* name = text)
        {
            SessionException.ThrowIfFailed(Raw.om_model_read_file(settings.Handle, name, &model, &error), error);
        }
        return new Model(model);
    }

    /// <summary>Reads a model from bytes in ONNX's protobuf format, which are not needed afterwards.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="externalFolder">Where external data lies; null if there must be none.</param>
    /// <param name="context">Its memory limit bounds every tensor; null for the default.</param>
    /// <exception cref="SessionException">As for <see cref="ReadFile"/>.</exception>
    public static Model Read(ReadOnlySpan<byte> bytes, string? externalFolder = null, Context? context = null)
    {
        using Lease settings = Lease.OfOptional(context);
        using var text = new Text(externalFolder, stackalloc byte[Text.BufferSize]);
        nint model, error;
        fixed (byte* data = bytes, folder = text)
        {
            SessionException.ThrowIfFailed(
                Raw.om_model_read(settings.Handle, data, bytes.Length, folder, &model, &error), error);
        }
        return new Model(model);
    }

    /// <summary>Gives the model in ONNX's protobuf format, as a vector of type uint8; all tensors are inside.</summary>
    /// <exception cref="SessionException">
    /// memory.exhausted (also for more than 2^31-1 bytes, which protobuf cannot hold); model.unsupported if the model was read
    /// with attributes that are not kept: graphs, sparse tensors, types.
    /// </exception>
    public Tensor Write()
    {
        using Lease model = Lease.Of(this);
        nint bytes, error;
        SessionException.ThrowIfFailed(Raw.om_model_write(model.Handle, &bytes, &error), error);
        return new Tensor(bytes);
    }

    /// <summary>Writes the model to a file, in place of an earlier one of that name.</summary>
    /// <exception cref="SessionException">io.file, and as for <see cref="Write"/>.</exception>
    public void WriteFile(string path)
    {
        using Lease model = Lease.Of(this);
        using var text = new Text(path, stackalloc byte[Text.BufferSize]);
        nint error;
        fixed (byte* name = text)
        {
            SessionException.ThrowIfFailed(Raw.om_model_write_file(model.Handle, name, &error), error);
        }
    }

    /// <summary>Sets the version that the model imports of a domain.</summary>
    /// <param name="version">1 or more.</param>
    /// <param name="domain">The domain; empty or null for ai.onnx.</param>
    /// <exception cref="SessionException">argument.count.</exception>
    public void SetOpset(long version, string? domain = null)
    {
        using Lease model = Lease.Of(this);
        using var text = new Text(domain, stackalloc byte[Text.BufferSize]);
        nint error;
        fixed (byte* name = text)
        {
            SessionException.ThrowIfFailed(Raw.om_model_set_opset(model.Handle, name, version, &error), error);
        }
    }

    /// <summary>Sets the version of ONNX's format.</summary>
    /// <param name="version"><see cref="Library.MinIRVersion"/> to <see cref="Library.MaxIRVersion"/>.</param>
    /// <exception cref="SessionException">model.ir_version.</exception>
    public void SetIRVersion(long version)
    {
        using Lease model = Lease.Of(this);
        nint error;
        SessionException.ThrowIfFailed(Raw.om_model_set_ir_version(model.Handle, version, &error), error);
    }

    /// <summary>Adds an input that is fed in each run, and of which not even the rank is known.</summary>
    /// <param name="name">The input's name.</param>
    /// <param name="type">The element type.</param>
    /// <exception cref="SessionException">argument.null, argument.type.</exception>
    public void AddInput(string name, ElementType type) => Add(&Raw.om_model_add_input, name, type, [], [], isRankKnown: false);

    /// <summary>Adds an input that is fed in each run. Inputs are numbered in the order they are added.</summary>
    /// <param name="name">The input's name.</param>
    /// <param name="type">The element type.</param>
    /// <param name="shape">The extents, -1 where one is not known.</param>
    /// <param name="symbols">
    /// For each axis a name that the extents of all inputs share, or null for none; empty for none at all.
    /// </param>
    /// <exception cref="ArgumentException">There are symbols, but not as many as axes.</exception>
    /// <exception cref="SessionException">argument.null, argument.type, argument.extent, shape.rank_limit.</exception>
    public void AddInput(
        string name, ElementType type, ReadOnlySpan<long> shape, ReadOnlySpan<string?> symbols = default) =>
        Add(&Raw.om_model_add_input, name, type, shape, symbols, isRankKnown: true);

    /// <summary>Adds an output, of whose shape nothing is declared.</summary>
    /// <param name="name">The name of a value that a node makes, or of an input or initializer.</param>
    /// <param name="type">The element type; <see cref="ElementType.Undefined"/> where it is not declared.</param>
    /// <exception cref="SessionException">argument.null, argument.type.</exception>
    public void AddOutput(string name, ElementType type = ElementType.Undefined) =>
        Add(&Raw.om_model_add_output, name, type, [], [], isRankKnown: false);

    /// <summary>Adds an output.</summary>
    /// <param name="name">The name of a value that a node makes, or of an input or initializer.</param>
    /// <param name="type">The element type; <see cref="ElementType.Undefined"/> where it is not declared.</param>
    /// <param name="shape">The extents, -1 where one is not known; checked where they are known.</param>
    /// <param name="symbols">As for an input.</param>
    /// <exception cref="ArgumentException">There are symbols, but not as many as axes.</exception>
    /// <exception cref="SessionException">argument.null, argument.type, argument.extent, shape.rank_limit.</exception>
    public void AddOutput(
        string name, ElementType type, ReadOnlySpan<long> shape, ReadOnlySpan<string?> symbols = default) =>
        Add(&Raw.om_model_add_output, name, type, shape, symbols, isRankKnown: true);

    /// <summary>
    /// Adds a constant, which the model keeps alive. One that has the name of an input is what the input is when it is not fed.
    /// </summary>
    /// <exception cref="SessionException">argument.null, argument.no_data.</exception>
    public void AddInitializer(string name, Tensor tensor)
    {
        using Lease model = Lease.Of(this);
        using Lease value = Lease.Of(tensor);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        nint error;
        fixed (byte* key = text)
        {
            SessionException.ThrowIfFailed(
                Raw.om_model_add_initializer(model.Handle, key, value.Handle, &error), error);
        }
    }

    /// <summary>Adds a node.</summary>
    /// <param name="op">The operator's name, such as "Slice".</param>
    /// <param name="inputs">
    /// The names of values in ONNX's order; null or empty for an optional input that is not given.
    /// </param>
    /// <param name="outputs">The names of the outputs in ONNX's order; null or empty for one that is not wanted.</param>
    /// <param name="attributes">Copied; null for none.</param>
    /// <param name="name">The node's name, which errors tell; null or empty for none.</param>
    /// <param name="domain">The operator's domain; null or empty for ai.onnx.</param>
    /// <exception cref="SessionException">argument.null, argument.no_data.</exception>
    public void AddNode(string op, ReadOnlySpan<string?> inputs, ReadOnlySpan<string?> outputs,
        Attributes? attributes = null, string? name = null, string? domain = null)
    {
        using Lease model = Lease.Of(this);
        using Lease parameters = Lease.OfOptional(attributes);
        using var opText = new Text(op, stackalloc byte[Text.BufferSize]);
        using var nameText = new Text(name, stackalloc byte[Text.BufferSize]);
        using var domainText = new Text(domain, stackalloc byte[Text.BufferSize]);
        using Texts inputNames = Texts.OfNames(inputs);
        using Texts outputNames = Texts.OfNames(outputs);
        nint error;
        fixed (byte* opName = opText, nodeName = nameText, domainName = domainText)
        {
            SessionException.ThrowIfFailed(
                Raw.om_model_add_node(model.Handle, opName, domainName, nodeName, inputNames.Pointers, inputs.Length,
                    outputNames.Pointers, outputs.Length, parameters.Handle, &error),
                error);
        }
    }

    private protected override void Free(nint handle) => Raw.om_model_release(handle);

    private void Add(delegate*<nint, byte*, int, long*, byte**, long, nint*, int> function, string name, ElementType type,
        ReadOnlySpan<long> shape, ReadOnlySpan<string?> symbols, bool isRankKnown)
    {
        if (!symbols.IsEmpty && symbols.Length != shape.Length)
        {
            throw new ArgumentException($"There are {symbols.Length} symbols for {shape.Length} axes.", nameof(symbols));
        }
        using Lease model = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        using Texts symbolTexts = Texts.OfNames(symbols);
        nint error;
        fixed (byte* key = text)
        fixed (long* extents = Lists.Copy(shape, stackalloc long[Lists.Room]))
        {
            SessionException.ThrowIfFailed(
                function(model.Handle, key, (int)type, extents, symbolTexts.Pointers, isRankKnown ? shape.Length : -1, &error),
                error);
        }
    }
}
