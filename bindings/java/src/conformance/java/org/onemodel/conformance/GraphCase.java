package org.onemodel.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.onemodel.Attributes;
import org.onemodel.Dimension;
import org.onemodel.ElementType;
import org.onemodel.Model;
import org.onemodel.OneModelException;
import org.onemodel.Plan;
import org.onemodel.Session;
import org.onemodel.Tensor;
import org.onemodel.ValueInfo;

/** A graph as a session: of the composed model, and of the model after it was written and read again. */
final class GraphCase {
  private final JsonNode json;
  private final String way;
  private final List<String> findings;

  private GraphCase(JsonNode json, String way, List<String> findings) {
    this.json = json;
    this.way = way;
    this.findings = findings;
  }

  /** What is wrong with the library's answers; nothing if the case passes. */
  static List<String> check(JsonNode json) {
    List<String> findings = new ArrayList<>();
    try (Model composed = compose(json)) {
      new GraphCase(json, "the composed model", findings).check(composed);
      try (Model read = Model.read(composed.write())) {
        new GraphCase(json, "the model read back", findings).check(read);
      }
    } catch (OneModelException refused) {
      findings.add("the model cannot be made: " + refused.getMessage());
    }
    return findings;
  }

  // ---- The model ----

  private static Model compose(JsonNode json) {
    Model.Builder builder = Model.builder().opset(Json.integer(json.required("opset")));
    for (Map.Entry<String, JsonNode> domain : Json.optionalMembers(json, "domains")) {
      builder.opset(domain.getKey(), Json.integer(domain.getValue()));
    }
    for (Map.Entry<String, JsonNode> input : Json.members(json.required("inputs"))) {
      builder.input(input.getKey(), Json.type(input.getValue().required("type")), shape(input.getValue()));
    }
    for (Map.Entry<String, JsonNode> initializer : Json.optionalMembers(json, "initializers")) {
      try (Tensor tensor = Written.read(initializer.getValue()).toTensor()) {
        builder.initializer(initializer.getKey(), tensor);
      }
    }
    for (JsonNode node : Json.elements(json.required("nodes"))) {
      try (Attributes attributes = Call.attributes(node.path("attributes"))) {
        builder.node(Json.text(node.required("op")), Json.optionalText(node, "domain"), Json.optionalText(node, "name"),
            names(node.required("inputs")), names(node.required("outputs")), attributes);
      }
    }
    for (JsonNode output : Json.elements(json.required("outputs"))) {
      if (output.isTextual()) {
        builder.output(output.textValue());
      } else {
        builder.output(outputName(output), type(output), shape(output));
      }
    }
    return builder.build();
  }

  private static ElementType type(JsonNode declared) {
    return declared.has("type") ? Json.type(declared.get("type")) : null;
  }

  private static List<Dimension> shape(JsonNode declared) {
    JsonNode shape = declared.path("shape");
    return shape.isNull() || shape.isMissingNode() ? null
        : Json.elements(shape).stream().map(GraphCase::dimension).toList();
  }

  private static Dimension dimension(JsonNode json) {
    if (json.isNull()) {
      return Dimension.UNKNOWN;
    }
    return json.isTextual() ? Dimension.of(json.textValue()) : Dimension.of(Json.integer(json));
  }

  private static List<String> names(JsonNode json) {
    return Json.elements(json).stream().map(Json::text).toList();
  }

  private static String outputName(JsonNode output) {
    return output.isTextual() ? output.textValue() : Json.text(output.required("name"));
  }

  // ---- Its session ----

  private void check(Model model) {
    Expectation error = Expectation.read(json);
    if (error == null && Json.elements(json.required("runs")).isEmpty()) {
      throw new IllegalArgumentException("there are neither runs nor an error");
    }
    try (Session session = Session.of(model)) {
      report("making the session", Expectation.difference(error, null));
      checkPlan("plan", session, null, json);
      int index = 0;
      for (JsonNode run : json.path("runs")) {
        checkRun("runs[" + index++ + "]", session, run);
      }
    } catch (OneModelException failure) {
      report("making the session", Expectation.difference(error, failure));
    }
  }

