"""ScatterND: data with updates written, in order, at the coordinates that the last axis of indices holds."""

import math
import random

import arithmetic
from common import opsets, signature_refusals, type_in_onnx
from corpus import (FLOAT_BITS, INT64_MAX, INT64_MIN, TYPES, Tensor, add, coordinates, digest, fill, int64s,
                    integer_range,
                    iota, offset, pattern, random_bits, scalar, tensor, vector)

OPERATOR = "ScatterND"
VERSIONS = opsets(OPERATOR)
REDUCTIONS = ["add", "mul", "max", "min"]
REDUCED_TYPES = ["float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16",
                 "uint32",
                 "uint64", "bool"]


def combined(reduction, type, old, update):
    """What stands in the place of `old` after `update`."""
    if reduction == "none":
        return update
    if type == "bool":
        return old | update if reduction in ("add", "max") else old & update
    o, u = arithmetic.value(type, old), arithmetic.value(type, update)
    if reduction == "max":
        return old if u < o else update
    if reduction == "min":
        return old if o < u else update
    return arithmetic.result(type, o + u if reduction == "add" else o * u)


def scatter_nd(data, indices, updates, reduction="none"):
    depth = indices.shape[-1]
    slice_count = math.prod(data.shape[depth:])
    elements = list(data.elements)
    for number, place in enumerate(coordinates(indices.shape[:-1])):
        where = []
        for axis in range(depth):
            index = indices.elements[offset(indices.shape, place + (axis,))]
            where.append(index + data.shape[axis] if index < 0 else index)
        start = offset(data.shape[:depth], where) * slice_count
        for i in range(slice_count):
            elements[start + i] = combined(reduction, data.type, elements[start + i],
                                           updates.elements[number * slice_count + i])
    return Tensor(data.type, data.shape, elements)


def good(slug, data, indices, updates, reduction=None, opset=18, long=False, **more):
    output = scatter_nd(data, indices, updates, reduction or "none")
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, data.type) else "spec")
    add(OPERATOR, slug, opset, {"data": data, "indices": indices, "updates": updates},
        {} if reduction is None else {"reduction": reduction}, {"output": digest(output) if long else output}, **more)


def bad(slug, reason, data, indices, updates, attributes=None, opset=18, **more):
    more.setdefault("basis", "onnx")
    add(OPERATOR, slug, opset, {"data": data, "indices": indices, "updates": updates}, attributes, error=reason, **more)


def updates_shape(data_shape, indices_shape):
    return indices_shape[:-1] + data_shape[indices_shape[-1]:]


def examples():
    data = tensor("float32", [4, 4, 4], [1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1] * 2
                  + [8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8] * 2)
    planes = [5] * 4 + [6] * 4 + [7] * 4 + [8] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    for opset in VERSIONS:
        add(OPERATOR, f"onnx-example-1-opset-{opset}", opset,
            {"data": tensor("float32", [8], range(1, 9)), "indices": tensor("int64", [4, 1], [4, 3, 1, 7]),
             "updates": vector("float32", 9, 10, 11, 12)}, {},
            {"output": vector("float32", 1, 11, 3, 10, 9, 6, 7, 12)})
        add(OPERATOR, f"onnx-example-2-opset-{opset}", opset,
            {"data": data, "indices": tensor("int64", [2, 1], [0, 2]), "updates": tensor("float32", [2, 4, 4], planes)},
            {},
            {"output": tensor("float32", [4, 4, 4], planes[:16] + [1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1]
                              + planes[16:] + [8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8])})
        add(OPERATOR, f"negative-indices-opset-{opset}", opset,
            {"data": iota("int32", [2, 3]), "indices": tensor("int64", [2, 2], [-1, -1, 0, -3]),
             "updates": vector("int32", 50, 60)}, {}, {"output": tensor("int32", [2, 3], [60, 1, 2, 3, 4, 50])},
            rules=["negative-index"])
    # The same plane updated twice, as in ONNX's node tests.
    twice = [5] * 4 + [6] * 4 + [7] * 4 + [8] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    first = {
        "add": [7, 8, 9, 10, 13, 14, 15, 16, 18, 17, 16, 15, 16, 15, 14, 13],
        "mul": [5, 10, 15, 20, 60, 72, 84, 96, 168, 147, 126, 105, 128, 96, 64, 32],
        "max": [5, 5, 5, 5, 6, 6, 7, 8, 8, 7, 7, 7, 8, 8, 8, 8],
        "min": [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 3, 2, 1],
    }
    for reduction, plane in first.items():
        for opset in (16, 18, 28):
            if opset == 16 and reduction in ("max", "min"):
                continue
            add(OPERATOR, f"plane-twice-{reduction}-opset-{opset}", opset,
                {"data": data, "indices": tensor("int64", [2, 1], [0, 0]),
                 "updates": tensor("float32", [2, 4, 4], twice)},
                {"reduction": reduction},
                {"output": tensor("float32", [4, 4, 4], plane + [1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1]
                                  + [8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8] * 2)},
                rules=["reduction", "duplicates"])



