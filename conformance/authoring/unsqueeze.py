"""Unsqueeze: the data with axes of extent 1 put in at the places listed, which are axes of the output."""

from common import (Refused, author, checked_axes, checked_vector, generator, opsets, random_shape, random_tensor,
                    refuse_type, signature_refusals)
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, MAX_RANK, TYPES, Tensor, add, digest, fill, int64s, pattern,
                    random_bits, scalar, tensor, vector)


def reference(opset, inputs, attributes, output_count):
    """axes is a required attribute before opset 13 and a required input from then on; negative ones are allowed from
    11 and count from the end of the output."""
    data = inputs["data"]
    axes = attributes["axes"] if opset < 13 else checked_vector(inputs["axes"])
    rank = data.rank + len(axes)
    if rank > MAX_RANK:
        raise Refused("shape.rank_limit")
    inserted = checked_axes(axes, rank, negative_allowed=opset >= 11)
    extents = iter(data.shape)
    return {"expanded": data.with_shape([1 if axis in inserted else next(extents) for axis in range(rank)])}


def cases():
    author_case = author("Unsqueeze", reference)

    def case(slug, opset, data, axes, shape=None, **info):
        """axes is a list, in whichever form the opset has it."""
        inputs, attributes = ({"data": data}, {"axes": axes}) if opset < 13 else (
            {"data": data, "axes": int64s(*axes)}, {})
        expect = None if shape is None else {"expanded": data.with_shape(shape)}
        author_case(slug, opset, inputs, attributes, expect=expect, **info)

    x = pattern("float32", [3, 4])

    for opset in opsets("Unsqueeze"):
        case(f"axis-0-opset-{opset}", opset, x, [0], [1, 3, 4], rules=["axes"])
        case(f"first-and-last-opset-{opset}", opset, x, [0, 3], [1, 3, 4, 1], rules=["axes"])
        case(f"unsorted-opset-{opset}", opset, x, [4, 0, 2], [1, 3, 1, 4, 1], rules=["axes"])
        case(f"axes-empty-opset-{opset}", opset, x, [], [3, 4], basis="spec", rules=["empty-axes"])
        if opset >= 11:
            case(f"axis-minus-1-opset-{opset}", opset, x, [-1], [3, 4, 1], rules=["axes", "negative-axes"])
        else:
            case(f"axis-minus-1-opset-{opset}", opset, x, [-1], error="axis.negative", rules=["negative-axes"])
    case("axis-minus-1-opset-10", 10, x, [-1], error="axis.negative", rules=["negative-axes"],
         note="Opset 10 still means Unsqueeze-1.")
    case("axis-minus-1-opset-12", 12, x, [-1], [3, 4, 1], rules=["negative-axes"])

    for axis, shape in ((-4, None), (-3, [1, 3, 4]), (-2, [3, 1, 4]), (0, [1, 3, 4]), (1, [3, 1, 4]), (2, [3, 4, 1]),
                        (3, None)):
        slug = f"single-axis-{'minus-' if axis < 0 else ''}{abs(axis)}"
        if shape is None:
            case(slug, 13, x, [axis], error="axis.out_of_range", rules=["axes"])
        else:
            case(slug, 13, x, [axis], shape, rules=["axes"])
    case("minus-1-and-0", 13, x, [-1, 0], [1, 3, 4, 1], rules=["negative-axes"])
    case("minus-2-minus-1", 13, x, [-2, -1], [3, 4, 1, 1], rules=["negative-axes"])
    case("minus-4-counts-in-the-output", 13, x, [-4, 1], [1, 1, 3, 4], rules=["negative-axes"],
         note="-4 is axis 0 of the output, whose rank is 4; in the input it would lie outside.")
    case("axis-3-counts-in-the-output", 13, x, [3, 0], [1, 3, 4, 1], rules=["axes"])

    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [7]), [1], [7, 1], rules=["types"])
    for opset in (1, 11, 13):
        for type in ("bfloat16", "uint4", "float4e2m1", "string"):
            case(f"type-{type}-opset-{opset}", opset, pattern(type, [5]), [0], [1, 5], rules=["types"])

    case("scalar-axis-0", 13, scalar("float32", -0.0), [0], [1], rules=["ranks"])
    case("scalar-axis-minus-1", 13, scalar("string", b"a\x00b"), [-1], [1], rules=["ranks"])
    case("scalar-axes-0-1", 1, scalar("float64", "0x7ff8000000000001"), [0, 1], [1, 1], rules=["ranks"])
    case("scalar-axes-empty", 13, scalar("int8", -128), [], [], basis="spec", rules=["ranks", "empty-axes"])
    case("scalar-eight-axes", 13, scalar("int8", 5), [7, 6, 5, 4, 3, 2, 1, 0], [1] * 8, rules=["ranks"])
    for rank in range(8):
        shape = [2, 1, 2, 1, 3, 1, 1][:rank]
        case(f"rank-{rank}-to-{rank + 1}", 21, pattern("int16", shape), [rank // 2], rules=["ranks"])
    case("rank-8-axes-empty", 13, pattern("int16", [1, 1, 1, 2, 1, 1, 1, 3]), [], basis="spec",
         rules=["ranks", "empty-axes"])
    case("empty-0-3", 13, fill("float32", [0, 3], 0), [1], [0, 1, 3], rules=["no-elements"])
    case("empty-vector", 13, fill("string", [0], ""), [0, 2], [1, 0, 1], rules=["no-elements"])
    case("empty-huge-extents", 13, Tensor("int64", [2**62, 0, 2**62], []), [0], [1, 2**62, 0, 2**62], basis="spec",
         rules=["no-elements", "sizes"])
    author_case("ten-thousand", 13, {"data": random_bits("float64", [10000], 4), "axes": int64s(0, -1)},
                present=digest, rules=["large"])
    author_case("packed-odd-large", 25, {"data": random_bits("uint4", [999], 5), "axes": int64s(1)}, present=digest,
                rules=["large", "packed"])
    author_case("packed-2-bit-odd", 25, {"data": random_bits("int2", [3, 5], 6), "axes": int64s(1)}, rules=["packed"])

    for opset in (1, 11, 13, 25):
        case(f"axis-past-output-rank-opset-{opset}", opset, x, [3], error="axis.out_of_range", rules=["axes"])
        case(f"axis-repeated-opset-{opset}", opset, x, [1, 1], error="axis.repeated", rules=["axes"],
             basis="onnx" if opset >= 11 else "spec")
        case(f"rank-limit-opset-{opset}", opset, pattern("int8", [1, 2, 1, 2, 1, 1, 1, 1]), [0],
             error="shape.rank_limit", basis="spec", rules=["ranks"])
    case("axis-repeated-by-sign", 13, pattern("float32", [2]), [0, -3], error="axis.repeated",
         rules=["axes", "negative-axes"], note="The output has rank 3, so -3 is axis 0.")
    case("rank-limit-by-many-axes", 13, scalar("int8", 1), [0, 1, 2, 3, 4, 5, 6, 7, 8], error="shape.rank_limit",
         basis="spec", rules=["ranks"])
    case("axis-below-minus-output-rank", 13, x, [-4], error="axis.out_of_range", rules=["axes"])
    case("two-axes-one-outside", 13, x, [0, 4], error="axis.out_of_range", rules=["axes"])
    case("axis-int64-max", 13, x, [INT64_MAX], error="axis.out_of_range", rules=["axes"])
    case("axis-int64-min", 13, x, [INT64_MIN], error="axis.out_of_range", rules=["axes"])
    case("axis-2-to-the-32", 13, x, [2**32], error="axis.out_of_range", rules=["axes"],
         note="Its low 32 bits would be a valid axis.")
    author_case("axes-scalar", 13, {"data": x, "axes": scalar("int64", 0)}, error="input.rank", basis="spec",
                rules=["axes"])
    author_case("axes-matrix", 23, {"data": x, "axes": tensor("int64", [1, 2], [0, 1])}, error="input.rank",
                basis="spec", rules=["axes"])

    rng = generator("Unsqueeze", "random")
    for i in range(24):
        opset = rng.choice([1, 11, 13, 21, 24, 28])
        shape = random_shape(rng, rng.randint(0, 5))
        count = rng.randint(1, 3)
        rank = len(shape) + count
        axes = rng.sample(range(rank), count)
        if opset >= 11:
            axes = [axis - rank if rng.random() < 0.5 else axis for axis in axes]
        case(f"random-{i}", opset, random_tensor(rng, shape), axes)

    def valid(opset):
        return ({"data": x}, {"axes": [0]}) if opset < 13 else ({"data": x, "axes": int64s(0)}, {})

    signature_refusals("Unsqueeze", valid, wrong_kinds=[(1, "axes", 0), (11, "axes", [0.0]), (11, "axes", "0")],
                       wrong_attributes=[(13, "axes", [0]), (28, "axes", [0])],
                       too_many=[(1, {"data": x, "+1": int64s(0)}), (11, {"data": x, "+1": int64s(0)}),
                                 (28, {"data": x, "axes": int64s(0), "+1": int64s(0)})])
    for opset in (1, 11):
        add("Unsqueeze", f"axes-missing-opset-{opset}", opset, {"data": x}, error="attribute.missing",
            rules=["signature"])
    for opset in (13, 21, 28):
        add("Unsqueeze", f"axes-missing-opset-{opset}", opset, {"data": x}, error="input.missing", rules=["signature"])
    for opset, given in ((13, vector("int32", 0)), (28, vector("int32", 0)), (13, vector("float32", 0)),
                         (28, vector("uint64", 0))):
        refuse_type("Unsqueeze", opset, {"data": x}, "axes", given)
