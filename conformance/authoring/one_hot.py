"""OneHot: a new axis of extent depth, on where its coordinate is the index and off elsewhere."""

import math
import random

import arithmetic
from common import opsets, refuse_type, signature_refusals, type_in_onnx
from corpus import (FLOAT_BITS, INT64_MAX, INT64_MIN, TYPES, Tensor, add, coordinates, digest, element, int64s,
                    integer_range, iota, offset, pattern, scalar, slug_of, tensor, vector)

OPERATOR = "OneHot"
# ONNX's schema leaves bfloat16 out; the specification says any numeric type.
NUMBERS = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
           "bfloat16"]


def as_int64(type, each):
    """The element cast to int64, fractions cut off; None for what does not fit."""
    number = arithmetic.value(type, each)
    if type in FLOAT_BITS:
        if not math.isfinite(number):
            return None
        number = math.trunc(number)
    return number if INT64_MIN <= number <= INT64_MAX else None


def one_hot(indices, depth, values, axis=-1):
    extent = as_int64(depth.type, depth.elements[0])
    rank = indices.rank + 1
    axis = axis + rank if axis < 0 else axis
    shape = indices.shape[:axis] + [extent] + indices.shape[axis:]
    off, on = values.elements
    elements = []
    for place in coordinates(shape):
        index = as_int64(indices.type, indices.elements[offset(indices.shape, place[:axis] + place[axis + 1:])])
        if index is not None and index < 0:
            index += extent
        elements.append(on if index == place[axis] else off)
    return Tensor(values.type, shape, elements)


OFF_ON = vector("float32", 0, 1)


def good(slug, indices, depth, values=OFF_ON, axis=None, opset=11, long=False, **more):
    """depth: a tensor, or an int for an int64 scalar."""
    depth = scalar("int64", depth) if isinstance(depth, int) else depth
    output = one_hot(indices, depth, values, -1 if axis is None else axis)
    in_onnx = type_in_onnx(OPERATOR, opset, values.type) and "bfloat16" not in (indices.type, depth.type)
    more.setdefault("basis", "onnx" if in_onnx else "spec")
    add(OPERATOR, slug, opset, {"indices": indices, "depth": depth, "values": values}, {}
        if axis is None else {"axis": axis},
        {"output": digest(output) if long else output}, **more)


def bad(slug, reason, indices, depth, values=OFF_ON, axis=None, opset=11, **more):
    depth = scalar("int64", depth) if isinstance(depth, int) else depth
    more.setdefault("basis", "onnx")
    add(OPERATOR, slug, opset, {"indices": indices, "depth": depth, "values": values}, {}
        if axis is None else {"axis": axis},
        error=reason, **more)


def examples():
    for opset in opsets(OPERATOR):
        add(OPERATOR, f"onnx-example-without-axis-opset-{opset}", opset,
            {"indices": int64s(0, 7, 8), "depth": scalar("float32", 12), "values": vector("int32", 2, 5)}, {},
            {"output": tensor("int32", [3, 12], [5] + [2] * 11 + [2] * 7 + [5] + [2] * 4 + [2] * 8 + [5] + [2] * 3)},
            rules=["axis-default"])
        add(OPERATOR, f"onnx-example-with-axis-opset-{opset}", opset,
            {"indices": tensor("float32", [2, 2], [1, 9, 2, 4]), "depth": vector("float32", 10),
             "values": vector("float32", 1, 3)}, {"axis": 1},
            {"output": tensor("float32", [2, 10, 2], [3 if (i, j, k) in ((0, 1, 0), (0, 9, 1), (1, 2, 0),
                                                                         (1, 4, 1)) else 1
                                                      for i in range(2) for j in range(10) for k in range(2)])})
        add(OPERATOR, f"negative-indices-opset-{opset}", opset,
            {"indices": int64s(0, -7, -8), "depth": scalar("int64", 10), "values": vector("float32", 1, 3)},
            {"axis": 1},
            {"output": tensor("float32", [3, 10], [3] + [1] * 9 + [1] * 3 + [3] + [1] * 6 + [1] * 2 + [3] + [1] * 7)},
            rules=["negative-index"], basis="spec" if opset == 9 else "onnx",
            note="Negative indices count from the end at every version." if opset == 9 else None)
        good(f"outside-is-all-off-opset-{opset}", int64s(-4, 3, 100, INT64_MAX, INT64_MIN, 1), 3, opset=opset,
             rules=["outside"])
        good(f"axis-minus-1-opset-{opset}", int64s(1, 0), 2, axis=-1, opset=opset)
        for axis in (0, 1, 2):
            good(f"axis-{axis}-opset-{opset}", tensor("int64", [2, 3], [0, 1, 2, 3, 4, -1]), 4, axis=axis, opset=opset)
    square = tensor("int64", [2, 2], [1, 0, 2, -1])
    for axis in (-1, -2, -3, 0, 1, 2):
        good(f"report-axis-{slug_of(axis)}", square, 3, axis=axis, rules=["negative-axis"])


