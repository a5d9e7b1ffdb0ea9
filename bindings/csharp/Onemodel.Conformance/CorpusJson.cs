using System.Globalization;
using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>Reads JSON as the corpus has it, and refuses anything else with <see cref="CorpusException"/>.</summary>
internal static class CorpusJson
{
    /// <summary>The member of that name.</summary>
    public static JsonElement Required(this JsonElement of, string name) =>
        of.Has(name, out JsonElement member) ? member : throw new CorpusException($"\"{name}\" is missing");

    /// <summary>Whether an object has a member of that name.</summary>
    public static bool Has(this JsonElement of, string name, out JsonElement member) =>
        of.As(JsonValueKind.Object, "an object").TryGetProperty(name, out member);

    public static IEnumerable<JsonProperty> Members(this JsonElement element) =>
        element.As(JsonValueKind.Object, "an object").EnumerateObject();

    public static IEnumerable<JsonElement> Elements(this JsonElement element) =>
        element.As(JsonValueKind.Array, "an array").EnumerateArray();

    /// <summary>Two elements.</summary>
    public static (JsonElement First, JsonElement Second) Pair(this JsonElement element) =>
        element.As(JsonValueKind.Array, "an array").GetArrayLength() == 2
            ? (element[0], element[1])
            : throw Expected("two elements", element);

    public static string Text(this JsonElement element) => element.As(JsonValueKind.String, "a string").GetString()!;

    public static double Number(this JsonElement element) => element.As(JsonValueKind.Number, "a number").GetDouble();

    public static bool Truth(this JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw Expected("true or false", element),
    };

    /// <summary>An integer of 64 bits with or without a sign: a number, or its decimal text in a string.</summary>
    public static ulong Bits64(this JsonElement element)
    {
        string text = element.ValueKind == JsonValueKind.Number ? element.GetRawText() : element.Text();
        const NumberStyles Style = NumberStyles.AllowLeadingSign;
        if (long.TryParse(text, Style, CultureInfo.InvariantCulture, out long signed))
        {
            return (ulong)signed;
        }
        return ulong.TryParse(text, Style, CultureInfo.InvariantCulture, out ulong bits)
            ? bits
            : throw Expected("an integer of 64 bits", element);
    }

    public static long Integer(this JsonElement element) => (long)element.Bits64();

    /// <summary>Bits as "0x" and hexadecimal digits.</summary>
    public static ulong HexBits(this JsonElement element)
    {
        string text = element.Text();
        return text.StartsWith("0x", StringComparison.Ordinal)
            && ulong.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong bits)
            ? bits
            : throw Expected("\"0x\" and hexadecimal digits", element);
    }

    /// <summary>Bytes as hexadecimal digits.</summary>
    public static byte[] HexBytes(this JsonElement element)
    {
        try
        {
            return Convert.FromHexString(element.Text());
        }
        catch (FormatException)
        {
            throw Expected("pairs of hexadecimal digits", element);
        }
    }

    /// <summary>Requires outputs or an error, not both, of a case or run.</summary>
    public static void RequireOutcome(this JsonElement of)
    {
        if (of.Has("outputs", out _) == of.Has("error", out _))
        {
            throw new CorpusException("expected outputs or error");
        }
    }

    private static JsonElement As(this JsonElement element, JsonValueKind kind, string words) =>
        element.ValueKind == kind ? element : throw Expected(words, element);

    private static CorpusException Expected(string words, JsonElement actual)
    {
        const int Most = 40;
        string text = actual.GetRawText().ReplaceLineEndings(" ");
        return new CorpusException($"expected {words}, not {(text.Length > Most ? $"{text[..Most]}..." : text)}");
    }
}
