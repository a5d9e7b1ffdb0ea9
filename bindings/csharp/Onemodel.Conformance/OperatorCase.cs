using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>A call of an operator, with what it must give.</summary>
internal sealed class OperatorCase
{
    private readonly Operator _operator;
    private readonly JsonElement _case;
    private readonly long _opset;
    private readonly ExpectedError _error;
    private readonly List<string> _findings = [];

    private OperatorCase(Operator op, JsonElement one)
    {
        _operator = op;
        _case = one;
        _opset = one.Required("opset").Integer();
        one.RequireOutcome();
        _error = ExpectedError.Read(one);
    }

    /// <summary>Runs the case; gives what was found, in the words of one line.</summary>
    public static List<string> Run(Operator op, JsonElement one)
    {
        var run = new OperatorCase(op, one);
        run.Run();
        return run._findings;
    }

    private void Run()
    {
        var inputs = new List<Tensor?>();
        try
        {
            ReadInputs(inputs);
            using Attributes attributes = CorpusAttributes.Read(_case);
            RunCall(new Call(_operator, _case, inputs, attributes, CountOutputs()));
        }
        catch (SessionException refusal)
        {
            // An input that cannot be made is the refusal of the call.
            Report("the inputs", _error.Compare(refusal));
        }
        finally
        {
            inputs.ForEach(input => input?.Dispose());
        }
    }

    private void RunCall(Call call)
    {
        using (Outcome outcome = Outcome.Of(call.Invoke))
        {
            Check("Invoke", outcome, (expected, actual) => expected.Compare(actual));
        }
        using (Outcome outcome = Outcome.Of(call.Infer))
        {
            // Some refusals only running can find.
            if (outcome.Refusal is not null || _error.Reason is not ("index.out_of_range" or "memory.exhausted"))
            {
                Check("Infer", outcome, (expected, actual) => expected.CompareShape(actual));
            }
        }
        if (NamedCalls.Find(call) is { } named)
        {
            try
            {
                using Outcome outcome = Outcome.Of(named);
                Check($"Ops.{_operator.Name}", outcome, (expected, actual) => expected.Compare(actual));
            }
            catch (NotExpressibleException)
            {
                // The method has no way to say this call.
            }
        }
    }

    // The n-th key is the n-th input; an array is that many inputs in a row.
    private void ReadInputs(List<Tensor?> inputs)
    {
        foreach (JsonProperty input in _case.Required("inputs").Members())
        {
            IEnumerable<JsonElement> tensors = input.Value.ValueKind == JsonValueKind.Array
                ? input.Value.Elements()
                : [input.Value];
            foreach (JsonElement tensor in tensors)
            {
                inputs.Add(tensor.ValueKind == JsonValueKind.Null ? null : new CorpusTensor(tensor).ToTensor());
            }
        }
    }

    // The tensors that must come out, by position.
    private IEnumerable<(string Name, int Position, JsonElement Tensor)> ExpectedOutputs()
    {
        if (!_case.Has("outputs", out JsonElement outputs))
        {
            yield break;
        }
        string[] names = _operator.GetOutputs(_opset).Select(output => output.Name).ToArray();
        foreach (JsonProperty output in outputs.Members())
        {
            int position = Array.IndexOf(names, output.Name);
            if (position < 0)
            {
                throw new CorpusException($"{_operator} has no output {output.Name} at opset {_opset}");
            }
            if (output.Value.ValueKind != JsonValueKind.Array)
            {
                yield return (output.Name, position, output.Value);
                continue;
            }
            int index = 0;
            foreach (JsonElement tensor in output.Value.Elements())
            {
                yield return ($"{output.Name}[{index}]", position + index, tensor);
                index++;
            }
        }
    }

    private int CountOutputs()
    {
        if (_case.Has("output_count", out JsonElement count))
        {
            return (int)Math.Clamp(count.Integer(), 0, int.MaxValue);
        }
        if (_error.IsExpected)
        {
            return Math.Max(1, _operator.GetOutputs(_opset).TakeWhile(output => !output.IsOptional).Count());
        }
        return ExpectedOutputs().Select(output => output.Position + 1).DefaultIfEmpty(0).Max();
    }

    private void Check(string way, Outcome outcome, Func<CorpusTensor, Tensor, string?> compare)
    {
        if (_error.Compare(outcome.Refusal) is { } difference)
        {
            Report(way, difference);
        }
        else if (!_error.IsExpected)
        {
            foreach ((string name, int position, JsonElement expected) in ExpectedOutputs())
            {
                Report($"{way}: {name}", compare(new CorpusTensor(expected), outcome.Outputs[position]));
            }
        }
    }

    private void Report(string way, string? difference)
    {
        if (difference is not null)
        {
            _findings.Add($"{way}: {difference}");
        }
    }
}
