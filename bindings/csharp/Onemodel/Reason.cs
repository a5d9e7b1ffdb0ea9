using Onemodel.Interop;

namespace Onemodel;

/// <summary>A reason that calls are refused for.</summary>
/// <param name="Slug">The stable name for programs, such as "slice.step_zero".</param>
/// <param name="Kind">The kind of mistake.</param>
/// <param name="Meaning">A sentence for people.</param>
public sealed record Reason(string Slug, ErrorKind Kind, string Meaning)
{
    /// <summary>All reasons there are.</summary>
    public static IReadOnlyList<Reason> All { get; } = ReadAll();

    private static unsafe Reason[] ReadAll()
    {
        var reasons = new Reason[Raw.om_reason_count()];
        for (int i = 0; i < reasons.Length; i++)
        {
            reasons[i] = new Reason(Text.Read(Raw.om_reason_slug(i))!, (ErrorKind)Raw.om_reason_status(i),
                Text.Read(Raw.om_reason_meaning(i))!);
        }
        return reasons;
    }
}
