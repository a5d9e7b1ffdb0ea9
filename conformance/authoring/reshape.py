"""Reshape: the data with another shape of as many elements."""

import math

from common import (Refused, author, checked_vector, generator, opsets, random_shape, random_tensor, refuse_type,
                    signature_refusals)
from corpus import (INT64_MAX, INT64_MIN, MAX_OPSET, MAX_RANK, TYPES, Tensor, add, digest, fill, int64s, pattern,
                    random_bits,
                    scalar, tensor, vector)


def reference(opset, inputs, attributes, output_count):
    """The target shape is a required attribute before opset 5 and an input from then on. An entry 0 copies the
    input's extent of that axis, or with allowzero (opset 14) means 0; at most one entry is -1, which is worked out
    from the rest."""
    data = inputs["data"]
    target = list(attributes["shape"] if opset < 5 else checked_vector(inputs["shape"]))
    allowzero = opset >= 14 and attributes.get("allowzero", 0) != 0
    if any(entry < -1 for entry in target):
        raise Refused("reshape.extent_negative")
    if target.count(-1) > 1:
        raise Refused("reshape.several_minus_one")
    if len(target) > MAX_RANK:
        raise Refused("shape.rank_limit")
    if allowzero and 0 in target and -1 in target:
        raise Refused("reshape.zero_with_minus_one")
    if not allowzero:
        for axis, entry in enumerate(target):
            if entry == 0:
                if axis >= data.rank:
                    raise Refused("reshape.zero_past_rank")
                target[axis] = data.shape[axis]
    if -1 in target:
        others = math.prod(entry for entry in target if entry != -1)
        if others == 0:
            raise Refused("reshape.minus_one_undetermined")
        if data.count and others > INT64_MAX:
            raise Refused("shape.overflow")
        if data.count % others:
            raise Refused("reshape.count_mismatch")
        target[target.index(-1)] = data.count // others
    if math.prod(target) > INT64_MAX:
        raise Refused("shape.overflow")
    if math.prod(target) != data.count:
        raise Refused("reshape.count_mismatch")
    return {"reshaped": data.with_shape(target)}


