"""Tile: the input repeated along its axes."""

from common import (Refused, author, checked_axis, checked_vector, generator, moved, random_shape, random_tensor,
                    refuse_type, signature_refusals)
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, add, digest, fill, float_value, int64s, pattern,
                    random_bits, scalar, tensor, vector)


def reference(opset, inputs, attributes, output_count):
    """Opset 1: tiles copies along one axis, both given as scalars of the data's floating-point type. From 6: repeats
    has one entry for each axis."""
    data = inputs["input"]
    if opset < 6:
        numbers = []
        for name in ("tiles", "axis"):
            given = inputs[name]
            if given.shape not in ([], [1]):
                raise Refused("input.not_scalar")
            number = float_value(given.type, given.elements[0])
            if number % 1 != 0:  # also for NaN and infinities
                raise Refused("tile.fraction")
            numbers.append(int(number))
        repeats = [1] * data.rank
        repeats[checked_axis(numbers[1], data.rank, negative_allowed=False)] = numbers[0]
    else:
        repeats = checked_vector(inputs["repeats"])
        if len(repeats) != data.rank:
            raise Refused("tile.repeats_length")
    if any(repeat < 0 for repeat in repeats):
        raise Refused("tile.repeat_negative")
    shape = [extent * repeat for extent, repeat in zip(data.shape, repeats)]
    return {"output": moved(data, shape, lambda at: [i % extent for i, extent in zip(at, data.shape)])}


def slug_of(numbers):
    return "-".join(str(number) for number in numbers)