def types():
    for type in TYPES:
        good(f"{type}-elements", pattern(type, [3, 5]), tensor("int64", [4, 2], [0, 1, 2, 4, -1, 0, 1, -3]),
             pattern(type, [4], 7), rules=["all-types"])
        good(f"{type}-slices", pattern(type, [3, 5], 1), tensor("int64", [2, 1], [2, -3]), pattern(type, [2, 5], 8),
             "none",
             rules=["all-types"])
    for type in ("bfloat16", "float8e5m2", "uint4", "int2"):
        good(f"{type}-opset-11", pattern(type, [3]), tensor("int64", [1, 1], [-2]), pattern(type, [1], 4), None, 11,
             basis="spec", rules=["all-types"], note="Every element type is moved at every version.")


def full_range(draw, type, count):
    """Elements of every size, extremes among them."""
    elements = []
    for _ in range(count):
        if type in FLOAT_BITS:
            elements.append(arithmetic.rounded(type, arithmetic.in_float32(
                draw.choice([1, -1]) * draw.random() * 2.0 ** draw.randint(-12, 12))))
        else:
            low, high = integer_range(type)
            elements.append(draw.choice([low, high, draw.randint(low, high), draw.randint(max(low, -9), min(high, 9))]))
    return elements


def reductions():
    draw = random.Random(1304)
    places = tensor("int64", [14, 1], [0, 1, 2, 0, 1, 2, -1, 3, 0, -4, 0, 4, 4, 4])
    for type in REDUCED_TYPES:
        basis = "onnx" if type not in ("float16", "bfloat16", "bool") else "spec"
        for reduction in REDUCTIONS:
            good(f"{type}-{reduction}-duplicates", Tensor(type, [5], full_range(draw, type, 5)), places,
                 Tensor(type, [14], full_range(draw, type, 14)), reduction, rules=["reduction", "duplicates"],
                 basis=basis)
            good(f"{type}-{reduction}-rows", Tensor(type, [3, 4], full_range(draw, type, 12)),
                 tensor("int64", [4, 1], [2, 0, 2, -1]), Tensor(type, [4, 4], full_range(draw, type, 16)), reduction,
                 rules=["reduction", "duplicates"], basis=basis)
    for type, top in (("int8", 127), ("int16", 32767), ("int32", 2**31 - 1), ("int64", INT64_MAX)):
        add(OPERATOR, f"{type}-add-wraps", 18, {"data": vector(type, top, -top - 1),
                                                "indices": tensor("int64", [2, 1], [0, 1]),
            "updates": vector(type, 1, -1)}, {"reduction": "add"}, {"output": vector(type, -top - 1, top)},
            basis="spec",
            rules=["reduction", "integers-wrap"])
        add(OPERATOR, f"{type}-mul-wraps", 18, {"data": vector(type, -top - 1, top),
                                                "indices": tensor("int64", [2, 1], [0, 1]),
            "updates": vector(type, -1, 2)}, {"reduction": "mul"}, {"output": vector(type, -top - 1, -2)}, basis="spec",
            rules=["reduction", "integers-wrap"])
    for type, top in (("uint8", 255), ("uint16", 65535), ("uint32", 2**32 - 1), ("uint64", 2**64 - 1)):
        add(OPERATOR, f"{type}-add-wraps", 18, {"data": vector(type, top, 1),
                                                "indices": tensor("int64", [2, 1], [0, 1]),
            "updates": vector(type, 1, top)}, {"reduction": "add"}, {"output": vector(type, 0, 0)}, basis="spec",
            rules=["reduction", "integers-wrap"])
        add(OPERATOR, f"{type}-mul-wraps", 18, {"data": vector(type, top, top),
                                                "indices": tensor("int64", [2, 1], [0, 1]),
            "updates": vector(type, top, 2)}, {"reduction": "mul"}, {"output": vector(type, 1, top - 1)}, basis="spec",
            rules=["reduction", "integers-wrap"])
        add(OPERATOR, f"{type}-compares-unsigned", 18, {"data": vector(type, top, top),
            "indices": tensor("int64", [2, 1], [0, 0]), "updates": vector(type, 1, 0)}, {"reduction": "max"},
            {"output": vector(type, top, top)}, rules=["reduction"])
    add(OPERATOR, "int8-120-plus-10", 18, {"data": vector("int8", 120), "indices": tensor("int64", [1, 1], [0]),
        "updates": vector("int8", 10)}, {"reduction": "add"}, {"output": vector("int8", -126)}, basis="onnxruntime",
        rules=["reduction", "integers-wrap"])
    for reduction, expected in (("add", [0, 1, 1, 1]), ("max", [0, 1, 1, 1]), ("mul", [0, 0, 0, 1]),
                                ("min", [0, 0, 0, 1])):
        add(OPERATOR, f"bool-{reduction}-truth-table", 18,
            {"data": vector("bool", 0, 0, 1, 1), "indices": tensor("int64", [4, 1], [0, 1, 2, 3]),
             "updates": vector("bool", 0, 1, 0, 1)}, {"reduction": reduction}, {"output": vector("bool", *expected)},
            basis="spec", rules=["reduction"])