def types():
    for type in TYPES:
        elements = pattern(type, [6], 3).elements
        off, on = elements[1], next(each for each in elements if each != elements[1])
        good(f"values-{type}", int64s(1, -1, 3, 0), 3, Tensor(type, [2], [off, on]), rules=["all-types"])
        good(f"values-{type}-axis-0", tensor("int32", [3], [4, 0, 2]), 5, Tensor(type, [2], [on, off]), 0,
             rules=["all-types"])
        good(f"values-{type}-off-is-on", int64s(1), 3, Tensor(type, [2], [on, on]), rules=["all-types"])
    for type in NUMBERS:
        good(f"indices-{type}", tensor(type, [5], [0, 1, 2, 3, 4]), 4, rules=["index-type"])
        good(f"depth-{type}", int64s(0, 2), scalar(type, 3), rules=["depth-type"])
        good(f"depth-{type}-vector-of-one", int64s(0, 2), vector(type, 3), rules=["depth-type"])
        good(f"indices-and-depth-{type}", tensor(type, [2, 2], [0, 1, 2, 5]), scalar(type, 4),
             vector("string", "off", "on"),
             rules=["index-type", "depth-type"])
        if type in FLOAT_BITS:
            good(f"indices-{type}-negative", tensor(type, [4], [-1, -2, -3, -4]), 3,
                 rules=["index-type", "negative-index"])
        else:
            low, high = integer_range(type)
            good(f"indices-{type}-extremes", tensor(type, [3], [low, high, high - 1]), 3,
                 rules=["index-type", "outside"])
            if low < 0:
                good(f"indices-{type}-negative", tensor(type, [4], [-1, -2, -3, -4]), 3,
                     rules=["index-type", "negative-index"])
    good("indices-uint64-beyond-int64", tensor("uint64", [4], [2**64 - 1, 2**63, 2**63 - 1, 2**64 - 3]), 4,
         rules=["index-type", "outside"], note="2^64 - 1 is not -1.", basis="spec")
    good("indices-uint32-is-not-minus-1", tensor("uint32", [2], [2**32 - 1, 1]), 4, rules=["index-type", "outside"])
    good("indices-int64-low-bits-in-range", int64s(2**32, 2**32 + 1, -(2**32), 2**63 - 8), 4, rules=["outside"])


def fractions():
    cut = "Indices are cast to int64: fractions are cut off toward zero."
    for type in ("float16", "float32", "float64", "bfloat16"):
        good(f"indices-{type}-fractions", tensor(type, [8], [1.5, 0.5, -0.5, 0.75, -1.5, -2.75, 2.75, 3.5]), 3,
             rules=["index-cast"], note=cut)
        good(f"all-{type}-fractions", tensor(type, [8], [1.5, 0.5, -0.5, 0.75, -1.5, -2.75, 2.75, 1]), scalar(type, 3),
             values=vector(type, 2, 4), rules=["index-cast"], note=cut)
        nan = f"0x{arithmetic.NAN[type]:x}"
        infinity, minus_infinity = (f"0x{arithmetic.rounded(type, x):x}" for x in (math.inf, -math.inf))
        good(f"indices-{type}-not-finite", tensor(type, [5],
                                                  [nan, infinity, minus_infinity, f"0x{arithmetic.NAN[type] | 1:x}",
                                                   1]),
             3, rules=["index-cast", "nan"], basis="spec", note="A NaN and what does not fit in int64 turn nothing on.")
        good(f"indices-{type}-minus-zero", tensor(type, [2], [f"0x{1 << FLOAT_BITS[type] - 1:x}", 0]), 2,
             rules=["index-cast"])
        good(f"indices-{type}-denormal", tensor(type, [2], ["0x0001", 1]), 2, rules=["index-cast"])
        good(f"depth-{type}-fraction", int64s(0, 1, 2, -1), scalar(type, 2.75), rules=["depth-cast"])
        good(f"depth-{type}-below-1", int64s(0, 1), scalar(type, 0.75), rules=["depth-cast", "empty"])
        good(f"depth-{type}-minus-zero", int64s(0, 1), scalar(type, f"0x{1 << FLOAT_BITS[type] - 1:x}"),
             rules=["depth-cast", "empty"], basis="spec")
        good(f"depth-{type}-minus-a-half", int64s(0, 1), scalar(type, -0.5), rules=["depth-cast", "empty"],
             basis="spec",
             note="depth is cast first: -0.5 is 0.")
        for slug, value in (("nan", nan), ("infinite", infinity), ("minus-infinite", minus_infinity), ("minus-1", -1)):
            bad(f"depth-{type}-{slug}", "one_hot.depth", int64s(0), scalar(type, value), rules=["depth-cast"],
                basis="spec")
    good("indices-float32-beyond-int64", tensor("float32", [4], [2.0**63, -(2.0**63), -(2.0**64), 2.0**70]), 3,
         rules=["index-cast", "outside"], basis="spec")
    good("indices-float64-beyond-int64", tensor("float64", [4], [2.0**63, 2.0**64, -(2.0**63), 1e300]), 3,
         rules=["index-cast", "outside"], basis="spec")
    good("indices-float64-just-below-1", vector("float64", "0x3fefffffffffffff", "0xbfefffffffffffff"), 2,
         rules=["index-cast"])
    for slug, depth in (("float32-2-to-the-63", scalar("float32", 2.0**63)),
                        ("float64-1e300", scalar("float64", 1e300)),
                        ("float32-minus-1e10", scalar("float32", -1e10))):
        bad(f"depth-{slug}", "one_hot.depth", int64s(0), depth, rules=["depth-cast"], basis="spec")


