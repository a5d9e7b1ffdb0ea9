// What the binding adds to a call, and that large tensors go in and out without a copy.
//
//   onemodel-benchmark [C-PROGRAM]     C-PROGRAM: onemodel_call_cost, which makes the same small call in C
//   onemodel-benchmark --quick         few rounds: checks what does not depend on the machine's speed
//
// Exit codes: 0; 1 if a call makes more garbage than its results, or a tensor's memory is copied.
using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Onemodel;

const int TensorObjectBytes = 32;  // an object's header and type, a handle, a state

bool isQuick = args.Contains("--quick");
string? programInC = args.FirstOrDefault(argument => !argument.StartsWith('-'));
int rounds = isQuick ? 20 : 3000;
bool isGood = true;

using Tensor matrix = Tensor.Create([2, 3], [1f, 2, 3, 4, 5, 6]);
using var model = new Model();
model.AddInput("x", ElementType.Float32, [2, 3]);
model.AddNode("Transpose", ["x"], ["y"]);
model.AddOutput("y");
using var session = new Session(model);
var outputs = new Tensor[1];
float[] numbers = new float[16 * 1024 * 1024];
Random.Shared.NextBytes(MemoryMarshal.AsBytes(numbers.AsSpan()));

double slice = Measure("Slice of 2x3 float32, rows reversed", 1000, TensorObjectBytes, () =>
    Ops.Slice(matrix, starts: [-1], ends: [long.MinValue], axes: [0], steps: [-1]).Dispose());
if (programInC is not null)
{
    double inC = double.Parse(Run(programInC), CultureInfo.InvariantCulture);
    Tell($"  the same call in C: {inC:F1} ns; C# takes {slice / inC:F2} times as long");
}
Measure("Reshape of 2x3 float32, a view", 1000, TensorObjectBytes, () => Ops.Reshape(matrix, [3, 2]).Dispose());
Measure("Session.Run of one Transpose", 1000, TensorObjectBytes, () =>
{
    session.Run([matrix], outputs);
    outputs[0].Dispose();
});
Measure("64 MB float32 in by Borrow, out by AsSpan", 100, null, () =>
{
    using Tensor tensor = Tensor.Borrow([4096, 4096], numbers);
    isGood &= Unsafe.AreSame(ref MemoryMarshal.GetReference(tensor.AsSpan<float>()), ref numbers[0]);
});
Tell($"  the same memory: {isGood}");

if (!isGood)
{
    Console.Error.WriteLine("FAILED: a call makes more garbage than its results, or memory is copied");
}
return isGood ? 0 : 1;

// Tells what a call takes in the fastest of many rounds, in nanoseconds, and the garbage it makes, which may be held
// against what is expected.
double Measure(string name, int callsPerRound, int? expectedGarbage, Action call)
{
    double fastest = double.PositiveInfinity;
    long garbage = 0;
    for (int round = 0; round < rounds; round++)
    {
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < callsPerRound; i++)
        {
            call();
        }
        fastest = Math.Min(fastest, Stopwatch.GetElapsedTime(start).TotalNanoseconds / callsPerRound);
        garbage = (GC.GetAllocatedBytesForCurrentThread() - allocated) / callsPerRound;
    }
    isGood &= expectedGarbage is null || garbage == expectedGarbage;
    Tell($"{name}: {fastest:F1} ns, {garbage} bytes of garbage a call");
    return fastest;
}

string Run(string program)
{
    using Process process = Process.Start(
        new ProcessStartInfo(program, [rounds.ToString(CultureInfo.InvariantCulture)]) { RedirectStandardOutput = true })!;
    string output = process.StandardOutput.ReadToEnd();
    process.WaitForExit();
    return output;
}

static void Tell(FormattableString text) => Console.WriteLine(FormattableString.Invariant(text));
