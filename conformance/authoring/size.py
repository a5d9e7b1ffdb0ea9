"""Size: the number of elements as an int64 scalar."""

import math

from common import author, generator, opsets, random_shape, random_tensor, signature_refusals
from corpus import INT64_MAX, MAX_OPSET, TYPES, Tensor, fill, iota, pattern, scalar


def reference(opset, inputs, attributes, output_count):
    """The product of the extents; 1 at rank 0."""
    return {"size": Tensor("int64", [], [math.prod(inputs["data"].shape)])}


def cases():
    case = author("Size", reference)
    x = iota("float32", [2, 3, 4])

    def size(count):
        return {"size": scalar("int64", count)}

    for opset in opsets("Size"):
        case(f"opset-{opset}", opset, {"data": x}, expect=size(24))
        case(f"scalar-opset-{opset}", opset, {"data": scalar("float32", -1.5)}, expect=size(1), rules=["ranks"])
    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, {"data": pattern(type, [3, 1, 3])}, expect=size(9), rules=["types"])
    for opset in (1, 13, 19):
        for type in ("bfloat16", "int4", "float8e5m2", "int2"):
            case(f"type-{type}-opset-{opset}", opset, {"data": pattern(type, [7])}, expect=size(7), rules=["types"])
    for rank in range(9):
        shape = [2, 1, 3, 1, 2, 1, 2, 1][:rank]
        case(f"rank-{rank}", 13, {"data": fill("int8", shape, -1)}, rules=["ranks"])
    for name, shape in (("0-3", [0, 3]), ("3-0", [3, 0]), ("0", [0]), ("0-0", [0, 0]),
                        ("eight-axes", [2, 2, 2, 0, 2, 2, 2, 2])):
        case(f"empty-{name}", 21, {"data": fill("float32", shape, 0)}, expect=size(0), rules=["no-elements"])
    case("empty-huge-extents", MAX_OPSET, {"data": Tensor("float64", [2**40, 2**62, 0], [])}, expect=size(0),
         basis="spec", rules=["no-elements", "sizes"],
         note="A shape with an extent 0 has no elements, however large the others are.")
    case("empty-int64-max-extent", MAX_OPSET, {"data": Tensor("uint2", [INT64_MAX, 0, INT64_MAX], [])}, expect=size(0),
         basis="spec", rules=["no-elements", "sizes"])
    case("string-with-empty-strings", 1, {"data": fill("string", [2, 2], "")}, expect=size(4))
    case("ten-thousand", 13, {"data": fill("uint16", [100, 100], 65535)}, expect=size(10000))
    case("packed-odd", MAX_OPSET, {"data": fill("uint4", [33, 3], 15)}, expect=size(99), rules=["packed"])
    case("prime-extents", 13, {"data": fill("int8", [7, 11, 13], 1)}, expect=size(1001))

    rng = generator("Size", "random")
    for i in range(12):
        case(f"random-{i}", rng.choice([1, 13, 19, 21, 23, 24, 25, 28]),
             {"data": random_tensor(rng, random_shape(rng, rng.randint(0, 8)))})

    signature_refusals("Size", lambda opset: ({"data": x}, {}),
                       wrong_attributes=[(28, "start", 0)],
                       too_many=[(1, {"data": x, "+1": x}), (28, {"data": x, "+1": scalar("int64", 0)})])
