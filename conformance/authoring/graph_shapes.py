"""Shape arithmetic as exporters write it: extents taken apart and put together to shapes, pads, repeats and indices."""

from corpus import int64s, iota, pattern, scalar, tensor, vector
from graph import graph, node, run

TOPIC = "shape-chains"


def x_of(*shape, type="float32", seed=0):
    return pattern(type, shape, seed)


def flattening():
    chain = [node("s = Shape(x)"), node("n = Gather(s, zero)"), node("nn = Unsqueeze(n, first)"),
             node("target = Concat(nn, rest)", axis=0), node("y = Reshape(x, target)")]
    constants = {"zero": scalar("int64", 0), "first": int64s(0), "rest": int64s(-1)}
    all_known = {name: "constant" for name in ("s", "n", "nn", "target")} | {"y": "view"}
    graph(TOPIC, "flatten-static-batch", chain, ["y"], inputs={"x": ("float32", [2, 3, 4])}, initializers=constants,
          plan=all_known, basis="spec", runs=[run(x=x_of(2, 3, 4))],
          note="Every extent is declared, so the target shape is known before a run.")
    graph(TOPIC, "flatten-dynamic-batch", chain, ["y"], inputs={"x": ("float32", ["N", 3, 4])}, initializers=constants,
          plan={"y": "view"}, basis="spec",
          runs=[run(x=x_of(n, 3, 4, seed=n), plan=all_known) for n in (2, 5, 1)])
    graph(TOPIC, "flatten-dynamic-batch-rank-not-known", chain, ["y"], inputs={"x": ("float32", None)},
          initializers=constants, basis="spec",
          runs=[run(x=x_of(2, 3, 4), plan=all_known), run(x=x_of(6), plan=all_known), run(x=x_of(3, 1, 2, 2), plan=all_known)])
    graph(TOPIC, "flatten-known-rest-of-dynamic-batch",
          [node("s = Shape(x)"), node("c = Gather(s, one)"), node("w = Gather(s, two)"), node("cc = Unsqueeze(c, first)"),
           node("ww = Unsqueeze(w, first)"), node("target = Concat(rest, cc, ww)", axis=0), node("y = Reshape(x, target)")],
          ["y", "target"], inputs={"x": ("float32", ["N", 3, 4])},
          initializers={"one": scalar("int64", 1), "two": scalar("int64", 2), "first": int64s(0), "rest": int64s(-1)},
          plan={"c": "constant", "w": "constant", "cc": "constant", "ww": "constant", "target": "constant", "y": "view"},
          basis="spec", runs=[run(x=x_of(2, 3, 4)), run(x=x_of(3, 3, 4))],
          note="The elements of Shape that are declared are known, though not all of them are.")
    graph(TOPIC, "flatten-by-operator", [node("y = Flatten(x)", axis=1)], ["y"], inputs={"x": ("float32", ["N", 3, 4])},
          plan={"y": "view"}, basis="spec", runs=[run(x=x_of(2, 3, 4)), run(x=x_of(7, 3, 4))])
    graph(TOPIC, "flatten-with-negative-gather",
          [node("s = Shape(x)"), node("last = Gather(s, minus)"), node("l = Unsqueeze(last, first)"),
           node("target = Concat(rest, l)", axis=0), node("y = Reshape(x, target)")], ["y"],
          inputs={"x": ("float32", [None, None, 6])},
          initializers={"minus": scalar("int64", -1), "first": int64s(0), "rest": int64s(-1)},
          plan={"last": "constant", "l": "constant", "target": "constant", "y": "view"}, basis="spec",
          runs=[run(x=x_of(2, 3, 6)), run(x=x_of(1, 4, 6))])


