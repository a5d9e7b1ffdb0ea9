"""Shape: the extents of axes [start, end) as an int64 vector."""

from common import author, generator, opsets, random_shape, random_tensor, signature_refusals
from corpus import (INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, fill, int64s, iota, pattern,
                    scalar)


def reference(opset, inputs, attributes, output_count):
    """Before opset 15 all extents. From 15 the attributes start (default 0) and end (default: the rank): a negative
    one has the rank added, then both are clamped to [0, rank]; start past end gives nothing."""
    extents = inputs["data"].shape
    rank = len(extents)

    def bound(value):
        return min(max(value + rank if value < 0 else value, 0), rank)

    start, end = bound(attributes.get("start", 0)), bound(attributes.get("end", rank))
    chosen = [extents[axis] for axis in range(start, end)]
    return {"shape": Tensor("int64", [len(chosen)], chosen)}


def cases():
    case = author("Shape", reference)
    x = iota("float32", [2, 3, 4])

    for opset in opsets("Shape"):
        case(f"whole-opset-{opset}", opset, {"data": x}, expect={"shape": int64s(2, 3, 4)}, rules=["all-extents"])
    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, {"data": pattern(type, [1, 5])}, expect={"shape": int64s(1, 5)},
             rules=["types"])
    for opset in (1, 13, 15):
        for type in ("bfloat16", "int4", "float8e4m3fn", "uint2"):
            case(f"type-{type}-opset-{opset}", opset, {"data": pattern(type, [3])}, expect={"shape": int64s(3)},
                 rules=["types"])
    for rank in range(9):
        shape = [3, 1, 2, 1, 2, 1, 1, 2][:rank]
        case(f"rank-{rank}", MAX_OPSET, {"data": fill("uint8", shape, 7)}, expect={"shape": int64s(*shape)},
             rules=["ranks"])
    for name, shape in (("0-3", [0, 3]), ("3-0", [3, 0]), ("0", [0]), ("0-0-0", [0, 0, 0]), ("2-0-2-0", [2, 0, 2, 0]),
                        ("eight-axes", [1, 1, 1, 1, 1, 1, 1, 0])):
        case(f"empty-{name}", 13, {"data": fill("float32", shape, 0)}, expect={"shape": int64s(*shape)},
             rules=["no-elements"])
    case("empty-huge-extents", MAX_OPSET, {"data": Tensor("float64", [0, 2**40, 2**62], [])},
         expect={"shape": int64s(0, 2**40, 2**62)}, basis="spec", rules=["no-elements", "sizes"],
         note="A shape with an extent 0 has no elements, however large the others are.")
    case("empty-int64-max-extent", MAX_OPSET, {"data": Tensor("int8", [0, INT64_MAX], [])},
         expect={"shape": int64s(0, INT64_MAX)}, basis="spec", rules=["no-elements", "sizes"])
    case("empty-beyond-32-bits-and-binary64", MAX_OPSET,
         {"data": Tensor("int8", [2**31, 2**32 + 384, 0, 2**53 + 1], [])}, basis="spec",
         expect={"shape": int64s(2**31, 2**32 + 384, 0, 2**53 + 1)}, rules=["no-elements", "sizes"],
         note="Extents that 32-bit integers or doubles would change.")
    case("strings-empty", MAX_OPSET, {"data": Tensor("string", [2, 0], [])}, expect={"shape": int64s(2, 0)})

    # start and end on three axes
    picks = [("start-minus-1", {"start": -1}, [4]), ("start-0", {"start": 0}, [2, 3, 4]),
             ("start-1", {"start": 1}, [3, 4]), ("start-2", {"start": 2}, [4]), ("start-3", {"start": 3}, []),
             ("start-4-clamped", {"start": 4}, []), ("start-minus-3", {"start": -3}, [2, 3, 4]),
             ("start-minus-4-clamped", {"start": -4}, [2, 3, 4]), ("start-minus-10-clamped", {"start": -10}, [2, 3, 4]),
             ("end-0", {"end": 0}, []), ("end-1", {"end": 1}, [2]), ("end-2", {"end": 2}, [2, 3]),
             ("end-3", {"end": 3}, [2, 3, 4]), ("end-10-clamped", {"end": 10}, [2, 3, 4]),
             ("end-minus-1", {"end": -1}, [2, 3]), ("end-minus-2", {"end": -2}, [2]), ("end-minus-3", {"end": -3}, []),
             ("end-minus-5-clamped", {"end": -5}, []), ("start-1-end-2", {"start": 1, "end": 2}, [3]),
             ("start-1-end-minus-1", {"start": 1, "end": -1}, [3]),
             ("start-minus-2-end-minus-1", {"start": -2, "end": -1}, [3]),
             ("start-minus-2-end-3", {"start": -2, "end": 3}, [3, 4]), ("start-5-end-7", {"start": 5, "end": 7}, []),
             ("start-2-end-1", {"start": 2, "end": 1}, []), ("start-minus-1-end-0", {"start": -1, "end": 0}, []),
             ("start-2-end-2", {"start": 2, "end": 2}, []),
             ("start-int64-min", {"start": INT64_MIN}, [2, 3, 4]), ("start-int64-max", {"start": INT64_MAX}, []),
             ("end-int64-max", {"start": 0, "end": INT64_MAX}, [2, 3, 4]), ("end-int64-min", {"end": INT64_MIN}, []),
             ("start-int64-min-end-int64-max", {"start": INT64_MIN, "end": INT64_MAX}, [2, 3, 4]),
             ("start-int64-max-end-int64-min", {"start": INT64_MAX, "end": INT64_MIN}, []),
             ("end-int32-max", {"start": 1, "end": INT32_MAX}, [3, 4]),
             ("start-int32-min-end-2", {"start": INT32_MIN, "end": 2}, [2, 3])]
    for name, attributes, chosen in picks:
        case(name, 15, {"data": x}, attributes, expect={"shape": int64s(*chosen)}, rules=["start-end"])
    for opset in opsets("Shape")[3:]:
        case(f"start-1-end-minus-1-opset-{opset}", opset, {"data": x}, {"start": 1, "end": -1},
             expect={"shape": int64s(3)}, rules=["start-end"])
    case("scalar-start-end", 15, {"data": scalar("float64", 2.5)}, {"start": -1, "end": 1},
         expect={"shape": int64s()}, rules=["start-end", "ranks"])
    case("scalar-start-1", 19, {"data": scalar("string", "text")}, {"start": 1}, expect={"shape": int64s()},
         rules=["start-end", "ranks"])
    case("empty-axis-chosen", 15, {"data": fill("int16", [4, 0, 5], 0)}, {"start": 1, "end": 2},
         expect={"shape": int64s(0)}, rules=["start-end", "no-elements"])
    for rank in range(1, 9):
        shape = [1, 2, 1, 3, 1, 1, 2, 1][:rank]
        case(f"rank-{rank}-last-axis", 21, {"data": fill("bool", shape, True)}, {"start": -1},
             expect={"shape": int64s(shape[-1])}, rules=["start-end", "ranks"])

    rng = generator("Shape", "random")
    for i in range(20):
        data = random_tensor(rng, random_shape(rng, rng.randint(0, 8)))
        attributes = {name: rng.randint(-10, 10) for name in ("start", "end") if rng.random() < 0.8}
        case(f"random-{i}", rng.choice([15, 19, 21, 24, 28]), {"data": data}, attributes, rules=["start-end"])

    signature_refusals("Shape", lambda opset: ({"data": x}, {}),
                       wrong_kinds=[(15, "start", [1]), (28, "start", 1.0), (15, "end", "2"), (28, "end", [2])],
                       wrong_attributes=[(1, "start", 0), (13, "start", 0), (13, "end", 1)],
                       too_many=[(1, {"data": x, "+1": x}), (28, {"data": x, "+1": scalar("int64", 0)})])
