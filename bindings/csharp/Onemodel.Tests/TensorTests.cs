using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Onemodel.Tests;

public class TensorTests
{
    private static readonly byte[] _notUtf8 = [0xff, 0x00];

    public static TheoryData<ElementType> AllTypes() => new(Enum.GetValues<ElementType>().Skip(1));

    [Fact]
    public void A_tensor_has_type_shape_and_elements()
    {
        using Tensor tensor = Tensor.Create([2, 3], [1f, 2, 3, 4, 5, 6]);

        Assert.Equal(ElementType.Float32, tensor.Type);
        Assert.Equal(2, tensor.Rank);
        Assert.Equal([2, 3], tensor.Shape);
        Assert.Equal(6, tensor.ElementCount);
        Assert.Equal(24, tensor.ByteCount);
        Assert.Equal([1f, 2, 3, 4, 5, 6], tensor.AsSpan<float>());
        Assert.Equal([3f, 4], tensor.AsSpan<float>(2, 2));
        Assert.Equal([1f, 2, 3, 4, 5, 6], tensor.ToArray<float>());
        Assert.Equal("float32 [2, 3]", tensor.ToString());
    }

    [Fact]
    public void A_scalar_has_no_axes_and_one_element()
    {
        using Tensor scalar = Tensor.CreateScalar(42L);

        Assert.Equal(0, scalar.Rank);
        Assert.Equal([42L], scalar.AsSpan<long>());
    }

    [Fact]
    public void A_tensor_may_be_empty()
    {
        using Tensor empty = Tensor.Create<float>([0, 3], []);

        Assert.Equal(0, empty.ElementCount);
        Assert.True(empty.AsSpan<float>().IsEmpty);
        Assert.True(empty.AsBytes().IsEmpty);
    }

    [Theory]
    [MemberData(nameof(AllTypes))]
    public void Every_type_has_a_name_and_goes_in_and_out_as_bytes(ElementType type)
    {
        Assert.Equal(type, ElementTypes.FromName(type.GetName()));
        if (type == ElementType.String)
        {
            Assert.Equal(0, type.GetBits());
            return;
        }
        byte[] bytes = Enumerable.Repeat((byte)1, type.GetBits()).ToArray();  // 8 elements, a whole number of bytes for all

        using Tensor copied = Tensor.Create(type, [2, 4], bytes);
        using Tensor borrowed = Tensor.Borrow(type, [2, 4], bytes);

        Assert.Equal(type, copied.Type);
        Assert.Equal(bytes, copied.AsBytes());
        Assert.Equal(bytes, borrowed.AsBytes());
    }

    [Fact]
    public void Every_type_of_whole_bytes_has_a_dotnet_type()
    {
        RoundTrip(ElementType.Float32, -1.5f, float.NaN);
        RoundTrip(ElementType.UInt8, (byte)0, byte.MaxValue);
        RoundTrip(ElementType.Int8, sbyte.MinValue, sbyte.MaxValue);
        RoundTrip(ElementType.UInt16, (ushort)0, ushort.MaxValue);
        RoundTrip(ElementType.Int16, short.MinValue, short.MaxValue);
        RoundTrip(ElementType.Int32, int.MinValue, int.MaxValue);
        RoundTrip(ElementType.Int64, long.MinValue, long.MaxValue);
        RoundTrip(ElementType.Bool, false, true);
        RoundTrip(ElementType.Float16, (Half)(-1.5f), Half.NaN);
        RoundTrip(ElementType.Float64, -1.5, double.NaN);
        RoundTrip(ElementType.UInt32, 0u, uint.MaxValue);
        RoundTrip(ElementType.UInt64, 0ul, ulong.MaxValue);
        RoundTrip(ElementType.Complex64, new Complex64(1, -0f), new Complex64(float.NaN, 2));
        RoundTrip(ElementType.Complex128, new Complex(1, -0.0), new Complex(double.NaN, 2));
        RoundTrip(ElementType.BFloat16, (BFloat16)(-1.5f), new BFloat16(0x7fc1));
        RoundTrip(ElementType.Float8E4M3FN, new Float8E4M3FN(0x38), new Float8E4M3FN(0xff));
        RoundTrip(ElementType.Float8E4M3FNUZ, new Float8E4M3FNUZ(0x38), new Float8E4M3FNUZ(0x80));
        RoundTrip(ElementType.Float8E5M2, new Float8E5M2(0x3c), new Float8E5M2(0xff));
        RoundTrip(ElementType.Float8E5M2FNUZ, new Float8E5M2FNUZ(0x3c), new Float8E5M2FNUZ(0x80));
        RoundTrip(ElementType.Float8E8M0, new Float8E8M0(127), new Float8E8M0(0xff));

        static void RoundTrip<T>(ElementType type, T first, T second)
            where T : unmanaged
        {
            T[] elements = [first, second];
            using Tensor tensor = Tensor.Create([2], (ReadOnlySpan<T>)elements);
            Assert.Equal(type, tensor.Type);
            Assert.Equal(type.GetBits(), Unsafe.SizeOf<T>() * 8);
            Assert.True(MemoryMarshal.AsBytes(tensor.AsSpan<T>()).SequenceEqual(MemoryMarshal.AsBytes<T>(elements)));
        }
    }

