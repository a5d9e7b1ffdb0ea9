package org.onemodel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * What is known of a value before a run: of an input or output of a session, or of an output of a node in a plan.
 *
 * @param name its name
 * @param type its element type, where it is known
 * @param shape its dimensions, where at least their number is known
 * @param optional whether it is an input that may be left away in a run, as an initializer stands for it
 * @since 0.3
 */
public record ValueInfo(String name, Optional<ElementType> type, Optional<List<Dimension>> shape, boolean optional) {
  /** Of native facts: a type that is 0 and a shape that is null where they are not known. */
  static ValueInfo of(byte[] name, int type, long[] shape, LongFunction<byte[]> symbol, boolean optional) {
    return new ValueInfo(Text.of(name), Optional.ofNullable(ElementType.of(type)),
        Optional.ofNullable(shape).map(extents -> dimensions(extents, symbol)), optional);
  }

  private static List<Dimension> dimensions(long[] extents, LongFunction<byte[]> symbol) {
    List<Dimension> dimensions = new ArrayList<>(extents.length);
    for (int axis = 0; axis < extents.length; ++axis) {
      dimensions.add(new Dimension(extents[axis], Text.of(symbol.apply(axis))));
    }
    return Collections.unmodifiableList(dimensions);
  }
}
