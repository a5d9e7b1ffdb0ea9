"""Pad: elements put before and after each axis listed, or removed where a pad is negative."""

import math
import random

import arithmetic
from common import opsets, signature_refusals, type_in_onnx
from corpus import (FloatBits, INT64_MAX, INT64_MIN, INTEGER_BITS, TYPES, Tensor, add, coordinates, digest, int64s,
                    integer_range, iota, offset, pattern, random_bits, scalar, slug_of, tensor, vector, zero)

OPERATOR = "Pad"
INPUT_VERSIONS = [opset for opset in opsets(OPERATOR) if opset >= 11]  # before that pads is an attribute
MODES = ["constant", "reflect", "edge", "wrap"]


def source(mode, extent, begin, end, position):
    """The position in the input that one position of the output shows on an axis; None for the constant.

    What negative pads leave is [first, first + left); the other pads then speak of that."""
    first = max(0, -begin)
    left = max(0, extent - first - max(0, -end))
    inside = position - max(0, begin)
    if 0 <= inside < left:
        return first + inside
    if mode == "constant":
        return None
    if mode == "edge":
        inside = min(max(inside, 0), left - 1)
    elif mode == "wrap":
        inside %= left
    elif left == 1:
        inside = 0
    else:
        inside %= 2 * (left - 1)
        inside = min(inside, 2 * (left - 1) - inside)
    return first + inside


def pad(data, pads, value=None, axes=None, mode="constant"):
    """`pads` has the begins of the axes listed, then their ends."""
    axes = list(range(data.rank)) if axes is None else [axis + data.rank if axis < 0 else axis for axis in axes]
    begins, ends = [0] * data.rank, [0] * data.rank
    for i, axis in enumerate(axes):
        begins[axis], ends[axis] = pads[i], pads[len(axes) + i]
    shape = [begin + extent + end for begin, extent, end in zip(begins, data.shape, ends)]
    value = zero(data.type) if value is None else value
    elements = []
    for place in coordinates(shape):
        where = [source(mode, *axis) for axis in zip(data.shape, begins, ends, place)]
        elements.append(value if None in where else data.elements[offset(data.shape, where)])
    return Tensor(data.type, shape, elements)


def good(slug, data, pads, value=None, axes=None, mode=None, opset=25, long=False, axes_type="int64", **more):
    """value None: not given; axes None: not given."""
    output = pad(data, pads, value.elements[0] if value else None, axes, mode or "constant")
    inputs = {"data": data, "pads": int64s(*pads), "constant_value": value}
    if opset >= 18:
        inputs["axes"] = None if axes is None else vector(axes_type, *axes)
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, data.type) else "spec")
    add(OPERATOR, slug, opset, inputs, {} if mode is None else {"mode": mode},
        {"output": digest(output) if long else output}, **more)


def bad(slug, reason, data, pads, value=None, axes=None, mode=None, opset=25, attributes=None, **more):
    more.setdefault("basis", "spec")
    inputs = {"data": data, "pads": int64s(*pads) if isinstance(pads, list) else pads, "constant_value": value}
    if opset >= 18:
        inputs["axes"] = int64s(*axes) if isinstance(axes, list) else axes
    attributes = dict(attributes or {}) | ({} if mode is None else {"mode": mode})
    add(OPERATOR, slug, opset, inputs, attributes, error=reason, **more)


def old(slug, opset, data, pads, value=None, mode=None, **more):
    """Opsets 1 to 10, where pads and value are attributes."""
    type = data.type
    number = 0.0 if value is None else value
    fill = converted(type, number) if not isinstance(number, str) else None
    output = pad(data, pads, fill, None, mode or "constant")
    attributes = {"paddings" if opset == 1 else "pads": list(pads)}
    if mode is not None:
        attributes["mode"] = mode
    if value is not None:
        attributes["value"] = value
    add(OPERATOR, slug, opset, {"data": data}, attributes, {"output": output}, **more)


def converted(type, number):
    """The float attribute `value` as an element: to nearest even, integers by truncation and saturation."""
    if type in arithmetic.COMPUTED_FLOATS:
        return arithmetic.rounded(type, number)
    if type == "bool":
        return int(number != 0)
    if type in INTEGER_BITS:
        low, high = integer_range(type)
        return low if number <= low else high if number >= high else int(number)
    if number != 0:
        raise ValueError(f"{type} takes only 0")
    return zero(type)