def heads():
    graph(TOPIC, "attention-head-split-and-merge",
          [node("s = Shape(x)"), node("b = Gather(s, zero)"), node("t = Gather(s, one)"), node("bb = Unsqueeze(b, first)"),
           node("tt = Unsqueeze(t, first)"), node("split = Concat(bb, tt, heads, rest)", axis=0),
           node("parts = Reshape(x, split)"), node("front = Transpose(parts)", perm=[0, 2, 1, 3]),
           node("back = Transpose(front)", perm=[0, 2, 1, 3]), node("join = Concat(bb, tt, rest)", axis=0),
           node("y = Reshape(back, join)")], ["y", "front"],
          inputs={"x": ("float32", ["B", "T", 8])},
          initializers={"zero": scalar("int64", 0), "one": scalar("int64", 1), "first": int64s(0), "heads": int64s(2),
                        "rest": int64s(-1)},
          runs=[run(x=x_of(1, 3, 8)), run(x=x_of(2, 2, 8)), run(x=x_of(1, 3, 8, seed=9))])
    graph(TOPIC, "attention-head-split-static",
          [node("s = Shape(x)", end=2), node("split = Concat(s, heads)", axis=0), node("parts = Reshape(x, split)"),
           node("front = Transpose(parts)", perm=[0, 2, 1, 3])], ["front"],
          inputs={"x": ("float16", [2, 3, 8])}, initializers={"heads": int64s(2, 4)},
          plan={"s": "constant", "split": "constant", "front": {"kind": "copy", "bytes": 96}}, basis="spec",
          runs=[run(x=x_of(2, 3, 8, type="float16"))])
    graph(TOPIC, "attention-merge-to-known-width",
          [node("front = Transpose(x)", perm=[0, 2, 1, 3]), node("y = Reshape(front, target)")], ["y"],
          inputs={"x": ("float32", ["B", 2, "T", 4])}, initializers={"target": int64s(0, 0, 8)},
          plan={"front": "copy", "y": "view"}, basis="spec", runs=[run(x=x_of(2, 2, 3, 4)), run(x=x_of(1, 2, 1, 4))],
          note="A view at the end of a chain of movements is a view of what was copied.")
    graph(TOPIC, "packed-query-key-value",
          [node("q, k, v = Split(x)", axis=2, num_outputs=3), node("kt = Transpose(k)", perm=[0, 2, 1])],
          ["q", "kt", "v"], inputs={"x": ("float32", ["B", "T", 6])},
          runs=[run(x=x_of(1, 3, 6)), run(x=x_of(2, 1, 6))])


def slices():
    graph(TOPIC, "slice-last-k",
          [node("s = Shape(x)", start=1, end=2), node("begin = Concat(minus_k)", axis=0),
           node("y = Slice(x, begin, s, axes)")], ["y"], inputs={"x": ("float32", [2, "T"])},
          initializers={"minus_k": int64s(-2), "axes": int64s(1)}, runs=[run(x=x_of(2, 5)), run(x=x_of(2, 2)), run(x=x_of(2, 1))])
    graph(TOPIC, "slice-first-half-by-split",
          [node("a, b = Split(x)", axis=-1, num_outputs=2), node("y = Concat(b, a)", axis=-1)], ["y"],
          inputs={"x": ("float32", [2, 6])}, plan={"y": "kernel"}, basis="spec", runs=[run(x=x_of(2, 6))],
          note="The halves of a rotary embedding change places.")
    graph(TOPIC, "slice-to-the-length-of-another",
          [node("t = Shape(other)", start=0, end=1), node("y = Slice(table, zero, t, zero)")], ["y"],
          inputs={"other": ("uint8", ["T"])}, initializers={"table": iota("float32", [6, 2]), "zero": int64s(0)},
          runs=[run(other=pattern("uint8", [n])) for n in (4, 6, 0, 9)],
          note="A table of positions is cut to the length at hand, clamped to its own.")
    graph(TOPIC, "slice-length-is-fed",
          [node("y = Slice(x, zero, length, axes)")], ["y"],
          inputs={"x": ("int64", [2, 5]), "length": ("int64", [1])},
          initializers={"zero": int64s(0), "axes": int64s(-1)}, plan={"y": {"shaped_at_run_time": True}}, basis="spec",
          runs=[run(x=x_of(2, 5, type="int64"), length=int64s(n)) for n in (3, 0, -1, 7)])


