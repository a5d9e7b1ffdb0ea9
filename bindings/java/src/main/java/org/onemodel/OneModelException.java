package org.onemodel;

import org.onemodel.internal.Raw;

/**
 * The library refuses a call. {@link #reason} is a stable slug for programs, {@link #getMessage} is for people.
 *
 * @since 0.3
 */
public final class OneModelException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What kind of refusal it is. */
  private final Status status;
  /** The slug. */
  private final String reason;
  /** The operator, or "". */
  private final String operator;
  /** The node, or "". */
  private final String node;
  /** The input or attribute, or "". */
  private final String input;

  /** Called by native code, of whose error the facts are read, and which is then released. */
  private OneModelException(int status, long error) {
    super(Text.of(Raw.om_error_reason(error)) + ": " + Text.of(Raw.om_error_message(error)));
    this.status = Status.of(error == 0 ? status : Raw.om_error_status(error));
    this.reason = Text.of(Raw.om_error_reason(error));
    this.operator = Text.of(Raw.om_error_operator(error));
    this.node = Text.of(Raw.om_error_node(error));
    this.input = Text.of(Raw.om_error_input(error));
    Raw.om_error_release(error);
  }

  private OneModelException(Status status, String reason, String message) {
    super(reason + ": " + message);
    this.status = status;
    this.reason = reason;
    this.operator = "";
    this.node = "";
    this.input = "";
  }

  /** What the library would throw if it were asked for memory that it cannot have. */
  static OneModelException memoryExhausted(String message) {
    return new OneModelException(Status.OUT_OF_MEMORY, "memory.exhausted", message);
  }

  /**
   * What kind of refusal it is.
   *
   * @return the status, never {@link Status#OK}
   */
  public Status status() {
    return status;
  }

  /**
   * Why the call is refused; {@link Reason} lists all.
   *
   * @return a stable slug such as {@code "slice.step_zero"}
   */
  public String reason() {
    return reason;
  }

  /**
   * The operator that refuses.
   *
   * @return its name such as {@code "Slice"}, or {@code ""} if it was none
   */
  public String operator() {
    return operator;
  }

  /**
   * The node of the model, where a session refuses.
   *
   * @return the node's name, or {@code ""} if it was none
   */
  public String node() {
    return node;
  }

  /**
   * The input or attribute at fault.
   *
   * @return its name such as {@code "steps"}, or {@code ""} if it was none
   */
  public String input() {
    return input;
  }
}
