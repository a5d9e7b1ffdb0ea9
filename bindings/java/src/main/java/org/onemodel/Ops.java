package org.onemodel;

import java.util.List;
import org.onemodel.internal.Raw;

/**
 * The operators: each under its name at its newest version, and {@linkplain #invoke any at any opset}.
 *
 * <p>Tensors come first, in ONNX's order, then inputs that shape the output as {@code long[]}, then attributes. The short
 * forms leave away what ONNX has a default for; the long ones take everything, and first a {@link Context}, null for the
 * default. Inputs stay the caller's; results are new tensors to be closed. Those of views (Squeeze, Unsqueeze, Flatten,
 * Reshape, Identity, Dropout) share the input's memory and keep it.
 *
 * <p>Besides the reasons listed at a method, every operator can fail with memory.exhausted, shape.overflow and
 * shape.rank_limit; and with {@link IllegalStateException} if a tensor or the context is closed.
 *
 * @since 0.3
 */
public final class Ops {
  /** About what an output takes besides its elements. */
  private static final long BYTES_PER_OUTPUT = 256;

  private Ops() {}

  // ---- Any operator at any opset ----

  /**
   * Runs an operator as it is at an opset, with inputs and attributes exactly as ONNX has them there.
   *
   * @param operator ONNX's name, such as {@code "Slice"}
   * @param opset 1 to {@link OneModel#MAX_OPSET}; the operator's newest version up to it is meant
   * @param inputs in ONNX's order; null for an optional one that is not given. A variadic input takes the rest
   * @param attributes null for none
   * @param outputCount how many outputs are wanted; optional ones at the end can be left away
   * @return the outputs in ONNX's order, each to be closed
   * @throws OneModelException operator.*, opset.unsupported, input.*, output.count, attribute.* and the operator's reasons
   */
  public static List<Tensor> invoke(String operator, long opset, List<Tensor> inputs, Attributes attributes,
      int outputCount) {
    return invoke(null, operator, opset, inputs, attributes, outputCount);
  }

  /**
   * Runs an operator as it is at an opset, within a context.
   *
   * @param context null for the default
   * @param operator ONNX's name, such as {@code "Slice"}
   * @param opset 1 to {@link OneModel#MAX_OPSET}; the operator's newest version up to it is meant
   * @param inputs in ONNX's order; null for an optional one that is not given. A variadic input takes the rest
   * @param attributes null for none
   * @param outputCount how many outputs are wanted; optional ones at the end can be left away
   * @return the outputs in ONNX's order, each to be closed
   * @throws OneModelException operator.*, opset.unsupported, input.*, output.count, attribute.* and the operator's reasons
   */
  public static List<Tensor> invoke(Context context, String operator, long opset, List<Tensor> inputs,
      Attributes attributes, int outputCount) {
    return call(Raw::om_op_invoke, context, operator, opset, inputs, attributes, outputCount);
  }

  /**
   * Says what {@link #invoke(String, long, List, Attributes, int) invoke} would give, without running it.
   *
   * @param operator ONNX's name, such as {@code "Slice"}
   * @param opset 1 to {@link OneModel#MAX_OPSET}
   * @param inputs as for invoke. They may be {@linkplain Tensor#describe described}, except those whose elements decide the
   *     shape
   * @param attributes null for none
   * @param outputCount how many outputs are wanted
   * @return tensors without elements, each to be closed; an extent that only running can tell is -1
   * @throws OneModelException as invoke, but not memory.exhausted; and input.value_needed
   */
  public static List<Tensor> infer(String operator, long opset, List<Tensor> inputs, Attributes attributes,
      int outputCount) {
    return infer(null, operator, opset, inputs, attributes, outputCount);
  }

  /**
   * Says what {@link #invoke(Context, String, long, List, Attributes, int) invoke} would give, without running it.
   *
   * @param context null for the default
   * @param operator ONNX's name, such as {@code "Slice"}
   * @param opset 1 to {@link OneModel#MAX_OPSET}
   * @param inputs as for invoke. They may be {@linkplain Tensor#describe described}, except those whose elements decide the
   *     shape
   * @param attributes null for none
   * @param outputCount how many outputs are wanted
   * @return tensors without elements, each to be closed; an extent that only running can tell is -1
   * @throws OneModelException as invoke, but not memory.exhausted; and input.value_needed
   */
  public static List<Tensor> infer(Context context, String operator, long opset, List<Tensor> inputs,
      Attributes attributes, int outputCount) {
    return call(Raw::om_op_infer, context, operator, opset, inputs, attributes, outputCount);
  }

  private interface Function {
    long call(long context, byte[] operator, long opset, long inputs, long inputCount, long attributes, long outputs,
        long outputCount);
  }

