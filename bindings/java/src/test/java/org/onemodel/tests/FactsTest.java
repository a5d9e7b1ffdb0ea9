package org.onemodel.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.onemodel.AttributeKind;
import org.onemodel.ElementType;
import org.onemodel.OneModel;
import org.onemodel.Operator;
import org.onemodel.OperatorKind;
import org.onemodel.Reason;
import org.onemodel.Status;

/** Facts of the library, of its operators, types and reasons. */
class FactsTest {
  @Test
  void theLibraryHasAVersion() {
    assertTrue(OneModel.version().matches("\\d+\\.\\d+\\.\\d+"), OneModel.version());
    assertTrue(Set.of("avx512", "avx2", "sse4", "neon", "plain").contains(OneModel.simdLevel()));
    assertEquals(8, OneModel.MAX_RANK);
    assertTrue(OneModel.MAX_OPSET >= 28);
    assertTrue(OneModel.MIN_IR_VERSION < OneModel.MAX_IR_VERSION);
    assertTrue(OneModel.MAX_THREADS > 1);
  }

  @Test
  void thereAreTwentySixTypes() {
    assertEquals(26, ElementType.values().length);
    Set<Integer> numbers = new HashSet<>();
    for (ElementType type : ElementType.values()) {
      assertEquals(Optional.of(type), ElementType.named(type.corpusName()));
      assertEquals(type.name().toLowerCase(), type.corpusName());
      assertTrue(numbers.add(type.number()));
      assertEquals(type == ElementType.STRING, type.bits() == 0);
    }
    assertEquals(Optional.empty(), ElementType.named("float33"));
    assertEquals(Optional.empty(), ElementType.named("float32\0"));
    assertEquals(4, ElementType.INT4.bits());
    assertEquals(128, ElementType.COMPLEX128.bits());
  }

  @Test
  void statusesHaveTheNamesOfTheCorpus() {
    assertEquals("InvalidModel", Status.INVALID_MODEL.corpusName());
    for (Status status : Status.values()) {
      assertEquals(status.name().replace("_", "").toLowerCase(), status.corpusName().toLowerCase());
    }
  }

  @Test
  void everyReasonIsToldOnce() {
    List<Reason> reasons = Reason.all();
    assertTrue(reasons.size() > 50);
    assertEquals(reasons.size(), reasons.stream().map(Reason::slug).distinct().count());
    Reason zero = reasons.stream().filter(reason -> reason.slug().equals("slice.step_zero")).findFirst().orElseThrow();
    assertEquals(Status.INVALID_MODEL, zero.status());
    assertFalse(zero.meaning().isEmpty());
  }

  @Test
  void operatorsTellTheirSignature() {
    assertEquals(25, Operator.all().size());
    Operator slice = Operator.find("Slice").orElseThrow();
    assertEquals("Slice", slice.name());
    assertEquals("Slice", slice.toString());
    assertEquals(OperatorKind.COPY, slice.kind());
    assertTrue(slice.isExact());
    assertEquals(List.of(1L, 10L, 11L, 13L), slice.versions());
    assertEquals(5, slice.inputs(13).size());
    assertEquals(new Operator.Parameter("data", false, false), slice.inputs(13).get(0));
    assertEquals(new Operator.Parameter("steps", true, false), slice.inputs(13).get(4));
    assertEquals(List.of(new Operator.Parameter("output", false, false)), slice.outputs(13));
    assertTrue(slice.attributes(13).isEmpty());
    assertTrue(slice.attributes(1).contains(new Operator.Attribute("starts", AttributeKind.INTS, true)));
    assertTrue(slice.accepts(13, 0, ElementType.BFLOAT16));
    assertFalse(slice.accepts(13, 1, ElementType.FLOAT32));
    assertFalse(slice.accepts(13, 99, ElementType.BFLOAT16));
    assertTrue(slice.typeCount() >= 16);
    assertTrue(slice.reasons().contains("slice.step_zero"));
    assertTrue(Operator.find("Concat").orElseThrow().inputs(13).get(0).variadic());
    assertTrue(Operator.find("Split").orElseThrow().outputs(13).get(0).variadic());
    assertEquals(Optional.empty(), Operator.find("NoSuch"));
    assertEquals(Optional.empty(), Operator.find("Slice\0"));
  }
}
