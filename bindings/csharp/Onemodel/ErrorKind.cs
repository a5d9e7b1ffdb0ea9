using Onemodel.Interop;

namespace Onemodel;

/// <summary>What kind of mistake a call was refused for.</summary>
public enum ErrorKind
{
    /// <summary>A shape, type or attribute breaks the operator's rules, or a model its own.</summary>
    InvalidModel = Raw.OM_INVALID_MODEL,

    /// <summary>An index lies outside its extent, or what a session is fed is not what it declares.</summary>
    InvalidInput = Raw.OM_INVALID_INPUT,

    /// <summary>ONNX allows it, the library does not do it.</summary>
    Unsupported = Raw.OM_UNSUPPORTED,

    /// <summary>The library is called wrongly: an unknown element type, a negative extent, memory of the wrong size.</summary>
    InvalidArgument = Raw.OM_INVALID_ARGUMENT,

    /// <summary>The memory cannot be had, or is more than the context allows.</summary>
    OutOfMemory = Raw.OM_OUT_OF_MEMORY,

    /// <summary>A file cannot be read or written.</summary>
    IO = Raw.OM_IO,

    /// <summary>A fault of the library.</summary>
    Internal = Raw.OM_INTERNAL,
}

/// <summary>Facts of kinds of errors.</summary>
public static class ErrorKinds
{
    /// <summary>The name as the conformance corpus writes it, such as "InvalidModel".</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no such kind.</exception>
    public static unsafe string GetName(this ErrorKind kind) =>
        Text.Read(Raw.om_status_name((int)kind)) ?? throw new ArgumentOutOfRangeException(nameof(kind));
}
