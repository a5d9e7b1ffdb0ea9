package org.onemodel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.onemodel.internal.Raw;

/**
 * A model that is checked and planned, and can be run: as often as wanted, by many threads at the same time.
 *
 * <pre>{@code
 * try (Model model = Model.read(Path.of("model.onnx")); Session session = Session.of(model)) {
 *   List<Tensor> outputs = session.run(x);
 * }
 * }</pre>
 *
 * @since 0.3
 */
public final class Session implements AutoCloseable {
  private final Handle handle;
  private final List<ValueInfo> inputs;
  private final List<ValueInfo> outputs;

  private Session(long address) {
    handle = new Handle(address, Raw::om_session_release);
    handle.freeWith(this);
    inputs = LongStream.range(0, Raw.om_session_input_count(address)).mapToObj(i -> input(address, i)).toList();
    outputs = LongStream.range(0, Raw.om_session_output_count(address)).mapToObj(i -> output(address, i)).toList();
  }

  private static ValueInfo input(long session, long index) {
    long[] shape = Raw.om_session_input_rank(session, index) < 0 ? null : Raw.om_session_input_shape(session, index);
    return ValueInfo.of(Raw.om_session_input_name(session, index), Raw.om_session_input_type(session, index), shape,
        axis -> Raw.om_session_input_symbol(session, index, axis), Raw.om_session_input_is_optional(session, index) != 0);
  }

  private static ValueInfo output(long session, long index) {
    long[] shape = Raw.om_session_output_rank(session, index) < 0 ? null : Raw.om_session_output_shape(session, index);
    return ValueInfo.of(Raw.om_session_output_name(session, index), Raw.om_session_output_type(session, index), shape,
        axis -> new byte[0], false);
  }

  /**
   * Checks a model, sorts its nodes and plans them: what is known is computed now, views and chains of movements are
   * composed, memory is laid out.
   *
   * @param model is not needed afterwards
   * @return a session, to be closed
   * @throws OneModelException model.*, operator.*, opset.unsupported, and what the operators refuse where that is known
   *     already; it names the node
   * @throws IllegalStateException if the model is closed
   */
  public static Session of(Model model) {
    return of(null, model);
  }

  /**
   * Checks and plans a model, within a context's memory limit; as {@link #of(Model)}.
   *
   * @param context its memory limit bounds what planning computes; null for the default
   * @param model is not needed afterwards
   * @return a session, to be closed
   * @throws OneModelException model.*, operator.*, opset.unsupported, and what the operators refuse where that is known
   *     already; it names the node
   * @throws IllegalStateException if the model or the context is closed
   */
  public static Session of(Context context, Model model) {
    try (Handle limits = Context.use(context); Handle planned = model.use()) {
      return new Session(Raw.om_session_create(Handle.address(limits), planned.address()));
    }
  }

  /**
   * The inputs that can be fed, in the model's order.
   *
   * @return an immutable list
   */
  public List<ValueInfo> inputs() {
    return inputs;
  }

  /**
   * The outputs, in the model's order. Their types and shapes are those that planning found, which may be more than the
   * model declares.
   *
   * @return an immutable list
   */
  public List<ValueInfo> outputs() {
    return outputs;
  }

  /**
   * The position of the input of a name.
   *
   * @param name the input's name
   * @return the position, or nothing if there is none
   * @throws IllegalStateException if the session is closed
   */
  public OptionalInt findInput(String name) {
    try (Handle session = use()) {
      return position(Raw.om_session_find_input(session.address(), Text.name(name)));
    }
  }

  /**
   * The position of the output of a name.
   *
   * @param name the output's name
   * @return the position, or nothing if there is none
   * @throws IllegalStateException if the session is closed
   */
  public OptionalInt findOutput(String name) {
    try (Handle session = use()) {
      return position(Raw.om_session_find_output(session.address(), Text.name(name)));
    }
  }

  /**
   * Runs the session. The first run for inputs of certain shapes plans for them; later ones allocate nothing native but
   * outputs.
   *
   * @param inputs by position; null for an optional one that is not fed
   * @return the outputs by position, each to be closed. They may share the memory of inputs, and stay when the session is
   *     closed
   * @throws OneModelException argument.*, session.*, memory.exhausted and what the operators refuse; it names the node
   * @throws IllegalStateException if the session or an input is closed
   */
  public List<Tensor> run(Tensor... inputs) {
    return run(null, Arrays.asList(inputs));
  }

  /**
   * Runs the session within a context; as {@link #run(Tensor...)}.
   *
   * @param context null for the default
   * @param inputs by position; null for an optional one that is not fed
   * @return the outputs by position, each to be closed
   * @throws OneModelException argument.*, session.*, memory.exhausted and what the operators refuse; it names the node
   * @throws IllegalStateException if the session, the context or an input is closed
   */
  public List<Tensor> run(Context context, List<Tensor> inputs) {
    int count = outputs.size();
    try (Handle session = use(); Handle limits = Context.use(context); Uses fed = new Uses(inputs)) {
      Scratch scratch = Scratch.withRoom(fed.count() + count);
      long results = scratch.reserve(count);
      Raw.om_session_run(session.address(), Handle.address(limits), scratch.put(fed), fed.count(), results, count);
      return Tensor.adopt(scratch, results, count);
    }
  }

