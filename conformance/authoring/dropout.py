"""Dropout in inference: the output is the data, the mask is all ones."""

from common import Refused, author, generator, opsets, random_shape, random_tensor, refuse_type, signature_refusals
from corpus import (FLOAT_BITS, MAX_OPSET, TYPES, Tensor, add, digest, fill, float_bits, int64s, pattern, random_bits,
                    scalar, tensor, vector)

MASK_TYPES_BEFORE_10 = ("float16", "bfloat16", "float32", "float64")


def reference(opset, inputs, attributes, output_count):
    """Opsets 1 to 6: is_test = 0 asks for training; without it the node runs as inference. 7 to 11: inference. From
    12: the optional input training_mode, if true, asks for training. ratio and seed have no effect. The mask, if
    wanted, is of the data's type before opset 10, and bool from then on."""
    data = inputs["data"]
    training = opset < 7 and attributes.get("is_test", 1) == 0
    mode = inputs.get("training_mode") if opset >= 12 else None
    if mode is not None:
        if mode.shape not in ([], [1]):
            raise Refused("input.not_scalar")
        training = mode.elements[0] != 0
    if training:
        raise Refused("dropout.training")
    outputs = {"output": data}
    if output_count == 2:
        if opset >= 10:
            outputs["mask"] = Tensor("bool", data.shape, [1] * data.count)
        elif data.type in MASK_TYPES_BEFORE_10:
            outputs["mask"] = Tensor(data.type, data.shape, [float_bits(data.type, 1)] * data.count)
        else:
            raise Refused("dropout.mask_type")
    return outputs


