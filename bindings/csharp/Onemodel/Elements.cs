namespace Onemodel;

/// <summary>A number of the type bfloat16: the upper half of a 32-bit floating-point number. Equal are equal bits.</summary>
/// <param name="Bits">Sign, 8 bits of exponent, 7 bits of mantissa.</param>
public readonly record struct BFloat16(ushort Bits)
{
    /// <summary>The number nearest to <paramref name="value"/>; of two that are as near, the one whose last bit is 0.</summary>
    public static explicit operator BFloat16(float value)
    {
        uint bits = BitConverter.SingleToUInt32Bits(value);
        if (float.IsNaN(value))
        {
            // The payload's upper bits stay, and one bit sees to it that it stays NaN.
            return new BFloat16((ushort)((bits >> 16) | 0x40));
        }
        uint justBelowHalf = 0x7fff + ((bits >> 16) & 1);
        return new BFloat16((ushort)((bits + justBelowHalf) >> 16));
    }

    /// <summary>The same number; nothing is lost.</summary>
    public static implicit operator float(BFloat16 value) => BitConverter.UInt32BitsToSingle((uint)value.Bits << 16);

    /// <summary>The number as text.</summary>
    public override string ToString() => ((float)this).ToString(System.Globalization.CultureInfo.InvariantCulture);
}

/// <summary>A number of the type complex64.</summary>
/// <param name="Real">The real part.</param>
/// <param name="Imaginary">The imaginary part.</param>
public readonly record struct Complex64(float Real, float Imaginary);

/// <summary>A number of the type float8e4m3fn.</summary>
/// <param name="Bits">Sign, 4 bits of exponent, 3 bits of mantissa.</param>
public readonly record struct Float8E4M3FN(byte Bits);

/// <summary>A number of the type float8e4m3fnuz.</summary>
/// <param name="Bits">Sign, 4 bits of exponent, 3 bits of mantissa.</param>
public readonly record struct Float8E4M3FNUZ(byte Bits);

/// <summary>A number of the type float8e5m2.</summary>
/// <param name="Bits">Sign, 5 bits of exponent, 2 bits of mantissa.</param>
public readonly record struct Float8E5M2(byte Bits);

/// <summary>A number of the type float8e5m2fnuz.</summary>
/// <param name="Bits">Sign, 5 bits of exponent, 2 bits of mantissa.</param>
public readonly record struct Float8E5M2FNUZ(byte Bits);

/// <summary>A number of the type float8e8m0: a power of two.</summary>
/// <param name="Bits">The exponent, 127 above its value.</param>
public readonly record struct Float8E8M0(byte Bits);
