"""GatherND: slices of data at the coordinates that the last axis of indices holds."""

import math
import random

from common import opsets, signature_refusals, type_in_onnx
from corpus import (INT64_MAX, INT64_MIN, TYPES, Tensor, add, coordinates, digest, int64s, iota, offset, pattern,
                    random_bits, scalar,
                    tensor, vector)

OPERATOR = "GatherND"
VERSIONS = opsets(OPERATOR)


def gather_nd(data, indices, batch_dims=0):
    """output[b..., i...] = data[b..., indices[b..., i..., :], ...] with batch_dims coordinates b."""
    depth = indices.shape[-1]
    slice_shape = data.shape[batch_dims + depth:]
    slice_count = math.prod(slice_shape)
    elements = []
    for place in coordinates(indices.shape[:-1]):
        where = list(place[:batch_dims])
        for i in range(depth):
            index = indices.elements[offset(indices.shape, place + (i,))]
            where.append(index + data.shape[batch_dims + i] if index < 0 else index)
        start = offset(data.shape[:batch_dims + depth], where) * slice_count
        elements += data.elements[start:start + slice_count]
    return Tensor(data.type, indices.shape[:-1] + slice_shape, elements)


def good(slug, data, indices, batch_dims=None, opset=13, long=False, **more):
    output = gather_nd(data, indices, batch_dims or 0)
    more.setdefault("basis", "onnx" if type_in_onnx(OPERATOR, opset, data.type) else "spec")
    add(OPERATOR, slug, opset, {"data": data, "indices": indices},
        {} if batch_dims is None else {"batch_dims": batch_dims}, {"output": digest(output) if long else output},
        **more)


def bad(slug, reason, data, indices, attributes=None, opset=13, **more):
    more.setdefault("basis", "onnx")
    add(OPERATOR, slug, opset, {"data": data, "indices": indices}, attributes, error=reason, **more)


def examples():
    square, cube = iota("int32", [2, 2]), iota("float32", [2, 2, 2])

    def example(number, opset, data, indices, shape, output, attributes=None):
        add(OPERATOR, f"onnx-example-{number}-opset-{opset}", opset, {"data": data, "indices": indices}, attributes,
            {"output": tensor(data.type, shape, output)}, rules=["batch-dims"] if attributes else ["index-depth"])

    for opset in VERSIONS:
        example(1, opset, square, tensor("int64", [2, 2], [0, 0, 1, 1]), [2], [0, 3])
        example(2, opset, square, tensor("int64", [2, 1], [1, 0]), [2, 2], [2, 3, 0, 1])
        example(3, opset, cube, tensor("int64", [2, 2], [0, 1, 1, 0]), [2, 2], [2, 3, 4, 5])
        example(4, opset, cube, tensor("int64", [2, 1, 2], [0, 1, 1, 0]), [2, 1, 2], [2, 3, 4, 5])
        if opset >= 12:
            example(5, opset, cube, tensor("int64", [2, 1], [1, 0]), [2, 2], [2, 3, 4, 5], {"batch_dims": 1})
        add(OPERATOR, f"negative-indices-opset-{opset}", opset,
            {"data": iota("float32", [2, 3]), "indices": tensor("int64", [3, 2], [-1, -1, 0, -3, -2, 1])}, {},
            {"output": vector("float32", 5, 0, 1)}, rules=["negative-index"])



def types():
    for type in TYPES:
        good(f"{type}-elements", pattern(type, [3, 5]), tensor("int64", [5, 2], [0, 0, 2, 4, -1, -5, 1, 3, 1, 1]),
             rules=["all-types"])
        good(f"{type}-slices", pattern(type, [3, 5], 1), tensor("int64", [4, 1], [2, 0, -2, 2]), rules=["all-types"])
        good(f"{type}-batch", pattern(type, [3, 3, 3], 2), tensor("int64", [3, 2, 1], [2, 0, -2, 1, 0, -1]), 1,
             rules=["all-types", "batch-dims"])
    for type in ("bfloat16", "float8e5m2", "uint4", "int2"):
        good(f"{type}-opset-11", pattern(type, [3, 3]), tensor("int64", [2, 1], [1, -1]), None, 11, basis="spec",
             rules=["all-types"], note="Every element type is moved at every version.")


def random_indices(draw, lead, extents):
    return tensor("int64", lead + [len(extents)],
                  [draw.randrange(-extent, extent) for _ in range(math.prod(lead)) for extent in extents])


