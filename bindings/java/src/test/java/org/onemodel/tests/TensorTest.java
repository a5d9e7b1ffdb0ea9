package org.onemodel.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.onemodel.Context;
import org.onemodel.ElementType;
import org.onemodel.Model;
import org.onemodel.OneModelException;
import org.onemodel.Status;
import org.onemodel.Tensor;

/** Elements go in and come out as they are, of every type and by every way. */
@SuppressWarnings("try") // some are closed before their block ends
class TensorTest {
  private static final int COUNT = 24; // elements of the shape below; a multiple of those in a byte

  private static byte[] someBytes(ElementType type) {
    byte[] bytes = new byte[COUNT * type.bits() / 8];
    new Random(type.number()).nextBytes(bytes);
    if (type == ElementType.BOOL) {
      for (int i = 0; i < bytes.length; ++i) {
        bytes[i] &= 1;
      }
    }
    return bytes;
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static byte[] contents(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STRING")
  void bytesOfEveryTypeComeOutAsTheyWentIn(ElementType type) {
    byte[] bytes = someBytes(type);
    try (Tensor tensor = Tensor.copyOf(type, bytes, 2, 3, 4)) {
      assertEquals(type, tensor.type());
      assertArrayEquals(new long[] {2, 3, 4}, tensor.shape());
      assertEquals(3, tensor.rank());
      assertEquals(COUNT, tensor.elementCount());
      assertEquals(bytes.length, tensor.byteCount());
      assertArrayEquals(bytes, tensor.toByteArray());
      assertArrayEquals(bytes, contents(tensor.data()));
      assertEquals(type.corpusName() + " [2, 3, 4]", tensor.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STRING")
  void buffersGoInOfEveryKind(ElementType type) {
    byte[] bytes = someBytes(type);
    byte[] longer = new byte[bytes.length + 16];
    System.arraycopy(bytes, 0, longer, 16, bytes.length);
    try (Tensor borrowed = Tensor.borrow(type, direct(longer).position(16), COUNT);
        Tensor ofDirect = Tensor.copyOf(type, direct(longer).position(16), COUNT);
        Tensor ofHeap = Tensor.copyOf(type, ByteBuffer.wrap(longer, 16, bytes.length).slice(), COUNT);
        Tensor ofReadOnly = Tensor.copyOf(type, ByteBuffer.wrap(longer).position(16).asReadOnlyBuffer(), COUNT)) {
      for (Tensor tensor : new Tensor[] {borrowed, ofDirect, ofHeap, ofReadOnly}) {
        assertArrayEquals(bytes, tensor.toByteArray());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STRING")
  void arraysOfEveryTypeHoldItsElements(ElementType type) {
    try (Tensor bytes = Tensor.copyOf(type, someBytes(type), COUNT)) {
      Object array = array(bytes, type.arrayType());
      assertEquals(bytes.byteCount(), Array.getLength(array) * elementBytes(array));
      try (Tensor again = Tensor.copyOf(type, array, COUNT)) {
        assertArrayEquals(bytes.toByteArray(), again.toByteArray());
      }
    }
  }

  private static Object array(Tensor tensor, Class<?> arrayType) {
    return switch (arrayType.getSimpleName()) {
      case "boolean[]" -> tensor.toBooleanArray();
      case "byte[]" -> tensor.toByteArray();
      case "short[]" -> tensor.toShortArray();
      case "int[]" -> tensor.toIntArray();
      case "long[]" -> tensor.toLongArray();
      case "float[]" -> tensor.toFloatArray();
      default -> tensor.toDoubleArray();
    };
  }

  private static long elementBytes(Object array) {
    return switch (array.getClass().getSimpleName()) {
      case "boolean[]", "byte[]" -> 1;
      case "short[]" -> 2;
      case "int[]", "float[]" -> 4;
      default -> 8;
    };
  }

  @Test
  void primitiveArraysHaveTheirTypes() {
    try (Tensor bools = Tensor.of(new boolean[] {true, false}, 2);
        Tensor int8s = Tensor.of(new byte[] {-1}, 1);
        Tensor int16s = Tensor.of(new short[] {-2}, 1);
        Tensor int32s = Tensor.of(new int[] {-3}, 1);
        Tensor int64s = Tensor.of(new long[] {-4}, 1);
        Tensor float32s = Tensor.of(new float[] {Float.intBitsToFloat(0x7fc12345), -0.0f}, 2);
        Tensor float64s = Tensor.of(new double[] {0.1}, 1)) {
      assertArrayEquals(new boolean[] {true, false}, bools.toBooleanArray());
      assertEquals(ElementType.INT8, int8s.type());
      assertEquals(ElementType.INT16, int16s.type());
      assertArrayEquals(new int[] {-3}, int32s.toIntArray());
      assertArrayEquals(new long[] {-4}, int64s.toLongArray());
      assertEquals(0x7fc12345, Float.floatToRawIntBits(float32s.toFloatArray()[0]));
      assertEquals(0x80000000, Float.floatToRawIntBits(float32s.toFloatArray()[1]));
      assertArrayEquals(new double[] {0.1}, float64s.toDoubleArray());
      assertThrows(UnsupportedOperationException.class, float64s::toFloatArray);
      assertThrows(UnsupportedOperationException.class, float64s::toStringArray);
      assertThrows(IllegalArgumentException.class, () -> Tensor.copyOf(ElementType.FLOAT16, new int[1], 1));
      assertThrows(IllegalArgumentException.class, () -> Tensor.copyOf(ElementType.FLOAT32, new double[1], 1));
    }
  }

  @Test
  void aScalarHasNoExtents() {
    try (Tensor scalar = Tensor.of(new float[] {5})) {
      assertEquals(0, scalar.rank());
      assertEquals(1, scalar.elementCount());
      assertArrayEquals(new long[0], scalar.shape());
    }
  }

  @Test
  void anEmptyTensorHasAnEmptyBuffer() {
    try (Tensor empty = Tensor.of(new float[0], 0, 3); Tensor borrowed = Tensor.borrow(ElementType.INT64,
        ByteBuffer.allocateDirect(0), 0)) {
      assertEquals(0, empty.data().capacity());
      assertEquals(0, empty.toFloatArray().length);
      assertEquals(0, borrowed.toLongArray().length);
    }
  }

  @Test
  void stringsKeepEveryByte() {
    String[] texts = {"", "a\0b", "caf\u00e9", "\ud83d\ude00 outside the basic plane", "\u65e5\u672c"};
    try (Tensor tensor = Tensor.of(texts, 5)) {
      assertEquals(ElementType.STRING, tensor.type());
      assertArrayEquals(texts, tensor.toStringArray());
      assertArrayEquals(texts[3].getBytes(StandardCharsets.UTF_8), tensor.stringBytes(3));
      assertThrows(IndexOutOfBoundsException.class, () -> tensor.stringBytes(5));
      assertThrows(UnsupportedOperationException.class, tensor::data);
      assertThrows(UnsupportedOperationException.class, tensor::toByteArray);
      assertEquals(0, tensor.dataAddress());
    }
    byte[][] bytes = {{(byte) 0xff, 0, (byte) 0xfe}, {}, {0}};
    try (Tensor tensor = Tensor.of(bytes, 3)) {
      assertArrayEquals(bytes, tensor.toBytesArray());
      assertEquals("\ufffd\0\ufffd", tensor.toStringArray()[0]);
    }
  }

  @Test
  void aBorrowedBufferIsNotCopied() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
    try (Tensor tensor = Tensor.borrow(ElementType.FLOAT32, buffer, 4);
        Tensor ofItsData = Tensor.borrow(ElementType.FLOAT32, tensor.data(), 4)) {
      assertEquals(tensor.dataAddress(), ofItsData.dataAddress());
      // Against the rules for tensors that are used meanwhile, but it shows whose memory it is.
      buffer.putFloat(4, 2.5f);
      assertEquals(2.5f, tensor.data().getFloat(4));
      assertEquals(2.5f, ofItsData.toFloatArray()[1]);
    }
    assertThrows(IllegalArgumentException.class, () -> Tensor.borrow(ElementType.INT8, ByteBuffer.allocate(1), 1));
    OneModelException misaligned = assertThrows(OneModelException.class,
        () -> Tensor.borrow(ElementType.INT32, ByteBuffer.allocateDirect(5).position(1), 1));
    assertEquals("argument.bytes", misaligned.reason());
  }

  @Test
  void boolsThatAreNeitherZeroNorOneAreCopied() {
    ByteBuffer buffer = direct(new byte[] {2, 0, 1});
    try (Tensor tensor = Tensor.borrow(ElementType.BOOL, buffer, 3)) {
      assertArrayEquals(new boolean[] {true, false, true}, tensor.toBooleanArray());
      assertEquals(2, buffer.get(0));
    }
  }

  @Test
  void dataIsReadOnlyAndInTheMachinesOrder() {
    try (Tensor tensor = Tensor.of(new int[] {0x01020304, 5}, 2)) {
      ByteBuffer data = tensor.data();
      assertTrue(data.isDirect());
      assertEquals(ByteOrder.nativeOrder(), data.order());
      assertEquals(0x01020304, data.getInt(0));
      assertThrows(ReadOnlyBufferException.class, () -> data.put(0, (byte) 0));
      assertEquals(5, tensor.data(4, 4).getInt(0));
      assertThrows(IndexOutOfBoundsException.class, () -> tensor.data(4, 5));
      assertThrows(IndexOutOfBoundsException.class, () -> tensor.data(-1, 1));
    }
  }

  @Test
  void aDescriptionHasNoElements() {
    try (Tensor described = Tensor.describe(ElementType.FLOAT32, 2, 3); Tensor strings = Tensor.describe(
        ElementType.STRING, 1)) {
      assertEquals("float32 [2, 3]", described.toString());
      assertThrows(UnsupportedOperationException.class, described::data);
      assertThrows(UnsupportedOperationException.class, described::toFloatArray);
      assertThrows(UnsupportedOperationException.class, strings::toBytesArray);
      assertEquals("argument.no_data", assertThrows(OneModelException.class, described::toDlpack).reason());
    }
  }

  @ParameterizedTest
  @EnumSource
  void zerosAreZero(ElementType type) {
    if (type == ElementType.STRING) {
      assertEquals("argument.type", assertThrows(OneModelException.class, () -> Tensor.zeros(type, 2)).reason());
      return;
    }
    try (Tensor tensor = Tensor.zeros(type, 3, 8)) {
      assertArrayEquals(new byte[COUNT * type.bits() / 8], tensor.toByteArray());
    }
  }

  @Test
  void aTensorGoesThroughDlpack() {
    try (Tensor tensor = Tensor.of(new float[] {1, 2, 3}, 3); Tensor back = Tensor.fromDlpack(null, tensor.toDlpack())) {
      assertEquals(tensor.dataAddress(), back.dataAddress());
      tensor.close();
      assertArrayEquals(new float[] {1, 2, 3}, back.toFloatArray());
    }
    assertEquals("argument.null", assertThrows(OneModelException.class, () -> Tensor.fromDlpack(null, 0)).reason());
    try (Tensor strings = Tensor.of(new String[] {"a"}, 1)) {
      OneModelException refused = assertThrows(OneModelException.class, strings::toDlpack);
      assertEquals("dlpack.unsupported", refused.reason());
      assertEquals(Status.UNSUPPORTED, refused.status());
    }
  }

  @Test
  void aTensorGoesThroughOnnxsFormat() {
    try (Tensor tensor = Tensor.of(new String[] {"a\0", "\ud83d\ude00"}, 2);
        Tensor back = Tensor.read(null, ByteBuffer.wrap(tensor.write("name")));
        Tensor backOfDirect = Tensor.read(null, direct(tensor.write("")))) {
      assertArrayEquals(tensor.toStringArray(), back.toStringArray());
      assertArrayEquals(tensor.toStringArray(), backOfDirect.toStringArray());
      assertThrows(IllegalArgumentException.class, () -> tensor.write("a\0b"));
    }
    assertEquals("model.malformed", assertThrows(OneModelException.class,
        () -> Tensor.read(null, ByteBuffer.wrap(new byte[] {-1}))).reason());
  }

  @Test
  void sharesAreClosedOnTheirOwn() {
    try (Tensor tensor = Tensor.of(new int[] {7}, 1); Tensor share = tensor.share()) {
      tensor.close();
      assertArrayEquals(new int[] {7}, share.toIntArray());
    }
  }

  @Test
  void refusalsOfTheLibraryHaveTheirReasons() {
    OneModelException bytes = assertThrows(OneModelException.class, () -> Tensor.of(new float[5], 2, 3));
    assertEquals("argument.bytes", bytes.reason());
    assertEquals(Status.INVALID_ARGUMENT, bytes.status());
    assertTrue(bytes.getMessage().startsWith("argument.bytes: "), bytes.getMessage());
    assertEquals("shape.rank_limit", assertThrows(OneModelException.class,
        () -> Tensor.of(new float[1], 1, 1, 1, 1, 1, 1, 1, 1, 1)).reason());
    assertEquals("argument.extent", assertThrows(OneModelException.class, () -> Tensor.of(new int[0], -1)).reason());
    assertEquals("argument.bytes", assertThrows(OneModelException.class,
        () -> Tensor.of(new String[] {"a"}, 2)).reason());
    assertThrows(NullPointerException.class, () -> Tensor.of((float[]) null, 1));
    assertThrows(NullPointerException.class, () -> Tensor.of(new String[] {null}, 1));
    assertThrows(NullPointerException.class, () -> Tensor.copyOf(null, new byte[1], 1));
  }

  @Test
  void aContextLimitsMemory() {
    try (Context context = Context.builder().memoryLimit(100).build()) {
      assertEquals("memory.exhausted", assertThrows(OneModelException.class,
          () -> Tensor.copyOf(context, ElementType.FLOAT32, new float[26], 26)).reason());
      Tensor.copyOf(context, ElementType.FLOAT32, new float[25], 25).close();
    }
  }

  @Test
  void aMillionElementsAreCopiedRight() {
    long[] elements = new Random(1).longs(1_000_003).toArray();
    try (Tensor tensor = Tensor.of(elements, elements.length)) {
      assertArrayEquals(elements, tensor.toLongArray());
      assertFalse(tensor.toString().isEmpty());
    }
  }

  /** What native code would take for an array otherwise; only -Xcheck:jni is sure to notice. */
  @Test
  void anEmptyMappedFileIsABufferWithoutBytes(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("empty"));
    MappedByteBuffer empty;
    try (FileChannel channel = FileChannel.open(file)) {
      empty = channel.map(FileChannel.MapMode.READ_ONLY, 0, 0);
    }
    try (Tensor copied = Tensor.copyOf(ElementType.FLOAT32, empty, 0);
        Tensor borrowed = Tensor.borrow(ElementType.FLOAT32, empty, 2, 0)) {
      assertEquals(0, copied.toFloatArray().length);
      assertEquals(0, borrowed.toFloatArray().length);
    }
    assertThrows(OneModelException.class, () -> Tensor.borrow(ElementType.FLOAT32, empty, 1));
    assertThrows(OneModelException.class, () -> Tensor.read(null, empty));
    assertThrows(OneModelException.class, () -> Model.read(null, empty, null));
  }

  @Test
  void arraysOfObjectsAreNoMemory() {
    for (Object elements : new Object[] {new String[] {"a"}, new String[0], new byte[][] {{1}}, new Object[1], "a"}) {
      assertThrows(IllegalArgumentException.class, () -> Tensor.copyOf(ElementType.STRING, elements, 1));
      assertThrows(IllegalArgumentException.class, () -> Tensor.copyOf(ElementType.INT8, elements, 1));
    }
  }

  @Test
  void halfASurrogatePairIsRefusedNotReplaced() {
    for (String half : new String[] {"\ud83d", "a\ude00b", "\ude00\ud83d"}) {
      assertThrows(IllegalArgumentException.class, () -> Tensor.of(new String[] {half}, 1));
    }
    try (Tensor whole = Tensor.of(new String[] {"\ud83d\ude00"}, 1)) {
      assertArrayEquals(new String[] {"\ud83d\ude00"}, whole.toStringArray());
    }
  }
}
