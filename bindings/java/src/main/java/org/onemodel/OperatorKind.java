package org.onemodel;

import org.onemodel.internal.Raw;

/**
 * What an operator does to its elements.
 *
 * @since 0.3
 */
public enum OperatorKind {
  /** Depends on the input's shape alone. */
  CONSTANT(Raw.OM_KIND_CONSTANT),
  /** The output shares the input's memory. */
  VIEW(Raw.OM_KIND_VIEW),
  /** Moves existing elements. */
  COPY(Raw.OM_KIND_COPY),
  /** Repeats one element. */
  FILL(Raw.OM_KIND_FILL),
  /** Makes new elements. */
  GENERATE(Raw.OM_KIND_GENERATE),
  /** The output's extents depend on the elements. */
  DATA_DEPENDENT(Raw.OM_KIND_DATA_DEPENDENT);

  private final int number;

  OperatorKind(int number) {
    this.number = number;
  }

  static OperatorKind of(int number) {
    return Numbers.find(values(), kind -> kind.number, number);
  }
}
