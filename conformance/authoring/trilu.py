"""Trilu: the upper or lower triangle of the last two axes, the rest 0."""

import random

from common import opsets, refuse_type, signature_refusals, type_in_onnx
from corpus import (INT64_MAX, INT64_MIN, TYPES, Tensor, add, coordinates, digest, int64s, iota, offset, pattern,
                    random_bits, scalar, slug_of, tensor, vector, zero)

OPERATOR = "Trilu"


def trilu(data, k=0, upper=1):
    """Upper keeps column - row >= k, lower keeps column - row <= k."""
    elements = []
    for place in coordinates(data.shape):
        diagonal = place[-1] - place[-2]
        kept = diagonal >= k if upper else diagonal <= k
        elements.append(data.elements[offset(data.shape, place)] if kept else zero(data.type))
    return Tensor(data.type, data.shape, elements)


def good(slug, data, k=None, upper=None, opset=14, long=False, **more):
    """k: None for none given, an int for an int64 scalar, or a tensor."""
    k = scalar("int64", k) if isinstance(k, int) else k
    output = trilu(data, k.elements[0] if k else 0, 1 if upper is None else upper)
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, data.type) else "spec")
    add(OPERATOR, slug, opset, {"input": data, "k": k}, {} if upper is None else {"upper": upper},
        {"output": digest(output) if long else output}, **more)


def bad(slug, reason, data, k=None, upper=None, opset=14, **more):
    more.setdefault("basis", "onnx")
    add(OPERATOR, slug, opset, {"input": data, "k": k}, {} if upper is None else {"upper": upper}, error=reason, **more)


def examples():
    square = tensor("int64", [4, 5], [4, 7, 3, 7, 9, 1, 2, 8, 6, 9, 9, 4, 1, 8, 7, 4, 3, 4, 2, 4])
    expected = {
        ("triu", None, None): [4, 7, 3, 7, 9, 0, 2, 8, 6, 9, 0, 0, 1, 8, 7, 0, 0, 0, 2, 4],
        ("triu-neg", 1, -1): [4, 7, 3, 7, 9, 1, 2, 8, 6, 9, 0, 4, 1, 8, 7, 0, 0, 4, 2, 4],
        ("triu-pos", 1, 2): [0, 0, 3, 7, 9, 0, 0, 0, 6, 9, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0],
        ("triu-out-neg", 1, -7): [4, 7, 3, 7, 9, 1, 2, 8, 6, 9, 9, 4, 1, 8, 7, 4, 3, 4, 2, 4],
        ("triu-out-pos", 1, 6): [0] * 20,
        ("tril", 0, None): [4, 0, 0, 0, 0, 1, 2, 0, 0, 0, 9, 4, 1, 0, 0, 4, 3, 4, 2, 0],
        ("tril-neg", 0, -1): [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 9, 4, 0, 0, 0, 4, 3, 4, 0, 0],
        ("tril-pos", 0, 2): [4, 7, 3, 0, 0, 1, 2, 8, 6, 0, 9, 4, 1, 8, 7, 4, 3, 4, 2, 4],
        ("tril-out-neg", 0, -7): [0] * 20,
        ("tril-out-pos", 0, 6): [4, 7, 3, 7, 9, 1, 2, 8, 6, 9, 9, 4, 1, 8, 7, 4, 3, 4, 2, 4],
    }
    for opset in opsets(OPERATOR):
        for (slug, upper, k), elements in expected.items():
            add(OPERATOR, f"{slug}-opset-{opset}", opset,
                {"input": square, "k": None if k is None else scalar("int64", k)},
                {} if upper is None else {"upper": upper},
                {"output": tensor("int64", [4, 5], elements)},
                rules=["default-k" if k is None else "k", "upper" if upper in (None, 1) else "lower"])


def diagonals():
    for shape in ([3, 3], [2, 5], [5, 2]):
        for upper in (0, 1):
            for k in range(-shape[0] - 1, shape[1] + 2):
                good(f"{'upper' if upper else 'lower'}-{shape[0]}-by-{shape[1]}-k-{slug_of(k)}",
                     iota("int32", shape, 1),
                     k, upper,
                     rules=["k", "upper" if upper else "lower"])
    for upper in (0, 1):
        name = "upper" if upper else "lower"
        for k in (INT64_MIN, INT64_MIN + 1, -(2**32), -(2**31), 2**31 - 1, 2**32, INT64_MAX - 1, INT64_MAX):
            good(f"{name}-k-{slug_of(k)}", iota("float32", [2, 3], 1), k, upper, rules=["k", name])
        good(f"{name}-one-row", iota("int64", [3, 1, 5], 1), 1, upper, rules=["k", name])
        good(f"{name}-one-column", iota("int64", [2, 4, 1], 1), -1, upper, rules=["k", name])
        for suffix, type in (("", "int8"), ("-int32", "int32")):
            good(f"{name}-k-vector-of-one{suffix}", iota(type, [3, 3], 1), int64s(1), upper,
                 rules=["k", name, "scalar-or-vector"], basis="onnxruntime",
                 note="A scalar may be a vector of one element.")
        good(f"{name}-one-element", iota("int8", [1, 1], 7), 0, upper, rules=["k", name])
        good(f"{name}-one-element-gone", iota("int8", [1, 1], 7), 1 if upper else -1, upper, rules=["k", name])
    for upper in (2, -1, INT64_MIN, 2**32):
        good(f"upper-as-{slug_of(upper)}", iota("int32", [2, 2], 1), upper=upper, rules=["upper"], basis="spec",
             note="A flag is true when it is not 0.")


