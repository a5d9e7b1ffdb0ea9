package org.onemodel;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The uses of several tensors during a native call; null stands for one that is not given. */
final class Uses implements AutoCloseable {
  private final Handle[] handles;
  private final Consumer<Handle> end;

  /** Starts the uses: all of them, or none if one is refused. */
  Uses(List<Tensor> tensors) {
    this(tensors, Tensor::useOrNull, Handle::close);
  }

  private Uses(List<Tensor> tensors, Function<Tensor, Handle> start, Consumer<Handle> end) {
    Tensor[] all = tensors.toArray(Tensor[]::new); // the list may change meanwhile
    handles = new Handle[all.length];
    this.end = end;
    try {
      for (int i = 0; i < all.length; ++i) {
        handles[i] = start.apply(all[i]);
      }
    } catch (RuntimeException refused) {
      close();
      throw refused;
    }
  }

  /** Uses in which the elements change. */
  static Uses toWrite(List<Tensor> tensors) {
    return new Uses(tensors, Tensor::useToWrite, Handle::endWriting);
  }

  int count() {
    return handles.length;
  }

  /** The native address of one tensor; 0 if it is not given. */
  long address(int index) {
    return Handle.address(handles[index]);
  }

  @Override
  public void close() {
    for (Handle handle : handles) {
      if (handle != null) {
        end.accept(handle);
      }
    }
  }
}
