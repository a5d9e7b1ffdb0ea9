package org.onemodel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.LongConsumer;

/**
 * The ownership of one native object: freed once, by whichever comes last of {@link #dispose}, the cleaner, and the calls
 * that use it.
 *
 * <p>Every native call is made within a use, in which the address stays valid:
 *
 * <pre>{@code
 * try (Handle tensor = handle.use(this)) {
 *   return Raw.om_tensor_rank(tensor.address());
 * }
 * }</pre>
 *
 * A use is a count, not an object, so that it costs two atomic instructions and no garbage. During it neither {@code close}
 * on another thread nor the cleaner, once the owner cannot be reached any more, frees the object: the use does when it ends.
 */
final class Handle implements AutoCloseable, Runnable {
  private static final Cleaner CLEANER = Cleaner.create();

  /** The state: flags, the number of calls under way, and the number of buffers that look at the memory. */
  private static final long CLOSED = 1;
  private static final long WRITTEN = 2;
  private static final long ONE_USE = 4;
  private static final long ONE_BUFFER = 1L << 32;
  private static final long USES = ONE_BUFFER - ONE_USE;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Handle.class, "state", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final long address;
  private final LongConsumer free;
  private Cleaner.Cleanable cleanable;

  @SuppressWarnings("unused") // through STATE
  private volatile long state;

  /** Takes over the ownership of a native object, which `free` gives up. */
  Handle(long address, LongConsumer free) {
    this.address = address;
    this.free = free;
  }

  /** Frees the native object when nobody can reach the owner, at the latest. To be called once, by the owner. */
  void freeWith(Object owner) {
    cleanable = CLEANER.register(owner, this);
  }

  /** The native object's address; valid during a use. */
  long address() {
    return address;
  }

  /** The address in a use, or 0 for null: the native code's "not given". */
  static long address(Handle use) {
    return use == null ? 0 : use.address;
  }

  /**
   * Starts a use, which {@link #close} ends. Refused when the owner is closed, or during {@link #useToWrite}.
   *
   * @param owner stays reachable until the use has started, or the cleaner could come first
   */
  Handle use(Object owner) {
    change(0, ONE_USE);
    Reference.reachabilityFence(owner);
    return this;
  }

  /** Ends a use. */
  @Override
  public void close() {
    freeIfLast((long) STATE.getAndAdd(this, -ONE_USE) - ONE_USE);
  }

  /** Starts a use in which the elements change; refused during any other. {@link #endWriting} ends it. */
  void useToWrite(Object owner) {
    change(USES, WRITTEN);
    Reference.reachabilityFence(owner);
  }

  void endWriting() {
    freeIfLast((long) STATE.getAndAdd(this, -WRITTEN) - WRITTEN);
  }

  /** During a use: keeps the native object until nobody can reach the buffer, which is over its memory. */
  void keepFor(Object buffer) {
    STATE.getAndAdd(this, ONE_BUFFER);
    CLEANER.register(buffer, this::dropBuffer);
  }

  private void dropBuffer() {
    freeIfLast((long) STATE.getAndAdd(this, -ONE_BUFFER) - ONE_BUFFER);
  }

  /** Gives the ownership up. Does nothing the second time. */
  void dispose() {
    cleanable.clean();
  }

  boolean isClosed() {
    return (state & CLOSED) != 0;
  }

  /** What the cleaner does, once. */
  @Override
  public void run() {
    freeIfLast((long) STATE.getAndAdd(this, CLOSED) + CLOSED);
  }

  private void freeIfLast(long now) {
    if (now == CLOSED) {
      free.accept(address);
    }
  }

  /** Adds to the state, if the owner is neither closed nor written, and has none of the bits `refused`. */
  private void change(long refused, long added) {
    long now = state;
    while (true) {
      if ((now & (CLOSED | WRITTEN | refused)) != 0) {
        throw refusal(now);
      }
      long witness = (long) STATE.compareAndExchange(this, now, now + added);
      if (witness == now) {
        return;
      }
      now = witness;
    }
  }

  private static IllegalStateException refusal(long state) {
    if ((state & CLOSED) != 0) {
      return new IllegalStateException("the object is closed");
    }
    return new IllegalStateException((state & WRITTEN) != 0 ? "the tensor is being written by another call"
                                                            : "a tensor that another call uses cannot be written");
  }
}