def pads_and_repeats():
    graph(TOPIC, "pad-to-a-square",
          [node("h = Shape(x)", start=0, end=1), node("w = Shape(x)", start=1, end=2),
           node("grown = ConstantOfShape(one)", value=int64s(0)), node("pads = Concat(grown, grown, w, h)", axis=0),
           node("y = Pad(x, pads)")], ["y"], inputs={"x": ("float32", ["H", "W"])}, initializers={"one": int64s(1)},
          runs=[run(x=x_of(2, 3)), run(x=x_of(1, 1))], plan={"grown": "constant"}, basis="spec",
          note="Each axis grows by the extent of the other.")
    graph(TOPIC, "pad-amount-is-fed",
          [node("pads = Concat(zero, extra)", axis=0), node("y = Pad(x, pads, value, axes)")], ["y"],
          inputs={"x": ("int32", [3]), "extra": ("int64", [1])},
          initializers={"zero": int64s(0), "value": scalar("int32", -1), "axes": int64s(0)},
          plan={"y": {"shaped_at_run_time": True}}, basis="spec",
          runs=[run(x=vector("int32", 1, 2, 3), extra=int64s(n)) for n in (2, 0, -1)])
    graph(TOPIC, "pad-with-shape-of-known-axis",
          [node("w = Shape(x)", start=1, end=2), node("pads = Concat(zero, w)", axis=0),
           node("y = Pad(x, pads, , axes)", mode="wrap")], ["y"], inputs={"x": ("float32", ["N", 2])},
          initializers={"zero": int64s(0), "axes": int64s(1)}, plan={"w": "constant", "pads": "constant", "y": "kernel"},
          basis="spec", runs=[run(x=x_of(2, 2)), run(x=x_of(3, 2))])
    graph(TOPIC, "tile-by-computed-repeats",
          [node("n = Shape(other)", start=0, end=1), node("repeats = Concat(n, one)", axis=0), node("y = Tile(x, repeats)")],
          ["y"], inputs={"x": ("string", [1, 2]), "other": ("float32", ["N", "M"])}, initializers={"one": int64s(1)},
          runs=[run(x=vector("string", "a", "é").with_shape([1, 2]), other=x_of(n, 2)) for n in (3, 1, 0)])
    graph(TOPIC, "tile-known-repeats",
          [node("n = Shape(x)", start=0, end=1), node("repeats = Concat(one, n)", axis=0), node("y = Tile(x, repeats)")],
          ["y"], inputs={"x": ("uint8", [2, 3])}, initializers={"one": int64s(1)},
          plan={"n": "constant", "repeats": "constant", "y": {"kind": "kernel", "bytes": 12}}, basis="spec",
          runs=[run(x=x_of(2, 3, type="uint8"))])
    graph(TOPIC, "resize-by-shape-arithmetic",
          [node("s = Shape(x)"), node("n, c, h, w = Split(s)", num_outputs=4),
           node("wide = Concat(n, c, h, one, w, one)", axis=0), node("r = Reshape(x, wide)"),
           node("target = Concat(n, c, h, two, w, two)", axis=0), node("e = Expand(r, target)"),
           node("out = Concat(n, c, minus, minus_one)", axis=0), node("y = Reshape(e, out)")], ["y"],
          inputs={"x": ("float32", [1, 1, "H", 3])},
          initializers={"one": int64s(1), "two": int64s(2), "minus": int64s(4), "minus_one": int64s(-1)},
          runs=[run(x=x_of(1, 1, 2, 3))], note="Nearest upsampling by 2 from Reshape and Expand.")


