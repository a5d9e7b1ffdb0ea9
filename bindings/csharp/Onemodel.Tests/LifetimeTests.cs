using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Onemodel.Tests;

/// <summary>Who frees what, and when.</summary>
[CollectionDefinition(nameof(LifetimeTests), DisableParallelization = true)]
[Collection(nameof(LifetimeTests))]
public class LifetimeTests
{
    private const int Threads = 4;

    // The memory of the process, after everything that is forgotten was freed.
    private static long SettledMemory()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Context.ReleaseDefaultBuffers();
        return Environment.WorkingSet;
    }

    // What malloc has given out. The pages of a process tell less: malloc keeps many of those that were freed.
    private static class NativeMemory
    {
        public static long InUse
        {
            get
            {
                try
                {
                    Information information = mallinfo2();
                    return (long)(information.InUse + information.Mapped);
                }
                catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
                {
                    return Environment.WorkingSet;  // not a system with the C library of GNU
                }
            }
        }

        [DllImport("libc"), DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
        private static extern Information mallinfo2();

        [StructLayout(LayoutKind.Sequential)]
        private readonly struct Information
        {
            private readonly nuint _arena, _freeChunks, _fastChunks, _mappings;
            public readonly nuint Mapped;
            private readonly nuint _unused, _freeInFastChunks;
            public readonly nuint InUse;
            private readonly nuint _free, _top;
        }
    }

    private static void OnThreads(Action<int> action)
    {
        Thread[] threads = Enumerable.Range(0, Threads).Select(i => new Thread(() => action(i))).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
    }

    [Fact]
    public void A_million_tensors_made_and_dropped_by_several_threads_leave_nothing()
    {
        void Round(int count) => OnThreads(thread =>
        {
            using Tensor data = Tensor.Create([16], new float[16]);
            for (int i = 0; i < count / Threads; i++)
            {
                Tensor slice = Ops.Slice(data, [1], [15]);
                Tensor view = Ops.Reshape(slice, [2, 7]);
                // A third is disposed, base first; a third view first; a third is forgotten.
                switch (i % 3)
                {
                    case 0:
                        slice.Dispose();
                        view.Dispose();
                        break;
                    case 1:
                        view.Dispose();
                        slice.Dispose();
                        break;
                }
                if (i % 20_000 == 0)
                {
                    GC.Collect();
                }
            }
        });

        Round(50_000);
        _ = SettledMemory();
        long before = NativeMemory.InUse;
        Round(500_000);  // of two tensors each
        _ = SettledMemory();
        long after = NativeMemory.InUse;

        // Had the forgotten third stayed, it would be 160 bytes and more for each of 330,000.
        Assert.InRange(after - before, long.MinValue, 8L << 20);
    }

    [Fact]
    public void Large_tensors_that_are_forgotten_are_freed_in_time()
    {
        long before = SettledMemory();
        long most = 0;
        using Tensor one = Tensor.Create([1], [1f]);
        for (int i = 0; i < 64; i++)
        {
            Assert.Equal(ElementType.Float32, Ops.ConstantOfShape([1 << 20, 16], one).Type);  // 64 MB each
            most = Math.Max(most, Environment.WorkingSet);
        }
        Assert.InRange(most - before, 64L << 20, 2L << 30);  // 4 GB in all
    }

    [Fact]
    public void Every_object_may_be_disposed_twice_and_not_be_used_afterwards()
    {
        using Tensor other = Tensor.Create([1], [1f]);
        var tensor = Tensor.Create([1], [1f]);
        var context = new Context();
        var attributes = new Attributes();
        var model = new Model();
        model.AddInput("x", ElementType.Float32, [1]);
        model.AddOutput("x");
        var session = new Session(model);
        Plan plan = session.GetPlan();
        foreach (NativeObject item in new NativeObject[] { plan, session, model, attributes, context, tensor })
        {
            Assert.False(item.IsDisposed);
            item.Dispose();
            item.Dispose();
            Assert.True(item.IsDisposed);
        }

        Action[] uses =
        [
            () => _ = tensor.Type,
            () => _ = tensor.Rank,
            () => _ = tensor.Shape.Length,
            () => _ = tensor.ElementCount,
            () => _ = tensor.ByteCount,
            () => _ = tensor.DataPointer,
            () => tensor.AsSpan<float>(),
            () => tensor.AsSpan<float>(0, 1),
            () => tensor.AsBytes(),
            () => tensor.AsMemory<float>(),
            () => tensor.ToArray<float>(),
            () => tensor.GetString(0),
            () => tensor.GetStringBytes(0),
            () => tensor.ToStringArray(),
            () => tensor.Share(),
            () => tensor.Write(),
            () => tensor.ToDLPack(),
            () => Ops.Identity(tensor),
            () => Ops.Concat([other, tensor], 0),
            () => Ops.Invoke("Identity", 25, [tensor]),
            () => Ops.Identity(other, context),
            () => Ops.Invoke("Identity", 25, [other], attributes),
            () => _ = context.MemoryLimit,
            () => context.MemoryLimit = 1,
            () => context.Threads = 1,
            () => context.ReleaseBuffers(),
            () => attributes.Set("axis", 1),
            () => model.AddOutput("y"),
            () => model.Write(),
            () => _ = new Session(model),
            () => session.Run([other]),
            () => session.RunInto([other], [other]),
            () => session.GetPlan(),
            () => session.FindInput("x"),
            () => plan.GetConstant(0, 0),
            () => Tensor.Borrow([1], new float[1], context),
        ];
        Assert.All(uses, use => Assert.Throws<ObjectDisposedException>(use));
        Assert.Equal("a disposed tensor", tensor.ToString());
        Assert.Equal("x", session.Inputs[0].Name);  // a fact, not a use
    }

    [Fact]
    public void A_view_outlives_its_base_and_a_session_its_model()
    {
        Tensor view = MakeView();
        _ = SettledMemory();
        Assert.Equal([2, 3], view.AsSpan<int>());
        view.Dispose();

        Session session = MakeSession();
        _ = SettledMemory();
        using Tensor x = Tensor.Create([2], [5, 6]);
        Tensor[] outputs = session.Run([x]);
        session.Dispose();
        Assert.Equal([5, 6], outputs[0].AsSpan<int>());
        Assert.Equal([7], outputs[1].AsSpan<int>());

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Tensor MakeView() => Ops.Reshape(Ops.Slice(Tensor.Create([3], [1, 2, 3]), [1], [3]), [1, 2]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Session MakeSession()
        {
            var model = new Model();
            model.AddInput("x", ElementType.Int32, [2]);
            model.AddInitializer("c", Tensor.Create([1], [7]));
            model.AddNode("Identity", ["x"], ["y"]);
            model.AddOutput("y");
            model.AddOutput("c");
            return new Session(model, new Context());
        }
    }

    [Fact]
    public void Borrowed_arrays_are_given_back_by_the_finalizer()
    {
        (WeakReference array, WeakReference tensor) = Forget();
        _ = SettledMemory();
        Assert.False(tensor.IsAlive);
        Assert.False(array.IsAlive);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static (WeakReference, WeakReference) Forget()
        {
            float[] array = new float[100];
            Tensor tensor = Tensor.Borrow([100], array);
            return (new WeakReference(array), new WeakReference(tensor));
        }
    }

    [Fact]
    public void A_borrowed_array_stays_where_it_is_while_a_view_lives()
    {
        Tensor view = MakeView();
        for (int i = 0; i < 3; i++)
        {
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            GC.WaitForPendingFinalizers();
        }
        Assert.Equal(Enumerable.Range(0, 1000), view.ToArray<int>());
        view.Dispose();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Tensor MakeView() => Ops.Flatten(Tensor.Borrow([1000], Enumerable.Range(0, 1000).ToArray()));
    }

    [Fact]
    public void Disposing_while_others_call_ends_in_results_or_ObjectDisposedException()
    {
        for (int round = 0; round < 200; round++)
        {
            Tensor data = Tensor.Create([64, 64], new float[4096]);
            using var start = new Barrier(Threads);
            OnThreads(thread =>
            {
                start.SignalAndWait();
                try
                {
                    for (int i = 0; i < 50; i++)
                    {
                        if (thread == 0 && i == round % 50)
                        {
                            data.Dispose();
                        }
                        using Tensor transposed = Ops.Transpose(data);
                        Assert.Equal(4096, transposed.ElementCount);
                    }
                }
                catch (ObjectDisposedException)
                {
                    Assert.True(data.IsDisposed);
                }
            });
            Assert.True(data.IsDisposed);
        }
    }

    [Fact]
    public void Strings_that_another_thread_changes_meanwhile_stay_within_their_memory()
    {
        const int Count = 400;
        string[] strings = [.. Enumerable.Repeat("", Count), "end"];
        string[] choices = ["", new string('x', 1 << 10)];
        bool done = false;
        var changer = new Thread(() =>
        {
            for (uint i = 0; !Volatile.Read(ref done); i++)
            {
                strings[i % Count] = choices[i / Count % 2];
            }
        });
        changer.Start();
        try
        {
            for (int i = 0; i < 20_000; i++)
            {
                using Tensor tensor = Tensor.CreateStrings([Count + 1], strings);
                Assert.Contains(tensor.GetStringBytes(0).Length, choices.Select(choice => choice.Length));
                Assert.Equal("end", tensor.GetString(Count));
            }
        }
        finally
        {
            Volatile.Write(ref done, true);
            changer.Join();
        }
    }

    [Fact]
    public void A_tensor_that_another_thread_disposes_has_a_text()
    {
        for (int i = 0; i < 5_000; i++)
        {
            Tensor tensor = Tensor.Create([2, 3], new float[6]);
            using var start = new Barrier(2);
            var disposer = new Thread(() =>
            {
                start.SignalAndWait();
                tensor.Dispose();
            });
            disposer.Start();
            start.SignalAndWait();
            string text = tensor.ToString();
            Assert.True(text is "float32 [2, 3]" or "a disposed tensor", text);
            disposer.Join();
        }
    }

    [Fact]
    public void A_number_of_outputs_beyond_the_memory_limit_is_refused_before_memory_is_taken()
    {
        using Tensor data = Tensor.Create([2, 3], new float[6]);
        using var context = new Context { MemoryLimit = 1L << 30 };
        long before = SettledMemory();
        Action[] calls =
        [
            () => Ops.Invoke("Identity", 13, [data], outputCount: 1 << 30, context: context),
            () => Ops.Infer("Identity", 13, [data], outputCount: int.MaxValue, context: context),
            () => Ops.Split(data, 1 << 28, axis: 0, context),
        ];
        Assert.All(calls, call =>
        {
            var refusal = Assert.Throws<SessionException>(call);
            Assert.Equal(ErrorKind.OutOfMemory, refusal.Kind);
            Assert.Equal("memory.exhausted", refusal.Reason);
        });
        Assert.InRange(Environment.WorkingSet - before, long.MinValue, 16L << 20);
    }

    [Fact]
    public void A_list_that_another_thread_changes_meanwhile_is_read_once()
    {
        using Tensor data = Tensor.Create([4, 4], new float[16]);
        long[] repeats = [1, 1];
        long[] sizes = [1, 3];
        bool done = false;
        var changer = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref done); i++)
            {
                (repeats[0], sizes[0]) = i % 2 == 0 ? (1, 1) : (1000, 1000);
            }
        });
        changer.Start();
        try
        {
            for (int i = 0; i < 50_000; i++)
            {
                using Tensor tiled = Ops.Tile(data, repeats);
                Assert.Contains(tiled.Shape[0], new long[] { 4, 4000 });
                try
                {
                    Array.ForEach(Ops.Split(data, sizes, axis: 0), part => part.Dispose());
                }
                catch (SessionException refusal)
                {
                    Assert.Equal("split.sum_mismatch", refusal.Reason);
                }
            }
        }
        finally
        {
            Volatile.Write(ref done, true);
            changer.Join();
        }
    }

    [Fact]
    public void Unpinning_too_often_takes_the_memory_from_nobody()
    {
        Tensor tensor = Tensor.Create([3], [1, 2, 3]);
        ReadOnlyMemory<int> memory = tensor.AsMemory<int>();
        MemoryHandle pin = memory.Pin();
        MemoryHandle copy = pin;
        MemoryHandle other = memory.Pin();
        pin.Dispose();
        copy.Dispose();
        copy.Dispose();
        Assert.True(MemoryMarshal.TryGetMemoryManager(memory, out MemoryManager<int>? manager));
        manager.Unpin();
        manager.Unpin();
        tensor.Dispose();
        unsafe
        {
            Assert.Equal([1, 2, 3], new ReadOnlySpan<int>(other.Pointer, 3));
        }
        other.Dispose();
        Assert.Throws<ObjectDisposedException>(() => memory.Pin());
    }
}
