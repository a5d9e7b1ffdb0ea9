"""NonZero: the coordinates of the elements that are not 0, in row-major order."""

import random

from common import opsets, signature_refusals, type_in_onnx
from corpus import (COMPLEX_PARTS, FLOAT_BITS, TYPES, Tensor, add, coordinates, digest, fill, integer_range, iota,
                    pattern, scalar, tensor, vector, zero)

OPERATOR = "NonZero"


def is_zero(type, each):
    """Of a floating-point type: all bits but the sign are 0, where there is a -0 and a 0."""
    if type == "string":
        return each == b""
    if type in COMPLEX_PARTS:
        return all(is_zero(COMPLEX_PARTS[type], part) for part in each)
    if type == "float8e8m0":
        return False
    if type.endswith("fnuz"):  # the sign alone is the NaN
        return each == 0
    if type in FLOAT_BITS:
        return each & ~(1 << (FLOAT_BITS[type] - 1)) == 0
    return each == 0


def non_zero(x):
    """[max(rank, 1), count]; a scalar counts as a vector of one element."""
    shape = x.shape or [1]
    found = [place for place, each in zip(coordinates(shape), x.elements) if not is_zero(x.type, each)]
    return Tensor("int64", [len(shape), len(found)], [place[axis] for axis in range(len(shape)) for place in found])


def good(slug, x, opset=13, long=False, **more):
    output = non_zero(x)
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, x.type) else "spec")
    add(OPERATOR, slug, opset, {"X": x}, {}, {"Y": digest(output) if long else output}, **more)


def by_hand(slug, x, shape, expect, opset=13, **more):
    add(OPERATOR, slug, opset, {"X": x}, {}, {"Y": tensor("int64", shape, expect)}, **more)


def examples():
    for opset in opsets(OPERATOR):
        by_hand(f"onnx-example-opset-{opset}", tensor("bool", [2, 2], [1, 0, 1, 1]), [2, 3], [0, 1, 1, 0, 0, 1], opset)
        by_hand(f"diagonal-opset-{opset}", tensor("float32", [2, 2], [1, 0, 0, 2]), [2, 2], [0, 1, 0, 1], opset)
        by_hand(f"scalar-zero-opset-{opset}", scalar("float32", 0), [1, 0], [], opset, basis="spec", rules=["scalar"],
                note="A scalar counts as a vector of one element; ONNX's text says shape (0, N).")
        by_hand(f"scalar-one-opset-{opset}", scalar("float32", 1), [1, 1], [0], opset, basis="spec", rules=["scalar"],
                note="A scalar counts as a vector of one element; ONNX's text says shape (0, N).")
        by_hand(f"special-values-opset-{opset}", vector("float32", "0x7fc00000", "0x80000000", 0, "0x00000001", -1),
                [1, 3],
                [0, 3, 4], opset, basis="spec", rules=["nan", "signed-zero"])
    by_hand("all-zero", tensor("float32", [1, 2], [0, 0]), [2, 0], [], rules=["empty"])
    by_hand("empty", tensor("float32", [0, 3], []), [2, 0], [], rules=["empty"])
    by_hand("row-major-order", tensor("int32", [2, 3], [0, 1, 1, 1, 0, 1]), [2, 4], [0, 0, 1, 1, 1, 2, 0, 2])


SPECIAL = {
    "float32": ["0x0", "0x80000000", "0x00000001", "0x80000001", "0x7fc00001", "0xff800001", "0x7f800000",
                "0x3f800000"],
    "float64": ["0x0", "0x8000000000000000", "0x1", "0x8000000000000001", "0x7ff8000000000001", "0xfff0000000000001",
                "0x7ff0000000000000", "0x0000000100000000"],
    "float16": ["0x0", "0x8000", "0x0001", "0x8001", "0x7e01", "0xfc01", "0x7c00", "0x3c00"],
    "bfloat16": ["0x0", "0x8000", "0x0001", "0x8001", "0x7fc1", "0xff81", "0x7f80", "0x3f80"],
    "float8e4m3fn": ["0x00", "0x80", "0x01", "0x81", "0x7f", "0xff", "0x38", "0x08"],
    "float8e4m3fnuz": ["0x00", "0x80", "0x01", "0x81", "0x7f", "0xff", "0x40", "0x08"],
    "float8e5m2": ["0x00", "0x80", "0x01", "0x81", "0x7f", "0x7c", "0xfc", "0x3c"],
    "float8e5m2fnuz": ["0x00", "0x80", "0x01", "0x81", "0x7f", "0xff", "0x40", "0x04"],
    "float8e8m0": ["0x00", "0x80", "0x01", "0x7f", "0xff", "0xfe", "0x40", "0x00"],
    "float4e2m1": ["0x0", "0x8", "0x1", "0x9", "0x7", "0xf", "0x2", "0x0"],
    "string": ["", "0", " ", b"\x00", "", "false", b"\xff", "a"],
    "bool": [0, 1, 1, 0, 0, 0, 1, 1],
    "complex64": [(0, 0), (0, 1), (1, 0), ("0x80000000", "0x80000000"), ("0x80000000", "0x00000001"), ("0x7fc00001", 0),
                  (0, "0xffc00000"), (0, "0x80000000")],
    "complex128": [(0, 0), (0, 1), (1, 0), ("0x8000000000000000", "0x8000000000000000"), (0, "0x1"),
                   ("0x7ff8000000000001", 0), (0, "0xfff8000000000000"), (0, "0x8000000000000000")],
}


