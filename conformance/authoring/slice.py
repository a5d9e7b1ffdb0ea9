"""Slice: of each axis listed, the elements start, start + step, ... before end."""

import itertools

from common import (Refused, author, checked_axes, checked_vector, generator, moved, opsets, random_shape,
                    random_tensor,
                    refuse_type, signature_refusals)
from corpus import (INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, MAX_OPSET, TYPES, Tensor, add, digest, fill, int64s,
                    iota,
                    pattern, random_bits, scalar, tensor, vector)


def chosen(extent, start, end, step):
    """The places on an axis that a slice takes, in order."""
    if extent == 0:
        return []
    to_the_beginning = step < 0 and end in (INT32_MAX, INT64_MAX)
    start += extent if start < 0 else 0
    end += extent if end < 0 else 0
    if step > 0:
        start, end = min(max(start, 0), extent), min(max(end, 0), extent)
    else:
        start, end = min(max(start, 0), extent - 1), min(max(end, -1), extent - 1)
        if to_the_beginning:
            end = -1
    return range(start, end, step)


def reference(opset, inputs, attributes, output_count):
    """starts, ends and axes are attributes before opset 10, and together with steps inputs from then on. Axes not
    given are 0 .. len(starts)-1, steps not given are 1. Axes may be negative from 11 and must not repeat."""
    data = inputs["data"]
    if opset < 10:
        starts, ends, axes, steps = attributes["starts"], attributes["ends"], attributes.get("axes"), None
    else:
        starts, ends, axes, steps = (inputs.get(name) and checked_vector(inputs[name])
                                     for name in ("starts", "ends", "axes", "steps"))
    axes = list(range(len(starts))) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    if not len(starts) == len(ends) == len(axes) == len(steps):
        raise Refused("slice.length_mismatch")
    axes = checked_axes(axes, data.rank, negative_allowed=opset >= 11)
    if 0 in steps:
        raise Refused("slice.step_zero")
    places = [range(extent) for extent in data.shape]
    for axis, start, end, step in zip(axes, starts, ends, steps):
        places[axis] = chosen(data.shape[axis], start, end, step)
    return {"output": moved(data, [len(taken) for taken in places],
                            lambda at: [taken[i] for taken, i in zip(places, at)])}


NAMES = {INT64_MIN: "int64-min", INT64_MIN + 1: "int64-min-plus-1", INT64_MAX: "int64-max",
         INT64_MAX - 1: "int64-max-minus-1", INT32_MIN: "int32-min", INT32_MAX: "int32-max",
         INT32_MAX - 1: "int32-max-minus-1", INT32_MAX + 1: "int32-max-plus-1"}


def name_of(value):
    return NAMES.get(value) or ("minus-" if value < 0 else "") + str(abs(value))


