using System.Runtime.CompilerServices;

namespace Onemodel.Interop;

/// <summary>The handle of an object for the time of one call; NULL if there is no object.</summary>
internal readonly ref struct Lease
{
    private readonly NativeObject? _owner;

    private Lease(NativeObject owner)
    {
        Handle = owner.BeginUse();
        _owner = owner;
    }

    public nint Handle { get; }

    public static Lease Of(NativeObject owner, [CallerArgumentExpression(nameof(owner))] string? name = null)
    {
        ArgumentNullException.ThrowIfNull(owner, name);
        return new Lease(owner);
    }

    public static Lease OfOptional(NativeObject? owner) => owner is null ? default : new Lease(owner);

    public void Dispose() => _owner?.EndUse();
}