  private static List<Tensor> call(Function function, Context context, String operator, long opset, List<Tensor> inputs,
      Attributes attributes, int outputCount) {
    try (Handle limits = Context.use(context);
        Uses given = new Uses(inputs);
        Handle set = Attributes.use(attributes)) {
      requireMemory(outputCount, limits);
      Scratch scratch = Scratch.withRoom((long) given.count() + outputCount);
      long outputs = scratch.reserve(outputCount);
      function.call(Handle.address(limits), Text.name(operator), opset, scratch.put(given), given.count(),
          Handle.address(set), outputs, outputCount);
      return Tensor.adopt(scratch, outputs, outputCount);
    }
  }

  // ---- Shapes and views ----

  /**
   * Shape-25: the extents of all axes as an int64 vector.
   *
   * @param data any type and shape
   * @return the extents
   */
  public static Tensor shape(Tensor data) {
    return shape(null, data, 0, Long.MAX_VALUE);
  }

  /**
   * Shape-25: the extents of axes [start, end) as an int64 vector.
   *
   * @param context null for the default
   * @param data any type and shape
   * @param start negative values count from the end, then it is clamped to [0, rank]
   * @param end as start; {@link Long#MAX_VALUE} means all; start past end gives an empty vector
   * @return the extents
   */
  public static Tensor shape(Context context, Tensor data, long start, long end) {
    try (Handle limits = Context.use(context); Handle input = data.use()) {
      return Tensor.adopt(Raw.om_shape(Handle.address(limits), input.address(), start, end));
    }
  }

  /**
   * Size-25: the number of elements as an int64 scalar.
   *
   * @param data any type and shape
   * @return the size
   */
  public static Tensor size(Tensor data) {
    return size(null, data);
  }

  /**
   * Size-25: the number of elements as an int64 scalar.
   *
   * @param context null for the default
   * @param data any type and shape
   * @return the size
   */
  public static Tensor size(Context context, Tensor data) {
    try (Handle limits = Context.use(context); Handle input = data.use()) {
      return Tensor.adopt(Raw.om_size(Handle.address(limits), input.address()));
    }
  }

  /**
   * Squeeze-25: the tensor without all its axes of extent 1. A view.
   *
   * @param data any type and shape
   * @return the tensor squeezed
   */
  public static Tensor squeeze(Tensor data) {
    return squeeze(null, data, null);
  }

  /**
   * Squeeze-25: the tensor without the axes listed. A view.
   *
   * @param data any type and shape
   * @param axes in [-rank, rank), none twice, each of extent 1
   * @return the tensor squeezed
   * @throws OneModelException axis.out_of_range, axis.repeated, squeeze.extent_not_one
   */
  public static Tensor squeeze(Tensor data, long... axes) {
    return squeeze(null, data, axes);
  }

  /**
   * Squeeze-25: the tensor without the axes listed. A view.
   *
   * @param context null for the default
   * @param data any type and shape
   * @param axes in [-rank, rank), none twice, each of extent 1; null removes every axis of extent 1, an empty array none
   * @return the tensor squeezed
   * @throws OneModelException axis.out_of_range, axis.repeated, squeeze.extent_not_one
   */
  public static Tensor squeeze(Context context, Tensor data, long[] axes) {
    try (Handle limits = Context.use(context); Handle input = data.use()) {
      return Tensor.adopt(Raw.om_squeeze(Handle.address(limits), input.address(), Scratch.copy(axes), count(axes)));
    }
  }

  /**
   * Unsqueeze-25: the tensor with axes of extent 1 put in. A view.
   *
   * @param data any type and shape
   * @param axes axes of the output, in [-r, r) with r = rank + number of axes, none twice, in any order
   * @return the tensor with more axes
   * @throws OneModelException axis.out_of_range, axis.repeated, shape.rank_limit
   */
  public static Tensor unsqueeze(Tensor data, long... axes) {
    return unsqueeze(null, data, axes);
  }

  /**
   * Unsqueeze-25: the tensor with axes of extent 1 put in. A view.
   *
   * @param context null for the default
   * @param data any type and shape
   * @param axes axes of the output, in [-r, r) with r = rank + number of axes, none twice, in any order
   * @return the tensor with more axes
   * @throws OneModelException axis.out_of_range, axis.repeated, shape.rank_limit
   */
  public static Tensor unsqueeze(Context context, Tensor data, long[] axes) {
    try (Handle limits = Context.use(context); Handle input = data.use()) {
      return Tensor.adopt(Raw.om_unsqueeze(Handle.address(limits), input.address(), Scratch.copy(axes), axes.length));
    }
  }

  /**
   * Flatten-25 at axis 1: the tensor as a matrix with the first axis as rows. A view.
   *
   * @param input any type and shape
   * @return a matrix
   * @throws OneModelException axis.out_of_range
   */
  public static Tensor flatten(Tensor input) {
    return flatten(null, input, 1);
  }

