using System.Text;
using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>The operator's method has no way to say a call.</summary>
internal sealed class NotExpressibleException : Exception;

/// <summary>The call of a case, ready to be made.</summary>
internal sealed class Call(
    Operator op, JsonElement one, IReadOnlyList<Tensor?> inputs, Attributes attributes, int outputCount)
{
    private readonly long _opset = one.Required("opset").Integer();
    private readonly Dictionary<string, (string Kind, JsonElement Value)> _attributes =
        CorpusAttributes.Enumerate(one).ToDictionary(entry => entry.Name, entry => (entry.Kind, entry.Value));

    public Operator Operator => op;

    public int OutputCount => outputCount;

    public Tensor[] Invoke() => Ops.Invoke(op.Name, _opset, inputs.ToArray(), attributes, outputCount);

    public Tensor[] Infer() => Ops.Infer(op.Name, _opset, inputs.ToArray(), attributes, outputCount);

    /// <summary>Whether it is one of the newest version, with nothing that this version does not have.</summary>
    public bool FitsNewestVersion()
    {
        if (_opset > Library.MaxOpset || _opset < op.Versions[^1])
        {
            return false;
        }
        IReadOnlyList<OperatorAttribute> known = op.GetAttributes(_opset);
        IReadOnlyList<OperatorInput> inputsThere = op.GetInputs(_opset);
        IReadOnlyList<OperatorOutput> outputsThere = op.GetOutputs(_opset);
        bool IsKnown(string name, string kind) => known.Any(
            there => there.Name == name && there.Kind.ToString().Equals(kind, StringComparison.OrdinalIgnoreCase));
        return _attributes.All(attribute => IsKnown(attribute.Key, attribute.Value.Kind))
            && (inputsThere[^1].IsVariadic || inputs.Count <= inputsThere.Count)
            && (outputsThere[^1].IsVariadic || outputCount == outputsThere.Count
                || (outputCount > 0 && outputCount < outputsThere.Count && outputsThere[outputCount].IsOptional));
    }

    public static void Require(bool condition)
    {
        if (!condition)
        {
            throw new NotExpressibleException();
        }
    }

    public Tensor? OptionalTensor(int index) => index < inputs.Count ? inputs[index] : null;

    public Tensor Tensor(int index) => OptionalTensor(index) ?? throw new NotExpressibleException();

    public Tensor[] Tensors() => Enumerable.Range(0, inputs.Count).Select(Tensor).ToArray();

    /// <summary>The integers of an input; null if it is not given.</summary>
    public long[]? OptionalList(int index)
    {
        if (OptionalTensor(index) is not { } tensor)
        {
            return null;
        }
        Require(tensor.Rank == 1);
        return Integers(tensor, index);
    }

    public long[] List(int index) => OptionalList(index) ?? throw new NotExpressibleException();

    /// <summary>A scalar, or a vector of one element where the operator takes it as one.</summary>
    public long Scalar(int index)
    {
        Tensor tensor = Tensor(index);
        Require(tensor.Rank <= 1 && tensor.ElementCount == 1);
        return Integers(tensor, index)[0];
    }

    public long OptionalScalar(int index, long otherwise) => OptionalTensor(index) is null ? otherwise : Scalar(index);

    public long VectorOfOne(int index)
    {
        Require(Tensor(index).Rank == 1);
        return Scalar(index);
    }

    public bool HasAttribute(string name) => _attributes.ContainsKey(name);

    public long Integer(string name, long otherwise) =>
        _attributes.TryGetValue(name, out var attribute) ? attribute.Value.Integer() : otherwise;

    public bool Flag(string name, bool otherwise) => Integer(name, otherwise ? 1 : 0) != 0;

    public long[]? Integers(string name) => _attributes.TryGetValue(name, out var attribute)
        ? attribute.Value.Elements().Select(CorpusJson.Integer).ToArray()
        : null;

    /// <summary>The enumerator that a text attribute names.</summary>
    public T Choice<T>(string name, T otherwise)
        where T : struct, Enum
    {
        if (!_attributes.TryGetValue(name, out var attribute))
        {
            return otherwise;
        }
        string text = Encoding.UTF8.GetString(CorpusTensor.ReadString(attribute.Value));
        Require(text.All(char.IsAsciiLetterLower) && Enum.TryParse(text, ignoreCase: true, out otherwise));
        return otherwise;
    }

    /// <summary>A tensor attribute, which the caller disposes.</summary>
    public Tensor? TensorAttribute(string name) =>
        _attributes.TryGetValue(name, out var attribute) ? new CorpusTensor(attribute.Value).ToTensor() : null;

    // The elements of an input that the method takes as long, if the operator takes them from this type.
    private long[] Integers(Tensor tensor, int index)
    {
        Require(op.GetInputs(_opset)[index].Types.Contains(tensor.Type));
        return tensor.Type switch
        {
            ElementType.Int64 => tensor.ToArray<long>(),
            ElementType.Int32 => Array.ConvertAll(tensor.ToArray<int>(), value => (long)value),
            _ => throw new NotExpressibleException(),
        };
    }
}
