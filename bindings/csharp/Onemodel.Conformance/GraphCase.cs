using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>A graph of nodes, with what its runs must give.</summary>
internal sealed class GraphCase
{
    private readonly JsonElement _graph;
    private readonly string _way;
    private readonly List<string> _findings;

    // `way` begins what is told of a finding: how the model came to be.
    private GraphCase(JsonElement graph, string way, List<string> findings)
    {
        _graph = graph;
        _way = way;
        _findings = findings;
    }

    /// <summary>Runs the case; gives what was found, in the words of one line.</summary>
    public static List<string> Run(JsonElement graph)
    {
        var findings = new List<string>();
        string way = "the composed model";
        try
        {
            using Model model = Compose(graph);
            new GraphCase(graph, way, findings).Check(model);
            way = "the model read back";
            using Tensor bytes = model.Write();
            using Model readBack = Model.Read(bytes.AsSpan<byte>());
            new GraphCase(graph, way, findings).Check(readBack);
        }
        catch (SessionException refusal)
        {
            findings.Add($"{way}: {refusal.Message}");
        }
        return findings;
    }

    private static Model Compose(JsonElement graph)
    {
        var model = new Model();
        model.SetOpset(graph.Required("opset").Integer());
        foreach (JsonProperty domain in Members(graph, "domains"))
        {
            model.SetOpset(domain.Value.Integer(), domain.Name);
        }
        foreach (JsonProperty input in Members(graph, "inputs"))
        {
            Declare(input.Value, (type, shape, symbols) =>
            {
                if (shape is null)
                {
                    model.AddInput(input.Name, type);
                }
                else
                {
                    model.AddInput(input.Name, type, shape, symbols);
                }
            });
        }
        foreach (JsonProperty initializer in Members(graph, "initializers"))
        {
            using Tensor tensor = new CorpusTensor(initializer.Value).ToTensor();
            model.AddInitializer(initializer.Name, tensor);
        }
        foreach (JsonElement node in graph.Required("nodes").Elements())
        {
            using Attributes attributes = CorpusAttributes.Read(node);
            model.AddNode(node.Required("op").Text(), Names(node, "inputs"), Names(node, "outputs"), attributes,
                OptionalText(node, "name"), OptionalText(node, "domain"));
        }
        foreach (JsonElement output in graph.Required("outputs").Elements())
        {
            string name = OutputName(output);
            Declare(output, (type, shape, symbols) =>
            {
                if (shape is null)
                {
                    model.AddOutput(name, type);
                }
                else
                {
                    model.AddOutput(name, type, shape, symbols);
                }
            });
        }
        return model;
    }

    // Type and shape as an input or output declares them, which may be neither.
    private static void Declare(JsonElement value, Action<ElementType, long[]?, string?[]> add)
    {
        ElementType type = ElementType.Undefined;
        long[]? shape = null;
        string?[] symbols = [];
        if (value.ValueKind == JsonValueKind.Object)
        {
            if (value.Has("type", out JsonElement name))
            {
                type = CorpusTensor.ReadType(name);
            }
            if (value.Has("shape", out JsonElement extents) && extents.ValueKind != JsonValueKind.Null)
            {
                shape = extents.Elements().Select(extent =>
                    extent.ValueKind is JsonValueKind.Null or JsonValueKind.String ? -1 : extent.Integer()).ToArray();
                symbols = extents.Elements()
                    .Select(extent => extent.ValueKind == JsonValueKind.String ? extent.Text() : null).ToArray();
            }
        }
        add(type, shape, symbols);
    }

    private void Check(Model model)
    {
        Session? session = null;
        SessionException? refusal = null;
        try
        {
            session = new Session(model);
        }
        catch (SessionException exception)
        {
            refusal = exception;
        }
        ExpectedError error = ExpectedError.Read(_graph);
        Report("making the session", error.Compare(refusal));
        if (!error.IsExpected && !_graph.Required("runs").Elements().Any())
        {
            throw new CorpusException("there are neither runs nor an error");
        }
        if (session is null || !_graph.Has("runs", out JsonElement runs))
        {
            return;
        }
        using (session)
        {
            CheckPlan("plan", session, [], _graph);
            foreach ((int i, JsonElement run) in runs.Elements().Index())
            {
                CheckRun($"runs[{i}]", session, run);
            }
        }
    }

