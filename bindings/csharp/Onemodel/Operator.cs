using Onemodel.Interop;

namespace Onemodel;

/// <summary>What an operator does to its elements.</summary>
public enum OperatorKind
{
    /// <summary>It depends on the input's shape alone.</summary>
    Constant = Raw.OM_KIND_CONSTANT,

    /// <summary>The output shares the input's memory.</summary>
    View = Raw.OM_KIND_VIEW,

    /// <summary>It moves existing elements.</summary>
    Copy = Raw.OM_KIND_COPY,

    /// <summary>It repeats one element.</summary>
    Fill = Raw.OM_KIND_FILL,

    /// <summary>It makes new elements.</summary>
    Generate = Raw.OM_KIND_GENERATE,

    /// <summary>The output's extents depend on the elements.</summary>
    DataDependent = Raw.OM_KIND_DATA_DEPENDENT,
}

/// <summary>What an attribute holds.</summary>
public enum AttributeKind
{
    /// <summary>A 64-bit integer.</summary>
    Int = Raw.OM_ATTRIBUTE_INT,

    /// <summary>A list of integers.</summary>
    Ints = Raw.OM_ATTRIBUTE_INTS,

    /// <summary>A 32-bit floating-point number.</summary>
    Float = Raw.OM_ATTRIBUTE_FLOAT,

    /// <summary>A list of numbers.</summary>
    Floats = Raw.OM_ATTRIBUTE_FLOATS,

    /// <summary>A byte string.</summary>
    String = Raw.OM_ATTRIBUTE_STRING,

    /// <summary>A list of byte strings.</summary>
    Strings = Raw.OM_ATTRIBUTE_STRINGS,

    /// <summary>A tensor.</summary>
    Tensor = Raw.OM_ATTRIBUTE_TENSOR,
}

/// <summary>An input of an operator at one opset.</summary>
/// <param name="Name">Its ONNX name.</param>
/// <param name="IsOptional">Whether it may be absent.</param>
/// <param name="IsVariadic">Whether it stands for one or more inputs; it is then the last.</param>
/// <param name="Types">The element types that are accepted.</param>
public sealed record OperatorInput(string Name, bool IsOptional, bool IsVariadic, IReadOnlySet<ElementType> Types);

/// <summary>An output of an operator at one opset.</summary>
/// <param name="Name">Its ONNX name.</param>
/// <param name="IsOptional">Whether it may be left away.</param>
/// <param name="IsVariadic">Whether it stands for one or more outputs; it is then the last.</param>
public sealed record OperatorOutput(string Name, bool IsOptional, bool IsVariadic);

/// <summary>An attribute of an operator at one opset.</summary>
/// <param name="Name">Its ONNX name.</param>
/// <param name="Kind">What it holds.</param>
/// <param name="IsRequired">Whether it must be given.</param>
public sealed record OperatorAttribute(string Name, AttributeKind Kind, bool IsRequired);

/// <summary>Facts of one operator.</summary>
public sealed unsafe class Operator
{
    private readonly nint _handle;  // static in the library, never released

    private Operator(nint handle)
    {
        _handle = handle;
        Name = Text.Read(Raw.om_operator_name(handle))!;
        Kind = (OperatorKind)Raw.om_operator_kind_of(handle);
        IsExact = Raw.om_operator_is_exact(handle) != 0;
        Versions = ReadAll(Raw.om_operator_version_count(handle), i => Raw.om_operator_version_since(handle, i));
        TypeCount = (int)Raw.om_operator_type_count(handle);
        Reasons = ReadAll(Raw.om_operator_reason_count(handle), i => Text.Read(Raw.om_operator_reason(handle, i))!);
    }

    /// <summary>All operators, in the order of the specification.</summary>
    public static IReadOnlyList<Operator> All { get; } =
        ReadAll(Raw.om_operator_count(), i => new Operator(Raw.om_operator_at(i)));

    /// <summary>Its ONNX name, such as "Slice".</summary>
    public string Name { get; }

    /// <summary>What it does to its elements.</summary>
    public OperatorKind Kind { get; }

    /// <summary>Whether its results are bit-identical everywhere.</summary>
    public bool IsExact { get; }

    /// <summary>The opsets in which its versions came, ascending.</summary>
    public IReadOnlyList<long> Versions { get; }

    /// <summary>The number of element types that the input, or tensor attribute, that accepts most of them accepts.</summary>
    public int TypeCount { get; }

    /// <summary>The slugs of the reasons of its own rules; those that every operator can fail for are not among them.</summary>
    public IReadOnlyList<string> Reasons { get; }

    /// <summary>The operator of that name, or null.</summary>
    public static Operator? Find(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        nint handle;
        fixed (byte* bytes = text)
        {
            handle = Raw.om_operator_find(bytes);
        }
        return All.FirstOrDefault(op => op._handle == handle);
    }

    /// <summary>The inputs at an opset; empty where the operator does not exist.</summary>
    public IReadOnlyList<OperatorInput> GetInputs(long opset) =>
        ReadAll(Raw.om_operator_input_count(_handle, opset), i => new OperatorInput(
            Text.Read(Raw.om_operator_input_name(_handle, opset, i))!,
            Raw.om_operator_input_is_optional(_handle, opset, i) != 0,
            Raw.om_operator_input_is_variadic(_handle, opset, i) != 0,
            Enum.GetValues<ElementType>()
                .Where(type => Raw.om_operator_input_accepts(_handle, opset, i, (int)type) != 0).ToHashSet()));

    /// <summary>The outputs at an opset; empty where the operator does not exist.</summary>
    public IReadOnlyList<OperatorOutput> GetOutputs(long opset) =>
        ReadAll(Raw.om_operator_output_count(_handle, opset), i => new OperatorOutput(
            Text.Read(Raw.om_operator_output_name(_handle, opset, i))!,
            Raw.om_operator_output_is_optional(_handle, opset, i) != 0,
            Raw.om_operator_output_is_variadic(_handle, opset, i) != 0));

    /// <summary>The attributes at an opset; empty where the operator does not exist.</summary>
    public IReadOnlyList<OperatorAttribute> GetAttributes(long opset) =>
        ReadAll(Raw.om_operator_attribute_count(_handle, opset), i => new OperatorAttribute(
            Text.Read(Raw.om_operator_attribute_name(_handle, opset, i))!,
            (AttributeKind)Raw.om_operator_attribute_kind(_handle, opset, i),
            Raw.om_operator_attribute_is_required(_handle, opset, i) != 0));

    /// <summary>The operator's name.</summary>
    public override string ToString() => Name;

    private static T[] ReadAll<T>(long count, Func<long, T> read)
    {
        var items = new T[count];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = read(i);
        }
        return items;
    }
}
