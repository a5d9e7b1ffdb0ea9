using Onemodel.Interop;

namespace Onemodel;

/// <summary>The attributes of one call or node: names and what they hold.</summary>
/// <remarks>Many threads may use attributes at the same time while none changes them.</remarks>
/// <example><code>using var attributes = new Attributes().Set("axis", 1).Set("mode", "edge");</code></example>
public sealed unsafe class Attributes : NativeObject
{
    /// <summary>Makes an empty set of attributes.</summary>
    public Attributes()
    {
        nint attributes, error;
        SessionException.ThrowIfFailed(Raw.om_attributes_create(&attributes, &error), error);
        Own(attributes);
    }

    /// <summary>Sets an integer.</summary>
    /// <param name="name">The attribute's name, in place of whose earlier value this is set.</param>
    /// <param name="value">What it holds.</param>
    /// <returns>These attributes.</returns>
    /// <exception cref="SessionException">memory.exhausted.</exception>
    public Attributes Set(string name, long value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        nint error;
        fixed (byte* key = text)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_int(attributes.Handle, key, value, &error), error);
        }
        return this;
    }

    /// <summary>Sets a list of integers.</summary>
    /// <inheritdoc cref="Set(string, long)"/>
    public Attributes Set(string name, ReadOnlySpan<long> value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        nint error;
        fixed (byte* key = text)
        fixed (long* values = value)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_ints(attributes.Handle, key, values, value.Length, &error), error);
        }
        return this;
    }

    /// <summary>Sets a number.</summary>
    /// <inheritdoc cref="Set(string, long)"/>
    public Attributes Set(string name, float value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        nint error;
        fixed (byte* key = text)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_float(attributes.Handle, key, value, &error), error);
        }
        return this;
    }

    /// <summary>Sets a list of numbers.</summary>
    /// <inheritdoc cref="Set(string, long)"/>
    public Attributes Set(string name, ReadOnlySpan<float> value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        nint error;
        fixed (byte* key = text)
        fixed (float* values = value)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_floats(attributes.Handle, key, values, value.Length, &error), error);
        }
        return this;
    }

    /// <summary>Sets a string, in UTF-8.</summary>
    /// <inheritdoc cref="Set(string, long)"/>
    public Attributes Set(string name, string value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        ArgumentNullException.ThrowIfNull(value);
        using Texts texts = Texts.OfStrings([value]);
        nint error;
        fixed (byte* key = text)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_string(attributes.Handle, key, texts.Pointers[0], texts.Lengths[0], &error), error);
        }
        return this;
    }

    /// <summary>Sets a list of strings, in UTF-8.</summary>
    /// <inheritdoc cref="Set(string, long)"/>
    public Attributes Set(string name, ReadOnlySpan<string> value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        using Texts texts = Texts.OfGiven(value, nameof(value));
        nint error;
        fixed (byte* key = text)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_strings(attributes.Handle, key, texts.Pointers, texts.Lengths, value.Length, &error),
                error);
        }
        return this;
    }

    /// <summary>Sets a string of any bytes.</summary>
    /// <inheritdoc cref="Set(string, long)"/>
    public Attributes SetBytes(string name, ReadOnlySpan<byte> value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        nint error;
        fixed (byte* key = text)
        fixed (byte* bytes = value)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_string(attributes.Handle, key, bytes, value.Length, &error), error);
        }
        return this;
    }

    /// <summary>Sets a list of strings of any bytes.</summary>
    /// <inheritdoc cref="Set(string, long)"/>
    public Attributes SetBytes(string name, ReadOnlySpan<ReadOnlyMemory<byte>> value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        using Texts texts = Texts.OfBytes(value);
        nint error;
        fixed (byte* key = text)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_strings(attributes.Handle, key, texts.Pointers, texts.Lengths, value.Length, &error),
                error);
        }
        return this;
    }

    /// <summary>Sets a tensor, which the attributes keep alive.</summary>
    /// <inheritdoc cref="Set(string, long)"/>
    public Attributes Set(string name, Tensor value)
    {
        using Lease attributes = Lease.Of(this);
        using var text = new Text(name, stackalloc byte[Text.BufferSize]);
        using Lease tensor = Lease.Of(value);
        nint error;
        fixed (byte* key = text)
        {
            SessionException.ThrowIfFailed(
                Raw.om_attributes_set_tensor(attributes.Handle, key, tensor.Handle, &error), error);
        }
        return this;
    }

    private protected override void Free(nint handle) => Raw.om_attributes_release(handle);
}