def shapes():
    draw = random.Random(4)
    for rank in range(1, 9):
        shape = [3, 2, 2, 1, 2, 2, 1, 3][:rank]
        for depth in range(1, rank + 1):
            good(f"rank-{rank}-depth-{depth}", iota("int16", shape), random_indices(draw, [3], shape[:depth]),
                 rules=["index-depth"])
    for rank in range(2, 8):
        shape = [2, 2, 3, 1, 2, 2, 2][:rank]
        for batch_dims in range(1, rank):
            lead = shape[:batch_dims] + [2]
            good(f"rank-{rank}-batch-dims-{batch_dims}", iota("int16", shape),
                 random_indices(draw, lead, shape[batch_dims:batch_dims + 1]), batch_dims, rules=["batch-dims"])
    good("batch-dims-one-below-the-rank-of-indices", iota("int32", [2, 3, 4]),
         tensor("int64", [2, 3, 1], [3, 2, 1, 0, -1, -4]), 2, rules=["batch-dims"])
    good("batch-dims-0-given", iota("int32", [2, 3]), tensor("int64", [1, 1], [1]), 0, rules=["batch-dims"])
    good("one-tuple-in-a-vector", iota("int32", [2, 3]), int64s(1, 2), rules=["index-depth"])
    good("one-row-by-a-vector", iota("int32", [2, 3]), int64s(-1), rules=["index-depth"])
    for rank in range(1, 9):
        good(f"indices-of-rank-{rank}", iota("float64", [3]), tensor("int64", [1] * (rank - 1) + [1], [2]))
    good("no-tuples", iota("int32", [2, 3]), tensor("int64", [0, 2], []), rules=["empty"])
    good("no-tuples-of-slices", iota("int32", [2, 3]), tensor("int64", [0, 1], []), rules=["empty"])
    good("no-tuples-of-rank-3", iota("int32", [2, 3]), tensor("int64", [2, 0, 1], []), rules=["empty"])
    good("no-tuples-into-empty-data", tensor("int32", [0, 3], []), tensor("int64", [0, 2], []), rules=["empty"])
    good("empty-slices", tensor("int32", [3, 0], []), tensor("int64", [2, 1], [2, -3]), rules=["empty"])
    good("no-batches", tensor("float32", [0, 3], []), tensor("int64", [0, 1], []), 1, rules=["empty", "batch-dims"])
    good("no-batches-of-slices", tensor("float32", [0, 3, 2], []), tensor("int64", [0, 5, 1], []), 1,
         rules=["empty", "batch-dims"])
    good("empty-with-huge-extent", tensor("int64", [2, 0, 2**62], []), tensor("int64", [3, 1], [1, 0, -1]),
         rules=["empty"],
         basis="spec", note="A shape with an extent 0 has 0 elements, however large the others are.")


def large():
    draw = random.Random(1303)
    for type in ("uint16", "float32", "int64"):
        data = iota(type, [20, 15, 31])
        for depth in (1, 2, 3):
            good(f"large-{type}-depth-{depth}", data, random_indices(draw, [40, 3], data.shape[:depth]), long=True)
    for type in ("uint8", "complex64", "complex128", "int4", "uint2", "float16", "float4e2m1"):
        data = random_bits(type, [9, 7, 35], 1303)
        for depth in (1, 2, 3):
            good(f"large-{type}-depth-{depth}", data, random_indices(draw, [61], data.shape[:depth]), long=True)
        good(f"large-{type}-batch", data, random_indices(draw, [9, 33], [7]), 1, long=True, rules=["batch-dims"])
    good("large-strings", pattern("string", [8, 3, 2]), random_indices(draw, [20], [8, 3]))
    good("large-batch", iota("float32", [50, 11, 7]), random_indices(draw, [50, 9], [11]), 1, long=True,
         rules=["batch-dims"])


