"""What a model as a whole says: constants, declared inputs and outputs, opsets, and everything that can be wrong."""

from corpus import MAX_OPSET, int64s, iota, pattern, scalar, tensor, vector
from graph import graph, node, run


def constants():
    topic = "constants"
    value = pattern("complex64", [2, 2])
    graph(topic, "constant-value", [node("c = Constant()", value=value), node("y = Transpose(c)")], ["y", "c"],
          plan={"c": "constant", "y": "constant"}, basis="spec", runs=[run()])
    for slug, attributes in (("float", {"value_float": -2.5}), ("floats", {"value_floats": [1.0, -2.5]}),
                             ("int", {"value_int": -(2**63)}), ("ints", {"value_ints": [3, -1]}),
                             ("string", {"value_string": "é"}), ("strings", {"value_strings": ["a", "", "b"]})):
        graph(topic, f"constant-value-{slug}", [node("y = Constant()", **attributes), node("s = Shape(y)")], ["y", "s"],
              opset=13, plan={"y": "constant", "s": "constant"}, basis="spec", runs=[run()])
    for opset in (1, 9, 11, 12, 13, 19, 21, 23, 24, 25):
        graph(topic, f"constant-opset-{opset}", [node("c = Constant()", value=pattern("float32", [2])), node("y = Concat(c, x)", axis=0)],
              ["y"], inputs={"x": ("float32", ["N"])}, opset=opset, plan={"c": "constant", "y": "kernel"}, basis="spec",
              runs=[run(x=vector("float32", 7))])
    graph(topic, "constant-value-float-before-12", [node("y = Constant()", value_float=1.0)], ["y"], opset=11,
          error=("attribute.unknown", "y"), basis="spec")
    graph(topic, "constant-without-a-value", [node("y = Constant()")], ["y"], error=("constant.value_count", "y"), basis="spec")
    graph(topic, "constant-with-two-values", [node("y = Constant()", value_int=1, value_float=1.0)], ["y"],
          error=("constant.value_count", "y"), basis="spec")
    graph(topic, "constant-with-an-input", [node("y = Constant(x)", value_int=1)], ["y"], inputs={"x": ("float32", [])},
          error=("input.too_many", "y"), basis="spec")
    graph(topic, "constant-of-another-kind", [node("y = Constant()", value_int=1.0)], ["y"], error=("attribute.kind", "y"),
          basis="spec")
    graph(topic, "constants-as-parameters",
          [node("starts = Constant()", value_ints=[1]), node("ends = Constant()", value=int64s(2**63 - 1)),
           node("s = Slice(x, starts, ends)"), node("shape = Constant()", value_ints=[-1]), node("y = Reshape(s, shape)")],
          ["y"], inputs={"x": ("float32", [3, 2])},
          plan={"starts": "constant", "ends": "constant", "shape": "constant", "y": "view"}, basis="spec",
          runs=[run(x=pattern("float32", [3, 2]))])
    graph(topic, "everything-is-known",
          [node("t = Transpose(a)"), node("c = Concat(t, t)", axis=0), node("v, i = TopK(c, k)"), node("p = Pad(v, pads)"),
           node("o = OneHot(i, depth, off_on)"), node("n = NonZero(o)"), node("g = GatherElements(c, zeros)", axis=1)],
          ["p", "n", "g", "o"],
          initializers={"a": iota("float32", [2, 3]), "k": int64s(1), "pads": int64s(0, 1, 0, 1),
                        "depth": scalar("int64", 2), "off_on": vector("uint8", 0, 1), "zeros": tensor("int64", [6, 1], [0] * 6)},
          plan={name: {"kind": "constant", "shaped_at_run_time": False} for name in ("t", "c", "v", "p", "o", "n", "g")},
          basis="spec", runs=[run(), run()])
    graph(topic, "known-and-fed-side-by-side",
          [node("k = Transpose(a)"), node("f = Transpose(x)"), node("y = Concat(k, f)", axis=0)], ["y", "k"],
          inputs={"x": ("float32", [2, "N"])}, initializers={"a": iota("float32", [2, 3])},
          plan={"k": "constant", "f": "copy", "y": "kernel"}, basis="spec",
          runs=[run(x=pattern("float32", [2, n])) for n in (1, 3)])
    graph(topic, "constants-of-every-operator",
          [node("tile = Tile(a, two)"), node("trilu = Trilu(a)"), node("range = Range(zero, three, one)"),
           node("split, rest = Split(a)", num_outputs=2), node("scatter = ScatterND(a, place, row)"),
           node("nd = GatherND(a, place)"), node("fill = ConstantOfShape(two)"), node("expand = Expand(row, wide)"),
           node("drop = Dropout(a)"), node("flat = Flatten(a)"), node("squeeze = Squeeze(place)"), node("size = Size(a)")],
          ["tile", "trilu", "range", "split", "rest", "scatter", "nd", "fill", "expand", "drop", "flat", "squeeze", "size"],
          initializers={"a": iota("float32", [2, 2]), "two": int64s(1, 2), "zero": scalar("int16", 0), "three": scalar("int16", 3),
                        "one": scalar("int16", 1), "place": tensor("int64", [1, 1], [1]), "row": tensor("float32", [1, 2], [9, 8]),
                        "wide": int64s(2, 1, 2)},
          plan={name: "constant" for name in ("tile", "trilu", "range", "split", "scatter", "nd", "fill", "expand", "drop",
                                              "flat", "squeeze", "size")}, basis="spec", runs=[run()])