def types():
    for type in TYPES:
        good(f"{type}-upper", pattern(type, [3, 5]), 1, 1, rules=["all-types", "upper"])
        good(f"{type}-lower", pattern(type, [5, 3], 1), -1, 0, rules=["all-types", "lower"])
        good(f"{type}-batch", pattern(type, [3, 3, 3], 2), rules=["all-types", "upper"])


def shapes():
    for rank in range(2, 9):
        shape = [2, 1, 2, 1, 1, 2, 3, 3][8 - rank:]
        for upper in (0, 1):
            good(f"rank-{rank}-{'upper' if upper else 'lower'}", iota("int16", shape, 1), rank % 3 - 1, upper)
    for slug, shape in (("no-rows", [0, 3]), ("no-columns", [3, 0]), ("no-matrices", [0, 2, 2]), ("nothing", [0, 0]),
                        ("rows-empty-in-batch", [2, 0, 3]), ("columns-empty-in-batch", [2, 3, 0])):
        for upper in (0, 1):
            good(f"{slug}-{'upper' if upper else 'lower'}", tensor("float32", shape, []), 0, upper, rules=["empty"])
    good("no-rows-huge-columns", tensor("float64", [0, 2**62], []), 5, rules=["empty"], basis="spec",
         note="A shape with an extent 0 has 0 elements, however large the others are.")
    good("no-matrices-huge-extents", tensor("uint8", [0, 2**62, 2**62], []), INT64_MIN, rules=["empty"], basis="spec")


def large():
    for type in ("uint16", "float32", "int64"):
        for upper in (0, 1):
            good(f"large-{type}-{'upper' if upper else 'lower'}", iota(type, [3, 61, 67], 1), 5, upper, long=True)
    for type in ("uint8", "complex64", "complex128", "int4", "uint2", "float16", "float4e2m1", "bool"):
        for upper in (0, 1):
            good(f"large-{type}-{'upper' if upper else 'lower'}", random_bits(type, [2, 39, 41], 14), -3, upper,
                 long=True)
    good("large-strings", pattern("string", [9, 8]), 1, 0)
    good("large-wide", iota("float32", [3, 5000], 1), 2500, long=True)
    good("large-tall", iota("float32", [5000, 3], 1), -2500, 0, long=True)


def errors():
    square = iota("float32", [2, 2])
    bad("scalar", "input.rank", scalar("float32", 1))
    bad("vector", "input.rank", vector("float32", 1, 2))
    bad("vector-empty", "input.rank", vector("float32"))
    for slug, k in (("two-elements", int64s(0, 1)), ("no-elements", int64s()),
                    ("rank-2", tensor("int64", [1, 1], [0]))):
        bad(f"k-{slug}", "input.not_scalar", square, k, rules=["scalar-or-vector"])
    for type in ("int32", "uint64", "int8", "float32", "float64", "bool"):
        refuse_type(OPERATOR, 14, {"input": square}, "k", tensor(type, [], [0]))
    signature_refusals(OPERATOR, lambda opset: ({"input": square}, {}),
                       wrong_kinds=[(14, "upper", [1]), (14, "upper", 1.0), (28, "upper", "1")],
                       wrong_attributes=[(14, "k", 1), (28, "k", 1)],
                       too_many=[(14, {"input": square, "k": scalar("int64", 0), "+1": scalar("int64", 0)}),
                                 (28, {"input": square, "k": None, "+1": scalar("int64", 0)})])


def at_random():
    draw = random.Random(28)
    for i in range(40):
        shape = [draw.randint(1, 3) for _ in range(draw.randint(0, 3))] + [draw.randint(1, 6), draw.randint(1, 6)]
        good(f"random-{i}", pattern(draw.choice(TYPES), shape, i), draw.choice([None, draw.randint(-7, 7)]),
             draw.choice([None, 0, 1]), draw.choice(opsets(OPERATOR)))


def cases():
    examples()
    diagonals()
    types()
    shapes()
    large()
    errors()
    at_random()