  private void checkRun(String where, Session session, JsonNode run) {
    Map<String, Tensor> fed = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, JsonNode> input : Json.members(run.required("inputs"))) {
        fed.put(input.getKey(), Written.read(input.getValue()).toTensor());
      }
      Optional<List<Tensor>> inputs = byPosition(session, fed);
      if (inputs.isPresent()) {
        checkRunByPosition(where, session, run, inputs.get());
      }
      checkOutcome(where + " by name", run, Outcome.of(() -> runByName(session, fed)));
    } finally {
      fed.values().forEach(Tensor::close);
    }
  }

  private void checkRunByPosition(String where, Session session, JsonNode run, List<Tensor> inputs) {
    checkOutcome(where + " by position", run, Outcome.of(() -> session.run(null, inputs)));
    List<Tensor> targets = new ArrayList<>();
    Outcome again = Outcome.of(() -> session.run(null, inputs));
    for (Tensor output : again.outputs()) {
      if (output.type() != ElementType.STRING) {
        targets.add(Tensor.zeros(output.type(), output.shape()));
      }
    }
    boolean canBeGiven = again.failure() == null && targets.size() == again.outputs().size();
    checkOutcome(where + " by position again", run, again);
    if (canBeGiven) {
      checkOutcome(where + " into given tensors", run, Outcome.of(() -> {
        session.runInto(inputs, targets);
        return targets;
      }));
    }
    targets.forEach(Tensor::close);
    checkPlan(where + ".plan", session, inputs, run);
  }

  /** By the session's positions; null is an input that is not fed. Nothing if the session has not one of the inputs. */
  private static Optional<List<Tensor>> byPosition(Session session, Map<String, Tensor> fed) {
    Tensor[] tensors = new Tensor[session.inputs().size()];
    for (Map.Entry<String, Tensor> input : fed.entrySet()) {
      OptionalInt position = session.findInput(input.getKey());
      if (position.isEmpty()) {
        return Optional.empty();
      }
      tensors[position.getAsInt()] = input.getValue();
    }
    return Optional.of(Arrays.asList(tensors));
  }

  /** Inputs and outputs in reverse order: it must not matter. The outputs are in the session's order again. */
  private static List<Tensor> runByName(Session session, Map<String, Tensor> fed) {
    List<String> inputNames = new ArrayList<>(fed.keySet());
    Collections.reverse(inputNames);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputNames.forEach(name -> inputs.put(name, fed.get(name)));
    List<String> names = session.outputs().stream().map(ValueInfo::name).toList();
    List<String> reversed = new ArrayList<>(names);
    Collections.reverse(reversed);
    Map<String, Tensor> outputs = session.run(null, inputs, reversed);
    return names.stream().map(outputs::get).toList();
  }

  private void checkOutcome(String where, JsonNode run, Outcome outcome) {
    try (outcome) {
      Json.requireOutcome(run);
      Expectation error = Expectation.read(run);
      Optional<String> refusal = Expectation.difference(error, outcome.failure());
      report(where, refusal);
      if (refusal.isPresent() || error != null) {
        return;
      }
      int index = 0;
      for (JsonNode output : json.required("outputs")) {
        String name = outputName(output);
        Tensor actual = outcome.outputs().get(index++);
        report(where + ", " + name, Written.read(run.required("outputs").required(name)).difference(actual));
      }
    }
  }

  // ---- Its plans ----

  private void checkPlan(String where, Session session, List<Tensor> inputs, JsonNode of) {
    List<Map.Entry<String, JsonNode>> facts = Json.optionalMembers(of, "plan");
    if (facts.isEmpty()) {
      return;
    }
    try (Plan plan = inputs == null ? session.plan() : session.plan(inputs)) {
      facts.forEach(fact -> {
        String node = where + "." + fact.getKey();
        plan.nodes().stream().filter(one -> one.name().equals(fact.getKey())).findFirst().ifPresentOrElse(
            found -> checkFact(node, plan, found, fact.getValue()),
            () -> report(node, Optional.of("there is no node of this name")));
      });
    } catch (OneModelException refused) {
      report(where, Optional.of(refused.getMessage()));
    }
  }

  private void checkFact(String where, Plan plan, Plan.Node node, JsonNode fact) {
    String kind = node.kind().name().toLowerCase(Locale.ROOT);
    if (fact.isTextual()) {
      require(where, fact.textValue(), kind);
      return;
    }
    Json.members(fact).forEach(member -> require(where + "." + member.getKey(), member.getValue().asText(),
        switch (member.getKey()) {
          case "kind" -> kind;
          case "into" -> node.fusedInto().isPresent() ? plan.nodes().get(node.fusedInto().getAsInt()).name() : "no node";
          case "shaped_at_run_time" -> String.valueOf(node.shapedAtRunTime());
          case "data_dependent" -> String.valueOf(node.dataDependent());
          case "bytes" -> String.valueOf(node.bytes().orElse(-1));
          default -> "unknown fact";
        }));
  }

  private void require(String where, String expected, String actual) {
    if (!expected.equals(actual)) {
      report(where, Optional.of("expected " + expected + ", got " + actual));
    }
  }

  private void report(String where, Optional<String> finding) {
    finding.ifPresent(what -> findings.add(way + ", " + where + ": " + what));
  }
}
