"""Chains of movements and views: what a plan makes one pass of, and that it moves every type rightly."""

import math

from common import generator, random_shape
from corpus import TYPES, bits_of, int64s, pattern, scalar, tensor, vector
from graph import graph, node, run

TOPIC = "movement-chains"
# One type of each way in which elements are stored.
STORED = ["int4", "uint2", "string", "bool", "float16", "complex128", "float32", "float8e4m3fn", "float4e2m1", "complex64"]


def bytes_of(type, count):
    return 16 * count if type == "string" else (count * bits_of(type) + 7) // 8


def pairs():
    reverse = {"last": int64s(-1), "beginning": int64s(-(2**63)), "axis": int64s(1), "back": int64s(-1)}
    for type in STORED:
        graph(TOPIC, f"transpose-then-reverse-{type}",
              [node("t = Transpose(x)"), node("y = Slice(t, last, beginning, axis, back)")], ["y"],
              inputs={"x": (type, [3, 5])}, initializers=reverse, basis="spec",
              plan={"t": {"kind": "fused", "into": "y", "bytes": 0}, "y": {"kind": "copy", "bytes": bytes_of(type, 15)}},
              runs=[run(x=pattern(type, [3, 5], seed)) for seed in (1, 2)])

    def pair(slug, first, second, initializers=None, type="float32", shape=(2, 3, 4), **more):
        graph(TOPIC, slug, [node(f"m = {first[0]}", **first[1]), node(f"y = {second[0]}", **second[1])], ["y"],
              inputs={"x": (type, list(shape))}, initializers=initializers, basis="spec",
              plan={"m": {"kind": "fused", "into": "y"}, "y": "copy"}, runs=[run(x=pattern(type, shape, 3))], **more)

    transpose = ("Transpose(x)", {"perm": [2, 0, 1]})
    pair("transpose-then-transpose", transpose, ("Transpose(m)", {"perm": [2, 1, 0]}))
    pair("transpose-then-expand", transpose, ("Expand(m, shape)", {}), {"shape": int64s(2, 1, 1, 1)}, type="uint8")
    pair("transpose-then-gather-of-one", transpose, ("Gather(m, two)", {"axis": 0}), {"two": scalar("int64", 2)},
         type="int16")
    pair("transpose-then-gather-of-every-second", transpose, ("Gather(m, places)", {"axis": 0}),
         {"places": int64s(0, 2)}, type="float64", note="Indices in an arithmetic progression are a slice.")
    pair("transpose-then-gather-backward", transpose, ("Gather(m, places)", {"axis": -1}), {"places": int64s(2, 1, 0)})
    pair("slice-then-transpose", ("Slice(x, one, three, axis)", {}), ("Transpose(m)", {}),
         {"one": int64s(1), "three": int64s(3), "axis": int64s(2)}, type="int4")
    pair("slice-then-slice", ("Slice(x, zero, many, axis, two)", {}), ("Slice(m, last, least, axis, back)", {}),
         {"zero": int64s(0), "many": int64s(99), "axis": int64s(2), "two": int64s(2), "last": int64s(-1),
          "least": int64s(-99), "back": int64s(-1)}, type="uint4")
    pair("expand-then-transpose", ("Expand(x, shape)", {}), ("Transpose(m)", {"perm": [1, 2, 0]}),
         {"shape": int64s(3, 4, 2)}, shape=(1, 4, 1), type="bool")
    pair("expand-then-slice", ("Expand(x, shape)", {}), ("Slice(m, one, three)", {}),
         {"shape": int64s(4, 3), "one": int64s(1), "three": int64s(3)}, shape=(1, 3), type="string")
    pair("gather-of-one-then-transpose", ("Gather(x, one)", {"axis": 1}), ("Transpose(m)", {}),
         {"one": scalar("int32", 1)}, type="complex128")
    pair("gather-negative-then-expand", ("Gather(x, minus)", {"axis": 2}), ("Expand(m, shape)", {}),
         {"minus": scalar("int64", -1), "shape": int64s(2, 2, 3)}, type="bfloat16")

    graph(TOPIC, "split-then-transpose",
          [node("a, b = Split(x)", axis=1, num_outputs=2), node("at = Transpose(a)"), node("bt = Transpose(b)")],
          ["at", "bt"], inputs={"x": ("float16", [3, 4])}, plan={"a": "fused", "at": "copy", "bt": "copy"}, basis="spec",
          runs=[run(x=pattern("float16", [3, 4]))])
    graph(TOPIC, "split-of-strings-then-reverse",
          [node("a, b = Split(x, sizes)", axis=1), node("y = Slice(b, last, least, axis, back)")], ["a", "y"],
          inputs={"x": ("string", [2, 5])},
          initializers={"sizes": int64s(2, 3), "last": int64s(-1), "least": int64s(-99), "axis": int64s(1), "back": int64s(-1)},
          runs=[run(x=pattern("string", [2, 5]))])
    graph(TOPIC, "dynamic-extents", [node("t = Transpose(x)", perm=[1, 0, 2]), node("y = Slice(t, one, many)")], ["y"],
          inputs={"x": ("int32", ["A", "B", 2])}, initializers={"one": int64s(1), "many": int64s(2**63 - 1)}, basis="spec",
          plan={"t": {"kind": "fused", "into": "y"}, "y": {"kind": "copy", "bytes": -1}},
          runs=[run(x=pattern("int32", [2, 3, 2]), plan={"y": {"kind": "copy", "bytes": 32}}),
                run(x=pattern("int32", [1, 1, 2])), run(x=pattern("int32", [0, 4, 2]))])


