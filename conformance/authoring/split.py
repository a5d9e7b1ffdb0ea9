"""Split: the input cut along an axis."""

from common import (Refused, author, checked_axis, checked_vector, generator, moved, opsets, random_shape,
                    random_tensor,
                    refuse_type, signature_refusals)
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, add, digest, fill, float_value, int64s, iota,
                    pattern,
                    random_bits, scalar, tensor, vector)


def part_sizes(opset, extent, count, sizes, num_outputs):
    """The extents of the parts. sizes is what was given for split, if it was."""
    if sizes is not None and num_outputs is not None:
        raise Refused("split.two_rules")
    if num_outputs is not None and num_outputs != count:
        raise Refused("split.count_mismatch")
    if sizes is not None:
        if len(sizes) != count:
            raise Refused("split.count_mismatch")
        if any(size < 0 for size in sizes):
            raise Refused("split.size_negative")
        if sum(sizes) != extent:
            raise Refused("split.sum_mismatch")
        return sizes
    if opset < 18:
        if extent % count:
            raise Refused("split.uneven")
        return [extent // count] * count
    size = -(-extent // count)
    last = extent - size * (count - 1)
    if last < 0:
        raise Refused("split.uneven")
    return [size] * (count - 1) + [last]


def reference(opset, inputs, attributes, output_count):
    """The sizes are an attribute before opset 13 (in opset 1 also an input of floating-point numbers) and an input
    from then on. Without them the parts are equal; from opset 18 the last may be smaller. axis (default 0) may be
    negative from 11."""
    data = inputs["input"]
    if data.rank == 0:
        raise Refused("input.rank")
    axis = checked_axis(attributes.get("axis", 0), data.rank, negative_allowed=opset >= 11)
    sizes = attributes.get("split")
    given = inputs.get("split")
    if opset == 1 and given is not None:
        if sizes is not None:
            raise Refused("split.two_rules")
        if given.rank != 1:
            raise Refused("input.rank")
        sizes = [float_value(given.type, bits) for bits in given.elements]
        if any(size != size or size % 1 != 0 for size in sizes):  # a remainder of an infinity is NaN
            raise Refused("split.size_fraction")
        sizes = [int(size) for size in sizes]
    elif given is not None:
        sizes = checked_vector(given)
    sizes = part_sizes(opset, data.shape[axis], output_count, sizes, attributes.get("num_outputs"))
    parts, begin = [], 0
    for size in sizes:
        shape = [size if i == axis else extent for i, extent in enumerate(data.shape)]
        parts.append(moved(data, shape, lambda at, begin=begin: (*at[:axis], begin + at[axis], *at[axis + 1:])))
        begin += size
    return {"outputs": parts}


def cases():
    author_case = author("Split", reference)

    def case(slug, opset, data, count, sizes=None, axis=None, num_outputs=None, expect=None, **info):
        """sizes is a list, in whichever form the opset has it."""
        inputs, attributes = {"input": data}, {}
        if axis is not None:
            attributes["axis"] = axis
        if sizes is not None and opset < 13:
            attributes["split"] = sizes
        elif sizes is not None:
            inputs["split"] = int64s(*sizes)
        if num_outputs is not None:
            attributes["num_outputs"] = num_outputs
        author_case(slug, opset, inputs, attributes, output_count=count,
                    expect=None if expect is None else {"outputs": expect}, **info)

    def vectors(type, *parts):
        return [vector(type, *part) for part in parts]

    six = vector("float32", 1, 2, 3, 4, 5, 6)
    matrix = tensor("int32", [2, 6], range(12))

    for opset in opsets("Split"):
        case(f"equal-opset-{opset}", opset, six, 3, expect=vectors("float32", (1, 2), (3, 4), (5, 6)), rules=["equal"],
             basis="onnxruntime" if opset >= 18 else None,
             note="Neither sizes nor num_outputs: the number of outputs counts." if opset >= 18 else None)
        case(f"sizes-opset-{opset}", opset, six, 2, [2, 4], expect=vectors("float32", (1, 2), (3, 4, 5, 6)),
             rules=["sizes"])
        case(f"sizes-axis-1-opset-{opset}", opset, matrix, 3, [1, 3, 2], 1,
             expect=[tensor("int32", [2, 1], [0, 6]), tensor("int32", [2, 3], [1, 2, 3, 7, 8, 9]),
                     tensor("int32", [2, 2], [4, 5, 10, 11])], rules=["sizes"])
        case(f"equal-axis-1-opset-{opset}", opset, matrix, 2, axis=1, num_outputs=2 if opset >= 18 else None,
             expect=[tensor("int32", [2, 3], [0, 1, 2, 6, 7, 8]), tensor("int32", [2, 3], [3, 4, 5, 9, 10, 11])],
             rules=["equal"])
        case(f"one-output-opset-{opset}", opset, matrix, 1, expect=[matrix], rules=["equal"],
             basis="onnxruntime" if opset >= 18 else None)
        case(f"size-0-opset-{opset}", opset, vector("float32", 1, 2), 3, [0, 2, 0],
             expect=vectors("float32", (), (1, 2), ()), rules=["sizes"], basis="spec" if opset < 11 else None)
        case(f"sum-mismatch-opset-{opset}", opset, fill("float32", [4], 1), 2, [1, 2], error="split.sum_mismatch",
             rules=["sizes"])
        case(f"size-negative-opset-{opset}", opset, fill("float32", [4], 1), 2, [5, -1], error="split.size_negative",
             rules=["sizes"])
        case(f"more-sizes-than-outputs-opset-{opset}", opset, six, 2, [2, 2, 2], error="split.count_mismatch",
             rules=["sizes"])
        case(f"fewer-sizes-than-outputs-opset-{opset}", opset, six, 3, [3, 3], error="split.count_mismatch",
             rules=["sizes"])
        case(f"axis-past-rank-opset-{opset}", opset, matrix, 2, axis=2, error="axis.out_of_range", rules=["axis"])
        case(f"scalar-opset-{opset}", opset, scalar("float32", 1), 1, error="input.rank", basis="spec", rules=["ranks"])
        if opset >= 11:
            case(f"axis-minus-1-opset-{opset}", opset, matrix, 2, [2, 4], -1, rules=["axis", "negative-axes"])
            case(f"axis-minus-2-opset-{opset}", opset, matrix, 2, [1, 1], -2, rules=["axis", "negative-axes"])
        else:
            case(f"axis-minus-1-opset-{opset}", opset, matrix, 2, [2, 4], -1, error="axis.negative",
                 rules=["negative-axes"])
        if opset < 18:
            case(f"uneven-opset-{opset}", opset, fill("float32", [7], 1), 3, error="split.uneven", rules=["equal"])
    case("axis-minus-1-opset-10", 10, matrix, 2, axis=-1, error="axis.negative", rules=["negative-axes"],
         note="Opset 10 still means Split-2.")

    # num_outputs and the smaller last part.
    for opset in (18, 28):
        for extent, count in ((6, 3), (7, 3), (7, 4), (7, 1), (1, 1), (0, 1), (0, 3), (9, 5), (10, 4), (2, 2), (5, 2),
                              (8, 7)):
            case(f"num-outputs-{extent}-into-{count}-opset-{opset}", opset, iota("int16", [extent]), count,
                 num_outputs=count, rules=["num-outputs"],
                 error="split.uneven" if -(-extent // count) * (count - 1) > extent else None)
        case(f"num-outputs-7-into-5-opset-{opset}", opset, iota("int16", [7]), 5, num_outputs=5, error="split.uneven",
             basis="spec", rules=["num-outputs"], note="Four parts of 2 leave -1 for the last.")
        case(f"num-outputs-2-into-3-opset-{opset}", opset, iota("int16", [2]), 3, num_outputs=3,
             expect=vectors("int16", (0,), (1,), ()), basis="spec", rules=["num-outputs"])
        case(f"num-outputs-2-into-4-opset-{opset}", opset, iota("int16", [2]), 4, num_outputs=4, error="split.uneven",
             basis="spec", rules=["num-outputs"])
        case(f"count-7-into-3-opset-{opset}", opset, iota("int16", [7]), 3,
             expect=vectors("int16", (0, 1, 2), (3, 4, 5), (6,)), basis="spec", rules=["num-outputs"],
             note="Neither sizes nor num_outputs: the number of outputs counts.")
        case(f"count-7-into-5-opset-{opset}", opset, iota("int16", [7]), 5, error="split.uneven", basis="spec",
             rules=["num-outputs"])
        case(f"num-outputs-3-for-2-opset-{opset}", opset, six, 2, num_outputs=3, error="split.count_mismatch",
             basis="spec", rules=["num-outputs"])
        case(f"num-outputs-2-for-3-opset-{opset}", opset, six, 3, num_outputs=2, error="split.count_mismatch",
             rules=["num-outputs"], basis="spec")
        case(f"sizes-and-num-outputs-opset-{opset}", opset, six, 2, [3, 3], num_outputs=2, error="split.two_rules",
             rules=["num-outputs"])
        case(f"num-outputs-axis-minus-1-opset-{opset}", opset, pattern("float64", [3, 5]), 3, axis=-1, num_outputs=3,
             rules=["num-outputs", "negative-axes"])
    case("num-outputs-0", 18, six, 1, num_outputs=0, error="split.count_mismatch", basis="spec", rules=["num-outputs"])
    case("num-outputs-minus-1", 18, six, 1, num_outputs=-1, error="split.count_mismatch", basis="spec",
         rules=["num-outputs"])
    case("num-outputs-2-to-the-32-plus-2", 18, six, 2, num_outputs=2**32 + 2, error="split.count_mismatch",
         basis="spec",
         rules=["num-outputs"])
    for opset in (13, 18):
        author_case(f"split-null-opset-{opset}", opset, {"input": six, "split": None}, output_count=3,
                    expect={"outputs": vectors("float32", (1, 2), (3, 4), (5, 6))}, rules=["equal"],
                    basis="onnxruntime" if opset >= 18 else None)
    case("axis-1-count-uneven-opset-13", 13, matrix, 4, axis=1, error="split.uneven", rules=["equal"])

    case("sizes-axis-minus-1", 11, iota("int64", [2, 5]), 3, [3, 1, 1], -1,
         expect=[tensor("int64", [2, 3], [0, 1, 2, 5, 6, 7]), tensor("int64", [2, 1], [3, 8]),
                 tensor("int64", [2, 1], [4, 9])], rules=["sizes"])
    case("empty-sizes-0-0", 13, fill("float32", [0], 0), 2, [0, 0], rules=["no-elements"])
    case("empty-equal", 13, fill("float32", [0, 3], 0), 2, rules=["no-elements", "equal"])
    case("empty-off-axis", 13, fill("string", [4, 0], ""), 2, [1, 3], rules=["no-elements"])
    case("empty-off-axis-equal", 2, fill("int8", [0, 4], 0), 2, axis=1, rules=["no-elements", "equal"])
    case("empty-huge-extents", 13, Tensor("int8", [2**61, 0], []), 2, [2**60, 2**60], basis="spec",
         rules=["no-elements", "sizes"])
    case("empty-huge-extents-equal", 18, Tensor("int8", [0, 2**62], []), 3, axis=1, num_outputs=3, basis="spec",
         rules=["no-elements", "num-outputs"])
    case("sizes-0-everywhere-but-one", 13, iota("uint8", [3, 2]), 4, [0, 0, 3, 0], rules=["sizes"])
    case("sizes-sum-wraps", 13, fill("int8", [2], 1), 4, [2**62, 2**62, 2**62, 2**62 + 2], error="split.sum_mismatch",
         rules=["sizes"], note="The sum is 2 modulo 2^64.")
    case("sizes-int64-min-wraps", 13, fill("int8", [4], 1), 3, [INT64_MIN, INT64_MIN, 4], error="split.size_negative",
         rules=["sizes"], note="The sum is 4 modulo 2^64.")
    case("sizes-int64-max", 13, six, 1, [INT64_MAX], error="split.sum_mismatch", rules=["sizes"])
    case("sizes-too-large", 13, six, 2, [3, 4], error="split.sum_mismatch", rules=["sizes"])
    case("sizes-empty-for-one-output", 13, six, 1, [], error="split.count_mismatch", basis="spec", rules=["sizes"])
    case("sizes-empty-attribute-for-one-output", 2, six, 1, [], error="split.count_mismatch", basis="spec",
         rules=["sizes"])
    case("axis-minus-3", 13, matrix, 2, axis=-3, error="axis.out_of_range", rules=["axis"])
    case("axis-int64-max", 13, matrix, 2, axis=INT64_MAX, error="axis.out_of_range", rules=["axis"])
    case("axis-int64-min", 13, matrix, 2, axis=INT64_MIN, error="axis.out_of_range", rules=["axis"])
    author_case("split-scalar", 13, {"input": six, "split": scalar("int64", 3)}, output_count=2, error="input.rank",
                basis="spec", rules=["sizes"])
    author_case("split-matrix", 13, {"input": six, "split": tensor("int64", [1, 2], [3, 3])}, output_count=2,
                error="input.rank", basis="spec", rules=["sizes"])

    # Opset 1: sizes also as an input of the data's type.
    for type in ("float16", "float32", "float64"):
        data = tensor(type, [6], range(1, 7))
        author_case(f"opset-1-input-{type}", 1, {"input": data, "split": vector(type, 1, 5)}, output_count=2,
                    expect={"outputs": [vector(type, 1), vector(type, 2, 3, 4, 5, 6)]}, rules=["sizes-as-input"])
        author_case(f"opset-1-input-{type}-axis-1", 1, {"input": pattern(type, [2, 4]), "split": vector(type, 0, 3, 1)},
                    {"axis": 1}, output_count=3, rules=["sizes-as-input"], basis="spec")
        for name, sizes, error in (("fraction", (1.5, 4.5), "split.size_fraction"),
                                   ("sum", (1, 4), "split.sum_mismatch"), ("negative", (7, -1), "split.size_negative"),
                                   ("count", (2, 2, 2), "split.count_mismatch")):
            author_case(f"opset-1-input-{type}-{name}", 1, {"input": data, "split": vector(type, *sizes)},
                        output_count=2, error=error, rules=["sizes-as-input"], basis="spec")
    author_case("opset-1-input-minus-zero", 1, {"input": six, "split": vector("float32", "0x80000000", 6)},
                output_count=2, basis="spec", rules=["sizes-as-input"])
    author_case("opset-1-input-nan", 1, {"input": six, "split": vector("float32", "0x7fc00000", 6)}, output_count=2,
                error="split.size_fraction", basis="spec", rules=["sizes-as-input"])
    author_case("opset-1-input-infinite", 1, {"input": six, "split": vector("float32", "0x7f800000", 6)},
                output_count=2,
                error="split.size_fraction", basis="spec", rules=["sizes-as-input"])
    author_case("opset-1-attribute-and-input", 1, {"input": six, "split": vector("float32", 3, 3)}, {"split": [3, 3]},
                output_count=2, error="split.two_rules", basis="spec", rules=["sizes-as-input"])
    author_case("opset-1-input-scalar", 1, {"input": six, "split": scalar("float32", 6)}, output_count=1,
                error="input.rank", basis="spec", rules=["sizes-as-input"])
    for type in ("int32", "int64", "bfloat16"):
        add("Split", f"opset-1-input-{type}", 1, {"input": vector(type, 1, 2), "split": vector(type, 2)},
            error="input.type", basis="spec", rules=["signature"],
            note="split is read as numbers, so its types are ONNX's.")
    refuse_type("Split", 1, {"input": six}, "split", vector("float64", 6), slug="opset-1-input-of-another-type",
                error="input.type_mismatch")

    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [7]), 3, [3, 1, 3], rules=["types"])
        case(f"type-{type}-inner-axis", MAX_OPSET, pattern(type, [3, 5]), 2, [2, 3], 1, rules=["types"])
    for opset in (1, 2, 11, 13):
        for type in ("int64", "bfloat16", "int4", "float8e4m3fn", "string"):
            case(f"type-{type}-opset-{opset}", opset, pattern(type, [6]), 2, rules=["types"])
    for type in ("int4", "float4e2m1", "uint2"):
        for sizes in ([1, 1, 1, 1, 1, 1, 1], [2, 5], [5, 2], [3, 4], [0, 7]):
            case(f"packed-{type}-{'-'.join(map(str, sizes))}", MAX_OPSET, pattern(type, [7, 3], 3), len(sizes), sizes,
                 rules=["packed"])
    for rank in range(1, 9):
        shape = [4, 1, 2, 1, 2, 1, 2, 1][:rank]
        case(f"rank-{rank}-first-axis", 13, pattern("int16", shape), 2, [1, 3], rules=["ranks"])
        shape[-1] = 3
        case(f"rank-{rank}-last-axis", 18, pattern("float32", shape), 2, axis=-1, num_outputs=2, rules=["ranks"])
    case("thirty-outputs", 13, pattern("uint32", [30]), 30, rules=["many-outputs"])
    case("thirty-columns", 18, pattern("uint8", [3, 30]), 30, axis=1, num_outputs=30, rules=["many-outputs"])
    for type in ("uint8", "int4", "uint2", "float16", "float32", "float64", "complex128"):
        author_case(f"large-{type}-columns", MAX_OPSET,
                    {"input": random_bits(type, [65, 99], 21), "split": int64s(67, 1, 31)}, {"axis": 1}, output_count=3,
                    present=digest, rules=["large"])
        author_case(f"large-{type}-vector", MAX_OPSET, {"input": random_bits(type, [10001], 22)}, {"num_outputs": 3},
                    output_count=3, present=digest, rules=["large"])

    rng = generator("Split", "random")
    for i in range(32):
        opset = rng.choice([1, 2, 11, 13, 18, 28])
        shape = random_shape(rng, rng.randint(1, 7), limit=48)
        axis = rng.randrange(len(shape))
        sizes = [rng.randint(0, 3) for _ in range(rng.randint(1, 4))]
        shape[axis] = sum(sizes)
        case(f"random-{i}", opset, random_tensor(rng, shape), len(sizes), sizes,
             axis - len(shape) if opset >= 11 and rng.random() < 0.5 else axis,
             basis="spec" if opset < 11 and 0 in sizes else None)

    signature_refusals("Split", lambda opset: ({"input": six}, {}), output_limit=None,
                       wrong_kinds=[(1, "axis", [0]), (2, "split", 6), (11, "split", [6.0]), (13, "axis", 0.0),
                                    (18, "num_outputs", [1]), (28, "num_outputs", 1.0)],
                       wrong_attributes=[(13, "split", [6]), (28, "split", [6]), (11, "num_outputs", 1),
                                         (13, "num_outputs", 1)],
                       too_many=[(1, {"input": six, "split": vector("float32", 6), "+1": six}),
                                 (2, {"input": six, "+1": int64s(6)}), (11, {"input": six, "+1": int64s(6)}),
                                 (28, {"input": six, "split": int64s(6), "+1": int64s(6)})])
    for opset in (2, 13):
        add("Split", f"outputs-none-opset-{opset}", opset, {"input": six}, error="output.count", output_count=0,
            rules=["signature"])
    for opset, given in ((13, vector("int32", 6)), (28, vector("int32", 6)), (13, vector("float32", 6)),
                         (18, vector("uint64", 6))):
        refuse_type("Split", opset, {"input": six}, "split", given)
