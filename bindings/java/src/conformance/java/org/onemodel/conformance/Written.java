package org.onemodel.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.onemodel.ElementType;
import org.onemodel.Tensor;

/**
 * A tensor as a case writes it.
 *
 * @param type its element type
 * @param shape its extents
 * @param bytes its elements in the machine's byte order; null for strings and where only a digest is written
 * @param strings its elements, if they are strings
 * @param digest the SHA-256 of its bytes in little-endian order; null where the elements are written
 */
record Written(ElementType type, long[] shape, byte[] bytes, byte[][] strings, String digest) {
  private static final long MOST_ELEMENTS = 1 << 24;

  /** Reads a tensor: a list of elements, or what they are made from. */
  static Written read(JsonNode json) {
    ElementType type = Json.type(json.required("type"));
    long[] shape = Elements.integers(json.required("shape"));
    JsonNode data = json.required("data");
    if (data.has("sha256")) {
      return new Written(type, shape, null, null, Json.text(data.get("sha256")));
    }
    int count = elementCount(shape);
    if (data.isArray() && data.size() != count) {
      throw new IllegalArgumentException("a tensor of " + count + " elements lists " + data.size());
    }
    if (type == ElementType.STRING) {
      byte[][] strings = new byte[count][];
      Arrays.setAll(strings, i -> text(data.isArray() ? data.get(i) : data.required("fill")));
      return new Written(type, shape, null, strings, null);
    }
    Elements elements = new Elements(type, count);
    if (data.isArray()) {
      int index = 0;
      for (JsonNode element : data) {
        elements.set(index++, element);
      }
    } else if (data.has("iota")) {
      JsonNode iota = Json.pair(data.get("iota"));
      elements.count(iota.get(0), iota.get(1));
    } else if (data.has("random")) {
      elements.randomize(Json.integer(data.get("random")));
    } else {
      for (int i = 0; i < count; ++i) {
        elements.set(i, data.required("fill"));
      }
    }
    return new Written(type, shape, elements.bytes(), null, null);
  }

  private static int elementCount(long[] shape) {
    if (Arrays.stream(shape).anyMatch(extent -> extent < 0)) {
      throw new IllegalArgumentException("the shape " + Arrays.toString(shape) + " has a negative extent");
    }
    if (Arrays.stream(shape).anyMatch(extent -> extent == 0)) {
      return 0; // the others may be beyond any product
    }
    long count = 1;
    for (long extent : shape) {
      if (extent > MOST_ELEMENTS / count) {
        throw new IllegalArgumentException("more than " + MOST_ELEMENTS + " elements");
      }
      count *= extent;
    }
    return (int) count;
  }

  /** A string: UTF-8, or any bytes in hexadecimal digits. */
  static byte[] text(JsonNode json) {
    return json.isTextual() ? json.textValue().getBytes(StandardCharsets.UTF_8)
        : HexFormat.of().parseHex(Json.text(json.required("hex")));
  }

  static byte[][] texts(JsonNode json) {
    return Json.elements(json).stream().map(Written::text).toArray(byte[][]::new);
  }

  Tensor toTensor() {
    return strings != null ? Tensor.ofStrings(null, strings, shape) : Tensor.copyOf(type, bytes, shape);
  }

  Tensor describe() {
    return Tensor.describe(type, shape);
  }

  /** How the type or the shape of a tensor differs, if it does. An extent of -1 says nothing. */
  Optional<String> differenceInShape(Tensor actual) {
    long[] extents = actual.shape();
    boolean agrees = actual.type() == type && extents.length == shape.length;
    for (int axis = 0; agrees && axis < shape.length; ++axis) {
      agrees = extents[axis] == shape[axis] || extents[axis] == -1;
    }
    return agrees ? Optional.empty()
        : Optional.of("expected " + type.corpusName() + " " + Arrays.toString(shape) + ", got " + actual);
  }

  /** How a tensor differs in type, shape or any bit, if it does. */
  Optional<String> difference(Tensor actual) {
    if (actual.type() != type || !Arrays.equals(actual.shape(), shape)) {
      return Optional.of("expected " + type.corpusName() + " " + Arrays.toString(shape) + ", got " + actual);
    }
    if (strings != null) {
      byte[][] others = actual.toBytesArray();
      for (int i = 0; i < strings.length; ++i) {
        if (!Arrays.equals(strings[i], others[i])) {
          return Optional.of("element " + i + ": expected " + new String(strings[i], StandardCharsets.UTF_8) + ", got "
              + new String(others[i], StandardCharsets.UTF_8));
        }
      }
      return Optional.empty();
    }
    byte[] others = actual.toByteArray();
    if (digest != null) {
      String other = sha256(Elements.littleEndian(type, others));
      return other.equals(digest) ? Optional.empty() : Optional.of("expected sha256 " + digest + ", got " + other);
    }
    int first = Arrays.mismatch(bytes, others);
    return first < 0 ? Optional.empty() : Optional.of("from byte " + first + " on: expected "
        + HexFormat.of().formatHex(window(bytes, first)) + ", got " + HexFormat.of().formatHex(window(others, first)));
  }

  private static byte[] window(byte[] bytes, int first) {
    return Arrays.copyOfRange(bytes, first, Math.min(bytes.length, first + 16));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
