"""Gather: slices of data along one axis, chosen by indices."""

import random

from common import opsets, signature_refusals, type_in_onnx
from corpus import (INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, TYPES, add, coordinates, digest, int64s, iota, offset,
                    pattern, random_bits, scalar, tensor, vector, Tensor)

OPERATOR = "Gather"
VERSIONS = opsets(OPERATOR)


def gather(data, indices, axis=0):
    """output[j..., i..., l...] = data[j..., indices[i...], l...], the coordinate i... standing where axis was."""
    rank = data.rank
    if axis < 0:
        axis += rank
    extent = data.shape[axis]
    shape = data.shape[:axis] + indices.shape + data.shape[axis + 1:]
    elements = []
    for coordinate in coordinates(shape):
        before = coordinate[:axis]
        inside = coordinate[axis:axis + indices.rank]
        after = coordinate[axis + indices.rank:]
        index = indices.elements[offset(indices.shape, inside)]
        if index < 0:
            index += extent
        elements.append(data.elements[offset(data.shape, before + (index,) + after)])
    return Tensor(data.type, shape, elements)


def good(slug, data, indices, axis=None, opset=13, long=False, **more):
    output = gather(data, indices, 0 if axis is None else axis)
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, data.type) else "spec")
    add(OPERATOR, slug, opset, {"data": data, "indices": indices}, {} if axis is None else {"axis": axis},
        {"output": digest(output) if long else output}, **more)


def bad(slug, reason, data, indices, attributes=None, opset=13, **more):
    more.setdefault("basis", "spec")
    add(OPERATOR, slug, opset, {"data": data, "indices": indices}, attributes, error=reason, **more)


def examples():
    rows = tensor("float32", [3, 2], [1, 1.5, 2.25, 3.5, 4.5, 5.75])
    columns = tensor("float32", [3, 3], [1, 1.25, 2, 2.25, 3.5, 4, 4.5, 5.75, 6])
    for opset in VERSIONS:
        add(OPERATOR, f"onnx-example-axis-0-opset-{opset}", opset,
            {"data": rows, "indices": tensor("int64", [2, 2], [0, 1, 1, 2])}, {},
            {"output": tensor("float32", [2, 2, 2], [1, 1.5, 2.25, 3.5, 2.25, 3.5, 4.5, 5.75])}, rules=["axis-default"])
        add(OPERATOR, f"onnx-example-axis-1-opset-{opset}", opset,
            {"data": columns, "indices": tensor("int64", [1, 2], [0, 2])}, {"axis": 1},
            {"output": tensor("float32", [3, 1, 2], [1, 2, 2.25, 4, 4.5, 6])})
        add(OPERATOR, f"negative-indices-opset-{opset}", opset,
            {"data": iota("float32", [3, 4], 1), "indices": int64s(0, -1)}, {"axis": 0},
            {"output": tensor("float32", [2, 4], [1, 2, 3, 4, 9, 10, 11, 12])}, rules=["negative-index"],
            basis="spec" if opset == 1 else "onnx",
            note="Indices count from the end at every version." if opset == 1 else None)
        good(f"negative-axis-opset-{opset}", iota("int32", [2, 3, 2]), int64s(2, 0), -2, opset, rules=["negative-axis"])
    add(OPERATOR, "strings-reordered", 13, {"data": vector("string", "a", "b", "c"), "indices": int64s(-1, 0)}, {},
        {"output": vector("string", "c", "a")})
    add(OPERATOR, "last-extent-of-a-shape", 13, {"data": int64s(2, 3, 5), "indices": scalar("int64", -1)}, {},
        {"output": scalar("int64", 5)}, note="The step of the usual chain Shape, Gather, Unsqueeze, Concat, Reshape.")


def types():
    for type in TYPES:
        good(f"{type}-rows", pattern(type, [3, 5]), int64s(2, -3, 1, 1), 0, rules=["all-types"])
        good(f"{type}-columns", pattern(type, [3, 5], 1), tensor("int32", [7], [4, 0, -5, 2, 2, 1, 3]), 1,
             rules=["all-types"])
        good(f"{type}-scalar-index", pattern(type, [3, 2, 3], 2), scalar("int64", 1), 1, rules=["all-types"])
    for type in ("bfloat16", "float8e4m3fn", "int4", "uint2"):
        good(f"{type}-opset-1", pattern(type, [3, 3]), int64s(1, 2), 0, 1, basis="spec", rules=["all-types"],
             note="Every element type is moved at every version.")