ROWS = tensor("float32", [3, 2], [1, 1.5, 2.25, 3.5, 4.5, 5.75])


def examples():
    two_before = [0, 2, 0, 0]
    expected = {
        "constant": [0, 0, 1, 1.5, 0, 0, 2.25, 3.5, 0, 0, 4.5, 5.75],
        "reflect": [1, 1.5, 1, 1.5, 2.25, 3.5, 2.25, 3.5, 4.5, 5.75, 4.5, 5.75],
        "edge": [1, 1, 1, 1.5, 2.25, 2.25, 2.25, 3.5, 4.5, 4.5, 4.5, 5.75],
    }
    for mode, elements in expected.items():
        output = {"output": tensor("float32", [3, 4], elements)}
        for opset in (1, 2):
            add(OPERATOR, f"onnx-example-{mode}-opset-{opset}", opset, {"data": ROWS},
                {"mode": mode, "paddings" if opset == 1 else "pads": two_before}, output, rules=[mode])
        for opset in INPUT_VERSIONS:
            value = scalar("float32", 0) if mode == "constant" else None
            add(OPERATOR, f"onnx-example-{mode}-opset-{opset}", opset,
                {"data": ROWS, "pads": int64s(*two_before), "constant_value": value}, {"mode": mode}, output,
                rules=[mode])
    for opset in INPUT_VERSIONS:
        if opset >= 19:
            add(OPERATOR, f"onnx-example-wrap-opset-{opset}", opset, {"data": ROWS, "pads": int64s(2, 1, 1, 1)},
                {"mode": "wrap"}, {"output": tensor("float32", [6, 4], [
                    3.5, 2.25, 3.5, 2.25, 5.75, 4.5, 5.75, 4.5, 1.5, 1, 1.5, 1] * 2)}, rules=["wrap"])
        if opset >= 18:
            add(OPERATOR, f"negative-axis-opset-{opset}", opset,
                {"data": iota("float32", [1, 2, 2, 2]), "pads": int64s(1, 1), "constant_value": scalar("float32", 0),
                 "axes": int64s(-1)}, {},
                {"output": tensor("float32", [1, 2, 2, 4], [0, 0, 1, 0, 0, 2, 3, 0, 0, 4, 5, 0, 0, 6, 7, 0])},
                rules=["axes", "negative-axis"])
    add(OPERATOR, "axes-with-constant-left-out", 18,
        {"data": iota("float32", [2, 2]), "pads": int64s(1, 2), "constant_value": None, "axes": int64s(1)}, {},
        {"output": tensor("float32", [2, 5], [0, 0, 1, 0, 0, 0, 2, 3, 0, 0])}, rules=["axes", "default-value"])
    add(OPERATOR, "reflect-rows-not-columns", 13, {"data": iota("float32", [3, 4]), "pads": int64s(1, 0, 0, 0)},
        {"mode": "reflect"}, {"output": tensor("float32", [4, 4], [4, 5, 6, 7] + list(range(12)))}, rules=["reflect"])
    add(OPERATOR, "reflect-five-each-way-of-three", 25, {"data": vector("float32", 0, 1, 2), "pads": int64s(5, 5)},
        {"mode": "reflect"}, {"output": vector("float32", 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1)}, basis="spec",
        rules=["reflect", "periodic"])
    add(OPERATOR, "reflect-extent-1", 25, {"data": vector("float32", 7), "pads": int64s(2, 2)}, {"mode": "reflect"},
        {"output": vector("float32", 7, 7, 7, 7, 7)}, basis="spec", rules=["reflect", "periodic"])
    add(OPERATOR, "wrap-front-pad-longer-than-the-axis", 19, {"data": vector("int32", 1, 2, 3), "pads": int64s(7, 0)},
        {"mode": "wrap"}, {"output": vector("int32", 3, 1, 2, 3, 1, 2, 3, 1, 2, 3)}, rules=["wrap", "periodic"])
    add(OPERATOR, "wrap-back-pad-longer-than-the-axis", 19, {"data": vector("int32", 1, 2, 3), "pads": int64s(0, 7)},
        {"mode": "wrap"}, {"output": vector("int32", 1, 2, 3, 1, 2, 3, 1, 2, 3, 1)}, rules=["wrap", "periodic"])
    add(OPERATOR, "axes-listed-out-of-order", 18,
        {"data": iota("int32", [2, 2]), "pads": int64s(1, 0, 0, 1), "constant_value": scalar("int32", 9),
         "axes": int64s(1, 0)}, {}, {"output": tensor("int32", [3, 3], [9, 0, 1, 9, 2, 3, 9, 9, 9])}, rules=["axes"])


