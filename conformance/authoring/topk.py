"""TopK: the k largest or smallest elements along an axis, in order, and their positions."""

import functools
import math
import random

import arithmetic
from common import opsets, refuse_type, signature_refusals, type_in_onnx
from corpus import (FLOAT_BITS, INT64_MAX, INT64_MIN, TYPES, Tensor, add, digest, fill, int64s,
                    integer_range, iota, offset, coordinates, pattern, scalar, slug_of, tensor, vector)

OPERATOR = "TopK"
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]


def order(type, a, b):
    """Negative, 0 or positive as a is below, equal to or above b; NaN is above every number and equal to NaN."""
    a, b = arithmetic.value(type, a), arithmetic.value(type, b)
    if a != a or b != b:
        return (a != a) - (b != b)
    return (a > b) - (a < b)


def top_k(x, k, axis=-1, largest=1):
    axis = axis + x.rank if axis < 0 else axis
    shape = x.shape[:axis] + [k] + x.shape[axis + 1:]
    ranking = functools.cmp_to_key(lambda a, b: order(x.type, b[0], a[0]) if largest else order(x.type, a[0], b[0]))
    values, indices = [None] * math.prod(shape), [None] * math.prod(shape)
    for row in coordinates(x.shape[:axis] + [min(k, 1)] + x.shape[axis + 1:]):
        places = [row[:axis] + (i,) + row[axis + 1:] for i in range(x.shape[axis])]
        line = [(x.elements[offset(x.shape, place)], i) for i, place in enumerate(places)]
        # sorted() is stable, so that equal elements keep their order.
        for i, (value, index) in enumerate(sorted(line, key=ranking)[:k]):
            to = offset(shape, row[:axis] + (i,) + row[axis + 1:])
            values[to], indices[to] = value, index
    return Tensor(x.type, shape, values), Tensor("int64", shape, indices)


def good(slug, x, k, axis=None, largest=None, sorted=None, opset=24, long=False, expect=None, **more):
    """expect: the values and the indices, as lists."""
    values, indices = top_k(x, k, -1 if axis is None else axis, 1 if largest is None else largest)
    if expect is not None and (values.elements != tensor(x.type, values.shape, expect[0]).elements
                               or indices.elements != list(expect[1])):
        raise ValueError(f"{slug}: the reference gives {values.elements} {indices.elements}")
    attributes = {name: value for name, value in (("axis", axis), ("largest", largest), ("sorted", sorted))
                  if value is not None}
    inputs = {"X": x}
    if opset < 10:
        attributes["k"] = k
    else:
        inputs["K"] = int64s(k)
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, x.type) else "spec")
    add(OPERATOR, slug, opset, inputs, attributes,
        {"Values": digest(values) if long else values, "Indices": digest(indices) if long else indices}, **more)


def bad(slug, reason, x, k, attributes=None, opset=24, **more):
    """k: an int for a vector of one, or a tensor."""
    more.setdefault("basis", "onnx")
    add(OPERATOR, slug, opset, {"X": x, "K": int64s(k) if isinstance(k, int) else k}, attributes, error=reason, **more)


def minus_zero(type):
    return f"0x{1 << FLOAT_BITS[type] - 1:x}"