def special_values():
    """NaN, signed zeros, infinities, denormals; rounding once per step."""
    patterns = {
        "float32": ("0x7fc00001", "0xffc00002", "0x80000000", "0x7f800000", "0xff800000"),
        "float64": ("0x7ff8000000000001", "0xfff8000000000002", "0x8000000000000000", "0x7ff0000000000000",
                    "0xfff0000000000000"),
        "float16": ("0x7e01", "0xfe02", "0x8000", "0x7c00", "0xfc00"),
        "bfloat16": ("0x7fc1", "0xffc2", "0x8000", "0x7f80", "0xff80"),
    }
    for type, (nan, other_nan, minus_zero, infinity, minus_infinity) in patterns.items():
        places = tensor("int64", [9, 1], range(9))
        old = vector(type, nan, 1, nan, 0, minus_zero, 2, infinity, minus_infinity, 1)
        new = vector(type, 5, nan, other_nan, minus_zero, 0, 2, 1, 1, infinity)
        kept = {
            "max": [5, nan, other_nan, minus_zero, 0, 2, infinity, 1, infinity],
            "min": [5, nan, other_nan, minus_zero, 0, 2, 1, minus_infinity, 1],
        }
        for reduction, expected in kept.items():
            add(OPERATOR, f"{type}-{reduction}-of-special-values", 18, {"data": old, "indices": places, "updates": new},
                {"reduction": reduction}, {"output": vector(type, *expected)}, basis="spec", rules=["reduction", "nan"],
                note="max is u < o ? o : u and min is o < u ? o : u, so the update wins where a NaN is compared or "
                     "both are equal.")
        one = tensor("int64", [4, 1], range(4))
        add(OPERATOR, f"{type}-add-of-special-values", 18,
            {"data": vector(type, minus_zero, minus_zero, infinity, 1), "indices": one,
             "updates": vector(type, minus_zero, 0, 1, minus_infinity)}, {"reduction": "add"},
            {"output": vector(type, minus_zero, 0, infinity, minus_infinity)}, rules=["reduction"])
        add(OPERATOR, f"{type}-mul-of-special-values", 18,
            {"data": vector(type, minus_zero, -1, minus_infinity, 0), "indices": one,
             "updates": vector(type, 5, 0, -2, minus_zero)}, {"reduction": "mul"},
            {"output": vector(type, minus_zero, minus_zero, infinity, minus_zero)}, rules=["reduction"])
    add(OPERATOR, "max-nan-among-duplicates", 18,
        {"data": vector("float32", 1), "indices": tensor("int64", [3, 1], [0, 0, 0]),
         "updates": vector("float32", 9, "0x7fc00001", 2)}, {"reduction": "max"}, {"output": vector("float32", 2)},
        basis="spec", rules=["reduction", "nan", "duplicates"],
        note="The NaN wins over 9, then 2 wins over the NaN.")
    add(OPERATOR, "min-nan-among-duplicates", 18,
        {"data": vector("float32", 1), "indices": tensor("int64", [3, 1], [0, 0, 0]),
         "updates": vector("float32", -9, "0x7fc00001", 2)}, {"reduction": "min"}, {"output": vector("float32", 2)},
        basis="spec", rules=["reduction", "nan", "duplicates"])
    # 2048 + 1 ties to 2048 in float16 each time; summed first and rounded once it would be 2050.
    add(OPERATOR, "float16-rounds-after-each-step", 18,
        {"data": vector("float16", 2048), "indices": tensor("int64", [2, 1], [0, 0]),
         "updates": vector("float16", 1, 1)},
        {"reduction": "add"}, {"output": vector("float16", 2048)}, basis="spec", rules=["reduction", "rounding"])
    add(OPERATOR, "bfloat16-rounds-after-each-step", 18,
        {"data": vector("bfloat16", 256), "indices": tensor("int64", [3, 1], [0, 0, 0]),
         "updates": vector("bfloat16", 1, 1, 1)}, {"reduction": "add"}, {"output": vector("bfloat16", 256)},
         basis="spec",
        rules=["reduction", "rounding"])
    add(OPERATOR, "float16-add-ties-to-even", 18,
        {"data": vector("float16", 2050, 2052), "indices": tensor("int64", [2, 1], [0, 1]),
         "updates": vector("float16", 1, 1)}, {"reduction": "add"}, {"output": vector("float16", 2052, 2052)},
         basis="spec",
        rules=["reduction", "rounding"],
        note="2051 lies between 2050 and 2052, of which 2052 is even in its last place; 2053 goes back to 2052.")
    add(OPERATOR, "float16-add-overflows", 18,
        {"data": vector("float16", 65504, 65504, -65504), "indices": tensor("int64", [3, 1], [0, 1, 2]),
         "updates": vector("float16", 16, 15, -65504)}, {"reduction": "add"},
        {"output": vector("float16", "0x7c00", 65504, "0xfc00")}, basis="spec", rules=["reduction", "rounding"])
    add(OPERATOR, "float16-mul-of-denormals", 18,
        {"data": vector("float16", "0x0001", "0x0003", "0x03ff"), "indices": tensor("int64", [3, 1], [0, 1, 2]),
         "updates": vector("float16", 0.5, 0.5, 2)}, {"reduction": "mul"},
        {"output": vector("float16", "0x0000", "0x0002", "0x07fe")}, basis="spec", rules=["reduction", "rounding"])
    add(OPERATOR, "float32-denormals-are-kept", 18,
        {"data": vector("float32", "0x00000001", "0x00800000", "0x00000001"),
         "indices": tensor("int64", [3, 1], [0, 1, 2]),
         "updates": vector("float32", "0x00000001", "0x80000001", "0x00000000")}, {"reduction": "add"},
        {"output": vector("float32", "0x00000002", "0x007fffff", "0x00000001")}, rules=["reduction", "rounding"])
    add(OPERATOR, "float32-mul-into-denormals", 18,
        {"data": vector("float32", "0x00800000", "0x00800001", "0x00000001"),
         "indices": tensor("int64", [3, 1], [0, 1, 2]),
         "updates": vector("float32", 0.5, 0.5, 0.5)}, {"reduction": "mul"},
        {"output": vector("float32", "0x00400000", "0x00400000", "0x00000000")}, rules=["reduction", "rounding"])
    add(OPERATOR, "float32-order-of-adds", 18,
        {"data": vector("float32", 1), "indices": tensor("int64", [3, 1], [0, 0, 0]),
         "updates": vector("float32", 16777216, -16777216, 1)}, {"reduction": "add"}, {"output": vector("float32", 1)},
        basis="spec", rules=["reduction", "duplicates"], note="(1 + 2^24) rounds to 2^24, then 0, then 1.")
    for type in ("float32", "float64", "float16", "bfloat16"):
        inf, minus = {"float32": ("0x7f800000", "0xff800000"), "float64": ("0x7ff0000000000000", "0xfff0000000000000"),
                      "float16": ("0x7c00", "0xfc00"), "bfloat16": ("0x7f80", "0xff80")}[type]
        sign = {"float32": 1 << 31, "float64": 1 << 63, "float16": 1 << 15, "bfloat16": 1 << 15}[type]
        made = f"0x{arithmetic.NAN[type] | sign:x}"
        first, second = patterns[type][:2]
        add(OPERATOR, f"{type}-nan-made-by-add", 18, {"data": vector(type, inf, minus),
            "indices": tensor("int64", [2, 1], [0, 1]), "updates": vector(type, minus, inf)}, {"reduction": "add"},
            {"output": vector(type, made, made)}, basis="spec", rules=["reduction", "nan"],
            note="A NaN that comes out of numbers is the quiet NaN with the sign set, as x86 makes it.")
        add(OPERATOR, f"{type}-nan-made-by-mul", 18, {"data": vector(type, inf, 0),
            "indices": tensor("int64", [2, 1], [0, 1]), "updates": vector(type, 0, minus)}, {"reduction": "mul"},
            {"output": vector(type, made, made)}, basis="spec", rules=["reduction", "nan"],
            note="A NaN that comes out of numbers is the quiet NaN with the sign set, as x86 makes it.")
        signalling = {"float32": ("0x7f800001", "0x7fc00001"), "float64": ("0x7ff0000000000001", "0x7ff8000000000001"),
                      "float16": ("0x7c01", "0x7e01"), "bfloat16": ("0x7f81", "0x7fc1")}[type]
        for reduction in ("add", "mul"):
            add(OPERATOR, f"{type}-two-nans-{reduction}-of-a-row", 18,
                {"data": vector(type, *[first] * 17), "indices": tensor("int64", [1, 0], []),
                 "updates": tensor(type, [1, 17], [second] * 17)}, {"reduction": reduction},
                {"output": vector(type, *[first] * 17)}, basis="spec", rules=["reduction", "nan"],
                note="The data's NaN is taken, however long the row is.")
            add(OPERATOR, f"{type}-nan-through-{reduction}", 18,
                {"data": vector(type, first, 1, second, first, signalling[0]),
                 "indices": tensor("int64", [5, 1], [0, 1, 2, 3, 4]),
                 "updates": vector(type, 1, second, first, second, 1)}, {"reduction": reduction},
                {"output": vector(type, first, second, second, first, signalling[1])}, basis="spec",
                rules=["reduction", "nan"],
                note="A NaN passes through, made quiet; of two, that of the data.")