def types():
    for type in TYPES:
        value = Tensor(type, [], [pattern(type, [9], 3).elements[4]])
        good(f"{type}-constant", pattern(type, [3, 3]), [1, 0, 0, 2], value, rules=["all-types", "constant"])
        good(f"{type}-default-value", pattern(type, [3], 2), [2, 3], rules=["all-types", "constant", "default-value"])
        mode = MODES[1 + TYPES.index(type) % 3]
        good(f"{type}-{mode}", pattern(type, [3, 5], 1), [1, 3, 2, 4], mode=mode, rules=["all-types", mode])
        good(f"{type}-crop", pattern(type, [3, 5], 4), [-1, -2, 0, 1], mode="edge", rules=["all-types", "crop", "edge"])

        if type in ("int4", "uint4", "float4e2m1", "int2", "uint2"):
            for other in MODES:
                good(f"{type}-packed-{other}", pattern(type, [3, 3, 3], 5), [1, 0, 1, 0, 2, 2], mode=other,
                     rules=["all-types", other])
    for type in ("string", "bool", "complex64", "bfloat16", "float8e5m2", "int4", "uint2"):
        good(f"{type}-opset-11", pattern(type, [3]), [1, 1], None, None, "edge", 11, basis="spec", rules=["all-types"],
             note="Every element type is moved at every version.")


def modes():
    """Every mode with pads from a crop to several periods, before and after."""
    five = iota("int32", [5], 10)
    for mode in MODES:
        for begin in (-4, -2, 0, 1, 5, 9, 13):
            for end in (-3, 0, 3, 17):
                if begin + 5 + end < 0 or (mode != "constant" and max(0, -begin) + max(0, -end) >= 5
                                           and begin + 5 + end):
                    continue
                in_onnx = min(begin, end) >= 0 and (mode != "reflect" or max(begin, end) < 5)
                good(f"{mode}-begin-{slug_of(begin)}-end-{slug_of(end)}", five, [begin, end],
                     scalar("int32", -1) if mode == "constant" else None, mode=mode,
                     rules=[mode] + (["crop"] if min(begin, end) < 0 else []), basis="onnx" if in_onnx else "spec")
        for extent in (1, 2):
            good(f"{mode}-periods-of-extent-{extent}", iota("int32", [extent], 10), [5, 4], mode=mode,
                 rules=[mode, "periodic"],
                 basis="spec" if mode == "reflect" else "onnx")
        good(f"{mode}-two-axes", iota("int16", [2, 3]), [1, 2, 2, 1], mode=mode, rules=[mode])
        good(f"{mode}-crop-one-pad-other", iota("int16", [3, 4]), [-1, 2, 0, -2], mode=mode, rules=[mode, "crop"],
             basis="spec")
        good(f"{mode}-three-axes-several-periods", iota("int16", [2, 1, 3]), [5, 2, 7, 4, 3, 8], mode=mode,
             rules=[mode, "periodic"], basis="spec")
        good(f"{mode}-no-change", iota("float32", [2, 3]), [0, 0, 0, 0], mode=mode, rules=[mode])
        good(f"{mode}-rank-0", scalar("float32", 3), [], mode=mode, rules=[mode], basis="spec")
        good(f"{mode}-crop-to-nothing", iota("float32", [3, 2]), [-2, 0, -1, 0], mode=mode,
             rules=[mode, "crop", "empty"],
             basis="spec")
        good(f"{mode}-crop-to-one", iota("float32", [5]), [-2, -2], mode=mode, rules=[mode, "crop"], basis="spec")
        good(f"{mode}-value-is-not-used" if mode != "constant" else "constant-value-used", iota("float32", [3]), [1, 1],
             scalar("float32", 42), mode=mode, rules=[mode])
    good("edge-crop-then-pad", iota("int32", [5]), [-2, 3], mode="edge", rules=["edge", "crop"], basis="spec")
    add(OPERATOR, "reflect-crop-then-pad", 25, {"data": iota("int32", [5]), "pads": int64s(-2, 3)}, {"mode": "reflect"},
        {"output": vector("int32", 2, 3, 4, 3, 2, 3)}, rules=["reflect", "crop"], basis="spec",
        note="Cropping leaves 2, 3, 4, of which the reflection is taken.")
    add(OPERATOR, "wrap-crop-then-pad", 25, {"data": iota("int32", [5]), "pads": int64s(2, -2)}, {"mode": "wrap"},
        {"output": vector("int32", 1, 2, 0, 1, 2)}, rules=["wrap", "crop"], basis="spec",
        note="Cropping leaves 0, 1, 2, which goes round.")
    add(OPERATOR, "constant-crop-beyond-the-axis", 25,
        {"data": iota("float32", [3]), "pads": int64s(-5, 4), "constant_value": scalar("float32", 9)}, {},
        {"output": vector("float32", 9, 9)}, basis="onnxruntime", rules=["constant", "crop"],
        note="The output has 3 - 5 + 4 elements and no overlap with the input.")
    add(OPERATOR, "constant-crop-beyond-the-axis-at-the-end", 25,
        {"data": iota("float32", [3]), "pads": int64s(4, -5), "constant_value": scalar("float32", 9)}, {},
        {"output": vector("float32", 9, 9)}, basis="onnxruntime", rules=["constant", "crop"])
    add(OPERATOR, "constant-int64-min-and-max", 25,
        {"data": iota("float32", [3]), "pads": int64s(INT64_MIN, INT64_MAX), "constant_value": scalar("float32", 9)},
        {},
        {"output": vector("float32", 9, 9)}, basis="spec", rules=["constant", "crop"])
    add(OPERATOR, "constant-int64-max-and-min", 25,
        {"data": iota("float32", [3]), "pads": int64s(INT64_MAX, INT64_MIN), "constant_value": scalar("float32", 9)},
        {},
        {"output": vector("float32", 9, 9)}, basis="spec", rules=["constant", "crop"])
    add(OPERATOR, "constant-crop-of-a-corner", 25,
        {"data": iota("float32", [1, 1, 4, 4]), "pads": int64s(0, 0, 4, 1, 0, 0, -4, -1),
         "constant_value": scalar("float32", 0)}, {}, {"output": tensor("float32", [1, 1, 4, 4], [0] * 16)},
        rules=["constant", "crop"])
    for mode in MODES[1:]:
        good(f"{mode}-crop-beyond-the-axis-to-nothing", iota("int32", [3]), [-5, 2], mode=mode,
             rules=[mode, "crop", "empty"],
             basis="spec", note="No element is asked for.")


