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
}
