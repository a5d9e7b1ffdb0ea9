using Onemodel.Interop;

namespace Onemodel;

/// <summary>Element types, numbered as in ONNX's TensorProto.DataType.</summary>
public enum ElementType
{
    /// <summary>No type: one that is not declared or not known.</summary>
    Undefined = 0,

    /// <summary>32-bit floating point: <see cref="float"/>.</summary>
    Float32 = Raw.OM_FLOAT32,

    /// <summary>8-bit unsigned integer: <see cref="byte"/>.</summary>
    UInt8 = Raw.OM_UINT8,

    /// <summary>8-bit signed integer: <see cref="sbyte"/>.</summary>
    Int8 = Raw.OM_INT8,

    /// <summary>16-bit unsigned integer: <see cref="ushort"/>.</summary>
    UInt16 = Raw.OM_UINT16,

    /// <summary>16-bit signed integer: <see cref="short"/>.</summary>
    Int16 = Raw.OM_INT16,

    /// <summary>32-bit signed integer: <see cref="int"/>.</summary>
    Int32 = Raw.OM_INT32,

    /// <summary>64-bit signed integer: <see cref="long"/>.</summary>
    Int64 = Raw.OM_INT64,

    /// <summary>Byte strings, each with a length; zero bytes and any encoding are allowed.</summary>
    String = Raw.OM_STRING,

    /// <summary>One byte, 0 or 1: <see cref="bool"/>.</summary>
    Bool = Raw.OM_BOOL,

    /// <summary>16-bit floating point: <see cref="Half"/>.</summary>
    Float16 = Raw.OM_FLOAT16,

    /// <summary>64-bit floating point: <see cref="double"/>.</summary>
    Float64 = Raw.OM_FLOAT64,

    /// <summary>32-bit unsigned integer: <see cref="uint"/>.</summary>
    UInt32 = Raw.OM_UINT32,

    /// <summary>64-bit unsigned integer: <see cref="ulong"/>.</summary>
    UInt64 = Raw.OM_UINT64,

    /// <summary>Two 32-bit floating-point numbers: <see cref="Onemodel.Complex64"/>.</summary>
    Complex64 = Raw.OM_COMPLEX64,

    /// <summary>Two 64-bit floating-point numbers: <see cref="System.Numerics.Complex"/>.</summary>
    Complex128 = Raw.OM_COMPLEX128,

    /// <summary>The upper half of a 32-bit floating-point number: <see cref="Onemodel.BFloat16"/>.</summary>
    BFloat16 = Raw.OM_BFLOAT16,

    /// <summary>8 bits, 4 of exponent and 3 of mantissa, no infinities: <see cref="Onemodel.Float8E4M3FN"/>.</summary>
    Float8E4M3FN = Raw.OM_FLOAT8E4M3FN,

    /// <summary>As Float8E4M3FN, with one zero and one NaN: <see cref="Onemodel.Float8E4M3FNUZ"/>.</summary>
    Float8E4M3FNUZ = Raw.OM_FLOAT8E4M3FNUZ,

    /// <summary>8 bits, 5 of exponent and 2 of mantissa: <see cref="Onemodel.Float8E5M2"/>.</summary>
    Float8E5M2 = Raw.OM_FLOAT8E5M2,

    /// <summary>As Float8E5M2, with one zero and one NaN, no infinities: <see cref="Onemodel.Float8E5M2FNUZ"/>.</summary>
    Float8E5M2FNUZ = Raw.OM_FLOAT8E5M2FNUZ,

    /// <summary>Two 4-bit unsigned integers a byte, the first in the low bits; read and written as bytes.</summary>
    UInt4 = Raw.OM_UINT4,

    /// <summary>Two 4-bit signed integers a byte, the first in the low bits; read and written as bytes.</summary>
    Int4 = Raw.OM_INT4,

    /// <summary>Two 4-bit floating-point numbers a byte, the first in the low bits; read and written as bytes.</summary>
    Float4E2M1 = Raw.OM_FLOAT4E2M1,

    /// <summary>8 bits of exponent, a power of two: <see cref="Onemodel.Float8E8M0"/>.</summary>
    Float8E8M0 = Raw.OM_FLOAT8E8M0,

    /// <summary>Four 2-bit unsigned integers a byte, the first in the low bits; read and written as bytes.</summary>
    UInt2 = Raw.OM_UINT2,

    /// <summary>Four 2-bit signed integers a byte, the first in the low bits; read and written as bytes.</summary>
    Int2 = Raw.OM_INT2,
}

/// <summary>Facts of element types.</summary>
public static class ElementTypes
{
    /// <summary>The element type of a .NET type.</summary>
    /// <exception cref="NotSupportedException">No element type is laid out as <typeparamref name="T"/>.</exception>
    public static ElementType Of<T>()
        where T : unmanaged
    {
        // Each instantiation is compiled to the one constant that remains.
        ElementType type =
            typeof(T) == typeof(float) ? ElementType.Float32
            : typeof(T) == typeof(byte) ? ElementType.UInt8
            : typeof(T) == typeof(sbyte) ? ElementType.Int8
            : typeof(T) == typeof(ushort) ? ElementType.UInt16
            : typeof(T) == typeof(short) ? ElementType.Int16
            : typeof(T) == typeof(int) ? ElementType.Int32
            : typeof(T) == typeof(long) ? ElementType.Int64
            : typeof(T) == typeof(bool) ? ElementType.Bool
            : typeof(T) == typeof(Half) ? ElementType.Float16
            : typeof(T) == typeof(double) ? ElementType.Float64
            : typeof(T) == typeof(uint) ? ElementType.UInt32
            : typeof(T) == typeof(ulong) ? ElementType.UInt64
            : typeof(T) == typeof(Complex64) ? ElementType.Complex64
            : typeof(T) == typeof(System.Numerics.Complex) ? ElementType.Complex128
            : typeof(T) == typeof(BFloat16) ? ElementType.BFloat16
            : typeof(T) == typeof(Float8E4M3FN) ? ElementType.Float8E4M3FN
            : typeof(T) == typeof(Float8E4M3FNUZ) ? ElementType.Float8E4M3FNUZ
            : typeof(T) == typeof(Float8E5M2) ? ElementType.Float8E5M2
            : typeof(T) == typeof(Float8E5M2FNUZ) ? ElementType.Float8E5M2FNUZ
            : typeof(T) == typeof(Float8E8M0) ? ElementType.Float8E8M0
            : ElementType.Undefined;
        return type != ElementType.Undefined
            ? type
            : throw new NotSupportedException($"No element type is laid out as {typeof(T)}; packed types are handled as bytes.");
    }

    /// <summary>The name as ONNX and the conformance corpus write it, such as "float32" or "int4".</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no such type.</exception>
    public static unsafe string GetName(this ElementType type) =>
        Text.Read(Raw.om_type_name((int)type)) ?? throw new ArgumentOutOfRangeException(nameof(type));

    /// <summary>The type of that name, or <see cref="ElementType.Undefined"/> if there is none.</summary>
    public static unsafe ElementType FromName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        fixed (byte* bytes = text)
        {
            return (ElementType)Raw.om_type_from_name(bytes);
        }
    }

    /// <summary>Bits of one stored element: 2 to 128; 0 for strings and for what is no type.</summary>
    public static int GetBits(this ElementType type) => (int)Raw.om_type_bits((int)type);
}