  /**
   * Flatten-25: the tensor as a matrix: the axes before {@code axis} make the rows, the others the columns. A view.
   *
   * @param context null for the default
   * @param input any type and shape
   * @param axis in [-rank, rank]; 0 gives [1, size]
   * @return a matrix
   * @throws OneModelException axis.out_of_range
   */
  public static Tensor flatten(Context context, Tensor input, long axis) {
    try (Handle limits = Context.use(context); Handle data = input.use()) {
      return Tensor.adopt(Raw.om_flatten(Handle.address(limits), data.address(), axis));
    }
  }

  /**
   * Reshape-25: the tensor with another shape of as many elements. A view.
   *
   * @param data any type and shape
   * @param shape at most one -1, which is worked out; 0 copies the input's extent of that axis
   * @return the tensor reshaped
   * @throws OneModelException reshape.*, shape.rank_limit
   */
  public static Tensor reshape(Tensor data, long... shape) {
    return reshape(null, data, shape, false);
  }

  /**
   * Reshape-25: the tensor with another shape of as many elements. A view.
   *
   * @param context null for the default
   * @param data any type and shape
   * @param shape at most one -1, which is worked out; 0 copies the input's extent of that axis
   * @param allowZero 0 means an extent of 0; 0 and -1 together are then refused
   * @return the tensor reshaped
   * @throws OneModelException reshape.*, shape.rank_limit
   */
  public static Tensor reshape(Context context, Tensor data, long[] shape, boolean allowZero) {
    try (Handle limits = Context.use(context); Handle input = data.use()) {
      return Tensor.adopt(
          Raw.om_reshape(Handle.address(limits), input.address(), Scratch.copy(shape), shape.length, flag(allowZero)));
    }
  }

  /**
   * Identity-25: the tensor itself. A view.
   *
   * @param input any type and shape
   * @return the same elements
   */
  public static Tensor identity(Tensor input) {
    return identity(null, input);
  }

  /**
   * Identity-25: the tensor itself. A view.
   *
   * @param context null for the default
   * @param input any type and shape
   * @return the same elements
   */
  public static Tensor identity(Context context, Tensor input) {
    try (Handle limits = Context.use(context); Handle data = input.use()) {
      return Tensor.adopt(Raw.om_identity(Handle.address(limits), data.address()));
    }
  }

  /**
   * What Dropout gives.
   *
   * @param output the data, a view
   * @param mask all true, of data's shape
   * @since 0.3
   */
  public record DropoutResult(Tensor output, Tensor mask) implements AutoCloseable {
    /** Closes both tensors. */
    @Override
    public void close() {
      output.close();
      mask.close();
    }
  }

  /**
   * Dropout-22 in inference: the tensor itself. A view.
   *
   * @param data float16, bfloat16, float32, float64 or float8
   * @return the same elements
   * @throws OneModelException input.type
   */
  public static Tensor dropout(Tensor data) {
    return dropout(null, data, null, null);
  }

  /**
   * Dropout-22 in inference: the tensor itself. A view.
   *
   * @param context null for the default
   * @param data float16, bfloat16, float32, float64 or float8
   * @param ratio a scalar that is not read, as nothing is dropped; null for none
   * @param trainingMode a bool scalar; true is refused; null means false
   * @return the same elements
   * @throws OneModelException dropout.training, input.type, input.not_scalar
   */
  public static Tensor dropout(Context context, Tensor data, Tensor ratio, Tensor trainingMode) {
    return Tensor.adopt(dropout(context, data, ratio, trainingMode, 0));
  }

  /**
   * Dropout-22 in inference, with the mask.
   *
   * @param context null for the default
   * @param data float16, bfloat16, float32, float64 or float8
   * @param ratio a scalar that is not read, as nothing is dropped; null for none
   * @param trainingMode a bool scalar; true is refused; null means false
   * @return the same elements, and a mask that is all true
   * @throws OneModelException dropout.training, input.type, input.not_scalar
   */
  public static DropoutResult dropoutWithMask(Context context, Tensor data, Tensor ratio, Tensor trainingMode) {
    Scratch scratch = Scratch.withRoom(1);
    long mask = scratch.reserve(1);
    Tensor output = Tensor.adopt(dropout(context, data, ratio, trainingMode, mask));
    return new DropoutResult(output, Tensor.adopt(scratch.get(mask, 0)));
  }

  private static long dropout(Context context, Tensor data, Tensor ratio, Tensor trainingMode, long mask) {
    try (Handle limits = Context.use(context);
        Handle input = data.use();
        Handle unread = Tensor.useOrNull(ratio);
        Handle mode = Tensor.useOrNull(trainingMode)) {
      return Raw.om_dropout(Handle.address(limits), input.address(), Handle.address(unread), Handle.address(mode), mask);
    }
  }

  // ---- Movements ----

  /**
   * Transpose-25: the tensor with its axes in reverse order.
   *
   * @param data any type and shape
   * @return the tensor transposed
   */
  public static Tensor transpose(Tensor data) {
    return transpose(null, data, null);
  }

