namespace Onemodel.Tests;

/// <summary>Each operator's method takes its parameters in the right places; what operators do is the corpus's matter.</summary>
public class OpsTests
{
    private static Tensor Matrix() => Tensor.Create([2, 3], [1, 2, 3, 4, 5, 6]);

    private static Tensor Vector(params long[] elements) => Tensor.Create([elements.Length], (ReadOnlySpan<long>)elements);

    private static void Check<T>(Tensor actual, long[] shape, params T[] elements)
        where T : unmanaged, IEquatable<T>
    {
        using (actual)
        {
            Assert.Equal(shape, actual.Shape);
            Assert.Equal(elements, actual.AsSpan<T>());
        }
    }

    [Fact]
    public void Shape_and_Size()
    {
        using Tensor matrix = Matrix();
        Check(Ops.Shape(matrix), [2], 2L, 3);
        Check(Ops.Shape(matrix, start: 1), [1], 3L);
        Check(Ops.Shape(matrix, end: -1), [1], 2L);
        Check(Ops.Size(matrix), [], 6L);
    }

    [Fact]
    public void Views_share_memory()
    {
        using Tensor data = Tensor.Create([1, 2, 1], [1, 2]);
        foreach ((Tensor view, long[] shape) in new (Tensor, long[])[]
        {
            (Ops.Squeeze(data), [2]),
            (Ops.Squeeze(data, [-1]), [1, 2]),
            (Ops.Squeeze(data, []), [1, 2, 1]),
            (Ops.Unsqueeze(data, [0, 4]), [1, 1, 2, 1, 1]),
            (Ops.Flatten(data), [1, 2]),
            (Ops.Flatten(data, axis: 2), [2, 1]),
            (Ops.Reshape(data, [-1]), [2]),
            (Ops.Reshape(data, [0, -1]), [1, 2]),
            (Ops.Identity(data), [1, 2, 1]),
            (Ops.Dropout(data), [1, 2, 1]),
        })
        {
            Assert.Equal(data.DataPointer, view.DataPointer);
            Check(view, shape, 1, 2);
        }
        using Tensor empty = Tensor.Create<int>([0, 2], []);
        Check<int>(Ops.Reshape(empty, [2, 0], allowZero: true), [2, 0]);
    }

    [Fact]
    public void Dropout_refuses_training_and_gives_a_mask()
    {
        using Tensor data = Tensor.Create([2], [1f, 2]);
        using Tensor ratio = Tensor.CreateScalar(0.5f);
        using Tensor training = Tensor.CreateScalar(true);

        (Tensor output, Tensor mask) = Ops.DropoutWithMask(data, ratio);

        Check(output, [2], 1f, 2);
        Check(mask, [2], true, true);
        Assert.Equal("dropout.training", Assert.Throws<SessionException>(() => Ops.Dropout(data, null, training)).Reason);
    }

    [Fact]
    public void Movements()
    {
        using Tensor matrix = Matrix();
        Check(Ops.Transpose(matrix), [3, 2], 1, 4, 2, 5, 3, 6);
        Check(Ops.Transpose(matrix, [0, 1]), [2, 3], 1, 2, 3, 4, 5, 6);
        Check(Ops.Concat([matrix, matrix], axis: 1), [2, 6], 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6);
        Check(Ops.Slice(matrix, [-1], [long.MinValue], [0], [-1]), [2, 3], 4, 5, 6, 1, 2, 3);
        Check(Ops.Slice(matrix, [0, 1], [1, 3]), [1, 2], 2, 3);
        Check(Ops.Slice(matrix, [0], [3], steps: [2]), [1, 3], 1, 2, 3);
        Check(Ops.Expand(matrix, [2, 1, 1]), [2, 2, 3], 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6);
        Check(Ops.Tile(matrix, [1, 2]), [2, 6], 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6);
        Check(Ops.Trilu(matrix), [2, 3], 1, 2, 3, 0, 5, 6);
        Check(Ops.Trilu(matrix, k: -1, upper: false), [2, 3], 0, 0, 0, 4, 0, 0);
    }

    [Fact]
    public void Concat_takes_more_tensors_than_find_room_on_the_stack()
    {
        Tensor[] parts = Enumerable.Range(0, 20).Select(i => Tensor.Create([1], [i])).ToArray();
        Check(Ops.Concat(parts, axis: 0), [20], Enumerable.Range(0, 20).ToArray());
        parts[13].Dispose();
        Assert.Throws<ObjectDisposedException>(() => Ops.Concat(parts, axis: 0));
        foreach (Tensor part in parts)
        {
            part.Dispose();
        }
    }

    [Fact]
    public void Split_gives_each_part()
    {
        using Tensor matrix = Matrix();
        Tensor[] parts = Ops.Split(matrix, [1, 2], axis: 1);
        Assert.Equal(2, parts.Length);
        Check(parts[0], [2, 1], 1, 4);
        Check(parts[1], [2, 2], 2, 3, 5, 6);
        parts = Ops.Split(matrix, 2, axis: -1);
        Check(parts[0], [2, 2], 1, 2, 4, 5);
        Check(parts[1], [2, 1], 3, 6);
        Assert.Equal(ErrorKind.InvalidModel, Assert.Throws<SessionException>(() => Ops.Split(matrix, [])).Kind);
        Assert.Throws<ArgumentOutOfRangeException>(() => Ops.Split(matrix, -1));
    }

