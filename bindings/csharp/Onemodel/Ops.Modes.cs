namespace Onemodel;

/// <summary>What Pad puts in.</summary>
public enum PadMode
{
    /// <summary>One element, again and again.</summary>
    Constant,

    /// <summary>The elements beyond the edge, mirrored; the edge itself is not repeated.</summary>
    Reflect,

    /// <summary>The element at the edge, again and again.</summary>
    Edge,

    /// <summary>The elements from the other end, as if the tensor went on in circles.</summary>
    Wrap,
}

/// <summary>What ScatterND does with the element that stands where it writes.</summary>
public enum ScatterReduction
{
    /// <summary>The element is replaced.</summary>
    None,

    /// <summary>The update is added to the element.</summary>
    Add,

    /// <summary>The element is multiplied by the update.</summary>
    Mul,

    /// <summary>The larger of the two stays.</summary>
    Max,

    /// <summary>The smaller of the two stays.</summary>
    Min,
}

public static partial class Ops
{
    // A zero byte stands behind each literal.
    private static ReadOnlySpan<byte> NameOf(PadMode mode) => mode switch
    {
        PadMode.Constant => "constant"u8,
        PadMode.Reflect => "reflect"u8,
        PadMode.Edge => "edge"u8,
        PadMode.Wrap => "wrap"u8,
        _ => throw new ArgumentOutOfRangeException(nameof(mode)),
    };

    private static ReadOnlySpan<byte> NameOf(ScatterReduction reduction) => reduction switch
    {
        ScatterReduction.None => "none"u8,
        ScatterReduction.Add => "add"u8,
        ScatterReduction.Mul => "mul"u8,
        ScatterReduction.Max => "max"u8,
        ScatterReduction.Min => "min"u8,
        _ => throw new ArgumentOutOfRangeException(nameof(reduction)),
    };
}