  /**
   * Runs the session with inputs by name and gives all outputs by name.
   *
   * @param inputs by name, in any order; optional ones may be left away
   * @return the outputs by name in the model's order, each to be closed
   * @throws OneModelException as {@link #run(Tensor...)}, and session.input_unknown
   * @throws IllegalStateException if the session or an input is closed
   */
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    return run(null, inputs, outputs.stream().map(ValueInfo::name).toList());
  }

  /**
   * Runs the session with inputs by name and gives the outputs named.
   *
   * @param context null for the default
   * @param inputs by name, in any order; optional ones may be left away
   * @param outputs names of the outputs that are wanted
   * @return these outputs by name in the order they are asked for, each to be closed
   * @throws OneModelException as {@link #run(Tensor...)}, and session.input_unknown, session.output_unknown
   * @throws IllegalStateException if the session, the context or an input is closed
   */
  public Map<String, Tensor> run(Context context, Map<String, Tensor> inputs, Collection<String> outputs) {
    List<String> names = new ArrayList<>();
    List<Tensor> tensors = new ArrayList<>();
    inputs.forEach((name, tensor) -> {
      names.add(name);
      tensors.add(tensor);
    });
    List<String> wanted = outputs.stream().distinct().toList();
    List<Tensor> results;
    try (Handle session = use(); Handle limits = Context.use(context); Uses fed = new Uses(tensors)) {
      Scratch scratch = Scratch.withRoom(fed.count() + wanted.size());
      long addresses = scratch.reserve(wanted.size());
      Raw.om_session_run_named(session.address(), Handle.address(limits), Text.names(names), scratch.put(fed),
          fed.count(), Text.names(wanted), addresses, wanted.size());
      results = Tensor.adopt(scratch, addresses, wanted.size());
    }
    Map<String, Tensor> byName = new LinkedHashMap<>();
    for (int i = 0; i < results.size(); ++i) {
      byName.put(wanted.get(i), results.get(i));
    }
    return Collections.unmodifiableMap(byName);
  }

  /**
   * Runs the session and writes the outputs into tensors that are given.
   *
   * @param context null for the default
   * @param inputs by position; null for an optional one that is not fed
   * @param outputs by position, of the right types and shapes, no strings: each made by {@link Tensor}'s {@code of}, {@code
   *     zeros} or {@code borrow}, without views or other owners, and used by no other call meanwhile. No two of them, and
   *     none of them and an input, share memory. If the run fails their elements are not defined
   * @throws OneModelException as {@link #run(Tensor...)}, and session.output_type, session.output_shape,
   *     session.output_memory
   * @throws IllegalStateException if the session, the context or a tensor is closed, or an output in use
   * @throws IllegalArgumentException if an output cannot be written
   */
  public void runInto(Context context, List<Tensor> inputs, List<Tensor> outputs) {
    try (Handle session = use(); Handle limits = Context.use(context); Uses fed = new Uses(inputs);
        Uses written = Uses.toWrite(outputs)) {
      Scratch scratch = Scratch.withRoom(fed.count() + written.count());
      Raw.om_session_run_into(session.address(), Handle.address(limits), scratch.put(fed), fed.count(),
          scratch.put(written), written.count());
    }
  }

  /**
   * Runs the session and writes the outputs into tensors that are given; as {@link #runInto(Context, List, List)}.
   *
   * @param inputs by position; null for an optional one that is not fed
   * @param outputs by position
   * @throws OneModelException as {@link #run(Tensor...)}, and session.output_type, session.output_shape,
   *     session.output_memory
   * @throws IllegalStateException if the session or a tensor is closed, or an output in use
   * @throws IllegalArgumentException if an output cannot be written
   */
  public void runInto(List<Tensor> inputs, List<Tensor> outputs) {
    runInto(null, inputs, outputs);
  }

  /**
   * The plan for what the model declares, where extents may not be known.
   *
   * @return a plan, to be closed
   * @throws IllegalStateException if the session is closed
   */
  public Plan plan() {
    try (Handle session = use()) {
      return new Plan(Raw.om_session_plan(session.address(), 0, 0));
    }
  }

  /**
   * The plan for inputs of exactly these shapes.
   *
   * @param inputs of which only type and shape are read ({@link Tensor#describe} makes such), by position; null for an
   *     optional one that is not fed
   * @return a plan, to be closed
   * @throws OneModelException as {@link #run(Tensor...)} before it runs
   * @throws IllegalStateException if the session or an input is closed
   */
  public Plan plan(List<Tensor> inputs) {
    try (Handle session = use(); Uses described = new Uses(inputs)) {
      long addresses = Scratch.withRoom(described.count()).put(described);
      return new Plan(Raw.om_session_plan(session.address(), addresses, described.count()));
    }
  }

  /** Gives the session up, after the runs that are under way. Outputs and plans stay. */
  @Override
  public void close() {
    handle.dispose();
  }

  private Handle use() {
    return handle.use(this);
  }

  private static OptionalInt position(long position) {
    return position < 0 ? OptionalInt.empty() : OptionalInt.of((int) position);
  }
}