def dropout():
    topic = "dropout-nodes"
    x = pattern("float32", [2, 2])
    graph(topic, "without-mask", [node("d = Dropout(x, ratio)"), node("y = Transpose(d)")], ["y"],
          inputs={"x": ("float32", [2, 2])}, initializers={"ratio": scalar("float32", 0.5)}, plan={"y": "copy"}, basis="spec",
          runs=[run(x=x)])
    graph(topic, "with-mask", [node("d, m = Dropout(x)")], ["d", "m"], inputs={"x": ("float32", ["N", 2])},
          runs=[run(x=x), run(x=pattern("float32", [0, 2]))])
    graph(topic, "mask-alone", [node("drop: , m = Dropout(x)")], ["m"], inputs={"x": ("float32", [2, 2])}, runs=[run(x=x)])
    graph(topic, "mask-of-a-movement-alone", [node("t = Transpose(x)"), node("d, m = Dropout(t)")], ["m"],
          inputs={"x": ("float32", [2, 3])}, runs=[run(x=pattern("float32", [2, 3]))], basis="spec")
    graph(topic, "mask-is-not-wanted", [node("d, = Dropout(x)")], ["d"], inputs={"x": ("float32", [2, 2])},
          plan={"d": "view"}, basis="spec", runs=[run(x=x)])
    graph(topic, "training-mode-is-fed", [node("d, m = Dropout(x, , training)")], ["d", "m"],
          inputs={"x": ("float32", [2, 2]), "training": ("bool", [])},
          runs=[run(x=x, training=scalar("bool", 0)), run(x=x, training=scalar("bool", 1), error=("dropout.training", "d")),
                run(x=x, training=scalar("bool", 0))], basis="spec",
          note="A run that is refused leaves the session as it was.")
    graph(topic, "training-mode-false", [node("y = Dropout(x, ratio, training)")], ["y"], inputs={"x": ("float32", [2, 2])},
          initializers={"ratio": scalar("float32", 0.5), "training": scalar("bool", 0)}, plan={"y": "view"}, basis="spec",
          runs=[run(x=x)])
    graph(topic, "training-mode-true", [node("y = Dropout(x, ratio, training)")], ["y"], inputs={"x": ("float32", [2, 2])},
          initializers={"ratio": scalar("float32", 0.5), "training": scalar("bool", 1)}, error=("dropout.training", "y"),
          basis="spec")
    graph(topic, "ratio-is-fed", [node("y = Dropout(x, ratio)")], ["y"],
          inputs={"x": ("float32", [2, 2]), "ratio": ("float32", [])},
          runs=[run(x=x, ratio=scalar("float32", 0.25)), run(x=x, ratio=scalar("float32", "0x7fc00000"))])
    for opset in (1, 6, 7, 10, 12, 13, 22):
        graph(topic, f"mask-opset-{opset}", [node("d, m = Dropout(x)", **({"is_test": 1} if opset < 7 else {}))], ["d", "m"],
              inputs={"x": ("float32", [2, 2])}, opset=opset, runs=[run(x=x)])
    graph(topic, "is-test-0", [node("y = Dropout(x)", is_test=0)], ["y"], inputs={"x": ("float32", [2, 2])}, opset=6,
          error=("dropout.training", "y"), basis="spec")


