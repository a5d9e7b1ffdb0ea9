package org.onemodel.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.onemodel.ElementType;

/** Reads JSON as the corpus has it, and refuses anything else with {@link IllegalArgumentException}. */
final class Json {
  private static final int MOST_CHARACTERS = 40;

  private Json() {}

  static String text(JsonNode json) {
    return require(json.isTextual(), "a string", json).textValue();
  }

  /** The text of a member, or "" without one. */
  static String optionalText(JsonNode of, String name) {
    return of.has(name) ? text(of.get(name)) : "";
  }

  static List<JsonNode> elements(JsonNode json) {
    List<JsonNode> elements = new ArrayList<>();
    require(json.isArray(), "an array", json).forEach(elements::add);
    return elements;
  }

  /** The members of an object in their order. */
  static List<Map.Entry<String, JsonNode>> members(JsonNode json) {
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>();
    require(json.isObject(), "an object", json).fields().forEachRemaining(members::add);
    return members;
  }

  /** The members of a member; none without it. */
  static List<Map.Entry<String, JsonNode>> optionalMembers(JsonNode of, String name) {
    return of.has(name) ? members(of.get(name)) : List.of();
  }

  /** An integer of up to 64 bits, with or without a sign: a number, or its decimal text. */
  static long integer(JsonNode json) {
    if (!json.isTextual()) {
      return require(json.isIntegralNumber() && json.canConvertToLong(), "an integer of 64 bits", json).longValue();
    }
    String text = json.textValue();
    return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
  }

  static double number(JsonNode json) {
    return require(json.isNumber(), "a number", json).doubleValue();
  }

  static JsonNode pair(JsonNode json) {
    return require(json.isArray() && json.size() == 2, "two elements", json);
  }

  static ElementType type(JsonNode json) {
    return ElementType.named(text(json))
        .orElseThrow(() -> new IllegalArgumentException(json + " is not an element type"));
  }

  /** Requires outputs or an error, not both, of a case or run. */
  static void requireOutcome(JsonNode of) {
    if (of.has("outputs") == of.has("error")) {
      throw new IllegalArgumentException("expected outputs or error");
    }
  }

  static JsonNode require(boolean holds, String words, JsonNode json) {
    if (!holds) {
      String text = json.toString();
      throw new IllegalArgumentException("expected " + words + ", not "
          + (text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "..." : text));
    }
    return json;
  }
}
