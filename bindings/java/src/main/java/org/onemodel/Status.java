package org.onemodel;

import org.onemodel.internal.Raw;

/**
 * What kind of refusal a call met.
 *
 * @since 0.3
 */
public enum Status {
  /** Success. */
  OK(Raw.OM_OK),
  /** A shape, type or attribute breaks the operator's rules. */
  INVALID_MODEL(Raw.OM_INVALID_MODEL),
  /** An index lies outside its extent; what a session is fed is not what it declares. */
  INVALID_INPUT(Raw.OM_INVALID_INPUT),
  /** ONNX allows it, this library does not do it. */
  UNSUPPORTED(Raw.OM_UNSUPPORTED),
  /** The API is used wrongly: a negative count, too few outputs. */
  INVALID_ARGUMENT(Raw.OM_INVALID_ARGUMENT),
  /** The memory cannot be had, or is more than the context allows. */
  OUT_OF_MEMORY(Raw.OM_OUT_OF_MEMORY),
  /** A file cannot be read or written. */
  IO(Raw.OM_IO),
  /** A fault of the library. */
  INTERNAL(Raw.OM_INTERNAL);

  private final int number;
  private final String corpusName;

  Status(int number) {
    this.number = number;
    this.corpusName = Text.of(Raw.om_status_name(number));
  }

  /**
   * The name as the conformance corpus writes it.
   *
   * @return for example {@code "InvalidModel"}
   */
  public String corpusName() {
    return corpusName;
  }

  static Status of(int number) {
    return Numbers.find(values(), status -> status.number, number);
  }
}
