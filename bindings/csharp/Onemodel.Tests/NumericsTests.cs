using System.Buffers;
using System.Numerics.Tensors;
using System.Runtime.CompilerServices;
using Onemodel.Numerics;

namespace Onemodel.Tests;

public class NumericsTests
{
    [Fact]
    public void A_dense_tensor_is_borrowed()
    {
        float[] memory = [1, 2, 3, 4, 5, 6];
        Tensor<float> there = System.Numerics.Tensors.Tensor.Create(memory, [2, 3]);

        using Tensor here = TensorInterop.Borrow(there);

        Assert.Equal([2, 3], here.Shape);
        Assert.True(Unsafe.AreSame(in memory[0], in here.AsSpan<float>()[0]));
    }

    [Fact]
    public void A_tensor_with_strides_is_copied_in_row_major_order()
    {
        Tensor<int> there = System.Numerics.Tensors.Tensor.Create([1, 2, 3, 4, 5, 6], [2, 3]);

        using Tensor here = TensorInterop.Borrow(there.Slice(NRange.All, 1..3));
        using Tensor span = TensorInterop.Create(there.AsReadOnlyTensorSpan().Slice(NRange.All, 1..3));

        Assert.Equal([2, 2], here.Shape);
        Assert.Equal([2, 3, 5, 6], here.AsSpan<int>());
        Assert.Equal([2, 3, 5, 6], span.AsSpan<int>());
    }

    [Fact]
    public void A_result_is_seen_without_a_copy_or_copied()
    {
        using Tensor here = Tensor.Create([2, 3], [1, 2, 3, 4, 5, 6]);

        ReadOnlyTensorSpan<int> span = here.AsTensorSpan<int>();
        Tensor<int> copy = here.ToTensor<int>();

        Assert.True(Unsafe.AreSame(in here.AsSpan<int>()[0], in span[0, 0]));
        Assert.Equal([2, 3], span.Lengths);
        Assert.Equal(6, span[1, 2]);
        Assert.Equal([2, 3], copy.Lengths);
        Assert.Equal(6, copy[1, 2]);
    }

    [Fact]
    public void Empty_tensors_and_scalars_pass()
    {
        using Tensor scalar = Tensor.CreateScalar(7);
        using Tensor empty = Tensor.Create<int>([0, 3], []);

        Assert.Equal(7, scalar.AsTensorSpan<int>()[0]);
        Assert.Equal(7, scalar.ToTensor<int>()[0]);
        Assert.Equal([0, 3], empty.AsTensorSpan<int>().Lengths);
        Assert.Equal([0, 3], empty.ToTensor<int>().Lengths);
        using Tensor back = TensorInterop.Borrow(empty.ToTensor<int>());
        Assert.Equal([0, 3], back.Shape);
    }

    [Fact]
    public void A_refusal_leaves_the_memory_to_its_owner()
    {
        Tensor<int> there = System.Numerics.Tensors.Tensor.Create(new int[1], [1, 1, 1, 1, 1, 1, 1, 1, 1]);
        Assert.Equal("shape.rank_limit", Assert.Throws<SessionException>(() => TensorInterop.Borrow(there)).Reason);
    }
}
