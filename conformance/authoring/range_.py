"""Range: start, start + delta, ... before limit."""

import math
import random

import arithmetic
from common import opsets, signature_refusals, type_in_onnx
from corpus import (FLOAT_BITS, INT64_MAX, INT64_MIN, TYPES, Tensor, add, digest, element, int64s,
                    integer_range, scalar, slug_of, tensor)

OPERATOR = "Range"
INTEGERS = ["int16", "int32", "int64"]
FLOATS = ["float32", "float64", "float16", "bfloat16"]


def count_of(type, start, limit, delta):
    """max(ceil((limit - start) / delta), 0): exact for integers, in float64 for the others."""
    if type in INTEGERS:
        return max(-((start - limit) // delta), 0)
    return max(math.ceil((limit - start) / delta), 0)


def range_(start, limit, delta):
    """Element i is start + i * delta, each operation rounded: in the type, or for the 16-bit ones in float32 and then
    once more."""
    type = start.type
    first, last, step = (arithmetic.value(type, each.elements[0]) for each in (start, limit, delta))
    count = count_of(type, first, last, step)
    if type in INTEGERS:
        return Tensor(type, [count], [first + i * step for i in range(count)])
    in_type = (lambda number: number) if type == "float64" else arithmetic.in_float32
    return Tensor(type, [count], [arithmetic.rounded(type, in_type(first + in_type(float(i) * step)))
                                  for i in range(count)])


def inputs_of(type, start, limit, delta, shape=()):
    make = [arithmetic.rounded(type, each) if type in FLOATS and isinstance(each, float) else element(type, each)
            for each in (start, limit, delta)]
    return dict(zip(("start", "limit", "delta"), (Tensor(type, shape, [each]) for each in make)))


def good(slug, type, start, limit, delta, opset=27, attributes=None, long=False, shape=(), expect=None, **more):
    """start, limit and delta are rounded to the type first."""
    inputs = inputs_of(type, start, limit, delta, shape)
    output = range_(*inputs.values())
    if expect is not None and output.elements != tensor(type, [len(expect)], expect).elements:
        raise ValueError(f"{slug}: the reference gives {output.elements}")
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, type) else "spec")
    add(OPERATOR, slug, opset, inputs, attributes, {"output": digest(output) if long else output}, **more)


def bad(slug, reason, type, start, limit, delta, opset=27, attributes=None, **more):
    more.setdefault("basis", "spec")
    add(OPERATOR, slug, opset, inputs_of(type, start, limit, delta), attributes, error=reason, **more)


def examples():
    for opset in opsets(OPERATOR):
        for type in INTEGERS + FLOATS:
            good(f"{type}-3-to-9-by-3-opset-{opset}", type, 3, 9, 3, opset, expect=[3, 6])
            good(f"{type}-10-to-4-by-minus-2-opset-{opset}", type, 10, 4, -2, opset, expect=[10, 8, 6])
            good(f"{type}-1-to-5-by-2-opset-{opset}", type, 1, 5, 2, opset, expect=[1, 3])
            good(f"{type}-10-to-6-by-minus-3-opset-{opset}", type, 10, 6, -3, opset, expect=[10, 7])
    for type in INTEGERS + FLOATS:
        good(f"{type}-start-is-limit", type, 3, 3, 5, expect=[], rules=["count", "empty"])
        good(f"{type}-wrong-direction", type, 0, 5, -1, expect=[], rules=["count", "empty"])
        good(f"{type}-wrong-direction-down", type, 5, 0, 1, expect=[], rules=["count", "empty"])
        good(f"{type}-step-past-limit", type, 1, 2, 2, expect=[1], rules=["count"])
        good(f"{type}-step-reaches-limit", type, 0, 4, 2, expect=[0, 2], rules=["count"])
        good(f"{type}-negative-through-0", type, -3, 3, 2, expect=[-3, -1, 1], rules=["count"])
        good(f"{type}-down-through-0", type, 2, -3, -2, expect=[2, 0, -2], rules=["count"])
        good(f"{type}-vectors-of-one", type, 0, 3, 1, shape=[1], expect=[0, 1, 2], rules=["scalar-or-vector"],
             basis="spec" if type in ("float16", "bfloat16") else "onnxruntime")


