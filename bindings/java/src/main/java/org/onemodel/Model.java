package org.onemodel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.onemodel.internal.Raw;

/**
 * A graph of nodes as ONNX has it. It is read from ONNX's format, or composed by a {@link Builder}; a {@link Session} runs
 * it. It does not change.
 *
 * @since 0.3
 */
public final class Model implements AutoCloseable {
  private final Handle handle;

  private Model(long address) {
    handle = new Handle(address, Raw::om_model_release);
    handle.freeWith(this);
  }

  /**
   * Reads a model from a file in ONNX's protobuf format. Tensors with external data are read from files in the folder of
   * the model, or in folders inside it. The operators are not looked at yet: {@link Session} does that.
   *
   * @param path the file
   * @return a model, to be closed
   * @throws OneModelException io.file, model.malformed, model.ir_version, model.tensor, model.external_data,
   *     model.unsupported, memory.exhausted
   */
  public static Model read(Path path) {
    return read(null, path);
  }

  /**
   * Reads a model from a file, within a context's memory limit; as {@link #read(Path)}.
   *
   * @param context its memory limit bounds every tensor, and the file; null for the default
   * @param path the file
   * @return a model, to be closed
   * @throws OneModelException io.file, model.malformed, model.ir_version, model.tensor, model.external_data,
   *     model.unsupported, memory.exhausted
   */
  public static Model read(Context context, Path path) {
    try (Handle limits = Context.use(context)) {
      return new Model(Raw.om_model_read_file(Handle.address(limits), Text.name(path.toString())));
    }
  }

  /**
   * Reads a model from bytes in ONNX's protobuf format.
   *
   * @param bytes are not needed afterwards
   * @return a model, to be closed
   * @throws OneModelException model.malformed, model.ir_version, model.tensor, model.external_data (all external data is),
   *     model.unsupported, memory.exhausted
   */
  public static Model read(byte[] bytes) {
    return read(null, ByteBuffer.wrap(bytes), null);
  }

  /**
   * Reads a model from bytes, within a context's memory limit.
   *
   * @param context its memory limit bounds every tensor; null for the default
   * @param bytes those between the buffer's position and limit; not copied from a direct buffer, and not needed afterwards
   * @param externalFolder where external data lies; null: a tensor with external data is model.external_data
   * @return a model, to be closed
   * @throws OneModelException io.file, model.malformed, model.ir_version, model.tensor, model.external_data,
   *     model.unsupported, memory.exhausted
   */
  public static Model read(Context context, ByteBuffer bytes, Path externalFolder) {
    byte[] folder = externalFolder == null ? null : Text.name(externalFolder.toString());
    ByteBuffer all = bytes.slice();
    try (Handle limits = Context.use(context)) {
      return new Model(Raw.om_model_read(Handle.address(limits), Tensor.memory(all), all.remaining(), folder));
    }
  }

  /**
   * Begins a model that is empty, of the newest IR version, that imports opset {@link OneModel#MAX_OPSET} of ai.onnx.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder(new Model(Raw.om_model_create()));
  }

  /**
   * Begins a model that is a copy of this one.
   *
   * @return a builder
   * @throws OneModelException as {@link #write}
   * @throws IllegalStateException if the model is closed
   */
  public Builder toBuilder() {
    return new Builder(read(write()));
  }

  /**
   * Gives the model in ONNX's protobuf format; all tensors are inside.
   *
   * @return the bytes
   * @throws OneModelException memory.exhausted (also for more than 2^31-1 bytes, which protobuf cannot hold), and
   *     model.unsupported if the model was read with attributes that are not kept: graphs, sparse tensors, types
   * @throws IllegalStateException if the model is closed
   */
  public byte[] write() {
    try (Handle model = use(); Tensor bytes = Tensor.adopt(Raw.om_model_write(model.address()))) {
      return bytes.toByteArray();
    }
  }

  /**
   * Writes the model to a file, in place of an earlier one of that name.
   *
   * @param path the file
   * @throws OneModelException io.file and as {@link #write()}
   * @throws IllegalStateException if the model is closed
   */
  public void write(Path path) {
    try (Handle model = use()) {
      Raw.om_model_write_file(model.address(), Text.name(path.toString()));
    }
  }

  /** Frees the model. Sessions made from it stay. */
  @Override
  public void close() {
    handle.dispose();
  }

  Handle use() {
    return handle.use(this);
  }

  /**
   * Composes a model. The order of nodes does not matter. What is wrong with the whole, a value that nobody makes, a cycle,
   * is said by {@link Session#of(Model)}.
   *
   * @since 0.3
   */
  public static final class Builder {
    private Model model; // null when it is built

    private Builder(Model model) {
      this.model = model;
    }

    /**
     * Sets the version that the model imports of ai.onnx.
     *
     * @param version 1 or more
     * @return this
     * @throws OneModelException argument.count
     */
    public Builder opset(long version) {
      return opset("", version);
    }

    /**
     * Sets the version that the model imports of a domain.
     *
     * @param domain the domain; "" for ai.onnx
     * @param version 1 or more
     * @return this
     * @throws OneModelException argument.count
     */
    public synchronized Builder opset(String domain, long version) {
      try (Handle target = use()) {
        Raw.om_model_set_opset(target.address(), Text.name(domain), version);
      }
      return this;
    }

    /**
     * Sets the version of ONNX's format.
     *
     * @param version {@link OneModel#MIN_IR_VERSION} to {@link OneModel#MAX_IR_VERSION}
     * @return this
     * @throws OneModelException model.ir_version
     */
    public synchronized Builder irVersion(long version) {
      try (Handle target = use()) {
        Raw.om_model_set_ir_version(target.address(), version);
      }
      return this;
    }