    [Fact]
    public void A_type_that_ONNX_lacks_is_not_supported() =>
        Assert.Throws<NotSupportedException>(() => Tensor.Create<decimal>([1], [1m]));

    [Fact]
    public void Packed_types_keep_their_unused_bits_zero()
    {
        using Tensor packed = Tensor.Create(ElementType.Int4, [3], [0x21, 0xf3]);

        Assert.Equal((byte[])[0x21, 0x03], packed.AsBytes());
    }

    [Theory]
    [InlineData(1f, 0x3f80)]
    [InlineData(-0f, 0x8000)]
    [InlineData(1.00390625f, 0x3f80)]  // halfway to the next number: to the even one
    [InlineData(1.01171875f, 0x3f82)]
    [InlineData(float.MaxValue, 0x7f80)]
    [InlineData(float.PositiveInfinity, 0x7f80)]
    public void BFloat16_is_the_nearest_number(float value, ushort bits) => Assert.Equal(bits, ((BFloat16)value).Bits);

    [Fact]
    public void BFloat16_keeps_NaN_and_is_exact_as_float()
    {
        Assert.True(float.IsNaN((BFloat16)BitConverter.UInt32BitsToSingle(0x7f800001)));
        Assert.Equal(-1.5f, (float)(BFloat16)(-1.5f));
        Assert.Equal("-1.5", ((BFloat16)(-1.5f)).ToString());
    }

    [Fact]
    public void Strings_are_UTF8_and_may_have_zero_characters()
    {
        string[] texts = ["", "a\0b", "größer", "𝄞"];
        using Tensor strings = Tensor.CreateStrings([2, 2], texts);

        Assert.Equal(ElementType.String, strings.Type);
        Assert.Equal(texts, strings.ToStringArray());
        Assert.Equal("a\0b", strings.GetString(1));
        Assert.Equal("𝄞"u8, strings.GetStringBytes(3));
        Assert.Equal(0, strings.ByteCount);
        Assert.Equal(0, strings.DataPointer);
    }

    [Fact]
    public void Strings_may_be_any_bytes()
    {
        using Tensor strings = Tensor.CreateStrings([2], [new ReadOnlyMemory<byte>(_notUtf8), default]);

        Assert.Equal(_notUtf8, strings.GetStringBytes(0));
        Assert.Equal("\ufffd\0", strings.GetString(0));
        Assert.True(strings.GetStringBytes(1).IsEmpty);
    }

    [Fact]
    public void Half_a_surrogate_pair_is_refused() =>
        Assert.ThrowsAny<ArgumentException>(() => Tensor.CreateStrings([1], ["\ud800"]));