def examples():
    rows = iota("float32", [3, 4])
    for opset in opsets(OPERATOR):
        good(f"onnx-example-opset-{opset}", rows, 3, 1, opset=opset,
             expect=([3, 2, 1, 7, 6, 5, 11, 10, 9], [3, 2, 1] * 3))
        good(f"axis-default-is-last-opset-{opset}", rows, 1, opset=opset, expect=([3, 7, 11], [3, 3, 3]),
             rules=["axis-default"])
        good(f"negative-axis-opset-{opset}", rows, 2, -2, opset=opset, rules=["negative-axis"],
             expect=([8, 9, 10, 11, 4, 5, 6, 7], [2] * 4 + [1] * 4), basis="onnx" if opset >= 11 else "spec")
        good(f"ties-keep-input-order-opset-{opset}", vector("float32", 0, 1, 2, 2, 1, 2), 4, opset=opset,
             expect=([2, 2, 2, 1], [2, 3, 5, 1]), rules=["ties"])
        good(f"nan-is-largest-opset-{opset}", vector("float32", 1, "0x7fc00000", 3, 2), 2, opset=opset, rules=["nan"],
             basis="spec", expect=(["0x7fc00000", 3], [1, 2]))
        good(f"k-0-opset-{opset}", rows, 0, opset=opset, expect=([], []), rules=["empty", "k-0"],
             basis="spec" if opset < 10 else "onnxruntime", note="K = 0 gives an empty axis.")
        if opset >= 11:
            good(f"onnx-example-smallest-opset-{opset}", tensor("float32", [3, 4],
                                                                [0, 1, 2, 3, 4, 5, 6, 7, 11, 10, 9, 8]), 3, 1,
                 0, 1, opset, expect=([0, 1, 2, 4, 5, 6, 8, 9, 10], [0, 1, 2, 0, 1, 2, 3, 2, 1]), rules=["smallest"])
    four = tensor("float32", [2, 2, 3], [0, 9, 8, 1, 0, 7, 6, 5, 1, 9, 9, 9])
    for axis in (0, 1, 2):
        for largest in (0, 1):
            good(f"{'largest' if largest else 'smallest'}-of-axis-{axis}", four, 2, axis, largest)
    same = fill("int64", [10], 7)
    good("all-equal-largest", same, 3, expect=([7] * 3, [0, 1, 2]), rules=["ties"])
    good("all-equal-smallest", same, 3, None, 0, expect=([7] * 3, [0, 1, 2]), rules=["ties", "smallest"])
    good("report-five-equal-smallest", vector("float32", 5, 5, 5, 5), 2, None, 0, expect=([5, 5], [0, 1]),
         rules=["ties"])
    good("report-zeros-of-both-signs", vector("float32", 0, minus_zero("float32"), 0), 2,
         expect=([0, minus_zero("float32")], [0, 1]), rules=["ties", "signed-zero"])
    for opset in (11, 24):
        good(f"sorted-0-is-sorted-opset-{opset}", vector("float32", 3, 1, 4, 1, 5, 9, 2, 6), 4, None, 1, 0, opset,
             expect=([9, 6, 5, 4], [5, 7, 4, 2]), rules=["sorted"], basis="spec",
             note="The order is open where sorted is 0; here the result is always sorted.")
        good(f"sorted-0-smallest-opset-{opset}", vector("float32", 3, 1, 4, 1, 5, 9, 2, 6), 4, None, 0, 0, opset,
             expect=([1, 1, 2, 3], [1, 3, 6, 0]), rules=["sorted"], basis="spec")
    for flag in (2, -1, 2**32, INT64_MIN):
        good(f"largest-as-{slug_of(flag)}", vector("int32", 3, 9, 4), 2, None, flag,
             expect=([9, 4], [1, 2]), basis="spec", note="A flag is true when it is not 0.")