    /**
     * Adds an input of known rank that is fed in each run. Inputs are numbered in the order they are added.
     *
     * @param name the input's name
     * @param type its element type
     * @param shape the extents, -1 where one is not known
     * @return this
     * @throws OneModelException argument.extent, shape.rank_limit
     */
    public Builder input(String name, ElementType type, long... shape) {
      return input(name, type, Arrays.stream(shape).mapToObj(Dimension::of).toList());
    }

    /**
     * Adds an input that is fed in each run. Inputs are numbered in the order they are added.
     *
     * @param name the input's name
     * @param type its element type
     * @param shape its dimensions; null: not even their number is known
     * @return this
     * @throws OneModelException argument.extent, shape.rank_limit
     */
    public synchronized Builder input(String name, ElementType type, List<Dimension> shape) {
      Dimension[] dimensions = dimensions(shape);
      try (Handle target = use()) {
        Raw.om_model_add_input(target.address(), Text.name(name), type.number(), extents(dimensions),
            symbols(dimensions), rank(dimensions));
      }
      return this;
    }

    /**
     * Adds an output of which nothing is declared.
     *
     * @param name the name of a value that a node makes, or of an input or initializer
     * @return this
     */
    public Builder output(String name) {
      return output(name, null, null);
    }

    /**
     * Adds an output. What is declared is checked where it is known.
     *
     * @param name the name of a value that a node makes, or of an input or initializer
     * @param type its element type; null where it is not declared
     * @param shape its dimensions; null where they are not declared
     * @return this
     * @throws OneModelException argument.extent, shape.rank_limit
     */
    public synchronized Builder output(String name, ElementType type, List<Dimension> shape) {
      Dimension[] dimensions = dimensions(shape);
      try (Handle target = use()) {
        Raw.om_model_add_output(target.address(), Text.name(name), ElementType.number(type), extents(dimensions),
            symbols(dimensions), rank(dimensions));
      }
      return this;
    }

    /**
     * Adds a constant. One that has the name of an input is what the input is when it is not fed.
     *
     * @param name the constant's name
     * @param tensor stays the caller's, who may close it
     * @return this
     * @throws OneModelException argument.no_data
     */
    public synchronized Builder initializer(String name, Tensor tensor) {
      try (Handle target = use(); Handle constant = tensor.use()) {
        Raw.om_model_add_initializer(target.address(), Text.name(name), constant.address());
      }
      return this;
    }

    /**
     * Adds a node of ai.onnx without a name and attributes.
     *
     * @param operator the operator's name, such as {@code "Slice"}
     * @param inputs names of values in ONNX's order; "" for an optional input that is not given
     * @param outputs names in ONNX's order; "" for an output that is not wanted
     * @return this
     */
    public Builder node(String operator, List<String> inputs, List<String> outputs) {
      return node(operator, "", "", inputs, outputs, null);
    }

    /**
     * Adds a node of ai.onnx without a name.
     *
     * @param operator the operator's name, such as {@code "Slice"}
     * @param inputs names of values in ONNX's order; "" for an optional input that is not given
     * @param outputs names in ONNX's order; "" for an output that is not wanted
     * @param attributes stay the caller's, who may close them; null for none
     * @return this
     * @throws OneModelException argument.no_data
     */
    public Builder node(String operator, List<String> inputs, List<String> outputs, Attributes attributes) {
      return node(operator, "", "", inputs, outputs, attributes);
    }

    /**
     * Adds a node.
     *
     * @param operator the operator's name, such as {@code "Slice"}
     * @param domain its domain; "" for ai.onnx
     * @param name the node's name, which errors tell; "" for none
     * @param inputs names of values in ONNX's order; "" for an optional input that is not given
     * @param outputs names in ONNX's order; "" for an output that is not wanted
     * @param attributes stay the caller's, who may close them; null for none
     * @return this
     * @throws OneModelException argument.no_data
     */
    public synchronized Builder node(String operator, String domain, String name, List<String> inputs,
        List<String> outputs, Attributes attributes) {
      byte[][] from = Text.names(inputs);
      byte[][] to = Text.names(outputs);
      try (Handle target = use(); Handle set = Attributes.use(attributes)) {
        Raw.om_model_add_node(target.address(), Text.name(operator), Text.name(domain), Text.name(name), from, from.length,
            to, to.length, Handle.address(set));
      }
      return this;
    }

    /**
     * Gives the model; the builder cannot be used any more.
     *
     * @return a model, to be closed
     */
    public synchronized Model build() {
      Model built = requireOpen();
      model = null;
      return built;
    }

    private Handle use() {
      return requireOpen().use();
    }

    private Model requireOpen() {
      if (model == null) {
        throw new IllegalStateException("the model is built already");
      }
      return model;
    }

    /** The dimensions as they are now; null for null. */
    private static Dimension[] dimensions(List<Dimension> shape) {
      return shape == null ? null : shape.toArray(Dimension[]::new);
    }

    private static long rank(Dimension[] shape) {
      return shape == null ? -1 : shape.length;
    }

    private static long extents(Dimension[] shape) {
      return Scratch.copy(shape == null ? null : Arrays.stream(shape).mapToLong(Dimension::extent).toArray());
    }

    private static byte[][] symbols(Dimension[] shape) {
      return shape == null ? null
          : Arrays.stream(shape).map(axis -> Text.name(axis.symbol())).toArray(byte[][]::new);
    }
  }
}