def shapes():
    for rank in range(1, 9):
        shape = [2, 3, 2, 1, 2, 2, 1, 2][:rank]
        data = iota("int16", shape)
        for axis in range(rank):
            extent = shape[axis]
            good(f"rank-{rank}-axis-{axis}", data, int64s(*([extent - 1, 0, -extent][:3])), axis)
        good(f"rank-{rank}-scalar-index", data, scalar("int32", -1), -1, rules=["scalar-index"])
    for rank in range(1, 9):
        indices = tensor("int64", [1] * (rank - 1) + [2], [1, 0])
        good(f"indices-of-rank-{rank}", vector("float32", 5, 7), indices, 0, rules=["index-rank"])
    good("rank-4-and-rank-5-make-rank-8", iota("int8", [2, 1, 3, 1]), tensor("int64", [1, 2, 1, 1, 2], [2, 0, 1, -1]),
         2)
    good("whole-range-of-indices", iota("int32", [4, 2]), int64s(-4, -3, -2, -1, 0, 1, 2, 3), 0,
         rules=["negative-index"])
    good("extent-1", vector("float64", 2.5), tensor("int64", [2, 3], [0, -1, 0, 0, -1, -1]))
    good("single-repeated-index", iota("uint8", [3, 3]), int64s(*[1] * 9), 1)
    good("indices-empty", iota("float32", [3, 2]), int64s(), 0, rules=["empty"])
    good("indices-empty-of-rank-3", iota("float32", [3, 2]), tensor("int64", [2, 0, 3], []), 1, rules=["empty"])
    good("indices-and-axis-empty", tensor("float32", [0, 2], []), int64s(), 0, rules=["empty"])
    good("data-empty-off-the-axis", tensor("float32", [3, 0], []), int64s(2, 0), 0, rules=["empty"])
    good("data-empty-before-the-axis", tensor("string", [0, 3], []), int64s(2, -3), 1, rules=["empty"])
    good("empty-with-huge-extent", tensor("float64", [2, 0, 2**62], []), int64s(1, 0, 1), 0, rules=["empty"],
         basis="spec",
         note="A shape with an extent 0 has 0 elements, however large the others are.")
    good("empty-with-huge-extents", tensor("uint8", [2**62, 0, 2**62], []), int64s(2**62 - 1, -2**62, 0), 2,
         rules=["empty"], basis="spec")


def large():
    """Beyond the block sizes of any kernel, for every size of element."""
    draw = random.Random(1301)
    for type, shape in (("uint8", [15, 17]), ("uint16", [64, 129]), ("float32", [70, 257]), ("int64", [65, 130]),
                        ("float64", [33, 100])):
        data = iota(type, shape)
        for axis in (0, 1):
            extent = shape[axis]
            chosen = int64s(*[draw.randrange(-extent, extent) for _ in range(150)])
            good(f"large-{type}-axis-{axis}", data, chosen, axis, long=True)
    for type in ("complex64", "complex128", "int4", "uint4", "float4e2m1", "int2", "uint2", "bool", "float16"):
        data = random_bits(type, [51, 67], 1301)
        for axis in (0, 1):
            extent = data.shape[axis]
            chosen = int64s(*[draw.randrange(-extent, extent) for _ in range(77)])
            good(f"large-{type}-axis-{axis}", data, chosen, axis, long=True)
    good("large-strings", pattern("string", [40, 3]), int64s(*[draw.randrange(-40, 40) for _ in range(60)]), 0)
    good("large-middle-axis", iota("float32", [9, 50, 11]), int64s(*[draw.randrange(50) for _ in range(60)]), 1,
         long=True)
    good("pairs-on-the-middle-axis", iota("float32", [1, 500, 2]),
         tensor("int32", [20, 25], [draw.randrange(-500, 500) for _ in range(500)]), 1, long=True)


