"""GatherElements: one element of data per position of indices, the coordinate on the axis replaced by the index."""

import random

from common import opsets, signature_refusals, type_in_onnx
from corpus import (INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, TYPES, Tensor, add, coordinates, digest, int64s, iota,
                    offset, pattern, random_bits, scalar, tensor, vector)

OPERATOR = "GatherElements"
VERSIONS = opsets(OPERATOR)


def gather_elements(data, indices, axis=0):
    """output[i][j][k] = data[indices[i][j][k]][j][k] for axis 0, and so on."""
    if axis < 0:
        axis += data.rank
    elements = []
    for coordinate in coordinates(indices.shape):
        index = indices.elements[offset(indices.shape, coordinate)]
        if index < 0:
            index += data.shape[axis]
        source = coordinate[:axis] + (index,) + coordinate[axis + 1:]
        elements.append(data.elements[offset(data.shape, source)])
    return Tensor(data.type, indices.shape, elements)


def good(slug, data, indices, axis=None, opset=13, long=False, **more):
    output = gather_elements(data, indices, 0 if axis is None else axis)
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, data.type) else "spec")
    add(OPERATOR, slug, opset, {"data": data, "indices": indices}, {} if axis is None else {"axis": axis},
        {"output": digest(output) if long else output}, **more)


def bad(slug, reason, data, indices, attributes=None, opset=13, **more):
    more.setdefault("basis", "spec")
    add(OPERATOR, slug, opset, {"data": data, "indices": indices}, attributes, error=reason, **more)


