namespace Onemodel.Conformance;

/// <summary>The operators' own methods. A case says inputs as ONNX has them; here they become what each method takes.</summary>
internal static class NamedCalls
{
    private static readonly Dictionary<string, Func<Call, Tensor[]>> _methods = new()
    {
        ["Shape"] = call => [Ops.Shape(call.Tensor(0), call.Integer("start", 0), call.Integer("end", long.MaxValue))],
        ["Size"] = call => [Ops.Size(call.Tensor(0))],
        ["Squeeze"] = call => [call.OptionalList(1) is { } axes
            ? Ops.Squeeze(call.Tensor(0), axes)
            : Ops.Squeeze(call.Tensor(0))],
        ["Unsqueeze"] = call => [Ops.Unsqueeze(call.Tensor(0), call.List(1))],
        ["Flatten"] = call => [Ops.Flatten(call.Tensor(0), call.Integer("axis", 1))],
        ["Reshape"] = call => [Ops.Reshape(call.Tensor(0), call.List(1), call.Flag("allowzero", false))],
        ["Identity"] = call => [Ops.Identity(call.Tensor(0))],
        ["Dropout"] = Dropout,
        ["Transpose"] = call => [call.Integers("perm") is { } perm
            ? Ops.Transpose(call.Tensor(0), perm)
            : Ops.Transpose(call.Tensor(0))],
        ["Concat"] = call =>
        {
            Call.Require(call.HasAttribute("axis"));
            return [Ops.Concat(call.Tensors(), call.Integer("axis", 0))];
        },
        ["Split"] = Split,
        ["Slice"] = Slice,
        ["Expand"] = call => [Ops.Expand(call.Tensor(0), call.List(1))],
        ["Tile"] = call => [Ops.Tile(call.Tensor(0), call.List(1))],
        ["Gather"] = call => [Ops.Gather(call.Tensor(0), call.Tensor(1), call.Integer("axis", 0))],
        ["GatherElements"] = call => [Ops.GatherElements(call.Tensor(0), call.Tensor(1), call.Integer("axis", 0))],
        ["GatherND"] = call => [Ops.GatherND(call.Tensor(0), call.Tensor(1), call.Integer("batch_dims", 0))],
        ["ScatterND"] = call => [Ops.ScatterND(
            call.Tensor(0), call.Tensor(1), call.Tensor(2), call.Choice("reduction", ScatterReduction.None))],
        ["Pad"] = Pad,
        ["ConstantOfShape"] = call =>
        {
            using Tensor? value = call.TensorAttribute("value");
            return [Ops.ConstantOfShape(call.List(0), value)];
        },
        ["Range"] = call => [Ops.Range(call.Tensor(0), call.Tensor(1), call.Tensor(2), call.Integer("stash_type", 1))],
        ["OneHot"] = call => [Ops.OneHot(call.Tensor(0), call.Scalar(1), call.Tensor(2), call.Integer("axis", -1))],
        ["Trilu"] = call => [Ops.Trilu(call.Tensor(0), call.OptionalScalar(1, 0), call.Flag("upper", true))],
        ["NonZero"] = call => [Ops.NonZero(call.Tensor(0))],
        ["TopK"] = call =>
        {
            (Tensor values, Tensor indices) = Ops.TopK(call.Tensor(0), call.VectorOfOne(1), call.Integer("axis", -1),
                call.Flag("largest", true), call.Flag("sorted", true));
            return [values, indices];
        },
    };

    /// <summary>
    /// The operator's method for this call, if the call is one of the newest version. It throws
    /// <see cref="NotExpressibleException"/> if the method cannot say the call.
    /// </summary>
    public static Func<Tensor[]>? Find(Call call) =>
        call.FitsNewestVersion() && _methods.TryGetValue(call.Operator.Name, out Func<Call, Tensor[]>? method)
            ? () => method(call)
            : null;

    private static Tensor[] Dropout(Call call)
    {
        if (call.OutputCount == 1)
        {
            return [Ops.Dropout(call.Tensor(0), call.OptionalTensor(1), call.OptionalTensor(2))];
        }
        (Tensor output, Tensor mask) = Ops.DropoutWithMask(call.Tensor(0), call.OptionalTensor(1), call.OptionalTensor(2));
        return [output, mask];
    }

    private static Tensor[] Split(Call call)
    {
        long[]? split = call.OptionalList(1);
        if (split is not null)
        {
            Call.Require(!call.HasAttribute("num_outputs") && split.Length == call.OutputCount);
            return Ops.Split(call.Tensor(0), split, call.Integer("axis", 0));
        }
        Call.Require(call.Integer("num_outputs", call.OutputCount) == call.OutputCount);
        return Ops.Split(call.Tensor(0), call.OutputCount, call.Integer("axis", 0));
    }

    private static Tensor[] Slice(Call call)
    {
        long[] starts = call.List(1);
        long[] ends = call.List(2);
        long[] axes = call.OptionalList(3) ?? [];
        long[] steps = call.OptionalList(4) ?? [];
        Call.Require(ends.Length == starts.Length);
        Call.Require(call.OptionalTensor(3) is null || axes.Length == starts.Length);
        Call.Require(call.OptionalTensor(4) is null || steps.Length == starts.Length);
        for (int index = 2; index <= 4; index++)
        {
            Call.Require(call.OptionalTensor(index) is not { } list || list.Type == call.Tensor(1).Type);
        }
        return [Ops.Slice(call.Tensor(0), starts, ends, axes, steps)];
    }

    private static Tensor[] Pad(Call call)
    {
        PadMode mode = call.Choice("mode", PadMode.Constant);
        return [call.OptionalList(3) is { } axes
            ? Ops.Pad(call.Tensor(0), call.List(1), axes, call.OptionalTensor(2), mode)
            : Ops.Pad(call.Tensor(0), call.List(1), call.OptionalTensor(2), mode)];
    }
}