def expansions():
    graph(TOPIC, "expand-to-the-shape-of-another", [node("s = Shape(other)"), node("y = Expand(x, s)")], ["y"],
          inputs={"x": ("float32", [3, 1]), "other": ("bool", [None, None, None])},
          runs=[run(x=x_of(3, 1), other=pattern("bool", shape)) for shape in ([2, 3, 2], [1, 1, 4], [0, 3, 1])])
    graph(TOPIC, "expand-to-a-known-shape", [node("s = Shape(other)"), node("y = Expand(x, s)")], ["y"],
          inputs={"x": ("float32", [3, 1]), "other": ("bool", [2, 3, 2])},
          plan={"s": "constant", "y": {"kind": "copy", "bytes": 48}}, basis="spec",
          runs=[run(x=x_of(3, 1), other=pattern("bool", [2, 3, 2]))])
    graph(TOPIC, "mask-of-the-shape-of-the-input",
          [node("s = Shape(x)"), node("ones = ConstantOfShape(s)", value=tensor("float32", [1], [1])),
           node("y = Trilu(ones)", upper=0)], ["y"], inputs={"x": ("float16", ["T", "T"])},
          runs=[run(x=x_of(n, n, type="float16"), plan={"s": "constant", "ones": "constant", "y": "constant"})
                for n in (3, 1, 0)], basis="spec",
          note="A causal mask hangs on the shape alone: for a shape that is known it is a constant.")
    graph(TOPIC, "mask-of-a-known-shape",
          [node("s = Shape(x)"), node("ones = ConstantOfShape(s)", value=tensor("float32", [1], [1])),
           node("y = Trilu(ones)", upper=0)], ["y"], inputs={"x": ("float16", [3, 3])},
          plan={"s": "constant", "ones": "constant", "y": "constant"}, basis="spec",
          runs=[run(x=x_of(3, 3, type="float16"))])
    graph(TOPIC, "zeros-like", [node("s = Shape(x)"), node("y = ConstantOfShape(s)")], ["y"],
          inputs={"x": ("string", None)},
          runs=[run(x=pattern("string", shape)) for shape in ([2, 2], [], [0, 3])])
    graph(TOPIC, "range-over-a-shape",
          [node("n = Shape(x)", start=0, end=1), node("length = Squeeze(n)"), node("y = Range(zero, length, one)")],
          ["y"], inputs={"x": ("float32", ["N", 2])}, initializers={"zero": scalar("int64", 0), "one": scalar("int64", 1)},
          runs=[run(x=x_of(n, 2), plan={"n": "constant", "length": "constant", "y": "constant"}) for n in (3, 0, 1)],
          basis="spec")
    graph(TOPIC, "positions-as-a-row",
          [node("n = Shape(x)", start=1, end=2), node("length = Squeeze(n, first)"), node("r = Range(zero, length, one)"),
           node("y = Unsqueeze(r, first)")], ["y"], inputs={"x": ("int64", ["B", 4])},
          initializers={"zero": scalar("int64", 0), "one": scalar("int64", 1), "first": int64s(0)},
          plan={"n": "constant", "length": "constant", "r": "constant", "y": "constant"}, basis="spec",
          runs=[run(x=x_of(2, 4, type="int64"))])
    graph(TOPIC, "size-as-target", [node("n = Size(x)"), node("nn = Unsqueeze(n, first)"), node("y = Reshape(x, nn)")],
          ["y"], inputs={"x": ("float32", ["A", "B"])}, initializers={"first": int64s(0)}, plan={"y": "view"},
          basis="spec", runs=[run(x=x_of(2, 3)), run(x=x_of(4, 1)), run(x=x_of(0, 5))])
    graph(TOPIC, "size-of-a-known-shape", [node("y = Size(x)")], ["y"], inputs={"x": ("float32", [2, 3])},
          plan={"y": "constant"}, basis="spec", runs=[run(x=x_of(2, 3))])
    graph(TOPIC, "shape-of-a-part", [node("y = Shape(x)", start=1)], ["y"], inputs={"x": ("float32", ["N", 3, 4])},
          plan={"y": "constant"}, basis="spec", runs=[run(x=x_of(2, 3, 4)), run(x=x_of(0, 3, 4))])
    graph(TOPIC, "shape-with-a-symbol", [node("y = Shape(x)")], ["y"], inputs={"x": ("float32", ["N", 3])},
          plan={"y": "kernel"}, basis="spec",
          runs=[run(x=x_of(n, 3), plan={"y": "constant"}) for n in (2, 0)])
    graph(TOPIC, "shape-of-a-shape", [node("s = Shape(x)"), node("y = Shape(s)")], ["y"],
          inputs={"x": ("float32", [None, None, None])}, plan={"y": "constant"}, basis="spec",
          runs=[run(x=x_of(2, 3, 4))], note="The rank is known though no extent is.")
    graph(TOPIC, "shape-through-movements",
          [node("t = Transpose(x)", perm=[1, 0]), node("u = Unsqueeze(t, first)"), node("s = Shape(u)"),
           node("y = Gather(s, one)")], ["y"], inputs={"x": ("float32", ["N", 3])},
          initializers={"first": int64s(0), "one": scalar("int64", 1)}, plan={"y": "constant"}, basis="spec",
          runs=[run(x=x_of(2, 3))])
    graph(TOPIC, "reverse-a-shape",
          [node("s = Shape(x)"), node("r = Slice(s, starts, ends, axes, steps)"), node("y = Reshape(x, r)")], ["y"],
          inputs={"x": ("float32", [2, 3, 4])},
          initializers={"starts": int64s(-1), "ends": int64s(-(2**63)), "axes": int64s(0), "steps": int64s(-1)},
          plan={"s": "constant", "r": "constant", "y": "view"}, basis="spec", runs=[run(x=x_of(2, 3, 4))])
    graph(TOPIC, "swap-extents-by-gather",
          [node("s = Shape(x)"), node("r = Gather(s, order)"), node("y = Reshape(x, r)")], ["y", "r"],
          inputs={"x": ("float32", ["N", 3])}, initializers={"order": int64s(1, 0)}, plan={"y": "view"}, basis="spec",
          runs=[run(x=x_of(2, 3)), run(x=x_of(5, 3))])
    graph(TOPIC, "scatter-into-a-shape",
          [node("s = Shape(x)"), node("r = ScatterND(s, place, one)"), node("y = ConstantOfShape(r)")], ["y"],
          inputs={"x": ("float32", [4, 3])}, initializers={"place": tensor("int64", [1, 1], [0]), "one": int64s(1)},
          plan={"s": "constant", "r": "constant", "y": "constant"}, basis="spec", runs=[run(x=x_of(4, 3))])
    graph(TOPIC, "reshape-target-is-fed", [node("y = Reshape(x, target)")], ["y"],
          inputs={"x": ("float32", [2, 6]), "target": ("int64", [None])}, plan={"y": {"shaped_at_run_time": True}},
          basis="spec", runs=[run(x=x_of(2, 6), target=int64s(*t)) for t in ([3, 4], [-1], [0, 2, 3])])
    graph(TOPIC, "reshape-target-from-a-fed-number",
          [node("u = Unsqueeze(k, first)"), node("target = Concat(u, rest)", axis=0), node("y = Reshape(x, target)"),
           node("s = Shape(y)")], ["y", "s"],
          inputs={"x": ("float32", [12]), "k": ("int64", [])}, initializers={"first": int64s(0), "rest": int64s(-1)},
          plan={"y": {"shaped_at_run_time": True}}, basis="spec",
          runs=[run(x=x_of(12), k=scalar("int64", k)) for k in (3, 4, 12)])
    graph(TOPIC, "zero-and-minus-one-with-a-symbol", [node("y = Reshape(x, target)")], ["y"],
          inputs={"x": ("bool", ["N", 2, "M"])}, initializers={"target": int64s(0, -1)}, plan={"y": "view"},
          basis="spec", runs=[run(x=pattern("bool", [3, 2, 2])), run(x=pattern("bool", [1, 2, 5]))])
    graph(TOPIC, "zero-and-minus-one-leave-known-extents",
          [node("y = Reshape(x, target)"), node("s = Shape(y)", start=1)], ["y", "s"],
          inputs={"x": ("float32", ["N", 3, 4])}, initializers={"target": int64s(0, -1)},
          plan={"y": "view", "s": "constant"}, basis="spec", note="What is left over beside the axis that is copied is known.",
          runs=[run(x=x_of(2, 3, 4)), run(x=x_of(1, 3, 4))])
    graph(TOPIC, "allowzero-with-a-computed-zero",
          [node("n = Shape(x)", start=0, end=1), node("target = Concat(four, n)", axis=0),
           node("y = Reshape(x, target)", allowzero=1)], ["y"],
          inputs={"x": ("float32", ["N", 4])}, initializers={"four": int64s(4)},
          runs=[run(x=x_of(0, 4)), run(x=x_of(3, 4))])