def inputs():
    topic = "inputs"
    concat = [node("y = Concat(a, b)", axis=1)]
    graph(topic, "symbols-that-agree", concat, ["y"], inputs={"a": ("float32", ["N", 2]), "b": ("float32", ["N", "M"])},
          plan={"y": "kernel"}, basis="spec",
          runs=[run(a=pattern("float32", [n, 2]), b=pattern("float32", [n, m], 1)) for n, m in ((1, 1), (2, 3), (0, 1))])
    graph(topic, "symbols-that-differ", concat, ["y"], inputs={"a": ("float32", ["N", 2]), "b": ("float32", ["N", "M"])},
          runs=[run(a=pattern("float32", [2, 2]), b=pattern("float32", [3, 2]), error="session.input_shape"),
                run(a=pattern("float32", [2, 2]), b=pattern("float32", [2, 2]))], basis="spec")
    graph(topic, "symbol-twice-in-one-input", [node("y = Trilu(x)")], ["y"], inputs={"x": ("float32", ["N", "N"])},
          runs=[run(x=pattern("float32", [2, 2])), run(x=pattern("float32", [2, 3]), error="session.input_shape")], basis="spec")
    identity = [node("y = Transpose(x)")]
    graph(topic, "extent-is-another", identity, ["y"], inputs={"x": ("float32", [2, 3])},
          runs=[run(x=pattern("float32", [2, 4]), error="session.input_shape"), run(x=pattern("float32", [2, 3]))], basis="spec")
    graph(topic, "rank-is-another", identity, ["y"], inputs={"x": ("float32", [2, None])},
          runs=[run(x=pattern("float32", [2]), error="session.input_shape"),
                run(x=pattern("float32", [2, 1, 1]), error="session.input_shape"), run(x=pattern("float32", [2, 1]))], basis="spec")
    graph(topic, "type-is-another", identity, ["y"], inputs={"x": ("float32", [2, 3])},
          runs=[run(x=pattern("float64", [2, 3]), error="session.input_type"),
                run(x=pattern("int32", [2, 3]), error="session.input_type"), run(x=pattern("float32", [2, 3]))], basis="spec")
    graph(topic, "type-of-the-same-bits-is-another", identity, ["y"], inputs={"x": ("int4", [2])},
          runs=[run(x=pattern("uint4", [2]), error="session.input_type"), run(x=pattern("int4", [2]))], basis="spec")
    graph(topic, "input-missing", concat, ["y"], inputs={"a": ("int8", [1, 1]), "b": ("int8", [1, 1])},
          runs=[run(a=pattern("int8", [1, 1]), error="session.input_missing"), run(error="session.input_missing")], basis="spec")
    graph(topic, "input-unknown", identity, ["y"], inputs={"x": ("int8", [1, 1])},
          runs=[run(x=pattern("int8", [1, 1]), nobody=pattern("int8", [1, 1]), error="session.input_unknown"),
                run(x=pattern("int8", [1, 1]))], basis="spec")
    graph(topic, "input-that-nobody-reads", [node("y = Identity(x)")], ["y"],
          inputs={"x": ("int8", [2]), "z": ("string", ["N"])},
          runs=[run(x=pattern("int8", [2]), z=pattern("string", [3])), run(x=pattern("int8", [2]), error="session.input_missing")],
          basis="spec")
    graph(topic, "default-and-fed", [node("y = Gather(x, places)")], ["y"],
          inputs={"x": ("float32", [4]), "places": ("int64", [2])}, initializers={"places": int64s(3, 0)},
          runs=[run(x=pattern("float32", [4])), run(x=pattern("float32", [4]), places=int64s(1, 1)), run(x=pattern("float32", [4]))],
          note="An initializer with the name of an input is what the input is when it is not fed.")
    graph(topic, "default-of-another-shape", [node("y = Transpose(w)")], ["y"],
          inputs={"w": ("float32", ["A", "B"])}, initializers={"w": iota("float32", [2, 3])},
          runs=[run(), run(w=pattern("float32", [1, 4])), run()])
    graph(topic, "default-of-a-shape-input", [node("y = Reshape(x, target)")], ["y"],
          inputs={"x": ("float32", [2, 6]), "target": ("int64", [None])}, initializers={"target": int64s(3, 4)},
          runs=[run(x=pattern("float32", [2, 6])), run(x=pattern("float32", [2, 6]), target=int64s(-1)),
                run(x=pattern("float32", [2, 6]), target=int64s(2, 3, 2)), run(x=pattern("float32", [2, 6]))])
    graph(topic, "default-is-overridden-by-another-type", [node("y = Identity(w)")], ["y"],
          inputs={"w": ("float32", [2])}, initializers={"w": iota("float32", [2])},
          runs=[run(w=pattern("int32", [2]), error="session.input_type"), run()], basis="spec")
    graph(topic, "several-shapes-in-one-session",
          [node("s = Shape(x)"), node("t = Transpose(x)"), node("y = Reshape(t, s)", allowzero=1)], ["y"],
          inputs={"x": ("uint16", None)},
          runs=[run(x=pattern("uint16", shape)) for shape in ([2, 3], [3, 2], [2, 3], [4], [], [0, 2], [1, 2, 3], [2, 3])])
    graph(topic, "same-shape-other-elements",
          [node("n = NonZero(x)"), node("y = Slice(x, begin, end)")], ["y", "n"],
          inputs={"x": ("int8", [4]), "begin": ("int64", [1]), "end": ("int64", [1])},
          runs=[run(x=vector("int8", *v), begin=int64s(b), end=int64s(e))
                for v, b, e in (([1, 0, 2, 0], 0, 2), ([0, 0, 0, 0], 1, 4), ([1, 1, 1, 1], -1, 9), ([3, 0, 0, 5], 3, 1))])
    graph(topic, "rank-not-known", [node("y = Transpose(x)"), node("s = Size(y)")], ["y", "s"], inputs={"x": ("string", None)},
          runs=[run(x=pattern("string", shape)) for shape in ([2, 3], [], [2, 1, 2], [1, 1, 2, 1, 1, 1, 2, 1])])
    graph(topic, "rank-not-known-and-refused", [node("y = Transpose(x)", perm=[1, 0])], ["y"], inputs={"x": ("bool", None)},
          runs=[run(x=pattern("bool", [2, 3])), run(x=pattern("bool", [2]), error=("transpose.perm_length", "y")),
                run(x=pattern("bool", [3, 2]))], basis="spec")
    graph(topic, "outputs-declared", [node("y = Transpose(x)")], [("y", "float32", [3, "N"])],
          inputs={"x": ("float32", ["N", 3])}, runs=[run(x=pattern("float32", [2, 3])), run(x=pattern("float32", [1, 3]))])
    graph(topic, "output-type-is-another", [node("y = Shape(x)")], [("y", "float32", None)], inputs={"x": ("float32", [2])},
          error="model.output_type", basis="spec")
    graph(topic, "output-extent-is-another", [node("y = Transpose(x)")], [("y", "float32", [2, 3])],
          inputs={"x": ("float32", [2, 3])}, error="model.output_shape", basis="spec")
    graph(topic, "output-rank-is-another", [node("y = Flatten(x)")], [("y", None, ["A", "B", "C"])],
          inputs={"x": ("float32", ["N", 2])}, error="model.output_shape", basis="spec")
    graph(topic, "output-extent-differs-in-a-run", [node("y = Transpose(x)")], [("y", "float32", [3, 2])],
          inputs={"x": ("float32", [None, 3])},
          runs=[run(x=pattern("float32", [2, 3])), run(x=pattern("float32", [1, 3])), run(x=pattern("float32", [2, 3]))],
          basis="onnxruntime", note="What only a run shows is not held against the declaration.")


