using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace Onemodel.Interop;

/// <summary>A name for the time of one call: UTF-8 that ends at a zero byte. NULL if there is none.</summary>
internal readonly unsafe ref struct Text
{
    /// <summary>The size of a buffer in which most names find room.</summary>
    public const int BufferSize = 128;

    private readonly Span<byte> _bytes;
    private readonly byte[]? _rented;

    public Text(string? text, Span<byte> buffer)
    {
        if (text is null)
        {
            return;
        }
        RequireNoZero(text);
        int longest = Encoding.GetMaxByteCount(text.Length) + 1;
        _bytes = longest <= buffer.Length ? buffer : _rented = ArrayPool<byte>.Shared.Rent(longest);
        _bytes[Encoding.GetBytes(text, _bytes)] = 0;
    }

    /// <summary>UTF-8 that refuses what is no text instead of putting something else in its place.</summary>
    public static Encoding Encoding { get; } = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The text at an address; null for NULL.</summary>
    public static string? Read(byte* text) => Marshal.PtrToStringUTF8((nint)text);

    public static void RequireNoZero(string? text)
    {
        if (text is not null && text.Contains('\0', StringComparison.Ordinal))
        {
            throw new ArgumentException("A name has a zero character, where the library would see its end.");
        }
    }

    /// <summary>For <c>fixed</c>.</summary>
    public ref byte GetPinnableReference() => ref _bytes.GetPinnableReference();

    public void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<byte>.Shared.Return(_rented);
        }
    }
}