def selections():
    graph(TOPIC, "one-hot-of-the-argument-of-topk",
          [node("values, places = TopK(x, k)", axis=-1), node("depth_vector = Shape(x)", start=1, end=2),
           node("y = OneHot(places, depth_vector, off_on)", axis=-1)], ["y"],
          inputs={"x": ("float32", ["N", 4])}, initializers={"k": int64s(1), "off_on": vector("float32", 0, 1)},
          plan={"depth_vector": "constant", "values": "kernel", "y": "kernel"}, basis="spec",
          runs=[run(x=tensor("float32", [2, 4], [1, 3, 2, 0, 5, 4, 5, 5])), run(x=tensor("float32", [1, 4], [0, 0, 0, 1]))])
    graph(TOPIC, "topk-of-all",
          [node("k = Shape(x)", start=-1), node("values, places = TopK(x, k)", largest=0)], ["values", "places"],
          inputs={"x": ("int32", [2, None])}, runs=[run(x=tensor("int32", [2, 3], [3, 1, 2, -1, -1, 5])),
                                                    run(x=tensor("int32", [2, 1], [4, 2]))])
    graph(TOPIC, "topk-k-is-fed", [node("values, places = TopK(x, k)")], ["places", "values"],
          inputs={"x": ("float32", [5]), "k": ("int64", [1])}, plan={"values": {"shaped_at_run_time": True}}, basis="spec",
          runs=[run(x=vector("float32", 2, 9, 4, 9, 1), k=int64s(k)) for k in (2, 0, 5)])
    graph(TOPIC, "gather-the-last-step",
          [node("y = Gather(x, last)", axis=1)], ["y"], inputs={"x": ("float32", ["N", "T", 2])},
          initializers={"last": scalar("int64", -1)}, plan={"y": "copy"}, basis="spec",
          runs=[run(x=x_of(2, 3, 2)), run(x=x_of(1, 1, 2))])
    graph(TOPIC, "concat-of-computed-lengths",
          [node("a = ConstantOfShape(n)", value=vector("int8", 1)), node("b = ConstantOfShape(m)", value=vector("int8", 2)),
           node("y = Concat(a, b)", axis=0)], ["y"], inputs={"n": ("int64", [1]), "m": ("int64", [1])},
          plan={"y": {"kind": "kernel", "shaped_at_run_time": True}}, basis="spec",
          runs=[run(n=int64s(2), m=int64s(3)), run(n=int64s(0), m=int64s(1)), run(n=int64s(0), m=int64s(0))])
    graph(TOPIC, "split-then-concat-back",
          [node("a, b, c = Split(x, sizes)", axis=1), node("y = Concat(a, b, c)", axis=1)], ["y"],
          inputs={"x": ("float32", ["N", 6])}, initializers={"sizes": int64s(1, 2, 3)}, plan={"y": "kernel"},
          basis="spec", runs=[run(x=x_of(2, 6)), run(x=x_of(1, 6))])
    graph(TOPIC, "split-sizes-from-shapes",
          [node("n = Shape(a)"), node("m = Shape(b)"), node("sizes = Concat(n, m)", axis=0),
           node("joined = Concat(a, b)", axis=0), node("y, z = Split(joined, sizes)")], ["y", "z"],
          inputs={"a": ("uint16", ["N"]), "b": ("uint16", ["M"])},
          runs=[run(a=pattern("uint16", [2]), b=pattern("uint16", [3], 1)), run(a=pattern("uint16", [0]), b=pattern("uint16", [1]))])
    graph(TOPIC, "strided-patches",
          [node("n = Shape(x)", start=0, end=1), node("even = Slice(x, zero, n, zero, two)"),
           node("odd = Slice(x, one, n, zero, two)"), node("y = Concat(odd, even)", axis=0)], ["y"],
          inputs={"x": ("float32", ["N", 2])}, initializers={"zero": int64s(0), "one": int64s(1), "two": int64s(2)},
          runs=[run(x=x_of(5, 2)), run(x=x_of(4, 2)), run(x=x_of(1, 2))])


