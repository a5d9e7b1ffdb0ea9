"""Transpose: axis i of the output is axis perm[i] of the data."""

import itertools

from common import Refused, author, generator, moved, opsets, random_shape, random_tensor, signature_refusals
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, digest, fill, int64s, iota, pattern, random_bits,
                    scalar, tensor)


def reference(opset, inputs, attributes, output_count):
    """perm must be a permutation of 0 .. rank-1 at every version; without it the axes are reversed."""
    data = inputs["data"]
    perm = attributes.get("perm")
    if perm is None:
        perm = list(reversed(range(data.rank)))
    if len(perm) != data.rank:
        raise Refused("transpose.perm_length")
    if sorted(perm) != list(range(data.rank)):
        raise Refused("transpose.perm_value")

    def place(at):
        source = [0] * data.rank
        for i, axis in enumerate(perm):
            source[axis] = at[i]
        return source

    return {"transposed": moved(data, [data.shape[axis] for axis in perm], place)}


def slug_of(perm):
    return "-".join(str(axis) for axis in perm)


def cases():
    author_case = author("Transpose", reference)

    def case(slug, opset, data, perm=None, expect=None, **info):
        author_case(slug, opset, {"data": data}, {} if perm is None else {"perm": perm},
                    expect=None if expect is None else {"transposed": expect}, **info)

    x = pattern("float32", [2, 3])

    for opset in opsets("Transpose"):
        case(f"matrix-opset-{opset}", opset, tensor("float32", [2, 3], [1, 2, 3, 4, 5, 6]), [1, 0],
             tensor("float32", [3, 2], [1, 4, 2, 5, 3, 6]), rules=["perm"])
        case(f"default-opset-{opset}", opset, tensor("int32", [1, 2, 3], range(6)), None,
             tensor("int32", [3, 2, 1], [0, 3, 1, 4, 2, 5]), rules=["default-perm"])
        case(f"not-self-inverse-opset-{opset}", opset, pattern("int16", [2, 3, 4]), [1, 2, 0], rules=["perm"])
        case(f"identity-opset-{opset}", opset, x, [0, 1], x, rules=["perm"])
        case(f"perm-short-opset-{opset}", opset, x, [0], error="transpose.perm_length", rules=["perm"])
        case(f"perm-negative-opset-{opset}", opset, x, [-1, 0], error="transpose.perm_value", rules=["perm"],
             note="-1 and 0 would name both axes, but negative entries are refused.")
        case(f"perm-repeated-opset-{opset}", opset, x, [0, 0], error="transpose.perm_value", rules=["perm"])
        case(f"perm-past-rank-opset-{opset}", opset, x, [0, 2], error="transpose.perm_value", rules=["perm"])
    case("nhwc-to-nchw-and-back-1", 13, iota("float32", [1, 2, 3, 4]), [0, 2, 3, 1],
         tensor("float32", [1, 3, 4, 2], [v for i in range(12) for v in (i, 12 + i)]), rules=["perm"])
    case("nhwc-to-nchw-and-back-2", 13, tensor("float32", [1, 3, 4, 2], [v for i in range(12) for v in (i, 12 + i)]),
         [0, 3, 1, 2], tensor("float32", [1, 2, 3, 4], range(24)), rules=["perm"])
    case("five-axes", 13, iota("int64", [2, 2, 2, 2, 2]), [4, 2, 0, 3, 1],
         tensor("int64", [2, 2, 2, 2, 2], [0, 8, 2, 10, 16, 24, 18, 26, 4, 12, 6, 14, 20, 28, 22, 30, 1, 9, 3, 11, 17,
                                           25,
                                           19, 27, 5, 13, 7, 15, 21, 29, 23, 31]), rules=["perm"])
    case("extents-of-one-inside", 13, tensor("float32", [2, 2, 1, 1], [1, 2, 3, 4]), [0, 2, 3, 1],
         tensor("float32", [2, 1, 1, 2], [1, 2, 3, 4]), rules=["perm"])
    case("extents-of-one-cross", 13, iota("int8", [1, 3, 1, 2]), [3, 2, 1, 0],
         tensor("int8", [2, 1, 3, 1], [0, 2, 4, 1, 3, 5]), rules=["perm"])

    for perm in itertools.permutations(range(3)):
        case(f"perm-{slug_of(perm)}", 13, pattern("float64", [2, 3, 4]), list(perm), rules=["perm"])
    for perm in itertools.permutations(range(4)):
        case(f"perm-{slug_of(perm)}", 21, pattern("uint8", [2, 3, 1, 4], 5), list(perm), rules=["perm"])

    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [3, 5]), [1, 0], rules=["types"])
        case(f"type-{type}-three-axes", MAX_OPSET, pattern(type, [3, 2, 3], 4), [2, 0, 1], rules=["types"])
    for opset in (1, 13, 21):
        for type in ("bfloat16", "int4", "float8e8m0", "float4e2m1", "int2"):
            case(f"type-{type}-opset-{opset}", opset, pattern(type, [3, 3]), rules=["types"])

    case("scalar", 13, scalar("float32", "0xffc00001"), None, scalar("float32", "0xffc00001"), rules=["ranks"])
    case("scalar-perm-empty", 13, scalar("string", "s"), [], scalar("string", "s"), rules=["ranks"])
    case("vector", 13, pattern("int32", [5]), None, rules=["ranks"])
    case("vector-perm-0", 13, pattern("string", [5]), [0], rules=["ranks"])
    for rank in range(2, 9):
        shape = [2, 1, 3, 2, 1, 2, 2, 1][:rank]
        case(f"rank-{rank}-default", 13, pattern("uint16", shape), rules=["ranks", "default-perm"])
        case(f"rank-{rank}-rotate", 13, pattern("float16", shape), [*range(1, rank), 0], rules=["ranks", "perm"])
    case("rank-8-even-then-odd", 23, pattern("int32", [2] * 8), [0, 2, 4, 6, 1, 3, 5, 7], rules=["ranks", "perm"])
    case("rank-8-swap-pairs", 23, pattern("int4", [1, 2, 2, 1, 3, 2, 1, 2]), [1, 0, 3, 2, 5, 4, 7, 6],
         rules=["ranks", "perm", "packed"])

    case("empty-0-3", 13, fill("float32", [0, 3], 0), [1, 0], fill("float32", [3, 0], 0).with_shape([3, 0]),
         rules=["no-elements"])
    case("empty-2-0-3", 13, fill("string", [2, 0, 3], ""), [2, 0, 1], rules=["no-elements"])
    case("empty-default", 13, fill("int4", [0, 1, 5], 0), rules=["no-elements"])
    case("empty-huge-extents", 13, Tensor("int64", [2**62, 0, 2**61], []), [2, 0, 1], basis="spec",
         rules=["no-elements", "sizes"])

    case("perm-empty-of-matrix", 13, x, [], error="transpose.perm_length", basis="spec", rules=["perm"])
    case("perm-long", 13, x, [0, 1, 2], error="transpose.perm_length", rules=["perm"])
    case("perm-of-scalar", 13, scalar("int8", 1), [0], error="transpose.perm_length", rules=["perm", "ranks"])
    case("perm-three-of-four", 13, iota("float32", [1, 2, 3, 4]), [0, 2, 1], error="transpose.perm_length",
         rules=["perm"])
    case("perm-int64-max", 13, x, [0, INT64_MAX], error="transpose.perm_value", rules=["perm"])
    case("perm-int64-min", 13, x, [INT64_MIN, 0], error="transpose.perm_value", rules=["perm"])
    case("perm-2-to-the-32", 13, x, [1, 2**32], error="transpose.perm_value", rules=["perm"],
         note="Its low 32 bits would be a valid axis.")
    case("perm-repeated-of-three", 13, pattern("int8", [2, 2, 2]), [0, 2, 2], error="transpose.perm_value",
         rules=["perm"])
    case("perm-all-negative", 1, x, [-2, -1], error="transpose.perm_value", rules=["perm"])

    # Beyond any block of a fast kernel, in every size of element.
    large = ["uint8", "bool", "int4", "uint2", "float16", "float32", "float64", "complex128", "complex64", "int2"]
    for type in large:
        for rows, columns in ((65, 67), (128, 96), (31, 33), (1, 10000), (32, 32)):
            if rows * columns >= 8000 and type in ("bool", "int2", "complex64"):
                continue
            author_case(f"large-{type}-{rows}-by-{columns}", MAX_OPSET,
                        {"data": random_bits(type, [rows, columns], rows)}, {"perm": [1, 0]}, present=digest,
                        rules=["large", "perm"])
        author_case(f"large-{type}-batched", MAX_OPSET, {"data": random_bits(type, [3, 37, 41], 17)},
                    {"perm": [0, 2, 1]}, present=digest, rules=["large", "perm"])
        author_case(f"large-{type}-rows-kept", MAX_OPSET, {"data": random_bits(type, [33, 35, 7], 18)},
                    {"perm": [1, 0, 2]}, present=digest, rules=["large", "perm"])
    author_case("large-image", 13, {"data": random_bits("uint8", [1, 65, 66, 3], 19)}, {"perm": [0, 3, 1, 2]},
                present=digest, rules=["large", "perm"])
    author_case("large-image-back", 13, {"data": random_bits("uint8", [1, 3, 65, 66], 20)}, {"perm": [0, 2, 3, 1]},
                present=digest, rules=["large", "perm"])
    author_case("large-strings", 13, {"data": pattern("string", [17, 19])}, {"perm": [1, 0]}, rules=["perm", "strings"])

    rng = generator("Transpose", "random")
    for i in range(40):
        shape = random_shape(rng, rng.randint(0, 8))
        perm = list(range(len(shape)))
        rng.shuffle(perm)
        case(f"random-{i}", rng.choice([1, 13, 21, 23, 24, 25]), random_tensor(rng, shape), perm)

    signature_refusals("Transpose", lambda opset: ({"data": x}, {}),
                       wrong_kinds=[(1, "perm", 1), (13, "perm", [1.0, 0.0]), (28, "perm", "10")],
                       wrong_attributes=[(28, "axis", 0)],
                       too_many=[(1, {"data": x, "+1": int64s(1, 0)}), (28, {"data": x, "+1": int64s(1, 0)})])