def axes():
    data = iota("int16", [2, 3, 2])
    good("axes-empty", data, [], axes=[], rules=["axes"], basis="spec",
         note="A list that is given but empty lists no axis.")
    good("axes-empty-reflect", data, [], axes=[], mode="reflect", rules=["axes"], basis="spec")
    good("axes-int32", data, [1, 2], axes=[1], axes_type="int32", rules=["axes"])
    good("axes-int32-negative", data, [1, 0, 2, 1], axes=[-1, 0], axes_type="int32", rules=["axes", "negative-axis"])
    good("axes-all", data, [1, 0, 2, 1, 1, 0], axes=[0, 1, 2], rules=["axes"])
    good("axes-all-reversed", data, [1, 0, 2, 1, 1, 0], axes=[2, 1, 0], rules=["axes"])
    good("axes-lowest", data, [2, 1], axes=[-3], rules=["axes", "negative-axis"])
    for mode in MODES:
        good(f"axes-first-and-last-{mode}", data, [1, 2, 3, 1], axes=[0, -1], mode=mode, rules=["axes", mode])
    good("axes-skip-an-empty-axis", tensor("float32", [0, 3], []), [1, 1], axes=[1], mode="reflect",
         rules=["axes", "empty"],
         basis="spec")
    good("value-vector-of-one-float32", iota("float32", [2, 2]), [1, 0, 0, 1], vector("float32", 8),
         rules=["constant", "scalar-or-vector"], basis="onnxruntime", note="A scalar may be a vector of one element.")
    good("value-vector-of-one", data, [1, 0, 0, 0, 0, 1], vector("int16", 8),
         rules=["constant", "scalar-or-vector"], basis="onnxruntime", note="A scalar may be a vector of one element.")