def data_dependent():
    topic = "data-dependent"
    graph(topic, "non-zero", [node("y = NonZero(x)")], ["y"], inputs={"x": ("bool", [2, 3])},
          plan={"y": {"kind": "kernel", "data_dependent": True, "bytes": -1}}, basis="spec",
          runs=[run(x=tensor("bool", [2, 3], [1, 0, 1, 0, 0, 1])), run(x=tensor("bool", [2, 3], [0] * 6))])
    graph(topic, "non-zero-of-a-constant", [node("y = NonZero(mask)")], ["y"],
          initializers={"mask": tensor("int8", [2, 2], [0, 1, 1, 0])}, plan={"y": {"kind": "constant", "data_dependent": False}},
          basis="spec", runs=[run()])
    graph(topic, "anchors-by-gather-nd",
          [node("places = NonZero(mask)"), node("rows = Transpose(places)"), node("y = GatherND(anchors, rows)")], ["y"],
          inputs={"mask": ("bool", [2, 2])}, initializers={"anchors": iota("float32", [2, 2, 4])},
          plan={"places": {"kind": "kernel", "data_dependent": True}, "rows": {"shaped_at_run_time": True},
                "y": {"shaped_at_run_time": True}}, basis="spec",
          runs=[run(mask=tensor("bool", [2, 2], bits)) for bits in ([1, 0, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1])])
    graph(topic, "count-of-non-zero",
          [node("places = NonZero(x)"), node("n = Shape(places)", start=1), node("y = Squeeze(n)")], ["y"],
          inputs={"x": ("float32", ["N"])},
          runs=[run(x=vector("float32", 0, 1, -2, "0x80000000")), run(x=vector("float32"))])
    graph(topic, "first-of-non-zero",
          [node("places = NonZero(x)"), node("flat = Reshape(places, rest)"), node("y = Slice(flat, zero, one)")], ["y"],
          inputs={"x": ("string", [4])}, initializers={"rest": int64s(-1), "zero": int64s(0), "one": int64s(1)},
          plan={"flat": {"shaped_at_run_time": True}, "y": {"shaped_at_run_time": True}}, basis="spec",
          runs=[run(x=vector("string", "", "", "b", "a")), run(x=vector("string", "", "", "", ""))])
    graph(topic, "gather-the-non-zero",
          [node("places = NonZero(x)"), node("flat = Squeeze(places, first)"), node("y = Gather(x, flat)")], ["y"],
          inputs={"x": ("int32", [None])}, initializers={"first": int64s(0)},
          runs=[run(x=vector("int32", 0, 5, 0, 7)), run(x=vector("int32", 0)), run(x=vector("int32", *range(6)))])
    graph(topic, "scatter-back",
          [node("places = NonZero(x)"), node("rows = Transpose(places)"), node("kept = GatherND(x, rows)"),
           node("s = Shape(x)"), node("zeros = ConstantOfShape(s)", value=vector("int32", 0)),
           node("y = ScatterND(zeros, rows, kept)")], ["y"], inputs={"x": ("int32", ["A", "B"])},
          runs=[run(x=tensor("int32", [2, 2], [0, 3, 4, 0])), run(x=tensor("int32", [1, 3], [0, 0, 0]))])
    graph(topic, "concat-of-several-counts",
          [node("a = NonZero(x)"), node("b = NonZero(z)"), node("y = Concat(a, b)", axis=1)], ["y"],
          inputs={"x": ("bool", ["N"]), "z": ("bool", ["M"])},
          plan={"y": {"kind": "kernel", "shaped_at_run_time": True}}, basis="spec",
          runs=[run(x=vector("bool", 1, 0), z=vector("bool", 1, 1, 1)), run(x=vector("bool"), z=vector("bool", 0))])
    graph(topic, "length-of-a-range-is-fed", [node("y = Range(zero, limit, one)")], ["y"],
          inputs={"limit": ("int32", [])}, initializers={"zero": scalar("int32", 0), "one": scalar("int32", 1)},
          plan={"y": {"kind": "kernel", "shaped_at_run_time": True}}, basis="spec",
          runs=[run(limit=scalar("int32", n)) for n in (4, 0, -3, 1)])
    graph(topic, "depth-is-fed", [node("y = OneHot(x, depth, off_on)", axis=0)], ["y"],
          inputs={"x": ("int64", [3]), "depth": ("int64", [])}, initializers={"off_on": vector("int8", 0, 1)},
          plan={"y": {"kind": "kernel", "shaped_at_run_time": True}}, basis="spec",
          runs=[run(x=int64s(0, -1, 5), depth=scalar("int64", n)) for n in (2, 6, 0)])
    graph(topic, "expand-by-a-fed-shape-then-transpose",
          [node("e = Expand(x, shape)"), node("y = Transpose(e)")], ["y"],
          inputs={"x": ("float32", [2, 1]), "shape": ("int64", [2])},
          plan={"e": {"shaped_at_run_time": True}, "y": {"shaped_at_run_time": True}}, basis="spec",
          runs=[run(x=x_of(2, 1), shape=int64s(1, 3)), run(x=x_of(2, 1), shape=int64s(2, 0))])
    graph(topic, "condition-compress",
          [node("places = NonZero(keep)"), node("rows = Squeeze(places, first)"), node("kept = Gather(x, rows)"),
           node("t = Transpose(kept)"), node("y = Flatten(t)", axis=2)], ["y"],
          inputs={"x": ("complex64", [3, 2]), "keep": ("bool", [3])}, initializers={"first": int64s(0)},
          runs=[run(x=pattern("complex64", [3, 2]), keep=vector("bool", *k)) for k in ([1, 0, 1], [0, 0, 0])])


def graphs():
    flattening()
    heads()
    slices()
    pads_and_repeats()
    expansions()
    selections()
    data_dependent()
