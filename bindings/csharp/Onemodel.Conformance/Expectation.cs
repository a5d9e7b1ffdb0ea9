using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>What a call gave: tensors, or a refusal.</summary>
internal sealed class Outcome : IDisposable
{
    public Tensor[] Outputs { get; private init; } = [];

    public SessionException? Refusal { get; private init; }

    public static Outcome Of(Func<Tensor[]> call)
    {
        try
        {
            return new Outcome { Outputs = call() };
        }
        catch (SessionException refusal)
        {
            return new Outcome { Refusal = refusal };
        }
    }

    public void Dispose()
    {
        foreach (Tensor output in Outputs)
        {
            output.Dispose();
        }
    }
}

/// <summary>The refusal that a case demands; no status if the call must succeed.</summary>
internal readonly record struct ExpectedError(string? Status, string? Reason, string? Node)
{
    public static ExpectedError Read(JsonElement of)
    {
        if (!of.Has("error", out JsonElement error))
        {
            return default;
        }
        return new ExpectedError(error.Required("status").Text(), error.Required("reason").Text(),
            error.Has("node", out JsonElement node) ? node.Text() : null);
    }

    public bool IsExpected => Status is not null;

    /// <summary>What is wrong about how the call went; null if it is refused as expected, or expected not to be.</summary>
    public string? Compare(SessionException? refusal)
    {
        if (refusal is null)
        {
            return IsExpected ? $"success, expected {Status} {Reason}" : null;
        }
        bool isSame = refusal.Kind.GetName() == Status && refusal.Reason == Reason && (Node is null || refusal.Node == Node);
        string expected = IsExpected ? $"{Status} {Reason} {Node}".TrimEnd() : "success";
        return isSame ? null : $"{refusal.Kind.GetName()} {refusal.Message}, expected {expected}";
    }
}