  /**
   * Transpose-25: axis i of the result is axis perm[i] of {@code data}.
   *
   * @param data any type and shape
   * @param perm each of 0 .. rank-1 once
   * @return the tensor transposed
   * @throws OneModelException transpose.perm_length, transpose.perm_value
   */
  public static Tensor transpose(Tensor data, long... perm) {
    return transpose(null, data, perm);
  }

  /**
   * Transpose-25: axis i of the result is axis perm[i] of {@code data}.
   *
   * @param context null for the default
   * @param data any type and shape
   * @param perm each of 0 .. rank-1 once; null reverses the axes
   * @return the tensor transposed
   * @throws OneModelException transpose.perm_length, transpose.perm_value
   */
  public static Tensor transpose(Context context, Tensor data, long[] perm) {
    try (Handle limits = Context.use(context); Handle input = data.use()) {
      return Tensor.adopt(Raw.om_transpose(Handle.address(limits), input.address(), Scratch.copy(perm), count(perm)));
    }
  }

  /**
   * Concat-13: the inputs joined along an axis.
   *
   * @param axis in [-rank, rank)
   * @param inputs one or more of one type and rank that agree in every extent but that of the axis
   * @return the inputs joined
   * @throws OneModelException input.missing, input.rank, input.type_mismatch, concat.*, axis.out_of_range
   */
  public static Tensor concat(long axis, Tensor... inputs) {
    return concat(null, List.of(inputs), axis);
  }

  /**
   * Concat-13: the inputs joined along an axis.
   *
   * @param context null for the default
   * @param inputs one or more of one type and rank that agree in every extent but that of the axis
   * @param axis in [-rank, rank)
   * @return the inputs joined
   * @throws OneModelException input.missing, input.rank, input.type_mismatch, concat.*, axis.out_of_range
   */
  public static Tensor concat(Context context, List<Tensor> inputs, long axis) {
    try (Handle limits = Context.use(context); Uses given = new Uses(inputs)) {
      long addresses = Scratch.withRoom(given.count()).put(given);
      return Tensor.adopt(Raw.om_concat(Handle.address(limits), addresses, given.count(), axis));
    }
  }

  /**
   * Split-18: the tensor cut along an axis into parts of ceil(extent / parts), the last one taking the rest.
   *
   * @param input any type, rank 1 or more
   * @param axis in [-rank, rank)
   * @param parts how many
   * @return the parts, each to be closed
   * @throws OneModelException split.*, axis.out_of_range, output.count, input.rank
   */
  public static List<Tensor> split(Tensor input, long axis, int parts) {
    return split(null, input, null, axis, parts);
  }

  /**
   * Split-18: the tensor cut along an axis into parts of the sizes given.
   *
   * @param input any type, rank 1 or more
   * @param axis in [-rank, rank)
   * @param split sizes that add up to the extent
   * @return the parts, each to be closed
   * @throws OneModelException split.*, axis.out_of_range, output.count, input.rank
   */
  public static List<Tensor> split(Tensor input, long axis, long[] split) {
    return split(null, input, split, axis, split.length);
  }

  /**
   * Split-18: the tensor cut along an axis.
   *
   * @param context null for the default
   * @param input any type, rank 1 or more
   * @param split as many sizes as parts, which add up to the extent; null cuts into parts of ceil(extent / parts), the last
   *     one taking the rest
   * @param axis in [-rank, rank)
   * @param parts how many, 1 or more
   * @return the parts, each to be closed
   * @throws OneModelException split.*, axis.out_of_range, output.count, input.rank
   */
  public static List<Tensor> split(Context context, Tensor input, long[] split, long axis, int parts) {
    try (Handle limits = Context.use(context); Handle data = input.use()) {
      requireMemory(parts, limits);
      Scratch scratch = Scratch.withRoom(count(split) + parts);
      long outputs = scratch.reserve(parts);
      Raw.om_split(Handle.address(limits), data.address(), scratch.put(split), count(split), axis, outputs, parts);
      return Tensor.adopt(scratch, outputs, parts);
    }
  }