    [Fact]
    public void Gathers_and_scatters()
    {
        using Tensor matrix = Matrix();
        using Tensor one = Vector(-1);
        Check(Ops.Gather(matrix, one), [1, 3], 4, 5, 6);
        Check(Ops.Gather(matrix, one, axis: 1), [2, 1], 3, 6);
        using Tensor row = Tensor.Create([1, 3], [1L, 0, 1]);
        Check(Ops.GatherElements(matrix, row), [1, 3], 4, 2, 6);
        Check(Ops.GatherElements(matrix, row, axis: 1), [1, 3], 2, 1, 2);
        using Tensor coordinates = Tensor.Create([1, 2], [1L, 2]);
        Check(Ops.GatherND(matrix, coordinates), [1], 6);
        using Tensor perBatch = Tensor.Create([2, 1], [0L, 2]);
        Check(Ops.GatherND(matrix, perBatch, batchDims: 1), [2], 1, 6);
        using Tensor updates = Tensor.Create([1], [10]);
        Check(Ops.ScatterND(matrix, coordinates, updates), [2, 3], 1, 2, 3, 4, 5, 10);
        Check(Ops.ScatterND(matrix, coordinates, updates, ScatterReduction.Add), [2, 3], 1, 2, 3, 4, 5, 16);
        Check(Ops.ScatterND(matrix, coordinates, updates, ScatterReduction.Mul), [2, 3], 1, 2, 3, 4, 5, 60);
        Check(Ops.ScatterND(matrix, coordinates, updates, ScatterReduction.Max), [2, 3], 1, 2, 3, 4, 5, 10);
        Check(Ops.ScatterND(matrix, coordinates, updates, ScatterReduction.Min), [2, 3], 1, 2, 3, 4, 5, 6);
        Assert.Throws<ArgumentOutOfRangeException>(() => Ops.ScatterND(matrix, coordinates, updates, (ScatterReduction)9));
    }

    [Fact]
    public void Pad_has_modes_and_axes()
    {
        using Tensor vector = Tensor.Create([3], [1, 2, 3]);
        using Tensor nine = Tensor.CreateScalar(9);
        Check(Ops.Pad(vector, [1, 2]), [6], 0, 1, 2, 3, 0, 0);
        Check(Ops.Pad(vector, [1, 0], nine), [4], 9, 1, 2, 3);
        Check(Ops.Pad(vector, [1, 1], mode: PadMode.Edge), [5], 1, 1, 2, 3, 3);
        Check(Ops.Pad(vector, [1, 1], mode: PadMode.Reflect), [5], 2, 1, 2, 3, 2);
        Check(Ops.Pad(vector, [1, 1], mode: PadMode.Wrap), [5], 3, 1, 2, 3, 1);
        using Tensor matrix = Matrix();
        Check(Ops.Pad(matrix, [0, -1], axes: [1], nine), [2, 2], 1, 2, 4, 5);
        Check(Ops.Pad(matrix, [], axes: []), [2, 3], 1, 2, 3, 4, 5, 6);
        Assert.Throws<ArgumentOutOfRangeException>(() => Ops.Pad(vector, [1, 2], mode: (PadMode)9));
    }

    [Fact]
    public void Generators()
    {
        using Tensor seven = Tensor.Create([1], [7]);
        Check(Ops.ConstantOfShape([2, 1]), [2, 1], 0f, 0);
        Check(Ops.ConstantOfShape([2], seven), [2], 7, 7);
        using Tensor start = Tensor.CreateScalar(1);
        using Tensor limit = Tensor.CreateScalar(6);
        using Tensor delta = Tensor.CreateScalar(2);
        Check(Ops.Range(start, limit, delta), [3], 1, 3, 5);
        using Tensor indices = Vector(0, 2);
        using Tensor offAndOn = Tensor.Create([2], [0, 5]);
        Check(Ops.OneHot(indices, 3, offAndOn), [2, 3], 5, 0, 0, 0, 0, 5);
        Check(Ops.OneHot(indices, 3, offAndOn, axis: 0), [3, 2], 5, 0, 0, 0, 0, 5);
    }

    [Fact]
    public void NonZero_and_TopK()
    {
        using Tensor x = Tensor.Create([4], [0, 3, 1, 2]);
        Check(Ops.NonZero(x), [1, 3], 1L, 2, 3);
        (Tensor values, Tensor indices) = Ops.TopK(x, 2);
        Check(values, [2], 3, 2);
        Check(indices, [2], 1L, 3);
        (values, indices) = Ops.TopK(x, 1, axis: 0, largest: false, sorted: false);
        Check(values, [1], 0);
        Check(indices, [1], 0L);
    }

