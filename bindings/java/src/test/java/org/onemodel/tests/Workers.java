package org.onemodel.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** Threads that do the same at the same time; what one of them throws is thrown again. */
final class Workers {
  private Workers() {}

  static void run(int count, IntConsumer work) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; ++i) {
      int worker = i;
      threads.add(new Thread(() -> {
        try {
          work.accept(worker);
        } catch (RuntimeException | Error thrown) {
          failure.compareAndSet(null, thrown);
        }
      }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new AssertionError("a thread failed", failure.get());
    }
  }
}