  /**
   * Slice-13 of the first axes: of each, the elements from start up to end.
   *
   * @param data any type and shape
   * @param starts one for each of the first axes; negative values count from the end, then they are clamped to the axis
   * @param ends as many, in the same way
   * @return the slice
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public static Tensor slice(Tensor data, long[] starts, long[] ends) {
    return slice(null, data, starts, ends, null, null);
  }

  /**
   * Slice-13: of each axis listed, the elements start, start + step, ... before end.
   *
   * @param data any type and shape
   * @param starts negative values count from the end, then they are clamped to the axis
   * @param ends in the same way; with a negative step {@link Integer#MAX_VALUE} and {@link Long#MAX_VALUE} mean "to the
   *     beginning", as {@link Long#MIN_VALUE} does
   * @param axes in [-rank, rank), none twice; null means the first axes
   * @param steps none 0, negative ones go backward; null means 1
   * @return the slice
   * @throws OneModelException slice.step_zero, axis.out_of_range, axis.repeated
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public static Tensor slice(Tensor data, long[] starts, long[] ends, long[] axes, long[] steps) {
    return slice(null, data, starts, ends, axes, steps);
  }

  /**
   * Slice-13: of each axis listed, the elements start, start + step, ... before end.
   *
   * @param context null for the default
   * @param data any type and shape
   * @param starts negative values count from the end, then they are clamped to the axis
   * @param ends in the same way; with a negative step {@link Integer#MAX_VALUE} and {@link Long#MAX_VALUE} mean "to the
   *     beginning", as {@link Long#MIN_VALUE} does
   * @param axes in [-rank, rank), none twice; null means the first axes
   * @param steps none 0, negative ones go backward; null means 1
   * @return the slice
   * @throws OneModelException slice.step_zero, axis.out_of_range, axis.repeated
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public static Tensor slice(Context context, Tensor data, long[] starts, long[] ends, long[] axes, long[] steps) {
    requireLength("ends", ends, starts.length);
    requireLength("axes", axes, starts.length);
    requireLength("steps", steps, starts.length);
    try (Handle limits = Context.use(context); Handle input = data.use()) {
      Scratch scratch = Scratch.withRoom(4L * starts.length);
      return Tensor.adopt(Raw.om_slice(Handle.address(limits), input.address(), scratch.put(starts), scratch.put(ends),
          scratch.put(axes), scratch.put(steps), starts.length));
    }
  }

  /**
   * Expand-13: the tensor broadcast, both ways, against a shape.
   *
   * @param input any type and shape
   * @param shape none negative; each extent equals the input's, or one of the two is 1
   * @return the tensor broadcast
   * @throws OneModelException expand.extent_negative, broadcast.mismatch, shape.rank_limit
   */
  public static Tensor expand(Tensor input, long... shape) {
    return expand(null, input, shape);
  }

  /**
   * Expand-13: the tensor broadcast, both ways, against a shape.
   *
   * @param context null for the default
   * @param input any type and shape
   * @param shape none negative; each extent equals the input's, or one of the two is 1
   * @return the tensor broadcast
   * @throws OneModelException expand.extent_negative, broadcast.mismatch, shape.rank_limit
   */
  public static Tensor expand(Context context, Tensor input, long[] shape) {
    try (Handle limits = Context.use(context); Handle data = input.use()) {
      return Tensor.adopt(Raw.om_expand(Handle.address(limits), data.address(), Scratch.copy(shape), shape.length));
    }
  }

  /**
   * Tile-13: the tensor repeated along its axes.
   *
   * @param input any type and shape
   * @param repeats one for each axis, none negative; 0 gives an empty axis
   * @return the tensor repeated
   * @throws OneModelException tile.repeats_length, tile.repeat_negative
   */
  public static Tensor tile(Tensor input, long... repeats) {
    return tile(null, input, repeats);
  }

  /**
   * Tile-13: the tensor repeated along its axes.
   *
   * @param context null for the default
   * @param input any type and shape
   * @param repeats one for each axis, none negative; 0 gives an empty axis
   * @return the tensor repeated
   * @throws OneModelException tile.repeats_length, tile.repeat_negative
   */
  public static Tensor tile(Context context, Tensor input, long[] repeats) {
    try (Handle limits = Context.use(context); Handle data = input.use()) {
      return Tensor.adopt(Raw.om_tile(Handle.address(limits), data.address(), Scratch.copy(repeats), repeats.length));
    }
  }

  // ---- Indexing ----

  /**
   * Gather-13: the slices of {@code data} along an axis that {@code indices} names.
   *
   * @param data any type, rank 1 or more
   * @param indices int32 or int64, any shape, in [-extent, extent)
   * @param axis in [-rank, rank)
   * @return the slices; the indices' shape takes the axis's place
   * @throws OneModelException index.out_of_range, axis.out_of_range, input.rank, input.type
   */
  public static Tensor gather(Tensor data, Tensor indices, long axis) {
    return gather(null, data, indices, axis);
  }

  /**
   * Gather-13: the slices of {@code data} along an axis that {@code indices} names.
   *
   * @param context null for the default
   * @param data any type, rank 1 or more
   * @param indices int32 or int64, any shape, in [-extent, extent)
   * @param axis in [-rank, rank)
   * @return the slices; the indices' shape takes the axis's place
   * @throws OneModelException index.out_of_range, axis.out_of_range, input.rank, input.type
   */
  public static Tensor gather(Context context, Tensor data, Tensor indices, long axis) {
    try (Handle limits = Context.use(context); Handle input = data.use(); Handle positions = indices.use()) {
      return Tensor.adopt(Raw.om_gather(Handle.address(limits), input.address(), positions.address(), axis));
    }
  }

