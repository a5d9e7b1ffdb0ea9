package org.onemodel;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.onemodel.internal.Raw;

/**
 * An array of elements of one type with a shape, in native memory; immutable.
 *
 * <p>Elements are in row-major order. A shape is a list of extents, one an axis, up to {@link OneModel#MAX_RANK}; without
 * extents it is that of a scalar, which has one element. How Java holds the elements of each type says {@link ElementType}.
 *
 * <p>Only {@link Session#runInto} changes a tensor, one that was made by {@code of}, {@code zeros} or {@code borrow}.
 *
 * @since 0.3
 */
public final class Tensor implements AutoCloseable {
  /** Stands for every direct buffer without bytes, since one may lie at address 0, such as that of an empty mapped file. */
  private static final ByteBuffer NO_BYTES = ByteBuffer.allocateDirect(0);

  private final Handle handle;
  private final boolean writable;

  private Tensor(long address, boolean writable) {
    this.handle = new Handle(address, Raw::om_tensor_release);
    this.writable = writable;
    handle.freeWith(this);
  }

  // ---- Making tensors ----

  /**
   * Makes a bool tensor with a copy of the elements.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor of(boolean[] elements, long... shape) {
    return copyOf(null, ElementType.BOOL, elements, shape);
  }

  /**
   * Makes an int8 tensor with a copy of the elements.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor of(byte[] elements, long... shape) {
    return copyOf(null, ElementType.INT8, elements, shape);
  }

  /**
   * Makes an int16 tensor with a copy of the elements.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor of(short[] elements, long... shape) {
    return copyOf(null, ElementType.INT16, elements, shape);
  }

  /**
   * Makes an int32 tensor with a copy of the elements.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor of(int[] elements, long... shape) {
    return copyOf(null, ElementType.INT32, elements, shape);
  }

  /**
   * Makes an int64 tensor with a copy of the elements.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor of(long[] elements, long... shape) {
    return copyOf(null, ElementType.INT64, elements, shape);
  }

  /**
   * Makes a float32 tensor with a copy of the elements.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor of(float[] elements, long... shape) {
    return copyOf(null, ElementType.FLOAT32, elements, shape);
  }

  /**
   * Makes a float64 tensor with a copy of the elements.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor of(double[] elements, long... shape) {
    return copyOf(null, ElementType.FLOAT64, elements, shape);
  }

  /**
   * Makes a string tensor of texts in UTF-8.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   * @throws IllegalArgumentException a text has half of a surrogate pair, which UTF-8 cannot say
   */
  public static Tensor of(String[] elements, long... shape) {
    return ofStrings(null, Arrays.stream(elements).map(Text::bytes).toArray(byte[][]::new), shape);
  }

  /**
   * Makes a string tensor of bytes in any encoding, with or without zero bytes.
   *
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor of(byte[][] elements, long... shape) {
    return ofStrings(null, elements, shape);
  }

  /**
   * Makes a tensor of any type but string with a copy of the elements.
   *
   * @param type the elements' type
   * @param elements {@link ElementType#arrayType} with as many elements as the shape has (complex numbers are two, packed
   *     elements share bytes); or {@code byte[]} with the bytes of the elements in the machine's byte order
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.type, argument.bytes, argument.extent, shape.overflow, shape.rank_limit,
   *     memory.exhausted
   * @throws IllegalArgumentException if the array is of another type
   */
  public static Tensor copyOf(ElementType type, Object elements, long... shape) {
    return copyOf(null, type, elements, shape);
  }

