namespace Onemodel.Conformance;

/// <summary>What came of the cases.</summary>
/// <param name="filter">Only cases whose id contains this are run.</param>
internal sealed class Report(string filter)
{
    public int Passed { get; private set; }

    public int Failed { get; private set; }

    public int Skipped { get; private set; }

    public bool IsWanted(string id) => id.Contains(filter, StringComparison.Ordinal);

    public void Skip() => Skipped++;

    /// <summary>Counts the case as passed if nothing was found; else tells what was.</summary>
    public void Count(string id, IReadOnlyCollection<string> findings)
    {
        if (findings.Count == 0)
        {
            Passed++;
            return;
        }
        Failed++;
        Console.WriteLine($"FAILED {id}: {string.Join("; ", findings)}");
    }
}
