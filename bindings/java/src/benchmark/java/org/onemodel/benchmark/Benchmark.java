package org.onemodel.benchmark;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.onemodel.ElementType;
import org.onemodel.Ops;
import org.onemodel.Tensor;

/** What the binding costs: of a small call time and garbage, beside the same in C; of a large tensor whether it is copied. */
public final class Benchmark {
  private static final String HELP = """
      Usage: Benchmark [--quick] [--c PROGRAM]

      Measures a slice of a float32 [2, 3] matrix, its rows reversed, and how 64 MB go in and out.

        --quick      short runs: only the garbage of a call is of use then
        --c PROGRAM  the program that makes the same call in C, onemodel_java_benchmark_c

      Exit codes: 0 done; 1 a call leaves more garbage than its result, or 64 MB were copied; 2 wrong command line.""";

  /** What a call may leave: the Tensor, its Handle, and what the Cleaner keeps of it. */
  private static final long MOST_GARBAGE = 112;

  private static final int CALLS = 2000; // of a run: about as many as a thread can make before others have their turn
  private static final int BYTES = 64 << 20;

  /** Makes results count as used. */
  private static Object blackhole;

  private final int runs;

  private Benchmark(boolean quick) {
    runs = quick ? 20 : 3000;
  }

  /**
   * The program.
   *
   * @param arguments as {@code --help} says
   * @throws IOException if the program in C cannot be run
   */
  public static void main(String[] arguments) throws IOException {
    List<String> given = Arrays.asList(arguments);
    if (given.contains("--help")) {
      System.out.println(HELP);
      return;
    }
    boolean quick = given.contains("--quick");
    int program = given.indexOf("--c") + 1;
    if (given.size() != (quick ? 1 : 0) + (program > 0 ? 2 : 0)) {
      System.err.println(HELP);
      System.exit(2);
    }
    Benchmark benchmark = new Benchmark(quick);
    boolean isLean = benchmark.measureSlice(program > 0 ? given.get(program) : null);
    boolean isBorrowed = measureLargeTensor();
    System.exit(isLean && isBorrowed ? 0 : 1);
  }

  // ---- A small call ----

  private boolean measureSlice(String program) throws IOException {
    long[] starts = {-1};
    long[] ends = {Long.MIN_VALUE};
    long[] axes = {1};
    long[] steps = {-1};
    try (Tensor matrix = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3)) {
      Supplier<Tensor> slice = () -> Ops.slice(matrix, starts, ends, axes, steps);
      double inJava = nanoseconds(() -> closeAll(slice));
      long garbage = garbage(() -> closeAll(slice));
      System.out.println("Slice of float32 [2, 3], rows reversed, a call:");
      if (program != null) {
        double inC = Double.parseDouble(output(program));
        System.out.printf(Locale.ROOT, "  in C               %7.1f ns%n", inC);
        System.out.printf(Locale.ROOT, "  in Java            %7.1f ns, %.2f times C%n", inJava, inJava / inC);
      } else {
        System.out.printf(Locale.ROOT, "  in Java            %7.1f ns%n", inJava);
      }
      System.out.printf("  garbage in Java    %5d   bytes (at most %d)%n", garbage, MOST_GARBAGE);
      return garbage <= MOST_GARBAGE;
    }
  }

  private static void closeAll(Supplier<Tensor> call) {
    for (int i = 0; i < CALLS; ++i) {
      Tensor result = call.get();
      blackhole = result;
      result.close();
    }
  }

  /** A call in the fastest of many short runs, after as many that warm up: what else the machine does only adds to it. */
  private double nanoseconds(Runnable all) {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < 2 * runs; ++i) {
      long start = System.nanoTime();
      all.run();
      fastest = i < runs ? Long.MAX_VALUE : Math.min(fastest, System.nanoTime() - start);
    }
    return (double) fastest / CALLS;
  }

  /** Bytes that a call leaves on the heap. */
  private static long garbage(Runnable all) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(self);
    all.run();
    return (threads.getThreadAllocatedBytes(self) - before) / CALLS;
  }

  private static String output(String program) throws IOException {
    Process process = new ProcessBuilder(program).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
  }

  // ---- A large tensor ----

  private static boolean measureLargeTensor() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    float[] array = new float[BYTES / Float.BYTES];
    long borrowed = Long.MAX_VALUE;
    long copied = Long.MAX_VALUE;
    boolean isSame;
    for (int run = 0; run < 20_000; ++run) {
      long start = System.nanoTime();
      try (Tensor tensor = Tensor.borrow(ElementType.FLOAT32, buffer, array.length)) {
        ByteBuffer data = tensor.data();
        borrowed = Math.min(borrowed, System.nanoTime() - start);
        blackhole = data;
      }
    }
    // Both buffers' addresses, as the library sees them.
    try (Tensor tensor = Tensor.borrow(ElementType.FLOAT32, buffer, array.length);
        Tensor in = Tensor.borrow(ElementType.INT8, buffer, BYTES);
        Tensor out = Tensor.borrow(ElementType.INT8, tensor.data(), BYTES)) {
      isSame = tensor.dataAddress() == in.dataAddress() && tensor.dataAddress() == out.dataAddress();
    }
    for (int run = 0; run < 11; ++run) {
      long start = System.nanoTime();
      try (Tensor tensor = Tensor.of(array, array.length)) {
        blackhole = tensor.toFloatArray();
      }
      copied = Math.min(copied, System.nanoTime() - start);
    }
    System.out.println("64 MB into a tensor and out of it:");
    System.out.printf(Locale.ROOT, "  direct buffers    %10.1f us, the memory is %s%n", borrowed / 1e3,
        isSame ? "the same" : "NOT the same");
    System.out.printf(Locale.ROOT, "  arrays, copied    %10.1f us%n", copied / 1e3);
    return isSame;
  }
}
