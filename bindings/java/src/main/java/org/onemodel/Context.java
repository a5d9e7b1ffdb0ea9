package org.onemodel;

import org.onemodel.internal.Raw;

/**
 * How calls are carried out: the memory they may use. Where a method takes a context, null means the default settings, as
 * do the methods without one. A context does not change: its {@link Builder} makes it.
 *
 * @since 0.3
 */
public final class Context implements AutoCloseable {
  private final Handle handle;

  private Context(Handle handle) {
    this.handle = handle;
    handle.freeWith(this);
  }

  /**
   * Begins a context with the default settings.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The memory limit where no context is given: the machine's physical memory.
   *
   * @return bytes
   */
  public static long defaultMemoryLimit() {
    return Raw.om_context_memory_limit(0);
  }

  /**
   * The most bytes that one result may have, and that all results and values of one run of a session may have at a time.
   *
   * @return bytes
   * @throws IllegalStateException if the context is closed
   */
  public long memoryLimit() {
    try (Handle context = handle.use(this)) {
      return Raw.om_context_memory_limit(context.address());
    }
  }

  /** Frees the context. Tensors made under it stay. */
  @Override
  public void close() {
    handle.dispose();
  }

  /** Starts a use of the context; null for null. */
  static Handle use(Context context) {
    return context == null ? null : context.handle.use(context);
  }

  private static final class ContextHandle extends Handle {
    ContextHandle(long address) {
      super(address);
    }

    @Override
    void free(long address) {
      Raw.om_context_release(address);
    }
  }

  /**
   * Makes a context.
   *
   * @since 0.3
   */
  public static final class Builder {
    private Long memoryLimit;

    private Builder() {}

    /**
     * Sets the most bytes that one result may have, and that all results and values of one run of a session may have at a
     * time; more is {@code memory.exhausted}. An element of a string tensor takes 16 bytes; the bytes of the strings count
     * where they are made, not in results, which share them. The default is the machine's physical memory.
     *
     * @param bytes not negative
     * @return this
     */
    public Builder memoryLimit(long bytes) {
      memoryLimit = bytes;
      return this;
    }

    /**
     * Makes the context.
     *
     * @return a context, to be closed
     * @throws OneModelException argument.count
     */
    public Context build() {
      Context context = new Context(new ContextHandle(Raw.om_context_create()));
      try {
        if (memoryLimit != null) {
          Raw.om_context_set_memory_limit(context.handle.address(), memoryLimit);
        }
        return context;
      } catch (OneModelException refused) {
        context.close();
        throw refused;
      }
    }
  }
}
