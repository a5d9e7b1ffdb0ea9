package org.onemodel.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.onemodel.ElementType;
import org.onemodel.OneModel;
import org.onemodel.Operator;
import org.onemodel.Ops;
import org.onemodel.Tensor;

/** The operators' own methods. A case says inputs as ONNX has them; here they become what each method takes. */
final class NamedCall {
  /** The method has no way to say the call. */
  private static final class NotExpressible extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotExpressible() {
      super(null, null, false, false);
    }
  }

  private interface Method {
    List<Tensor> call(NamedCall p);
  }

  private static final Map<String, Method> METHODS = Map.ofEntries(
      one("Shape", p -> Ops.shape(null, p.tensor(0), p.integer("start", 0), p.integer("end", Long.MAX_VALUE))),
      one("Size", p -> Ops.size(p.tensor(0))),
      one("Squeeze", p -> Ops.squeeze(null, p.tensor(0), p.optionalList(1))),
      one("Unsqueeze", p -> Ops.unsqueeze(p.tensor(0), p.list(1))),
      one("Flatten", p -> Ops.flatten(null, p.tensor(0), p.integer("axis", 1))),
      one("Reshape", p -> Ops.reshape(null, p.tensor(0), p.list(1), p.flag("allowzero", 0))),
      one("Identity", p -> Ops.identity(p.tensor(0))),
      Map.entry("Dropout", NamedCall::dropout),
      one("Transpose", p -> Ops.transpose(null, p.tensor(0), p.integers("perm"))),
      one("Concat", p -> Ops.concat(null, p.tensors(), p.requiredInteger("axis"))),
      Map.entry("Split", NamedCall::split),
      one("Slice", NamedCall::slice),
      one("Expand", p -> Ops.expand(p.tensor(0), p.list(1))),
      one("Tile", p -> Ops.tile(p.tensor(0), p.list(1))),
      one("Gather", p -> Ops.gather(p.tensor(0), p.tensor(1), p.integer("axis", 0))),
      one("GatherElements", p -> Ops.gatherElements(p.tensor(0), p.tensor(1), p.integer("axis", 0))),
      one("GatherND", p -> Ops.gatherNd(null, p.tensor(0), p.tensor(1), p.integer("batch_dims", 0))),
      one("ScatterND", p -> Ops.scatterNd(null, p.tensor(0), p.tensor(1), p.tensor(2), p.text("reduction"))),
      one("Pad", p -> Ops.pad(null, p.tensor(0), p.list(1), p.optionalTensor(2), p.optionalList(3), p.text("mode"))),
      one("ConstantOfShape", NamedCall::constantOfShape),
      one("Range", p -> Ops.range(null, p.tensor(0), p.tensor(1), p.tensor(2), p.integer("stash_type", 1))),
      one("OneHot", p -> Ops.oneHot(null, p.tensor(0), p.scalar(1), p.tensor(2), p.integer("axis", -1))),
      one("Trilu", p -> Ops.trilu(p.tensor(0), p.optionalScalar(1, 0), p.flag("upper", 1))),
      one("NonZero", p -> Ops.nonZero(p.tensor(0))),
      Map.entry("TopK", NamedCall::topK));

  private final Call call;

  private NamedCall(Call call) {
    this.call = call;
  }

  /** Makes the call through the operator's own method; nothing if that cannot say it. */
  static Optional<Outcome> invoke(Call call) {
    Method method = METHODS.get(call.operator().name());
    if (method == null || !fitsNewestVersion(call)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Outcome.of(() -> method.call(new NamedCall(call))));
    } catch (NotExpressible nothing) {
      return Optional.empty();
    }
  }

  /** Whether the call is one of the newest version with no input, output or attribute that this version does not have. */
  private static boolean fitsNewestVersion(Call call) {
    Operator operator = call.operator();
    long opset = call.opset();
    List<Long> versions = operator.versions();
    if (opset > OneModel.MAX_OPSET || opset < versions.get(versions.size() - 1)) {
      return false;
    }
    Iterable<String> names = call.attributes()::fieldNames;
    for (String name : names) {
      String kind = call.attributes().get(name).fieldNames().next();
      if (operator.attributes(opset).stream().noneMatch(
          known -> known.name().equals(name) && known.kind().name().equalsIgnoreCase(kind))) {
        return false;
      }
    }
    List<Operator.Parameter> inputs = operator.inputs(opset);
    List<Operator.Parameter> outputs = operator.outputs(opset);
    boolean inputsFit = endsVariadic(inputs) || call.inputs().size() <= inputs.size();
    int count = call.outputCount();
    boolean outputsFit = endsVariadic(outputs) || count == outputs.size()
        || (count > 0 && count < outputs.size() && outputs.get(count).optional());
    return inputsFit && outputsFit;
  }

  private static boolean endsVariadic(List<Operator.Parameter> parameters) {
    return !parameters.isEmpty() && parameters.get(parameters.size() - 1).variadic();
  }

  private static Map.Entry<String, Method> one(String operator, Function<NamedCall, Tensor> method) {
    return Map.entry(operator, p -> List.of(method.apply(p)));
  }

  // ---- Operators whose method says the call in another way than ONNX ----

  private List<Tensor> dropout() {
    if (call.outputCount() > 1) {
      Ops.DropoutResult result = Ops.dropoutWithMask(null, tensor(0), optionalTensor(1), optionalTensor(2));
      return List.of(result.output(), result.mask());
    }
    return List.of(Ops.dropout(null, tensor(0), optionalTensor(1), optionalTensor(2)));
  }

  /** The method has no num_outputs: the number of outputs says it. */
  private List<Tensor> split() {
    long[] split = optionalList(1);
    require(integer("num_outputs", call.outputCount()) == call.outputCount());
    require(split == null || integer("num_outputs", 0) == 0);
    return Ops.split(null, tensor(0), split, integer("axis", 0), call.outputCount());
  }

  private Tensor slice() {
    long[] starts = list(1);
    long[][] others = {list(2), optionalList(3), optionalList(4)};
    for (long[] other : others) {
      require(other == null || other.length == starts.length);
    }
    for (int index = 2; index <= 4; ++index) {
      require(optionalTensor(index) == null || optionalTensor(index).type() == tensor(1).type());
    }
    return Ops.slice(tensor(0), starts, others[0], others[1], others[2]);
  }

  private Tensor constantOfShape() {
    JsonNode value = attribute("value");
    try (Tensor element = value == null ? null : Written.read(value).toTensor()) {
      return Ops.constantOfShape(null, list(0), element);
    }
  }

  private List<Tensor> topK() {
    require(tensor(1).rank() == 1);
    Ops.TopKResult result =
        Ops.topK(null, tensor(0), scalar(1), integer("axis", -1), flag("largest", 1), flag("sorted", 1));
    return List.of(result.values(), result.indices());
  }

  // ---- Inputs and attributes as parameters ----

  private Tensor optionalTensor(int index) {
    return index < call.inputs().size() ? call.inputs().get(index) : null;
  }

  private Tensor tensor(int index) {
    require(optionalTensor(index) != null);
    return optionalTensor(index);
  }

  private List<Tensor> tensors() {
    List<Tensor> tensors = new ArrayList<>();
    for (int i = 0; i < call.inputs().size(); ++i) {
      tensors.add(tensor(i));
    }
    return tensors;
  }

  private long[] optionalList(int index) {
    Tensor tensor = optionalTensor(index);
    require(tensor == null || tensor.rank() == 1);
    return tensor == null ? null : integers(tensor, index);
  }

  private long[] list(int index) {
    tensor(index);
    return optionalList(index);
  }

  /** A scalar, or a vector of one element where the operator takes it as one. */
  private long scalar(int index) {
    Tensor tensor = tensor(index);
    require(tensor.rank() <= 1 && tensor.elementCount() == 1);
    return integers(tensor, index)[0];
  }

  private long optionalScalar(int index, long otherwise) {
    return optionalTensor(index) == null ? otherwise : scalar(index);
  }

  /** The elements of an input that the method takes as int64, if the operator takes them from this type. */
  private long[] integers(Tensor tensor, int index) {
    ElementType type = tensor.type();
    require(type == ElementType.INT64 || type == ElementType.INT32);
    require(call.operator().accepts(call.opset(), index, type));
    return type == ElementType.INT64 ? tensor.toLongArray() : Arrays.stream(tensor.toIntArray()).asLongStream().toArray();
  }

  private JsonNode attribute(String name) {
    JsonNode attribute = call.attributes().get(name);
    return attribute == null ? null : attribute.iterator().next();
  }

  private long integer(String name, long otherwise) {
    JsonNode value = attribute(name);
    return value == null ? otherwise : Json.integer(value);
  }

  private long requiredInteger(String name) {
    require(attribute(name) != null);
    return integer(name, 0);
  }

  private boolean flag(String name, long otherwise) {
    return integer(name, otherwise) != 0;
  }

  private long[] integers(String name) {
    JsonNode value = attribute(name);
    return value == null ? null : Elements.integers(value);
  }

  /** A text that a String can say, without a zero byte. */
  private String text(String name) {
    JsonNode value = attribute(name);
    if (value == null) {
      return null;
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(Written.text(value))).toString();
      require(text.indexOf('\0') < 0);
      return text;
    } catch (CharacterCodingException bytes) {
      throw new NotExpressible();
    }
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new NotExpressible();
    }
  }
}