def shapes():
    draw = random.Random(5)
    for rank in range(1, 9):
        shape = [3, 2, 2, 1, 2, 2, 1, 3][:rank]
        for depth in range(1 if rank == 8 else 0, rank + 1):  # updates of depth 0 would have 9 axes
            places = [draw.randrange(-shape[axis], shape[axis]) for _ in range(2) for axis in range(depth)]
            indices = tensor("int64", [2, depth], places)
            new = iota("int16", updates_shape(shape, [2, depth]), 1000)
            good(f"rank-{rank}-depth-{depth}", iota("int16", shape), indices, new, rules=["index-depth"],
                 basis="onnx" if depth else "spec")
    for rank in range(1, 9):
        shape = [1] * (rank - 1) + [1]
        good(f"indices-of-rank-{rank}", iota("float64", [3]), tensor("int64", shape, [2]),
             tensor("float64", shape[:-1], [9]))
    good("updates-of-rank-8", iota("int8", [2, 2, 1, 1]), tensor("int64", [1, 1, 2, 1, 2, 1], [0, 1, 1, 0]),
         iota("int8", [1, 1, 2, 1, 2, 2, 1, 1], 50))
    good("depth-0-replaces-the-whole", iota("int32", [2, 2]), tensor("int64", [2, 0], []),
         tensor("int32", [2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), basis="spec", rules=["index-depth", "duplicates"],
         note="Each update replaces the whole; the last one stays.")
    good("depth-0-of-a-vector", iota("int32", [2, 2]), tensor("int64", [0], []), tensor("int32", [2, 2], [9, 8, 7, 6]),
         basis="spec", rules=["index-depth"])
    good("depth-0-add", iota("float32", [3]), tensor("int64", [2, 0], []),
         tensor("float32", [2, 3], [1, 2, 3, 10, 20, 30]),
         "add", basis="spec", rules=["index-depth", "reduction"])
    good("depth-0-no-updates", iota("float32", [3]), tensor("int64", [0, 0], []), tensor("float32", [0, 3], []),
         basis="spec", rules=["index-depth", "empty"])
    good("no-updates", iota("int32", [2, 3]), tensor("int64", [0, 1], []), tensor("int32", [0, 3], []), rules=["empty"])
    good("no-updates-add", iota("int32", [2, 3]), tensor("int64", [0, 2], []), tensor("int32", [0], []), "add",
         rules=["empty"])
    good("no-updates-into-empty-data", tensor("string", [0, 3], []), tensor("int64", [0, 1], []),
         tensor("string", [0, 3], []),
         rules=["empty"])
    good("empty-slices", tensor("float32", [3, 0], []), tensor("int64", [2, 1], [0, -1]), tensor("float32", [2, 0], []),
         rules=["empty"])
    good("empty-with-huge-extent", tensor("int64", [2, 0, 2**62], []), tensor("int64", [2, 1], [1, -2]),
         tensor("int64", [2, 0, 2**62], []), rules=["empty"], basis="spec",
         note="A shape with an extent 0 has 0 elements, however large the others are.")
    good("one-tuple-in-a-vector", iota("int32", [2, 3]), int64s(1, -1), scalar("int32", 77))
    good("duplicates-last-wins", iota("int32", [3]), tensor("int64", [4, 1], [1, 1, -2, 1]),
         vector("int32", 10, 20, 30, 40),
         basis="spec", rules=["duplicates"])
    good("duplicate-slices-last-wins", iota("float32", [2, 3]), tensor("int64", [2, 1], [0, 0]),
         tensor("float32", [2, 3], [10, 11, 12, 20, 21, 22]), basis="spec", rules=["duplicates"])
    for opset in (11, 13, 16, 28):
        good(f"duplicates-last-wins-opset-{opset}", iota("int64", [2]), tensor("int64", [3, 1], [0, 0, 0]),
             int64s(7, 8, 9),
             None, opset, basis="spec", rules=["duplicates"])


def large():
    draw = random.Random(1305)
    many = 100_000
    zeros = fill("int64", [many, 1], 0)
    add(OPERATOR, "hundred-thousand-adds-to-one-element", 18,
        {"data": vector("float32", 0), "indices": zeros, "updates": fill("float32", [many], 1)}, {"reduction": "add"},
        {"output": vector("float32", many)}, rules=["reduction", "duplicates"])
    add(OPERATOR, "hundred-thousand-writes-to-one-element", 18,
        {"data": vector("int32", -1), "indices": zeros, "updates": iota("int32", [many])}, {},
        {"output": vector("int32", many - 1)}, basis="spec", rules=["duplicates"])
    for type in ("uint16", "float32", "int64"):
        data = iota(type, [40, 33])
        indices = tensor("int64", [100, 2], [draw.randrange(-33, 33) for _ in range(200)])
        good(f"large-{type}-elements", data, indices, iota(type, [100], 3000), long=True, basis="spec",
             rules=["duplicates"])
        rows = tensor("int64", [50, 1], [draw.randrange(-40, 40) for _ in range(50)])
        good(f"large-{type}-rows", data, rows, iota(type, [50, 33], 5000), long=True, basis="spec",
             rules=["duplicates"])
        good(f"large-{type}-rows-add", data, rows, iota(type, [50, 33], 3), "add", long=True,
             rules=["duplicates", "reduction"])
    for type in ("uint8", "complex64", "complex128", "int4", "uint2", "float16", "float4e2m1"):
        data = random_bits(type, [17, 39], 1305)
        rows = tensor("int64", [20, 1], [draw.randrange(-17, 17) for _ in range(20)])
        good(f"large-{type}-rows", data, rows, random_bits(type, [20, 39], 5), long=True, basis="spec",
             rules=["duplicates"])
        places = tensor("int64", [30, 2], [draw.randrange(-9, 9) for _ in range(60)])
        good(f"large-{type}-elements", data, places, pattern(type, [30], 6), long=True, basis="spec",
             rules=["duplicates"])
    good("large-strings", pattern("string", [10, 3]), tensor("int64", [12, 1],
                                                             [draw.randrange(-10, 10) for _ in range(12)]),
         pattern("string", [12, 3], 9), basis="spec", rules=["duplicates"])


def errors():
    data = iota("float32", [3, 2])
    one = tensor("int64", [1, 2], [0, 0])
    new = vector("float32", 5)
    out = "index.out_of_range"
    for slug, index in (("extent", 3), ("below-minus-extent", -4), ("int64-max", INT64_MAX), ("int64-min", INT64_MIN),
                        ("two-to-the-32", 2**32)):
        bad(f"index-{slug}", out, data, tensor("int64", [2, 2], [0, 0, index, 1]), vector("float32", 1, 2),
            rules=["index-range"])
    for opset in VERSIONS:
        bad(f"index-out-of-range-opset-{opset}", out, data, tensor("int64", [1, 2], [0, -3]), new, opset=opset,
            rules=["index-range"])
    for reduction in REDUCTIONS:
        bad(f"index-out-of-range-{reduction}", out, data, tensor("int64", [1, 2], [3, 0]), new,
            {"reduction": reduction},
            rules=["index-range"])
    bad("index-into-empty-axis", out, tensor("int32", [0, 3], []), tensor("int64", [1, 1], [0]),
        tensor("int32", [1, 3], [1, 2, 3]), rules=["index-range", "empty"])
    bad("index-checked-for-empty-slices", out, tensor("int32", [3, 0], []), tensor("int64", [2, 1], [0, 3]),
        tensor("int32", [2, 0], []), rules=["index-range", "empty"], basis="spec",
        note="Every index is checked, also when the result has no elements.")
    depth, shape = "scatter_nd.index_depth", "scatter_nd.updates_shape"
    bad("depth-beyond-the-rank", depth, data, tensor("int64", [1, 3], [0, 0, 0]), new, rules=["index-depth"])
    bad("depth-beyond-the-rank-of-no-updates", depth, data, tensor("int64", [0, 3], []), tensor("float32", [0], []),
        rules=["index-depth"])
    for slug, wrong in (("too-few", [1]), ("too-many", [3]), ("rank-too-large", [2, 1]), ("scalar", [])):
        bad(f"updates-{slug}", shape, data, tensor("int64", [2, 2], [0, 0, 1, 1]), iota("float32", wrong),
            rules=["updates-shape"])
    bad("updates-slices-too-short", shape, data, tensor("int64", [2, 1], [0, 1]), iota("float32", [2, 1]),
        rules=["updates-shape"])
    bad("updates-not-broadcast", shape, data, tensor("int64", [2, 1], [0, 1]), iota("float32", [2]),
        rules=["updates-shape"])
    bad("updates-empty", shape, data, tensor("int64", [1, 1], [0]), tensor("float32", [0, 2], []),
        rules=["updates-shape"])
    bad("updates-for-no-tuples", shape, data, tensor("int64", [0, 1], []), iota("float32", [1, 2]),
        rules=["updates-shape"])
    bad("updates-of-other-type", "input.type_mismatch", data, one, vector("float64", 5))
    bad("updates-int32-for-uint32", "input.type_mismatch", vector("uint32", 1), tensor("int64", [1, 1], [0]),
        vector("int32", 5))
    name = "scatter_nd.reduction"
    for slug, text in (("sub", "sub"), ("empty-text", ""), ("upper-case", "ADD"), ("with-space", "add ")):
        bad(f"reduction-{slug}", name, data, one, new, {"reduction": text}, rules=["reduction"])
    for reduction in ("max", "min"):
        bad(f"reduction-{reduction}-opset-16", name, data, one, new, {"reduction": reduction}, 16, rules=["reduction"])
        bad(f"reduction-{reduction}-opset-17", name, data, one, new, {"reduction": reduction}, 17, rules=["reduction"])
    for opset in (11, 13, 15):
        bad(f"reduction-opset-{opset}", "attribute.unknown", data, one, new, {"reduction": "none"}, opset, basis="spec",
            rules=["reduction"])
    for type in TYPES:
        if type not in REDUCED_TYPES:
            bad(f"reduction-of-{type}", "scatter_nd.reduction_type", pattern(type, [3]), tensor("int64", [1, 1], [0]),
                pattern(type, [1]), {"reduction": REDUCTIONS[TYPES.index(type) % 4]}, basis="spec", rules=["reduction"])
    bad("string-add", "scatter_nd.reduction_type", vector("string", "a"), tensor("int64", [1, 1], [0]),
        vector("string", "b"), {"reduction": "add"}, basis="spec", rules=["reduction"])
    bad("data-scalar", "input.rank", scalar("float32", 1), tensor("int64", [1, 0], []), vector("float32", 1))
    bad("indices-scalar", "input.rank", vector("float32", 1, 2), scalar("int64", 0), scalar("float32", 1))
    for type in ("int32", "uint64", "int8", "float32", "bool"):
        bad(f"indices-{type}", "input.type", data, tensor(type, [1, 2], [0, 0]), new)
    bad("indices-missing", "input.missing", data, None, new)
    bad("updates-missing", "input.missing", data, one, None)
    inputs = {"data": data, "indices": one, "updates": new}
    signature_refusals(OPERATOR, lambda opset: (inputs, {}),
                       wrong_kinds=[(16, "reduction", 0), (18, "reduction", ["add"]), (28, "reduction", 1.0)],
                       wrong_attributes=[(11, "reduction", "none"), (18, "axis", 0)],
                       too_many=[(11, {**inputs, "+1": new}), (28, {**inputs, "+1": new})])


def at_random():
    draw = random.Random(23)
    for number in range(60):
        reduction = draw.choice([None, None, "none"] + REDUCTIONS)
        type = draw.choice(REDUCED_TYPES if reduction in REDUCTIONS else TYPES)
        rank = draw.randint(1, 5)
        shape = [draw.randint(1, 4) for _ in range(rank)]
        depth = draw.randint(1, rank)
        lead = [draw.randint(1, 3) for _ in range(draw.randint(0, 2))]
        indices = tensor("int64", lead + [depth], [draw.randrange(-extent, extent) for _ in range(math.prod(lead))
                                                   for extent in shape[:depth]])
        new_shape = updates_shape(shape, indices.shape)
        if reduction in REDUCTIONS:
            data = Tensor(type, shape, full_range(draw, type, math.prod(shape)))
            new = Tensor(type, new_shape, full_range(draw, type, math.prod(new_shape)))
        else:
            data, new = pattern(type, shape, number), pattern(type, new_shape, number + 100)
        good(f"random-{number}", data, indices, new, reduction, draw.choice([18, 28]), basis="spec",
             rules=["duplicates"])


def cases():
    examples()
    types()
    reductions()
    special_values()
    shapes()
    large()
    errors()
    at_random()