def longer():
    steps = [("Transpose({})", {"perm": [1, 2, 0]}), ("Slice({}, begin, end, axes, steps)", {}),
             ("Transpose({})", {"perm": [0, 2, 1]}), ("Gather({}, one)", {"axis": 1}), ("Expand({}, wide)", {}),
             ("Transpose({})", {"perm": [2, 1, 0]})]
    constants = {"begin": int64s(-1, 0), "end": int64s(-99, 3), "axes": int64s(0, 2), "steps": int64s(-1, 2),
                 "one": scalar("int64", 1), "wide": int64s(2, 1, 1)}
    for length in range(3, 7):
        for type in ("float32", "int2", "string"):
            names = [f"v{i}" for i in range(length)]
            names[-1] = "y"
            nodes = [node(f"{name} = {text.format(before)}", **attributes)
                     for name, before, (text, attributes) in zip(names, ["x", *names], steps)]
            used = {name: value for name, value in constants.items() if any(name in each.inputs for each in nodes)}
            graph(TOPIC, f"chain-of-{length}-{type}", nodes, ["y"], inputs={"x": (type, [4, 3, 2])}, initializers=used,
                  basis="spec", plan={name: {"kind": "fused", "into": "y"} for name in names[:-1]} | {"y": "copy"},
                  runs=[run(x=pattern(type, [4, 3, 2], length))])
    for type in TYPES:
        graph(TOPIC, f"transpose-flip-expand-{type}",
              [node("t = Transpose(x)"), node("f = Slice(t, last, least, axes, back)"), node("y = Expand(f, shape)")],
              ["y"], inputs={"x": (type, [3, 3])},
              initializers={"last": int64s(-1, -1), "least": int64s(-9, -9), "axes": int64s(0, 1),
                            "back": int64s(-1, -2), "shape": int64s(2, 1, 1)},
              plan={"t": {"kind": "fused", "into": "y"}, "f": {"kind": "fused", "into": "y"}, "y": "copy"}, basis="spec",
              runs=[run(x=pattern(type, [3, 3], 5))])


