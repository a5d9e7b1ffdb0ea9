// Runs the conformance corpus through the C# binding, by nothing but its public API.
using System.Text.Json;
using Onemodel.Conformance;

const string Help = """
    usage: onemodel-conformance [--filter TEXT] PATH...

    Runs the cases of the conformance corpus through the C# binding of libonemodel. PATH is the folder of the corpus, or a
    file of cases, such as conformance/operators/slice.json or conformance/graphs/views.json.

      --filter TEXT   only cases whose id contains this
      --help          this text

    A case of an operator is run by Ops.Invoke, its types and shapes are asked of Ops.Infer, and where its opset means the
    operator's newest version and the call can be said so, by the operator's own method. A graph is run as a session, of the
    composed model and of the model written and read again: by position, by name, and into given tensors; and what is said
    of its plan is checked. Types, shapes and bits are compared, without tolerance. A case counts once.

    Each failure is told in one line; the last line is "N passed, N failed, N skipped". Skipped are cases of operators that
    the library does not have.

    Exit codes: 0 none failed and at least one passed; 1 otherwise; 2 wrong command line, or a file cannot be read.
    """;

string filter = "";
var paths = new List<string>();
for (int i = 0; i < args.Length; i++)
{
    if (args[i] is "--help" or "-h")
    {
        Console.WriteLine(Help);
        return 0;
    }
    if (args[i] == "--filter" && i + 1 < args.Length)
    {
        filter = args[++i];
    }
    else if (args[i].StartsWith('-'))
    {
        Console.Error.WriteLine($"onemodel-conformance: unknown option {args[i]}; --help tells more");
        return 2;
    }
    else
    {
        paths.Add(args[i]);
    }
}
if (paths.Count == 0)
{
    Console.Error.WriteLine("onemodel-conformance: no PATH is given; --help tells more");
    return 2;
}

var report = new Report(filter);
string place = "";
try
{
    foreach (string file in CorpusFiles.Find(paths))
    {
        place = $"{file}: ";
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(file));
        Runner.RunFile(document.RootElement, report);
    }
}
catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException or CorpusException)
{
    Console.Error.WriteLine($"onemodel-conformance: {place}{exception.Message}");
    return 2;
}
Console.WriteLine($"{report.Passed} passed, {report.Failed} failed, {report.Skipped} skipped");
return report.Failed == 0 && report.Passed > 0 ? 0 : 1;