def cases():
    author_case = author("Reshape", reference)

    def case(slug, opset, data, target, shape=None, allowzero=None, **info):
        """target is a list, in whichever form the opset has it."""
        inputs, attributes = ({"data": data}, {"shape": target}) if opset < 5 else (
            {"data": data, "shape": int64s(*target)}, {})
        if allowzero is not None:
            attributes["allowzero"] = allowzero
        author_case(slug, opset, inputs, attributes,
                    expect=None if shape is None else {"reshaped": data.with_shape(shape)}, **info)

    x = pattern("float32", [2, 3, 4])

    for opset in opsets("Reshape"):
        case(f"same-count-opset-{opset}", opset, x, [4, 6], [4, 6], rules=["target"])
        case(f"minus-1-opset-{opset}", opset, x, [2, -1], [2, 12], rules=["minus-one"])
        case(f"zero-copies-opset-{opset}", opset, x, [0, 12], [2, 12], rules=["zero-copies"])
        case(f"zero-and-minus-1-opset-{opset}", opset, x, [0, -1, 2], [2, 6, 2], rules=["zero-copies", "minus-one"])
        case(f"to-scalar-opset-{opset}", opset, vector("float32", -2.5), [], [], rules=["ranks"])
        case(f"count-mismatch-opset-{opset}", opset, x, [5, 5], error="reshape.count_mismatch", rules=["target"])
        if opset >= 14:
            case(f"allowzero-opset-{opset}", opset, fill("float32", [0, 3, 4], 0), [3, 4, 0], [3, 4, 0], allowzero=1,
                 rules=["allowzero"])
            case(f"allowzero-0-and-minus-1-opset-{opset}", opset, fill("float32", [0, 4], 0), [0, -1], allowzero=1,
                 error="reshape.zero_with_minus_one", rules=["allowzero"])

    # The target, on 24 elements.
    picks = [("24", [24], [24]), ("minus-1", [-1], [24]), ("1-24-1", [1, 24, 1], [1, 24, 1]),
             ("4-2-3", [4, 2, 3], [4, 2, 3]), ("2-4-3", [2, 4, 3], [2, 4, 3]), ("2-3-2-2", [2, 3, 2, 2], [2, 3, 2, 2]),
             ("minus-1-4-3", [-1, 4, 3], [2, 4, 3]), ("2-minus-1-2", [2, -1, 2], [2, 6, 2]),
             ("2-3-4-minus-1", [2, 3, 4, -1], [2, 3, 4, 1]), ("24-minus-1", [24, -1], [24, 1]),
             ("0-0-0", [0, 0, 0], [2, 3, 4]), ("4-0-2", [4, 0, 2], [4, 3, 2]), ("2-0-4-1", [2, 0, 4, 1], [2, 3, 4, 1]),
             ("2-0-1-minus-1", [2, 0, 1, -1], [2, 3, 1, 4]), ("minus-1-0", [-1, 0], [8, 3]),
             ("0-0-minus-1", [0, 0, -1], [2, 3, 4]), ("minus-1-3-0", [-1, 3, 0], [2, 3, 4]),
             ("eight-axes", [1, 2, 1, 3, 1, 4, 1, -1], [1, 2, 1, 3, 1, 4, 1, 1]),
             ("same-shape", [2, 3, 4], [2, 3, 4])]
    for name, target, shape in picks:
        case(f"target-{name}", 13, x, target, shape, rules=["target"])
    for name, target, error in (
            ("25", [25], "reshape.count_mismatch"), ("23", [23], "reshape.count_mismatch"),
            ("empty", [], "reshape.count_mismatch"), ("5-minus-1", [5, -1], "reshape.count_mismatch"),
            ("48-minus-1", [48, -1], "reshape.count_mismatch"), ("0-13", [0, 13], "reshape.count_mismatch"),
            ("minus-1-minus-1", [-1, -1], "reshape.several_minus_one"),
            ("minus-1-3-minus-1", [-1, 3, -1], "reshape.several_minus_one"),
            ("minus-2-12", [-2, 12], "reshape.extent_negative"), ("2-minus-12", [2, -12], "reshape.extent_negative"),
            ("int64-min", [INT64_MIN], "reshape.extent_negative"),
            ("minus-2-minus-12", [-2, -12], "reshape.extent_negative"),
            ("int64-max", [INT64_MAX], "reshape.count_mismatch"),
            ("2-to-the-32-plus-24", [2**32 + 24], "reshape.count_mismatch"),
            ("2-3-4-0", [2, 3, 4, 0], "reshape.zero_past_rank"),
            ("2-3-minus-1-0", [2, 3, -1, 0], "reshape.zero_past_rank")):
        case(f"target-{name}", 13, x, target, error=error, rules=["target"],
             basis="spec" if error in ("reshape.zero_past_rank", "reshape.extent_negative") else None)
    case("target-minus-2-opset-1", 1, x, [-2, 12], error="reshape.extent_negative", basis="spec", rules=["target"])
    case("target-several-minus-1-opset-1", 1, x, [-1, -1], error="reshape.several_minus_one", rules=["minus-one"])
    case("target-zero-past-rank-opset-1", 1, vector("float32", 1), [1, 0], error="reshape.zero_past_rank",
         basis="spec", rules=["zero-copies"])
    case("target-zero-past-rank-opset-5", 5, scalar("float32", 1), [0], error="reshape.zero_past_rank", basis="spec",
         rules=["zero-copies"])
    case("rank-limit", 13, vector("int8", 1), [1] * 9, error="shape.rank_limit", basis="spec", rules=["ranks"])
    case("rank-limit-minus-1", 21, x, [1, 1, 1, 1, 1, 1, 1, 1, -1], error="shape.rank_limit", basis="spec",
         rules=["ranks"])
    case("rank-limit-opset-1", 1, vector("float32", 1), [1] * 9, error="shape.rank_limit", basis="spec",
         rules=["ranks"])

    # No elements.
    none = fill("float32", [0, 4], 0)
    case("empty-minus-1-copied-4", 14, none, [-1, 0], [0, 4], rules=["no-elements", "zero-copies", "minus-one"])
    case("empty-minus-1-to-0", 13, fill("float32", [0, 8, 2], 0), [4, 2, -1], [4, 2, 0],
         rules=["no-elements", "minus-one"])
    case("empty-then-allowzero", 14, fill("float32", [4, 2, 0], 0), [0, 0, 4], [0, 0, 4], allowzero=1,
         rules=["no-elements", "allowzero"])
    case("empty-minus-1-alone", 13, none, [-1], [0], rules=["no-elements", "minus-one"])
    case("empty-copies-0", 13, none, [0, 4], [0, 4], rules=["no-elements", "zero-copies"])
    case("empty-copies-both", 13, none, [0, 0], [0, 4], rules=["no-elements", "zero-copies"])
    case("empty-copies-0-and-2", 13, none, [0, 2], [0, 2], rules=["no-elements", "zero-copies"])
    case("empty-0-minus-1", 13, none, [0, -1], error="reshape.minus_one_undetermined", basis="onnxruntime",
         rules=["no-elements", "minus-one"], note="0 copies the extent 0, so nothing tells what -1 is.")
    case("empty-0-minus-1-opset-1", 1, none, [0, -1], error="reshape.minus_one_undetermined", basis="onnxruntime",
         rules=["no-elements", "minus-one"])
    case("empty-0-minus-1-allowzero-0", 14, none, [0, -1], allowzero=0, error="reshape.minus_one_undetermined",
         basis="onnxruntime", rules=["no-elements", "minus-one"])
    case("empty-to-4", 13, none, [4], error="reshape.count_mismatch", rules=["no-elements"])
    case("empty-to-scalar", 13, fill("float32", [0], 0), [], error="reshape.count_mismatch", rules=["no-elements"])
    case("scalar-to-vector", 13, scalar("float64", "0xfff0000000000001"), [1], [1], rules=["ranks"])
    case("scalar-minus-1", 13, scalar("string", b"\xff\x00"), [-1], [1], rules=["ranks", "minus-one"])
    case("scalar-to-scalar", 13, scalar("int8", -1), [], [], rules=["ranks"])
    case("scalar-to-eight-axes", 13, scalar("int8", -1), [1] * 8, [1] * 8, rules=["ranks"])
    for rank in range(1, 9):
        shape = [2, 1, 3, 1, 2, 1, 1, 2][:rank]
        case(f"rank-{rank}-to-vector", 19, pattern("uint16", shape), [-1], rules=["ranks"])
        case(f"vector-to-rank-{rank}", 19, pattern("uint16", [math.prod(shape)]), shape, shape, rules=["ranks"])

    case("allowzero-copy-off-by-value-2", 14, fill("int8", [0, 5], 0), [5, 0], [5, 0], allowzero=2, basis="spec",
         rules=["allowzero"], note="A flag is true when not 0.")
    case("allowzero-minus-1-value-as-flag", 14, fill("int8", [0, 5], 0), [5, 0], [5, 0], allowzero=-1, basis="spec",
         rules=["allowzero"], note="A flag is true when not 0.")
    case("allowzero-without-0", 14, pattern("float32", [1, 8]), [-1, 2, 4], [1, 2, 4], allowzero=1, rules=["allowzero"])
    case("allowzero-no-zero-count", 14, x, [4, 6], [4, 6], allowzero=1, rules=["allowzero"])
    case("allowzero-0-copies", 14, x, [0, -1], [2, 12], allowzero=0, rules=["allowzero", "zero-copies"])
    case("allowzero-0-with-elements", 14, x, [0, 12], error="reshape.count_mismatch", allowzero=1, rules=["allowzero"])
    case("allowzero-past-rank", 14, fill("float32", [0], 0), [3, 2, 0], [3, 2, 0], allowzero=1, rules=["allowzero"],
         note="With allowzero a 0 copies nothing, so it may stand past the input's rank.")
    case("allowzero-minus-1-empty", 14, fill("float32", [0, 2], 0), [3, -1], [3, 0], allowzero=1,
         rules=["allowzero", "minus-one", "no-elements"])
    case("allowzero-0-and-minus-1-with-elements", 14, x, [0, -1], allowzero=1, error="reshape.zero_with_minus_one",
         rules=["allowzero"])
    case("allowzero-huge-extents", 14, fill("float32", [0], 0), [2**62, 4, 0], [2**62, 4, 0], allowzero=1, basis="spec",
         rules=["allowzero", "sizes"], note="A shape with an extent 0 has no elements, however large the others are.")
    case("product-wraps-to-the-count", 13, vector("int8", 1, 2, 3, 4), [2**62 + 1, 4], error="shape.overflow",
         basis="spec", rules=["sizes"], note="The product is 4 modulo 2^64.")
    case("product-wraps-to-0", 13, fill("int8", [0], 0), [2**32, 2**32], error="shape.overflow", basis="spec",
         rules=["sizes"], note="The product is 0 modulo 2^64.")
    case("minus-1-beside-a-huge-product", 13, vector("int8", 1), [2**62, 4, -1], error="shape.overflow", basis="spec",
         rules=["sizes", "minus-one"])
    case("empty-minus-1-beside-a-huge-product", 13, fill("int8", [0], 0), [2**62, 4, -1], [2**62, 4, 0], basis="spec",
         rules=["sizes", "minus-one", "no-elements"],
         note="-1 comes out as 0, and a shape with an extent 0 has no elements, however large the others are.")
    case("empty-huge-extents", 13, Tensor("float32", [2**62, 0, 2**62], []), [2, 0], [2, 0], basis="spec",
         rules=["sizes", "no-elements"])
    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [3, 5]), [5, -1], [5, 3], rules=["types"])
    for opset in (1, 5, 13, 14, 19):
        for type in ("int64", "bfloat16", "int4", "float8e5m2", "string"):
            case(f"type-{type}-opset-{opset}", opset, pattern(type, [5, 1]), [1, 5], [1, 5], rules=["types"])
    author_case("consumed-inputs-has-no-effect", 1, {"data": x}, {"shape": [24], "consumed_inputs": [0]},
                expect={"reshaped": x.with_shape([24])}, rules=["consumed-inputs"])

    author_case("ten-thousand", 13, {"data": random_bits("float32", [100, 100], 10), "shape": int64s(8, -1)},
                present=digest, rules=["large"])
    author_case("packed-odd-large", 25, {"data": random_bits("int4", [11, 101], 11), "shape": int64s(-1, 11)},
                present=digest, rules=["large", "packed"])
    author_case("packed-2-bit-odd", 25, {"data": random_bits("uint2", [3, 7], 12), "shape": int64s(7, 3)},
                rules=["packed"])
    author_case("shape-scalar", 13, {"data": vector("float32", 1, 2), "shape": scalar("int64", 2)}, error="input.rank",
                basis="spec", rules=["target"])
    author_case("shape-matrix", 13, {"data": x, "shape": tensor("int64", [1, 2], [4, 6])}, error="input.rank",
                basis="spec", rules=["target"])

    rng = generator("Reshape", "random")
    for i in range(30):
        opset = rng.choice([1, 5, 13, 14, 19, 21, 24, 28])
        shape = random_shape(rng, rng.randint(0, 6), empty=0)
        target = []
        for extent in shape:  # split and join the factors
            factor = rng.choice([d for d in range(1, extent + 1) if extent % d == 0])
            target += [factor, extent // factor]
        rng.shuffle(target)
        while len(target) > 8:
            target.append(target.pop() * target.pop())
        if target and rng.random() < 0.5:
            target[rng.randrange(len(target))] = -1
        case(f"random-{i}", opset, random_tensor(rng, shape), target)

    def valid(opset):
        return ({"data": x}, {"shape": [24]}) if opset < 5 else ({"data": x, "shape": int64s(24)}, {})

    signature_refusals("Reshape", valid, wrong_kinds=[(1, "shape", 24), (1, "shape", [24.0]), (14, "allowzero", [1]),
                                                      (28, "allowzero", 1.0), (1, "consumed_inputs", 0)],
                       wrong_attributes=[(5, "shape", [24]), (13, "allowzero", 0), (5, "consumed_inputs", [0]),
                                         (28, "shape", [24])],
                       too_many=[(5, {"data": x, "shape": int64s(24), "+1": int64s(24)}),
                                 (28, {"data": x, "shape": int64s(24), "+1": int64s(24)})])
    add("Reshape", "inputs-too-many-opset-1", 1, {"data": x, "+1": int64s(24)}, {"shape": [24]},
        error="input.too_many", rules=["signature"])
    add("Reshape", "shape-missing-opset-1", 1, {"data": x}, error="attribute.missing", basis="spec",
        rules=["signature"], note="The schema lists it as optional, but says nothing of its absence.")
    for opset in (5, 14, 28):
        add("Reshape", f"shape-missing-opset-{opset}", opset, {"data": x}, error="input.missing", rules=["signature"])
    for opset, given in ((5, vector("int32", 24)), (28, vector("int32", 24)), (13, vector("float32", 24)),
                         (28, vector("uint64", 24))):
        refuse_type("Reshape", opset, {"data": x}, "shape", given)