def with_views():
    graph(TOPIC, "view-at-the-end", [node("t = Transpose(x)"), node("y = Reshape(t, flat)")], ["y"],
          inputs={"x": ("float32", [2, 3])}, initializers={"flat": int64s(-1)}, plan={"t": "copy", "y": "view"},
          basis="spec", runs=[run(x=pattern("float32", [2, 3]))])
    graph(TOPIC, "view-at-the-beginning", [node("r = Reshape(x, target)"), node("y = Transpose(r)")], ["y"],
          inputs={"x": ("int4", [6])}, initializers={"target": int64s(2, 3)}, plan={"y": "copy"}, basis="spec",
          runs=[run(x=pattern("int4", [6]))])
    graph(TOPIC, "view-between",
          [node("t = Transpose(x)", perm=[1, 0, 2]), node("u = Unsqueeze(t, first)"),
           node("y = Transpose(u)", perm=[3, 2, 1, 0])], ["y"], inputs={"x": ("float32", [2, 3, 4])},
          initializers={"first": int64s(0)}, plan={"t": {"kind": "fused", "into": "y"}, "y": "copy"}, basis="spec",
          runs=[run(x=pattern("float32", [2, 3, 4]))])
    graph(TOPIC, "squeeze-between",
          [node("s = Slice(x, one, two)"), node("q = Squeeze(s, first)"), node("y = Transpose(q)")], ["y"],
          inputs={"x": ("bool", [3, 2, 4])}, initializers={"one": int64s(1), "two": int64s(2), "first": int64s(0)},
          plan={"y": "copy"}, basis="spec", runs=[run(x=pattern("bool", [3, 2, 4]))])
    graph(TOPIC, "reshape-that-strides-can-say",
          [node("t = Transpose(x)", perm=[1, 0]), node("r = Reshape(t, target)"), node("y = Transpose(r)", perm=[0, 2, 1])],
          ["y"], inputs={"x": ("float32", [4, 6])}, initializers={"target": int64s(6, 2, 2)}, basis="spec",
          plan={"t": {"kind": "fused", "into": "y"}, "y": "copy"}, runs=[run(x=pattern("float32", [4, 6]))],
          note="An axis that is cut in two has a stride for each part.")
    graph(TOPIC, "reshape-that-strides-cannot-say",
          [node("t = Transpose(x)"), node("r = Reshape(t, target)"), node("y = Transpose(r)")], ["y"],
          inputs={"x": ("float32", [2, 3])}, initializers={"target": int64s(2, 3)},
          plan={"t": "copy", "y": "copy"}, basis="spec", runs=[run(x=pattern("float32", [2, 3]))],
          note="The transposed axes cannot be joined, so that the transposed elements are needed in memory.")
    graph(TOPIC, "identity-between", [node("t = Transpose(x)"), node("i = Identity(t)"), node("y = Transpose(i)")], ["y"],
          inputs={"x": ("float32", [2, 3])}, runs=[run(x=pattern("float32", [2, 3]))], note="The two undo each other.")
    graph(TOPIC, "movement-then-kernel", [node("t = Transpose(x)"), node("v, i = TopK(t, k)")], ["v", "i"],
          inputs={"x": ("int16", [3, 2])}, initializers={"k": int64s(2)}, plan={"t": "copy", "v": "kernel"}, basis="spec",
          runs=[run(x=tensor("int16", [3, 2], [1, 5, 3, 2, 2, 9]))])
    graph(TOPIC, "kernel-then-movement", [node("c = Concat(x, x)", axis=0), node("y = Transpose(c)")], ["y"],
          inputs={"x": ("uint2", [2, 3])}, plan={"c": "kernel", "y": "copy"}, basis="spec",
          runs=[run(x=pattern("uint2", [2, 3]))])
    graph(TOPIC, "contiguous-slice-for-a-kernel", [node("s = Slice(x, one, three)"), node("y = Concat(s, s)", axis=1)],
          ["y"], inputs={"x": ("float32", [4, 3])}, initializers={"one": int64s(1), "three": int64s(3)},
          plan={"s": "view", "y": "kernel"}, basis="spec", runs=[run(x=pattern("float32", [4, 3]))],
          note="Whole rows lie together, so that they need not be moved.")
    graph(TOPIC, "contiguous-gather-for-a-kernel", [node("g = Gather(x, one)"), node("y = Tile(g, two)")], ["y"],
          inputs={"x": ("float64", [3, 2])}, initializers={"one": scalar("int64", 1), "two": int64s(2)},
          plan={"g": "view", "y": "kernel"}, basis="spec", runs=[run(x=pattern("float64", [3, 2]))])
    graph(TOPIC, "contiguous-split-for-kernels",
          [node("a, b = Split(x)", num_outputs=2), node("y = Concat(b, a)", axis=0)], ["y"],
          inputs={"x": ("string", [4, 2])}, plan={"a": "view", "y": "kernel"}, basis="spec",
          runs=[run(x=pattern("string", [4, 2]))])
    graph(TOPIC, "contiguous-slice-of-packed-elements", [node("s = Slice(x, one, four)"), node("y = Concat(s, s)", axis=0)],
          ["y"], inputs={"x": ("uint4", [5])}, initializers={"one": int64s(1), "four": int64s(4)},
          runs=[run(x=pattern("uint4", [5]))], note="The slice begins in the middle of a byte.")
    graph(TOPIC, "gather-of-many-is-a-kernel", [node("g = Gather(x, places)"), node("y = Transpose(g)")], ["y"],
          inputs={"x": ("float32", [4, 2])}, initializers={"places": int64s(0, 3, 1)},
          plan={"g": "kernel", "y": "copy"}, basis="spec", runs=[run(x=pattern("float32", [4, 2]))])
    graph(TOPIC, "gather-of-fed-indices", [node("t = Transpose(x)"), node("y = Gather(t, places)")], ["y"],
          inputs={"x": ("float32", [2, 4]), "places": ("int64", ["K"])}, plan={"t": "copy", "y": "kernel"}, basis="spec",
          runs=[run(x=pattern("float32", [2, 4]), places=int64s(*k)) for k in ([3, -1, 0], [2], [])])


