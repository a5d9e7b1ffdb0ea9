package org.onemodel;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Text as the library has it: UTF-8 in bytes. */
final class Text {
  private Text() {}

  /** The text of native bytes; null for null. */
  static String of(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** The bytes of a text; half of a surrogate pair, which UTF-8 cannot say, is refused instead of replaced. */
  static byte[] bytes(String text) {
    if (text.chars().anyMatch(character -> Character.isSurrogate((char) character))
        && !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException("a text has half of a surrogate pair, which UTF-8 cannot say");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The bytes of a name, which the library reads up to its first zero byte; so it cannot have one inside. */
  static byte[] name(String name) {
    if (name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a name cannot have a zero character inside: " + name.replace("\0", "\\0"));
    }
    return bytes(name);
  }

  static byte[] nullableName(String name) {
    return name == null ? null : name(name);
  }

  static byte[][] names(List<String> names) {
    return names.stream().map(Text::name).toArray(byte[][]::new);
  }
}
