"""Expand: the input broadcast, both ways, against a shape."""

from common import (Refused, author, checked_vector, generator, moved, opsets, random_shape, random_tensor,
                    refuse_type, signature_refusals)
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, add, digest, int64s, pattern, random_bits,
                    scalar, tensor, vector)


def reference(opset, inputs, attributes, output_count):
    """Extents are paired from the last one back, missing ones are 1; two must be equal or one of them 1."""
    data, target = inputs["input"], checked_vector(inputs["shape"])
    if any(extent < 0 for extent in target):
        raise Refused("expand.extent_negative")
    rank = max(data.rank, len(target))
    ours = [1] * (rank - data.rank) + data.shape
    target = [1] * (rank - len(target)) + target
    if any(a != b and 1 not in (a, b) for a, b in zip(ours, target)):
        raise Refused("broadcast.mismatch")
    shape = [b if a == 1 else a for a, b in zip(ours, target)]
    own_axes = slice(rank - data.rank, None)
    return {"output": moved(data, shape, lambda at: [0 if extent == 1 else i
                                                     for extent, i in zip(data.shape, at[own_axes])])}


def slug_of(shape):
    return "x".join(str(extent) for extent in shape) or "scalar"


def cases():
    author_case = author("Expand", reference)

    def case(slug, opset, data, target, shape=None, **info):
        """shape is what must come out where it is worth saying."""
        inputs = {"input": data, "shape": int64s(*target)}
        if shape is not None and reference(opset, inputs, {}, 1)["output"].shape != shape:
            raise ValueError(f"Expand {slug}: not {shape}")
        author_case(slug, opset, inputs, **info)

    column = tensor("float32", [3, 1], [1, 2, 3])
    for opset in opsets("Expand"):
        author_case(f"column-opset-{opset}", opset, {"input": column, "shape": int64s(3, 2)},
                    expect={"output": tensor("float32", [3, 2], [1, 1, 2, 2, 3, 3])}, rules=["broadcast"])
        author_case(f"two-way-opset-{opset}", opset, {"input": column, "shape": int64s(2, 1, 2)},
                    expect={"output": tensor("float32", [2, 3, 2], [1, 1, 2, 2, 3, 3] * 2)}, rules=["broadcast"])
        author_case(f"shape-entry-1-opset-{opset}", opset, {"input": column, "shape": int64s(1, 1)},
                    expect={"output": column}, rules=["broadcast"])
        case(f"mismatch-opset-{opset}", opset, column, [2, 2], error="broadcast.mismatch", rules=["broadcast"])
        case(f"minus-1-opset-{opset}", opset, column, [-1, 2], error="expand.extent_negative", basis="spec",
             rules=["negative"])
        case(f"minus-1-against-1-opset-{opset}", opset, column, [3, -1], error="expand.extent_negative", basis="spec",
             rules=["negative"])

    for shape, target, result in (
            ([1], [1, 1], [1, 1]), ([3, 1], [1, 4], [3, 4]), ([3, 1], [3, 4], [3, 4]), ([2, 3], [1], [2, 3]),
            ([1, 3], [2, 1], [2, 3]), ([2, 3], [], [2, 3]), ([2, 3], [3], [2, 3]), ([2, 3], [2, 3], [2, 3]),
            ([2, 3], [4, 2, 3], [4, 2, 3]), ([2, 1, 3], [4, 1], [2, 4, 3]), ([1, 2, 1, 2], [3, 1, 3, 1], [3, 2, 3, 2]),
            ([], [], []), ([], [2, 2], [2, 2]), ([], [1], [1]), ([], [3], [3]), ([1], [5], [5]), ([1, 1], [4], [1, 4]),
            ([4], [3, 4], [3, 4]), ([3, 1, 1], [1, 2, 4], [3, 2, 4]), ([1, 1, 1], [], [1, 1, 1])):
        case(f"from-{slug_of(shape)}-by-{slug_of(target)}", 13, pattern("float32", shape), target, result,
             rules=["broadcast"])
    for shape, target, result in (
            ([1], [0], [0]), ([0], [1], [0]), ([0], [0], [0]), ([0, 1], [1, 3], [0, 3]), ([1, 3], [0, 1], [0, 3]),
            ([], [0], [0]), ([], [2, 0, 3], [2, 0, 3]), ([0], [4, 1], [4, 0]), ([0, 3], [2, 1, 1], [2, 0, 3]),
            ([2, 1], [2, 0], [2, 0]), ([0, 0], [], [0, 0])):
        case(f"empty-from-{slug_of(shape)}-by-{slug_of(target)}", 13, pattern("float32", shape), target, result,
             rules=["no-elements"])
    for shape, target in (([2], [0]), ([0], [2]), ([0, 3], [2, 3]), ([2, 3], [0, 3]), ([2], [3]), ([2, 3], [2]),
                          ([2, 3], [3, 2]), ([2, 2, 2], [2, 3, 2]), ([3], [3, 2]), ([4, 1], [2, 1])):
        case(f"mismatch-from-{slug_of(shape)}-by-{slug_of(target)}", 13, pattern("float32", shape), target,
             error="broadcast.mismatch", rules=["broadcast"])
    for name, target in (("minus-1", [-1]), ("minus-2", [-2]), ("int64-min", [INT64_MIN]), ("minus-1-leading", [-1, 1]),
                         ("minus-1-beside-0", [-1, 0])):
        case(f"negative-{name}", 13, vector("int32", 5), target, error="expand.extent_negative", basis="spec",
             rules=["negative"])
    case("negative-minus-1-of-an-empty-result", 13, tensor("float32", [1, 1], [5]), [0, -1],
         error="expand.extent_negative", basis="spec", rules=["negative", "no-elements"])
    author_case("shape-scalar", 13, {"input": column, "shape": scalar("int64", 3)}, error="input.rank",
                rules=["shape-input"])
    author_case("shape-matrix", 13, {"input": column, "shape": tensor("int64", [1, 2], [3, 2])}, error="input.rank",
                rules=["shape-input"])

    # Sizes.
    case("rank-limit", 13, vector("int8", 1), [1] * 9, error="shape.rank_limit", basis="spec", rules=["ranks"])
    case("rank-limit-of-scalar", 13, scalar("string", "s"), [1, 1, 1, 1, 2, 1, 1, 1, 1], error="shape.rank_limit",
         basis="spec", rules=["ranks"])
    case("count-overflow", 13, vector("uint8", 1), [2**62, 4], error="shape.overflow", basis="spec", rules=["sizes"])
    case("count-overflow-to-0", 13, vector("uint8", 1), [2**32, 2**32], error="shape.overflow", basis="spec",
         rules=["sizes"], note="2^64 elements, which is 0 modulo 2^64.")
    case("byte-count-overflow", 13, vector("float64", 1), [2**60], error="shape.overflow", basis="spec",
         rules=["sizes"],
         note="2^60 elements of 8 bytes are 2^63 bytes.")
    case("byte-count-overflow-complex128", 13, vector("complex128", 1), [2**30, 2**29], error="shape.overflow",
         basis="spec", rules=["sizes"])
    case("memory-uint8", 13, vector("uint8", 1), [2**60], error="memory.exhausted", basis="spec", rules=["sizes"])
    case("memory-float32", 13, scalar("float32", 1), [2**30, 2**30], error="memory.exhausted", basis="spec",
         rules=["sizes"])
    case("memory-int4", 13, vector("int4", 1), [2**61], error="memory.exhausted", basis="spec", rules=["sizes"])
    case("memory-int64-max", 13, vector("uint8", 1), [INT64_MAX], error="memory.exhausted", basis="spec",
         rules=["sizes"])
    case("empty-huge-extents", 13, vector("float64", 1), [2**62, 0, 2**62], [2**62, 0, 2**62], basis="spec",
         rules=["sizes", "no-elements"])
    case("empty-huge-input", 13, Tensor("float64", [2**62, 0], []), [3, 1, 1], [3, 2**62, 0], basis="spec",
         rules=["sizes", "no-elements"])

    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [3, 1]), [3, 3], rules=["types"])
        case(f"type-{type}-rows", MAX_OPSET, pattern(type, [1, 5], 2), [3, 1], rules=["types"])
        case(f"type-{type}-scalar", MAX_OPSET, pattern(type, [], 3), [7], rules=["types"])
    for type in ("bfloat16", "uint4", "float8e5m2fnuz", "int2"):
        case(f"type-{type}-opset-8", 8, pattern(type, [1, 3]), [3, 1], rules=["types"])
    for type in ("int4", "float4e2m1", "uint2"):
        case(f"packed-{type}-columns", MAX_OPSET, pattern(type, [5, 1], 4), [5, 3], rules=["packed"])
        case(f"packed-{type}-rows", MAX_OPSET, pattern(type, [3], 5), [5, 3], rules=["packed"])
        case(f"packed-{type}-middle", MAX_OPSET, pattern(type, [3, 1, 3], 6), [1, 3, 1], rules=["packed"])
    for rank in range(1, 9):
        shape = [1, 2, 1, 2, 1, 1, 2, 1][:rank]
        case(f"rank-{rank}", 13, pattern("int16", shape), [2, 1, 3, 1, 1, 2, 1, 2][:rank], rules=["ranks"])
        case(f"rank-{rank}-from-scalar", 13, scalar("uint64", 2**64 - 1), [2, 1, 1, 2, 1, 1, 1, 2][:rank],
             rules=["ranks"])
        case(f"rank-{rank}-by-nothing", 13, pattern("float16", shape), [], shape, rules=["ranks"])

    for type in ("uint8", "int4", "uint2", "float16", "float32", "float64", "complex128"):
        for name, shape, target in (("column", [65, 1], [1, 67]), ("row", [1, 67], [65, 1]), ("scalar", [], [10001]),
                                    ("middle", [13, 1, 17], [29, 1]), ("outer", [33, 7], [19, 1, 1]),
                                    ("same", [99, 101], [99, 101])):
            author_case(f"large-{type}-{name}", MAX_OPSET, {"input": random_bits(type, shape, 27),
                                                            "shape": int64s(*target)}, present=digest, rules=["large"])
    author_case("large-strings", 13, {"input": pattern("string", [9, 1]), "shape": int64s(1, 11)}, rules=["strings"])

    rng = generator("Expand", "random")
    for i in range(40):
        result = random_shape(rng, rng.randint(0, 8), limit=64)
        ours, target = ([1 if rng.random() < 0.4 else extent for extent in result] for _ in range(2))
        for side in (ours, target):
            while side and side[0] == 1 and rng.random() < 0.7:
                side.pop(0)
        case(f"random-{i}", rng.choice([8, 13, 28]), random_tensor(rng, ours), target)

    signature_refusals("Expand", lambda opset: ({"input": column, "shape": int64s(3, 2)}, {}),
                       wrong_attributes=[(8, "shape", [3, 2])],
                       too_many=[(8, {"input": column, "shape": int64s(3, 2), "+1": int64s(1)}),
                                 (28, {"input": column, "shape": int64s(3, 2), "+1": int64s(1)})])
    for opset in (8, 28):
        add("Expand", f"shape-missing-opset-{opset}", opset, {"input": column}, error="input.missing",
            rules=["signature"])
    for opset, given in ((8, vector("int32", 3, 2)), (28, vector("int32", 3, 2)), (13, vector("float32", 3, 2)),
                         (28, vector("uint64", 3, 2))):
        refuse_type("Expand", opset, {"input": column}, "shape", given)