  /**
   * Makes a tensor of any type but string with a copy of the elements, within a context's memory limit.
   *
   * @param context its memory limit bounds the tensor; null for the default
   * @param type the elements' type
   * @param elements as in {@link #copyOf(ElementType, Object, long...)}
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.type, argument.bytes, argument.extent, shape.overflow, shape.rank_limit,
   *     memory.exhausted
   * @throws IllegalArgumentException if the array is of another type
   */
  public static Tensor copyOf(Context context, ElementType type, Object elements, long... shape) {
    Class<?> arrayType = elements.getClass();
    if (arrayType != byte[].class && (arrayType != type.arrayType() || !arrayType.getComponentType().isPrimitive())) {
      throw new IllegalArgumentException(type == ElementType.STRING
          ? "strings are copied by of and ofStrings" : type.corpusName() + " elements are in " + type.arrayType().getSimpleName()
          + " or byte[], not in " + arrayType.getSimpleName());
    }
    return create(context, type, elements, (long) Array.getLength(elements) * bytesOf(arrayType), shape);
  }

  /**
   * Makes a tensor of any type but string with a copy of the bytes between the buffer's position and limit.
   *
   * @param type the elements' type
   * @param elements the bytes of the elements in the machine's byte order, whatever {@link ByteBuffer#order} is
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.type, argument.bytes, argument.extent, shape.overflow, shape.rank_limit,
   *     memory.exhausted
   */
  public static Tensor copyOf(ElementType type, ByteBuffer elements, long... shape) {
    return copyOf(null, type, elements, shape);
  }

  /**
   * Makes a tensor of any type but string with a copy of the bytes between the buffer's position and limit, within a
   * context's memory limit.
   *
   * @param context its memory limit bounds the tensor; null for the default
   * @param type the elements' type
   * @param elements the bytes of the elements in the machine's byte order, whatever {@link ByteBuffer#order} is
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.type, argument.bytes, argument.extent, shape.overflow, shape.rank_limit,
   *     memory.exhausted
   */
  public static Tensor copyOf(Context context, ElementType type, ByteBuffer elements, long... shape) {
    ByteBuffer bytes = elements.slice();
    return create(context, type, memory(bytes), bytes.remaining(), shape);
  }

  private static Tensor create(Context context, ElementType type, Object memory, long byteCount, long[] shape) {
    try (Handle limits = Context.use(context)) {
      return ofNew(Raw.om_tensor_create(Handle.address(limits), type.number(), Scratch.copy(shape), shape.length,
          memory, byteCount));
    }
  }

  /**
   * Makes a string tensor of bytes in any encoding, within a context's memory limit.
   *
   * @param context its memory limit bounds the tensor; null for the default
   * @param elements as many as the shape has
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.bytes, argument.extent, shape.overflow, shape.rank_limit, memory.exhausted
   */
  public static Tensor ofStrings(Context context, byte[][] elements, long... shape) {
    byte[][] strings = elements.clone(); // which must not change between reading the lengths and the bytes
    long[] lengths = Arrays.stream(strings).mapToLong(string -> string.length).toArray();
    try (Handle limits = Context.use(context)) {
      Scratch scratch = Scratch.withRoom((long) shape.length + lengths.length);
      return adopt(Raw.om_tensor_create_strings(Handle.address(limits), scratch.put(shape), shape.length, strings,
          scratch.put(lengths), strings.length));
    }
  }

  /**
   * Makes a tensor whose elements are all 0, or false.
   *
   * @param type any type but string
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.type, constant_of_shape.extent_negative, shape.overflow, shape.rank_limit,
   *     memory.exhausted
   */
  public static Tensor zeros(ElementType type, long... shape) {
    byte[] zero = new byte[Math.max(1, type.bits() / Byte.SIZE)];
    try (Tensor value = copyOf(type, zero); Handle element = value.use()) {
      return ofNew(Raw.om_constant_of_shape(0, Scratch.copy(shape), shape.length, element.address()));
    }
  }

  /**
   * Makes a tensor over a direct buffer's memory between its position and limit, without a copy. The memory must not
   * change, and stays reachable, until the tensor and all that share its memory (views, buffers) are gone.
   *
   * <p>A bool tensor with bytes other than 0 and 1, and a packed one with unused bits that are not 0, is copied instead.
   *
   * @param type any type but string
   * @param elements a direct buffer; its bytes are the elements in the machine's byte order, whatever {@link
   *     ByteBuffer#order} is; aligned to the element's size (16-byte types to 8)
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.type, argument.bytes, argument.extent, shape.overflow, shape.rank_limit,
   *     memory.exhausted
   * @throws IllegalArgumentException if the buffer is not direct
   */
  public static Tensor borrow(ElementType type, ByteBuffer elements, long... shape) {
    return borrow(null, type, elements, shape);
  }