def errors():
    data = iota("float32", [3, 2])
    out = "index.out_of_range"
    for slug, index in (("extent", 3), ("below-minus-extent", -4), ("int64-max", INT64_MAX), ("int64-min", INT64_MIN),
                        ("two-to-the-32", 2**32), ("minus-two-to-the-32", -(2**32))):
        bad(f"index-{slug}", out, data, int64s(0, index, 1), {"axis": 0}, basis="onnx", rules=["index-range"])
    for slug, index in (("extent", 2), ("below-minus-extent", -3), ("max", INT32_MAX), ("min", INT32_MIN)):
        bad(f"int32-index-{slug}", out, data, vector("int32", index), {"axis": 1}, basis="onnx", rules=["index-range"])
    for opset in VERSIONS:
        bad(f"index-out-of-range-opset-{opset}", out, data, int64s(3), opset=opset, basis="onnx", rules=["index-range"])
    bad("index-last-of-many", out, data, int64s(*[0] * 99, 3), basis="onnx", rules=["index-range"])
    bad("index-into-empty-axis", out, tensor("float32", [0, 2], []), int64s(0), basis="onnx", rules=["index-range"])
    bad("index-minus-one-into-empty-axis", out, tensor("float32", [0], []), scalar("int64", -1), basis="onnx")
    bad("index-checked-for-an-empty-result", out, tensor("float32", [3, 0], []), int64s(0, 3), {"axis": 0},
        rules=["index-range", "empty"], note="Every index is checked, also when the result has no elements.")
    bad("axis-rank", "axis.out_of_range", data, int64s(0), {"axis": 2}, basis="onnx")
    bad("axis-below-minus-rank", "axis.out_of_range", data, int64s(0), {"axis": -3}, basis="onnx")
    bad("axis-int64-max", "axis.out_of_range", data, int64s(0), {"axis": INT64_MAX}, basis="onnx")
    bad("axis-int64-min", "axis.out_of_range", data, int64s(0), {"axis": INT64_MIN}, basis="onnx")
    bad("axis-two-to-the-32", "axis.out_of_range", data, int64s(0), {"axis": 2**32}, basis="onnx")
    bad("data-scalar", "input.rank", scalar("float32", 1), int64s(0), basis="onnx")
    for type in ("int8", "int16", "uint8", "uint32", "uint64", "float32", "bool", "int4"):
        bad(f"indices-{type}", "input.type", data, tensor(type, [1], [0]), basis="onnx")
    bad("indices-string", "input.type", data, vector("string", "0"), basis="onnx")
    bad("indices-missing", "input.missing", data, None, basis="onnx")
    bad("result-of-rank-9", "shape.rank_limit", iota("int8", [1, 2, 1, 1, 1]), tensor("int64", [1, 1, 1, 1, 1], [0]),
        {"axis": 1}, rules=["rank-limit"])
    bad("result-of-rank-15", "shape.rank_limit", iota("int8", [1] * 8), tensor("int64", [1] * 8, [0]),
        rules=["rank-limit"])
    inputs = {"data": data, "indices": int64s(0)}
    signature_refusals(OPERATOR, lambda opset: (inputs, {}),
                       wrong_kinds=[(1, "axis", [0]), (11, "axis", 0.0), (13, "axis", "0"), (28, "axis", [0])],
                       wrong_attributes=[(1, "batch_dims", 0), (13, "batch_dims", 0)],
                       too_many=[(1, {**inputs, "+1": int64s(0)}), (28, {**inputs, "+1": int64s(0)})])


def at_random():
    draw = random.Random(20)
    for number in range(60):
        type = draw.choice(TYPES)
        rank = draw.randint(1, 5)
        shape = [draw.randint(1, 5) for _ in range(rank)]
        index_shape = [draw.randint(0 if draw.random() < 0.1 else 1, 4)
                       for _ in range(draw.randint(0, min(3, 9 - rank)))]
        axis = draw.randrange(-rank, rank)
        extent = shape[axis]
        count = 1
        for each in index_shape:
            count *= each
        indices = tensor(draw.choice(["int32", "int64"]), index_shape,
                         [draw.randrange(-extent, extent) for _ in range(count)])
        good(f"random-{number}", pattern(type, shape, number), indices, axis, draw.choice(VERSIONS))


def cases():
    examples()
    types()
    shapes()
    large()
    errors()
    at_random()
