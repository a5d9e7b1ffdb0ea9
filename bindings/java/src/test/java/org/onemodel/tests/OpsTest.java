package org.onemodel.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onemodel.Attributes;
import org.onemodel.Context;
import org.onemodel.ElementType;
import org.onemodel.OneModelException;
import org.onemodel.Ops;
import org.onemodel.Status;
import org.onemodel.Tensor;

/** Every operator's method, with the forms that leave parameters away. The corpus says what operators do; this, how Java asks. */
class OpsTest {
  private final List<Tensor> open = new ArrayList<>();

  @AfterEach
  void closeAll() {
    open.forEach(Tensor::close);
  }

  private Tensor keep(Tensor tensor) {
    open.add(tensor);
    return tensor;
  }

  private List<Tensor> keep(List<Tensor> tensors) {
    open.addAll(tensors);
    return tensors;
  }

  private Tensor matrix() {
    return floats(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
  }

  private Tensor floats(float[] elements, long... shape) {
    return keep(Tensor.of(elements, shape));
  }

  private Tensor ints(long... elements) {
    return keep(Tensor.of(elements, elements.length));
  }

  private Tensor scalar(float element) {
    return floats(new float[] {element});
  }

  private void check(Tensor actual, long[] shape, float... elements) {
    keep(actual);
    assertArrayEquals(shape, actual.shape());
    assertArrayEquals(elements, actual.toFloatArray());
  }

  private void check(Tensor actual, long... elements) {
    keep(actual);
    assertArrayEquals(elements, actual.toLongArray());
  }

  private static long[] shape(long... extents) {
    return extents;
  }

  @Test
  void shapeAndSize() {
    check(Ops.shape(matrix()), 2, 3);
    check(Ops.shape(null, matrix(), -1, Long.MAX_VALUE), 3);
    check(Ops.size(matrix()), 6);
  }

  @Test
  void views() {
    Tensor ones = floats(new float[] {7}, 1, 1);
    check(Ops.squeeze(ones), shape(), 7);
    check(Ops.squeeze(ones, 0), shape(1), 7);
    check(Ops.squeeze(ones, new long[0]), shape(1, 1), 7);
    check(Ops.unsqueeze(ones, 0, -1), shape(1, 1, 1, 1), 7);
    check(Ops.flatten(matrix()), shape(2, 3), 1, 2, 3, 4, 5, 6);
    check(Ops.flatten(null, matrix(), 0), shape(1, 6), 1, 2, 3, 4, 5, 6);
    check(Ops.reshape(matrix(), 3, -1), shape(3, 2), 1, 2, 3, 4, 5, 6);
    check(Ops.reshape(null, floats(new float[0], 0, 3), new long[] {3, 0}, true), shape(3, 0), new float[0]);
    Tensor matrix = matrix();
    assertEquals(matrix.dataAddress(), keep(Ops.identity(matrix)).dataAddress());
    assertEquals(matrix.dataAddress(), keep(Ops.dropout(matrix)).dataAddress());
    try (Ops.DropoutResult result = Ops.dropoutWithMask(null, matrix, scalar(0.5f), keep(Tensor.of(new boolean[1])))) {
      assertEquals(matrix.dataAddress(), result.output().dataAddress());
      assertArrayEquals(new boolean[] {true, true, true, true, true, true}, result.mask().toBooleanArray());
    }
  }

  @Test
  void movements() {
    check(Ops.transpose(matrix()), shape(3, 2), 1, 4, 2, 5, 3, 6);
    check(Ops.transpose(matrix(), 0, 1), shape(2, 3), 1, 2, 3, 4, 5, 6);
    check(Ops.concat(0, floats(new float[] {1}, 1), floats(new float[] {2, 3}, 2)), shape(3), 1, 2, 3);
    List<Tensor> parts = keep(Ops.split(matrix(), 1, 2));
    check(parts.get(0), shape(2, 2), 1, 2, 4, 5);
    check(parts.get(1), shape(2, 1), 3, 6);
    check(keep(Ops.split(matrix(), 1, new long[] {1, 2})).get(1), shape(2, 2), 2, 3, 5, 6);
    check(Ops.slice(matrix(), new long[] {1}, new long[] {2}), shape(1, 3), 4, 5, 6);
    check(Ops.slice(matrix(), new long[] {-1}, new long[] {Long.MIN_VALUE}, new long[] {1}, new long[] {-1}),
        shape(2, 3), 3, 2, 1, 6, 5, 4);
    check(Ops.expand(floats(new float[] {1, 2}, 2, 1), 2, 2), shape(2, 2), 1, 1, 2, 2);
    check(Ops.tile(floats(new float[] {1, 2}, 2), 2), shape(4), 1, 2, 1, 2);
  }

  @Test
  void indexing() {
    check(Ops.gather(matrix(), ints(-1, 0), 1), shape(2, 2), 3, 1, 6, 4);
    check(Ops.gatherElements(matrix(), keep(Tensor.of(new long[] {2, 0}, 2, 1)), 1), shape(2, 1), 3, 4);
    check(Ops.gatherNd(matrix(), keep(Tensor.of(new long[] {1, 2}, 1, 2))), shape(1), 6);
    check(Ops.gatherNd(null, matrix(), keep(Tensor.of(new long[] {2, 0}, 2, 1)), 1), shape(2), 3, 4);
    check(Ops.scatterNd(floats(new float[] {1, 2}, 2), keep(Tensor.of(new long[] {1}, 1, 1)),
        floats(new float[] {9}, 1)), shape(2), 1, 9);
    check(Ops.scatterNd(null, floats(new float[] {1, 2}, 2), keep(Tensor.of(new long[] {1}, 1, 1)),
        floats(new float[] {9}, 1), "add"), shape(2), 1, 11);
  }

  @Test
  void fillingAndMaking() {
    check(Ops.pad(floats(new float[] {1, 2}, 2), 1, 0), shape(3), 0, 1, 2);
    check(Ops.pad(null, floats(new float[] {1, 2}, 2), new long[] {1, 1}, scalar(9), new long[] {0}, null),
        shape(4), 9, 1, 2, 9);
    check(Ops.pad(null, floats(new float[] {1, 2}, 2), new long[] {0, 1}, null, null, "edge"), shape(3), 1, 2, 2);
    check(Ops.constantOfShape(floats(new float[] {4}, 1), 2), shape(2), 4, 4);
    check(Ops.constantOfShape(null, new long[] {1}, null), shape(1), 0);
    check(Ops.range(scalar(0), scalar(1), scalar(0.5f)), shape(2), 0, 0.5f);
    check(Ops.oneHot(ints(1), 2, floats(new float[] {0, 5}, 2)), shape(1, 2), 0, 5);
    check(Ops.oneHot(null, ints(1), 2, floats(new float[] {0, 5}, 2), 0), shape(2, 1), 0, 5);
    check(Ops.trilu(floats(new float[] {1, 2, 3, 4}, 2, 2), 0, true), shape(2, 2), 1, 2, 0, 4);
    check(Ops.trilu(floats(new float[] {1, 2, 3, 4}, 2, 2), -1, false), shape(2, 2), 0, 0, 3, 0);
  }

  @Test
  void whatDependsOnElements() {
    check(Ops.nonZero(floats(new float[] {0, 5, -0.0f, 1}, 4)), 1, 3);
    try (Ops.TopKResult top = Ops.topK(matrix(), 2)) {
      check(top.values(), shape(2, 2), 3, 2, 6, 5);
      check(top.indices(), 2, 1, 2, 1);
    }
    try (Ops.TopKResult top = Ops.topK(null, matrix(), 1, 0, false, true)) {
      check(top.values(), shape(1, 3), 1, 2, 3);
      check(top.indices(), 0, 0, 0);
    }
  }

  @Test
  void anyOperatorAtAnyOpset() {
    try (Attributes attributes = Attributes.builder().set("axes", new long[] {1}).set("starts", new long[] {0})
        .set("ends", new long[] {1}).build()) {
      check(keep(Ops.invoke("Slice", 1, List.of(matrix()), attributes, 1)).get(0), shape(2, 1), 1, 4);
    }
    check(keep(Ops.invoke("Slice", 13, Arrays.asList(matrix(), ints(0), ints(1), null, ints(1)), null, 1)).get(0),
        shape(1, 3), 1, 2, 3);
    assertEquals(2, keep(Ops.invoke("Split", 13, List.of(matrix()), null, 2)).size());
  }

  @Test
  void listsMayBeLong() {
    for (int count : new int[] {100, 20_000, 3}) {
      long[] sizes = new long[count];
      Arrays.fill(sizes, 1);
      float[] elements = new float[count];
      elements[count - 1] = 5;
      List<Tensor> parts = keep(Ops.split(floats(elements, count), 0, sizes));
      assertEquals(count, parts.size());
      assertEquals(5, parts.get(count - 1).toFloatArray()[0]);
      try (Tensor joined = Ops.concat(null, parts, 0)) {
        assertArrayEquals(elements, joined.toFloatArray());
      }
    }
  }

  @Test
  void whatAnOperatorWouldGive() {
    try (Tensor described = Tensor.describe(ElementType.FLOAT16, 4, 5);
        Tensor result = Ops.infer("Transpose", 13, List.of(described), null, 1).get(0)) {
      assertEquals("float16 [5, 4]", result.toString());
    }
    try (Tensor described = Tensor.describe(ElementType.FLOAT16, 4, 5);
        Tensor result = Ops.infer("NonZero", 13, List.of(described), null, 1).get(0)) {
      assertArrayEquals(new long[] {2, -1}, result.shape());
      assertEquals(-1, result.elementCount());
    }
    try (Tensor described = Tensor.describe(ElementType.INT64, 2)) {
      assertEquals("input.value_needed", assertThrows(OneModelException.class,
          () -> Ops.infer("Reshape", 13, List.of(matrix(), described), null, 1)).reason());
    }
  }

  @Test
  void refusalsSayWhereAndWhy() {
    OneModelException refused = assertThrows(OneModelException.class,
        () -> Ops.slice(matrix(), new long[] {0}, new long[] {1}, null, new long[] {0}));
    assertEquals(Status.INVALID_MODEL, refused.status());
    assertEquals("slice.step_zero", refused.reason());
    assertEquals("Slice", refused.operator());
    assertEquals("steps", refused.input());
    assertEquals("", refused.node());
    assertTrue(refused.getMessage().startsWith("slice.step_zero: Slice: 'steps'"), refused.getMessage());

    assertEquals(Status.INVALID_INPUT, assertThrows(OneModelException.class,
        () -> Ops.gather(matrix(), ints(5), 0)).status());
    assertEquals("operator.unknown", assertThrows(OneModelException.class,
        () -> Ops.invoke("NoSuch", 13, List.of(matrix()), null, 1)).reason());
    assertThrows(IllegalArgumentException.class, () -> Ops.slice(matrix(), new long[] {0}, new long[0]));
    assertEquals("argument.count", assertThrows(OneModelException.class,
        () -> Ops.invoke("Identity", 25, List.of(matrix()), null, -1)).reason());
    assertEquals(Status.INVALID_ARGUMENT, assertThrows(OneModelException.class,
        () -> Ops.split(matrix(), 0, -1)).status());
    assertThrows(IllegalArgumentException.class, () -> Ops.invoke("A\0B", 13, List.of(), null, 1));
    assertThrows(NullPointerException.class, () -> Ops.identity(null));
    assertThrows(NullPointerException.class, () -> Ops.concat(0, matrix(), null));
  }

  @Test
  void aContextLimitsResults() {
    try (Context context = Context.builder().memoryLimit(8).threads(2).bufferLimit(1 << 20).build()) {
      assertEquals(8, context.memoryLimit());
      assertEquals(2, context.threads());
      assertEquals(1 << 20, context.bufferLimit());
      context.releaseBuffers();
      assertEquals("memory.exhausted", assertThrows(OneModelException.class,
          () -> Ops.transpose(context, matrix(), null)).reason());
      assertEquals("memory.exhausted", assertThrows(OneModelException.class,
          () -> Ops.invoke(context, "Transpose", 13, List.of(matrix()), null, 1)).reason());
    }
    assertEquals("argument.count", assertThrows(OneModelException.class,
        () -> Context.builder().memoryLimit(-1)).reason());
    assertTrue(Context.defaultMemoryLimit() > 0);
    assertEquals(1, Context.defaultThreads());
    assertTrue(Context.defaultBufferLimit() > 0);
    Context.releaseDefaultBuffers();
  }

  @Test
  void aBuilderIsUsedOnce() {
    Attributes.Builder attributes = Attributes.builder();
    attributes.build().close();
    assertThrows(IllegalStateException.class, attributes::build);
    assertThrows(IllegalStateException.class, () -> attributes.set("axis", 1));
    Context.Builder context = Context.builder();
    context.build().close();
    assertThrows(IllegalStateException.class, context::build);
  }
}