def types():
    for type in INTEGERS:
        low, high = integer_range(type)
        x = tensor(type, [7], [3, high, low, high - 1, 0, high, low])
        good(f"{type}-extremes-largest", x, 5, expect=([high, high, high - 1, 3, 0], [1, 5, 3, 0, 4 if low else 2]),
             rules=["all-types"])
        good(f"{type}-extremes-smallest", x, 3, None, 0,
             expect=([low, low, 0], [2, 6, 4]) if low else ([0, 0, 0], [2, 4, 6]), rules=["all-types", "smallest"])
        good(f"{type}-opset-10", x, 3, opset=10, basis="spec", rules=["all-types"])
        good(f"{type}-rows", tensor(type, [3, 4], [5, 1, high, 1, low, 2, 2, 0, high, high, low, high]), 3, 0, 0,
             rules=["all-types", "smallest"])
    good("int64-report", int64s(INT64_MAX, INT64_MIN, INT64_MAX - 1), 2, expect=([INT64_MAX, INT64_MAX - 1], [0, 2]),
         rules=["all-types"])
    good("int64-not-as-float64", int64s(2**53, 2**53 + 1, 2**53 - 1), 3,
         expect=([2**53 + 1, 2**53, 2**53 - 1], [1, 0, 2]), rules=["all-types"])
    good("uint64-not-signed", vector("uint64", 2**63, 5, 2**64 - 1, 0), 4,
         expect=([2**64 - 1, 2**63, 5, 0], [2, 0, 1, 3]), rules=["all-types"])
    good("uint8-report-largest", vector("uint8", 0, 255, 3), 2, expect=([255, 3], [1, 2]), rules=["all-types"])
    good("uint8-report-smallest", vector("uint8", 0, 255, 3), 2, None, 0, expect=([0, 3], [0, 2]), rules=["all-types"])
    specials = {
        "float16": ("0x7e00", "0x7e01", "0xfe00", "0x7c00", "0xfc00", "0x0001", "0x8001"),
        "bfloat16": ("0x7fc0", "0x7fc1", "0xffc0", "0x7f80", "0xff80", "0x0001", "0x8001"),
        "float32": ("0x7fc00000", "0x7fc00001", "0xffc00000", "0x7f800000", "0xff800000", "0x00000001", "0x80000001"),
        "float64": ("0x7ff8000000000000", "0x7ff8000000000001", "0xfff8000000000000", "0x7ff0000000000000",
                    "0xfff0000000000000", "0x0000000000000001", "0x8000000000000001"),
    }
    for type, (nan, payload, negative_nan, infinity, minus_infinity, denormal, minus_denormal) in specials.items():
        zero, minus = 0, minus_zero(type)
        values = [zero, negative_nan, minus_infinity, denormal, payload, minus, infinity, minus_denormal, nan, zero, 1]
        x = vector(type, *values)
        down = [1, 4, 8, 6, 10, 3, 0, 5, 9, 7, 2]
        up = [2, 7, 0, 5, 9, 3, 10, 6, 1, 4, 8]
        for k in range(12):
            if k == 11 or k % 2:
                good(f"{type}-special-values-largest-k-{k}", x, k, expect=([values[i] for i in down[:k]], down[:k]),
                     rules=["nan", "signed-zero", "ties"], basis="spec")
                good(f"{type}-special-values-smallest-k-{k}", x, k, None, 0,
                     expect=([values[i] for i in up[:k]], up[:k]),
                     rules=["nan", "signed-zero", "ties", "smallest"], basis="spec")
        good(f"{type}-all-nan", vector(type, nan, payload, negative_nan, nan), 3,
             expect=([nan, payload, negative_nan], [0, 1, 2]), rules=["nan", "ties"], basis="spec")
        good(f"{type}-all-nan-smallest", vector(type, nan, payload, negative_nan, nan), 3, None, 0,
             expect=([nan, payload, negative_nan], [0, 1, 2]), rules=["nan", "ties", "smallest"], basis="spec")
        good(f"{type}-opset-1", vector(type, 1, 3, 2), 2, opset=1, expect=([3, 2], [1, 2]), rules=["all-types"])
    # With more than 16 wanted of a longer row the result is the same as with fewer.
    long = [("0x7fc00000" if i % 7 == 3 else "0x80000000" if i % 5 == 0 else i % 4) for i in range(70)]
    for k in (1, 2, 15, 16, 17, 40, 70):
        for largest in (0, 1):
            good(f"nan-and-ties-{'largest' if largest else 'smallest'}-k-{k}-of-70", vector("float32", *long), k, None,
                 largest,
                 rules=["nan", "ties", "signed-zero"], basis="spec")


def shapes():
    for rank in range(1, 9):
        shape = [3, 2, 2, 1, 2, 2, 1, 3][:rank]
        x = tensor("int16", shape, [(i * 37) % 11 for i in range(math.prod(shape))])
        for axis in range(rank):
            good(f"rank-{rank}-axis-{axis}", x, shape[axis] - (shape[axis] > 2), axis if axis % 2 else axis - rank,
                 rank % 2)
    good("extent-1", tensor("float32", [3, 1], [3, 1, 2]), 1, expect=([3, 1, 2], [0, 0, 0]))
    good("no-rows", tensor("float32", [0, 3], []), 2, expect=([], []), rules=["empty"])
    good("no-columns-k-0", tensor("float32", [2, 0], []), 0, expect=([], []), rules=["empty"], basis="spec")
    good("no-rows-of-axis-0", tensor("int8", [3, 0], []), 2, 0, expect=([], []), rules=["empty"])
    good("empty-vector-k-0", tensor("int64", [0], []), 0, expect=([], []), rules=["empty"], basis="spec")
    good("no-rows-huge-axis", tensor("float64", [0, 2**62], []), 2**61, rules=["empty"], basis="spec",
         note="A shape with an extent 0 has 0 elements, however large the others are.")
    good("k-0-huge-rows", tensor("float64", [2**62, 0], []), 0, 1, rules=["empty"], basis="spec")


