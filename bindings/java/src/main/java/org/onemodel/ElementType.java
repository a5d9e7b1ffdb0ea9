package org.onemodel;

import java.util.Objects;
import java.util.Optional;
import org.onemodel.internal.Raw;

/**
 * The type of a tensor's elements.
 *
 * <p>Java has no type for some of them: it holds their bits, in arrays of {@link #arrayType}. Unsigned integers are in the
 * signed type of their width; 16-bit floats in {@code short}, 8-bit floats in {@code byte}; complex numbers are pairs of
 * real and imaginary part; elements of 4 and 2 bits are packed into bytes as in ONNX, the first in the lowest bits.
 *
 * @since 0.3
 */
public enum ElementType {
  /** IEEE binary32. */
  FLOAT32(Raw.OM_FLOAT32, float[].class),
  /** Unsigned integers of 8 bits. */
  UINT8(Raw.OM_UINT8, byte[].class),
  /** Signed integers of 8 bits. */
  INT8(Raw.OM_INT8, byte[].class),
  /** Unsigned integers of 16 bits. */
  UINT16(Raw.OM_UINT16, short[].class),
  /** Signed integers of 16 bits. */
  INT16(Raw.OM_INT16, short[].class),
  /** Signed integers of 32 bits. */
  INT32(Raw.OM_INT32, int[].class),
  /** Signed integers of 64 bits. */
  INT64(Raw.OM_INT64, long[].class),
  /** Byte strings, each with a length; zero bytes and any encoding are allowed. */
  STRING(Raw.OM_STRING, String[].class),
  /** One byte, 0 or 1. */
  BOOL(Raw.OM_BOOL, boolean[].class),
  /** IEEE binary16. */
  FLOAT16(Raw.OM_FLOAT16, short[].class),
  /** IEEE binary64. */
  FLOAT64(Raw.OM_FLOAT64, double[].class),
  /** Unsigned integers of 32 bits. */
  UINT32(Raw.OM_UINT32, int[].class),
  /** Unsigned integers of 64 bits. */
  UINT64(Raw.OM_UINT64, long[].class),
  /** Two float32: real, imaginary. */
  COMPLEX64(Raw.OM_COMPLEX64, float[].class),
  /** Two float64: real, imaginary. */
  COMPLEX128(Raw.OM_COMPLEX128, double[].class),
  /** The upper half of a float32. */
  BFLOAT16(Raw.OM_BFLOAT16, short[].class),
  /** 8 bits, 4 of exponent, 3 of mantissa; finite numbers and NaN. */
  FLOAT8E4M3FN(Raw.OM_FLOAT8E4M3FN, byte[].class),
  /** As {@link #FLOAT8E4M3FN}, with another bias and without negative zero. */
  FLOAT8E4M3FNUZ(Raw.OM_FLOAT8E4M3FNUZ, byte[].class),
  /** 8 bits, 5 of exponent, 2 of mantissa. */
  FLOAT8E5M2(Raw.OM_FLOAT8E5M2, byte[].class),
  /** As {@link #FLOAT8E5M2}, with another bias, finite, and without negative zero. */
  FLOAT8E5M2FNUZ(Raw.OM_FLOAT8E5M2FNUZ, byte[].class),
  /** Unsigned integers of 4 bits, packed. */
  UINT4(Raw.OM_UINT4, byte[].class),
  /** Signed integers of 4 bits, packed. */
  INT4(Raw.OM_INT4, byte[].class),
  /** Floats of 4 bits, packed. */
  FLOAT4E2M1(Raw.OM_FLOAT4E2M1, byte[].class),
  /** Powers of two in 8 bits. */
  FLOAT8E8M0(Raw.OM_FLOAT8E8M0, byte[].class),
  /** Unsigned integers of 2 bits, packed. */
  UINT2(Raw.OM_UINT2, byte[].class),
  /** Signed integers of 2 bits, packed. */
  INT2(Raw.OM_INT2, byte[].class);

  private static final ElementType[] BY_NUMBER = new ElementType[values().length + 1];

  static {
    for (ElementType type : values()) {
      BY_NUMBER[type.number] = type;
    }
  }

  private final int number;
  private final Class<?> arrayType;
  private final String corpusName;
  private final int bits;

  ElementType(int number, Class<?> arrayType) {
    this.number = number;
    this.arrayType = arrayType;
    this.corpusName = Text.of(Raw.om_type_name(number));
    this.bits = (int) Raw.om_type_bits(number);
  }

  /**
   * The type as ONNX numbers it.
   *
   * @return a value of TensorProto.DataType
   */
  public int number() {
    return number;
  }

  /**
   * The name as ONNX and the conformance corpus write it.
   *
   * @return for example {@code "float32"}
   */
  public String corpusName() {
    return corpusName;
  }

  /**
   * The bits of one stored element.
   *
   * @return 2, 4, 8, 16, 32, 64 or 128; 0 for {@link #STRING}
   */
  public int bits() {
    return bits;
  }

  /**
   * The array in which Java has elements of this type.
   *
   * @return the class of an array of a primitive type, or of {@code String[]}
   */
  public Class<?> arrayType() {
    return arrayType;
  }

  /**
   * The type of that name.
   *
   * @param name for example {@code "float32"}
   * @return the type, or nothing if there is none
   */
  public static Optional<ElementType> named(String name) {
    Objects.requireNonNull(name, "name");
    return name.indexOf('\0') >= 0 ? Optional.empty() : Optional.ofNullable(of(Raw.om_type_from_name(Text.bytes(name))));
  }

  /** The type of that number; null for 0, which is none. */
  static ElementType of(int number) {
    return BY_NUMBER[number];
  }

  /** The number of a type; 0 for null. */
  static int number(ElementType type) {
    return type == null ? 0 : type.number;
  }
}