    [Fact]
    public void Reading_another_type_is_refused()
    {
        using Tensor tensor = Tensor.Create([1], [1f]);
        using Tensor strings = Tensor.CreateStrings([1], ["a"]);
        using Tensor described = Tensor.Describe(ElementType.Float32, [1]);
        using Tensor describedStrings = Tensor.Describe(ElementType.String, [1]);

        Assert.Throws<InvalidOperationException>(() => tensor.ToArray<int>());
        Assert.Throws<InvalidOperationException>(() => tensor.AsMemory<int>());
        Assert.Throws<InvalidOperationException>(() => tensor.GetString(0));
        Assert.Throws<InvalidOperationException>(tensor.ToStringArray);
        Assert.Throws<InvalidOperationException>(() => strings.AsBytes().ToArray());
        Assert.Throws<InvalidOperationException>(() => described.ToArray<float>());
        Assert.Throws<InvalidOperationException>(() => described.AsBytes().ToArray());
        Assert.Throws<InvalidOperationException>(() => describedStrings.GetString(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => strings.GetString(1));
        Assert.Throws<ArgumentOutOfRangeException>(() => strings.GetString(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => tensor.AsSpan<float>(1, 1).ToArray());
        Assert.Throws<ArgumentOutOfRangeException>(() => tensor.AsSpan<float>(long.MaxValue, 1).ToArray());
        Assert.Throws<ArgumentOutOfRangeException>(() => tensor.AsSpan<float>(0, -1).ToArray());
    }

    [Theory]
    [InlineData(new long[] { 2 }, "argument.bytes")]
    [InlineData(new long[] { -1 }, "argument.extent")]
    [InlineData(new long[] { 1, 1, 1, 1, 1, 1, 1, 1, 1 }, "shape.rank_limit")]
    public void A_shape_that_does_not_fit_is_refused(long[] shape, string reason)
    {
        Assert.Equal(reason, Assert.Throws<SessionException>(() => Tensor.Create(shape, [1f])).Reason);
        Assert.Equal(reason, Assert.Throws<SessionException>(() => Tensor.Borrow(shape, new float[1])).Reason);
        Assert.Equal(reason, Assert.Throws<SessionException>(() => Tensor.CreateStrings(shape, ["a"])).Reason);
    }

    [Fact]
    public void Borrowed_memory_is_not_copied()
    {
        float[] array = [0, 1, 2, 3, 4, 5];
        using Tensor whole = Tensor.Borrow([2, 3], array);
        using Tensor part = Tensor.Borrow([2], new ReadOnlyMemory<float>(array, 1, 2));

        Assert.True(Unsafe.AreSame(ref array[0], ref MemoryMarshal.GetReference(whole.AsSpan<float>())));
        Assert.True(Unsafe.AreSame(ref array[1], ref MemoryMarshal.GetReference(part.AsSpan<float>())));
    }

    [Fact]
    public unsafe void Borrowed_native_memory_is_released_once_when_the_last_view_is_gone()
    {
        long* numbers = (long*)NativeMemory.Alloc(2 * sizeof(long));
        (numbers[0], numbers[1]) = (7, 8);
        int released = 0;
        Tensor tensor = Tensor.Borrow(ElementType.Int64, [2], (nint)numbers, 16, () =>
        {
            NativeMemory.Free(numbers);
            released++;
        });
        Tensor view = Ops.Unsqueeze(tensor, [0]);

        Assert.Equal((nint)numbers, view.DataPointer);
        tensor.Dispose();
        Assert.Equal(0, released);
        Assert.Equal([7L, 8], view.AsSpan<long>());
        view.Dispose();
        Assert.Equal(1, released);
    }

    [Fact]
    public unsafe void Memory_that_is_refused_is_not_released()
    {
        long number = 1;
        nint address = (nint)(&number);
        int released = 0;

        SessionException error = Assert.Throws<SessionException>(
            () => Tensor.Borrow(ElementType.Int64, [2], address, 8, () => released++));

        Assert.Equal(ErrorKind.InvalidArgument, error.Kind);
        Assert.Equal(0, released);
    }

    [Fact]
    public void Bools_that_are_neither_0_nor_1_are_copied_and_set_right()
    {
        byte[] bytes = [0, 2];
        using Tensor tensor = Tensor.Borrow(ElementType.Bool, [2], bytes);

        Assert.Equal([false, true], tensor.AsSpan<bool>());
        Assert.Equal(2, bytes[1]);
    }

    [Fact]
    public void Memory_keeps_the_tensor_alive_but_does_not_outlive_its_disposal()
    {
        Tensor tensor = Tensor.Create([3], [1, 2, 3]);
        ReadOnlyMemory<int> memory = tensor.AsMemory<int>();
        Assert.Equal([1, 2, 3], memory.Span);

        using (memory[1..].Pin())
        {
            tensor.Dispose();
            Assert.True(tensor.IsDisposed);
        }
        Assert.Throws<ObjectDisposedException>(() => memory.Span.ToArray());
    }

    [Fact]
    public void Shared_tensors_are_one_tensor_with_two_owners()
    {
        Tensor first = Tensor.Create([1], [5]);
        using Tensor second = first.Share();

        Assert.Equal(first.DataPointer, second.DataPointer);
        first.Dispose();
        Assert.Equal([5], second.AsSpan<int>());
    }

    [Fact]
    public void DLPack_hands_memory_over_without_a_copy()
    {
        using Tensor tensor = Tensor.Create([2], [1.5f, 2.5f]);

        using Tensor received = Tensor.FromDLPack(tensor.ToDLPack());

        Assert.Equal(tensor.DataPointer, received.DataPointer);
        Assert.Equal([1.5f, 2.5f], received.AsSpan<float>());
        using Tensor strings = Tensor.CreateStrings([1], ["a"]);
        Assert.Equal("dlpack.unsupported", Assert.Throws<SessionException>(() => strings.ToDLPack()).Reason);
        Assert.Equal("argument.null", Assert.Throws<SessionException>(() => Tensor.FromDLPack(0)).Reason);
    }

    [Fact]
    public void A_tensor_is_written_and_read_as_TensorProto()
    {
        using Tensor tensor = Tensor.CreateStrings([2], ["a", "b\0"]);

        using Tensor bytes = tensor.Write("name");
        using Tensor read = Tensor.Read(bytes.AsSpan<byte>());

        Assert.Equal(["a", "b\0"], read.ToStringArray());
        Assert.Contains("name", System.Text.Encoding.UTF8.GetString(bytes.AsSpan<byte>()), StringComparison.Ordinal);
        Assert.Equal("model.malformed", Assert.Throws<SessionException>(() => Tensor.Read([0xff])).Reason);
    }

    [Fact]
    public void What_is_null_is_refused_where_nothing_else_can_be_meant()
    {
        using var attributes = new Attributes();
        Action[] calls =
        [
            () => Tensor.CreateStrings([2], new string[] { "a", null! }),
            () => Tensor.Borrow([0], (float[])null!),
            () => attributes.Set("names", new string[] { "a", null! }),
            () => attributes.Set("name", (string)null!),
            () => attributes.Set("value", (Tensor)null!),
        ];
        Assert.All(calls, call => Assert.Throws<ArgumentNullException>(call));
    }
}