def views():
    topic = "views"
    x = pattern("float32", [2, 1, 3, 4])
    graph(topic, "views-of-views",
          [node("a = Squeeze(x, one)"), node("b = Flatten(a)", axis=1), node("c = Reshape(b, target)"),
           node("d = Unsqueeze(c, one)"), node("y = Identity(d)")], ["y"], inputs={"x": ("float32", [2, 1, 3, 4])},
          initializers={"one": int64s(1), "target": int64s(4, -1)},
          plan={name: {"kind": "view", "bytes": 0} for name in ("a", "b", "c", "d", "y")}, basis="spec", runs=[run(x=x)])
    for op, given, attributes, constants in (
            ("Squeeze", "x, axes", {}, {"axes": int64s(1)}), ("Unsqueeze", "x, axes", {}, {"axes": int64s(0, -1)}),
            ("Flatten", "x", {"axis": 2}, {}), ("Reshape", "x, shape", {}, {"shape": int64s(0, -1, 2)}),
            ("Identity", "x", {}, {}), ("Dropout", "x", {}, {})):
        for type in ("float32", "string", "int4"):
            graph(topic, f"{op.lower()}-of-an-input-{type}", [node(f"y = {op}({given})", **attributes)], ["y"],
                  inputs={"x": (type, [2, 1, 3, 4])}, initializers=constants, plan={"y": {"kind": "view", "bytes": 0}},
                  basis="spec", runs=[run(x=pattern(type, [2, 1, 3, 4], 2))])
    graph(topic, "squeeze-all", [node("y = Squeeze(x)")], ["y"], inputs={"x": ("uint8", [None, 3, None])},
          runs=[run(x=pattern("uint8", shape)) for shape in ([1, 3, 1], [2, 3, 1], [2, 3, 4])],
          note="Which axes go is known with the extents only.")
    graph(topic, "views-of-a-kernel", [node("c = Concat(x, x)", axis=0), node("a = Flatten(c)"), node("y = Reshape(a, flat)")],
          ["y", "a"], inputs={"x": ("uint2", [3, 1])}, initializers={"flat": int64s(-1)},
          plan={"c": "kernel", "a": "view", "y": "view"}, basis="spec", runs=[run(x=pattern("uint2", [3, 1]))])
    graph(topic, "view-for-a-kernel", [node("r = Reshape(x, shape)"), node("y = Trilu(r)")], ["y"],
          inputs={"x": ("float32", [6])}, initializers={"shape": int64s(2, 3)}, plan={"r": "view", "y": "kernel"},
          basis="spec", runs=[run(x=pattern("float32", [6]))])
    graph(topic, "reshape-of-a-dynamic-flatten", [node("f = Flatten(x)"), node("y = Reshape(f, shape)")], ["y"],
          inputs={"x": ("complex64", ["N", 2, 3])}, initializers={"shape": int64s(-1, 3)},
          plan={"f": "view", "y": "view"}, basis="spec",
          runs=[run(x=pattern("complex64", [n, 2, 3])) for n in (1, 2, 0)])
    for axis in (-2, 0, 1, 3):
        graph(topic, f"flatten-at-{'minus-2' if axis < 0 else axis}", [node("y = Flatten(x)", axis=axis)], ["y"],
              inputs={"x": ("int8", ["A", 2, "B"])}, plan={"y": "view"}, basis="spec",
              runs=[run(x=pattern("int8", [3, 2, 2])), run(x=pattern("int8", [0, 2, 1]))])