    private void CheckRun(string where, Session session, JsonElement run)
    {
        var names = new List<string>();
        var tensors = new List<Tensor>();
        try
        {
            foreach (JsonProperty input in Members(run, "inputs"))
            {
                names.Add(input.Name);
                tensors.Add(new CorpusTensor(input.Value).ToTensor());
            }
            if (ByPosition(session, names, tensors) is { } inputs)
            {
                for (int again = 0; again < 2; again++)
                {
                    using Outcome outcome = Outcome.Of(() => session.Run(inputs));
                    CheckOutcome($"{where} by position", run, outcome);
                    if (again == 1 && outcome.Refusal is null && outcome.Outputs.All(output => output.Type != ElementType.String))
                    {
                        using Outcome into = Outcome.Of(() => RunInto(session, inputs, outcome.Outputs));
                        CheckOutcome($"{where} into given tensors", run, into);
                    }
                }
                CheckPlan($"{where}.plan", session, inputs, run);
            }
            // The order of names must not matter.
            names.Reverse();
            tensors.Reverse();
            string[] outputNames = session.Outputs.Select(output => output.Name).Reverse().ToArray();
            using Outcome byName = Outcome.Of(() =>
                [.. session.RunNamed(names.ToArray(), tensors.ToArray(), outputNames).Reverse()]);
            CheckOutcome($"{where} by name", run, byName);
        }
        finally
        {
            tensors.ForEach(tensor => tensor.Dispose());
        }
    }

    // The session's inputs, null for one that is not fed; null if the session has not one of the names.
    private static Tensor?[]? ByPosition(Session session, List<string> names, List<Tensor> tensors)
    {
        var inputs = new Tensor?[session.Inputs.Count];
        for (int i = 0; i < names.Count; i++)
        {
            int position = session.FindInput(names[i]);
            if (position < 0)
            {
                return null;
            }
            inputs[position] = tensors[i];
        }
        return inputs;
    }

    // Runs into tensors of the types and shapes that `outputs` have.
    private static Tensor[] RunInto(Session session, Tensor?[] inputs, Tensor[] outputs)
    {
        Tensor[] targets = Array.ConvertAll(outputs, CorpusTensor.ZerosLike);
        session.RunInto(inputs, targets);
        return targets;
    }

    private void CheckOutcome(string where, JsonElement run, Outcome outcome)
    {
        run.RequireOutcome();
        ExpectedError error = ExpectedError.Read(run);
        Report(where, error.Compare(outcome.Refusal));
        if (error.IsExpected || outcome.Refusal is not null)
        {
            return;
        }
        foreach ((int i, JsonElement output) in _graph.Required("outputs").Elements().Index())
        {
            string name = OutputName(output);
            JsonElement expected = run.Required("outputs").Required(name);
            Report($"{where}: {name}", new CorpusTensor(expected).Compare(outcome.Outputs[i]));
        }
    }

    // What the case says of nodes in the plan for these inputs, or for what the model declares if there are none.
    private void CheckPlan(string where, Session session, Tensor?[] inputs, JsonElement of)
    {
        if (!of.Has("plan", out JsonElement facts))
        {
            return;
        }
        using Plan plan = session.GetPlan(inputs);
        foreach (JsonProperty fact in facts.Members())
        {
            PlanNode? node = plan.Nodes.FirstOrDefault(node => node.Name == fact.Name);
            if (node is null)
            {
                Report(where, $"no node {fact.Name}");
                continue;
            }
            string kind = node.Kind.ToString().ToLowerInvariant();
            if (fact.Value.ValueKind == JsonValueKind.String)
            {
                Require($"{where}.{fact.Name}", fact.Value, kind);
                continue;
            }
            foreach (JsonProperty member in fact.Value.Members())
            {
                Require($"{where}.{fact.Name}.{member.Name}", member.Value, member.Name switch
                {
                    "kind" => kind,
                    "into" => node.FusedInto is { } into ? plan.Nodes[into].Name : "no node",
                    "shaped_at_run_time" => node.IsShapedAtRunTime.ToString(),
                    "data_dependent" => node.IsDataDependent.ToString(),
                    "bytes" => (node.Bytes ?? -1).ToString(System.Globalization.CultureInfo.InvariantCulture),
                    _ => throw new CorpusException($"\"{member.Name}\" is not a fact of a plan"),
                });
            }
        }
    }

    private void Require(string where, JsonElement expected, string actual) =>
        Report(where, expected.ToString() == actual ? null : $"{actual}, expected {expected}");

    private void Report(string where, string? difference)
    {
        if (difference is not null)
        {
            _findings.Add($"{_way}, {where}: {difference}");
        }
    }

    private static IEnumerable<JsonProperty> Members(JsonElement of, string name) =>
        of.Has(name, out JsonElement members) ? members.Members() : [];

    private static string?[] Names(JsonElement node, string name) =>
        node.Required(name).Elements().Select(value => value.Text()).ToArray();

    private static string? OptionalText(JsonElement node, string name) =>
        node.Has(name, out JsonElement text) ? text.Text() : null;

    private static string OutputName(JsonElement output) =>
        output.ValueKind == JsonValueKind.String ? output.Text() : output.Required("name").Text();
}