  /**
   * GatherElements-13: for each position of {@code indices}, the element of {@code data} at that position with the
   * coordinate on the axis replaced by the index.
   *
   * @param data any type, rank 1 or more
   * @param indices int32 or int64, of data's rank; off the axis its extents are at most data's; in [-extent, extent)
   * @param axis in [-rank, rank)
   * @return a tensor of the indices' shape
   * @throws OneModelException gather_elements.*, index.out_of_range, axis.out_of_range, input.rank
   */
  public static Tensor gatherElements(Tensor data, Tensor indices, long axis) {
    return gatherElements(null, data, indices, axis);
  }

  /**
   * GatherElements-13: for each position of {@code indices}, the element of {@code data} at that position with the
   * coordinate on the axis replaced by the index.
   *
   * @param context null for the default
   * @param data any type, rank 1 or more
   * @param indices int32 or int64, of data's rank; off the axis its extents are at most data's; in [-extent, extent)
   * @param axis in [-rank, rank)
   * @return a tensor of the indices' shape
   * @throws OneModelException gather_elements.*, index.out_of_range, axis.out_of_range, input.rank
   */
  public static Tensor gatherElements(Context context, Tensor data, Tensor indices, long axis) {
    try (Handle limits = Context.use(context); Handle input = data.use(); Handle positions = indices.use()) {
      return Tensor.adopt(Raw.om_gather_elements(Handle.address(limits), input.address(), positions.address(), axis));
    }
  }

  /**
   * GatherND-13: the slices of {@code data} at the coordinates that the last axis of {@code indices} holds.
   *
   * @param data any type, rank r of 1 or more
   * @param indices int64, rank 1 or more, its last extent in [1, r]; values in [-extent, extent)
   * @return the slices
   * @throws OneModelException gather_nd.*, index.out_of_range, input.rank
   */
  public static Tensor gatherNd(Tensor data, Tensor indices) {
    return gatherNd(null, data, indices, 0);
  }

  /**
   * GatherND-13: the slices of {@code data} at the coordinates that the last axis of {@code indices} holds.
   *
   * @param context null for the default
   * @param data any type, rank r of 1 or more
   * @param indices int64, rank q of 1 or more, its last extent in [1, r - batchDims]; values in [-extent, extent)
   * @param batchDims in [0, min(q, r)): that many leading axes of both are walked together and must be equal
   * @return the slices
   * @throws OneModelException gather_nd.*, index.out_of_range, input.rank
   */
  public static Tensor gatherNd(Context context, Tensor data, Tensor indices, long batchDims) {
    try (Handle limits = Context.use(context); Handle input = data.use(); Handle coordinates = indices.use()) {
      return Tensor.adopt(Raw.om_gather_nd(Handle.address(limits), input.address(), coordinates.address(), batchDims));
    }
  }

  /**
   * ScatterND-18: {@code data} with {@code updates} written, in order, at the coordinates that {@code indices} holds.
   *
   * @param data any type, rank r of 1 or more
   * @param indices int64, rank 1 or more, its last extent k in [0, r]; values in [-extent, extent)
   * @param updates data's type, shape indices.shape[:-1] + data.shape[k:]
   * @return data with the updates
   * @throws OneModelException scatter_nd.*, index.out_of_range, input.rank
   */
  public static Tensor scatterNd(Tensor data, Tensor indices, Tensor updates) {
    return scatterNd(null, data, indices, updates, null);
  }

  /**
   * ScatterND-18: {@code data} with {@code updates} written, in order, at the coordinates that {@code indices} holds.
   *
   * @param context null for the default
   * @param data any type, rank r of 1 or more
   * @param indices int64, rank 1 or more, its last extent k in [0, r]; values in [-extent, extent)
   * @param updates data's type, shape indices.shape[:-1] + data.shape[k:]
   * @param reduction "none", "add", "mul", "max" or "min"; null means "none". Reductions take numbers of 8 to 64 bits,
   *     float16, bfloat16 and bool
   * @return data with the updates
   * @throws OneModelException scatter_nd.*, index.out_of_range, input.rank
   */
  public static Tensor scatterNd(Context context, Tensor data, Tensor indices, Tensor updates, String reduction) {
    try (Handle limits = Context.use(context);
        Handle input = data.use();
        Handle coordinates = indices.use();
        Handle written = updates.use()) {
      return Tensor.adopt(Raw.om_scatter_nd(Handle.address(limits), input.address(), coordinates.address(),
          written.address(), Text.nullableName(reduction)));
    }
  }

  // ---- Filling and making elements ----

  /**
   * Pad-25 of all axes with 0, false or "".
   *
   * @param data any type and shape
   * @param pads two for each axis: all begins, then all ends; negative ones remove elements
   * @return the tensor padded
   * @throws OneModelException pad.*
   */
  public static Tensor pad(Tensor data, long... pads) {
    return pad(null, data, pads, null, null, null);
  }

