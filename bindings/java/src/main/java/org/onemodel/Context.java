package org.onemodel;

import org.onemodel.internal.Raw;

/**
 * How calls are carried out: the memory they may use, the memory that is kept for later ones, and the threads. Where a
 * method takes a context, null means the default settings, as do the methods without one. A context does not change: its
 * {@link Builder} makes it.
 *
 * @since 0.3
 */
public final class Context implements AutoCloseable {
  private static final long DEFAULT = 0; // where native code takes a context

  private final Handle handle;

  private Context(long address) {
    handle = new Handle(address, Raw::om_context_release);
    handle.freeWith(this);
  }

  /**
   * Begins a context with the default settings.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder(new Context(Raw.om_context_create()));
  }

  /**
   * The memory limit where no context is given: the machine's physical memory.
   *
   * @return bytes
   */
  public static long defaultMemoryLimit() {
    return Raw.om_context_memory_limit(DEFAULT);
  }

  /**
   * The threads where no context is given: 1.
   *
   * @return the number of threads
   */
  public static long defaultThreads() {
    return Raw.om_context_threads(DEFAULT);
  }

  /**
   * The buffer limit where no context is given: a 32nd of the machine's physical memory.
   *
   * @return bytes
   */
  public static long defaultBufferLimit() {
    return Raw.om_context_buffer_limit(DEFAULT);
  }

  /** Gives the memory that is kept where no context is given back to the system. */
  public static void releaseDefaultBuffers() {
    Raw.om_context_release_buffers(DEFAULT);
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

  /**
   * How many threads a call may use, the caller's own among them.
   *
   * @return the number of threads
   * @throws IllegalStateException if the context is closed
   */
  public long threads() {
    try (Handle context = handle.use(this)) {
      return Raw.om_context_threads(context.address());
    }
  }

  /**
   * The most bytes of released results that are kept for later ones.
   *
   * @return bytes
   * @throws IllegalStateException if the context is closed
   */
  public long bufferLimit() {
    try (Handle context = handle.use(this)) {
      return Raw.om_context_buffer_limit(context.address());
    }
  }

  /**
   * Gives the memory that the context keeps back to the system.
   *
   * @throws IllegalStateException if the context is closed
   */
  public void releaseBuffers() {
    try (Handle context = handle.use(this)) {
      Raw.om_context_release_buffers(context.address());
    }
  }

  /**
   * Frees the context. Tensors made under it stay; memory that it keeps is given back to the system when the last of them
   * is closed.
   */
  @Override
  public void close() {
    handle.dispose();
  }

  /** Starts a use of the context; null for null. */
  static Handle use(Context context) {
    return context == null ? null : context.handle.use(context);
  }

  /**
   * Makes a context.
   *
   * @since 0.3
   */
  public static final class Builder {
    private Context context; // null when it is built

    private Builder(Context context) {
      this.context = context;
    }

    /**
     * Sets the most bytes that one result may have, and that all results and values of one run of a session may have at a
     * time; more is {@code memory.exhausted}. An element of a string tensor takes 16 bytes; the bytes of the strings count
     * where they are made, not in results, which share them. The default is the machine's physical memory.
     *
     * @param bytes not negative
     * @return this
     * @throws OneModelException argument.count
     */
    public synchronized Builder memoryLimit(long bytes) {
      try (Handle target = use()) {
        Raw.om_context_set_memory_limit(target.address(), bytes);
      }
      return this;
    }

    /**
     * Sets how many threads a call may use, the caller's own among them. The default is 1. Threads start with the first
     * call that is worth sharing, from about 2 MB of elements on, and sleep between calls. Results do not depend on their
     * number. When several threads call under one context at the same time, one call has the context's threads and the
     * others do their work alone.
     *
     * @param threads 1 to {@link OneModel#MAX_THREADS}
     * @return this
     * @throws OneModelException argument.count
     */
    public synchronized Builder threads(long threads) {
      try (Handle target = use()) {
        Raw.om_context_set_threads(target.address(), threads);
      }
      return this;
    }

    /**
     * Sets the most bytes of released results that are kept for later ones, as memory that is fresh from the system is
     * several times slower to write. Only results of 256 KB and more are kept, those longest unused go first; 0 keeps none.
     * The default is a 32nd of the machine's physical memory.
     *
     * @param bytes not negative
     * @return this
     * @throws OneModelException argument.count
     */
    public synchronized Builder bufferLimit(long bytes) {
      try (Handle target = use()) {
        Raw.om_context_set_buffer_limit(target.address(), bytes);
      }
      return this;
    }

    /**
     * Gives the context; the builder cannot be used any more.
     *
     * @return a context, to be closed
     */
    public synchronized Context build() {
      Context built = requireOpen();
      context = null;
      return built;
    }

    private Handle use() {
      return Context.use(requireOpen());
    }

    private Context requireOpen() {
      if (context == null) {
        throw new IllegalStateException("the context is built already");
      }
      return context;
    }
  }
}