  /**
   * Makes a tensor over a direct buffer's memory, within a context's memory limit; as {@link #borrow(ElementType,
   * ByteBuffer, long...)}.
   *
   * @param context its memory limit bounds the tensor; null for the default
   * @param type any type but string
   * @param elements a direct buffer
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.type, argument.bytes, argument.extent, shape.overflow, shape.rank_limit,
   *     memory.exhausted
   * @throws IllegalArgumentException if the buffer is not direct
   */
  public static Tensor borrow(Context context, ElementType type, ByteBuffer elements, long... shape) {
    if (!elements.isDirect()) {
      throw new IllegalArgumentException("only a direct buffer can be borrowed; copyOf takes any");
    }
    ByteBuffer bytes = elements.slice();
    try (Handle limits = Context.use(context)) {
      long tensor = Raw.om_tensor_borrow(Handle.address(limits), type.number(), Scratch.copy(shape), shape.length, memory(bytes),
          bytes.remaining(), elements);
      return new Tensor(tensor, !elements.isReadOnly());
    }
  }

  /**
   * Makes a tensor that has a type and a shape but no elements, for {@link Ops#infer} and {@link Session#plan}.
   *
   * @param type any type
   * @param shape the extents; none for a scalar
   * @return a tensor, to be closed
   * @throws OneModelException argument.extent, shape.overflow, shape.rank_limit
   */
  public static Tensor describe(ElementType type, long... shape) {
    return adopt(Raw.om_tensor_describe(type.number(), Scratch.copy(shape), shape.length));
  }

  /**
   * Takes over a DLPack tensor (version 1.x, CPU). A row-major tensor that is aligned is borrowed, any other copied.
   *
   * @param context its memory limit bounds what is copied; null for the default
   * @param managed the address of a {@code DLManagedTensorVersioned}, which stays the caller's on failure
   * @return a tensor, to be closed
   * @throws OneModelException argument.null, argument.dlpack, argument.extent, dlpack.unsupported, shape.overflow,
   *     shape.rank_limit, memory.exhausted
   */
  public static Tensor fromDlpack(Context context, long managed) {
    try (Handle limits = Context.use(context)) {
      return adopt(Raw.om_tensor_from_dlpack(Handle.address(limits), managed));
    }
  }

  /**
   * Reads a tensor from ONNX's TensorProto.
   *
   * @param context its memory limit bounds the tensor; null for the default
   * @param bytes of the TensorProto
   * @return a tensor, to be closed
   * @throws OneModelException model.malformed, model.tensor, model.external_data, memory.exhausted
   */
  public static Tensor read(Context context, ByteBuffer bytes) {
    ByteBuffer all = bytes.slice();
    try (Handle limits = Context.use(context)) {
      return adopt(Raw.om_tensor_read(Handle.address(limits), memory(all), all.remaining()));
    }
  }

  // ---- Facts ----

  /**
   * The elements' type.
   *
   * @return the type
   * @throws IllegalStateException if the tensor is closed
   */
  public ElementType type() {
    try (Handle tensor = use()) {
      return type(tensor);
    }
  }

  /**
   * The number of axes.
   *
   * @return 0 for a scalar
   * @throws IllegalStateException if the tensor is closed
   */
  public int rank() {
    try (Handle tensor = use()) {
      return (int) Raw.om_tensor_rank(tensor.address());
    }
  }

  /**
   * The extents.
   *
   * @return a new array; an extent that {@link Ops#infer} cannot tell is -1
   * @throws IllegalStateException if the tensor is closed
   */
  public long[] shape() {
    try (Handle tensor = use()) {
      return Raw.om_tensor_shape(tensor.address());
    }
  }

