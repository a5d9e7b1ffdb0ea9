package org.onemodel;

import java.util.Objects;

/**
 * What a model says of an axis: an extent, a symbol that the extents of all inputs share, or neither.
 *
 * @param extent the extent, or -1 if it is not known
 * @param symbol the symbol, or "" for none
 * @since 0.3
 */
public record Dimension(long extent, String symbol) {
  /** An axis of which nothing is known. */
  public static final Dimension UNKNOWN = new Dimension(-1, "");

  /**
   * Makes a dimension.
   *
   * @param extent the extent, or -1 if it is not known
   * @param symbol the symbol, or "" for none
   */
  public Dimension {
    Objects.requireNonNull(symbol, "symbol");
  }

  /**
   * An axis whose extent is known.
   *
   * @param extent the extent, not negative
   * @return the dimension
   */
  public static Dimension of(long extent) {
    return new Dimension(extent, "");
  }

  /**
   * An axis whose extent all axes of this symbol share.
   *
   * @param symbol the symbol
   * @return the dimension
   */
  public static Dimension of(String symbol) {
    return new Dimension(-1, symbol);
  }

  /**
   * Whether the extent is known.
   *
   * @return whether it is not -1
   */
  public boolean isKnown() {
    return extent >= 0;
  }
}