def empties():
    good("empty-axis-first-untouched-reflect", tensor("float32", [0, 3, 3], []), [0, 1, 1, 0, 1, 1], mode="reflect",
         rules=["reflect", "empty"])
    for mode in MODES:
        good(f"empty-axis-untouched-{mode}", tensor("int32", [2, 0], []), [1, 0, 2, 0], mode=mode,
             rules=[mode, "empty"])
    good("empty-axis-constant", tensor("float32", [0, 2], []), [1, 0, 1, 0], scalar("float32", 5),
         rules=["constant", "empty"])
    good("empty-vector-constant", tensor("string", [0], []), [1, 2], scalar("string", "x"), rules=["constant", "empty"])
    good("huge-extent-empty", tensor("float64", [0, 2**62], []), [0, 1, 0, 2], rules=["constant", "empty"],
         basis="spec",
         note="A shape with an extent 0 has 0 elements, however large the others are.")
    good("huge-extent-cropped-away", tensor("float64", [2**62, 0], []), [-(2**61), 0, -(2**61), 0],
         rules=["constant", "crop", "empty"], basis="spec")


def ranks():
    for rank in range(1, 9):
        shape = [2, 1, 3, 1, 2, 1, 1, 2][:rank]
        for mode in MODES:
            if mode == "reflect" and rank % 2:
                continue
            pads = [(i + rank) % 2 for i in range(2 * rank)]
            good(f"rank-{rank}-{mode}", iota("int8", shape), pads, mode=mode, rules=[mode],
                 basis="spec" if mode == "reflect" else "onnx")


def attribute_versions():
    for opset in (1, 2, 10):
        for mode in MODES[:3]:
            old(f"{mode}-default-value-opset-{opset}", opset, iota("float32", [2, 2], 1), [1, 1, 0, 1], None,
                mode if mode != "constant" else None, rules=[mode], basis="spec" if mode == "reflect" else "onnx")
        old(f"value-opset-{opset}", opset, iota("float32", [2], 1), [1, 2], -1.5, rules=["constant", "value-attribute"])
        old(f"crop-opset-{opset}", opset, iota("float32", [5]), [-1, -2], rules=["constant", "crop"],
            basis="spec" if opset == 1 else "onnx")
        old(f"reflect-several-periods-opset-{opset}", opset, iota("float32", [3]), [5, 6], None, "reflect",
            rules=["reflect", "periodic"], basis="spec")
    for type in TYPES:
        old(f"{type}-opset-2", 2, pattern(type, [3], 3), [1, 2], 0.0 if TYPES.index(type) % 2 else None,
            rules=["all-types"],
            basis="onnx" if type in ("float16", "float32", "float64") else "spec")
    halfway = 1.0 + 2.0**-11  # between two float16 values; the even one is 1
    for slug, type, number in (
            ("float64", "float64", 2.5), ("float16-tie", "float16", halfway),
            ("float16-above-tie", "float16", halfway + 2.0**-20),
            ("float16-overflow", "float16", 65520.0), ("float16-denormal", "float16", 2.0**-24),
            ("float16-underflow", "float16", -(2.0**-26)), ("bfloat16-tie", "bfloat16", 1.0 + 2.0**-8),
            ("bfloat16-tie-up", "bfloat16", 1.0 + 3 * 2.0**-8), ("int32-truncates", "int32", 2.75),
            ("int32-truncates-negative", "int32", -2.75), ("int8-saturates", "int8", 300.0),
            ("int8-saturates-negative", "int8", -300.0), ("uint8-saturates-negative", "uint8", -1.5),
            ("uint8-near-zero", "uint8", -0.5), ("uint16-saturates", "uint16", 70000.0),
            ("int64-saturates", "int64", 2.0**63),
            ("int64-saturates-negative", "int64", -(2.0**70)), ("uint64-saturates", "uint64", 2.0**64),
            ("uint64-large", "uint64", 2.0**63), ("int64-large", "int64", -(2.0**63)),
            ("uint32-saturates", "uint32", 2.0**32),
            ("int16-saturates", "int16", 32768.0), ("bool-true", "bool", 0.25), ("bool-false", "bool", 0.0),
            ("float32-minus-zero", "float32", -0.0), ("float64-denormal", "float64", 2.0**-149)):
        old(f"value-to-{slug}", 2, pattern(type, [2], 1), [1, 1], number, rules=["value-attribute"], basis="spec")


    add(OPERATOR, "value-nan-float32", 2, {"data": vector("float32", 1)},
        {"pads": [1, 1], "value": FloatBits("0xffc00001")},
        {"output": vector("float32", "0xffc00001", 1, "0xffc00001")}, rules=["value-attribute", "nan"])
    for slug, type, number, expect in (
            ("float32-infinite", "float32", math.inf, "0x7f800000"), ("float64-infinite", "float64", -math.inf,
                                                                     "0xfff0000000000000"),
            ("float16-infinite", "float16", math.inf, "0x7c00"), ("bfloat16-infinite", "bfloat16", -math.inf, "0xff80"),
            ("int32-infinite", "int32", math.inf, 2**31 - 1), ("int64-minus-infinite", "int64", -math.inf, INT64_MIN),
            ("uint8-minus-infinite", "uint8", -math.inf, 0), ("bool-infinite", "bool", math.inf, True)):
        add(OPERATOR, f"value-to-{slug}", 2, {"data": vector(type, 1)}, {"pads": [0, 1], "value": number},
            {"output": vector(type, 1, expect)}, rules=["value-attribute"], basis="spec")
    for type in ("string", "complex64", "complex128", "int4", "uint4", "int2", "uint2", "float8e4m3fn",
                 "float8e4m3fnuz",
                 "float8e5m2", "float8e5m2fnuz", "float8e8m0", "float4e2m1"):
        add(OPERATOR, f"value-1-for-{type}", 2, {"data": pattern(type, [2])}, {"pads": [0, 1], "value": 1.0},
            error="input.type", rules=["value-attribute"], basis="spec",
            note="A type without a numeric meaning here takes only 0 as value.")