def examples():
    for opset in VERSIONS:
        add(OPERATOR, f"onnx-example-axis-1-opset-{opset}", opset,
            {"data": tensor("float32", [2, 2], [1, 2, 3, 4]), "indices": tensor("int64", [2, 2], [0, 0, 1, 0])},
            {"axis": 1}, {"output": tensor("float32", [2, 2], [1, 1, 4, 3])})
        add(OPERATOR, f"onnx-example-axis-0-opset-{opset}", opset,
            {"data": tensor("float32", [3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
             "indices": tensor("int64", [2, 3], [1, 2, 0, 2, 0, 0])}, {},
            {"output": tensor("float32", [2, 3], [4, 8, 3, 7, 2, 3])}, rules=["axis-default"])
        add(OPERATOR, f"negative-indices-opset-{opset}", opset,
            {"data": tensor("float32", [3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
             "indices": tensor("int64", [2, 3], [-1, -2, 0, -2, 0, 0])}, {"axis": 0},
            {"output": tensor("float32", [2, 3], [7, 5, 3, 4, 2, 3])}, rules=["negative-index"])
    add(OPERATOR, "smaller-off-the-axis", 13,
        {"data": tensor("int32", [2, 3], [10, 11, 12, 20, 21, 22]), "indices": tensor("int64", [1, 2], [2, 0])},
        {"axis": 1}, {"output": tensor("int32", [1, 2], [12, 10])}, rules=["off-axis-extent"])
    add(OPERATOR, "smaller-off-the-axis-rank-3", 13,
        {"data": iota("float32", [1, 4, 3]), "indices": tensor("int64", [1, 3, 2], [3, 0, 1, 2, 0, 3])}, {"axis": 1},
        {"output": tensor("float32", [1, 3, 2], [9, 1, 3, 7, 0, 10])}, rules=["off-axis-extent"])
    add(OPERATOR, "larger-on-the-axis", 13,
        {"data": tensor("int32", [2, 3], [10, 11, 12, 20, 21, 22]),
         "indices": tensor("int64", [1, 5], [0, 1, 2, 0, 1])},
        {"axis": 1}, {"output": tensor("int32", [1, 5], [10, 11, 12, 10, 11])}, rules=["off-axis-extent"])



def types():
    for type in TYPES:
        good(f"{type}-axis-0", pattern(type, [3, 3]), tensor("int32", [5, 3],
                                                             [2, -3, 1, 1, 0, -1, 0, 0, 2, 1, 2, 0, -1, 1, 1]),
             0, rules=["all-types"])
        good(f"{type}-axis-1", pattern(type, [3, 5], 1), tensor("int64", [3, 3], [4, 0, -5, 2, 2, 1, -1, 3, 0]), 1,
             rules=["all-types"])
    for type in ("bfloat16", "float8e5m2", "uint4", "int2"):
        good(f"{type}-opset-11", pattern(type, [3]), int64s(1, 2, -3), 0, 11, basis="spec", rules=["all-types"],
             note="Every element type is moved at every version.")


def shapes():
    draw = random.Random(3)
    for rank in range(1, 9):
        shape = [3, 2, 2, 1, 2, 2, 1, 3][:rank]
        count = 1
        for extent in shape:
            count *= extent
        for axis in range(rank):
            indices = tensor("int64", shape, [draw.randrange(-shape[axis], shape[axis]) for _ in range(count)])
            good(f"rank-{rank}-axis-{axis}", iota("int16", shape), indices, axis if axis % 2 else axis - rank,
                 rules=["negative-axis"])
    good("vector-longer-than-data", vector("float32", 5, 7), int64s(1, 0, -1, -2, 0, 0, 1), 0)
    good("extent-1", tensor("float32", [1, 1], [3]), tensor("int64", [4, 1], [0, -1, 0, -1]), 0)
    good("smaller-in-every-other-axis", iota("int32", [4, 5, 6]), tensor("int64", [2, 7, 3], [
        (i * 5) % 5 if i % 2 else -((i * 3) % 5) - 1 for i in range(42)]), 1, rules=["off-axis-extent"])
    good("indices-empty", tensor("float32", [2, 3], range(6)), tensor("int64", [0, 3], []), 0, rules=["empty"])
    good("indices-empty-off-the-axis", tensor("float32", [2, 3], range(6)), tensor("int64", [0, 9], []), 1,
         rules=["empty"])
    good("indices-and-data-empty", tensor("float32", [0, 3], []), tensor("int32", [0, 2], []), 0, rules=["empty"])
    good("data-empty-off-the-axis", tensor("string", [0, 3], []), tensor("int64", [0, 5], []), 1, rules=["empty"])
    good("empty-with-huge-extent", tensor("float64", [3, 0, 2**62], []), tensor("int64", [2**62, 0, 5], []), 0,
         rules=["empty"], basis="spec", note="A shape with an extent 0 has 0 elements, however large the others are.")


def large():
    draw = random.Random(1302)
    for type in ("uint16", "float32", "int64"):
        data = iota(type, [65, 67])
        for axis in (0, 1):
            indices = tensor("int32", [60, 63], [draw.randrange(-65, 65) for _ in range(60 * 63)])
            good(f"large-{type}-axis-{axis}", data, indices, axis, long=True)
    for type in ("uint8", "complex64", "complex128", "int4", "uint2", "float16", "float4e2m1"):
        data = random_bits(type, [39, 43], 1302)
        for axis in (0, 1):
            indices = tensor("int64", [17, 21], [draw.randrange(-19, 19) for _ in range(17 * 21)])
            good(f"large-{type}-axis-{axis}", data, indices, axis, long=True)
    good("large-strings", pattern("string", [20, 5]),
         tensor("int64", [11, 5], [draw.randrange(-20, 20) for _ in range(55)]), 0)
    good("large-middle-axis", iota("float32", [7, 40, 9]),
         tensor("int64", [7, 50, 9], [draw.randrange(-40, 40) for _ in range(7 * 50 * 9)]), 1, long=True)


def errors():
    data = iota("float32", [3, 2])
    zeros = tensor("int64", [3, 2], [0] * 6)
    out = "index.out_of_range"
    for slug, index in (("extent", 3), ("below-minus-extent", -4), ("int64-max", INT64_MAX), ("int64-min", INT64_MIN),
                        ("two-to-the-32", 2**32)):
        bad(f"index-{slug}", out, data, tensor("int64", [1, 2], [0, index]), {"axis": 0}, basis="onnx",
            rules=["index-range"])
    for slug, index in (("extent", 2), ("max", INT32_MAX), ("min", INT32_MIN)):
        bad(f"int32-index-{slug}", out, data, tensor("int32", [1, 1], [index]), {"axis": 1}, basis="onnx",
            rules=["index-range"])
    for opset in VERSIONS:
        bad(f"index-out-of-range-opset-{opset}", out, data, tensor("int64", [1, 1], [3]), opset=opset, basis="onnx",
            rules=["index-range"])
    bad("index-into-empty-axis", out, tensor("float32", [0, 3], []), tensor("int64", [1, 3], [0, 0, 0]), {"axis": 0},
        basis="onnx", rules=["index-range", "empty"])
    bad("indices-longer-on-a-strict-axis", out, iota("int32", [2, 3]), tensor("int64", [2, 1], [0, 3]), {"axis": 1},
        basis="onnx", rules=["index-range"])
    bad("off-axis-larger", "gather_elements.extent", iota("int32", [2, 3]), tensor("int64", [3, 1], [0, 1, 2]),
        {"axis": 1}, basis="onnx", rules=["off-axis-extent"])
    bad("off-axis-larger-last", "gather_elements.extent", iota("int32", [2, 3]), tensor("int64", [1, 4], [0] * 4),
        {"axis": 0}, basis="onnx", rules=["off-axis-extent"])
    bad("off-axis-larger-by-default-axis", "gather_elements.extent", iota("int32", [2, 2, 2]),
        tensor("int64", [2, 2, 3], [0] * 12), basis="onnx", rules=["off-axis-extent"])
    bad("off-axis-larger-than-empty", "gather_elements.extent", tensor("int32", [2, 0], []),
        tensor("int64", [1, 1], [0]), {"axis": 0}, basis="onnx", rules=["off-axis-extent", "empty"])
    bad("indices-of-smaller-rank", "gather_elements.rank_mismatch", data, int64s(0, 1), basis="onnx")
    bad("indices-of-larger-rank", "gather_elements.rank_mismatch", data, tensor("int64", [1, 1, 1], [0]), basis="onnx")
    bad("indices-scalar", "gather_elements.rank_mismatch", vector("float32", 1, 2), scalar("int64", 0), basis="onnx")
    bad("data-scalar", "input.rank", scalar("float32", 1), scalar("int64", 0), basis="onnx")
    for slug, axis in (("rank", 2), ("below-minus-rank", -3), ("int64-max", INT64_MAX), ("int64-min", INT64_MIN)):
        bad(f"axis-{slug}", "axis.out_of_range", data, zeros, {"axis": axis}, basis="onnx")
    for type in ("int8", "int16", "uint8", "uint32", "uint64", "float32", "bool", "int4"):
        bad(f"indices-{type}", "input.type", data, tensor(type, [1, 1], [0]), basis="onnx")
    bad("indices-missing", "input.missing", data, None, basis="onnx")
    inputs = {"data": data, "indices": zeros}
    signature_refusals(OPERATOR, lambda opset: (inputs, {}),
                       wrong_kinds=[(11, "axis", [0]), (13, "axis", 0.0), (28, "axis", "0")],
                       wrong_attributes=[(13, "reduction", "none")],
                       too_many=[(11, {**inputs, "+1": zeros}), (28, {**inputs, "+1": zeros})])


def at_random():
    draw = random.Random(21)
    for number in range(40):
        type = draw.choice(TYPES)
        rank = draw.randint(1, 5)
        shape = [draw.randint(1, 5) for _ in range(rank)]
        axis = draw.randrange(-rank, rank)
        index_shape = [draw.randint(1, extent) for extent in shape]
        index_shape[axis] = draw.randint(0 if draw.random() < 0.1 else 1, 6)
        count = 1
        for each in index_shape:
            count *= each
        indices = tensor(draw.choice(["int32", "int64"]), index_shape,
                         [draw.randrange(-shape[axis], shape[axis]) for _ in range(count)])
        good(f"random-{number}", pattern(type, shape, number), indices, axis, draw.choice(VERSIONS))


def cases():
    examples()
    types()
    shapes()
    large()
    errors()
    at_random()
