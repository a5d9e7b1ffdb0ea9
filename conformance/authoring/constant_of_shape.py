"""ConstantOfShape: a tensor of a given shape with one element repeated."""

import math
import random

from common import opsets, refuse_type, signature_refusals, type_in_onnx
from corpus import INT64_MAX, INT64_MIN, TYPES, Tensor, add, digest, fill, int64s, pattern, scalar, tensor, vector

OPERATOR = "ConstantOfShape"


def constant_of_shape(shape, value=None):
    """Every element is the one of `value`; float32 0 without it."""
    type, element = ("float32", 0) if value is None else (value.type, value.elements[0])
    return Tensor(type, shape, [element] * math.prod(shape))


def good(slug, shape, value=None, opset=25, long=False, **more):
    output = constant_of_shape(shape, value)
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, output.type) else "spec")
    add(OPERATOR, slug, opset, {"input": int64s(*shape)}, {} if value is None else {"value": value},
        {"output": digest(output) if long else output}, **more)


def bad(slug, reason, shape, value=None, opset=25, **more):
    more.setdefault("basis", "onnx")
    add(OPERATOR, slug, opset, {"input": int64s(*shape) if isinstance(shape, list) else shape},
        {} if value is None else {"value": value}, error=reason, **more)


def element_of(type, seed):
    """One element that is not 0."""
    return Tensor(type, [1], [next(each for each in pattern(type, [20], seed).elements
                                   if each not in (0, b"", (0, 0)))])


def examples():
    for opset in opsets(OPERATOR):
        add(OPERATOR, f"onnx-example-float-ones-opset-{opset}", opset, {"input": int64s(4, 3, 2)},
            {"value": vector("float32", 1)}, {"output": fill("float32", [4, 3, 2], 1)})
        add(OPERATOR, f"onnx-example-int-zeros-opset-{opset}", opset, {"input": int64s(10, 6)},
            {"value": vector("int32", 0)}, {"output": fill("int32", [10, 6], 0)})
        add(OPERATOR, f"onnx-example-int-shape-zero-opset-{opset}", opset, {"input": int64s(0)},
            {"value": vector("int32", 0)}, {"output": tensor("int32", [0], [])}, rules=["empty"])
        add(OPERATOR, f"no-value-opset-{opset}", opset, {"input": int64s(2, 2)}, {},
            {"output": tensor("float32", [2, 2], [0, 0, 0, 0])}, rules=["default-value"])


def types():
    for type in TYPES:
        for i, shape in enumerate(([3, 5], [], [7])):
            good(f"{type}-rank-{len(shape)}", shape, element_of(type, i), rules=["all-types"])
        good(f"{type}-opset-9", [3], element_of(type, 4), 9, rules=["all-types"],
             note=None if type_in_onnx(OPERATOR, 9, type) else "Every element type is taken at every version.")
        if type in ("float16", "float32", "float64", "bfloat16"):
            for i in range(6):
                special = pattern(type, [20], i).elements[1]
                good(f"{type}-special-value-{i}", [2, 2], Tensor(type, [1], [special]), rules=["bits"])
    for type in ("int4", "uint4", "float4e2m1", "int2", "uint2"):
        for count in (1, 2, 3, 4, 5, 33):
            good(f"{type}-packed-{count}", [count], element_of(type, count), rules=["packed"])
    for slug, text in (("empty", b""), ("zero-byte", b"a\x00b"), ("not-utf-8", b"\xff\xfe"),
                       ("long", b"0123456789" * 20)):
        good(f"string-{slug}", [2, 3], Tensor("string", [1], [text]), rules=["all-types"], basis="spec")
    good("bool-true", [3], vector("bool", True))
    good("bool-false", [3], vector("bool", False))


def shapes():
    for rank in range(9):
        good(f"rank-{rank}", [2, 1, 3, 1, 2, 1, 1, 2][:rank], vector("int16", -7))
        if rank:
            good(f"rank-{rank}-with-an-empty-axis", ([2, 1, 3, 1, 2, 1, 1, 2][:rank - 1]) + [0], vector("uint8", 9),
                 rules=["empty"])
    for slug, shape in (("scalar", []), ("of-rank-1", [1]), ("of-rank-3", [1, 1, 1]), ("of-rank-8", [1] * 8)):
        good(f"value-{slug}", [2, 2], tensor("float64", shape, [2.5]), rules=["value-shape"],
             basis="onnx" if shape == [1] else "spec")
    good("empty-with-huge-extent", [0, 2**62, 2**62], vector("float64", 1), rules=["empty"], basis="spec",
         note="A shape with an extent 0 has 0 elements, however large the others are.")
    good("empty-with-largest-extent", [INT64_MAX, INT64_MAX, 0], vector("string", "x"), rules=["empty"], basis="spec")
    good("empty-no-value", [3, 0], rules=["empty", "default-value"])
    good("scalar-no-value", [], rules=["default-value"])