def types():
    for type in TYPES:
        if type in SPECIAL:
            values = SPECIAL[type]
        else:
            low, high = integer_range(type)
            values = [0, low, high, 1, 0, high - 1, 0, 0]
        x = tensor(type, [8], values)
        for opset in opsets(OPERATOR):
            good(f"{type}-zeros-and-others-opset-{opset}", x, opset, rules=["all-types", "what-is-zero"])
        good(f"{type}-rank-2", x.with_shape([2, 4]), rules=["all-types", "what-is-zero"])
        good(f"{type}-scalar", Tensor(type, [], [x.elements[2]]), rules=["all-types", "scalar"], basis="spec")
        good(f"{type}-odd", Tensor(type, [3, 5], (x.elements * 2)[:15]), rules=["all-types", "what-is-zero"])
    for type, high in (("float8e4m3fnuz", 0x80), ("float8e5m2fnuz", 0x80)):
        by_hand(f"{type}-0x80-is-nan", Tensor(type, [2], [0, high]), [1, 1], [1], basis="spec",
                rules=["what-is-zero", "nan"])
    for type in ("float8e4m3fn", "float8e5m2"):
        by_hand(f"{type}-0x80-is-minus-zero", Tensor(type, [2], [0x80, 1]), [1, 1], [1], basis="spec",
                rules=["what-is-zero"])
    by_hand("float8e8m0-has-no-zero", Tensor("float8e8m0", [2], [0, 0x80]), [1, 2], [0, 1], basis="spec",
            rules=["what-is-zero"])
    by_hand("float4e2m1-0x8-is-minus-zero", Tensor("float4e2m1", [3], [8, 0, 1]), [1, 1], [2], basis="spec",
            rules=["what-is-zero"])
    good("int64-low-half-zero", tensor("int64", [3], [2**32, -(2**63), 0]), rules=["what-is-zero"])
    good("uint16-low-byte-zero", tensor("uint16", [3], [256, 0, 1]), rules=["what-is-zero"])


def shapes():
    for rank in range(1, 9):
        shape = [2, 1, 3, 1, 2, 1, 1, 2][:rank]
        count = 1
        for extent in shape:
            count *= extent
        good(f"rank-{rank}", tensor("int8", shape, [1 if i % 3 else 0 for i in range(count)]))
        good(f"rank-{rank}-all", fill("int8", shape, 1))
        good(f"rank-{rank}-none", fill("int8", shape, 0), rules=["empty"])
        good(f"rank-{rank}-empty", tensor("int8", shape[:-1] + [0], []), rules=["empty"])
    good("empty-with-huge-extent", tensor("uint8", [2**62, 0, 2**62], []), rules=["empty"], basis="spec",
         note="A shape with an extent 0 has 0 elements, however large the others are.")
    good("last-element-only", tensor("float64", [2, 3], [0, 0, 0, 0, 0, 5]))
    good("first-element-only", tensor("float64", [2, 3], [5, 0, 0, 0, 0, 0]))


def large():
    draw = random.Random(1310)
    for type in ("bool", "uint8", "uint16", "float32", "float64", "complex64", "complex128", "int4", "uint2",
                 "float4e2m1",
                 "float16"):
        for slug, share in (("sparse", 0.03), ("half", 0.5), ("dense", 0.97)):
            source = pattern(type, [23, 29])
            elements = [each if draw.random() < share else zero(type) for each in source.elements]
            good(f"large-{type}-{slug}", Tensor(type, [23, 29], elements), long=True)
    good("large-all", fill("float32", [70, 50, 40], 1), long=True)
    good("large-none", fill("float32", [70, 50, 40], 0))
    good("large-vector", tensor("int32", [5000], [draw.choice([0, 0, 1]) for _ in range(5000)]), long=True)
    good("large-iota", iota("int16", [100, 100], -5000), long=True)


def errors():
    signature_refusals(OPERATOR, lambda opset: ({"X": vector("float32", 1)}, {}),
                       wrong_attributes=[(9, "axis", 0), (28, "as_tuple", 1)],
                       too_many=[(9, {"X": vector("float32", 1), "+1": vector("float32", 1)}),
                                 (28, {"X": vector("float32", 1), "+1": vector("float32", 1)})])


def at_random():
    draw = random.Random(29)
    for number in range(40):
        type = draw.choice(TYPES)
        shape = [draw.randint(1, 4) for _ in range(draw.randint(0, 6))]
        source = pattern(type, shape, number)
        elements = [draw.choice([each, zero(type)]) for each in source.elements]
        good(f"random-{number}", Tensor(type, shape, elements), draw.choice(opsets(OPERATOR)),
             **({} if shape else {"basis": "spec"}))


def cases():
    examples()
    types()
    shapes()
    large()
    errors()
    at_random()
