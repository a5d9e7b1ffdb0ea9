namespace Onemodel.Interop;

/// <summary>Extents that the library owns.</summary>
internal static unsafe class Extents
{
    /// <summary>A copy; null if the rank is not known, which is -1.</summary>
    public static long[]? Read(long* extents, long rank) => rank < 0 ? null : new ReadOnlySpan<long>(extents, (int)rank).ToArray();
}
