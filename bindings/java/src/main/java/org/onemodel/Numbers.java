package org.onemodel;

import java.util.function.ToIntFunction;

/** The constants of C's enumerations. */
final class Numbers {
  private Numbers() {}

  /** The constant of that number. */
  static <E> E find(E[] constants, ToIntFunction<E> number, int wanted) {
    for (E constant : constants) {
      if (number.applyAsInt(constant) == wanted) {
        return constant;
      }
    }
    throw new AssertionError("the native library is of another version: there is no constant " + wanted);
  }
}
