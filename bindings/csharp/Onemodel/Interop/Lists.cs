namespace Onemodel.Interop;

/// <summary>Lists of the caller for the time of one call.</summary>
internal static class Lists
{
    /// <summary>The number of integers that find room in a buffer on the stack.</summary>
    public const int Room = 8;

    /// <summary>A copy of the list: the library reads it more than once, and another thread may change the caller's.</summary>
    public static ReadOnlySpan<long> Copy(ReadOnlySpan<long> list, Span<long> room)
    {
        if (list.Length > room.Length)
        {
            return list.ToArray();
        }
        list.CopyTo(room);
        return room[..list.Length];
    }
}