def sharing():
    topic = "sharing"
    x = pattern("float32", [2, 3])
    graph(topic, "diamond-of-movements",
          [node("t = Transpose(x)"), node("a = Slice(t, zero, two)"), node("b = Slice(t, one, many)")], ["a", "b"],
          inputs={"x": ("float32", [2, 3])},
          initializers={"zero": int64s(0), "two": int64s(2), "one": int64s(1), "many": int64s(99)},
          plan={"t": {"kind": "fused", "into": "a"}, "a": "copy", "b": "copy"}, basis="spec", runs=[run(x=x)],
          note="A movement that two others read is part of both passes; the plan names the first.")
    graph(topic, "diamond-that-joins",
          [node("t = Transpose(x)"), node("a = Identity(t)"), node("b = Reshape(t, flat)"), node("c = Reshape(b, back)"),
           node("y = Concat(a, c)", axis=0)], ["y"], inputs={"x": ("float32", [2, 3])},
          initializers={"flat": int64s(-1), "back": int64s(3, 2)}, plan={"t": "copy", "y": "kernel"}, basis="spec",
          runs=[run(x=x)])
    graph(topic, "movement-is-also-an-output",
          [node("t = Transpose(x)"), node("y = Slice(t, zero, two)")], ["y", "t"], inputs={"x": ("float32", [2, 3])},
          initializers={"zero": int64s(0), "two": int64s(2)}, plan={"t": "copy"}, basis="spec", runs=[run(x=x)])
    graph(topic, "movement-for-a-kernel-and-a-movement",
          [node("t = Transpose(x)"), node("y = Tile(t, repeats)"), node("z = Transpose(t)")], ["y", "z"],
          inputs={"x": ("float32", [2, 3])}, initializers={"repeats": int64s(1, 2)}, plan={"t": "copy", "y": "kernel"},
          basis="spec", runs=[run(x=x)])
    graph(topic, "output-is-an-input", [node("y = Transpose(x)")], ["x", "y"], inputs={"x": ("float32", [2, "N"])},
          plan={"y": "copy"}, basis="spec", runs=[run(x=x), run(x=pattern("float32", [2, 0]))])
    graph(topic, "output-is-an-initializer", [node("y = Identity(x)")], ["c", "y"], inputs={"x": ("float32", [2, 3])},
          initializers={"c": pattern("string", [3])}, plan={"y": "view"}, basis="spec", runs=[run(x=x)])
    graph(topic, "no-nodes", [], ["x"], inputs={"x": ("complex128", None)},
          runs=[run(x=pattern("complex128", [2])), run(x=pattern("complex128", []))])
    graph(topic, "no-inputs", [node("y = Transpose(c)")], ["y"], initializers={"c": pattern("int4", [3, 3])},
          plan={"y": "constant"}, basis="spec", runs=[run(), run()])
    graph(topic, "one-value-as-two-outputs", [node("y = Transpose(x)"), node("z = Identity(y)")], ["y", "z"],
          inputs={"x": ("bool", [2, 3])}, plan={"y": "copy", "z": "view"}, basis="spec", runs=[run(x=pattern("bool", [2, 3]))])
    graph(topic, "one-input-as-two-outputs", [node("y = Identity(x)"), node("z = Reshape(x, flat)")], ["y", "x", "z"],
          inputs={"x": ("float16", [2, 3])}, initializers={"flat": int64s(-1)}, plan={"y": "view", "z": "view"}, basis="spec",
          runs=[run(x=pattern("float16", [2, 3]))])
    graph(topic, "output-named-twice", [node("y = Transpose(x)")], ["y", "y"], inputs={"x": ("uint8", [2, 3])}, basis="spec",
          runs=[run(x=pattern("uint8", [2, 3]))])
    graph(topic, "unused-node", [node("u = Transpose(x)"), node("w = Identity(u)"), node("y = Identity(x)")], ["y"],
          inputs={"x": ("float32", [2, 3])}, plan={"u": {"kind": "unused", "bytes": 0}, "w": "unused", "y": "view"},
          basis="spec", runs=[run(x=x)])
    graph(topic, "unused-node-is-checked", [node("u = Transpose(x)", perm=[0]), node("y = Identity(x)")], ["y"],
          inputs={"x": ("float32", [2, 3])}, error=("transpose.perm_length", "u"), basis="spec")
    graph(topic, "unused-second-output", [node("v, i = TopK(x, k)")], ["v"], inputs={"x": ("float32", [3])},
          initializers={"k": int64s(2)}, plan={"v": "kernel"}, basis="spec", runs=[run(x=vector("float32", 1, 3, 2))])
    graph(topic, "second-output-without-a-name", [node("v, = TopK(x, k)")], ["v"], inputs={"x": ("float32", [3])},
          initializers={"k": int64s(2)}, runs=[run(x=vector("float32", 1, 3, 2))])
    graph(topic, "first-output-without-a-name", [node("top: , i = TopK(x, k)")], ["i"], inputs={"x": ("float32", [3])},
          initializers={"k": int64s(2)}, plan={"top": "kernel"}, basis="spec", runs=[run(x=vector("float32", 1, 3, 2))])
    graph(topic, "nodes-without-names", [node(": t = Transpose(x)"), node(": y = Transpose(t)")], ["y"],
          inputs={"x": ("float32", [2, 3])}, runs=[run(x=x)])
    graph(topic, "optional-inputs-without-names",
          [node("y = Slice(x, starts, ends, , steps)"), node("z = Pad(x, pads, , axes)")], ["y", "z"],
          inputs={"x": ("float32", [5])},
          initializers={"starts": int64s(4), "ends": int64s(-9), "steps": int64s(-2), "pads": int64s(1, 1), "axes": int64s(0)},
          plan={"y": "copy", "z": "kernel"}, basis="spec", runs=[run(x=pattern("float32", [5]))])
    graph(topic, "unsorted-nodes",
          [node("y = Transpose(b)"), node("b = Reshape(a, target)"), node("target = Concat(three, two)", axis=0),
           node("a = Transpose(x)")], ["y"], inputs={"x": ("float32", [2, 3])},
          initializers={"three": int64s(3), "two": int64s(2)}, plan={"target": "constant"}, basis="spec", runs=[run(x=x)])
    graph(topic, "same-input-many-times", [node("y = Concat(x, x, x, x)", axis=1)], ["y"],
          inputs={"x": ("uint4", [1, 3])}, plan={"y": {"kind": "kernel", "bytes": 6}}, basis="spec",
          runs=[run(x=pattern("uint4", [1, 3]))])
    graph(topic, "node-output-shadows-nothing", [node("one: y = Identity(x)"), node("two: z = Identity(y)")], ["z"],
          inputs={"x": ("float32", [])}, plan={"one": "view", "two": "view"}, basis="spec",
          runs=[run(x=scalar("float32", "0xffc00001"))])
    graph(topic, "long-lived-value",
          [node("a = Tile(x, two)"), node("b = Tile(a, two)"), node("c = Tile(b, two)"), node("d = Trilu(x)"),
           node("e = Tile(d, two)"), node("y = Concat(c, a, e, x)", axis=0)], ["y"], inputs={"x": ("int32", [1, 2])},
          initializers={"two": int64s(2, 1)}, basis="spec",
          plan={name: "kernel" for name in ("a", "b", "c", "d", "e", "y")}, runs=[run(x=pattern("int32", [1, 2]))],
          note="Memory is used again only after its last reader.")