  /**
   * The number of elements.
   *
   * @return the product of the extents; -1 if one is not known
   * @throws IllegalStateException if the tensor is closed
   */
  public long elementCount() {
    try (Handle tensor = use()) {
      return Raw.om_tensor_element_count(tensor.address());
    }
  }

  /**
   * The number of bytes of the elements.
   *
   * @return 0 for strings and for tensors without elements
   * @throws IllegalStateException if the tensor is closed
   */
  public long byteCount() {
    try (Handle tensor = use()) {
      return Raw.om_tensor_byte_count(tensor.address());
    }
  }

  // ---- Elements without a copy ----

  /**
   * The elements' memory, without a copy. The memory stays for as long as the buffer, or one made from it, is reachable,
   * even when the tensor is closed before: it is then freed after the garbage collector has found that the buffers are
   * gone. Where memory is scarce, copy instead.
   *
   * @return a read-only direct buffer in the machine's byte order
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException for strings, for tensors without elements, and for more than 2^31-1 bytes, of
   *     which {@link #data(long, int)} gives parts
   */
  public ByteBuffer data() {
    try (Handle tensor = use()) {
      return view(tensor, 0, arrayLength(storedBytes(tensor)));
    }
  }

  /**
   * A part of the elements' memory, as {@link #data()}.
   *
   * @param offset the first byte
   * @param byteCount the number of bytes
   * @return a read-only direct buffer in the machine's byte order
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException for strings and for tensors without elements
   * @throws IndexOutOfBoundsException if the tensor has no such bytes
   */
  public ByteBuffer data(long offset, int byteCount) {
    try (Handle tensor = use()) {
      Objects.checkFromIndexSize(offset, (long) byteCount, storedBytes(tensor));
      return view(tensor, offset, byteCount);
    }
  }

  /**
   * The address of the elements, for other native code. Whoever uses it keeps the tensor open and reachable meanwhile.
   *
   * @return 0 for strings and for tensors without elements; may be 0 where there are 0 bytes
   * @throws IllegalStateException if the tensor is closed
   */
  public long dataAddress() {
    try (Handle tensor = use()) {
      return Raw.om_tensor_data(tensor.address());
    }
  }

  /**
   * Gives the tensor as a read-only DLPack tensor (version 1.0, CPU, row-major) without a copy.
   *
   * @return the address of a {@code DLManagedTensorVersioned}, which keeps the memory until its deleter is called; whoever
   *     receives it calls that ({@link #fromDlpack} and {@link #close} do)
   * @throws OneModelException argument.no_data, dlpack.unsupported (strings and packed types), memory.exhausted
   * @throws IllegalStateException if the tensor is closed
   */
  public long toDlpack() {
    try (Handle tensor = use()) {
      return Raw.om_tensor_to_dlpack(tensor.address());
    }
  }

  /**
   * Another owner of this tensor, which is closed on its own.
   *
   * @return a tensor over the same memory, to be closed
   * @throws IllegalStateException if the tensor is closed
   */
  public Tensor share() {
    try (Handle tensor = use()) {
      return retained(tensor.address());
    }
  }

  // ---- Elements copied ----

  /**
   * The elements of a bool tensor.
   *
   * @return a new array
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException if the tensor has elements of another type, or none
   */
  public boolean[] toBooleanArray() {
    return copy(boolean[].class);
  }

  /**
   * The bytes of the elements, of any type but string, in the machine's byte order.
   *
   * @return a new array
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException for strings and for tensors without elements
   */
  public byte[] toByteArray() {
    return copy(byte[].class);
  }

  /**
   * The elements of a tensor whose {@link ElementType#arrayType} this is.
   *
   * @return a new array
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException if the tensor has elements of another type, or none
   */
  public short[] toShortArray() {
    return copy(short[].class);
  }

