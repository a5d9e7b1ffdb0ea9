using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>A tensor as the corpus writes it: type, shape, and the elements, or a digest of them.</summary>
internal sealed class CorpusTensor
{
    private readonly ElementType _type;
    private readonly long[] _shape;
    private readonly int _componentBits;  // of a number, or of each half of a complex one
    private readonly int _perElement = 1;
    private readonly byte[] _bytes = [];
    private readonly ReadOnlyMemory<byte>[] _strings = [];
    private readonly string? _digest;

    public CorpusTensor(JsonElement written)
    {
        _type = ReadType(written.Required("type"));
        _shape = written.Required("shape").Elements().Select(CorpusJson.Integer).ToArray();
        _perElement = _type is ElementType.Complex64 or ElementType.Complex128 ? 2 : 1;
        _componentBits = _type.GetBits() / _perElement;

        JsonElement data = written.Required("data");
        if (data.ValueKind == JsonValueKind.Object && data.Has("sha256", out JsonElement digest))
        {
            _digest = digest.Text();
            return;
        }
        int count = CountElements();
        _bytes = new byte[((long)count * _type.GetBits() + 7) / 8];
        _strings = new ReadOnlyMemory<byte>[_type == ElementType.String ? count : 0];
        if (data.ValueKind == JsonValueKind.Array)
        {
            if (data.GetArrayLength() != count)
            {
                throw new CorpusException($"a tensor of {count} elements lists {data.GetArrayLength()}");
            }
            int index = 0;
            foreach (JsonElement element in data.Elements())
            {
                SetElement(index++, element);
            }
        }
        else if (data.Has("iota", out JsonElement iota))
        {
            (JsonElement start, JsonElement step) = iota.Pair();
            FillWithIota(start, step, count);
        }
        else if (data.Has("fill", out JsonElement fill))
        {
            for (int i = 0; i < count; i++)
            {
                SetElement(i, fill);
            }
        }
        else
        {
            FillAtRandom(data.Required("random").Bits64(), count);
        }
    }

    public static ElementType ReadType(JsonElement name)
    {
        ElementType type = ElementTypes.FromName(name.Text());
        return type != ElementType.Undefined ? type : throw new CorpusException($"\"{name}\" is not an element type");
    }

    private int CountElements()
    {
        const int Most = 1 << 24;
        if (_shape.Any(extent => extent < 0))
        {
            throw new CorpusException($"the shape [{string.Join(", ", _shape)}] has a negative extent");
        }
        if (_shape.Contains(0))
        {
            return 0;  // others may be so large that their product is no number
        }
        long count = 1;
        foreach (long extent in _shape)
        {
            count = extent <= Most / count ? count * extent : throw new CorpusException($"more than {Most} elements");
        }
        return (int)count;
    }

    public static float ReadFloat32(JsonElement element) =>
        BitConverter.UInt32BitsToSingle((uint)ReadFloat(element, ElementType.Float32));

    /// <summary>A string element: text, or bytes in hexadecimal digits.</summary>
    public static byte[] ReadString(JsonElement element) =>
        element.ValueKind == JsonValueKind.Object
            ? element.Required("hex").HexBytes()
            : Encoding.UTF8.GetBytes(element.Text());

    public Tensor ToTensor() => _type == ElementType.String
        ? Tensor.CreateStrings(_shape, _strings)
        : Tensor.Create(_type, _shape, _bytes);

    /// <summary>What is different about the tensor; null if type, shape and all bits are the same.</summary>
    public string? Compare(Tensor actual)
    {
        if (CompareShape(actual) is { } difference)
        {
            return difference;
        }
        if (_type == ElementType.String)
        {
            for (int i = 0; i < _strings.Length; i++)
            {
                if (!actual.GetStringBytes(i).SequenceEqual(_strings[i].Span))
                {
                    return $"element {i} is \"{actual.GetString(i)}\", expected \"{Encoding.UTF8.GetString(_strings[i].Span)}\"";
                }
            }
            return null;
        }
        ReadOnlySpan<byte> bytes = actual.AsBytes();
        if (_digest is not null)
        {
            string digest = Convert.ToHexStringLower(SHA256.HashData(bytes));
            return digest == _digest ? null : $"sha256 {digest}, expected {_digest}";
        }
        int same = bytes.CommonPrefixLength(_bytes);
        return same == _bytes.Length && same == bytes.Length
            ? null
            : $"byte {same} is {Hex(bytes, same)}, expected {Hex(_bytes, same)}";
    }

