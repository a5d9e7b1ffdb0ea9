using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>Runs the cases of a file.</summary>
internal static class Runner
{
    public static void RunFile(JsonElement file, Report report)
    {
        bool isOfGraphs = file.Has("topic", out JsonElement topic) && topic.Text().Length > 0;
        Operator? op = isOfGraphs ? null : Operator.Find(file.Required("operator").Text());
        foreach (JsonElement one in file.Required("cases").Elements())
        {
            string id = one.Required("id").Text();
            if (!report.IsWanted(id))
            {
                continue;
            }
            try
            {
                RunCase(one, id, isOfGraphs, op, report);
            }
            catch (CorpusException malformed)
            {
                throw new CorpusException($"{id}: {malformed.Message}");
            }
        }
    }

    private static void RunCase(JsonElement one, string id, bool isOfGraphs, Operator? op, Report report)
    {
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