  /**
   * The elements of a tensor whose {@link ElementType#arrayType} this is.
   *
   * @return a new array
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException if the tensor has elements of another type, or none
   */
  public int[] toIntArray() {
    return copy(int[].class);
  }

  /**
   * The elements of a tensor whose {@link ElementType#arrayType} this is.
   *
   * @return a new array
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException if the tensor has elements of another type, or none
   */
  public long[] toLongArray() {
    return copy(long[].class);
  }

  /**
   * The elements of a tensor whose {@link ElementType#arrayType} this is.
   *
   * @return a new array; of complex numbers the real and imaginary parts
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException if the tensor has elements of another type, or none
   */
  public float[] toFloatArray() {
    return copy(float[].class);
  }

  /**
   * The elements of a tensor whose {@link ElementType#arrayType} this is.
   *
   * @return a new array; of complex numbers the real and imaginary parts
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException if the tensor has elements of another type, or none
   */
  public double[] toDoubleArray() {
    return copy(double[].class);
  }

  /**
   * The elements of a string tensor, read as UTF-8; what is none becomes U+FFFD.
   *
   * @return a new array
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException if the tensor is no string tensor, or has no elements
   */
  public String[] toStringArray() {
    return Arrays.stream(toBytesArray()).map(Text::of).toArray(String[]::new);
  }

  /**
   * The bytes of each element of a string tensor.
   *
   * @return a new array
   * @throws IllegalStateException if the tensor is closed
   * @throws UnsupportedOperationException if the tensor is no string tensor, or has no elements
   */
  public byte[][] toBytesArray() {
    try (Handle tensor = use()) {
      byte[][] elements = new byte[arrayLength(Raw.om_tensor_element_count(tensor.address()))][];
      for (int i = 0; i < elements.length; ++i) {
        elements[i] = stringBytes(tensor, i);
      }
      return elements;
    }
  }

  /**
   * The bytes of one element of a string tensor.
   *
   * @param index the element's position in row-major order
   * @return a new array
   * @throws IllegalStateException if the tensor is closed
   * @throws IndexOutOfBoundsException if there is no such element
   * @throws UnsupportedOperationException if the tensor is no string tensor, or has no elements
   */
  public byte[] stringBytes(long index) {
    try (Handle tensor = use()) {
      Objects.checkIndex(index, Raw.om_tensor_element_count(tensor.address()));
      return stringBytes(tensor, index);
    }
  }

  /**
   * Gives the tensor as ONNX's TensorProto.
   *
   * @param name the TensorProto's name; "" for none
   * @return the bytes
   * @throws OneModelException argument.no_data, memory.exhausted
   * @throws IllegalStateException if the tensor is closed
   */
  public byte[] write(String name) {
    try (Handle tensor = use(); Tensor bytes = adopt(Raw.om_tensor_write(tensor.address(), Text.name(name)))) {
      return bytes.toByteArray();
    }
  }

  /** Gives the tensor up. Views of it, and {@linkplain #data() buffers}, keep the memory that they look at. */
  @Override
  public void close() {
    handle.dispose();
  }

  /** The type and the shape, for people. */
  @Override
  public String toString() {
    if (handle.isClosed()) {
      return "a closed tensor";
    }
    try (Handle tensor = use()) {
      return type(tensor).corpusName() + " " + Arrays.toString(Raw.om_tensor_shape(tensor.address()));
    } catch (IllegalStateException closedMeanwhile) {
      return "a closed tensor";
    }
  }

  // ---- For the package ----

  /** Takes over a tensor that native code made. */
  static Tensor adopt(long tensor) {
    return new Tensor(tensor, false);
  }

  /** Takes over tensors that native code made, and wrote into scratch memory. */
  static List<Tensor> adopt(Scratch scratch, long tensors, int count) {
    Tensor[] adopted = new Tensor[count];
    for (int i = 0; i < count; ++i) {
      adopted[i] = adopt(scratch.get(tensors, i));
    }
    return List.of(adopted);
  }

