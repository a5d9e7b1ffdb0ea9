// Another implementation held against the conformance corpus: Slice and Squeeze written in C#, knowing the library only by
// the corpus. Writes what they give, one JSON line a case, for `onemodel conformance compare`:
//
//   dotnet run --project examples/csharp-compare -- conformance results.jsonl
//   onemodel conformance compare results.jsonl conformance/operators/slice.json conformance/operators/squeeze.json
//
// Left out are cases that only test the signature, tensors by seed or digest, and versions whose axes are attributes.
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

if (args.Length != 2)
{
    Console.Error.WriteLine("usage: csharp-compare CORPUS RESULTS.jsonl");
    return 2;
}
var format = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
using var results = new StreamWriter(args[1]) { NewLine = "\n" };
foreach (var (name, first, output, run) in new (string, int, string, Func<Call, Tensor>)[]
         { ("slice", 10, "output", Operators.Slice), ("squeeze", 13, "squeezed", Operators.Squeeze) })
{
    var (written, left) = (0, 0);
    var file = JsonNode.Parse(File.ReadAllText(Path.Combine(args[0], "operators", name + ".json")))!;
    foreach (var entry in file["cases"]!.AsArray())
    {
        var one = entry!.AsObject();
        var rules = one["rules"]?.AsArray().Select(rule => (string)rule!) ?? [];
        if ((int)one["opset"]! < first || rules.Contains("signature") || one.ContainsKey("attributes"))
        {
            left++;
            continue;
        }
        var line = new JsonObject { ["id"] = (string)one["id"]! };
        try
        {
            // The keys stand in ONNX's order, so the n-th key is the n-th input; null is an absent one.
            var inputs = one["inputs"]!.AsObject().Select(input => Tensor.Read(input.Value)).ToList();
            line["outputs"] = new JsonObject { [output] = run(new Call((int)one["opset"]!, inputs)).Write() };
        }
        catch (Refused)
        {
            line["error"] = new JsonObject();  // which status and reason is this library's own matter
        }
        catch (NotSupportedException)
        {
            left++;
            continue;
        }
        results.WriteLine(line.ToJsonString(format));
        written++;
    }
    Console.WriteLine($"{name}: {written} results, {left} left out");
}
return 0;

class Refused : Exception;

record Call(int Opset, List<Tensor?> Inputs)
{
    // A list of integers that comes as an input; null if it is not given.
    public long[]? List(int index)
    {
        if (index >= Inputs.Count || Inputs[index] is not { } tensor) return null;
        if (tensor.Shape.Length != 1) throw new Refused();
        return tensor.Data.Select(Tensor.Int).ToArray();
    }
}

// Elements stay as the corpus writes them: whoever only moves elements need not know what they mean.
record Tensor(string Type, long[] Shape, JsonNode[] Data)
{
    public static long Int(JsonNode node) =>
        node.GetValueKind() == JsonValueKind.String ? long.Parse((string)node!) : (long)node;

    public static Tensor? Read(JsonNode? node)
    {
        if (node is null) return null;
        var type = (string)node["type"]!;
        var shape = node["shape"]!.AsArray().Select(extent => Int(extent!)).ToArray();
        if (shape.Length > 8) throw new Refused();
        if (node["data"] is JsonArray list) return new(type, shape, list.Select(element => element!).ToArray());
        var count = shape.Contains(0) ? 0 : shape.Aggregate(1L, (product, extent) => checked(product * extent));
        if (node["data"]!["fill"] is { } fill) return new(type, shape, Enumerable.Repeat(fill, (int)count).ToArray());
        if (node["data"]!["iota"] is { } iota && type.Contains("int"))
        {
            var (start, step) = (Int(iota[0]!), Int(iota[1]!));
            return new(type, shape, Enumerable.Range(0, (int)count).Select(i => (JsonNode)(start + i * step)).ToArray());
        }
        throw new NotSupportedException();
    }

    public JsonObject Write() => new()
    {
        ["type"] = Type,
        ["shape"] = new JsonArray(Shape.Select(extent => Math.Abs(extent) < 1L << 53 ? (JsonNode)extent : $"{extent}").ToArray()),
        ["data"] = new JsonArray(Data.Select(element => element.DeepClone()).ToArray()),
    };
}

static class Operators
{
    static int Axis(long axis, int rank) =>
        axis >= -rank && axis < rank ? (int)(axis < 0 ? axis + rank : axis) : throw new Refused();

    public static Tensor Slice(Call call)
    {
        var (data, starts, ends) = (call.Inputs[0]!, call.List(1)!, call.List(2)!);
        var axes = call.List(3) ?? Enumerable.Range(0, starts.Length).Select(i => (long)i).ToArray();
        var steps = call.List(4) ?? Enumerable.Repeat(1L, starts.Length).ToArray();
        if (ends.Length != starts.Length || axes.Length != starts.Length || steps.Length != starts.Length) throw new Refused();
        if (call.Opset < 11 && axes.Any(axis => axis < 0)) throw new Refused();
        var (begins, strides, shape) = (new long[data.Shape.Length], new long[data.Shape.Length], data.Shape.ToArray());
        Array.Fill(strides, 1);
        foreach (var (listed, i) in axes.Select((axis, i) => (Axis(axis, shape.Length), i)))
        {
            if (axes.Take(i).Any(before => Axis(before, shape.Length) == listed) || steps[i] == 0) throw new Refused();
            Int128 extent = data.Shape[listed], step = Math.Clamp(steps[i], int.MinValue, int.MaxValue);
            Int128 start = starts[i] < 0 ? starts[i] + extent : starts[i], end = ends[i] < 0 ? ends[i] + extent : ends[i];
            if (step < 0 && ends[i] is (int.MaxValue or long.MaxValue)) end = -1;  // through the first element
            start = step > 0 ? Int128.Clamp(start, 0, extent) : Int128.Clamp(start, 0, Int128.Max(extent - 1, 0));
            end = step > 0 ? Int128.Clamp(end, 0, extent) : Int128.Clamp(end, -1, extent - 1);
            var distance = step > 0 ? end - start : start - end;
            shape[listed] = extent == 0 || distance <= 0 ? 0 : (long)((distance - 1) / Int128.Abs(step) + 1);
            (begins[listed], strides[listed]) = ((long)start, (long)step);
        }
        var picked = new List<JsonNode>();
        if (!shape.Contains(0)) Copy(data, shape, begins, strides, 0, 0, picked);
        return new(data.Type, shape, picked.ToArray());
    }

    static void Copy(Tensor data, long[] shape, long[] begins, long[] strides, int axis, long offset, List<JsonNode> picked)
    {
        if (axis == shape.Length)
        {
            picked.Add(data.Data[offset]);
            return;
        }
        for (long i = 0; i < shape[axis]; i++)
            Copy(data, shape, begins, strides, axis + 1, offset * data.Shape[axis] + begins[axis] + i * strides[axis], picked);
    }

    public static Tensor Squeeze(Call call)
    {
        var data = call.Inputs[0]!;
        var listed = call.List(1)?.Select(axis => Axis(axis, data.Shape.Length)).ToArray();
        var axes = listed ?? Enumerable.Range(0, data.Shape.Length).Where(axis => data.Shape[axis] == 1).ToArray();
        if (axes.Distinct().Count() < axes.Length || axes.Any(axis => data.Shape[axis] != 1)) throw new Refused();
        return data with { Shape = data.Shape.Where((_, axis) => !axes.Contains(axis)).ToArray() };
    }
}