  /**
   * Pad-25: the tensor with elements put before and after each axis listed, or removed where a pad is negative.
   *
   * @param context null for the default
   * @param data any type and shape
   * @param pads two for each axis listed: all begins, then all ends
   * @param constantValue scalar of data's type for mode "constant"; null means 0, false or ""
   * @param axes in [-rank, rank), none twice; null means all
   * @param mode "constant", "reflect", "edge" or "wrap"; null means "constant"
   * @return the tensor padded
   * @throws OneModelException pad.*, axis.out_of_range, axis.repeated, input.type_mismatch, input.not_scalar
   */
  public static Tensor pad(Context context, Tensor data, long[] pads, Tensor constantValue, long[] axes, String mode) {
    try (Handle limits = Context.use(context);
        Handle input = data.use();
        Handle value = Tensor.useOrNull(constantValue)) {
      Scratch scratch = Scratch.withRoom(pads.length + count(axes));
      return Tensor.adopt(Raw.om_pad(Handle.address(limits), input.address(), scratch.put(pads), pads.length,
          Handle.address(value), scratch.put(axes), count(axes), Text.nullableName(mode)));
    }
  }

  /**
   * ConstantOfShape-25: a tensor with one element repeated.
   *
   * @param value one element of any type
   * @param shape none negative
   * @return the tensor
   * @throws OneModelException constant_of_shape.*, shape.rank_limit
   */
  public static Tensor constantOfShape(Tensor value, long... shape) {
    return constantOfShape(null, shape, value);
  }

  /**
   * ConstantOfShape-25: a tensor with one element repeated.
   *
   * @param context null for the default
   * @param shape none negative
   * @param value one element of any type; null means float32 0
   * @return the tensor
   * @throws OneModelException constant_of_shape.*, shape.rank_limit
   */
  public static Tensor constantOfShape(Context context, long[] shape, Tensor value) {
    try (Handle limits = Context.use(context); Handle element = Tensor.useOrNull(value)) {
      return Tensor.adopt(
          Raw.om_constant_of_shape(Handle.address(limits), Scratch.copy(shape), shape.length, Handle.address(element)));
    }
  }

  /**
   * Range-27: start, start + delta, ... before limit, as a vector.
   *
   * @param start a scalar: float32, float64, int16, int32, int64, float16 or bfloat16
   * @param limit a scalar of the same type
   * @param delta a scalar of the same type
   * @return a vector
   * @throws OneModelException range.*, input.not_scalar, input.type, input.type_mismatch
   */
  public static Tensor range(Tensor start, Tensor limit, Tensor delta) {
    return range(null, start, limit, delta, 1);
  }

  /**
   * Range-27: start, start + delta, ... before limit, as a vector.
   *
   * @param context null for the default
   * @param start a scalar: float32, float64, int16, int32, int64, float16 or bfloat16
   * @param limit a scalar of the same type
   * @param delta a scalar of the same type
   * @param stashType 1: float16 and bfloat16 are computed in float32; other values are refused for these
   * @return a vector
   * @throws OneModelException range.*, input.not_scalar, input.type, input.type_mismatch
   */
  public static Tensor range(Context context, Tensor start, Tensor limit, Tensor delta, long stashType) {
    try (Handle limits = Context.use(context);
        Handle first = start.use();
        Handle end = limit.use();
        Handle step = delta.use()) {
      return Tensor.adopt(
          Raw.om_range(Handle.address(limits), first.address(), end.address(), step.address(), stashType));
    }
  }

  /**
   * OneHot-11 with the new axis as the last one.
   *
   * @param indices any numeric type and shape; an index outside [-depth, depth) turns nothing on
   * @param depth the new axis's extent, 0 or more
   * @param values [off, on], any type
   * @return the values on and off
   * @throws OneModelException one_hot.*, shape.rank_limit
   */
  public static Tensor oneHot(Tensor indices, long depth, Tensor values) {
    return oneHot(null, indices, depth, values, -1);
  }

  /**
   * OneHot-11: a new axis, on where its coordinate is the index and off elsewhere.
   *
   * @param context null for the default
   * @param indices any numeric type and shape; an index outside [-depth, depth) turns nothing on
   * @param depth the new axis's extent, 0 or more
   * @param values [off, on], any type
   * @param axis of the output, in [-r-1, r] with r the rank of indices
   * @return the values on and off
   * @throws OneModelException one_hot.*, axis.out_of_range, shape.rank_limit
   */
  public static Tensor oneHot(Context context, Tensor indices, long depth, Tensor values, long axis) {
    try (Handle limits = Context.use(context); Handle positions = indices.use(); Handle offAndOn = values.use()) {
      return Tensor.adopt(
          Raw.om_one_hot(Handle.address(limits), positions.address(), depth, offAndOn.address(), axis));
    }
  }

