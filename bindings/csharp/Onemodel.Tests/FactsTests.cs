namespace Onemodel.Tests;

public class FactsTests
{
    [Fact]
    public void The_library_tells_its_version_and_limits()
    {
        Assert.Matches(@"^\d+\.\d+\.\d+$", Library.Version);
        Assert.Equal(8, Library.MaxRank);
        Assert.True(Library.MaxOpset >= 28);
        Assert.True(Library.MinIRVersion < Library.MaxIRVersion);
        Assert.True(Library.SimdLevel is "plain" or "sse4" or "avx2" or "avx512" or "neon");
    }

    [Fact]
    public void Kinds_and_types_have_the_names_of_the_corpus()
    {
        Assert.Equal(Enum.GetNames<ErrorKind>(), Enum.GetValues<ErrorKind>().Select(kind => kind.GetName()));
        Assert.Equal("float8e4m3fn", ElementType.Float8E4M3FN.GetName());
        Assert.Equal(4, ElementType.UInt4.GetBits());
        Assert.Equal(ElementType.Undefined, ElementTypes.FromName("no type"));
        Assert.Throws<ArgumentOutOfRangeException>(() => ElementType.Undefined.GetName());
        Assert.Throws<ArgumentOutOfRangeException>(() => ((ErrorKind)99).GetName());
    }

    [Fact]
    public void Reasons_are_listed()
    {
        Reason reason = Reason.All.Single(reason => reason.Slug == "slice.step_zero");
        Assert.Equal(ErrorKind.InvalidModel, reason.Kind);
        Assert.NotEmpty(reason.Meaning);
        Assert.Equal(Reason.All.Count, Reason.All.Select(reason => reason.Slug).Distinct().Count());
    }

    [Fact]
    public void Operators_tell_their_signatures()
    {
        Operator slice = Operator.Find("Slice")!;
        Assert.Equal(("Slice", OperatorKind.Copy, true, 26), (slice.Name, slice.Kind, slice.IsExact, slice.TypeCount));
        Assert.Equal([1, 10, 11, 13], slice.Versions);
        Assert.Contains("slice.step_zero", slice.Reasons);
        IReadOnlyList<OperatorInput> inputs = slice.GetInputs(13);
        Assert.Equal(["data", "starts", "ends", "axes", "steps"], inputs.Select(input => input.Name));
        Assert.Equal([false, false, false, true, true], inputs.Select(input => input.IsOptional));
        Assert.Equal([ElementType.Int32, ElementType.Int64], inputs[1].Types.Order());
        Assert.Empty(slice.GetInputs(0));
        Assert.Equal(new OperatorAttribute("ends", AttributeKind.Ints, true),
            slice.GetAttributes(1).Single(attribute => attribute.Name == "ends"));
        Assert.True(Operator.Find("Concat")!.GetInputs(13)[0].IsVariadic);
        Assert.Equal(new OperatorOutput("outputs", false, true), Operator.Find("Split")!.GetOutputs(18).Single());
        Assert.Same(slice, Operator.All.Single(op => op.ToString() == "Slice"));
        Assert.Null(Operator.Find("Conv"));
    }

    [Fact]
    public void A_context_has_limits_and_threads()
    {
        using var context = new Context();
        Assert.Equal(Context.DefaultMemoryLimit, context.MemoryLimit);
        Assert.Equal(Context.DefaultThreads, context.Threads);
        Assert.Equal(Context.DefaultBufferLimit, context.BufferLimit);
        (context.MemoryLimit, context.Threads, context.BufferLimit) = (1000, 2, 0);
        Assert.Equal((1000, 2, 0), (context.MemoryLimit, context.Threads, context.BufferLimit));
        Assert.Equal("argument.count", Assert.Throws<SessionException>(() => context.MemoryLimit = -1).Reason);
        Assert.Throws<SessionException>(() => context.Threads = Context.MaxThreads + 1);
        Assert.Throws<SessionException>(() => context.BufferLimit = -1);
        context.ReleaseBuffers();
        Context.ReleaseDefaultBuffers();

        SessionException error = Assert.Throws<SessionException>(() => Ops.ConstantOfShape([251], context: context));
        Assert.Equal((ErrorKind.OutOfMemory, "memory.exhausted"), (error.Kind, error.Reason));
        Ops.ConstantOfShape([250], context: context).Dispose();
    }

    [Fact]
    public void Results_outlive_their_context()
    {
        Tensor result;
        using (var context = new Context { Threads = 2 })
        {
            result = Ops.ConstantOfShape([1 << 20], context: context);
        }
        Assert.Equal(0f, result.AsSpan<float>()[^1]);
        result.Dispose();
    }
}
