using System.Diagnostics.CodeAnalysis;
using Onemodel.Interop;

namespace Onemodel;

/// <summary>Thrown when the library refuses a call. <see cref="Exception.Message"/> names operator, input and value.</summary>
public sealed class SessionException : Exception
{
    private unsafe SessionException(nint error)
        : base($"{Text.Read(Raw.om_error_reason(error))}: {Text.Read(Raw.om_error_message(error))}")
    {
        Kind = (ErrorKind)Raw.om_error_status(error);
        Reason = Text.Read(Raw.om_error_reason(error))!;
        Operator = Text.Read(Raw.om_error_operator(error))!;
        Node = Text.Read(Raw.om_error_node(error))!;
        Input = Text.Read(Raw.om_error_input(error))!;
    }

    /// <summary>What the library would refuse if it were asked.</summary>
    internal SessionException(ErrorKind kind, string reason, string message)
        : base($"{reason}: {message}")
    {
        Kind = kind;
        Reason = reason;
        Operator = "";
        Node = "";
        Input = "";
    }

    /// <summary>What kind of mistake it is.</summary>
    public ErrorKind Kind { get; }

    /// <summary>The stable slug for programs, such as "slice.step_zero"; <see cref="Onemodel.Reason.All"/> lists them.</summary>
    public string Reason { get; }

    /// <summary>The operator's name, such as "Slice"; empty if no operator refused.</summary>
    public string Operator { get; }

    /// <summary>The name of the model's node, if a session reports; else empty.</summary>
    public string Node { get; }

    /// <summary>The name of the input or attribute at fault, such as "steps"; empty if there is none.</summary>
    public string Input { get; }

    /// <summary>Throws unless the status is OK; the error is released.</summary>
    internal static void ThrowIfFailed(int status, nint error)
    {
        if (status != Raw.OM_OK)
        {
            Throw(error);
        }
    }

    [DoesNotReturn]
    private static void Throw(nint error)
    {
        SessionException exception;
        try
        {
            exception = new SessionException(error);
        }
        finally
        {
            Raw.om_error_release(error);
        }
        throw exception;
    }
}