def large():
    draw = random.Random(1306)
    for type in ("uint16", "float32", "int64"):
        for mode in MODES:
            good(f"large-{type}-{mode}", iota(type, [30, 71]), [33, 5, 2, 90], mode=mode, long=True, rules=[mode])
    for type in ("uint8", "complex64", "complex128", "int4", "uint2", "float16", "float4e2m1"):
        for mode in MODES:
            good(f"large-{type}-{mode}", random_bits(type, [21, 23], 1306), [7, 17, 15, 50], mode=mode, long=True,
                 rules=[mode])
    good("large-image", iota("float32", [2, 3, 20, 20]), [0, 0, 3, 3, 0, 0, 3, 3], scalar("float32", -1), long=True)
    good("large-image-reflect", iota("float32", [2, 3, 20, 20]), [0, 0, 3, 3, 0, 0, 3, 3], mode="reflect", long=True)
    good("large-crop", iota("float32", [60, 70]), [-10, -3, -20, 4], mode="wrap", long=True, basis="spec")
    good("large-strings", pattern("string", [7, 3]), [2, 1, 3, 0], mode="wrap")


def errors():
    data = iota("float32", [2, 3])
    negative, empty = "pad.extent_negative", "pad.empty_axis"
    three = iota("float32", [3])
    for mode in MODES:
        bad(f"{mode}-more-removed-than-there-is", negative, three, [-2, -2], mode=mode, rules=[mode, "crop"])
        bad(f"{mode}-int64-min", negative, three, [INT64_MIN, 0], mode=mode, rules=[mode, "crop"])
        bad(f"{mode}-int64-min-twice", negative, three, [INT64_MIN, INT64_MIN], mode=mode, rules=[mode, "crop"])
        bad(f"{mode}-extent-overflows", "shape.overflow", three, [INT64_MAX, 1], mode=mode, rules=[mode])
        bad(f"{mode}-extent-overflows-twice", "shape.overflow", three, [INT64_MAX, INT64_MAX], mode=mode, rules=[mode])
        bad(f"{mode}-memory-exhausted", "memory.exhausted", vector("uint8", 1, 2, 3), [2**59, 2**59], mode=mode,
            rules=[mode])
    bad("removed-from-an-empty-axis", negative, tensor("float32", [2, 0], []), [0, -1, 0, 0], rules=["crop", "empty"])
    bad("element-count-overflows", "shape.overflow", iota("uint8", [2, 2]), [2**40, 2**40, 0, 0])
    bad("byte-count-overflows", "shape.overflow", iota("float64", [2]), [2**60, 0])
    bad("memory-exhausted-4-bit", "memory.exhausted", vector("int4", 1, 2, 3), [2**60, 0])
    for mode in MODES[1:]:
        bad(f"{mode}-empty-axis-before", empty, tensor("float32", [0, 3], []), [1, 0, 0, 0], mode=mode,
            rules=[mode, "empty"])
        bad(f"{mode}-empty-axis-after", empty, tensor("float32", [0], []), [0, 2], mode=mode, rules=[mode, "empty"])
        bad(f"{mode}-nothing-left-after-crop", empty, three, [-3, 2], mode=mode, rules=[mode, "crop", "empty"])
        bad(f"{mode}-crop-beyond-the-axis", empty, three, [-5, 4], mode=mode, rules=[mode, "crop", "empty"])
        bad(f"{mode}-nothing-left-after-crop-of-an-empty-result", empty, tensor("float32", [0, 2], []), [0, 1, 0, -2],
            mode=mode, rules=[mode, "crop", "empty"], note="The axis has no element to repeat, though none would be "
            "written.")
    for slug, text in (("unknown", "symmetric"), ("empty-text", ""), ("upper-case", "CONSTANT")):
        bad(f"mode-{slug}", "pad.mode", data, [0, 0, 0, 0], mode=text, basis="onnx")
    for opset in (11, 13, 18):
        bad(f"wrap-opset-{opset}", "pad.mode", data, [0, 1, 0, 1], mode="wrap", opset=opset, rules=["wrap"],
            basis="onnx")
    for slug, pads in (("too-short", [1, 1]), ("too-long", [0] * 6), ("odd", [0] * 3), ("empty", [])):
        bad(f"pads-{slug}", "pad.length", data, pads, basis="onnx")
        bad(f"pads-{slug}-for-axes", "pad.length", iota("float32", [2, 3, 2]), pads, axes=[0, 1], basis="onnx",
            rules=["axes"])
    bad("pads-for-axes-of-the-whole-rank", "pad.length", data, [0, 0, 0, 0], axes=[0], basis="onnx", rules=["axes"])
    bad("pads-given-for-empty-axes", "pad.length", data, [1, 1], axes=[], rules=["axes"])
    bad("pads-for-rank-0", "pad.length", scalar("float32", 1), [1, 1])
    bad("pads-of-rank-2", "input.rank", data, tensor("int64", [2, 2], [0] * 4), basis="onnx")
    bad("pads-scalar", "input.rank", three, scalar("int64", 0), basis="onnx")
    bad("axes-of-rank-2", "input.rank", three, [1, 1], axes=tensor("int64", [1, 1], [0]), basis="onnx", rules=["axes"])
    bad("axes-scalar", "input.rank", three, [1, 1], axes=scalar("int64", 0), basis="onnx", rules=["axes"])
    for slug, axis in (("rank", 2), ("below-minus-rank", -3), ("int64-max", INT64_MAX), ("int64-min", INT64_MIN)):
        bad(f"axis-{slug}", "axis.out_of_range", data, [1, 1], axes=[axis], basis="onnx", rules=["axes"])
    bad("axis-of-rank-0", "axis.out_of_range", scalar("float32", 1), [1, 1], axes=[0], basis="onnx", rules=["axes"])
    bad("axis-repeated", "axis.repeated", data, [1, 1, 1, 1], axes=[1, 1], rules=["axes"])
    bad("axis-repeated-with-other-sign", "axis.repeated", data, [1, 1, 1, 1], axes=[0, -2], rules=["axes"])
    for type in ("int32", "uint64", "float32", "bool"):
        bad(f"pads-{type}", "input.type", three, tensor(type, [2], [0, 0]), basis="onnx")
    for type in ("int8", "int16", "uint32", "uint64", "float32"):
        bad(f"axes-{type}", "input.type", three, [1, 1], axes=tensor(type, [1], [0]), basis="onnx", rules=["axes"])
    bad("value-of-other-type", "input.type_mismatch", data, [0] * 4, scalar("float64", 0), basis="onnx")
    bad("value-int32-for-int64", "input.type_mismatch", iota("int64", [3]), [1, 1], scalar("int32", 0), basis="onnx")
    bad("value-of-two-elements", "input.not_scalar", three, [1, 1], vector("float32", 0, 1), basis="onnx")
    bad("value-of-no-elements", "input.not_scalar", three, [1, 1], vector("float32"), basis="onnx")
    bad("value-of-rank-2", "input.not_scalar", three, [1, 1], tensor("float32", [1, 1], [0]))
    bad("pads-missing", "input.missing", three, None, basis="onnx")

    def valid(opset):
        if opset < 11:
            return {"data": three}, {"paddings" if opset == 1 else "pads": [1, 1]}
        return {"data": three, "pads": int64s(1, 1)}, {}

    value, axis = scalar("float32", 0), int64s(0)
    signature_refusals(OPERATOR, valid,
                       wrong_kinds=[(1, "paddings", 1), (1, "mode", 0), (2, "value", 0), (2, "pads", 1),
                                    (10, "value", [0.5]),
                                    (11, "mode", 0), (25, "mode", ["edge"])],
                       wrong_attributes=[(1, "pads", [1, 1]), (2, "paddings", [1, 1]), (10, "axes", [0]),
                                         (11, "pads", [1, 1]),
                                         (11, "value", 0.0), (18, "axes", [0]), (25, "value", 0.0)],
                       too_many=[(1, {"data": three, "+1": int64s(1, 1)}), (2, {"data": three, "+1": int64s(1, 1)}),
                                 (11, {**valid(11)[0], "constant_value": value, "+1": axis}),
                                 (17, {**valid(11)[0], "constant_value": value, "+1": axis}),
                                 (28, {**valid(11)[0], "constant_value": value, "axes": axis, "+1": axis})])

    def old_bad(slug, reason, opset, attributes, data=three, **more):
        add(OPERATOR, slug, opset, {"data": data}, attributes, error=reason, **({"basis": "onnx"} | more))

    old_bad("paddings-missing-opset-1", "attribute.missing", 1, {"mode": "edge"})
    old_bad("pads-missing-opset-2", "attribute.missing", 2, {"mode": "edge"})
    old_bad("wrap-opset-2", "pad.mode", 2, {"pads": [1, 1], "mode": "wrap"})
    old_bad("mode-unknown-opset-1", "pad.mode", 1, {"paddings": [1, 1], "mode": "none"})
    old_bad("pads-too-short-opset-2", "pad.length", 2, {"pads": [1]})
    old_bad("paddings-too-long-opset-1", "pad.length", 1, {"paddings": [1, 1, 1, 1]})
    old_bad("more-removed-than-there-is-opset-2", negative, 2, {"pads": [-2, -2]})
    old_bad("edge-empty-axis-opset-2", empty, 2, {"pads": [1, 0], "mode": "edge"}, tensor("float32", [0], []),
            basis="spec")
    old_bad("extent-overflows-opset-2", "shape.overflow", 2, {"pads": [INT64_MAX, INT64_MAX]}, basis="spec")
    old_bad("memory-exhausted-opset-1", "memory.exhausted", 1, {"paddings": [2**59, 2**59]}, vector("uint8", 1),
            basis="spec")


