using Onemodel.Interop;

namespace Onemodel;

/// <summary>Facts of the native library.</summary>
public static class Library
{
    /// <summary>The largest number of axes of a tensor.</summary>
    public const int MaxRank = Raw.OM_MAX_RANK;

    /// <summary>The newest opset of the ai.onnx domain that is known.</summary>
    public const int MaxOpset = Raw.OM_MAX_OPSET;

    /// <summary>The oldest version of ONNX's format that is read.</summary>
    public const int MinIRVersion = Raw.OM_MIN_IR_VERSION;

    /// <summary>The newest version of ONNX's format that is read.</summary>
    public const int MaxIRVersion = Raw.OM_MAX_IR_VERSION;

    /// <summary>The library's version as "major.minor.patch".</summary>
    public static unsafe string Version => Text.Read(Raw.om_version())!;

    /// <summary>
    /// The vector instructions that the library uses: "avx512", "avx2", "sse4" or "neon", the highest that the machine has, or
    /// "plain" for none. Where the environment variable ONEMODEL_SIMD has one of these names when the library is first used, it
    /// is no higher than that. Results are the same at every level.
    /// </summary>
    public static unsafe string SimdLevel => Text.Read(Raw.om_simd_level())!;
}
