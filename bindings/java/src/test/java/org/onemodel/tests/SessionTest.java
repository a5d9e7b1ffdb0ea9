package org.onemodel.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.onemodel.Attributes;
import org.onemodel.Context;
import org.onemodel.Dimension;
import org.onemodel.ElementType;
import org.onemodel.Model;
import org.onemodel.OneModelException;
import org.onemodel.Plan;
import org.onemodel.Session;
import org.onemodel.Status;
import org.onemodel.Tensor;

/** Models are composed, written, read and run; plans say how. */
@SuppressWarnings("try") // some are closed before their block ends
class SessionTest {
  /** y = x transposed, its rows reversed; s = the shape of x. */
  private static Model model() {
    try (Tensor start = Tensor.of(new long[] {-1}, 1);
        Tensor end = Tensor.of(new long[] {Long.MIN_VALUE}, 1);
        Tensor axis = Tensor.of(new long[] {1}, 1);
        Attributes perm = Attributes.builder().set("perm", new long[] {1, 0}).build()) {
      return Model.builder()
          .opset(13)
          .input("x", ElementType.FLOAT32, List.of(Dimension.of("N"), Dimension.of(3)))
          .initializer("start", start)
          .initializer("end", end)
          .initializer("axis", axis)
          .node("Slice", "", "turn", List.of("t", "start", "end", "axis", "start"), List.of("y"), null)
          .node("Transpose", List.of("x"), List.of("t"), perm)
          .node("Shape", List.of("x"), List.of("s"))
          .output("y", ElementType.FLOAT32, null)
          .output("s")
          .build();
    }
  }

  private static Tensor matrix() {
    return Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
  }

  private static final float[] TURNED = {4, 1, 5, 2, 6, 3};

  private static void checkOutputs(Tensor y, Tensor s) {
    try (y; s) {
      assertArrayEquals(new long[] {3, 2}, y.shape());
      assertArrayEquals(TURNED, y.toFloatArray());
      assertArrayEquals(new long[] {2, 3}, s.toLongArray());
    }
  }

  @Test
  void aSessionRunsByPositionAndByName() {
    try (Model model = model(); Session session = Session.of(model); Tensor x = matrix()) {
      model.close();
      List<Tensor> outputs = session.run(x);
      checkOutputs(outputs.get(0), outputs.get(1));
      Map<String, Tensor> byName = session.run(Map.of("x", x));
      assertEquals(List.of("y", "s"), List.copyOf(byName.keySet()));
      checkOutputs(byName.get("y"), byName.get("s"));
      try (Tensor s = session.run(null, Map.of("x", x), List.of("s")).get("s")) {
        assertArrayEquals(new long[] {2, 3}, s.toLongArray());
      }
      try (Context context = Context.builder().memoryLimit(1).build()) {
        assertEquals("memory.exhausted",
            assertThrows(OneModelException.class, () -> session.run(context, List.of(x))).reason());
      }
      assertEquals("session.input_unknown",
          assertThrows(OneModelException.class, () -> session.run(Map.of("z", x))).reason());
      assertEquals("session.output_unknown", assertThrows(OneModelException.class,
          () -> session.run(null, Map.of("x", x), List.of("z"))).reason());
    }
  }

  @Test
  void aSessionTellsItsInputsAndOutputs() {
    try (Model model = model(); Session session = Session.of(null, model)) {
      assertEquals("x", session.inputs().get(0).name());
      assertEquals(Optional.of(ElementType.FLOAT32), session.inputs().get(0).type());
      assertEquals(Optional.of(List.of(Dimension.of("N"), Dimension.of(3))), session.inputs().get(0).shape());
      assertFalse(session.inputs().get(0).optional());
      assertEquals(2, session.outputs().size());
      assertEquals(Optional.of(List.of(Dimension.of(3), Dimension.UNKNOWN)), session.outputs().get(0).shape());
      assertEquals(Optional.of(ElementType.INT64), session.outputs().get(1).type());
      assertEquals(OptionalInt.of(0), session.findInput("x"));
      assertEquals(OptionalInt.of(1), session.findOutput("s"));
      assertEquals(OptionalInt.empty(), session.findInput("y"));
      assertEquals(OptionalInt.empty(), session.findOutput("x"));
    }
  }

