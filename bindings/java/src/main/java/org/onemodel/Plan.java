package org.onemodel;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.onemodel.internal.Raw;

/**
 * What a session does for inputs of certain shapes.
 *
 * @since 0.3
 */
public final class Plan implements AutoCloseable {
  private final Handle handle;
  private final List<Node> nodes;
  private final long bufferBytes;

  /**
   * What is done for a node.
   *
   * @since 0.3
   */
  public enum Kind {
    /** Its outputs are known already: nothing is done in a run. */
    CONSTANT(Raw.OM_PLAN_CONSTANT),
    /** Its outputs are other tensors' memory under another shape: no byte moves. */
    VIEW(Raw.OM_PLAN_VIEW),
    /** Its movement is part of the one pass that a later node makes. */
    FUSED(Raw.OM_PLAN_FUSED),
    /** One pass of a strided copy, its own and that of the nodes fused into it. */
    COPY(Raw.OM_PLAN_COPY),
    /** The operator's own kernel runs. */
    KERNEL(Raw.OM_PLAN_KERNEL),
    /** Nobody reads its outputs: it is checked, but not run. */
    UNUSED(Raw.OM_PLAN_UNUSED);

    private final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  /**
   * A node of the plan.
   *
   * @param name its name in the model; may be ""
   * @param operator its operator
   * @param kind what is done for it
   * @param fusedInto the position of the node that makes its pass, if it is {@link Kind#FUSED}
   * @param shapedAtRunTime whether it is shaped again in every run, because its checks or shapes hang on elements that only
   *     a run tells
   * @param dataDependent whether its extents are a count of elements (NonZero), and no constant makes them known
   * @param bytes what it writes in a run, where that is known before; strings count 16 bytes each
   * @param kernel what moves or makes the elements in a run, in a few words for people; "" if nothing does
   * @param outputs its outputs
   * @since 0.3
   */
  public record Node(String name, String operator, Kind kind, OptionalInt fusedInto, boolean shapedAtRunTime,
      boolean dataDependent, OptionalLong bytes, String kernel, List<ValueInfo> outputs) {}

  /** Takes over a native plan. */
  Plan(long address) {
    handle = new Handle(address, Raw::om_plan_release);
    handle.freeWith(this);
    nodes = LongStream.range(0, Raw.om_plan_node_count(address)).mapToObj(index -> node(address, index)).toList();
    bufferBytes = Raw.om_plan_buffer_bytes(address);
  }

  /**
   * The nodes in the order they are carried out.
   *
   * @return an immutable list
   */
  public List<Node> nodes() {
    return nodes;
  }

  /**
   * The bytes that one run holds for values between nodes, which are reused after their last reader; those of values whose
   * shape only a run tells are not counted.
   *
   * @return bytes
   */
  public long bufferBytes() {
    return bufferBytes;
  }

  /**
   * The elements of an output that is constant in this plan.
   *
   * @param node the node's position
   * @param output the output's position
   * @return a tensor, to be closed; nothing if the output is not constant, or there is none
   * @throws IllegalStateException if the plan is closed
   */
  public Optional<Tensor> constant(int node, int output) {
    try (Handle plan = handle.use(this)) {
      long constant = Raw.om_plan_node_output_constant(plan.address(), node, output);
      return constant == 0 ? Optional.empty() : Optional.of(Tensor.retained(constant));
    }
  }

  /** Frees the plan. Its constants that were asked for stay. */
  @Override
  public void close() {
    handle.dispose();
  }

  private static Node node(long plan, long index) {
    long fusedInto = Raw.om_plan_node_fused_into(plan, index);
    long bytes = Raw.om_plan_node_bytes(plan, index);
    return new Node(Text.of(Raw.om_plan_node_name(plan, index)), Text.of(Raw.om_plan_node_operator(plan, index)),
        Numbers.find(Kind.values(), kind -> kind.number, Raw.om_plan_node_kind(plan, index)),
        fusedInto < 0 ? OptionalInt.empty() : OptionalInt.of((int) fusedInto),
        Raw.om_plan_node_is_shaped_at_run_time(plan, index) != 0, Raw.om_plan_node_is_data_dependent(plan, index) != 0,
        bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes), Text.of(Raw.om_plan_node_kernel(plan, index)),
        LongStream.range(0, Raw.om_plan_node_output_count(plan, index))
            .mapToObj(output -> output(plan, index, output))
            .toList());
  }

  private static ValueInfo output(long plan, long node, long output) {
    long[] shape = Raw.om_plan_node_output_rank(plan, node, output) < 0
        ? null : Raw.om_plan_node_output_shape(plan, node, output);
    return ValueInfo.of(Raw.om_plan_node_output_name(plan, node, output),
        Raw.om_plan_node_output_type(plan, node, output), shape, axis -> new byte[0], false);
  }
}
