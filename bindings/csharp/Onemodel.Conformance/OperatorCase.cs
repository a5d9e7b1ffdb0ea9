using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>A call of an operator, with what it must give.</summary>
internal static class OperatorCase
{
    /// <summary>Runs the case; gives what was found, in the words of one line.</summary>
    public static List<string> Run(Operator op, JsonElement one)
    {
        var findings = new List<string>();
        ExpectedError error = ExpectedError.Read(one);
        var inputs = new List<Tensor?>();
        try
        {
            ReadInputs(one.GetProperty("inputs"), inputs);
            using Attributes attributes = CorpusAttributes.Read(one);
            RunCalls(op, one, error, new Call(op, one.GetProperty("opset").GetInt64(), inputs, attributes, one), findings);
        }
        catch (SessionException refusal)
        {
            // An input that cannot be made is the refusal of the call.
            Add(findings, "the inputs", error.Compare(refusal));
        }
        finally
        {
            inputs.ForEach(input => input?.Dispose());
        }
        return findings;
    }

    private static void RunCalls(Operator op, JsonElement one, ExpectedError error, Call call, List<string> findings)
    {
        call.OutputCount = CountOutputs(op, call.Opset, one);
        using (Outcome outcome = Outcome.Of(call.Invoke))
        {
            Compare("Invoke", op, one, call.Opset, error, outcome, findings, (expected, actual) => expected.Compare(actual));
        }
        using (Outcome outcome = Outcome.Of(call.Infer))
        {
            // Some refusals only running can find.
            if (outcome.Refusal is not null || error.Reason is not ("index.out_of_range" or "memory.exhausted"))
            {
                Compare("Infer", op, one, call.Opset, error, outcome, findings, (expected, actual) => expected.CompareShape(actual));
            }
        }
        if (NamedCalls.Find(call) is { } named)
        {
            try
            {
                using Outcome outcome = Outcome.Of(named);
                Compare(op.Name, op, one, call.Opset, error, outcome, findings, (expected, actual) => expected.Compare(actual));
            }
            catch (NotExpressibleException)
            {
                // The method has no way to say this call.
            }
        }
    }

    private static void ReadInputs(JsonElement written, List<Tensor?> inputs)
    {
        foreach (JsonProperty input in written.EnumerateObject())
        {
            IEnumerable<JsonElement> tensors = input.Value.ValueKind == JsonValueKind.Array
                ? input.Value.EnumerateArray()
                : [input.Value];
            foreach (JsonElement tensor in tensors)
            {
                inputs.Add(tensor.ValueKind == JsonValueKind.Null ? null : new CorpusTensor(tensor).ToTensor());
            }
        }
    }

    // The tensors that must come out, by position.
    private static IEnumerable<(string Name, int Position, CorpusTensor Tensor)> ReadOutputs(
        Operator op, long opset, JsonElement one)
    {
        if (!one.TryGetProperty("outputs", out JsonElement outputs))
        {
            yield break;
        }
        string[] names = op.GetOutputs(opset).Select(output => output.Name).ToArray();
        foreach (JsonProperty output in outputs.EnumerateObject())
        {
            int position = Array.IndexOf(names, output.Name);
            if (position < 0)
            {
                throw new CorpusException($"{op} has no output {output.Name} at opset {opset}");
            }
            if (output.Value.ValueKind == JsonValueKind.Array)
            {
                foreach ((int i, JsonElement tensor) in output.Value.EnumerateArray().Index())
                {
                    yield return ($"{output.Name}[{i}]", position + i, new CorpusTensor(tensor));
                }
            }
            else
            {
                yield return (output.Name, position, new CorpusTensor(output.Value));
            }
        }
    }

    private static int CountOutputs(Operator op, long opset, JsonElement one)
    {
        if (one.TryGetProperty("output_count", out JsonElement count))
        {
            return count.GetInt32();
        }
        if (one.TryGetProperty("error", out _))
        {
            return Math.Max(1, op.GetOutputs(opset).TakeWhile(output => !output.IsOptional).Count());
        }
        return ReadOutputs(op, opset, one).Max(output => output.Position) + 1;
    }

    private static void Compare(string way, Operator op, JsonElement one, long opset, ExpectedError error, Outcome outcome,
        List<string> findings, Func<CorpusTensor, Tensor, string?> compare)
    {
        if (error.Compare(outcome.Refusal) is { } difference)
        {
            Add(findings, way, difference);
        }
        else if (!error.IsExpected)
        {
            foreach ((string name, int position, CorpusTensor expected) in ReadOutputs(op, opset, one))
            {
                Add(findings, $"{way}: {name}", compare(expected, outcome.Outputs[position]));
            }
        }
    }

    private static void Add(List<string> findings, string way, string? difference)
    {
        if (difference is not null)
        {
            findings.Add($"{way}: {difference}");
        }
    }
}
