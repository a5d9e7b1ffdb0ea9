package org.onemodel;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.onemodel.internal.Raw;

/**
 * Facts of one operator.
 *
 * @since 0.3
 */
public final class Operator {
  private final long address; // static: never freed

  /**
   * An input or output at one opset.
   *
   * @param name ONNX's name
   * @param optional whether it may be absent
   * @param variadic whether it stands for one or more (it is then the last)
   * @since 0.3
   */
  public record Parameter(String name, boolean optional, boolean variadic) {}

  /**
   * An attribute at one opset.
   *
   * @param name ONNX's name
   * @param kind what it holds
   * @param required whether it must be given
   * @since 0.3
   */
  public record Attribute(String name, AttributeKind kind, boolean required) {}

  private Operator(long address) {
    this.address = address;
  }

  /**
   * All operators, in the order of the specification.
   *
   * @return an immutable list
   */
  public static List<Operator> all() {
    return LongStream.range(0, Raw.om_operator_count()).mapToObj(i -> new Operator(Raw.om_operator_at(i))).toList();
  }

  /**
   * The operator of that name.
   *
   * @param name ONNX's name, such as {@code "Slice"}
   * @return the operator, or nothing if there is none
   */
  public static Optional<Operator> find(String name) {
    Objects.requireNonNull(name, "name");
    long address = name.indexOf('\0') >= 0 ? 0 : Raw.om_operator_find(Text.bytes(name));
    return address == 0 ? Optional.empty() : Optional.of(new Operator(address));
  }

  /**
   * ONNX's name of the operator.
   *
   * @return for example {@code "Slice"}
   */
  public String name() {
    return Text.of(Raw.om_operator_name(address));
  }

  /**
   * What the operator does to its elements.
   *
   * @return the kind
   */
  public OperatorKind kind() {
    return OperatorKind.of(Raw.om_operator_kind_of(address));
  }

  /**
   * Whether results are bit-identical on every machine.
   *
   * @return true, for all operators there are
   */
  public boolean isExact() {
    return Raw.om_operator_is_exact(address) != 0;
  }

  /**
   * The opsets in which a version of the operator came.
   *
   * @return an immutable list, ascending
   */
  public List<Long> versions() {
    return LongStream.range(0, Raw.om_operator_version_count(address))
        .mapToObj(index -> Raw.om_operator_version_since(address, index))
        .toList();
  }

  /**
   * The inputs at an opset.
   *
   * @param opset of the ai.onnx domain
   * @return an immutable list; empty where the operator does not exist
   */
  public List<Parameter> inputs(long opset) {
    return LongStream.range(0, Raw.om_operator_input_count(address, opset))
        .mapToObj(index -> new Parameter(Text.of(Raw.om_operator_input_name(address, opset, index)),
            Raw.om_operator_input_is_optional(address, opset, index) != 0,
            Raw.om_operator_input_is_variadic(address, opset, index) != 0))
        .toList();
  }

  /**
   * Whether an input accepts elements of a type.
   *
   * @param opset of the ai.onnx domain
   * @param input the input's position
   * @param type the type
   * @return false also where there is no such opset or input
   */
  public boolean accepts(long opset, long input, ElementType type) {
    return Raw.om_operator_input_accepts(address, opset, input, type.number()) != 0;
  }

  /**
   * The outputs at an opset.
   *
   * @param opset of the ai.onnx domain
   * @return an immutable list; empty where the operator does not exist
   */
  public List<Parameter> outputs(long opset) {
    return LongStream.range(0, Raw.om_operator_output_count(address, opset))
        .mapToObj(index -> new Parameter(Text.of(Raw.om_operator_output_name(address, opset, index)),
            Raw.om_operator_output_is_optional(address, opset, index) != 0,
            Raw.om_operator_output_is_variadic(address, opset, index) != 0))
        .toList();
  }

  /**
   * The attributes at an opset.
   *
   * @param opset of the ai.onnx domain
   * @return an immutable list; empty where the operator does not exist
   */
  public List<Attribute> attributes(long opset) {
    return LongStream.range(0, Raw.om_operator_attribute_count(address, opset))
        .mapToObj(index -> new Attribute(Text.of(Raw.om_operator_attribute_name(address, opset, index)),
            AttributeKind.of(Raw.om_operator_attribute_kind(address, opset, index)),
            Raw.om_operator_attribute_is_required(address, opset, index) != 0))
        .toList();
  }

  /**
   * The number of element types that the input, or tensor attribute, that accepts most of them accepts.
   *
   * @return at most 26
   */
  public long typeCount() {
    return Raw.om_operator_type_count(address);
  }

  /**
   * The reasons of the operator's own rules; those that every operator can refuse for are not among them.
   *
   * @return an immutable list of slugs
   */
  public List<String> reasons() {
    return LongStream.range(0, Raw.om_operator_reason_count(address))
        .mapToObj(index -> Text.of(Raw.om_operator_reason(address, index)))
        .toList();
  }

  @Override
  public String toString() {
    return name();
  }
}
