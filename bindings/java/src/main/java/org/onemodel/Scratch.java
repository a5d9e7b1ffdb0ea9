package org.onemodel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.onemodel.internal.Raw;

/**
 * Native memory of one thread, through which arrays of int64 and of handles go to and from native code: it costs no garbage
 * and no call. It belongs to one native call at a time: from {@link #withRoom}, through the call, to the last {@link #get}.
 */
final class Scratch {
  private static final int USUAL_ROOM = 64;
  private static final int MOST_KEPT = 1 << 14;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(() -> new Scratch(USUAL_ROOM));

  private LongBuffer memory;
  private long address;
  private int used;

  private Scratch(int room) {
    allocate(room);
  }

  private void allocate(int room) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(room * Long.BYTES).order(ByteOrder.nativeOrder());
    memory = bytes.asLongBuffer();
    address = Raw.address_of(bytes);
  }

  /** Begins a native call that passes so many int64s and handles in all. */
  static Scratch withRoom(long count) {
    Scratch scratch = OF_THREAD.get();
    int capacity = scratch.memory.capacity();
    if (count > Integer.MAX_VALUE / Long.BYTES) {
      throw new OutOfMemoryError("a call cannot pass " + count + " values");
    }
    if (count > capacity || (capacity > MOST_KEPT && count <= MOST_KEPT)) {
      scratch.allocate(Math.max((int) count, USUAL_ROOM));
    }
    scratch.used = 0;
    return scratch;
  }

  /** The address of a copy of the only array that a native call passes; 0 for null. */
  static long copy(long[] values) {
    return values == null ? 0 : withRoom(values.length).put(values);
  }

  /** The address of a copy of an array; 0 for null, but not for an empty one. */
  long put(long[] values) {
    if (values == null) {
      return 0;
    }
    int first = used;
    for (int i = 0; i < values.length; ++i) {
      memory.put(first + i, values[i]);
    }
    return reserve(values.length);
  }

  /** The address of the handles in use. */
  long put(Uses uses) {
    int first = used;
    for (int i = 0; i < uses.count(); ++i) {
      memory.put(first + i, uses.address(i));
    }
    return reserve(uses.count());
  }

  /** The address of room for handles that native code gives. */
  long reserve(int count) {
    int first = used;
    used += Math.max(count, 0); // a negative count is native code's to refuse
    return address + (long) first * Long.BYTES;
  }

  /** What is at a position after an address. */
  long get(long first, int position) {
    return memory.get((int) ((first - address) / Long.BYTES) + position);
  }
}