def errors():
    topic = "errors"
    x = {"x": ("float32", [2, 3])}
    fed = pattern("float32", [2, 3])
    graph(topic, "declared-shape-is-too-large", [node("y = Transpose(x)")], ["y"], inputs={"x": ("float32", [2**40, 2**40])},
          error="shape.overflow", basis="spec")
    graph(topic, "shape-between-nodes-is-too-large", [node("t = Concat(x, x)", axis=1), node("y = Transpose(t)")], ["y"],
          inputs={"x": ("uint8", [2**52, 2**10])}, error=("shape.overflow", "t"), basis="spec")
    graph(topic, "cycle", [node("a = Concat(x, b)", axis=0), node("b = Transpose(a)"), node("y = Identity(x)")], ["y"], inputs=x,
          error="model.cycle", basis="spec")
    graph(topic, "node-reads-itself", [node("y = Concat(x, y)", axis=0)], ["y"], inputs=x, error="model.cycle", basis="spec")
    graph(topic, "value-unknown", [node("y = Concat(x, nobody)", axis=0)], ["y"], inputs=x, error="model.value_unknown",
          basis="spec")
    graph(topic, "output-unknown", [node("y = Identity(x)")], ["y", "z"], inputs=x, error="model.value_unknown", basis="spec")
    graph(topic, "value-made-by-two-nodes", [node("one: y = Identity(x)"), node("two: y = Transpose(x)")], ["y"], inputs=x,
          error="model.value_repeated", basis="spec")
    graph(topic, "value-made-twice-by-one-node", [node("y, y = Split(x)", num_outputs=2)], ["y"], inputs=x,
          error="model.value_repeated", basis="spec")
    graph(topic, "node-makes-an-input", [node("x = Transpose(z)")], ["x"], inputs={**x, "z": ("float32", [2])},
          error="model.value_repeated", basis="spec")
    graph(topic, "node-makes-an-initializer", [node("c = Transpose(x)")], ["c"], inputs=x,
          initializers={"c": iota("float32", [1])}, error="model.value_repeated", basis="spec")
    graph(topic, "operator-unknown", [node("a = Identity(x)"), node("y = Relu(a)")], ["y"], inputs=x,
          error=("operator.unknown", "y"), basis="spec")
    graph(topic, "operator-unknown-but-unused", [node("a = Relu(x)"), node("y = Identity(x)")], ["y"], inputs=x,
          error=("operator.unknown", "a"), basis="spec")
    graph(topic, "domain-unknown", [node("y = Slice(x)", domain="com.example")], ["y"], inputs=x,
          domains={"com.example": 1}, error=("operator.unknown", "y"), basis="spec")
    graph(topic, "domain-by-its-long-name", [node("y = Transpose(x)", domain="ai.onnx")], ["y"], inputs=x,
          plan={"y": "copy"}, basis="spec", runs=[run(x=fed)])
    graph(topic, "domain-not-imported", [node("y = Slice(x)", domain="com.example")], ["y"], inputs=x,
          error="model.opset_missing", basis="spec")
    graph(topic, "operator-not-in-opset", [node("y = Trilu(x)")], ["y"], inputs=x, opset=13,
          error=("operator.not_in_opset", "y"), basis="spec")
    graph(topic, "opset-unsupported", [node("y = Identity(x)")], ["y"], inputs=x, opset=MAX_OPSET + 1,
          error="opset.unsupported", basis="spec")
    graph(topic, "input-missing", [node("y = Concat()", axis=0)], ["y"], error=("input.missing", "y"), basis="spec")
    graph(topic, "required-input-without-a-name", [node("y = Gather(x, )")], ["y"], inputs=x, error=("input.missing", "y"),
          basis="spec")
    graph(topic, "too-many-inputs", [node("y = Transpose(x, x)")], ["y"], inputs=x, error=("input.too_many", "y"), basis="spec")
    graph(topic, "too-many-outputs", [node("y, z = Transpose(x)")], ["y"], inputs=x, error=("output.count", "y"), basis="spec")
    graph(topic, "attribute-unknown", [node("y = Transpose(x)", permutation=[1, 0])], ["y"], inputs=x,
          error=("attribute.unknown", "y"), basis="spec")
    graph(topic, "attribute-of-another-kind", [node("y = Transpose(x)", perm=1)], ["y"], inputs=x,
          error=("attribute.kind", "y"), basis="spec")
    graph(topic, "attribute-missing", [node("y = Concat(x, x)")], ["y"], inputs=x, error=("attribute.missing", "y"),
          basis="spec")
    graph(topic, "input-type-not-allowed", [node("i = Gather(x, x)")], ["i"], inputs=x, error=("input.type", "i"),
          basis="spec")
    graph(topic, "types-differ", [node("s = Shape(x)"), node("y = Concat(x, s)", axis=0)], ["y"],
          inputs={"x": ("float32", ["N"])}, error=("input.type_mismatch", "y"), basis="spec",
          note="The element types are known though no extent is.")
    graph(topic, "constant-axis-out-of-range", [node("t = Transpose(x)"), node("y = Squeeze(t, axes)")], ["y"], inputs=x,
          initializers={"axes": int64s(2)}, error=("axis.out_of_range", "y"), basis="spec")
    graph(topic, "constant-axis-out-of-range-of-dynamic-extents",
          [node("t = Transpose(x)"), node("y = Unsqueeze(t, axes)"), node("z = Identity(y)")], ["z"],
          inputs={"x": ("float32", ["N", None])}, initializers={"axes": int64s(3)}, error=("axis.out_of_range", "y"),
          basis="spec")
    graph(topic, "perm-of-another-length-behind-a-chain",
          [node("a = Flatten(x)"), node("b = Unsqueeze(a, axes)"), node("y = Transpose(b)", perm=[1, 0])], ["y"],
          inputs={"x": ("float32", ["N", 3, 4])}, initializers={"axes": int64s(0)}, error=("transpose.perm_length", "y"),
          basis="spec")
    graph(topic, "reshape-count-known", [node("y = Reshape(x, target)")], ["y"], inputs=x,
          initializers={"target": int64s(4, 2)}, error=("reshape.count_mismatch", "y"), basis="spec")
    graph(topic, "slice-step-0", [node("y = Slice(x, zero, one, zero, zero)")], ["y"], inputs=x,
          initializers={"zero": int64s(0), "one": int64s(1)}, error=("slice.step_zero", "y"), basis="spec")
    graph(topic, "concat-extents-known", [node("t = Transpose(x)"), node("y = Concat(x, t)", axis=0)], ["y"], inputs=x,
          error=("concat.extent_mismatch", "y"), basis="spec")
    graph(topic, "split-sum-known", [node("a, b = Split(x, sizes)", axis=1)], ["a", "b"], inputs=x,
          initializers={"sizes": int64s(1, 1)}, error=("split.sum_mismatch", "a"), basis="spec")
    graph(topic, "topk-k-exceeds-known-extent", [node("v, i = TopK(x, k)")], ["v"], inputs=x, initializers={"k": int64s(4)},
          error=("topk.k_exceeds_extent", "v"), basis="spec")
    graph(topic, "expand-mismatch-known", [node("y = Expand(x, shape)")], ["y"], inputs=x,
          initializers={"shape": int64s(2, 2)}, error=("broadcast.mismatch", "y"), basis="spec")
    graph(topic, "rank-limit", [node("y = Unsqueeze(x, axes)")], ["y"], inputs=x, initializers={"axes": int64s(*range(7))},
          error=("shape.rank_limit", "y"), basis="spec")
    graph(topic, "constant-index-of-a-constant", [node("y = Gather(c, four)")], ["y"],
          initializers={"c": iota("float32", [4]), "four": int64s(4)}, error=("index.out_of_range", "y"), basis="spec",
          note="Both are known, so that the session cannot be made.")
    graph(topic, "range-delta-0-known", [node("y = Range(zero, one, zero)")], ["y"],
          initializers={"zero": scalar("int32", 0), "one": scalar("int32", 1)}, error=("range.delta_zero", "y"), basis="spec")

    # What only a run can tell.
    graph(topic, "index-out-of-range-in-a-run",
          [node("a = Transpose(x)"), node("y = Gather(a, i)"), node("z = Identity(y)")], ["z"],
          inputs={**x, "i": ("int64", ["K"])},
          runs=[run(x=fed, i=int64s(2, -3)), run(x=fed, i=int64s(0, 3), error=("index.out_of_range", "y")),
                run(x=fed, i=int64s(-4), error=("index.out_of_range", "y")), run(x=fed, i=int64s(1))], basis="spec")
    graph(topic, "one-index-out-of-range-in-a-run", [node("g = Gather(x, i)"), node("y = Transpose(g)")], ["y"],
          inputs={**x, "i": ("int32", [])},
          runs=[run(x=fed, i=scalar("int32", 2), error=("index.out_of_range", "g")), run(x=fed, i=scalar("int32", -1))], basis="spec")
    graph(topic, "gather-nd-index-out-of-range", [node("y = GatherND(x, i)")], ["y"], inputs={**x, "i": ("int64", [None, 2])},
          runs=[run(x=fed, i=tensor("int64", [1, 2], [1, 3]), error=("index.out_of_range", "y")),
                run(x=fed, i=tensor("int64", [1, 2], [1, 2]))], basis="spec")
    graph(topic, "gather-elements-index-out-of-range", [node("y = GatherElements(x, i)")], ["y"],
          inputs={**x, "i": ("int64", [1, 3])},
          runs=[run(x=fed, i=tensor("int64", [1, 3], [0, 1, 2]), error=("index.out_of_range", "y")),
                run(x=fed, i=tensor("int64", [1, 3], [0, 1, -2]))], basis="spec")
    graph(topic, "scatter-nd-index-out-of-range", [node("y = ScatterND(x, i, u)")], ["y"],
          inputs={**x, "i": ("int64", [1, 1]), "u": ("float32", [1, 3])},
          runs=[run(x=fed, i=tensor("int64", [1, 1], [2]), u=pattern("float32", [1, 3]), error=("index.out_of_range", "y")),
                run(x=fed, i=tensor("int64", [1, 1], [-1]), u=pattern("float32", [1, 3]))], basis="spec")
    graph(topic, "slice-step-0-in-a-run", [node("y = Slice(x, zero, one, zero, step)")], ["y"],
          inputs={**x, "step": ("int64", [1])}, initializers={"zero": int64s(0), "one": int64s(1)},
          runs=[run(x=fed, step=int64s(0), error=("slice.step_zero", "y")), run(x=fed, step=int64s(1))], basis="spec")
    graph(topic, "reshape-in-a-run", [node("t = Transpose(x)"), node("y = Reshape(t, target)"), node("z = Identity(y)")], ["z"],
          inputs={**x, "target": ("int64", [2])},
          runs=[run(x=fed, target=int64s(4, -1), error=("reshape.count_mismatch", "y")),
                run(x=fed, target=int64s(-1, -1), error=("reshape.several_minus_one", "y")), run(x=fed, target=int64s(1, -1))],
          basis="spec")
    graph(topic, "concat-in-a-run", [node("y = Concat(a, b)", axis=0)], ["y"],
          inputs={"a": ("int8", ["N", "A"]), "b": ("int8", ["M", "B"])},
          runs=[run(a=pattern("int8", [1, 2]), b=pattern("int8", [1, 3]), error=("concat.extent_mismatch", "y")),
                run(a=pattern("int8", [1, 2]), b=pattern("int8", [2, 2]))], basis="spec")
    graph(topic, "squeeze-in-a-run", [node("y = Squeeze(x, axes)")], ["y"], inputs={"x": ("int8", ["N", 2])},
          initializers={"axes": int64s(0)},
          runs=[run(x=pattern("int8", [2, 2]), error=("squeeze.extent_not_one", "y")), run(x=pattern("int8", [1, 2]))], basis="spec")
    graph(topic, "topk-in-a-run", [node("v, i = TopK(x, k)")], ["v"], inputs={"x": ("int8", ["N"])}, initializers={"k": int64s(3)},
          runs=[run(x=pattern("int8", [2]), error=("topk.k_exceeds_extent", "v")), run(x=vector("int8", 3, 1, 2))], basis="spec")
    graph(topic, "expand-in-a-run", [node("s = Shape(z)"), node("y = Expand(x, s)")], ["y"],
          inputs={**x, "z": ("int8", [None])},
          runs=[run(x=fed, z=pattern("int8", [2]), error=("broadcast.mismatch", "y")), run(x=fed, z=pattern("int8", [3]))], basis="spec")
    graph(topic, "constant-of-shape-in-a-run", [node("y = ConstantOfShape(s)")], ["y"], inputs={"s": ("int64", [None])},
          runs=[run(s=int64s(2, -1), error=("constant_of_shape.extent_negative", "y")),
                run(s=int64s(*[1] * 9), error=("shape.rank_limit", "y")), run(s=int64s(1, 2))], basis="spec")
    graph(topic, "tile-in-a-run", [node("y = Tile(x, repeats)")], ["y"], inputs={**x, "repeats": ("int64", ["R"])},
          runs=[run(x=fed, repeats=int64s(1), error=("tile.repeats_length", "y")),
                run(x=fed, repeats=int64s(1, -1), error=("tile.repeat_negative", "y")), run(x=fed, repeats=int64s(1, 2))], basis="spec")
    graph(topic, "error-in-an-unused-node-in-a-run", [node("u = Squeeze(x, axes)"), node("y = Identity(x)")], ["y"],
          inputs={"x": ("int8", ["N", 2])}, initializers={"axes": int64s(0)}, plan={"u": "unused"}, basis="spec",
          runs=[run(x=pattern("int8", [1, 2]))])
    graph(topic, "first-error-in-order", [node("y = Gather(x, i)"), node("z = Gather(y, i)")], ["z"],
          inputs={"x": ("int8", [2]), "i": ("int64", ["K"])},
          runs=[run(x=pattern("int8", [2]), i=int64s(5), error=("index.out_of_range", "y")), run(x=pattern("int8", [2]), i=int64s(0))],
          basis="spec")