    [Fact]
    public void Invoke_runs_any_operator_at_any_opset()
    {
        using Tensor matrix = Matrix();
        using Attributes attributes = new Attributes().Set("axes", [1]).Set("starts", [1]).Set("ends", [9]);
        Check(Ops.Invoke("Slice", 1, [matrix], attributes)[0], [2, 2], 2, 3, 5, 6);
        using Tensor starts = Vector(0);
        using Tensor ends = Vector(2);
        using Tensor steps = Vector(2);
        Check(Ops.Invoke("Slice", 13, [matrix, starts, ends, null, steps])[0], [1, 3], 1, 2, 3);
        using Tensor k = Vector(1);
        Tensor[] outputs = Ops.Invoke("TopK", 24, [matrix, k], outputCount: 2);
        Check(outputs[0], [2, 1], 3, 6);
        Check(outputs[1], [2, 1], 2L, 2);
    }

    [Fact]
    public void Infer_tells_types_and_shapes()
    {
        using Tensor described = Tensor.Describe(ElementType.BFloat16, [2, 3]);

        using Tensor transposed = Ops.Infer("Transpose", 25, [described])[0];
        using Tensor coordinates = Ops.Infer("NonZero", 13, [described])[0];

        Assert.Equal(ElementType.BFloat16, transposed.Type);
        Assert.Equal([3, 2], transposed.Shape);
        Assert.Equal([2, -1], coordinates.Shape);
        Assert.Equal(-1, coordinates.ElementCount);
        Assert.Equal("argument.no_data", Assert.Throws<SessionException>(() => Ops.Transpose(described)).Reason);
    }

    [Fact]
    public void Attributes_hold_every_kind()
    {
        using Tensor tensor = Tensor.Create([1], [7f]);
        using Attributes value = new Attributes().Set("value", tensor);
        using Tensor shape = Vector(2);
        Check(Ops.Invoke("ConstantOfShape", 9, [shape], value)[0], [2], 7f, 7);

        // Constant has an attribute for each other kind.
        using var model = new Model();
        using Attributes number = new Attributes().Set("value_int", 5);
        using Attributes numbers = new Attributes().Set("value_ints", [5, 6]);
        using Attributes real = new Attributes().Set("value_float", 0.5f);
        using Attributes reals = new Attributes().Set("value_floats", [0.5f, 1.5f]);
        using Attributes text = new Attributes().Set("value_string", "a\0ü");
        using Attributes texts = new Attributes().Set("value_strings", ["b", ""]);
        using Attributes bytes = new Attributes().SetBytes("value_string", "c"u8);
        using Attributes manyBytes = new Attributes().SetBytes("value_strings", ["d"u8.ToArray(), "e"u8.ToArray()]);
        Attributes[] all = [number, numbers, real, reals, text, texts, bytes, manyBytes];
        for (int i = 0; i < all.Length; i++)
        {
            model.AddNode("Constant", [], [$"c{i}"], all[i]);
            model.AddOutput($"c{i}");
        }
        using var session = new Session(model);
        Tensor[] outputs = session.Run([]);
        Assert.Equal("a\0ü", outputs[4].GetString(0));
        Assert.Equal(["b", ""], outputs[5].ToStringArray());
        Assert.Equal("c", outputs[6].GetString(0));
        Assert.Equal(["d", "e"], outputs[7].ToStringArray());
        Check(outputs[0], [], 5L);
        Check(outputs[1], [2], 5L, 6);
        Check(outputs[2], [], 0.5f);
        Check(outputs[3], [2], 0.5f, 1.5f);
        foreach (Tensor output in outputs[4..])
        {
            output.Dispose();
        }
    }

    [Fact]
    public void A_refusal_says_kind_reason_operator_and_input()
    {
        using Tensor matrix = Matrix();

        SessionException error = Assert.Throws<SessionException>(() => Ops.Slice(matrix, [0], [1], steps: [0]));

        Assert.Equal(ErrorKind.InvalidModel, error.Kind);
        Assert.Equal("slice.step_zero", error.Reason);
        Assert.Equal("Slice", error.Operator);
        Assert.Equal("steps", error.Input);
        Assert.Equal("", error.Node);
        Assert.Equal("slice.step_zero: Slice: 'steps': steps[0] is 0; a step must not be 0", error.Message);
    }

    [Fact]
    public void Mistakes_in_CSharp_are_told_as_in_CSharp()
    {
        using Tensor matrix = Matrix();
        Assert.Throws<ArgumentNullException>("data", () => Ops.Slice(null!, [0], [1]));
        Assert.Throws<ArgumentException>("ends", () => Ops.Slice(matrix, [0], []));
        Assert.Throws<ArgumentException>("axes", () => Ops.Slice(matrix, [0], [1], [0, 1]));
        Assert.Throws<ArgumentException>("steps", () => Ops.Slice(matrix, [0], [1], [0], [1, 1]));
        Assert.Throws<ArgumentNullException>("op", () => Ops.Invoke(null!, 1, []));
        Assert.Throws<ArgumentException>(() => Ops.Invoke("Sl\0ice", 1, []));
        Assert.Equal("input.missing", Assert.Throws<SessionException>(() => Ops.Concat([], 0)).Reason);
    }
}