def large():
    for type in ("uint8", "uint16", "float32", "float64", "complex64", "complex128", "int4", "uint2", "float4e2m1",
                 "bool"):
        good(f"large-{type}", [101, 1003], element_of(type, 3), long=True)
    good("large-no-value", [3, 4099], long=True, rules=["default-value"])


def errors():
    negative, count = "constant_of_shape.extent_negative", "constant_of_shape.value_count"
    for slug, shape in (("minus-1", [-1]), ("minus-1-among-others", [2, -1, 3]), ("int64-min", [INT64_MIN]),
                        ("next-to-0", [0, -1]), ("minus-2-next-to-0", [-2, 0])):
        bad(f"extent-{slug}", negative, shape, rules=["extent-negative"])
    for opset in opsets(OPERATOR):
        bad(f"extent-negative-opset-{opset}", negative, [3, -1], vector("float32", 1), opset, rules=["extent-negative"])
    for slug, value in (("two", vector("float32", 1, 2)), ("none", vector("float32")),
                        ("four-of-rank-2", tensor("int8", [2, 2], [1] * 4)),
                        ("none-of-rank-2", tensor("int8", [0, 1], [])),
                        ("two-strings", vector("string", "a", "b"))):
        bad(f"value-count-{slug}", count, [2], value, rules=["value-shape"])
    bad("value-count-for-an-empty-result", count, [0], vector("float32", 1, 2), rules=["value-shape"])
    bad("input-scalar", "input.rank", scalar("int64", 3))
    bad("input-of-rank-2", "input.rank", tensor("int64", [1, 2], [2, 3]))
    bad("input-of-rank-2-empty", "input.rank", tensor("int64", [1, 0], []))
    bad("rank-9", "shape.rank_limit", [1] * 9, basis="spec", rules=["rank-limit"])
    bad("rank-9-empty", "shape.rank_limit", [0] + [1] * 8, basis="spec", rules=["rank-limit"])
    bad("rank-1000", "shape.rank_limit", fill("int64", [1000], 1), basis="spec", rules=["rank-limit"])
    overflow = {"basis": "spec", "rules": ["overflow"]}
    bad("count-2-to-the-64", "shape.overflow", [2**62, 4], vector("uint8", 1), **overflow)
    bad("count-2-to-the-63", "shape.overflow", [2**62, 2], vector("uint8", 1), **overflow)
    bad("count-wraps-to-1", "shape.overflow", [2**32 + 1, 2**32 + 1], vector("uint8", 1), **overflow)
    bad("count-2-to-the-63-of-2-bits", "shape.overflow", [2**62, 2], vector("int2", 1), **overflow)
    bad("bytes-2-to-the-63", "shape.overflow", [2**60], vector("float64", 1), **overflow)
    bad("bytes-2-to-the-64", "shape.overflow", [2**62], vector("float32", 1), **overflow)
    bad("bytes-2-to-the-64-of-16-bytes", "shape.overflow", [2**30, 2**30], Tensor("complex128", [1], [(0, 0)]),
        **overflow)
    bad("bytes-2-to-the-65-no-value", "shape.overflow", [INT64_MAX], **overflow)
    memory = {"basis": "spec", "rules": ["memory"]}
    bad("memory-exhausted", "memory.exhausted", [2**60], vector("uint8", 1), **memory)
    bad("memory-exhausted-no-value", "memory.exhausted", [2**30, 2**30], **memory)
    bad("memory-exhausted-4-bit", "memory.exhausted", [2**60], vector("int4", 1), **memory)
    bad("memory-exhausted-2-bit", "memory.exhausted", [2**62], vector("uint2", 1), **memory)
    bad("memory-exhausted-strings", "memory.exhausted", [2**50], vector("string", "a"), **memory)
    bad("memory-exhausted-largest-bytes", "memory.exhausted", [INT64_MAX], vector("uint8", 0), **memory)
    for type in ("int32", "uint64", "float32", "bool", "string", "int8"):
        refuse_type(OPERATOR, 25, {}, "input", pattern(type, [1]))
    signature_refusals(OPERATOR, lambda opset: ({"input": int64s(2)}, {}),
                       wrong_kinds=[(9, "value", 1), (20, "value", 1.0), (25, "value", [1]), (25, "value", "1"),
                                    (28, "value", [1.0])],
                       wrong_attributes=[(9, "dtype", 1), (25, "shape", [1])],
                       too_many=[(9, {"input": int64s(2), "+1": int64s(2)}),
                                 (28, {"input": int64s(2), "+1": int64s(2)})])


def at_random():
    draw = random.Random(25)
    for number in range(20):
        shape = [draw.randint(0 if draw.random() < 0.1 else 1, 4) for _ in range(draw.randint(0, 5))]
        good(f"random-{number}", shape, element_of(draw.choice(TYPES), number), draw.choice(opsets(OPERATOR)))


def cases():
    examples()
    types()
    shapes()
    large()
    errors()
    at_random()
