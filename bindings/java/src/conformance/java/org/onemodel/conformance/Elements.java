package org.onemodel.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.onemodel.ElementType;

/** The elements of a tensor while they are read. */
final class Elements {
  private final ElementType type;
  private final int count;
  private final int componentBits; // of a complex number: those of one part
  private final ByteBuffer bytes;

  Elements(ElementType type, int count) {
    this.type = type;
    this.count = count;
    this.componentBits = componentBits(type);
    this.bytes = ByteBuffer.allocate((int) (((long) count * type.bits() + 7) / 8)).order(ByteOrder.nativeOrder());
  }

  byte[] bytes() {
    return bytes.array();
  }

  void set(int index, JsonNode element) {
    if (isComplex(type)) {
      Json.pair(element);
      put(2 * index, bits(element.get(0)));
      put(2 * index + 1, bits(element.get(1)));
    } else {
      put(index, bits(element));
    }
  }

  /** start, start + step, ...: exact, as the corpus promises. */
  void count(JsonNode start, JsonNode step) {
    boolean isFloating = switch (type) {
      case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 -> true;
      default -> false;
    };
    for (int i = 0; i < count; ++i) {
      put(i, isFloating ? floatBits(Json.number(start) + i * Json.number(step))
          : Json.integer(start) + i * Json.integer(step));
    }
  }

  /** The bytes of SplitMix64. */
  void randomize(long seed) {
    long state = seed;
    ByteBuffer random = ByteBuffer.allocate((bytes.capacity() + 7) / 8 * 8).order(ByteOrder.LITTLE_ENDIAN);
    while (random.hasRemaining()) {
      state += 0x9e3779b97f4a7c15L;
      long z = state;
      z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      random.putLong(z ^ (z >>> 31));
    }
    bytes.put(0, littleEndian(type, Arrays.copyOf(random.array(), bytes.capacity())));
    if (type == ElementType.BOOL) {
      for (int i = 0; i < count; ++i) {
        bytes.put(i, (byte) (bytes.get(i) & 1));
      }
    }
    int usedBits = (int) ((long) count * type.bits() % 8);
    if (usedBits != 0) {
      int last = bytes.capacity() - 1;
      bytes.put(last, (byte) (bytes.get(last) & ((1 << usedBits) - 1)));
    }
  }

  static long[] integers(JsonNode json) {
    return Json.elements(json).stream().mapToLong(Json::integer).toArray();
  }

  static float float32(JsonNode json) {
    Elements elements = new Elements(ElementType.FLOAT32, 1);
    elements.set(0, json);
    return elements.bytes.getFloat(0);
  }

  static float[] float32s(JsonNode json) {
    float[] numbers = new float[Json.elements(json).size()];
    for (int i = 0; i < numbers.length; ++i) {
      numbers[i] = float32(json.get(i));
    }
    return numbers;
  }

  /** Bytes in the machine's order as little-endian ones, or the other way round. */
  static byte[] littleEndian(ElementType type, byte[] bytes) {
    int width = componentBits(type) / Byte.SIZE;
    if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN || width < 2) {
      return bytes;
    }
    byte[] turned = new byte[bytes.length];
    for (int i = 0; i < bytes.length; ++i) {
      turned[i] = bytes[i / width * width + width - 1 - i % width];
    }
    return turned;
  }

  private static boolean isComplex(ElementType type) {
    return type == ElementType.COMPLEX64 || type == ElementType.COMPLEX128;
  }

  private static int componentBits(ElementType type) {
    return isComplex(type) ? type.bits() / 2 : type.bits();
  }

  private long bits(JsonNode element) {
    if (type == ElementType.BOOL) {
      return Json.require(element.isBoolean(), "true or false", element).booleanValue() ? 1 : 0;
    }
    if (element.isTextual() && element.textValue().startsWith("0x")) {
      return Long.parseUnsignedLong(element.textValue().substring(2), 16);
    }
    return switch (type) {
      case FLOAT32, FLOAT64, COMPLEX64, COMPLEX128 -> floatBits(Json.number(element));
      default -> Json.integer(element);
    };
  }

  /** The bits of a number that the type can say exactly. */
  private long floatBits(double value) {
    return switch (type) {
      case FLOAT64, COMPLEX128 -> Double.doubleToRawLongBits(value);
      case BFLOAT16 -> Float.floatToRawIntBits((float) value) >>> 16;
      case FLOAT16 -> float16Bits(value);
      default -> Float.floatToRawIntBits((float) value);
    };
  }

  private static long float16Bits(double value) {
    double magnitude = Math.abs(value);
    int exponent = magnitude < 0x1p-14 ? -14 : Math.getExponent(magnitude);
    // 1024 steps to each exponent, those of the lowest one being subnormal.
    long steps = (long) (magnitude * Math.scalb(1.0, 10 - exponent));
    return (Double.doubleToRawLongBits(value) < 0 ? 0x8000 : 0) + (exponent + 14) * 1024L + steps;
  }

  private void put(int index, long bits) {
    switch (componentBits) {
      case 8 -> bytes.put(index, (byte) bits);
      case 16 -> bytes.putShort(2 * index, (short) bits);
      case 32 -> bytes.putInt(4 * index, (int) bits);
      case 64 -> bytes.putLong(8 * index, bits);
      default -> {
        int shift = index * componentBits % 8;
        int mask = ((1 << componentBits) - 1) << shift;
        int position = index * componentBits / 8;
        bytes.put(position, (byte) ((bytes.get(position) & ~mask) | ((bits << shift) & mask)));
      }
    }
  }
}