def empties():
    topic = "empty-and-scalar"
    chain = [node("t = Transpose(x)", perm=[1, 2, 0]), node("r = Reshape(t, target)"), node("c = Concat(r, r)", axis=0),
             node("y = Slice(c, one, many)")]
    constants = {"target": int64s(0, -1), "one": int64s(1), "many": int64s(99)}
    for type in ("float32", "string", "int4"):
        graph(topic, f"chain-of-no-elements-{type}", chain, ["y"], inputs={"x": (type, [0, 2, 3])}, initializers=constants,
              runs=[run(x=pattern(type, [0, 2, 3]))])
    graph(topic, "chain-that-becomes-empty",
          [node("a = Slice(x, two, one)"), node("b = Transpose(a)"), node("n = NonZero(b)"), node("s = Shape(b)")],
          ["b", "n", "s"], inputs={"x": ("float32", [3, 2])}, initializers={"two": int64s(2), "one": int64s(1)},
          plan={"s": "constant"}, basis="spec", runs=[run(x=pattern("float32", [3, 2]))])
    graph(topic, "empty-batch-through-heads",
          [node("s = Reshape(x, split)"), node("t = Transpose(s)", perm=[0, 2, 1, 3]), node("y = Reshape(t, join)")], ["y"],
          inputs={"x": ("float32", ["N", 3, 4])}, initializers={"split": int64s(0, 0, 2, 2), "join": int64s(0, 2, 6)},
          runs=[run(x=pattern("float32", [n, 3, 4])) for n in (0, 1, 2)])
    graph(topic, "fill-makes-nothing", [node("y = ConstantOfShape(s)"), node("z = Expand(y, wide)")], ["y", "z"],
          inputs={"s": ("int64", [2])}, initializers={"wide": int64s(3, 1, 1)}, runs=[run(s=int64s(0, 4)), run(s=int64s(1, 2))])
    graph(topic, "scalars",
          [node("u = Unsqueeze(x, axes)"), node("e = Expand(u, three)"), node("g = Gather(e, one)"), node("s = Shape(g)"),
           node("n = Size(g)"), node("t = Transpose(g)")], ["g", "s", "n", "t"], inputs={"x": ("bfloat16", [])},
          initializers={"axes": int64s(0), "three": int64s(3), "one": scalar("int64", 1)},
          plan={"s": "constant", "n": "constant"}, basis="spec", runs=[run(x=pattern("bfloat16", []))])
    graph(topic, "scalar-is-flattened", [node("f = Flatten(x)", axis=0), node("y = Squeeze(f)")], ["f", "y"],
          inputs={"x": ("string", [])}, plan={"f": "view", "y": "view"}, basis="spec", runs=[run(x=scalar("string", b"\xff"))])
    graph(topic, "eight-axes",
          [node("t = Transpose(x)"), node("r = Slice(t, last, least, axes, back)"), node("y = Reshape(r, target)")], ["y", "r"],
          inputs={"x": ("uint8", [2, 1, 2, 1, 3, 1, 2, 1])},
          initializers={"last": int64s(-1, -1), "least": int64s(-9, -9), "axes": int64s(1, 7), "back": int64s(-1, -1),
                        "target": int64s(0, -1)},
          runs=[run(x=pattern("uint8", [2, 1, 2, 1, 3, 1, 2, 1]))])
    graph(topic, "concat-with-nothing", [node("y = Concat(none, x, none)", axis=0)], ["y"], inputs={"x": ("int2", ["N"])},
          initializers={"none": tensor("int2", [0], [])}, runs=[run(x=pattern("int2", [n])) for n in (3, 0)])
    graph(topic, "split-with-an-empty-part", [node("a, b, c = Split(x, sizes)")], ["c", "b", "a"], inputs={"x": ("bool", [3])},
          initializers={"sizes": int64s(0, 3, 0)}, runs=[run(x=pattern("bool", [3]))])


