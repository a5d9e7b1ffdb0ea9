"""Flatten: a matrix whose rows are the axes before `axis` and whose columns are the others."""

import math

from common import Refused, author, checked_shape, generator, opsets, random_shape, random_tensor, signature_refusals
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, digest, fill, int64s, iota, pattern, random_bits,
                    scalar, vector)


def reference(opset, inputs, attributes, output_count):
    """axis (default 1) lies in [0, rank] before opset 11 and in [-rank, rank] from then on. An empty product is 1."""
    data = inputs["input"]
    axis = attributes.get("axis", 1)
    if axis < 0 and opset < 11:
        raise Refused("axis.negative")
    if not -data.rank <= axis <= data.rank:
        raise Refused("axis.out_of_range")
    if axis < 0:
        axis += data.rank
    shape = [math.prod(data.shape[:axis]), math.prod(data.shape[axis:])]
    return {"output": data.with_shape(checked_shape(data.type, shape))}


def cases():
    author_case = author("Flatten", reference)

    def case(slug, opset, data, axis=None, shape=None, **info):
        author_case(slug, opset, {"input": data}, {} if axis is None else {"axis": axis},
                    expect=None if shape is None else {"output": data.with_shape(shape)}, **info)

    x = pattern("float32", [2, 3, 4])

    for opset in opsets("Flatten"):
        case(f"default-axis-opset-{opset}", opset, x, None, [2, 12], rules=["axis"])
        case(f"axis-0-opset-{opset}", opset, x, 0, [1, 24], rules=["axis"])
        case(f"axis-2-opset-{opset}", opset, x, 2, [6, 4], rules=["axis"])
        case(f"axis-rank-opset-{opset}", opset, x, 3, [24, 1], rules=["axis"])
        if opset >= 11:
            case(f"axis-minus-1-opset-{opset}", opset, x, -1, [6, 4], rules=["axis", "negative-axes"])
            case(f"axis-minus-rank-opset-{opset}", opset, x, -3, [1, 24], rules=["axis", "negative-axes"])
        else:
            case(f"axis-minus-1-opset-{opset}", opset, x, -1, error="axis.negative", rules=["negative-axes"])
        case(f"axis-past-rank-opset-{opset}", opset, x, 4, error="axis.out_of_range", rules=["axis"])
    case("axis-minus-1-opset-10", 10, x, -1, error="axis.negative", rules=["negative-axes"],
         note="Opset 10 still means Flatten-9.")

    for axis, shape in ((-4, [1, 120]), (-3, [2, 60]), (-2, [6, 20]), (-1, [24, 5]), (0, [1, 120]), (1, [2, 60]),
                        (2, [6, 20]), (3, [24, 5]), (4, [120, 1])):
        author_case(f"four-axes-axis-{'minus-' if axis < 0 else ''}{abs(axis)}", 13,
                    {"input": iota("int32", [2, 3, 4, 5])}, {"axis": axis},
                    expect={"output": Tensor("int32", shape, range(120))}, rules=["axis"])
    case("axis-5-of-rank-3", 11, x, 5, error="axis.out_of_range", rules=["axis"])
    case("axis-minus-4-of-rank-3", 11, x, -4, error="axis.out_of_range", rules=["axis"])
    case("axis-int64-max", 13, x, INT64_MAX, error="axis.out_of_range", rules=["axis"])
    case("axis-int64-min", 13, x, INT64_MIN, error="axis.out_of_range", rules=["axis"])
    case("axis-2-to-the-32", 13, x, 2**32, error="axis.out_of_range", rules=["axis"],
         note="Its low 32 bits would be a valid axis.")

    case("scalar-axis-0", 11, scalar("float32", "0x7fc12345"), 0, [1, 1], rules=["axis", "ranks"])
    case("scalar-axis-0-opset-1", 1, scalar("float32", 3), 0, [1, 1], rules=["axis", "ranks"])
    case("scalar-default-axis", 13, scalar("float32", 3), None, error="axis.out_of_range", rules=["axis", "ranks"],
         note="The default axis 1 lies past rank 0.")
    case("scalar-axis-minus-1", 13, scalar("float32", 3), -1, error="axis.out_of_range", rules=["axis", "ranks"])
    case("vector-default-axis", 13, pattern("float64", [4]), None, [4, 1], rules=["axis", "ranks"])
    case("vector-axis-0", 13, pattern("float64", [4]), 0, [1, 4], rules=["axis", "ranks"])
    case("vector-axis-minus-1", 13, pattern("float64", [4]), -1, [1, 4], rules=["negative-axes", "ranks"])
    case("one-element-vector", 9, vector("string", "text"), 1, [1, 1], rules=["ranks"])
    for rank in range(2, 9):
        shape = [2, 1, 3, 1, 2, 1, 2, 1][:rank]
        case(f"rank-{rank}-middle", 21, pattern("int16", shape), rank // 2, rules=["ranks"])
    case("rank-8-axis-8", 23, pattern("bool", [1, 2, 1, 2, 1, 2, 1, 2]), 8, [16, 1], rules=["ranks"])
    case("rank-8-axis-minus-8", 23, pattern("bool", [1, 2, 1, 2, 1, 2, 1, 2]), -8, [1, 16], rules=["ranks"])

    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [3, 1, 3]), 1, [3, 3], rules=["types"])
    for opset in (1, 9, 11, 13):
        for type in ("int64", "bfloat16", "uint4", "float8e4m3fnuz", "string"):
            case(f"type-{type}-opset-{opset}", opset, pattern(type, [5, 1]), 0, [1, 5], rules=["types"])

    case("empty-0-3-axis-1", 13, fill("float32", [0, 3], 0), 1, [0, 3], rules=["no-elements"])
    case("empty-0-3-axis-0", 13, fill("float32", [0, 3], 0), 0, [1, 0], rules=["no-elements"])
    case("empty-0-3-axis-2", 13, fill("float32", [0, 3], 0), 2, [0, 1], rules=["no-elements"])
    case("empty-2-0-3-axis-1", 13, fill("float32", [2, 0, 3], 0), 1, [2, 0], rules=["no-elements"])
    case("empty-2-0-3-axis-2", 13, fill("float32", [2, 0, 3], 0), 2, [0, 3], rules=["no-elements"])
    case("empty-vector", 13, fill("int8", [0], 0), None, [0, 1], rules=["no-elements"])
    case("empty-huge-extents", 13, Tensor("int8", [2**40, 2**20, 0], []), 2, [2**60, 0], basis="spec",
         rules=["no-elements", "sizes"])
    case("empty-huge-axis-0", 13, Tensor("int8", [0, 2**40, 2**40], []), 0, [1, 0], basis="spec",
         rules=["no-elements", "sizes"], note="The columns are 0 elements; no product overflows.")
    case("columns-overflow", 13, Tensor("int8", [0, 2**40, 2**40], []), 1, error="shape.overflow", basis="spec",
         rules=["sizes"], note="2^80 columns.")
    case("rows-overflow", 13, Tensor("int8", [2**32, 2**31, 0], []), 2, error="shape.overflow", basis="spec",
         rules=["sizes"], note="2^63 rows, one too many.")
    case("rows-2-to-the-62", 13, Tensor("int8", [2**32, 2**30, 0], []), 2, [2**62, 0], basis="spec", rules=["sizes"])

    author_case("ten-thousand", 13, {"input": random_bits("float32", [10, 100, 10], 7)}, {"axis": 2}, present=digest,
                rules=["large"])
    author_case("packed-odd-large", 25, {"input": random_bits("int4", [11, 13, 7], 8)}, present=digest,
                rules=["large", "packed"])
    author_case("packed-2-bit-odd", 25, {"input": random_bits("uint2", [3, 5, 1], 9)}, {"axis": -1}, rules=["packed"])

    rng = generator("Flatten", "random")
    for i in range(20):
        opset = rng.choice([1, 9, 11, 13, 21, 24, 28])
        shape = random_shape(rng, rng.randint(0, 8))
        axis = rng.randint(-len(shape) if opset >= 11 else 0, len(shape))
        case(f"random-{i}", opset, random_tensor(rng, shape), axis)

    signature_refusals("Flatten", lambda opset: ({"input": x}, {}),
                       wrong_kinds=[(1, "axis", [1]), (11, "axis", 1.0), (28, "axis", "1")],
                       too_many=[(1, {"input": x, "+1": int64s(1)}), (28, {"input": x, "+1": int64s(1)})])