def selections():
    """Every k of rows up to 20, and k around 16 and 64 of longer ones: ties everywhere."""
    draw = random.Random(1311)
    for extent in (1, 2, 5, 17, 20):
        row = [draw.randrange(max(extent // 2, 1)) for _ in range(extent)]
        for k in range(extent + 1):
            good(f"k-{k}-of-{extent}", tensor("float32", [extent], row), k, None, k % 2, rules=["ties"],
                 basis="onnx" if k else "onnxruntime")
    for extent in (63, 64, 65, 100, 257):
        for k in (1, 2, 15, 16, 17, 31, 32, 33, 63, 64, extent):
            if k <= extent:
                largest = (extent + k) % 2
                slug = f"{'largest' if largest else 'smallest'}-{k}-of-{extent}"
                if (extent, k) in ((63, 63), (64, 64)):
                    continue
                numbers = [draw.randrange(9) for _ in range(2 * extent)]
                good(f"{slug}-last-axis", tensor("float32", [2, extent], numbers), k, None, largest, long=extent > 65,
                     rules=["ties"])
                good(f"{slug}-first-axis", tensor("int32", [extent, 2], numbers), k, 0, largest, long=extent > 65,
                     rules=["ties"])
    for extent in (63, 64):
        numbers = [draw.randrange(9) for _ in range(extent)]
        good(f"whole-row-of-{extent}", tensor("float32", [extent], numbers), extent, rules=["ties"])
    for type in INTEGERS + FLOATS:
        numbers = [draw.randrange(100) for _ in range(3000)]
        for k in (1, 10, 16, 17, 100, 1000):
            largest = k % 3 != 1
            good(f"{type}-{k}-of-1000", tensor(type, [3, 1000], numbers), k, None, int(largest), long=True,
                 rules=["ties"])
        good(f"{type}-20-of-1000-down-a-column", tensor(type, [1000, 3], numbers), 20, 0, long=True, rules=["ties"])
    for slug, row in (("ascending", list(range(1000))), ("descending", list(range(1000, 0, -1))),
                      ("organ-pipe", list(range(500)) + list(range(500, 0, -1))), ("constant", [4] * 1000),
                      ("two-values", [i % 2 for i in range(1000)])):
        for k in (5, 64, 900):
            good(f"{slug}-{k}-of-1000", tensor("float32", [1000], row), k, long=True, rules=["ties"])
            good(f"{slug}-{k}-of-1000-smallest", tensor("int64", [1000], row), k, None, 0, long=True, rules=["ties"])
    good("many-rows", tensor("float32", [500, 5], [draw.randrange(20) for _ in range(2500)]), 2, long=True,
         rules=["ties"])
    good("middle-axis", tensor("float32", [5, 40, 7], [draw.randrange(20) for _ in range(1400)]), 18, 1, long=True,
         rules=["ties"])


def errors():
    x = iota("float32", [3, 2])
    negative, exceeds = "topk.k_negative", "topk.k_exceeds_extent"
    for slug, k in (("minus-1", -1), ("int64-min", INT64_MIN), ("minus-2-to-the-32", -(2**32))):
        bad(f"k-{slug}", negative, x, k, rules=["k"])
    for slug, k in (("extent-plus-1", 3), ("2-to-the-32-plus-1", 2**32 + 1), ("int64-max", INT64_MAX)):
        bad(f"k-{slug}", exceeds, x, k, rules=["k"])
    bad("k-larger-than-axis-0", exceeds, x, 4, {"axis": 0}, rules=["k"])
    bad("k-1-of-empty-axis", exceeds, tensor("float32", [2, 0], []), 1, rules=["k", "empty"])
    bad("k-larger-without-rows", exceeds, tensor("float32", [0, 3], []), 4, rules=["k", "empty"])
    for opset in (10, 11, 24, 28):
        bad(f"k-negative-opset-{opset}", negative, x, -1, opset=opset, rules=["k"])
        bad(f"k-too-large-opset-{opset}", exceeds, x, 3, opset=opset, rules=["k"])
    add(OPERATOR, "k-negative-opset-1", 1, {"X": x}, {"k": -1}, error=negative, rules=["k"])
    add(OPERATOR, "k-too-large-opset-1", 1, {"X": x}, {"k": 3}, error=exceeds, rules=["k"])
    add(OPERATOR, "k-missing-opset-1", 1, {"X": x}, {}, error="attribute.missing", rules=["signature"])
    add(OPERATOR, "k-missing-opset-24", 24, {"X": x}, {}, error="input.missing", rules=["signature"])
    bad("k-scalar", "input.rank", x, scalar("int64", 1), rules=["k-shape"])
    bad("k-of-rank-2", "input.rank", x, tensor("int64", [1, 1], [1]), rules=["k-shape"])
    bad("k-of-two", "input.not_scalar", x, int64s(1, 1), rules=["k-shape"])
    bad("k-of-none", "input.not_scalar", x, int64s(), rules=["k-shape"])
    for slug, axis in (("rank", 2), ("below-minus-rank", -3), ("int64-max", INT64_MAX), ("int64-min", INT64_MIN)):
        bad(f"axis-{slug}", "axis.out_of_range", x, 1, {"axis": axis})
    add(OPERATOR, "axis-out-of-range-opset-1", 1, {"X": x}, {"k": 1, "axis": 2}, error="axis.out_of_range")
    bad("scalar-has-no-axis", "axis.out_of_range", scalar("float32", 1), 1, basis="spec")
    for type in TYPES:
        if type not in INTEGERS + FLOATS:
            refuse_type(OPERATOR, 24, {"X": x, "K": int64s(1)}, "X", pattern(type, [3]))
    for type in ("int32", "uint64", "float32", "bool"):
        refuse_type(OPERATOR, 24, {"X": x}, "K", tensor(type, [1], [1]))
    for output_count in (1, 3):
        add(OPERATOR, f"outputs-{output_count}", 24, {"X": x, "K": int64s(1)}, {}, error="output.count",
            output_count=output_count, rules=["signature"])

    def valid(opset):
        return ({"X": x}, {"k": 1}) if opset < 10 else ({"X": x, "K": int64s(1)}, {})

    signature_refusals(OPERATOR, valid, output_limit=2,
                       wrong_kinds=[(1, "k", [1]), (1, "axis", 1.0), (11, "largest", [1]), (24, "sorted", "1"),
                                    (28, "axis", [0])],
                       wrong_attributes=[(1, "largest", 1), (10, "k", 1), (10, "largest", 1), (10, "sorted", 1),
                                         (24, "k", 1),
                                         (28, "select_last_index", 0)],
                       too_many=[(1, {"X": x, "+1": int64s(1)}), (10, {"X": x, "K": int64s(1), "+1": int64s(1)}),
                                 (28, {"X": x, "K": int64s(1), "+1": int64s(1)})])


def at_random():
    draw = random.Random(30)
    for number in range(60):
        type = draw.choice(INTEGERS + FLOATS)
        rank = draw.randint(1, 4)
        shape = [draw.randint(1, 7) for _ in range(rank)]
        axis = draw.randrange(-rank, rank)
        if type in FLOATS:
            x = pattern(type, shape, number)
        else:
            x = tensor(type, shape, [draw.randrange(6) for _ in range(math.prod(shape))])
        good(f"random-{number}", x, draw.randint(1, shape[axis]), axis, draw.choice([None, 0, 1]),
             draw.choice([None, 0, 1]),
             draw.choice([11, 24, 28]), basis="spec", rules=["ties"])


def cases():
    examples()
    types()
    shapes()
    selections()
    errors()
    at_random()
