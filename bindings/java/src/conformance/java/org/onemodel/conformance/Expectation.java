package org.onemodel.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.onemodel.OneModelException;

/**
 * The error that a case demands.
 *
 * @param status the status's name
 * @param reason the reason's slug
 * @param node the node that it comes from; null where the case does not say
 */
record Expectation(String status, String reason, String node) {
  /** Reads it from a case or a run; null if that has none. */
  static Expectation read(JsonNode json) {
    JsonNode error = json.get("error");
    return error == null ? null : new Expectation(Json.text(error.required("status")),
        Json.text(error.required("reason")), error.has("node") ? Json.text(error.get("node")) : null);
  }

  /**
   * How what happened differs, if it does.
   *
   * @param expected null if the call must succeed
   * @param failure null if it did
   */
  static Optional<String> difference(Expectation expected, OneModelException failure) {
    if (failure == null) {
      return expected == null ? Optional.empty() : Optional.of("expected " + expected + ", but it succeeded");
    }
    if (expected != null && expected.status.equals(failure.status().corpusName())
        && expected.reason.equals(failure.reason()) && (expected.node == null || expected.node.equals(failure.node()))) {
      return Optional.empty();
    }
    return Optional.of("expected " + (expected == null ? "success" : expected) + ", got "
        + new Expectation(failure.status().corpusName(), failure.reason(), failure.node()) + ": "
        + failure.getMessage());
  }

  @Override
  public String toString() {
    return status + " " + reason + (node == null || node.isEmpty() ? "" : " at node '" + node + "'");
  }
}
