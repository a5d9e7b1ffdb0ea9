package org.onemodel.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.onemodel.Attributes;
import org.onemodel.Operator;
import org.onemodel.Ops;
import org.onemodel.Tensor;

/**
 * A case as a call of the library.
 *
 * @param operator the operator
 * @param opset the opset at which it is meant
 * @param inputs in ONNX's order; null for one that is not given
 * @param attributes as the case writes them
 * @param outputCount how many outputs are asked for
 */
record Call(Operator operator, long opset, List<Tensor> inputs, JsonNode attributes, int outputCount)
    implements AutoCloseable {
  /**
   * Makes the inputs of a case.
   *
   * @param make how a tensor is made: with its elements or without
   */
  static Call of(Operator operator, JsonNode json, Function<Written, Tensor> make) {
    long opset = Json.integer(json.required("opset"));
    Call call = new Call(operator, opset, new ArrayList<>(), json.path("attributes"), outputCount(operator, opset, json));
    try {
      // Inputs stand in ONNX's order, so that their names are not needed; a variadic one is an array.
      for (Map.Entry<String, JsonNode> member : Json.members(json.required("inputs"))) {
        JsonNode input = member.getValue();
        for (JsonNode tensor : input.isArray() ? input : List.of(input)) {
          call.inputs.add(tensor.isNull() ? null : make.apply(Written.read(tensor)));
        }
      }
      return call;
    } catch (RuntimeException refused) {
      call.close();
      throw refused;
    }
  }

  /** The outputs that the case lists, by position. */
  static List<Written> outputs(Operator operator, JsonNode json) {
    List<Written> outputs = new ArrayList<>();
    List<Operator.Parameter> parameters = operator.outputs(Json.integer(json.required("opset")));
    for (Map.Entry<String, JsonNode> output : Json.optionalMembers(json, "outputs")) {
      while (outputs.size() < parameters.size() && !parameters.get(outputs.size()).name().equals(output.getKey())) {
        outputs.add(null);
      }
      if (outputs.size() >= parameters.size()) {
        throw new IllegalArgumentException(operator.name() + " has no output " + output.getKey() + " at this place");
      }
      for (JsonNode tensor : output.getValue().isArray() ? output.getValue() : List.of(output.getValue())) {
        outputs.add(Written.read(tensor));
      }
    }
    return outputs;
  }

  private static int outputCount(Operator operator, long opset, JsonNode json) {
    if (!json.has("error")) {
      return outputs(operator, json).size();
    }
    long required = operator.outputs(opset).stream().takeWhile(output -> !output.optional()).count();
    return (int) (json.has("output_count") ? Json.integer(json.get("output_count")) : Math.max(required, 1));
  }

  Outcome invoke() {
    return Outcome.of(() -> {
      try (Attributes set = attributes(attributes)) {
        return Ops.invoke(operator.name(), opset, inputs, set, outputCount);
      }
    });
  }

  Outcome infer() {
    return Outcome.of(() -> {
      try (Attributes set = attributes(attributes)) {
        return Ops.infer(operator.name(), opset, inputs, set, outputCount);
      }
    });
  }

  @Override
  public void close() {
    for (Tensor input : inputs) {
      if (input != null) {
        input.close();
      }
    }
  }

  /** The attributes of a case or node. */
  static Attributes attributes(JsonNode json) {
    Attributes.Builder builder = Attributes.builder();
    for (Map.Entry<String, JsonNode> attribute : json.isMissingNode() ? List.<Map.Entry<String, JsonNode>>of()
        : Json.members(json)) {
      String name = attribute.getKey();
      List<Map.Entry<String, JsonNode>> values = Json.members(attribute.getValue());
      if (values.size() != 1) {
        throw new IllegalArgumentException("attribute " + name + " has " + values.size() + " values");
      }
      String kind = values.get(0).getKey();
      JsonNode value = values.get(0).getValue();
      switch (kind) {
        case "int" -> builder.set(name, Json.integer(value));
        case "ints" -> builder.set(name, Elements.integers(value));
        case "float" -> builder.set(name, Elements.float32(value));
        case "floats" -> builder.set(name, Elements.float32s(value));
        case "string" -> builder.set(name, Written.text(value));
        case "strings" -> builder.set(name, Written.texts(value));
        case "tensor" -> {
          try (Tensor tensor = Written.read(value).toTensor()) {
            builder.set(name, tensor);
          }
        }
        default -> throw new IllegalArgumentException("unknown kind of attribute " + kind);
      }
    }
    return builder.build();
  }
}
