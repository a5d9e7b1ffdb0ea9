package org.onemodel;

import java.util.Arrays;
import org.onemodel.internal.Raw;

/**
 * The attributes of one call or node: names and what they hold. They do not change: their {@link Builder} makes them.
 *
 * <pre>{@code
 * try (Attributes attributes = Attributes.builder().set("axis", 1).set("mode", "edge").build()) {
 *   ...
 * }
 * }</pre>
 *
 * @since 0.3
 */
public final class Attributes implements AutoCloseable {
  private final Handle handle;

  private Attributes(long address) {
    handle = new Handle(address, Raw::om_attributes_release);
    handle.freeWith(this);
  }

  /**
   * Begins a set of attributes that is empty.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder(new Attributes(Raw.om_attributes_create()));
  }

  /** Frees the attributes. */
  @Override
  public void close() {
    handle.dispose();
  }

  /** Starts a use; null for null. */
  static Handle use(Attributes attributes) {
    return attributes == null ? null : attributes.handle.use(attributes);
  }

  /**
   * Makes attributes. Values are copied, a tensor is shared; a name that is set again gets the later value.
   *
   * @since 0.3
   */
  public static final class Builder {
    private Attributes attributes; // null when they are built

    private Builder(Attributes attributes) {
      this.attributes = attributes;
    }

    /**
     * Sets an int.
     *
     * @param name the attribute's name
     * @param value an int64
     * @return this
     */
    public synchronized Builder set(String name, long value) {
      try (Handle target = use()) {
        Raw.om_attributes_set_int(target.address(), Text.name(name), value);
      }
      return this;
    }

    /**
     * Sets ints.
     *
     * @param name the attribute's name
     * @param values int64s
     * @return this
     */
    public synchronized Builder set(String name, long[] values) {
      try (Handle target = use()) {
        Raw.om_attributes_set_ints(target.address(), Text.name(name), Scratch.copy(values), values.length);
      }
      return this;
    }

    /**
     * Sets a float.
     *
     * @param name the attribute's name
     * @param value a float32
     * @return this
     */
    public synchronized Builder set(String name, float value) {
      try (Handle target = use()) {
        Raw.om_attributes_set_float(target.address(), Text.name(name), value);
      }
      return this;
    }

    /**
     * Sets floats.
     *
     * @param name the attribute's name
     * @param values float32s
     * @return this
     */
    public synchronized Builder set(String name, float[] values) {
      try (Handle target = use()) {
        Raw.om_attributes_set_floats(target.address(), Text.name(name), values, values.length);
      }
      return this;
    }

    /**
     * Sets a string.
     *
     * @param name the attribute's name
     * @param value a text, which becomes UTF-8
     * @return this
     */
    public Builder set(String name, String value) {
      return set(name, Text.bytes(value));
    }

    /**
     * Sets a string of any bytes.
     *
     * @param name the attribute's name
     * @param value bytes, with or without zeros
     * @return this
     */
    public synchronized Builder set(String name, byte[] value) {
      try (Handle target = use()) {
        Raw.om_attributes_set_string(target.address(), Text.name(name), value, value.length);
      }
      return this;
    }

    /**
     * Sets strings.
     *
     * @param name the attribute's name
     * @param values texts, which become UTF-8
     * @return this
     */
    public Builder set(String name, String[] values) {
      return set(name, Arrays.stream(values).map(Text::bytes).toArray(byte[][]::new));
    }

    /**
     * Sets strings of any bytes.
     *
     * @param name the attribute's name
     * @param values bytes, with or without zeros
     * @return this
     */
    public synchronized Builder set(String name, byte[][] values) {
      byte[][] strings = values.clone(); // which must not change between reading the lengths and the bytes
      long[] lengths = Arrays.stream(strings).mapToLong(string -> string.length).toArray();
      try (Handle target = use()) {
        Raw.om_attributes_set_strings(target.address(), Text.name(name), strings, Scratch.copy(lengths), strings.length);
      }
      return this;
    }

    /**
     * Sets a tensor, which stays the caller's.
     *
     * @param name the attribute's name
     * @param value the tensor
     * @return this
     */
    public synchronized Builder set(String name, Tensor value) {
      try (Handle target = use(); Handle tensor = value.use()) {
        Raw.om_attributes_set_tensor(target.address(), Text.name(name), tensor.address());
      }
      return this;
    }

    /**
     * Gives the attributes; the builder cannot be used any more.
     *
     * @return attributes, to be closed
     */
    public synchronized Attributes build() {
      Attributes built = requireOpen();
      attributes = null;
      return built;
    }

    private Handle use() {
      return Attributes.use(requireOpen());
    }

    private Attributes requireOpen() {
      if (attributes == null) {
        throw new IllegalStateException("the attributes are built already");
      }
      return attributes;
    }
  }
}