    /// <summary>What is different about type and shape. An extent of -1 is one that is not known.</summary>
    public string? CompareShape(Tensor actual)
    {
        bool isSame = actual.Type == _type && actual.Rank == _shape.Length;
        for (int i = 0; isSame && i < _shape.Length; i++)
        {
            isSame = actual.Shape[i] == _shape[i] || actual.Shape[i] == -1;
        }
        return isSame ? null : $"{actual}, expected {_type.GetName()} [{string.Join(", ", _shape)}]";
    }

    /// <summary>A tensor of zeros with the type and shape of another.</summary>
    public static Tensor ZerosLike(Tensor tensor) => Tensor.Create(tensor.Type, tensor.Shape, new byte[tensor.ByteCount]);

    private static string Hex(ReadOnlySpan<byte> bytes, int index) =>
        index < bytes.Length ? $"0x{bytes[index]:x2}" : "missing";

    private static ulong ReadFloat(JsonElement element, ElementType type) =>
        element.ValueKind == JsonValueKind.String ? element.HexBits() : BitsOf(element.Number(), type);

    // The bits of a number that is exactly one of the type.
    private static ulong BitsOf(double value, ElementType type) => type switch
    {
        ElementType.Float16 => BitConverter.HalfToUInt16Bits((Half)value),
        ElementType.BFloat16 => ((BFloat16)(float)value).Bits,
        ElementType.Float32 or ElementType.Complex64 => BitConverter.SingleToUInt32Bits((float)value),
        _ => BitConverter.DoubleToUInt64Bits(value),
    };

    private void SetElement(int index, JsonElement element)
    {
        if (_type == ElementType.String)
        {
            _strings[index] = ReadString(element);
        }
        else if (_perElement == 2)
        {
            (JsonElement real, JsonElement imaginary) = element.Pair();
            SetBits(2 * index, ReadFloat(real, _type));
            SetBits(2 * index + 1, ReadFloat(imaginary, _type));
        }
        else
        {
            SetBits(index, _type switch
            {
                ElementType.Bool => element.Truth() ? 1u : 0u,
                _ when IsInteger => element.Bits64(),
                _ => ReadFloat(element, _type),
            });
        }
    }

    private bool IsInteger => _type is ElementType.Int2 or ElementType.Int4 or ElementType.Int8 or ElementType.Int16
        or ElementType.Int32 or ElementType.Int64 or ElementType.UInt2 or ElementType.UInt4 or ElementType.UInt8
        or ElementType.UInt16 or ElementType.UInt32 or ElementType.UInt64;

    private void SetBits(int index, ulong bits)
    {
        switch (_componentBits)
        {
            case 64:
                BinaryPrimitives.WriteUInt64LittleEndian(_bytes.AsSpan(index * 8), bits);
                break;
            case 32:
                BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(index * 4), (uint)bits);
                break;
            case 16:
                BinaryPrimitives.WriteUInt16LittleEndian(_bytes.AsSpan(index * 2), (ushort)bits);
                break;
            case 8:
                _bytes[index] = (byte)bits;
                break;
            default:
                int perByte = 8 / _componentBits;
                int shift = index % perByte * _componentBits;
                int mask = ((1 << _componentBits) - 1) << shift;
                ref byte place = ref _bytes[index / perByte];
                place = (byte)((place & ~mask) | (((int)bits << shift) & mask));
                break;
        }
    }

    private void FillWithIota(JsonElement start, JsonElement step, int count)
    {
        for (int i = 0; i < count; i++)
        {
            SetBits(i, IsInteger
                ? start.Bits64() + (ulong)i * step.Bits64()
                : BitsOf(start.Number() + i * step.Number(), _type));
        }
    }

    // SplitMix64.
    private void FillAtRandom(ulong state, int count)
    {
        Span<byte> word = stackalloc byte[8];
        for (int i = 0; i < _bytes.Length; i += 8)
        {
            state += 0x9e3779b97f4a7c15;
            ulong z = state;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
            z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
            z ^= z >> 31;
            BinaryPrimitives.WriteUInt64LittleEndian(word, z);
            word[..Math.Min(8, _bytes.Length - i)].CopyTo(_bytes.AsSpan(i));
        }
        int unused = (int)((long)_bytes.Length * 8 - (long)count * _type.GetBits());
        if (unused > 0)
        {
            _bytes[^1] &= (byte)(0xff >> unused);
        }
        if (_type == ElementType.Bool)
        {
            for (int i = 0; i < _bytes.Length; i++)
            {
                _bytes[i] &= 1;
            }
        }
    }
}
