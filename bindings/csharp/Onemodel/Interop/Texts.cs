using System.Runtime.InteropServices;

namespace Onemodel.Interop;

/// <summary>Several texts or byte strings for the time of one call. A zero byte stands behind each.</summary>
internal readonly unsafe ref struct Texts
{
    private readonly int _count;
    private readonly byte* _memory;  // the pointers, then the lengths, then the bytes

    private Texts(int count, long byteCount)
    {
        _count = count;
        long size = (long)count * (sizeof(byte*) + sizeof(long)) + byteCount;
        _memory = count == 0 ? null : (byte*)NativeMemory.Alloc(checked((nuint)size));
    }

    /// <summary>Where each text begins; NULL for one that is not given.</summary>
    public byte** Pointers => (byte**)_memory;

    /// <summary>The bytes of each text, without the zero byte behind it.</summary>
    public long* Lengths => (long*)(Pointers + _count);

    /// <summary>Names, which end at a zero byte; null for one that is not given.</summary>
    public static Texts OfNames(ReadOnlySpan<string?> given)
    {
        string?[] names = given.ToArray();  // as below
        foreach (string? name in names)
        {
            Text.RequireNoZero(name);
        }
        return OfStrings(names);
    }

    /// <summary>Strings, all of them given, which may have zero characters inside.</summary>
    public static Texts OfGiven(ReadOnlySpan<string> given, string name)
    {
        string[] strings = given.ToArray();  // as below
        foreach (string text in strings)
        {
            ArgumentNullException.ThrowIfNull(text, name);
        }
        return OfStrings(strings);
    }

    /// <summary>Strings, which may have zero characters inside.</summary>
    public static Texts OfStrings(ReadOnlySpan<string?> given)
    {
        string?[] strings = given.ToArray();  // which must not change between reading the lengths and the bytes
        long byteCount = 0;
        foreach (string? text in strings)
        {
            byteCount += text is null ? 0 : Text.Encoding.GetByteCount(text) + 1;
        }
        var texts = new Texts(strings.Length, byteCount);
        byte* next = (byte*)(texts.Lengths + strings.Length);
        for (int i = 0; i < strings.Length; i++)
        {
            if (strings[i] is { } text)
            {
                int length = Text.Encoding.GetByteCount(text);
                Text.Encoding.GetBytes(text, new Span<byte>(next, length));
                next = texts.EndText(i, next, length);
            }
            else
            {
                texts.Pointers[i] = null;
                texts.Lengths[i] = 0;
            }
        }
        return texts;
    }

    /// <summary>Strings of any bytes.</summary>
    public static Texts OfBytes(ReadOnlySpan<ReadOnlyMemory<byte>> given)
    {
        ReadOnlyMemory<byte>[] strings = given.ToArray();  // as above
        long byteCount = 0;
        foreach (ReadOnlyMemory<byte> bytes in strings)
        {
            byteCount += bytes.Length + 1L;
        }
        var texts = new Texts(strings.Length, byteCount);
        byte* next = (byte*)(texts.Lengths + strings.Length);
        for (int i = 0; i < strings.Length; i++)
        {
            strings[i].Span.CopyTo(new Span<byte>(next, strings[i].Length));
            next = texts.EndText(i, next, strings[i].Length);
        }
        return texts;
    }

    public void Dispose() => NativeMemory.Free(_memory);

    // Notes the text that was written, and says where the next one goes.
    private byte* EndText(int index, byte* text, int length)
    {
        text[length] = 0;
        Pointers[index] = text;
        Lengths[index] = length;
        return text + length + 1;
    }
}