def cases():
    author_case = author("Slice", reference)

    def case(slug, opset, data, starts, ends, axes=None, steps=None, expect=None, kind="int64", **info):
        """Lists, in whichever form the opset has them."""
        if opset < 10:
            inputs, attributes = {"data": data}, {"starts": starts, "ends": ends}
            if axes is not None:
                attributes["axes"] = axes
        else:
            given = {"starts": starts, "ends": ends, "axes": axes, "steps": steps}
            inputs, attributes = {"data": data}, {}
            inputs.update({name: None if values is None else vector(kind, *values) for name, values in given.items()})
        author_case(slug, opset, inputs, attributes, expect=None if expect is None else {"output": expect}, **info)

    def sentinel(step, end):
        return step < 0 and end in (INT32_MAX, INT64_MAX)

    matrix = tensor("float32", [2, 4], [1, 2, 3, 4, 5, 6, 7, 8])
    ten = iota("int32", [10])
    five = iota("int16", [5])

    for opset in opsets("Slice"):
        case(f"two-axes-opset-{opset}", opset, matrix, [1, 0], [2, 3], [0, 1],
             expect=tensor("float32", [1, 3], [5, 6, 7]),
             rules=["clamp"])
        case(f"axes-omitted-opset-{opset}", opset, matrix, [0, 1], [-1, 1000],
             expect=tensor("float32", [1, 3], [2, 3, 4]),
             rules=["axes-omitted", "clamp"])
        case(f"axes-unsorted-opset-{opset}", opset, matrix, [1, 1], [3, 2], [1, 0],
             expect=tensor("float32", [1, 2], [6, 7]), rules=["axes"])
        case(f"fewer-starts-than-axes-opset-{opset}", opset, matrix, [1], [2],
             expect=tensor("float32", [1, 4], [5, 6, 7, 8]), basis="onnx" if opset < 10 else "onnxruntime",
             rules=["axes-omitted"], note="Axes that are omitted are the first ones, as many as there are starts.")
        case(f"axes-empty-opset-{opset}", opset, matrix, [], [], [], expect=matrix, basis="spec", rules=["empty-axes"])
        case(f"starts-empty-opset-{opset}", opset, matrix, [], [], expect=matrix, basis="spec", rules=["empty-axes"])
        case(f"scalar-nothing-listed-opset-{opset}", opset, scalar("float32", 2.5), [], [],
             expect=scalar("float32", 2.5),
             basis="spec", rules=["empty-axes", "ranks"])
        case(f"axis-past-rank-opset-{opset}", opset, matrix, [0], [1], [2], error="axis.out_of_range", rules=["axes"])
        case(f"more-starts-than-axes-opset-{opset}", opset, matrix, [0, 0, 0], [1, 1, 1], error="axis.out_of_range",
             rules=["axes-omitted"])
        case(f"axis-repeated-opset-{opset}", opset, matrix, [0, 1], [1, 2], [1, 1], error="axis.repeated", basis="spec",
             rules=["axes"])
        case(f"ends-short-opset-{opset}", opset, matrix, [0, 0], [1], [0, 1], error="slice.length_mismatch",
             rules=["lengths"])
        case(f"starts-short-opset-{opset}", opset, matrix, [0], [1, 2], [0, 1], error="slice.length_mismatch",
             rules=["lengths"])
        case(f"axes-short-opset-{opset}", opset, matrix, [0, 0], [1, 2], [0], error="slice.length_mismatch",
             rules=["lengths"])
        case(f"axes-long-opset-{opset}", opset, matrix, [0], [1], [0, 1], error="slice.length_mismatch",
             rules=["lengths"])
        case(f"axes-empty-starts-not-opset-{opset}", opset, matrix, [0], [1], [], error="slice.length_mismatch",
             basis="onnxruntime", rules=["lengths"])
        if opset >= 11:
            case(f"axis-minus-1-opset-{opset}", opset, matrix, [1], [3], [-1],
                 expect=tensor("float32", [2, 2], [2, 3, 6, 7]), rules=["negative-axes"])
            case(f"axis-repeated-by-sign-opset-{opset}", opset, matrix, [0, 1], [1, 2], [1, -1], error="axis.repeated",
                 basis="spec", rules=["axes", "negative-axes"])
        else:
            case(f"axis-minus-1-opset-{opset}", opset, matrix, [1], [3], [-1], error="axis.negative",
                 rules=["negative-axes"])
        if opset >= 10:
            case(f"steps-opset-{opset}", opset, matrix, [1, 0], [2, 3], [0, 1], [1, 2],
                 expect=tensor("float32", [1, 2], [5, 7]), rules=["steps"])
            case(f"reverse-opset-{opset}", opset, ten, [-1], [INT64_MIN], [0], [-1],
                 expect=tensor("int32", [10], range(9, -1, -1)), rules=["steps"])
            case(f"reverse-int64-max-end-opset-{opset}", opset, five, [-1], [INT64_MAX], [0], [-1],
                 expect=tensor("int16", [5], [4, 3, 2, 1, 0]), basis="onnxruntime", rules=["end-sentinel"],
                 note="With a negative step an end of INT64_MAX means the beginning.")
            case(f"reverse-int32-max-end-opset-{opset}", opset, five, [INT64_MAX], [INT32_MAX], [0], [-1],
                 expect=tensor("int16", [5], [4, 3, 2, 1, 0]), basis="onnxruntime", rules=["end-sentinel"],
                 note="With a negative step an end of INT32_MAX means the beginning.")
            case(f"reverse-int32-inputs-opset-{opset}", opset, five, [INT32_MAX], [INT32_MAX], [0], [-2], kind="int32",
                 expect=tensor("int16", [3], [4, 2, 0]), basis="onnxruntime", rules=["end-sentinel"])
            case(f"step-zero-opset-{opset}", opset, ten, [0], [5], [0], [0], error="slice.step_zero", rules=["steps"])
            case(f"steps-short-opset-{opset}", opset, matrix, [0, 0], [1, 2], [0, 1], [1],
                 error="slice.length_mismatch",
                 rules=["lengths"])
            case(f"steps-long-opset-{opset}", opset, matrix, [0], [1], [0], [1, 1], error="slice.length_mismatch",
                 rules=["lengths"])
            case(f"steps-without-axes-opset-{opset}", opset, matrix, [0, 3], [2, 0], None, [1, -2],
                 expect=tensor("float32", [2, 2], [4, 2, 8, 6]), rules=["steps", "axes-omitted"])
            case(f"int32-inputs-opset-{opset}", opset, ten, [2], [-2], [0], [3], kind="int32",
                 expect=tensor("int32", [2], [2, 5]), rules=["index-types"])
    case("axis-minus-1-opset-10-attribute-free", 10, ten, [1], [3], [-1], error="axis.negative",
         rules=["negative-axes"])
    case("axis-minus-1-opset-9", 9, ten, [1], [3], [-1], error="axis.negative", rules=["negative-axes"])

    # Every combination of a few telling values on an axis of 5, then on axes of 0, 1 and 2.
    values = (INT64_MIN, -6, -5, -1, 0, 3, 5, INT64_MAX)
    for start, end, step in itertools.product(values, values, (1, 2, -1, -2)):
        case(f"five-start-{name_of(start)}-end-{name_of(end)}-step-{name_of(step)}", 13, five, [start], [end], [0],
             [step],
             rules=["end-sentinel" if sentinel(step, end) else "clamp"],
             basis="onnxruntime" if sentinel(step, end) else None)
    for extent in (0, 1, 2):
        data = tensor("uint8", [extent], range(1, extent + 1))
        for start, end, step in itertools.product((INT64_MIN, -1, 0, 1, INT64_MAX), (INT64_MIN, -1, 0, 1, INT64_MAX),
                                                  (1, -1)):
            case(f"extent-{extent}-start-{name_of(start)}-end-{name_of(end)}-step-{name_of(step)}", 13, data, [start],
                 [end], [0], [step], rules=["end-sentinel" if sentinel(step, end) and extent else "clamp"],
                 basis="onnxruntime" if sentinel(step, end) and extent else None)
    # Ends near the sentinels are ordinary ends.
    for start, end, step in itertools.product((-1, 2, INT32_MAX), (INT32_MIN, INT32_MAX - 1, INT32_MAX, INT32_MAX + 1,
                                                                  INT64_MAX - 1, INT64_MIN + 1, 100, -100),
                                              (1, -1, -3)):
        case(f"near-sentinel-start-{name_of(start)}-end-{name_of(end)}-step-{name_of(step)}", 13, five, [start], [end],
             [0], [step], rules=["end-sentinel" if step < 0 else "clamp"],
             basis="onnxruntime" if sentinel(step, end) else None)
    for start, end in itertools.product((INT32_MIN, -3, 0, 4, INT32_MAX), (INT32_MIN, -3, 1, INT32_MAX)):
        for step in (1, -1):
            case(f"int32-start-{name_of(start)}-end-{name_of(end)}-step-{name_of(step)}", 13, five, [start], [end], [0],
                 [step], kind="int32", rules=["end-sentinel" if sentinel(step, end) else "clamp", "index-types"],
                 basis="onnxruntime" if sentinel(step, end) else None)
    for step in (3, 4, 5, 6, 100, INT32_MAX, INT32_MAX + 1, INT64_MAX, -3, -4, -5, -6, -100, INT32_MIN, INT32_MIN - 1,
                 INT64_MIN, INT64_MIN + 1):
        whole = ([0], [5]) if step > 0 else ([-1], [INT64_MIN])
        slug = f"step-{name_of(step)}" if step != INT32_MIN - 1 else "step-int32-min-minus-1"
        case(slug, 13, five, *whole, [0], [step], rules=["steps"])
        case(f"{slug}-from-the-middle", 13, five, [2], whole[1], [0], [step], rules=["steps"])
    case("step-int64-max-on-two-axes", 13, pattern("int8", [3, 4]), [1, 2], [INT64_MAX, INT64_MAX], [0, 1],
         [INT64_MAX, INT64_MAX], rules=["steps"])

    # Backward, by hand.
    for start, end, step, taken in ((9, 0, -1, range(9, 0, -1)), (7, 0, -1, range(7, 0, -1)),
                                    (9, 2, -1, range(9, 2, -1)),
                                    (9, 0, -3, (9, 6, 3)), (-1, -11, -1, range(9, -1, -1)),
                                    (-1, -10, -1, range(9, 0, -1)),
                                    (20, 5, -2, (9, 7)), (0, 9, -1, ()), (3, 3, -1, ()), (5, -20, -2, (5, 3, 1))):
        case(f"backward-{name_of(start)}-{name_of(end)}-{name_of(step)}", 13, ten, [start], [end], [0], [step],
             expect=vector("int32", *taken), rules=["steps"])
    twelve = iota("int64", [3, 4])
    case("backward-columns", 13, twelve, [3], [0], [1], [-1],
         expect=tensor("int64", [3, 3], [3, 2, 1, 7, 6, 5, 11, 10, 9]), rules=["steps"])
    case("backward-rows", 13, twelve, [2], [0], [0], [-1], expect=tensor("int64", [2, 4], [8, 9, 10, 11, 4, 5, 6, 7]),
         rules=["steps"])
    case("backward-both", 13, twelve, [-1, -1], [INT64_MIN, INT64_MIN], [0, 1], [-1, -1],
         expect=tensor("int64", [3, 4], range(11, -1, -1)), rules=["steps"])
    case("forward-and-backward", 13, twelve, [0, -1], [3, -4], [0, 1], [2, -2],
         expect=tensor("int64", [2, 2], [3, 1, 11, 9]), rules=["steps"])

    # Attributes, opsets 1 to 9.
    for start, end in itertools.product((INT64_MIN, -6, -2, 0, 3, INT64_MAX), (INT64_MIN, -4, 0, 2, 5, INT64_MAX)):
        case(f"attributes-start-{name_of(start)}-end-{name_of(end)}", 1, five, [start], [end], [0], rules=["clamp"])
    case("attributes-int32-max-end", 9, matrix, [1], [INT32_MAX], [1], expect=tensor("float32", [2, 3],
                                                                                     [2, 3, 4, 6, 7, 8]),
         rules=["clamp"])

    # Optional inputs.
    author_case("axes-null-steps-given", 13, {"data": ten, "starts": int64s(8), "ends": int64s(2), "axes": None,
                                              "steps": int64s(-3)}, expect={"output": vector("int32", 8, 5)},
                rules=["optional-inputs"])
    author_case("axes-given-steps-null", 13, {"data": twelve, "starts": int64s(1), "ends": int64s(2), "axes": int64s(1),
                                              "steps": None}, expect={"output": tensor("int64", [3, 1], [1, 5, 9])},
                rules=["optional-inputs"])
    author_case("steps-empty-with-starts", 13, {"data": ten, "starts": int64s(8), "ends": int64s(2), "axes": int64s(0),
                                                "steps": int64s()}, error="slice.length_mismatch", basis="spec",
                rules=["optional-inputs", "lengths"])
    case("all-lists-empty", 13, ten, [], [], [], [], expect=ten, basis="spec", rules=["empty-axes", "optional-inputs"])
    for name in ("starts", "ends", "axes", "steps"):
        for form, values in (("scalar", scalar("int64", 1)), ("matrix", tensor("int64", [1, 1], [1]))):
            inputs = {"data": twelve, "starts": int64s(0), "ends": int64s(1), "axes": int64s(1), "steps": int64s(1)}
            author_case(f"{name}-{form}", 13, {**inputs, name: values}, error="input.rank", basis="spec",
                        rules=["lengths"])

    # No elements.
    none = fill("float32", [0, 3], 0)
    case("empty-axis-backward", 13, none, [-1], [INT64_MIN], [0], [-1], expect=none.with_shape([0, 3]),
         rules=["no-elements"])
    case("empty-axis-forward", 13, none, [-1], [INT64_MIN], [0], [1], expect=none.with_shape([0, 3]),
         rules=["no-elements"])
    case("empty-axis-0-0", 13, none, [0], [0], [0], rules=["no-elements"])
    case("empty-other-axis-sliced", 13, none, [2], [0], [1], [-1], expect=fill("float32", [0, 2], 0).with_shape([0, 2]),
         rules=["no-elements"])
    case("empty-result-0-0", 13, int64s(1, 1, 2, 3), [0], [0], [0], expect=int64s(), rules=["no-elements"])
    case("empty-result-start-past-end", 13, matrix, [2], [1], [1], expect=fill("float32", [2, 0], 0).with_shape([2, 0]),
         rules=["no-elements"])
    case("empty-result-of-strings", 13, pattern("string", [3, 2]), [3], [INT64_MAX], [0], rules=["no-elements"])
    case("empty-huge-extents", 13, Tensor("int64", [2**62, 0, 2**62], []), [-5, 1], [INT64_MAX, INT64_MAX], [0, 2],
         [2, 1],
         expect=Tensor("int64", [3, 0, 2**62 - 1], []), basis="spec", rules=["no-elements", "sizes"])
    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [3, 5]), [1, 1], [3, 4], rules=["types"])
        case(f"type-{type}-backward", MAX_OPSET, pattern(type, [7], 2), [-1], [INT64_MIN], [0], [-2], rules=["types"])
        case(f"type-{type}-columns-step-2", MAX_OPSET, pattern(type, [3, 7], 3), [1], [7], [1], [2], rules=["types"])
    for opset in (1, 10, 11):
        for type in ("bfloat16", "uint4", "float8e4m3fnuz", "string", "complex128"):
            case(f"type-{type}-opset-{opset}", opset, pattern(type, [6]), [1], [-1], [0], rules=["types"])
    for type in ("int4", "float4e2m1", "uint2"):
        for start, end, step in ((1, 9, 1), (2, 8, 1), (0, 9, 2), (1, 9, 2), (8, -10, -1), (7, 0, -3), (3, 4, 1)):
            case(f"packed-{type}-{start}-{name_of(end)}-{name_of(step)}", MAX_OPSET, pattern(type, [9], 4), [start],
                 [end],
                 [0], [step], rules=["packed"])
        case(f"packed-{type}-inner-axis", MAX_OPSET, pattern(type, [3, 3], 5), [1], [3], [1], rules=["packed"])
        case(f"packed-{type}-outer-axis", MAX_OPSET, pattern(type, [5, 3], 6), [-1], [INT64_MIN], [0], [-2],
             rules=["packed"])

    for rank in range(1, 9):
        shape = [3, 2, 3, 1, 2, 1, 3, 2][:rank]
        case(f"rank-{rank}-first-axis", 13, pattern("uint16", shape), [1], [3], [0], rules=["ranks"])
        if rank <= 6:
            case(f"rank-{rank}-all-axes-backward", 13, pattern("float64", shape), [-1] * rank, [INT64_MIN] * rank, None,
                 [-1] * rank, rules=["ranks"])
        else:
            case(f"rank-{rank}-last-two-axes", 13, pattern("float64", shape), [1, -1], [2, -3], [-2, -1], [1, -1],
                 rules=["ranks"])
    case("scalar-axis-0", 13, scalar("float32", 1), [0], [1], [0], error="axis.out_of_range", rules=["axes", "ranks"])
    case("scalar-start-without-axes", 13, scalar("float32", 1), [0], [1], error="axis.out_of_range",
         rules=["axes", "ranks"])
    case("axis-below-minus-rank", 13, matrix, [0], [1], [-3], error="axis.out_of_range", rules=["axes"])
    case("axis-int64-max", 13, matrix, [0], [1], [INT64_MAX], error="axis.out_of_range", rules=["axes"])
    case("axis-int64-min", 13, matrix, [0], [1], [INT64_MIN], error="axis.out_of_range", rules=["axes"])
    case("axis-2-to-the-32", 13, matrix, [0], [1], [2**32], error="axis.out_of_range", rules=["axes"],
         note="Its low 32 bits would be a valid axis.")
    case("step-zero-on-an-empty-axis", 13, none, [0], [0], [0], [0], error="slice.step_zero", rules=["steps"])
    case("step-zero-on-the-second-axis", 13, matrix, [0, 0], [1, 1], [0, 1], [1, 0], error="slice.step_zero",
         rules=["steps"])

    for type in ("uint8", "int4", "uint2", "float16", "float32", "float64", "complex128"):
        author_case(f"large-{type}-window", MAX_OPSET,
                    {"data": random_bits(type, [65, 67], 23), "starts": int64s(3, 5), "ends": int64s(-2, 66)},
                    present=digest, rules=["large"])
        author_case(f"large-{type}-backward", MAX_OPSET,
                    {"data": random_bits(type, [10001], 24), "starts": int64s(-1), "ends": int64s(INT64_MIN),
                     "axes": None,
                     "steps": int64s(-1)}, present=digest, rules=["large"])
        author_case(f"large-{type}-columns-step-3", MAX_OPSET,
                    {"data": random_bits(type, [49, 128], 25), "starts": int64s(1), "ends": int64s(INT64_MAX),
                     "axes": int64s(1), "steps": int64s(3)}, present=digest, rules=["large"])
        author_case(f"large-{type}-rows-step-2", MAX_OPSET,
                    {"data": random_bits(type, [65, 67], 26), "starts": int64s(-2), "ends": int64s(INT64_MIN),
                     "axes": int64s(0), "steps": int64s(-2)}, present=digest, rules=["large"])

    rng = generator("Slice", "random")
    telling = (INT64_MIN, INT32_MIN, INT32_MAX, INT64_MAX)
    for i in range(100):
        opset = rng.choice([1, 10, 11, 13, 28])
        data = random_tensor(rng, random_shape(rng, rng.randint(1, 6)))
        axes = rng.sample(range(data.rank), rng.randint(1, data.rank))
        starts, ends = ([rng.choice(telling) if rng.random() < 0.2 else rng.randint(-7,
                                                                                    7) for _ in axes] for _ in range(2))
        steps = [rng.choice([1, 2, 3, -1, -2, -3, INT64_MAX, INT64_MIN]) for _ in axes] if opset >= 10 else None
        follows = steps is not None and any(sentinel(*pair) for pair in zip(steps, ends))
        if opset >= 11:
            axes = [axis - data.rank if rng.random() < 0.3 else axis for axis in axes]
        case(f"random-{i}", opset, data, starts, ends, axes, steps, basis="onnxruntime" if follows else None)

    def valid(opset):
        if opset < 10:
            return {"data": ten}, {"starts": [1], "ends": [3]}
        return {"data": ten, "starts": int64s(1), "ends": int64s(3)}, {}

    signature_refusals("Slice", valid, wrong_kinds=[(1, "starts", 1), (1, "ends", [3.0]), (9, "axes", 0)],
                       wrong_attributes=[(1, "steps", [1]), (10, "starts", [1]), (11, "axes", [0]), (28, "ends", [3])],
                       too_many=[(10, {"data": ten, "starts": int64s(1), "ends": int64s(3), "axes": int64s(0),
                                       "steps": int64s(1), "+1": int64s(1)}),
                                 (28, {"data": ten, "starts": int64s(1), "ends": int64s(3), "axes": int64s(0),
                                       "steps": int64s(1), "+1": int64s(1)})])
    add("Slice", "inputs-too-many-opset-1", 1, {"data": ten, "+1": int64s(1)}, {"starts": [1], "ends": [3]},
        error="input.too_many", rules=["signature"])
    for name in ("starts", "ends"):
        add("Slice", f"{name}-missing-opset-1", 1, {"data": ten}, {n: [1] for n in ("starts", "ends") if n != name},
            error="attribute.missing", rules=["signature"])
        for opset in (10, 28):
            add("Slice", f"{name}-missing-opset-{opset}", opset,
                {"data": ten, **{n: None if n == name else int64s(1) for n in ("starts", "ends")}},
                error="input.missing",
                rules=["signature"])
    whole = {"data": ten, "starts": int64s(1), "ends": int64s(3), "axes": int64s(0), "steps": int64s(1)}
    for opset in (10, 28):
        for name in ("starts", "ends", "axes", "steps"):
            refuse_type("Slice", opset, whole, name, vector("int32", 0 if name == "axes" else 1),
                        error="input.type_mismatch")
        everything_as = {name: vector("int16", 1 if name != "axes" else 0) for name in whole if name != "data"}
        add("Slice", f"all-as-int16-opset-{opset}", opset, {"data": ten, **everything_as}, error="input.type",
            rules=["signature"])
        refuse_type("Slice", opset, {"data": ten, "starts": None, "ends": int64s(3)}, "starts", vector("float32", 1))
