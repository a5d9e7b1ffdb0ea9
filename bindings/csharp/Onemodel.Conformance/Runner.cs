using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>Runs the cases of a file.</summary>
internal static class Runner
{
    public static void RunFile(JsonElement file, Report report)
    {
        bool isOfGraphs = file.TryGetProperty("topic", out _);
        Operator? op = isOfGraphs ? null : Operator.Find(file.GetProperty("operator").GetString()!);
        foreach (JsonElement one in file.GetProperty("cases").EnumerateArray())
        {
            string id = one.GetProperty("id").GetString()!;
            if (!report.IsWanted(id))
            {
                continue;
            }
            if (isOfGraphs)
            {
                report.Count(id, GraphCase.Run(one));
            }
            else if (op is null)
            {
                report.Skip();
            }
            else
            {
                report.Count(id, OperatorCase.Run(op, one));
            }
        }
    }
}
