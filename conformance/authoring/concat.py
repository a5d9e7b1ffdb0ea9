"""Concat: the inputs joined along an axis."""

from common import (Refused, author, checked_axis, checked_shape, generator, opsets, random_shape, random_tensor,
                    signature_refusals)
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, add, coordinates, digest, fill, int64s, offset,
                    pattern, random_bits, scalar, tensor, vector)


def reference(opset, inputs, attributes, output_count):
    """axis is required from opset 4, 1 by default before, and may be negative from 11. All inputs have one rank, at
    least 1, and agree off the axis, also those without elements."""
    parts = inputs["inputs"]
    first = parts[0]
    if first.rank == 0:
        raise Refused("input.rank")
    if any(part.rank != first.rank for part in parts):
        raise Refused("concat.rank_mismatch")
    axis = checked_axis(attributes.get("axis", 1), first.rank, negative_allowed=opset >= 11)
    for part in parts:
        if any(part.shape[i] != first.shape[i] for i in range(first.rank) if i != axis):
            raise Refused("concat.extent_mismatch")
    shape = list(first.shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    checked_shape(first.type, shape)
    elements = []
    if 0 not in shape:
        # Where each coordinate of the axis comes from.
        places = [(part, place) for part in parts for place in range(part.shape[axis])]
        for at in coordinates(shape):
            part, place = places[at[axis]]
            elements.append(part.elements[offset(part.shape, (*at[:axis], place, *at[axis + 1:]))])
    return {"concat_result": Tensor(first.type, shape, elements)}


def cases():
    author_case = author("Concat", reference)

    def case(slug, opset, parts, axis=None, expect=None, **info):
        author_case(slug, opset, {"inputs": parts}, {} if axis is None else {"axis": axis},
                    expect=None if expect is None else {"concat_result": expect}, **info)

    a, b = tensor("float32", [2, 2], [1, 2, 3, 4]), tensor("float32", [2, 2], [5, 6, 7, 8])
    rows = tensor("float32", [4, 2], [1, 2, 3, 4, 5, 6, 7, 8])
    columns = tensor("float32", [2, 4], [1, 2, 5, 6, 3, 4, 7, 8])

    for opset in opsets("Concat"):
        case(f"axis-0-opset-{opset}", opset, [a, b], 0, rows, rules=["axis"])
        case(f"axis-1-opset-{opset}", opset, [a, b], 1, columns, rules=["axis"])
        case(f"one-input-opset-{opset}", opset, [a], 0, a, rules=["one-input"])
        case(f"three-inputs-opset-{opset}", opset, [pattern("int32", [2, extent], extent) for extent in (1, 3, 2)], 1,
             rules=["axis"])
        if opset >= 11:
            case(f"axis-minus-1-opset-{opset}", opset, [a, b], -1, columns, rules=["negative-axes"])
            case(f"axis-minus-2-opset-{opset}", opset, [a, b], -2, rows, rules=["negative-axes"])
        else:
            case(f"axis-minus-1-opset-{opset}", opset, [a, b], -1, error="axis.negative", rules=["negative-axes"])
        case(f"axis-past-rank-opset-{opset}", opset, [a, b], 2, error="axis.out_of_range", rules=["axis"])
        case(f"rank-mismatch-opset-{opset}", opset, [a, vector("float32", 5, 6)], 0, error="concat.rank_mismatch",
             rules=["same-rank"])
        case(f"extent-mismatch-opset-{opset}", opset, [a, tensor("float32", [1, 3], [5, 6, 7])], 0,
             error="concat.extent_mismatch", rules=["same-extents"])
        case(f"scalars-opset-{opset}", opset, [scalar("float32", 1), scalar("float32", 2)], 0, error="input.rank",
             basis="spec", rules=["same-rank"])
    case("default-axis-opset-1", 1, [a, b], None, columns, rules=["axis"],
         note="The axis is 1 by default at this version.")
    case("default-axis-opset-3", 3, [a, b], None, columns, rules=["axis"])
    case("default-axis-of-vectors-opset-1", 1, [vector("float32", 1), vector("float32", 2)], None,
         error="axis.out_of_range", rules=["axis"])
    case("axis-minus-1-opset-10", 10, [a, b], -1, error="axis.negative", rules=["negative-axes"],
         note="Opset 10 still means Concat-4.")
    for opset in (4, 11, 28):
        add("Concat", f"axis-missing-opset-{opset}", opset, {"inputs": [a, b]}, error="attribute.missing",
            rules=["signature"])

    for axis in range(-3, 3):
        parts = [pattern("uint8", [2 if i != axis % 3 else extent for i in range(3)], extent) for extent in (2, 1, 3)]
        case(f"three-axes-axis-{'minus-' if axis < 0 else ''}{abs(axis)}", 13, parts, axis, rules=["axis"])
    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, [pattern(type, [2, 3], 1), pattern(type, [2, 2], 2)], 1, rules=["types"])
        case(f"type-{type}-vectors", MAX_OPSET, [pattern(type, [3], 1), pattern(type, [1], 2), pattern(type, [5], 3)],
             0,
             rules=["types"])
    for opset in (1, 4, 11):
        for type in ("int64", "bfloat16", "uint4", "float8e5m2"):
            case(f"type-{type}-opset-{opset}", opset, [pattern(type, [1, 3], 1), pattern(type, [1, 2], 2)], 1,
                 rules=["types"])
    for rank in range(1, 9):
        shape = [2, 1, 2, 1, 3, 1, 2, 1][:rank]
        case(f"rank-{rank}-first-axis", 13, [pattern("int16", shape, 1), pattern("int16", shape, 2)], 0,
             rules=["ranks"])
        case(f"rank-{rank}-last-axis", 13, [pattern("int64", shape, 1), pattern("int64", shape, 2)], -1,
             rules=["ranks"])

    # Packed elements that do not begin on a byte.
    for type in ("int4", "uint4", "float4e2m1", "int2", "uint2"):
        case(f"packed-{type}-ones", MAX_OPSET, [pattern(type, [1], seed) for seed in range(7)], 0, rules=["packed"])
        case(f"packed-{type}-columns", MAX_OPSET, [pattern(type, [3, 1], 1), pattern(type, [3, 3], 2),
                                                   pattern(type, [3, 1], 3)], 1, rules=["packed"])
        case(f"packed-{type}-odd-rows", MAX_OPSET, [pattern(type, [1, 5], 1), pattern(type, [2, 5], 2)], 0,
             rules=["packed"])

    case("empty-and-full", 13, [fill("float32", [0, 2], 0), a], 0, a, rules=["no-elements"])
    case("full-and-empty", 13, [a, fill("float32", [0, 2], 0)], 0, a, rules=["no-elements"])
    case("empty-between", 13, [a, fill("float32", [2, 0], 0), b], 1, columns, rules=["no-elements"])
    case("all-empty", 13, [fill("float32", [0, 2], 0)] * 3, 0, rules=["no-elements"])
    case("all-empty-off-axis", 13, [fill("string", [2, 0], ""), fill("string", [3, 0], "")], 0, rules=["no-elements"])
    case("empty-vectors", 13, [fill("int64", [0], 0), int64s(-1), fill("int64", [0], 0)], 0, int64s(-1),
         rules=["no-elements"])
    case("empty-huge-extents", 13, [Tensor("int8", [2**61, 0], []), Tensor("int8", [2**61, 0], [])], 0, basis="spec",
         rules=["no-elements", "sizes"])
    case("extents-overflow", 13, [Tensor("int8", [2**62, 0], []), Tensor("int8", [2**62, 0], [])], 0,
         error="shape.overflow", basis="spec", rules=["sizes"])
    case("empty-other-extents-differ", 13, [fill("float32", [0, 5], 0), tensor("float32", [2, 3], range(6))], 0,
         error="concat.extent_mismatch", rules=["same-extents", "no-elements"])
    case("empty-after-other-extents-differ", 13, [tensor("float32", [1, 2], [1, 2]), fill("float32", [0, 3], 0)], 0,
         error="concat.extent_mismatch", rules=["same-extents", "no-elements"])
    case("empty-longer-than-the-result", 13, [fill("float32", [2, 3, 0], 0), tensor("float32", [2, 1, 1], [1, 2])], 1,
         error="concat.extent_mismatch", rules=["same-extents", "no-elements"])
    case("empty-vector-and-matrix", 13, [fill("float32", [0], 0), tensor("float32", [2, 3], range(6))], 0,
         error="concat.rank_mismatch", rules=["same-rank", "no-elements"])
    case("scalar-and-vector", 13, [vector("float32", 1), scalar("float32", 2)], 0, error="concat.rank_mismatch",
         rules=["same-rank"])
    case("one-scalar", 13, [scalar("float32", 1)], 0, error="input.rank", basis="spec", rules=["same-rank"])
    case("third-input-differs", 13, [a, b, tensor("float32", [2, 3], range(6))], 0, error="concat.extent_mismatch",
         rules=["same-extents"])
    case("extent-1-is-not-broadcast", 13, [a, tensor("float32", [1, 2], [9, 9])], 1, error="concat.extent_mismatch",
         rules=["same-extents"])
    case("axis-minus-3", 13, [a, b], -3, error="axis.out_of_range", rules=["axis"])
    case("axis-int64-max", 13, [a, b], INT64_MAX, error="axis.out_of_range", rules=["axis"])
    case("axis-int64-min", 13, [a, b], INT64_MIN, error="axis.out_of_range", rules=["axis"])
    case("axis-2-to-the-32", 13, [a, b], 2**32, error="axis.out_of_range", rules=["axis"],
         note="Its low 32 bits would be a valid axis.")
    for opset in opsets("Concat"):
        add("Concat", f"types-differ-opset-{opset}", opset, {"inputs": [a, fill("float64", [2, 2], 1)]}, {"axis": 0},
            error="input.type_mismatch", rules=["signature"])
    add("Concat", "input-missing-in-the-middle", 13, {"inputs": [a, None, b]}, {"axis": 0}, error="input.missing",
        rules=["signature"])
    add("Concat", "types-differ-in-the-third", 13, {"inputs": [a, b, fill("int32", [2, 2], 1)]}, {"axis": 0},
        error="input.type_mismatch", rules=["signature"])
    add("Concat", "types-of-one-size-differ", 13, {"inputs": [vector("int32", 1), vector("uint32", 1)]}, {"axis": 0},
        error="input.type_mismatch", rules=["signature"])

    case("same-tensor-twice", 13, [a, a], 0, rules=["axis"])
    case("forty-inputs", 13, [vector("int32", i) for i in range(40)], 0, vector("int32", *range(40)),
         rules=["many-inputs"])
    case("forty-columns", 13, [tensor("int8", [2, 1], [i, -i]) for i in range(40)], -1, rules=["many-inputs"])
    case("strings", 13, [vector("string", "a", b"\x00"), vector("string", b"\xff\xfe", "")], 0,
         vector("string", "a", b"\x00", b"\xff\xfe", ""), rules=["strings"])
    for type in ("uint8", "int4", "uint2", "float16", "float32", "float64", "complex128"):
        author_case(f"large-{type}-columns", MAX_OPSET,
                    {"inputs": [random_bits(type, [65, extent], extent) for extent in (67, 1, 30)]}, {"axis": 1},
                    present=digest, rules=["large"])
        author_case(f"large-{type}-rows", MAX_OPSET,
                    {"inputs": [random_bits(type, [extent, 33], extent) for extent in (67, 1, 30)]}, {"axis": 0},
                    present=digest, rules=["large"])
        author_case(f"large-{type}-vectors", MAX_OPSET,
                    {"inputs": [random_bits(type, [extent], extent) for extent in (4999, 1, 5003)]}, {"axis": 0},
                    present=digest, rules=["large"])

    rng = generator("Concat", "random")
    for i in range(32):
        opset = rng.choice([1, 4, 11, 13, 28])
        shape = random_shape(rng, rng.randint(1, 7), limit=24)
        axis = rng.randrange(len(shape))
        type = rng.choice(TYPES)
        parts = []
        for _ in range(rng.randint(1, 5)):
            shape[axis] = rng.randint(0, 4)
            parts.append(random_tensor(rng, shape, type))
        case(f"random-{i}", opset, parts, axis - len(shape) if opset >= 11 and rng.random() < 0.5 else axis)

    signature_refusals("Concat", lambda opset: ({"inputs": [a, b]}, {"axis": 0}),
                       wrong_kinds=[(1, "axis", [1]), (4, "axis", 1.0), (13, "axis", "1"), (28, "axis", [0])],
                       wrong_attributes=[(28, "new_axis", 0)])