def at_random():
    draw = random.Random(24)
    number = 0
    while number < 100:
        type = draw.choice(TYPES)
        rank = draw.randint(1, 4)
        shape = [draw.randint(1, 4) for _ in range(rank)]
        listed = draw.sample(range(rank), draw.randint(1, rank))
        begins = [draw.randint(-shape[axis] + 1, 5) for axis in listed]
        ends = [draw.randint(-2, 5) for _ in listed]
        mode = draw.choice(MODES)
        left = [shape[axis] - max(0, -b) - max(0, -e) for axis, b, e in zip(listed, begins, ends)]
        size = math.prod([shape[axis] if axis not in listed else shape[axis] + begins[listed.index(axis)]
                          + ends[listed.index(axis)] for axis in range(rank)])
        if min(left) < 1 or size > 300:
            continue
        axes = [axis - rank if draw.random() < 0.5 else axis for axis in listed]
        value = Tensor(type, [], [pattern(type, [5], number).elements[3]]) if draw.random() < 0.5 else None
        good(f"random-{number}", pattern(type, shape, number), begins + ends, value, axes, mode,
             draw.choice([19, 25, 28]),
             axes_type=draw.choice(["int32", "int64"]), basis="spec", rules=[mode])
        number += 1


def cases():
    examples()
    types()
    modes()
    axes()
    empties()
    ranks()
    attribute_versions()
    large()
    errors()
    at_random()
