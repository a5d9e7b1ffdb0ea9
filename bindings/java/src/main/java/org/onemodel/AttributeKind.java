package org.onemodel;

import org.onemodel.internal.Raw;

/**
 * What an attribute holds.
 *
 * @since 0.3
 */
public enum AttributeKind {
  /** One int64. */
  INT(Raw.OM_ATTRIBUTE_INT),
  /** A list of int64. */
  INTS(Raw.OM_ATTRIBUTE_INTS),
  /** One float32. */
  FLOAT(Raw.OM_ATTRIBUTE_FLOAT),
  /** A list of float32. */
  FLOATS(Raw.OM_ATTRIBUTE_FLOATS),
  /** One byte string. */
  STRING(Raw.OM_ATTRIBUTE_STRING),
  /** A list of byte strings. */
  STRINGS(Raw.OM_ATTRIBUTE_STRINGS),
  /** A tensor. */
  TENSOR(Raw.OM_ATTRIBUTE_TENSOR);

  private final int number;

  AttributeKind(int number) {
    this.number = number;
  }

  static AttributeKind of(int number) {
    return Numbers.find(values(), kind -> kind.number, number);
  }
}