def cases():
    case = author("Dropout", reference)
    x = tensor("float32", [2, 2], [1, -2, 3, 4])
    awkward = pattern("float32", [2, 5])

    def ones(opset, data):
        return tensor("bool" if opset >= 10 else data.type, data.shape, [1] * data.count)

    for opset in opsets("Dropout"):
        case(f"opset-{opset}", opset, {"data": awkward}, expect={"output": awkward}, rules=["inference"])
        case(f"mask-opset-{opset}", opset, {"data": x}, expect={"output": x, "mask": ones(opset, x)}, output_count=2,
             rules=["mask"], basis="spec" if opset < 12 else None)
        case(f"mask-scalar-opset-{opset}", opset, {"data": scalar("float64", -0.0)}, output_count=2,
             rules=["mask", "ranks"],
             basis="spec" if opset < 12 else None)
        case(f"mask-empty-opset-{opset}", opset, {"data": fill("float32", [0, 3], 0)}, output_count=2,
             rules=["mask", "no-elements"])
        case(f"string-opset-{opset}", opset, {"data": vector("string", "a", b"\xff")}, rules=["types"])
        if opset < 12:
            for name, ratio in (("0", 0.0), ("0-75", 0.75), ("1", 1.0), ("1-5", 1.5), ("minus-1", -1.0)):
                case(f"ratio-{name}-opset-{opset}", opset, {"data": x}, {"ratio": ratio}, expect={"output": x},
                     rules=["ratio"], basis="spec" if name in ("1", "1-5", "minus-1") else None)
        else:
            case(f"seed-opset-{opset}", opset, {"data": x}, {"seed": 42}, expect={"output": x}, rules=["seed"])
            for name, ratio in (("0", 0), ("0-75", 0.75), ("1", 1), ("1-5", 1.5), ("minus-1", -1),
                                ("nan", "0x7fc00000")):
                case(f"ratio-{name}-opset-{opset}", opset, {"data": x, "ratio": scalar("float32", ratio)},
                     rules=["ratio"],
                     expect={"output": x, "mask": ones(opset, x)}, output_count=2)
            mode_off, mode_on = scalar("bool", False), scalar("bool", True)
            case(f"training-mode-false-opset-{opset}", opset, {"data": x, "ratio": scalar("float32", 0.75),
                                                               "training_mode": mode_off},
                 expect={"output": x, "mask": ones(opset, x)}, output_count=2, rules=["training-mode"])
            case(f"training-mode-false-without-ratio-opset-{opset}", opset,
                 {"data": x, "ratio": None, "training_mode": mode_off}, expect={"output": x}, rules=["training-mode"])
            case(f"training-mode-vector-of-one-opset-{opset}", opset,
                 {"data": x, "ratio": None, "training_mode": vector("bool", False)}, expect={"output": x}, basis="spec",
                 rules=["training-mode"])
            case(f"training-mode-true-opset-{opset}", opset, {"data": x, "ratio": scalar("float32", 0.5),
                                                              "training_mode": mode_on},
                 error="dropout.training", basis="spec", rules=["training-mode"])
            case(f"training-mode-true-ratio-0-opset-{opset}", opset, {"data": x, "ratio": scalar("float32", 0),
                                                                      "training_mode": mode_on},
                 error="dropout.training", basis="spec", rules=["training-mode"])
            case(f"training-mode-true-without-ratio-opset-{opset}", opset,
                 {"data": x, "ratio": None, "training_mode": mode_on}, error="dropout.training", basis="spec",
                 rules=["training-mode"])
            case(f"training-mode-true-with-mask-opset-{opset}", opset,
                 {"data": x, "ratio": None, "training_mode": mode_on}, error="dropout.training", output_count=2,
                 basis="spec", rules=["training-mode"])
            for name, shape in (("two", [2]), ("none", [0]), ("matrix", [1, 1])):
                case(f"training-mode-of-{name}-opset-{opset}", opset,
                     {"data": x, "ratio": None, "training_mode": fill("bool", shape, False)}, error="input.not_scalar",
                     basis="spec" if name == "matrix" else None, rules=["training-mode"])
    for opset in (1, 6):
        case(f"is-test-1-opset-{opset}", opset, {"data": x}, {"is_test": 1}, expect={"output": x}, rules=["is-test"])
        case(f"is-test-minus-3-opset-{opset}", opset, {"data": x}, {"is_test": -3}, expect={"output": x}, basis="spec",
             rules=["is-test"], note="A flag is true when not 0.")
        case(f"is-test-1-mask-opset-{opset}", opset, {"data": x}, {"is_test": 1, "ratio": 0.5},
             expect={"output": x, "mask": ones(opset, x)}, output_count=2, basis="spec", rules=["is-test", "mask"],
             note="The text leaves the mask unfilled; it is all ones here.")
        case(f"is-test-absent-opset-{opset}", opset, {"data": x}, {"ratio": 0.5}, expect={"output": x}, basis="spec",
             rules=["is-test"], note="A node that does not say is_test runs as inference.")
        case(f"is-test-0-opset-{opset}", opset, {"data": x}, {"is_test": 0}, error="dropout.training", basis="spec",
             rules=["is-test"])
        case(f"is-test-0-ratio-0-opset-{opset}", opset, {"data": x}, {"is_test": 0, "ratio": 0.0},
             error="dropout.training", basis="spec", rules=["is-test"])
    case("consumed-inputs-has-no-effect", 1, {"data": x}, {"consumed_inputs": [0]}, expect={"output": x}, basis="spec",
         rules=["consumed-inputs"])
    case("seed-int64-min", 13, {"data": x}, {"seed": -(2**63)}, expect={"output": x}, rules=["seed"])

    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, {"data": pattern(type, [3, 3])}, output_count=2, rules=["types", "mask"])
        slug, data = f"mask-type-{type}-opset-7", pattern(type, [3])
        if type in MASK_TYPES_BEFORE_10:
            case(slug, 7, {"data": data}, output_count=2, basis="spec", rules=["types", "mask"])
        else:
            case(slug, 7, {"data": data}, output_count=2, error="dropout.mask_type", basis="spec",
                 rules=["types", "mask"])
    for opset in (1, 6):
        case(f"mask-type-int32-opset-{opset}", opset, {"data": vector("int32", 1)}, output_count=2,
             error="dropout.mask_type", basis="spec", rules=["types", "mask"])
        case(f"mask-type-bfloat16-opset-{opset}", opset, {"data": pattern("bfloat16", [4])}, output_count=2,
             basis="spec",
             rules=["types", "mask"])
    for opset in (1, 6, 7):
        for type in ("int8", "int4", "float8e5m2"):
            case(f"type-{type}-opset-{opset}", opset, {"data": pattern(type, [3])}, rules=["types"])
    for opset in (10, 12, 13):
        for type in ("int8", "uint2", "complex64"):
            case(f"type-{type}-opset-{opset}", opset, {"data": pattern(type, [5])}, output_count=2,
                 rules=["types", "mask"])
    for type in ("float16", "float64", "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz"):
        ratio = Tensor(type, [], [float_bits(type, 0.5) if FLOAT_BITS[type] > 8 else 0x30])
        case(f"ratio-{type}", 22, {"data": x, "ratio": ratio}, expect={"output": x}, rules=["ratio"])
    for type in ("float16", "float64"):
        case(f"ratio-{type}-opset-12", 12, {"data": x, "ratio": scalar(type, 0.5)}, expect={"output": x},
             rules=["ratio"])

    for rank in range(9):
        case(f"rank-{rank}", 13, {"data": pattern("float32", [2, 1, 3, 1, 2, 1, 1, 2][:rank])}, output_count=2,
             rules=["ranks", "mask"])
    case("empty-vector", 13, {"data": fill("float16", [0], 0)}, output_count=2, rules=["no-elements"])
    case("large", 13, {"data": random_bits("float32", [101, 99], 14)}, output_count=2, present=digest, rules=["large"])
    case("large-opset-7", 7, {"data": random_bits("float64", [10000], 15)}, output_count=2, present=digest,
         basis="spec",
         rules=["large"])
    case("packed-odd", MAX_OPSET, {"data": random_bits("int4", [33], 16)}, output_count=2, rules=["packed", "mask"])

    rng = generator("Dropout", "random")
    for i in range(14):
        opset = rng.choice([10, 12, 13, 22, 28])
        inputs = {"data": random_tensor(rng, random_shape(rng, rng.randint(0, 8)))}
        if opset >= 12 and rng.random() < 0.7:
            inputs["ratio"] = rng.choice([None, scalar("float32", 0.25)])
            inputs["training_mode"] = scalar("bool", False)
        case(f"random-{i}", opset, inputs, output_count=rng.choice([1, 2]))

    signature_refusals("Dropout", lambda opset: ({"data": x}, {}), output_limit=2,
                       wrong_kinds=[(1, "ratio", 1), (7, "ratio", [0.5]), (6, "is_test", 1.0), (12, "seed", 1.0),
                                    (28, "seed", [1]), (1, "consumed_inputs", 0)],
                       wrong_attributes=[(6, "consumed_inputs", [0]), (7, "is_test", 1), (10, "seed", 1),
                                         (12, "ratio", 0.5), (28, "ratio", 0.5), (28, "is_test", 1)],
                       too_many=[(1, {"data": x, "+1": scalar("float32", 0.5)}),
                                 (7, {"data": x, "+1": scalar("float32", 0.5)}),
                                 (10, {"data": x, "+1": scalar("float32", 0.5)}),
                                 (28, {"data": x, "ratio": scalar("float32", 0.5),
                                       "training_mode": scalar("bool", False),
                                       "+1": int64s(0)})])
    add("Dropout", "outputs-too-many-opset-7", 7, {"data": x}, error="output.count", output_count=3,
        rules=["signature"])
    for opset, type in ((12, "bfloat16"), (13, "bfloat16"), (12, "float8e5m2"), (13, "float8e4m3fn"),
                        (28, "float8e8m0")):
        refuse_type("Dropout", opset, {"data": x}, "ratio", Tensor(type, [], [0x30]))
    for opset in (12, 13, 28):
        refuse_type("Dropout", opset, {"data": x}, "ratio", scalar("int32", 0))
        refuse_type("Dropout", opset, {"data": x, "ratio": None}, "training_mode", scalar("int32", 0))
        refuse_type("Dropout", opset, {"data": x, "ratio": None}, "training_mode", scalar("float32", 0))