def at_random():
    """Chains of movements and views, made up: only what comes out is told."""
    topic = "random-chains"
    rng = generator("graphs", topic)
    for number in range(60):
        type = rng.choice(TYPES)
        shape = random_shape(rng, rng.randint(1, 4), limit=48, empty=0.05)
        nodes, constants, now, name = [], {}, list(shape), "x"
        for step in range(rng.randint(2, 6)):
            to = f"v{step}"

            def constant(what, value):
                constants[f"{to}_{what}"] = value
                return f"{to}_{what}"

            kind = rng.choice(["Transpose", "Slice", "Expand", "Gather", "Reshape", "Unsqueeze", "Split", "Identity"])
            if kind in ("Slice", "Gather", "Split") and (not now or 0 in now):
                kind = "Transpose"
            if kind == "Unsqueeze" and len(now) > 5:
                kind = "Transpose"
            if kind == "Expand" and (len(now) > 5 or len(nodes) > 3):
                kind = "Identity"
            if kind == "Transpose":
                perm = list(range(len(now)))
                rng.shuffle(perm)
                nodes.append(node(f"{to} = Transpose({name})", perm=perm))
                now = [now[axis] for axis in perm]
            elif kind == "Slice":
                axis = rng.randrange(len(now))
                back = rng.random() < 0.5
                begin, end = (-1, -(now[axis] + 1)) if back else (rng.randrange(now[axis]), 2**63 - 1)
                stride = rng.randint(1, 2)
                nodes.append(node(f"{to} = Slice({name}, {constant('starts', int64s(begin))}, "
                                  f"{constant('ends', int64s(end))}, {constant('axes', int64s(axis))}, "
                                  f"{constant('steps', int64s(-stride if back else stride))})"))
                now[axis] = -(-(now[axis] if back else now[axis] - begin) // stride)
            elif kind == "Expand":
                nodes.append(node(f"{to} = Expand({name}, {constant('shape', int64s(2, *[1] * len(now)))})"))
                now = [2, *now]
            elif kind == "Gather":
                axis = rng.randrange(len(now))
                nodes.append(node(f"{to} = Gather({name}, {constant('index', scalar('int64', rng.randrange(now[axis])))})",
                                  axis=axis))
                now = now[:axis] + now[axis + 1:]
            elif kind == "Reshape":
                target = [-1] if not now or rng.random() < 0.3 or 0 in now else now[:-2] + [-1]
                nodes.append(node(f"{to} = Reshape({name}, {constant('shape', int64s(*target))})"))
                count = math.prod(now)
                now = [count] if len(target) == 1 else now[:-2] + [count // max(1, math.prod(now[:-2]))]
            elif kind == "Unsqueeze":
                axis = rng.randint(0, len(now))
                nodes.append(node(f"{to} = Unsqueeze({name}, {constant('axes', int64s(axis))})"))
                now = now[:axis] + [1] + now[axis:]
            elif kind == "Split":
                axis = rng.randrange(len(now))
                first = rng.randint(0, now[axis])
                nodes.append(node(f"{to}, {to}_rest = Split({name}, {constant('sizes', int64s(first, now[axis] - first))})",
                                  axis=axis))
                now[axis] = first
            else:
                nodes.append(node(f"{to} = Identity({name})"))
            name = to
        outputs = [name] + ([nodes[0].outputs[0]] if rng.random() < 0.3 and len(nodes) > 1 else [])
        declared = [extent if rng.random() < 0.6 else None for extent in shape]
        graph(topic, f"random-{number}", nodes, outputs, inputs={"x": (type, declared)}, initializers=constants,
              runs=[run(x=pattern(type, shape, number))])


def graphs():
    pairs()
    longer()
    with_views()
    views()
    sharing()
    empties()
    at_random()