def cases():
    author_case = author("Tile", reference)

    def case(slug, opset, data, repeats, expect=None, **info):
        author_case(slug, opset, {"input": data, "repeats": int64s(*repeats)},
                    expect=None if expect is None else {"output": expect}, **info)

    square = tensor("int32", [2, 2], [0, 1, 2, 3])
    for opset in (6, 13, MAX_OPSET):
        case(f"both-axes-opset-{opset}", opset, square, [2, 3],
             tensor("int32", [4, 6], [0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3] * 2), rules=["repeats"])
        case(f"columns-opset-{opset}", opset, tensor("float32", [2, 2], [1, 2, 3, 4]), [1, 2],
             tensor("float32", [2, 4], [1, 2, 1, 2, 3, 4, 3, 4]), rules=["repeats"])
        case(f"ones-opset-{opset}", opset, square, [1, 1], square, rules=["repeats"])
        case(f"zero-opset-{opset}", opset, vector("float32", 1, 2, 3, 4), [0], vector("float32"), rules=["repeat-0"])
        case(f"scalar-opset-{opset}", opset, scalar("float32", 2.5), [], scalar("float32", 2.5), rules=["ranks"])
        case(f"repeats-short-opset-{opset}", opset, square, [2], error="tile.repeats_length", rules=["repeats"])
        case(f"repeats-long-opset-{opset}", opset, square, [1, 2, 3], error="tile.repeats_length", rules=["repeats"])
        case(f"repeat-negative-opset-{opset}", opset, square, [2, -1], error="tile.repeat_negative", basis="spec",
             rules=["repeats"])

    for repeats in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 2, 1), (1, 3, 2), (2, 1, 3), (3, 2, 2), (1, 1, 7)):
        case(f"three-axes-{slug_of(repeats)}", 13, pattern("float32", [2, 1, 3]), repeats, rules=["repeats"])
    for shape, repeats in (([2, 2], (0, 2)), ([2, 2], (2, 0)), ([2, 2], (0, 0)), ([0, 2], (3, 2)), ([2, 0], (3, 2)),
                           ([0], (5,)), ([0], (0,)), ([1, 2, 3], (2, 0, 2)), ([0, 2], (0, 3))):
        case(f"empty-{'x'.join(map(str, shape))}-by-{slug_of(repeats)}", 13, pattern("int64", shape), repeats,
             rules=["no-elements", "repeat-0"])
    case("scalar-repeats-of-one", 13, scalar("float32", 1), [2], error="tile.repeats_length",
         rules=["ranks", "repeats"])
    case("vector-no-repeats", 13, vector("float32", 1, 2), [], error="tile.repeats_length", rules=["repeats"])
    case("repeat-int64-min", 13, vector("float32", 1), [INT64_MIN], error="tile.repeat_negative", basis="spec",
         rules=["repeats"])
    case("repeat-negative-beside-0", 13, square, [0, -1], error="tile.repeat_negative", basis="spec", rules=["repeats"])
    case("repeat-negative-of-no-elements", 13, fill("float32", [0, 2], 0), [1, -2], error="tile.repeat_negative",
         basis="spec", rules=["repeats"])
    author_case("repeats-scalar", 13, {"input": vector("int8", 1), "repeats": scalar("int64", 2)}, error="input.rank",
                rules=["repeats"])
    author_case("repeats-matrix", 13, {"input": square, "repeats": tensor("int64", [1, 2], [1, 2])}, error="input.rank",
                rules=["repeats"])

    # Sizes.
    case("extent-overflow", 13, vector("uint8", 1, 2), [2**62], error="shape.overflow", basis="spec", rules=["sizes"])
    case("extent-overflow-of-no-elements", 13, Tensor("uint8", [2, 0], []), [2**62, 1], error="shape.overflow",
         basis="spec", rules=["sizes"], note="No elements, but an extent of 2^63.")
    case("extent-overflow-to-0", 13, vector("uint8", 1, 2, 3, 4), [2**62], error="shape.overflow", basis="spec",
         rules=["sizes"], note="The extent is 0 modulo 2^64.")
    case("count-overflow", 13, square, [2**40, 2**40], error="shape.overflow", basis="spec", rules=["sizes"])
    case("byte-count-overflow", 13, vector("float64", 1), [2**60], error="shape.overflow", basis="spec",
         rules=["sizes"])
    case("memory-uint8", 13, vector("uint8", 1), [2**60], error="memory.exhausted", basis="spec", rules=["sizes"])
    case("memory-two-axes", 13, tensor("float32", [1, 2], [1, 2]), [2**30, 2**29], error="memory.exhausted",
         basis="spec",
         rules=["sizes"])
    case("memory-int4", 13, vector("int4", 1), [2**61], error="memory.exhausted", basis="spec", rules=["sizes"])
    case("memory-int64-max", 13, vector("int8", 1), [INT64_MAX], error="memory.exhausted", basis="spec",
         rules=["sizes"])
    case("empty-huge-extents", 13, Tensor("float64", [2, 0], []), [2**61, 1], Tensor("float64", [2**62, 0], []),
         basis="spec", rules=["sizes", "no-elements"])
    case("empty-by-huge-repeat", 13, fill("float64", [0], 0), [INT64_MAX], Tensor("float64", [0], []), rules=["sizes"])
    case("empty-by-0-and-huge", 13, tensor("float64", [1, 1], [1]), [0, INT64_MAX],
         Tensor("float64", [0, INT64_MAX], []),
         basis="spec", rules=["sizes", "no-elements"])

    # Opset 1.
    for type in ("float16", "float32", "float64"):
        data = tensor(type, [2, 2], [1, 2, 3, 4])
        for axis, expect in ((0, tensor(type, [4, 2], [1, 2, 3, 4] * 2)),
                             (1, tensor(type, [2, 4], [1, 2, 1, 2, 3, 4, 3, 4]))):
            author_case(f"opset-1-{type}-axis-{axis}", 1, {"input": data, "tiles": scalar(type, 2),
                                                           "axis": scalar(type, axis)},
                        expect={"output": expect}, rules=["one-axis"])
        author_case(f"opset-1-{type}-tiles-0", 1, {"input": data, "tiles": scalar(type, 0), "axis": scalar(type, 1)},
                    rules=["one-axis", "repeat-0"])
        author_case(f"opset-1-{type}-vectors-of-one", 1, {"input": data, "tiles": vector(type, 3),
                                                          "axis": vector(type, 0)},
                    rules=["one-axis"], basis="spec")
        for name, tiles, axis, error in (("tiles-fraction", 1.5, 0, "tile.fraction"),
                                         ("axis-fraction", 2, 0.5, "tile.fraction"),
                                         ("tiles-negative", -1, 0, "tile.repeat_negative"),
                                         ("axis-past-rank", 2, 2, "axis.out_of_range")):
            author_case(f"opset-1-{type}-{name}", 1, {"input": data, "tiles": scalar(type, tiles),
                                                      "axis": scalar(type, axis)}, error=error, basis="spec",
                        rules=["one-axis"])
        for name, number in (("tiles", vector(type, 2, 2)), ("axis", vector(type, 0, 0))):
            author_case(f"opset-1-{type}-{name}-of-two", 1,
                        {"input": data, "tiles": scalar(type, 2), "axis": scalar(type, 0), name: number},
                        error="input.not_scalar", basis="spec", rules=["one-axis"])
    float32s = tensor("float32", [2, 2], [1, 2, 3, 4])
    for name, bits in (("nan", "0x7fc00000"), ("infinite", "0x7f800000")):
        author_case(f"opset-1-tiles-{name}", 1, {"input": float32s, "tiles": scalar("float32", bits),
                                                 "axis": scalar("float32", 0)}, error="tile.fraction", basis="spec",
                    rules=["one-axis"])
    author_case("opset-1-tiles-minus-zero", 1, {"input": float32s, "tiles": scalar("float32", "0x80000000"),
                                                "axis": scalar("float32", 0)}, basis="spec", rules=["one-axis"])
    author_case("opset-5-still-tile-1", 5, {"input": float32s, "tiles": scalar("float32", 2),
                                            "axis": scalar("float32", 1)},
                rules=["one-axis"])
    author_case("opset-1-scalar", 1, {"input": scalar("float32", 1), "tiles": scalar("float32", 2),
                                      "axis": scalar("float32", 0)}, error="axis.out_of_range", basis="spec",
                rules=["one-axis", "ranks"])
    author_case("opset-1-axis-minus-1", 1, {"input": float32s, "tiles": scalar("float32", 2),
                                            "axis": scalar("float32", -1)}, error="axis.negative", basis="spec",
                rules=["one-axis", "negative-axes"])
    for type in ("int32", "int64", "bfloat16"):
        add("Tile", f"opset-1-everything-as-{type}", 1,
            {"input": vector(type, 1, 2), "tiles": scalar(type, 2), "axis": scalar(type, 0)}, error="input.type",
            basis="spec", rules=["signature"], note="tiles is read as a number, so its types are ONNX's.")
    for name in ("tiles", "axis"):
        refuse_type("Tile", 1, {"input": float32s, "tiles": scalar("float32", 2), "axis": scalar("float32", 0)}, name,
                    scalar("float64", 1), error="input.type_mismatch")

    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [3]), [3], rules=["types"])
        case(f"type-{type}-rows", MAX_OPSET, pattern(type, [3, 1], 2), [2, 1], rules=["types"])
        case(f"type-{type}-columns", MAX_OPSET, pattern(type, [3, 5], 3), [1, 2], rules=["types"])
    for type in ("bfloat16", "uint4", "float8e8m0", "int2"):
        case(f"type-{type}-opset-6", 6, pattern(type, [3, 1]), [1, 3], rules=["types"])
    for type in ("int4", "float4e2m1", "uint2"):
        for shape, repeats in (([1], (7,)), ([3], (5,)), ([3, 3], (1, 2)), ([3, 3], (3, 1)), ([2, 3], (2, 3)),
                               ([3, 1, 3], (1, 3, 1))):
            case(f"packed-{type}-{'x'.join(map(str, shape))}-by-{slug_of(repeats)}", MAX_OPSET, pattern(type, shape, 4),
                 repeats, rules=["packed"])
    for rank in range(1, 9):
        shape = [1, 2, 1, 2, 1, 1, 2, 1][:rank]
        case(f"rank-{rank}", 13, pattern("int16", shape), [2, 1, 2, 1, 1, 2, 1, 2][:rank], rules=["ranks"])
        case(f"rank-{rank}-last-axis", 13, pattern("uint64", shape), [1] * (rank - 1) + [3], rules=["ranks"])

    for type in ("uint8", "int4", "uint2", "float16", "float32", "float64", "complex128"):
        for name, shape, repeats in (("vector", [101], (99,)), ("one-element", [1], (10001,)),
                                     ("rows", [13, 33], (17, 1)),
                                     ("columns", [65, 3], (1, 23)), ("inner", [3, 1, 129], (1, 21, 1)),
                                     ("once", [97, 103], (1, 1))):
            author_case(f"large-{type}-{name}", MAX_OPSET, {"input": random_bits(type, shape, 28),
                                                            "repeats": int64s(*repeats)}, present=digest,
                        rules=["large"])
    case("strings", 13, pattern("string", [2, 3]), [3, 2], rules=["strings"])

    rng = generator("Tile", "random")
    for i in range(40):
        shape = random_shape(rng, rng.randint(0, 8), limit=16)
        repeats = random_shape(rng, len(shape), limit=8, empty=0.05)
        case(f"random-{i}", rng.choice([6, 13, 28]), random_tensor(rng, shape), repeats)

    def valid(opset):
        if opset < 6:
            return {"input": float32s, "tiles": scalar("float32", 2), "axis": scalar("float32", 0)}, {}
        return {"input": square, "repeats": int64s(1, 2)}, {}

    signature_refusals("Tile", valid, wrong_attributes=[(28, "axis", 0), (6, "repeats", [1, 2])],
                       too_many=[(1, {**valid(1)[0], "+1": scalar("float32", 0)}),
                                 (6, {**valid(6)[0], "+1": int64s(1)}), (28, {**valid(28)[0], "+1": int64s(1)})])
    for name in ("tiles", "axis"):
        add("Tile", f"{name}-missing-opset-1", 1, {**valid(1)[0], name: None}, error="input.missing",
            rules=["signature"])
    for opset in (6, 28):
        add("Tile", f"repeats-missing-opset-{opset}", opset, {"input": square}, error="input.missing",
            rules=["signature"])
    for opset, given in ((6, vector("int32", 1, 2)), (28, vector("int32", 1, 2)), (13, vector("float32", 1, 2)),
                         (28, vector("uint64", 1, 2))):
        refuse_type("Tile", opset, {"input": square}, "repeats", given)