def shapes():
    for rank in range(8):
        shape = [2, 1, 3, 1, 2, 1, 1][:rank]
        indices = tensor("int64", shape, [(i * 5) % 7 - 3 for i in range(math.prod(shape))])
        for axis in sorted({0, rank // 2, rank, -1, -rank - 1}):
            good(f"rank-{rank}-axis-{slug_of(axis)}", indices, 3, vector("int8", -1, 1), axis,
                 basis="spec" if rank == 0 else "onnx", rules=["rank-0"] if rank == 0 else [])
    good("rank-0-no-axis", scalar("int64", 2), 4, basis="spec", rules=["rank-0"])
    good("rank-0-outside", scalar("int64", 4), 4, basis="spec", rules=["rank-0", "outside"])
    good("depth-0", int64s(0, 1, -1), 0, rules=["empty"], basis="spec")
    good("depth-0-rank-2-axis-1", tensor("int64", [2, 2], [0] * 4), 0, axis=1, rules=["empty"], basis="spec")
    good("depth-1", int64s(0, -1, 1, -2), 1)
    good("no-indices", int64s(), 3, rules=["empty"])
    good("no-indices-axis-0", int64s(), 3, axis=0, rules=["empty"])
    good("no-indices-rank-3", tensor("int64", [2, 0, 3], []), 4, axis=1, rules=["empty"])
    good("no-indices-huge-depth", int64s(), INT64_MAX, rules=["empty"], basis="spec",
         note="A shape with an extent 0 has 0 elements, however large the others are.")
    good("no-indices-huge-extent-and-depth", tensor("int32", [2**62, 0], []), 2**62, axis=0, rules=["empty"],
         basis="spec")
    good("values-infinite", int64s(1), 2, vector("float32", "0xff800000", "0x7f800000"))
    good("values-nan-payloads", int64s(1, 0), 2, vector("float32", "0x7fc00001", "0xffa00002"), rules=["bits"])
    good("values-minus-zero", int64s(1, 0), 2, vector("float64", "0x8000000000000000", 0), rules=["bits"])


def large():
    draw = random.Random(1309)
    for type in ("uint8", "uint16", "float32", "float64", "complex64", "complex128", "int4", "uint2", "float4e2m1",
                 "bool"):
        elements = pattern(type, [9], 2).elements
        values = Tensor(type, [2], [elements[0], next(each for each in elements if each != elements[0])])
        indices = tensor("int32", [67], [draw.randrange(-110, 110) for _ in range(67)])
        good(f"large-{type}-last-axis", indices, 101, values, long=True)
        good(f"large-{type}-first-axis", indices, 101, values, 0, long=True)
    good("large-middle-axis", tensor("int64", [31, 33], [draw.randrange(-60, 60) for _ in range(31 * 33)]), 57, axis=1,
         long=True)
    good("large-strings", int64s(*[draw.randrange(9) for _ in range(10)]), 7, vector("string", "", "on"))


def errors():
    indices = int64s(0, 1)
    depth, shape = "one_hot.depth", "one_hot.values_shape"
    bad("depth-minus-1", depth, indices, -1)
    bad("depth-int64-min", depth, indices, INT64_MIN)
    bad("depth-int8-negative", depth, indices, scalar("int8", -128))
    bad("depth-negative-no-indices", depth, int64s(), -1)
    for opset in opsets(OPERATOR):
        bad(f"depth-negative-opset-{opset}", depth, indices, -3, opset=opset)
    for slug, values in (("one", vector("float32", 1)), ("three", vector("float32", 0, 1, 2)),
                         ("none", vector("float32")),
                         ("scalar", scalar("float32", 1)), ("of-rank-2", tensor("float32", [1, 2], [0, 1])),
                         ("of-rank-2-column", tensor("float32", [2, 1], [0, 1]))):
        bad(f"values-{slug}", shape, indices, 3, values, rules=["values-shape"])
    for slug, given in (("two", int64s(2, 3)), ("none", int64s()), ("of-rank-2", tensor("int64", [1, 1], [3]))):
        bad(f"depth-{slug}", "input.not_scalar", indices, given, rules=["scalar-or-vector"])
    for slug, axis in (("rank-plus-1", 2), ("below-minus-rank-minus-1", -3), ("int64-max", INT64_MAX),
                       ("int64-min", INT64_MIN)):
        bad(f"axis-{slug}", "axis.out_of_range", indices, 3, axis=axis)
    bad("axis-rank-plus-1-opset-9", "axis.out_of_range", indices, 3, axis=2, opset=9)
    bad("report-axis-3", "axis.out_of_range", tensor("int64", [2, 2], [1, 0, 2, -1]), 3, axis=3)
    bad("axis-1-of-rank-0", "axis.out_of_range", scalar("int64", 0), 3, axis=1, basis="spec", rules=["rank-0"])
    bad("axis-minus-2-opset-9", "axis.negative", indices, 3, axis=-2, opset=9, basis="spec", rules=["negative-axis"])
    bad("axis-minus-2-opset-10", "axis.negative", indices, 3, axis=-2, opset=10, basis="spec", rules=["negative-axis"])
    bad("indices-of-rank-8", "shape.rank_limit", iota("int64", [1] * 8), 2, basis="spec", rules=["rank-limit"])
    bad("memory-exhausted", "memory.exhausted", int64s(0), 2**60, vector("uint8", 0, 1), basis="spec", rules=["memory"])
    bad("memory-exhausted-float-depth", "memory.exhausted", int64s(0), scalar("float32", 2.0**60),
        vector("uint8", 0, 1),
        basis="spec", rules=["memory"])
    bad("memory-exhausted-rank-0", "memory.exhausted", scalar("int64", 0), 2**60, vector("float32", 0, 1), basis="spec",
        rules=["memory"])
    bad("count-overflows", "shape.overflow", int64s(0, 1), 2**62, vector("uint8", 0, 1), basis="spec",
        rules=["overflow"])
    bad("bytes-overflow", "shape.overflow", int64s(0), 2**61, OFF_ON, basis="spec", rules=["overflow"])
    bad("largest-depth-overflows", "shape.overflow", int64s(0, 0, 0), INT64_MAX, vector("int8", 0, 1), basis="spec",
        rules=["overflow"])
    inputs = {"indices": indices, "depth": scalar("int64", 3), "values": OFF_ON}
    for type in ("bool", "string", "complex64", "int4", "uint2", "float8e4m3fn", "float4e2m1"):
        element = {"string": b"1", "complex64": (0, 0)}.get(type, 1)
        refuse_type(OPERATOR, 11, inputs, "indices", Tensor(type, [2], [element] * 2))
        refuse_type(OPERATOR, 11, inputs, "depth", Tensor(type, [], [element]))
    refuse_type(OPERATOR, 9, inputs, "indices", vector("bool", 0, 1))
    refuse_type(OPERATOR, 9, inputs, "depth", scalar("bool", 1))
    for name in ("depth", "values"):
        add(OPERATOR, f"{name}-missing", 11, {**inputs, name: None}, error="input.missing")
    signature_refusals(OPERATOR, lambda opset: (inputs, {}),
                       wrong_kinds=[(9, "axis", [0]), (11, "axis", 0.0), (28, "axis", "0")],
                       wrong_attributes=[(9, "depth", 3), (11, "sorted", 1)],
                       too_many=[(9, {**inputs, "+1": int64s(1)}), (28, {**inputs, "+1": int64s(1)})])


def at_random():
    draw = random.Random(27)
    for number in range(50):
        rank = draw.randint(0, 4)
        shape = [draw.randint(0 if draw.random() < 0.05 else 1, 4) for _ in range(rank)]
        depth = draw.randint(1, 6)
        type = draw.choice(NUMBERS)
        numbers = [draw.randint(-depth - 2, depth + 2) for _ in range(math.prod(shape))]
        if type.startswith("u"):
            numbers = [abs(each) for each in numbers]
        values = pattern(draw.choice(TYPES), [2], number)
        depth_type = draw.choice(NUMBERS)
        good(f"random-{number}", tensor(type, shape, numbers), tensor(depth_type, draw.choice([[], [1]]), [depth]),
             values,
             draw.randint(-rank - 1, rank), draw.choice([11, 28]),
             **({} if rank else {"basis": "spec"}))


def cases():
    examples()
    types()
    fractions()
    shapes()
    large()
    errors()
    at_random()