def errors():
    data = iota("float32", [3, 2])
    one = tensor("int64", [1, 1], [0])
    out = "index.out_of_range"
    for slug, index in (("extent", 3), ("below-minus-extent", -4), ("int64-max", INT64_MAX), ("int64-min", INT64_MIN),
                        ("two-to-the-32", 2**32)):
        bad(f"index-{slug}", out, data, tensor("int64", [2, 2], [0, 0, index, 1]), rules=["index-range"])
    for opset in VERSIONS:
        bad(f"index-out-of-range-opset-{opset}", out, data, tensor("int64", [1, 2], [0, 2]), opset=opset,
            rules=["index-range"])
    bad("second-index-out-of-range", out, data, tensor("int64", [1, 2], [2, -3]), rules=["index-range"])
    bad("index-into-empty-axis", out, tensor("int32", [0, 3], []), one, rules=["index-range", "empty"])
    bad("index-checked-for-an-empty-result", out, tensor("int32", [3, 0], []), tensor("int64", [2, 1], [0, 3]),
        rules=["index-range", "empty"], basis="spec",
        note="Every index is checked, also when the result has no elements.")
    bad("batched-index-out-of-range", out, iota("int32", [2, 2]), tensor("int64", [2, 1], [0, 2]), {"batch_dims": 1},
        rules=["index-range", "batch-dims"])
    batch, mismatch, depth = "gather_nd.batch_dims", "gather_nd.batch_mismatch", "gather_nd.index_depth"
    for slug, value in (("negative", -1), ("int64-min", INT64_MIN), ("int64-max", INT64_MAX), ("rank", 2),
                        ("three", 3)):
        bad(f"batch-dims-{slug}", batch, iota("int32", [2, 2]), tensor("int64", [2, 1], [0, 0]), {"batch_dims": value},
            rules=["batch-dims"])
    bad("batch-dims-rank-of-indices", batch, iota("int32", [1, 2, 2]), int64s(0), {"batch_dims": 1},
        rules=["batch-dims"])
    bad("batch-dims-rank-of-data", batch, iota("int32", [2]), tensor("int64", [2, 2, 1], [0] * 4), {"batch_dims": 1},
        rules=["batch-dims"])
    bad("batch-mismatch", mismatch, iota("int32", [3, 3]), tensor("int64", [2, 1], [1, 2]), {"batch_dims": 1},
        rules=["batch-dims"])
    bad("batch-not-broadcast", mismatch, tensor("int32", [1, 2], [5, 6]), tensor("int64", [3, 1], [0, 1, 1]),
        {"batch_dims": 1}, rules=["batch-dims"])
    bad("second-batch-mismatch", mismatch, iota("int32", [2, 3, 2]), tensor("int64", [2, 2, 1], [0] * 4),
        {"batch_dims": 2}, rules=["batch-dims"])
    bad("batch-mismatch-with-empty", mismatch, tensor("int32", [0, 3], []), tensor("int64", [1, 1], [0]),
        {"batch_dims": 1}, rules=["batch-dims", "empty"])
    bad("depth-0", depth, iota("int32", [2, 3]), tensor("int64", [2, 0], []), rules=["index-depth"])
    bad("depth-0-of-a-vector", depth, iota("int32", [2, 3]), int64s(), rules=["index-depth"])
    bad("depth-beyond-the-rank", depth, data, tensor("int64", [1, 3], [0, 0, 0]), rules=["index-depth"])
    bad("depth-beyond-the-rank-of-no-tuples", depth, data, tensor("int64", [0, 3], []), rules=["index-depth"])
    bad("depth-beyond-what-batches-leave", depth, iota("int32", [2, 2]), tensor("int64", [2, 2], [0] * 4),
        {"batch_dims": 1}, rules=["index-depth", "batch-dims"])
    bad("data-scalar", "input.rank", scalar("float32", 1), int64s(0))
    bad("indices-scalar", "input.rank", data, scalar("int64", 0))
    for type in ("int32", "uint64", "int8", "float32", "bool"):
        bad(f"indices-{type}", "input.type", data, tensor(type, [1, 1], [0]))
    bad("indices-missing", "input.missing", data, None)
    bad("batch-dims-opset-11", "attribute.unknown", iota("int32", [2, 2]), tensor("int64", [2, 1], [0, 0]),
        {"batch_dims": 1}, 11, basis="spec")
    bad("result-of-rank-9", "shape.rank_limit", iota("int8", [1] * 8), tensor("int64", [1, 1, 1], [0]), basis="spec",
        rules=["rank-limit"])
    inputs = {"data": data, "indices": one}
    signature_refusals(OPERATOR, lambda opset: (inputs, {}),
                       wrong_kinds=[(12, "batch_dims", [0]), (13, "batch_dims", 0.0), (28, "batch_dims", "0")],
                       wrong_attributes=[(11, "batch_dims", 0), (13, "axis", 0)],
                       too_many=[(11, {**inputs, "+1": one}), (28, {**inputs, "+1": one})])


def at_random():
    draw = random.Random(22)
    for number in range(60):
        type = draw.choice(TYPES)
        rank = draw.randint(1, 6)
        shape = [draw.randint(1, 4) for _ in range(rank)]
        batch_dims = draw.randint(0, min(2, rank - 1))
        depth = draw.randint(1, rank - batch_dims)
        lead = shape[:batch_dims] + [draw.randint(1, 4) for _ in range(draw.randint(0, 2))]
        good(f"random-{number}", pattern(type, shape, number),
             random_indices(draw, lead, shape[batch_dims:batch_dims + depth]), batch_dims or None,
             draw.choice([12, 13, 28]))


def cases():
    examples()
    types()
    shapes()
    large()
    errors()
    at_random()
