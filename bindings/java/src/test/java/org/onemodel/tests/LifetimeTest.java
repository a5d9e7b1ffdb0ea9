package org.onemodel.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.onemodel.Attributes;
import org.onemodel.Context;
import org.onemodel.ElementType;
import org.onemodel.Model;
import org.onemodel.OneModelException;
import org.onemodel.Ops;
import org.onemodel.Plan;
import org.onemodel.Session;
import org.onemodel.Status;
import org.onemodel.Tensor;

/** Native memory is freed once, not before its last use, whoever closes or drops what and when. */
@Timeout(300)
class LifetimeTest {
  private static final long MEGABYTE = 1 << 20;

  /** Physical memory of this process. */
  private static long residentBytes() throws IOException {
    String line = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(one -> one.startsWith("VmRSS:"))
        .findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
  }

  /** Collects garbage until something has come true, for at most 30 seconds. */
  private static boolean collectUntil(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 600 && !condition.getAsBoolean(); ++i) {
      System.gc();
      Thread.sleep(50);
    }
    return condition.getAsBoolean();
  }

  private static void collect() throws InterruptedException {
    for (int i = 0; i < 3; ++i) {
      System.gc();
      Thread.sleep(50);
    }
  }

  /** Runs work while another thread forces collections all the time. */
  private static void underCollection(Executable work) throws Throwable {
    AtomicBoolean done = new AtomicBoolean();
    Thread collector = new Thread(() -> {
      while (!done.get()) {
        System.gc();
        Thread.onSpinWait();
      }
    });
    collector.start();
    try {
      work.execute();
    } finally {
      done.set(true);
      collector.join();
    }
  }

  @Test
  void aMillionTensorsThatAreDroppedAreFreed() throws Throwable {
    float[] elements = new float[256];
    try (Tensor warm = Tensor.of(elements, elements.length)) {
      assertNotNull(warm);
    }
    collect();
    long before = residentBytes();
    underCollection(() -> Workers.run(4, worker -> {
      Tensor last = null;
      for (int i = 0; i < 250_000; ++i) {
        Tensor tensor = Tensor.of(elements, elements.length);
        if (i % 100 == 0) {
          last = Ops.reshape(tensor, 16, 16); // a view outlives its base
        } else if (i % 3 == 0) {
          tensor.close();
        }
      }
      assertEquals(256, last.elementCount());
    }));
    // If they stayed, it were about a gigabyte.
    assertTrue(collectUntil(() -> isBelow(before + 100 * MEGABYTE)), () -> "native memory is not freed");
  }

  private static boolean isBelow(long bytes) {
    try {
      return residentBytes() < bytes;
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void largeTensorsAreFreedAtOnce() throws IOException {
    float[] elements = new float[4 << 20];
    long before = residentBytes();
    for (int i = 0; i < 100; ++i) {
      try (Tensor tensor = Tensor.of(elements, elements.length); Tensor copy = Ops.tile(tensor, 1)) {
        assertEquals(elements.length, copy.elementCount());
      }
    }
    Context.releaseDefaultBuffers();
    assertTrue(residentBytes() < before + 100 * MEGABYTE);
  }

  @Test
  void closingTwiceIsClosingOnce() {
    Tensor tensor = Tensor.of(new float[] {1}, 1);
    Attributes attributes = Attributes.builder().set("axis", 0).build();
    Context context = Context.builder().build();
    Model model = identity();
    Session session = Session.of(model);
    Plan plan = session.plan();
    for (int i = 0; i < 2; ++i) {
      for (AutoCloseable one : new AutoCloseable[] {tensor, attributes, context, model, session, plan}) {
        assertDoesNotThrow(one::close);
      }
    }
    assertEquals("a closed tensor", tensor.toString());
  }

  private static Model identity() {
    return Model.builder().input("x", ElementType.FLOAT32, -1).node("Tile", List.of("x", "r"), List.of("y"))
        .initializer("r", one()).output("y").build();
  }

  private static Tensor one() {
    return Tensor.of(new long[] {1}, 1);
  }

  @Test
  void useAfterCloseIsRefused() {
    Tensor open = Tensor.of(new float[] {1}, 1);
    Tensor closed = Tensor.of(new float[] {1}, 1);
    Tensor strings = Tensor.of(new String[] {"a"}, 1);
    Attributes attributes = Attributes.builder().build();
    Context context = Context.builder().build();
    Model model = identity();
    Session session = Session.of(model);
    Session openSession = Session.of(model);
    Plan plan = session.plan();
    for (AutoCloseable one : new AutoCloseable[] {closed, strings, attributes, context, model, session, plan}) {
      assertDoesNotThrow(one::close);
    }
    List<Executable> uses = List.of(closed::type, closed::rank, closed::shape, closed::elementCount, closed::byteCount,
        closed::data, () -> closed.data(0, 0), closed::dataAddress, closed::toDlpack, closed::share, closed::toByteArray,
        closed::toFloatArray, closed::toDoubleArray, strings::toStringArray, strings::toBytesArray,
        () -> strings.stringBytes(0), () -> closed.write(""),
        () -> Ops.identity(closed), () -> Ops.concat(0, open, closed), () -> Ops.topK(closed, 1),
        () -> Ops.dropoutWithMask(null, open, closed, null), () -> Ops.split(closed, 0, 1),
        () -> Ops.invoke("Identity", 25, List.of(closed), null, 1),
        () -> Ops.infer("Identity", 25, List.of(closed), null, 1),
        () -> Ops.invoke("Identity", 25, List.of(open), attributes, 1), () -> Ops.identity(context, open),
        () -> Tensor.copyOf(context, ElementType.INT8, new byte[1], 1), context::memoryLimit, context::threads,
        context::bufferLimit, context::releaseBuffers, () -> Attributes.builder().set("value", closed),
        model::write, model::toBuilder, () -> Session.of(model), () -> Model.builder().initializer("x", closed),
        () -> Model.builder().node("Identity", List.of("x"), List.of("y"), attributes),
        () -> session.run(open), () -> session.run(Map.of("x", open)), () -> session.findInput("x"),
        () -> session.findOutput("y"), session::plan, () -> openSession.run(closed),
        () -> openSession.run(context, List.of(open)), () -> openSession.plan(List.of(closed)),
        () -> openSession.runInto(List.of(open), List.of(closed)), () -> plan.constant(0, 0));
    for (Executable use : uses) {
      assertEquals("the object is closed", assertThrows(IllegalStateException.class, use).getMessage());
    }
    // What was in use beside the closed ones is not in use any more.
    openSession.runInto(List.of(Tensor.of(new float[] {2}, 1)), List.of(open));
    assertEquals(2, open.toFloatArray()[0]);
    open.close();
    openSession.close();
  }

  @Test
  void aViewKeepsItsBase() throws InterruptedException {
    Tensor view = viewOfDropped();
    collect();
    churn();
    assertArrayEquals(new float[] {1, 2, 3, 4}, view.toFloatArray());
    view.close();
  }

  private static Tensor viewOfDropped() {
    Tensor base = Tensor.borrow(ElementType.FLOAT32, ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder())
        .putFloat(1).putFloat(2).putFloat(3).putFloat(4).flip(), 2, 2);
    try (Tensor closed = Ops.identity(base)) {
      return Ops.reshape(closed, 4);
    }
  }

  /** Takes and frees memory, so that what was freed too early is overwritten. */
  private static void churn() {
    for (int i = 0; i < 1000; ++i) {
      Tensor.of(new float[] {9, 9, 9, 9}, 4).close();
      ByteBuffer.allocateDirect(16).putLong(-1).putLong(-1);
    }
  }

  @Test
  void aBorrowedBufferStaysReachableUntilItsTensorIsGone() throws InterruptedException {
    Tensor[] tensor = new Tensor[1];
    WeakReference<ByteBuffer> buffer = borrowed(tensor);
    collect();
    assertNotNull(buffer.get());
    tensor[0].close();
    assertTrue(collectUntil(() -> buffer.get() == null), "a closed tensor keeps the buffer it borrowed");

    WeakReference<ByteBuffer> dropped = borrowed(tensor);
    tensor[0] = null;
    assertTrue(collectUntil(() -> dropped.get() == null), "a dropped tensor keeps the buffer it borrowed");
  }

  private static WeakReference<ByteBuffer> borrowed(Tensor[] tensor) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(4);
    tensor[0] = Tensor.borrow(ElementType.INT8, buffer, 4);
    return new WeakReference<>(buffer);
  }

  @Test
  void aRefusedBorrowLetsGoOfTheBuffer() throws InterruptedException {
    WeakReference<ByteBuffer> buffer = refused();
    assertTrue(collectUntil(() -> buffer.get() == null), "a refused borrow keeps the buffer");
  }

  private static WeakReference<ByteBuffer> refused() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(4);
    assertThrows(RuntimeException.class, () -> Tensor.borrow(ElementType.INT8, buffer, 5));
    return new WeakReference<>(buffer);
  }

  @Test
  void dataKeepsTheMemoryOfAClosedTensor() throws InterruptedException {
    ByteBuffer[] data = new ByteBuffer[1];
    WeakReference<ByteBuffer> buffer = dataOfClosed(data);
    collect();
    churn();
    assertEquals(42, data[0].get(0));
    assertNotNull(buffer.get());
    data[0] = data[0].slice(0, 1).duplicate(); // one made from it is enough
    collect();
    assertEquals(42, data[0].get(0));
    assertNotNull(buffer.get());
    data[0] = null;
    assertTrue(collectUntil(() -> buffer.get() == null), "memory stays though no buffer looks at it");
  }

  private static WeakReference<ByteBuffer> dataOfClosed(ByteBuffer[] data) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(4).put(0, (byte) 42);
    try (Tensor tensor = Tensor.borrow(ElementType.INT8, buffer, 4)) {
      data[0] = tensor.data();
      tensor.data(1, 2);
    }
    return new WeakReference<>(buffer);
  }

  @Test
  void cleanersComeInAnyOrder() throws Throwable {
    Random random = new Random(7);
    underCollection(() -> {
      for (int i = 0; i < 300; ++i) {
        List<AutoCloseable> all = new ArrayList<>();
        Tensor base = Tensor.of(new float[] {1, 2, 3, 4}, 4);
        Model model = identity();
        Session session = Session.of(model);
        List<Tensor> outputs = session.run(base);
        all.addAll(List.of(base, Ops.reshape(base, 2, 2), model, session, session.plan(), outputs.get(0),
            Ops.reshape(outputs.get(0), 2, 2), base.share()));
        Tensor kept = (Tensor) all.get(6);
        Collections.shuffle(all, random);
        for (AutoCloseable one : all.subList(0, random.nextInt(all.size()))) {
          if (one != kept) {
            one.close();
          }
        }
        all.clear();
        assertArrayEquals(new float[] {1, 2, 3, 4}, kept.toFloatArray());
      }
    });
  }

  /** Several threads use an object that one of them closes: each use succeeds or is refused as one of a closed object. */
  private static <T extends AutoCloseable> void race(int rounds, Supplier<T> make, Consumer<T> use)
      throws InterruptedException {
    AtomicInteger succeeded = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    for (int round = 0; round < rounds; ++round) {
      T shared = make.get();
      CountDownLatch start = new CountDownLatch(4);
      Workers.run(4, worker -> {
        start.countDown();
        while (start.getCount() > 0) {
          Thread.onSpinWait();
        }
        for (int i = 0; i < 20; ++i) {
          try {
            if (worker == 0 && i == 3) {
              shared.close();
            } else {
              use.accept(shared);
            }
            succeeded.incrementAndGet();
          } catch (IllegalStateException closed) {
            assertEquals("the object is closed", closed.getMessage());
            refused.incrementAndGet();
          } catch (Exception other) {
            throw new AssertionError(other);
          }
        }
      });
    }
    assertTrue(succeeded.get() > 0 && refused.get() > 0);
  }

  @Test
  void aTensorIsClosedWhileThreadsUseIt() throws InterruptedException {
    float[] elements = new float[1000];
    Arrays.fill(elements, 3);
    race(500, () -> Tensor.of(elements, elements.length), tensor -> {
      try (Tensor copy = Ops.tile(tensor, 2)) {
        assertEquals(3, copy.data().getFloat(4 * 1500));
      }
      assertEquals(3, tensor.toFloatArray()[999]);
    });
  }

  @Test
  void aSessionIsClosedWhileThreadsRunIt() throws InterruptedException {
    try (Model model = identity(); Tensor x = Tensor.of(new float[100], 100)) {
      race(200, () -> Session.of(model), session -> session.run(x).forEach(Tensor::close));
    }
  }

  @Test
  void aContextAndAttributesAreClosedWhileThreadsUseThem() throws InterruptedException {
    try (Tensor x = Tensor.of(new float[6], 2, 3)) {
      race(200, () -> Context.builder().threads(2).build(), context -> Ops.transpose(context, x, null).close());
      race(200, () -> Attributes.builder().set("perm", new long[] {1, 0}).build(),
          perm -> Ops.invoke("Transpose", 13, List.of(x), perm, 1).forEach(Tensor::close));
      race(200, LifetimeTest::identity, model -> Session.of(model).close());
    }
  }

  @Test
  void aTensorIsWrittenByOneCallAtATime() throws InterruptedException {
    AtomicInteger written = new AtomicInteger();
    try (Model model = identity(); Session session = Session.of(model); Tensor x = Tensor.of(new float[1000], 1000);
        Tensor y = Tensor.zeros(ElementType.FLOAT32, 1000)) {
      Workers.run(4, worker -> {
        for (int i = 0; i < 500; ++i) {
          try {
            if (worker % 2 == 0) {
              session.runInto(List.of(x), List.of(y));
              written.incrementAndGet();
            } else {
              assertEquals(0, y.toFloatArray()[999]);
            }
          } catch (IllegalStateException inUse) {
            assertTrue(inUse.getMessage().contains("written"), inUse.getMessage());
          }
        }
      });
    }
    assertTrue(written.get() > 0);
  }

  @Test
  void aNumberOfOutputsBeyondTheMemoryLimitIsRefusedBeforeMemoryIsTaken() throws IOException {
    try (Tensor data = Tensor.of(new float[6], 2, 3);
        Context context = Context.builder().memoryLimit(1 << 30).build()) {
      long before = residentBytes();
      List<Tensor> inputs = List.of(data);
      for (Executable call : List.<Executable>of(
          () -> Ops.invoke(context, "Identity", 13, inputs, null, 1 << 30),
          () -> Ops.infer(context, "Identity", 13, inputs, null, Integer.MAX_VALUE),
          () -> Ops.split(context, data, null, 0, 1 << 28))) {
        OneModelException refusal = assertThrows(OneModelException.class, call);
        assertEquals(Status.OUT_OF_MEMORY, refusal.status());
        assertEquals("memory.exhausted", refusal.reason());
      }
      assertTrue(residentBytes() - before < 64 * MEGABYTE);
    }
  }
}