  @Test
  void aSessionWritesIntoBuffersThatAreGiven() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder());
    try (Model model = model(); Session session = Session.of(model); Tensor x = matrix();
        Tensor y = Tensor.borrow(ElementType.FLOAT32, buffer, 3, 2); Tensor s = Tensor.zeros(ElementType.INT64, 2)) {
      ByteBuffer data = s.data();
      for (int i = 0; i < 2; ++i) {
        session.runInto(List.of(x), List.of(y, s));
        float[] elements = new float[6];
        buffer.asFloatBuffer().get(elements);
        assertArrayEquals(TURNED, elements);
        assertEquals(3, data.getLong(8));
        buffer.putFloat(0, 0);
      }
      try (Tensor readOnly = Tensor.borrow(ElementType.FLOAT32, buffer.asReadOnlyBuffer(), 3, 2);
          Tensor share = y.share()) {
        assertThrows(IllegalArgumentException.class, () -> session.runInto(List.of(x), List.of(readOnly, s)));
        assertThrows(IllegalArgumentException.class, () -> session.runInto(List.of(x), List.of(share, s)));
        assertEquals("session.output_memory", assertThrows(OneModelException.class,
            () -> session.runInto(List.of(x), List.of(y, s))).reason());
      }
      // Neither refusal leaves a tensor in use.
      session.runInto(List.of(x), List.of(y, s));
      assertThrows(IllegalStateException.class, () -> session.runInto(List.of(x), List.of(y, y)));
      assertEquals("session.output_type", assertThrows(OneModelException.class,
          () -> session.runInto(List.of(x), List.of(s, y))).reason());
    }
  }

  @Test
  void anInputThatIsAlsoAConstantCanBeLeftAway() {
    try (Tensor five = Tensor.of(new float[] {5}, 1);
        Tensor seven = Tensor.of(new float[] {7}, 1);
        Model model = Model.builder().input("x", ElementType.FLOAT32, 1).initializer("x", five)
            .node("Identity", List.of("x"), List.of("y")).output("y").build();
        Session session = Session.of(model);
        Tensor fed = session.run(seven).get(0);
        Tensor notFed = session.run((Tensor) null).get(0);
        Tensor leftAway = session.run(Map.of()).get("y")) {
      assertTrue(session.inputs().get(0).optional());
      assertEquals(7, fed.toFloatArray()[0]);
      assertEquals(5, notFed.toFloatArray()[0]);
      assertEquals(5, leftAway.toFloatArray()[0]);
      assertThrows(NullPointerException.class, () -> session.runInto(Arrays.asList(seven), Arrays.asList((Tensor) null)));
    }
  }

  @Test
  void aModelGoesThroughOnnxsFormat(@TempDir Path folder) throws IOException {
    Path path = folder.resolve("\u00fc.onnx");
    try (Model model = model(); Tensor x = matrix()) {
      model.write(path);
      assertArrayEquals(model.write(), Files.readAllBytes(path));
      ByteBuffer direct = ByteBuffer.allocateDirect(model.write().length).put(model.write()).flip();
      for (Model read : List.of(Model.read(path), Model.read(model.write()), Model.read(null, direct, folder))) {
        try (read; Session session = Session.of(read)) {
          List<Tensor> outputs = session.run(x);
          checkOutputs(outputs.get(0), outputs.get(1));
        }
      }
      assertEquals(Status.IO, assertThrows(OneModelException.class,
          () -> Model.read(folder.resolve("none.onnx"))).status());
      assertEquals("model.malformed", assertThrows(OneModelException.class,
          () -> Model.read(new byte[] {-1})).reason());
      try (Model more = model.toBuilder().irVersion(8).output("t").build(); Session session = Session.of(more)) {
        assertEquals(3, session.outputs().size());
      }
    }
  }

  @Test
  void attributesOfAllKindsArrive() {
    byte[] bytes = {'n', 0, (byte) 0xff};
    String[] texts = {"", "\ud83d\ude00"};
    try (Tensor of = Tensor.of(new short[] {3}, 1)) {
      try (Tensor tensor = constant(builder -> builder.set("value", of))) {
        assertArrayEquals(new short[] {3}, tensor.toShortArray());
      }
    }
    try (Tensor number = constant(builder -> builder.set("value_int", 6).set("value_int", 7));
        Tensor numbers = constant(builder -> builder.set("value_ints", new long[] {1, Long.MIN_VALUE}));
        Tensor real = constant(builder -> builder.set("value_float", 0.5f));
        Tensor reals = constant(builder -> builder.set("value_floats", new float[] {1, -0.0f}));
        Tensor text = constant(builder -> builder.set("value_string", bytes));
        Tensor string = constant(builder -> builder.set("value_string", texts[1]));
        Tensor strings = constant(builder -> builder.set("value_strings", texts));
        Tensor byteStrings = constant(builder -> builder.set("value_strings", new byte[][] {bytes}))) {
      assertArrayEquals(new long[] {7}, number.toLongArray());
      assertArrayEquals(new long[] {1, Long.MIN_VALUE}, numbers.toLongArray());
      assertArrayEquals(new float[] {0.5f}, real.toFloatArray());
      assertArrayEquals(new float[] {1, -0.0f}, reals.toFloatArray());
      assertArrayEquals(bytes, text.stringBytes(0));
      assertArrayEquals(new String[] {texts[1]}, string.toStringArray());
      assertArrayEquals(texts, strings.toStringArray());
      assertArrayEquals(bytes, byteStrings.stringBytes(0));
    }
  }

  private static Tensor constant(UnaryOperator<Attributes.Builder> set) {
    try (Attributes attributes = set.apply(Attributes.builder()).build();
        Model model = Model.builder().opset(13).node("Constant", List.of(), List.of("y"), attributes).output("y").build();
        Session session = Session.of(model)) {
      return session.run().get(0);
    }
  }

  @Test
  void errorsNameTheNode() {
    try (Attributes wrong = Attributes.builder().set("perm", new long[] {0, 0}).build();
        Model model = Model.builder().input("x", ElementType.FLOAT32, 2, 2)
            .node("Transpose", "", "caf\u00e9 \ud83d\ude00", List.of("x"), List.of("y"), wrong).output("y").build()) {
      OneModelException refused = assertThrows(OneModelException.class, () -> Session.of(model));
      assertEquals("caf\u00e9 \ud83d\ude00", refused.node());
      assertEquals("Transpose", refused.operator());
      assertEquals("transpose.perm_value", refused.reason());
    }
  }

  @Test
  void wrongModelsAreRefused() {
    assertEquals("argument.count", assertThrows(OneModelException.class, () -> Model.builder().opset(0)).reason());
    assertEquals("model.ir_version",
        assertThrows(OneModelException.class, () -> Model.builder().irVersion(2)).reason());
    assertThrows(IllegalArgumentException.class, () -> Model.builder().output("a\0b"));
    Model.Builder builder = Model.builder();
    builder.build().close();
    assertThrows(IllegalStateException.class, () -> builder.output("y"));
  }

  @Test
  void aPlanSaysWhatIsDone() {
    try (Model model = model(); Session session = Session.of(model); Plan declared = session.plan();
        Tensor described = Tensor.describe(ElementType.FLOAT32, 2, 3);
        Plan plan = session.plan(List.of(described))) {
      session.close();
      assertEquals(3, declared.nodes().size());
      Plan.Node transpose = node(plan, "Transpose");
      Plan.Node slice = node(plan, "Slice");
      Plan.Node shape = node(plan, "Shape");
      assertEquals(Plan.Kind.FUSED, transpose.kind());
      assertEquals("turn", plan.nodes().get(transpose.fusedInto().getAsInt()).name());
      assertEquals(Plan.Kind.COPY, slice.kind());
      assertEquals(OptionalLong.of(24), slice.bytes());
      assertEquals(OptionalInt.empty(), slice.fusedInto());
      assertFalse(slice.kernel().isEmpty());
      assertFalse(slice.shapedAtRunTime());
      assertFalse(slice.dataDependent());
      assertEquals(Optional.of(List.of(Dimension.of(3), Dimension.of(2))), slice.outputs().get(0).shape());
      assertEquals(Plan.Kind.CONSTANT, shape.kind());
      assertTrue(plan.bufferBytes() >= 0);
      Tensor constant = plan.constant(plan.nodes().indexOf(shape), 0).orElseThrow();
      assertEquals(Optional.empty(), plan.constant(plan.nodes().indexOf(slice), 0));
      assertEquals(Optional.empty(), plan.constant(99, 0));
      plan.close();
      try (constant) {
        assertArrayEquals(new long[] {2, 3}, constant.toLongArray());
      }
    }
  }

  private static Plan.Node node(Plan plan, String operator) {
    return plan.nodes().stream().filter(node -> node.operator().equals(operator)).findFirst().orElseThrow();
  }

  @Test
  void threadsShareASession() throws InterruptedException {
    try (Model model = model(); Session session = Session.of(model); Tensor x = matrix()) {
      Workers.run(4, worker -> {
        for (int i = 0; i < 2000; ++i) {
          List<Tensor> outputs = session.run(x);
          checkOutputs(outputs.get(0), outputs.get(1));
        }
      });
    }
  }
}