def integers():
    for type in INTEGERS:
        low, high = integer_range(type)
        extremes = {
            "up-to-largest": (high - 3, high, 1, [high - 3, high - 2, high - 1]),
            "down-to-smallest": (low + 3, low, -1, [low + 3, low + 2, low + 1]),
            "whole-by-largest": (low, high, high, [low, -1, high - 1]),
            "whole-down-by-smallest": (high, low, low, [high, -1]),
            "by-smallest": (5, low, low, [5, 5 + low]),
            "by-smallest-to-the-limit": (5, low + 5, low, [5]),
            "step-largest": (0, 10, high, [0]),
            "step-smallest": (0, -10, low, [0]),
            "largest-by-2": (high - 2, high, 2, [high - 2]),
            "largest-by-3": (high - 2, high, 3, [high - 2]),
            "smallest-by-minus-2": (low + 2, low, -2, [low + 2]),
            "wrong-direction-extremes": (high, low, 1, []),
            "wrong-direction-extremes-down": (low, high, -1, []),
            "start-smallest": (low, low + 2, 1, [low, low + 1]),
            "start-largest-down": (high, high - 2, -1, [high, high - 1]),
            "quarters-of-the-whole": (low, high, high // 2 + 1, [low, low + high // 2 + 1, 0, high // 2 + 1]),
        }
        for slug, (start, limit, delta, expect) in extremes.items():
            good(f"{type}-{slug}", type, start, limit, delta, expect=expect, basis="spec", rules=["exact-count"])
    good("int64-distance-2-to-the-53-plus-1", "int64", 0, 2**53 + 1, 2**52, expect=[0, 2**52, 2**53], basis="spec",
         rules=["exact-count"], note="Counted exactly; in float64 the distance would be 2^53 and the count 2.")
    good("int64-report-smallest", "int64", 5, INT64_MIN, INT64_MIN, expect=[5, -9223372036854775803], basis="spec",
         rules=["exact-count"])
    good("int16-long", "int16", -32768, 32767, 7, long=True, rules=["large"])
    good("int32-long", "int32", -50000, 50000, 1, long=True, rules=["large"])
    good("int64-long-down", "int64", 2**40, 2**40 - 2**17, -3, long=True, rules=["large"])


def floats():
    for type in FLOATS:
        good(f"{type}-tenths", type, 0.0, 0.3, 0.1, basis="onnxruntime" if type == "float32" else "spec",
             rules=["count", "rounding"])
        good(f"{type}-hundred-by-tenths", type, 0.0, 100.0, 0.1, long=type != "bfloat16", basis="spec",
             rules=["rounding", "large"], note="Element i is start + i * delta, not a running sum.")
        good(f"{type}-thirds-down", type, 1.0, -1.0, -1 / 3, basis="spec", rules=["rounding"])
        good(f"{type}-start-with-fraction", type, 0.7, 5.0, 0.9, basis="spec", rules=["rounding"])
        good(f"{type}-large-start", type, 30000.0, 30500.0, 33.3, basis="spec", rules=["rounding"])
        good(f"{type}-minus-zero-start", type, "0x" + f"{1 << (FLOAT_BITS[type] - 1):x}", 1, 1, expect=None,
             basis="spec",
             rules=["signed-zero"], note="-0.0 + 0 * 1 is 0.0.")
        good(f"{type}-down-from-0", type, 0, -3, -1, expect=[0, -1, -2], rules=["signed-zero"],
             note="0 + 0 * -1 is 0 + -0.0, which is 0.0.")
        good(f"{type}-denormals", type, "0x0000", "0x0005", "0x0002", expect=["0x0", "0x2", "0x4"], basis="spec",
             rules=["rounding"])
        good(f"{type}-long", type, 0.0, 50.0, 0.0373, long=True, basis="spec", rules=["rounding", "large"])
        nan = f"0x{arithmetic.NAN[type]:x}"
        infinity = f"0x{arithmetic.rounded(type, math.inf):x}"
        minus_infinity = f"0x{arithmetic.rounded(type, -math.inf):x}"
        for slug, start, limit, delta in (
                ("start-nan", nan, 5, 1), ("limit-nan", 0, nan, 1), ("delta-nan", 0, 5, nan),
                ("limit-infinite", 0, infinity, 1), ("limit-minus-infinite-down", 0, minus_infinity, -1),
                ("start-minus-infinite", minus_infinity, 0, 1), ("start-infinite-down", infinity, 0, -1),
                ("start-and-limit-infinite", infinity, infinity, 1),
                ("limit-and-delta-infinite", 0, infinity, infinity)):
            bad(f"{type}-{slug}", "range.not_finite", type, start, limit, delta, rules=["count", "not-finite"])
        for slug, start, limit, delta in (
                ("limit-minus-infinite", 0, minus_infinity, 1), ("limit-infinite-down", 0, infinity, -1),
                ("start-infinite", infinity, 0, 1), ("start-minus-infinite-down", minus_infinity, 0, -1)):
            bad(f"{type}-{slug}", "range.not_finite", type, start, limit, delta,
                basis="spec" if type in ("float16", "bfloat16") else "onnxruntime",
                rules=["count", "not-finite"], note="The quotient is negative, but not finite.")
        for slug, delta in (("infinite", infinity), ("minus-infinite", minus_infinity)):
            add(OPERATOR, f"{type}-delta-{slug}", 27, inputs_of(type, 0, 5, delta), {},
                {"output": Tensor(type, [0], [])}, basis="onnxruntime", rules=["count", "not-finite"],
                note="5 / delta is 0.")
    good("float16-tenths-opset-11", "float16", 0.0, 0.3, 0.1, 11, basis="spec", rules=["count", "rounding"],
         note="float16 is taken at every version.")
    good("float16-2048-by-1", "float16", 2048, 2056, 1, rules=["rounding"], basis="spec",
         expect=[2048, 2048, 2050, 2052, 2052, 2052, 2054, 2056],
         note="Computed in float32 and rounded once; the last one rounds up to the limit.")
    good("bfloat16-256-by-1", "bfloat16", 256, 264, 1, rules=["rounding"], basis="spec",
         expect=[256, 256, 258, 260, 260, 260, 262, 264])
    good("float32-2-to-the-24-by-1", "float32", 2**24, 2**24 + 8, 1, rules=["rounding"],
         expect=[2**24, 2**24, 2**24 + 2, 2**24 + 4, 2**24 + 4, 2**24 + 4, 2**24 + 6, 2**24 + 8])
    good("float32-product-overflows", "float32", -3e38, 3e38, 1e38, rules=["rounding"], basis="spec",
         note="4 * delta is beyond float32, so that element is infinite.")
    good("float32-product-is-rounded-before-the-sum", "float32", 1.0, 1.6, 0.1, rules=["rounding"], basis="spec")
    good("float64-product-is-rounded-before-the-sum", "float64", 1.0, 4.0, 0.1, rules=["rounding"], basis="spec")
    good("float32-product-cancels", "float32", -0.3, 0.05, 0.1, rules=["rounding"], basis="spec",
         note="-0.3 + 3 * 0.1 with the product rounded to float32 first: a fused operation gives other bits.")
    good("float64-product-cancels", "float64", -0.3, 0.05, 0.1, rules=["rounding"], basis="spec")
    good("float64-tenths-has-3", "float64", 0.0, 0.3, 0.1, rules=["count"], basis="onnxruntime")
    good("float32-difference-in-float64", "float32", -(2.0**-30), 1, 1, rules=["count"], basis="onnxruntime",
         note="(1 + 2^-30) / 1 is above 1 in float64.")


def flags():
    for type in INTEGERS + ["float32", "float64"]:
        for stash_type in (0, 1, 10, 16, -1):
            good(f"{type}-stash-type-{slug_of(stash_type)}", type, 0, 3, 1,
                 attributes={"stash_type": stash_type}, expect=[0, 1, 2], rules=["stash-type"])
    for type in ("float16", "bfloat16"):
        good(f"{type}-stash-type-1", type, 0, 3, 1, attributes={"stash_type": 1}, expect=[0, 1, 2],
             rules=["stash-type"])
        good(f"{type}-stash-type-1-opset-28", type, 0, 3, 1, 28, {"stash_type": 1}, expect=[0, 1, 2],
             rules=["stash-type"])
        for stash_type in (0, 10, 11, 16, -1, INT64_MAX):
            bad(f"{type}-stash-type-{slug_of(stash_type)}", "range.stash_type", type, 0,
                3, 1,
                attributes={"stash_type": stash_type}, rules=["stash-type"])


def errors():
    for type in INTEGERS + FLOATS:
        bad(f"{type}-delta-zero", "range.delta_zero", type, 0, 5, 0, rules=["delta-zero"])
        bad(f"{type}-delta-zero-start-is-limit", "range.delta_zero", type, 3, 3, 0, rules=["delta-zero"])
        bad(f"{type}-delta-zero-opset-11", "range.delta_zero", type, 0, 5, 0, 11, rules=["delta-zero"])
        if type in FLOATS:
            bad(f"{type}-delta-minus-zero", "range.delta_zero", type, 0, 5, f"0x{1 << (FLOAT_BITS[type] - 1):x}",
                rules=["delta-zero"])
    good_inputs = inputs_of("int64", 0, 3, 1)
    for name in ("start", "limit", "delta"):
        for slug, given in (("two-elements", int64s(1, 1)), ("no-elements", int64s()),
                            ("rank-2", tensor("int64", [1, 1], [1]))):
            add(OPERATOR, f"{name}-{slug}", 27, {**good_inputs, name: given}, error="input.not_scalar",
                basis="spec" if slug == "rank-2" else "onnx", rules=["scalar-or-vector"])
        add(OPERATOR, f"{name}-of-other-type", 27, {**good_inputs, name: scalar("int32", 1)},
            error="input.type_mismatch")
        if name != "start":
            add(OPERATOR, f"{name}-missing", 27, {**good_inputs, name: None}, error="input.missing")
    for type in TYPES:
        if type not in INTEGERS + FLOATS:
            one = Tensor(type, [], [{"string": b"1", "complex64": (0, 0), "complex128": (0, 0)}.get(type, 1)])
            add(OPERATOR, f"{type}-refused", 27, {"start": one, "limit": one, "delta": one}, error="input.type")
    bad("int64-count-2-to-the-64", "shape.overflow", "int64", INT64_MIN, INT64_MAX, 1, rules=["overflow"])
    bad("int64-count-2-to-the-63", "shape.overflow", "int64", INT64_MIN, 0, 1, rules=["overflow"])
    bad("int64-count-2-to-the-64-down", "shape.overflow", "int64", INT64_MAX, INT64_MIN, -1, rules=["overflow"])
    bad("int64-bytes-2-to-the-63", "shape.overflow", "int64", 0, 2**60, 1, rules=["overflow"])
    bad("int64-memory-exhausted", "memory.exhausted", "int64", 0, 2**59, 1, rules=["memory"])
    bad("int64-memory-exhausted-largest-bytes", "memory.exhausted", "int64", 0, 2**60 - 1, 1, rules=["memory"])
    bad("float64-bytes-2-to-the-63", "shape.overflow", "float64", 0, 2.0**60, 1, rules=["overflow"])
    bad("float64-memory-exhausted", "memory.exhausted", "float64", 0, 2.0**58, 1, rules=["memory"])
    bad("float32-memory-exhausted", "memory.exhausted", "float32", 0, 2.0**60, 1, rules=["memory"])
    bad("float32-count-2-to-the-63", "shape.overflow", "float32", 0, 2.0**63, 1, rules=["overflow"])
    bad("float64-count-1e300", "shape.overflow", "float64", 0, 1e300, 1, rules=["overflow"])
    bad("float64-quotient-overflows", "range.not_finite", "float64", 0, 1e300, 1e-300, rules=["not-finite"])
    bad("float64-difference-overflows", "range.not_finite", "float64", -1.7e308, 1.7e308, 1e300, rules=["not-finite"])
    bad("float32-large-quotient", "shape.overflow", "float32", 0, 3e38, "0x00000001", rules=["overflow"],
        note="The quotient is finite in float64.")
    signature_refusals(OPERATOR, lambda opset: (good_inputs, {}),
                       wrong_kinds=[(27, "stash_type", 1.0), (27, "stash_type", [1]), (28, "stash_type", "1")],
                       wrong_attributes=[(11, "stash_type", 1), (26, "stash_type", 1), (27, "dtype", 1)],
                       too_many=[(11, {**good_inputs, "+1": scalar("int64", 1)}),
                                 (28, {**good_inputs, "+1": scalar("int64", 1)})])


def at_random():
    draw = random.Random(26)
    number = 0
    while number < 60:
        type = draw.choice(INTEGERS + FLOATS)
        if type in INTEGERS:
            low, high = integer_range(type)
            start, limit = draw.randint(low, high), draw.randint(low, high)
            delta = (limit - start) // draw.randint(1, 40) or 1
            if not low <= delta <= high:
                continue
        else:
            start, limit = draw.uniform(-100, 100), draw.uniform(-100, 100)
            delta = (limit - start) / draw.uniform(1, 60)
        good(f"random-{number}", type, start, limit, delta, draw.choice(opsets(OPERATOR)), basis="spec",
             rules=["rounding"] if type in FLOATS else ["exact-count"])
        number += 1


def cases():
    examples()
    integers()
    floats()
    flags()
    errors()
    at_random()