  /** Another owner of a tensor that stays the native code's, or another's. */
  static Tensor retained(long tensor) {
    Raw.om_tensor_retain(tensor);
    return adopt(tensor);
  }

  Handle use() {
    return handle.use(this);
  }

  /** Starts a use; null for null. */
  static Handle useOrNull(Tensor tensor) {
    return tensor == null ? null : tensor.use();
  }

  /** Starts a use in which the elements change. */
  Handle useToWrite() {
    if (!writable) {
      throw new IllegalArgumentException("only a tensor that was made by of, zeros or borrow, over memory that is not "
          + "read-only, can be written");
    }
    handle.useToWrite(this);
    return handle;
  }

  /** What native code takes for a buffer at position 0 that nobody else has: itself if it is direct, else an array. */
  static Object memory(ByteBuffer own) {
    if (own.isDirect()) {
      return own.hasRemaining() ? own : NO_BYTES;
    }
    byte[] bytes = new byte[own.remaining()];
    own.get(0, bytes);
    return bytes;
  }

  private static Tensor ofNew(long tensor) {
    return new Tensor(tensor, true);
  }

  private static ElementType type(Handle tensor) {
    return ElementType.of(Raw.om_tensor_type(tensor.address()));
  }

  /** The bytes of the elements; refuses where there are no bytes though there are elements. */
  private static long storedBytes(Handle tensor) {
    long byteCount = Raw.om_tensor_byte_count(tensor.address());
    if (byteCount == 0 && (type(tensor) == ElementType.STRING || Raw.om_tensor_element_count(tensor.address()) != 0)) {
      throw new UnsupportedOperationException(type(tensor) == ElementType.STRING
          ? "strings have no memory of their own kind: toBytesArray gives them" : "the tensor has no elements");
    }
    return byteCount;
  }

  private static ByteBuffer view(Handle tensor, long offset, int byteCount) {
    if (byteCount == 0) {
      return ByteBuffer.allocateDirect(0).asReadOnlyBuffer().order(ByteOrder.nativeOrder());
    }
    // Every buffer that is made from it keeps this one reachable.
    ByteBuffer root = Raw.buffer(Raw.om_tensor_data(tensor.address()) + offset, byteCount);
    tensor.keepFor(root);
    return root.asReadOnlyBuffer().order(ByteOrder.nativeOrder());
  }

  private <A> A copy(Class<A> arrayType) {
    try (Handle tensor = use()) {
      ElementType type = type(tensor);
      if (arrayType != byte[].class && arrayType != type.arrayType()) {
        throw new UnsupportedOperationException(type.corpusName() + " elements are in "
            + type.arrayType().getSimpleName() + ", not in " + arrayType.getSimpleName());
      }
      long byteCount = storedBytes(tensor);
      A elements = arrayType.cast(
          Array.newInstance(arrayType.getComponentType(), arrayLength(byteCount / bytesOf(arrayType))));
      Raw.copy(Raw.om_tensor_data(tensor.address()), elements, byteCount);
      return elements;
    }
  }

  private static byte[] stringBytes(Handle tensor, long index) {
    byte[] bytes = Raw.om_tensor_string(tensor.address(), index);
    if (bytes == null) {
      throw new UnsupportedOperationException(type(tensor) == ElementType.STRING
          ? "the tensor has no elements" : "the tensor is no string tensor but one of " + type(tensor).corpusName());
    }
    return bytes;
  }

  private static int arrayLength(long count) {
    if (count > Integer.MAX_VALUE) {
      throw new UnsupportedOperationException(count + " are more than an array or buffer can have");
    }
    return (int) count;
  }

  private static int bytesOf(Class<?> arrayType) {
    if (arrayType == byte[].class || arrayType == boolean[].class) {
      return Byte.BYTES;
    } else if (arrayType == short[].class) {
      return Short.BYTES;
    } else if (arrayType == int[].class || arrayType == float[].class) {
      return Integer.BYTES;
    }
    return Long.BYTES;
  }
}