  /**
   * Trilu-14: the last two axes as matrices, of which one triangle is kept and the rest 0, false or "".
   *
   * @param input any type, rank 2 or more
   * @param k the diagonal the triangle starts at: 0 the main one, above it positive, below it negative
   * @param upper whether the upper triangle is kept, else the lower
   * @return the triangle
   * @throws OneModelException input.rank
   */
  public static Tensor trilu(Tensor input, long k, boolean upper) {
    return trilu(null, input, k, upper);
  }

  /**
   * Trilu-14: the last two axes as matrices, of which one triangle is kept and the rest 0, false or "".
   *
   * @param context null for the default
   * @param input any type, rank 2 or more
   * @param k the diagonal the triangle starts at: 0 the main one, above it positive, below it negative
   * @param upper whether the upper triangle is kept, else the lower
   * @return the triangle
   * @throws OneModelException input.rank
   */
  public static Tensor trilu(Context context, Tensor input, long k, boolean upper) {
    try (Handle limits = Context.use(context); Handle data = input.use()) {
      return Tensor.adopt(Raw.om_trilu(Handle.address(limits), data.address(), k, flag(upper)));
    }
  }

  // ---- What depends on the elements ----

  /**
   * NonZero-13: the coordinates of the elements that are not 0, in row-major order.
   *
   * @param x any type and shape. -0.0 is zero, NaN is not; a string is zero when empty; a scalar counts as a vector of one
   * @return int64 [max(rank, 1), count]
   */
  public static Tensor nonZero(Tensor x) {
    return nonZero(null, x);
  }

  /**
   * NonZero-13: the coordinates of the elements that are not 0, in row-major order.
   *
   * @param context null for the default
   * @param x any type and shape. -0.0 is zero, NaN is not; a string is zero when empty; a scalar counts as a vector of one
   * @return int64 [max(rank, 1), count]
   */
  public static Tensor nonZero(Context context, Tensor x) {
    try (Handle limits = Context.use(context); Handle input = x.use()) {
      return Tensor.adopt(Raw.om_non_zero(Handle.address(limits), input.address()));
    }
  }

  /**
   * What TopK gives.
   *
   * @param values the elements, in order
   * @param indices their positions on the axis, int64
   * @since 0.3
   */
  public record TopKResult(Tensor values, Tensor indices) implements AutoCloseable {
    /** Closes both tensors. */
    @Override
    public void close() {
      values.close();
      indices.close();
    }
  }

  /**
   * TopK-24 along the last axis: the k largest elements, largest first.
   *
   * @param x integers of 8 to 64 bits, float16, bfloat16, float32, float64. Equal elements keep their order; NaN is above
   *     all
   * @param k in [0, extent of the axis]
   * @return the elements and their positions
   * @throws OneModelException topk.*, axis.out_of_range, input.type
   */
  public static TopKResult topK(Tensor x, long k) {
    return topK(null, x, k, -1, true, true);
  }

  /**
   * TopK-24: along an axis, the k largest or smallest elements in order.
   *
   * @param context null for the default
   * @param x integers of 8 to 64 bits, float16, bfloat16, float32, float64. Equal elements keep their order; NaN is above
   *     all
   * @param k in [0, extent of the axis]
   * @param axis in [-rank, rank)
   * @param largest largest first, else smallest first
   * @param sorted no effect: the result is always sorted
   * @return the elements and their positions
   * @throws OneModelException topk.*, axis.out_of_range, input.type
   */
  public static TopKResult topK(Context context, Tensor x, long k, long axis, boolean largest, boolean sorted) {
    try (Handle limits = Context.use(context); Handle input = x.use()) {
      Scratch scratch = Scratch.withRoom(1);
      long indices = scratch.reserve(1);
      Tensor values = Tensor.adopt(
          Raw.om_topk(Handle.address(limits), input.address(), k, axis, flag(largest), flag(sorted), indices));
      return new TopKResult(values, Tensor.adopt(scratch.get(indices, 0)));
    }
  }

  /** Refuses a number of outputs for which alone the context has no memory. */
  private static void requireMemory(int outputCount, Handle limits) {
    if (outputCount > 1 << 16
        && outputCount > Raw.om_context_memory_limit(Handle.address(limits)) / BYTES_PER_OUTPUT) {
      throw OneModelException.memoryExhausted("there is no memory for " + outputCount + " outputs");
    }
  }

  private static int flag(boolean value) {
    return value ? 1 : 0;
  }

  private static long count(long[] valuesOrNull) {
    return valuesOrNull == null ? 0 : valuesOrNull.length;
  }

  private static void requireLength(String name, long[] valuesOrNull, int length) {
    if (valuesOrNull != null && valuesOrNull.length != length) {
      throw new IllegalArgumentException(name + " has " + valuesOrNull.length + " values, but starts has " + length);
    }
  }
}
