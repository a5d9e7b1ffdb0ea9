package org.onemodel.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.onemodel.OneModelException;
import org.onemodel.Operator;
import org.onemodel.Tensor;

/** One call of one operator: by name at its opset, by its own method where that can say it, and inferred. */
final class OperatorCase {
  /** Refusals that only running can find, because they come from elements or from memory. */
  private static final Set<String> ONLY_RUNNING_FINDS = Set.of("index.out_of_range", "memory.exhausted");

  private final JsonNode json;
  private final Expectation error;
  private final List<Written> outputs;
  private final List<String> findings = new ArrayList<>();

  private OperatorCase(Operator operator, JsonNode json) {
    this.json = json;
    Json.requireOutcome(json);
    this.error = Expectation.read(json);
    this.outputs = error == null ? Call.outputs(operator, json) : List.of();
  }

  /** What is wrong with the library's answer; nothing if the case passes. */
  static List<String> check(Operator operator, JsonNode json) {
    OperatorCase one = new OperatorCase(operator, json);
    one.check(operator);
    return one.findings;
  }

  private void check(Operator operator) {
    try (Call call = Call.of(operator, json, Written::toTensor)) {
      compare("invoke", call.invoke(), true);
      Outcome inferred = call.infer();
      if (error == null || inferred.failure() != null || !ONLY_RUNNING_FINDS.contains(error.reason())) {
        compare("infer", inferred, false);
      } else {
        inferred.close();
      }
      NamedCall.invoke(call).ifPresent(outcome -> compare("the method of the operator", outcome, true));
    } catch (OneModelException refused) {
      // An input that cannot be made is the refusal of the call.
      compare("the inputs", new Outcome(List.of(), refused), false);
      return;
    }
    if (error == null) {
      inferWithoutElements(operator);
    }
  }

  /** Without elements the shape may be unknown, but what is said must be right. */
  private void inferWithoutElements(Operator operator) {
    try (Call call = Call.of(operator, json, Written::describe)) {
      Outcome outcome = call.infer();
      if (outcome.failure() == null || !outcome.failure().reason().equals("input.value_needed")) {
        compare("infer without elements", outcome, false);
      }
    }
  }

  private void compare(String way, Outcome outcome, boolean withElements) {
    try (outcome) {
      Optional<String> refusal = Expectation.difference(error, outcome.failure());
      if (refusal.isPresent()) {
        findings.add(way + ": " + refusal.get());
        return;
      }
      for (int i = 0; i < outputs.size(); ++i) {
        Written expected = outputs.get(i);
        if (expected != null) {
          Tensor actual = outcome.outputs().get(i);
          String where = way + ": output " + i + ": ";
          (withElements ? expected.difference(actual) : expected.differenceInShape(actual))
              .ifPresent(difference -> findings.add(where + difference));
        }
      }
    }
  }
}