def opsets():
    topic = "opsets"
    for opset in range(1, MAX_OPSET + 1):
        constants = {}

        def take(name, value):
            constants[name] = value
            return name

        nodes = [node("t = Transpose(x)")]
        if opset < 10:
            nodes.append(node("s = Slice(t)", starts=[0], ends=[2], axes=[1]))
        else:
            nodes.append(node(f"s = Slice(t, {take('starts', int64s(0))}, {take('ends', int64s(2))}, {take('axes', int64s(1))})"))
        if opset < 13:
            nodes.append(node("u = Unsqueeze(s)", axes=[0]))
        else:
            nodes.append(node(f"u = Unsqueeze(s, {take('front', int64s(0))})"))
        if opset < 5:
            nodes.append(node("r = Reshape(u)", shape=[1, -1]))
        else:
            nodes.append(node(f"r = Reshape(u, {take('target', int64s(1, -1))})"))
        nodes.append(node("shape = Shape(u)"))
        nodes.append(node("c = Concat(r, r)", axis=1))
        if opset < 11:
            nodes.append(node("p = Pad(c)", **{"paddings" if opset == 1 else "pads": [0, 1, 0, 0]}))
        else:
            nodes.append(node(f"p = Pad(c, {take('pads', int64s(0, 1, 0, 0))})"))
        if opset < 10:
            nodes.append(node("v, i = TopK(p)", k=2))
        else:
            nodes.append(node(f"v, i = TopK(p, {take('k', int64s(2))})"))
        x = tensor("float32", [3, 2], [1, -2.5, 4, 0.5, 3, 7])
        graph(topic, f"opset-{opset}", nodes, ["p", "v", "i", "shape"], inputs={"x": ("float32", [3, 2])}, initializers=constants,
              opset=opset, plan={"t": "fused", "shape": "constant", "c": "kernel", "v": "kernel"}, basis="spec", runs=[run(x=x)])
    graph(topic, "shape-of-an-old-opset-has-no-start", [node("y = Shape(x)", start=1)], ["y"], inputs={"x": ("float32", [2])},
          opset=14, error=("attribute.unknown", "y"), basis="spec")
    graph(topic, "negative-axis-of-an-old-opset", [node("y = Concat(x, x)", axis=-1)], ["y"], inputs={"x": ("float32", [2])},
          opset=10, error=("axis.negative", "y"), basis="spec")
    graph(topic, "uneven-split-of-an-old-opset", [node("a, b = Split(x)")], ["a", "b"], inputs={"x": ("float32", [3])},
          opset=13, error=("split.uneven", "a"), basis="spec")
    graph(topic, "uneven-split", [node("a, b = Split(x)", num_outputs=2)], ["a", "b"], inputs={"x": ("float32", ["N"])},
          opset=18, runs=[run(x=pattern("float32", [n])) for n in (3, 4, 1)])


def graphs():
    constants()
    dropout()
    inputs()
    errors()
    opsets()
