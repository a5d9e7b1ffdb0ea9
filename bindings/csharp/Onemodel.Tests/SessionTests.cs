namespace Onemodel.Tests;

public class SessionTests
{
    // y = the rows of x in reverse order, whose number is N; z = its shape.
    private static Model ReverseRows()
    {
        var model = new Model();
        model.AddInput("x", ElementType.Float32, [-1, 3], ["N", null]);
        foreach ((string name, long value) in new (string, long)[] { ("starts", -1), ("ends", long.MinValue), ("axes", 0), ("steps", -1) })
        {
            using Tensor list = Tensor.Create([1], [value]);
            model.AddInitializer(name, list);
        }
        model.AddNode("Slice", ["x", "starts", "ends", "axes", "steps"], ["y"], name: "reverse");
        using Attributes attributes = new Attributes().Set("start", 1);
        model.AddNode("Shape", ["x"], ["z"], attributes, name: "width");
        model.AddOutput("y", ElementType.Float32, [-1, 3], ["N", null]);
        model.AddOutput("z");
        return model;
    }

    private static Tensor Matrix() => Tensor.Create([2, 3], [1f, 2, 3, 4, 5, 6]);

    private static void Check(Tensor y, Tensor z)
    {
        using (y)
        using (z)
        {
            Assert.Equal([4f, 5, 6, 1, 2, 3], y.AsSpan<float>());
            Assert.Equal([3L], z.AsSpan<long>());
        }
    }

    [Fact]
    public void A_session_runs_in_every_way()
    {
        using Model model = ReverseRows();
        using var session = new Session(model);
        using Tensor x = Matrix();

        Tensor[] outputs = session.Run([x]);
        Check(outputs[0], outputs[1]);
        session.Run([x], outputs);
        Check(outputs[0], outputs[1]);
        outputs = session.RunNamed(["x"], [x], ["z", "y"]);
        Check(outputs[1], outputs[0]);
        IReadOnlyDictionary<string, Tensor> named = session.Run(new Dictionary<string, Tensor> { ["x"] = x });
        Check(named["y"], named["z"]);

        float[] memory = new float[6];
        using Tensor y = Tensor.Borrow([2, 3], memory);
        using Tensor z = Tensor.Create([1], [0L]);
        session.RunInto([x], [y, z]);
        Assert.Equal([4f, 5, 6, 1, 2, 3], memory);
        Assert.Equal([3L], z.AsSpan<long>());
    }

    [Fact]
    public void A_session_tells_its_inputs_and_outputs()
    {
        using Model model = ReverseRows();
        using Tensor fallback = Tensor.Create([1], [1L]);
        model.AddInput("optional", ElementType.Int64);
        model.AddInitializer("optional", fallback);
        using var session = new Session(model);

        SessionInput x = session.Inputs[0];
        Assert.Equal(("x", ElementType.Float32, false), (x.Name, x.Type, x.IsOptional));
        Assert.Equal([-1, 3], x.Shape!);
        Assert.Equal(["N", ""], x.Symbols!);
        SessionInput optional = session.Inputs[1];
        Assert.True(optional.IsOptional);
        Assert.Null(optional.Shape);
        Assert.Null(optional.Symbols);
        Assert.Equal(["y", "z"], session.Outputs.Select(output => output.Name));
        Assert.Equal(ElementType.Int64, session.Outputs[1].Type);
        Assert.Equal([1], session.Outputs[1].Shape!);
        Assert.Equal(1, session.FindInput("optional"));
        Assert.Equal(1, session.FindOutput("z"));
        Assert.Equal(-1, session.FindInput("y"));
        Assert.Equal(-1, session.FindOutput("x"));
        using Tensor matrix = Matrix();
        Tensor[] outputs = session.Run([matrix, null]);
        Check(outputs[0], outputs[1]);
    }

    [Fact]
    public void A_plan_tells_what_is_done_for_each_node()
    {
        using Model model = ReverseRows();
        using var session = new Session(model);
        using Tensor described = Tensor.Describe(ElementType.Float32, [2, 3]);
        using Plan plan = session.GetPlan([described]);

        PlanNode reverse = plan.Nodes.Single(node => node.Name == "reverse");
        Assert.Equal(("Slice", PlanKind.Copy, 24L), (reverse.Operator, reverse.Kind, reverse.Bytes));
        Assert.Null(reverse.FusedInto);
        Assert.False(reverse.IsDataDependent || reverse.IsShapedAtRunTime);
        Assert.NotEmpty(reverse.Kernel);
        Assert.Equal(("y", ElementType.Float32), (reverse.Outputs[0].Name, reverse.Outputs[0].Type));
        Assert.Equal([2, 3], reverse.Outputs[0].Shape!);
        int width = plan.Nodes.ToList().FindIndex(node => node.Name == "width");
        Assert.Equal(PlanKind.Constant, plan.Nodes[width].Kind);
        using Tensor? constant = plan.GetConstant(width, 0);
        Assert.Equal([3L], constant!.AsSpan<long>());
        Assert.Null(plan.GetConstant(1 - width, 0));
        Assert.True(plan.BufferBytes >= 0);
        using Plan declared = session.GetPlan();
        Assert.Equal(2, declared.Nodes.Count);
        session.Dispose();
        Assert.Equal([3L], constant.AsSpan<long>());
    }

