"""Squeeze: the data without the axes listed, each of extent 1."""

from common import (Refused, author, checked_axes, checked_vector, generator, opsets, random_shape, random_tensor,
                    refuse_type, signature_refusals)
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, digest, fill, int64s, pattern, random_bits,
                    scalar, tensor, vector)


def reference(opset, inputs, attributes, output_count):
    """axes is an attribute before opset 13 and an optional input from then on; negative ones are allowed from 11. No
    axes means every axis of extent 1; an empty list means none."""
    data = inputs["data"]
    if opset < 13:
        axes = attributes.get("axes")
    else:
        axes = inputs.get("axes")
        axes = axes and checked_vector(axes)
    if axes is None:
        removed = [axis for axis, extent in enumerate(data.shape) if extent == 1]
    else:
        removed = checked_axes(axes, data.rank, negative_allowed=opset >= 11)
    if any(data.shape[axis] != 1 for axis in removed):
        raise Refused("squeeze.extent_not_one")
    shape = [extent for axis, extent in enumerate(data.shape) if axis not in removed]
    return {"squeezed": data.with_shape(shape)}


def cases():
    author_case = author("Squeeze", reference)

    def case(slug, opset, data, axes=None, shape=None, **info):
        """axes is a list, in whichever form the opset has it."""
        if opset < 13:
            inputs, attributes = {"data": data}, {} if axes is None else {"axes": axes}
        else:
            inputs, attributes = {"data": data, "axes": None if axes is None else int64s(*axes)}, {}
        expect = None if shape is None else {"squeezed": data.with_shape(shape)}
        author_case(slug, opset, inputs, attributes, expect=expect, **info)

    x = pattern("float32", [1, 3, 1, 2])

    for opset in opsets("Squeeze"):
        case(f"axis-0-opset-{opset}", opset, x, [0], [3, 1, 2], rules=["axes"])
        case(f"two-axes-unsorted-opset-{opset}", opset, x, [2, 0], [3, 2], rules=["axes"])
        case(f"no-axes-opset-{opset}", opset, x, None, [3, 2], rules=["no-axes"])
        case(f"axes-empty-opset-{opset}", opset, x, [], [1, 3, 1, 2], basis="spec", rules=["empty-axes"],
             note="A list that is given but empty lists no axis.")
        if opset >= 11:
            case(f"axis-minus-2-opset-{opset}", opset, x, [-2], [1, 3, 2], rules=["axes", "negative-axes"])
        else:
            case(f"axis-minus-2-opset-{opset}", opset, x, [-2], error="axis.negative", rules=["negative-axes"])
    case("axis-minus-rank-opset-1", 1, x, [-4], error="axis.negative", rules=["negative-axes"])
    case("axis-minus-1-opset-10", 10, pattern("int8", [2, 1]), [-1], error="axis.negative", rules=["negative-axes"],
         note="Opset 10 still means Squeeze-1.")
    case("axis-minus-1-opset-12", 12, pattern("int8", [2, 1]), [-1], [2], rules=["negative-axes"])

    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [1, 7, 1]), [0, 2], [7], rules=["types"])
    for opset in (1, 11, 13):
        for type in ("bfloat16", "int4", "float8e8m0", "string"):
            case(f"type-{type}-opset-{opset}", opset, pattern(type, [5, 1]), [1], [5], rules=["types"])

    case("scalar-no-axes", 13, scalar("float32", 2.5), None, [], rules=["ranks", "no-axes"])
    case("scalar-axes-empty", 13, scalar("float32", 2.5), [], [], basis="spec", rules=["ranks", "empty-axes"])
    case("one-element-to-scalar", 13, vector("int64", -7), [0], [], rules=["ranks"])
    case("all-ones-to-scalar", 13, tensor("string", [1, 1, 1, 1, 1, 1, 1, 1], ["text"]), None, [],
         rules=["ranks", "no-axes"])
    case("nothing-to-squeeze", 13, pattern("int32", [2, 3]), None, [2, 3], rules=["no-axes"])
    for rank in range(1, 9):
        shape = [2, 1, 1, 2, 1, 3, 1, 1][:rank]
        case(f"rank-{rank}-no-axes", 21, pattern("uint8", shape), rules=["ranks", "no-axes"])
    case("rank-8-all-axes", 23, pattern("uint8", [1] * 8), [7, -7, 0, 2, 3, 4, 5, 6], [], rules=["ranks", "axes"])
    case("rank-8-first-and-last", 23, pattern("uint8", [1, 2, 1, 2, 1, 2, 1, 1]), [0, -1], [2, 1, 2, 1, 2, 1],
         rules=["ranks", "axes", "negative-axes"])
    case("three-axes-mixed-signs", 11, pattern("float64", [1, 1, 4, 1]), [-1, 0, 1], [4], rules=["negative-axes"])

    case("empty-no-axes", 13, fill("float32", [0, 1, 3], 0), None, [0, 3], rules=["no-elements"])
    case("empty-axis-1", 13, fill("float32", [1, 0, 1], 0), [0], [0, 1], rules=["no-elements"])
    case("empty-vector", 13, fill("float32", [0], 0), None, [0], rules=["no-elements"])
    case("empty-huge-extents", 13, Tensor("float32", [2**40, 1, 2**40, 0], []), [1], [2**40, 2**40, 0], basis="spec",
         rules=["no-elements", "sizes"])
    case("axis-of-extent-0", 13, fill("float32", [0, 1], 0), [0], error="squeeze.extent_not_one", rules=["no-elements"])

    long = random_bits("float32", [1, 100, 1, 100], 1)
    author_case("ten-thousand", 13, {"data": long}, {}, present=digest, rules=["large"])
    author_case("packed-odd-large", 25, {"data": random_bits("int4", [1, 333, 1, 3], 2), "axes": int64s(0, 2)},
                present=digest, rules=["large", "packed"])
    author_case("packed-2-bit-odd", 25, {"data": random_bits("uint2", [1, 13, 1], 3), "axes": int64s(-1)},
                rules=["packed"])

    for opset in (1, 11, 13, 25):
        case(f"extent-2-opset-{opset}", opset, pattern("float32", [2, 3]), [0], error="squeeze.extent_not_one",
             rules=["extent-one"])
        case(f"axis-past-rank-opset-{opset}", opset, x, [4], error="axis.out_of_range", rules=["axes"])
        case(f"axis-repeated-opset-{opset}", opset, x, [0, 0], error="axis.repeated", basis="spec", rules=["axes"])
    case("one-of-two-extents-not-1", 13, x, [0, 1], error="squeeze.extent_not_one", rules=["extent-one"])
    case("axis-repeated-by-sign", 13, pattern("float32", [1, 1, 3]), [0, -3], error="axis.repeated", basis="spec",
         rules=["axes", "negative-axes"])
    case("axis-below-minus-rank", 13, x, [-5], error="axis.out_of_range", rules=["axes"])
    case("axis-int64-max", 13, x, [INT64_MAX], error="axis.out_of_range", rules=["axes"])
    case("axis-int64-min", 13, x, [INT64_MIN], error="axis.out_of_range", rules=["axes"])
    case("axis-2-to-the-32", 13, x, [2**32], error="axis.out_of_range", rules=["axes"],
         note="Its low 32 bits would be a valid axis.")
    case("axis-int64-max-opset-1", 1, x, [INT64_MAX], error="axis.out_of_range", rules=["axes"])
    case("scalar-axis-0", 13, scalar("float32", 1), [0], error="axis.out_of_range", rules=["axes", "ranks"])
    case("scalar-axis-minus-1", 13, scalar("float32", 1), [-1], error="axis.out_of_range", rules=["axes", "ranks"])
    author_case("axes-scalar", 13, {"data": x, "axes": scalar("int64", 0)}, error="input.rank", basis="spec",
                rules=["axes"])
    author_case("axes-matrix", 23, {"data": x, "axes": tensor("int64", [1, 1], [0])}, error="input.rank", basis="spec",
                rules=["axes"])

    rng = generator("Squeeze", "random")
    for i in range(24):
        opset = rng.choice([1, 11, 13, 21, 24, 28])
        shape = random_shape(rng, rng.randint(0, 6))
        for _ in range(rng.randint(0, 2)):
            shape.insert(rng.randint(0, len(shape)), 1)
        ones = [axis for axis, extent in enumerate(shape) if extent == 1]
        axes = rng.sample(ones, rng.randint(0, len(ones))) if rng.random() < 0.7 else None
        if axes is not None and opset >= 11:
            axes = [axis - len(shape) if rng.random() < 0.5 else axis for axis in axes]
        case(f"random-{i}", opset, random_tensor(rng, shape), axes, basis="spec" if axes == [] else None)

    def valid(opset):
        return ({"data": x}, {"axes": [0]}) if opset < 13 else ({"data": x, "axes": int64s(0)}, {})

    signature_refusals("Squeeze", valid, wrong_kinds=[(1, "axes", 0), (11, "axes", [0.0]), (11, "axes", "0")],
                       wrong_attributes=[(13, "axes", [0]), (28, "axes", [0])],
                       too_many=[(1, {"data": x, "+1": int64s(0)}), (11, {"data": x, "+1": int64s(0)}),
                                 (28, {"data": x, "axes": int64s(0), "+1": int64s(0)})])
    for opset, given in ((13, vector("int32", 0)), (28, vector("int32", 0)), (13, vector("float32", 0)),
                         (13, vector("uint64", 0)), (28, vector("bool", False))):
        refuse_type("Squeeze", opset, {"data": x}, "axes", given)
