namespace Onemodel.Conformance;

/// <summary>A file is not what the format of the corpus says.</summary>
internal sealed class CorpusException(string message) : Exception(message);

/// <summary>The files of cases.</summary>
internal static class CorpusFiles
{
    /// <summary>The files among the paths, and those in folders, in a stable order.</summary>
    public static IEnumerable<string> Find(IEnumerable<string> paths) =>
        paths.SelectMany(path => Directory.Exists(path) ? FindInFolder(path) : [path]);

    private static IEnumerable<string> FindInFolder(string folder)
    {
        string[] parts = [Path.Combine(folder, "operators"), Path.Combine(folder, "graphs")];
        string[] folders = parts.Any(Directory.Exists) ? parts.Where(Directory.Exists).ToArray() : [folder];
        return folders.SelectMany(part => Directory.EnumerateFiles(part, "*.json").Order(StringComparer.Ordinal));
    }
}