    [Fact]
    public void A_chain_of_movements_is_fused()
    {
        using var model = new Model();
        model.AddInput("x", ElementType.Float32, [2, 3, 4]);
        using Attributes perm = new Attributes().Set("perm", [1, 0, 2]);
        model.AddNode("Transpose", ["x"], ["a"], perm, name: "first");
        model.AddNode("Transpose", ["a"], ["y"], name: "second");
        model.AddOutput("y");
        using var session = new Session(model);
        using Plan plan = session.GetPlan();

        Assert.Equal(PlanKind.Fused, plan.Nodes[0].Kind);
        Assert.Equal(1, plan.Nodes[0].FusedInto);
    }

    [Fact]
    public void A_model_is_written_and_read()
    {
        using Model model = ReverseRows();
        string folder = Directory.CreateTempSubdirectory().FullName;
        string file = Path.Combine(folder, "größer.onnx");
        try
        {
            model.WriteFile(file);
            using Tensor bytes = model.Write();
            Assert.Equal(File.ReadAllBytes(file), bytes.AsSpan<byte>());
            using Model fromFile = Model.ReadFile(file);
            using Model fromBytes = Model.Read(bytes.AsSpan<byte>(), folder);
            foreach (Model read in new[] { fromFile, fromBytes })
            {
                using var session = new Session(read);
                using Tensor x = Matrix();
                Tensor[] outputs = session.Run([x]);
                Check(outputs[0], outputs[1]);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
        SessionException error = Assert.Throws<SessionException>(() => Model.ReadFile(file));
        Assert.Equal((ErrorKind.IO, "io.file"), (error.Kind, error.Reason));
        Assert.Equal("model.malformed", Assert.Throws<SessionException>(() => Model.Read([0xff])).Reason);
    }

    [Fact]
    public void Errors_name_the_node()
    {
        using Model model = ReverseRows();
        using Tensor zero = Tensor.Create([1], [0L]);
        model.AddInitializer("zero", zero);
        model.AddNode("Slice", ["x", "zero", "zero", "zero", "zero"], ["w"], name: "bad");
        model.AddOutput("w");

        SessionException error = Assert.Throws<SessionException>(() => new Session(model));

        Assert.Equal(("slice.step_zero", "Slice", "bad"), (error.Reason, error.Operator, error.Node));
    }

    [Fact]
    public void What_is_fed_must_fit()
    {
        using Model model = ReverseRows();
        using var session = new Session(model);
        using Tensor x = Matrix();
        using Tensor wrong = Tensor.Create([2, 3], [1, 2, 3, 4, 5, 6]);

        Assert.Equal(ErrorKind.InvalidInput, Assert.Throws<SessionException>(() => session.Run([wrong])).Kind);
        Assert.Equal("session.input_missing", Assert.Throws<SessionException>(() => session.Run([null])).Reason);
        Assert.Equal("session.input_unknown",
            Assert.Throws<SessionException>(() => session.RunNamed(["no"], [x], ["y"])).Reason);
        Assert.Equal("session.output_unknown",
            Assert.Throws<SessionException>(() => session.RunNamed(["x"], [x], ["no"])).Reason);
        Assert.Throws<ArgumentException>(() => session.RunNamed(["x"], [], ["y"]));
        Assert.Throws<SessionException>(() => session.Run([x], new Tensor[1]));
    }

    [Fact]
    public void A_model_is_checked_as_it_is_composed()
    {
        using var model = new Model();
        Assert.Equal("argument.count", Assert.Throws<SessionException>(() => model.SetOpset(0)).Reason);
        Assert.Equal("model.ir_version",
            Assert.Throws<SessionException>(() => model.SetIRVersion(Library.MaxIRVersion + 1)).Reason);
        model.SetIRVersion(Library.MinIRVersion);
        model.SetOpset(3, "some.domain");
        Assert.Throws<ArgumentException>(() => model.AddInput("x", ElementType.Float32, [1, 2], ["N"]));
        Assert.Equal("argument.type", Assert.Throws<SessionException>(() => model.AddInput("x", (ElementType)99)).Reason);
        Assert.Throws<ArgumentException>(() => model.AddNode("Slice", ["a\0b"], ["y"]));
    }

    [Fact]
    public void Many_threads_run_one_session()
    {
        using Model model = ReverseRows();
        using var session = new Session(model);
        using Tensor x = Matrix();
        Parallel.For(0, 2000, i =>
        {
            Tensor[] outputs = session.Run([x]);
            Check(outputs[0], outputs[1]);
        });
    }
}
