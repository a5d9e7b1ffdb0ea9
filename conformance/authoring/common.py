"""What the references of several operators share: the rules on axes and sizes, and the making of cases.

A reference is a function reference(opset, inputs, attributes, output_count) that gives {output name: Tensor or list
of tensors} or raises Refused. It is written from the specification and the ONNX text alone, to be right rather than
fast. It takes for granted what the signature says (which inputs, attributes and types there are); the cases on that
are written by hand.
"""

import math
import random

from corpus import (INT64_MAX, MAX_OPSET, MAX_RANK, TYPES, Tensor, add, bits_of, coordinates, json_attribute,
                    offset, pattern)

# The opsets in which each operator changed.
SINCE = {
    "Shape": [1, 13, 15, 19, 21, 23, 24, 25], "Size": [1, 13, 19, 21, 23, 24, 25],
    "Squeeze": [1, 11, 13, 21, 23, 24, 25], "Unsqueeze": [1, 11, 13, 21, 23, 24, 25],
    "Flatten": [1, 9, 11, 13, 21, 23, 24, 25], "Reshape": [1, 5, 13, 14, 19, 21, 23, 24, 25],
    "Identity": [1, 13, 14, 16, 19, 21, 23, 24, 25], "Dropout": [1, 6, 7, 10, 12, 13, 22],
    "Transpose": [1, 13, 21, 23, 24, 25], "Concat": [1, 4, 11, 13], "Split": [1, 2, 11, 13, 18],
    "Slice": [1, 10, 11, 13], "Expand": [8, 13], "Tile": [1, 6, 13],
    "Gather": [1, 11, 13], "GatherElements": [11, 13], "GatherND": [11, 12, 13], "ScatterND": [11, 13, 16, 18],
    "Pad": [1, 2, 11, 13, 18, 19, 21, 23, 24, 25], "ConstantOfShape": [9, 20, 21, 23, 24, 25], "Range": [11, 27],
    "OneHot": [9, 11], "Trilu": [14], "NonZero": [9, 13], "TopK": [1, 10, 11, 24],
}

_FLOATS = ["float16", "float32", "float64"]
_A15 = [type for type in TYPES if type not in ("bfloat16", "uint4", "int4", "uint2", "int2")
        and not type.startswith(("float8", "float4"))]
_A16 = _A15 + ["bfloat16"]
_FLOAT8 = ["float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz"]
_A20 = _A16 + _FLOAT8
_A22 = _A20 + ["uint4", "int4"]
_A23 = _A22 + ["float4e2m1"]
_A24 = _A23 + ["float8e8m0"]
_INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
_N11 = _INTEGERS + _FLOATS
_FILLS = _N11 + ["bool"]
_LATE = [(21, _A22), (23, _A23), (24, _A24), (25, TYPES)]
# The types that ONNX's schema lists for the moved elements, from each opset on.
ONNX_TYPES = {
    "Shape": [(1, _A15), (13, _A16), (19, _A20)] + _LATE, "Size": [(1, _A15), (13, _A16), (19, _A20)] + _LATE,
    "Squeeze": [(1, _A15), (13, _A16)] + _LATE, "Unsqueeze": [(1, _A15), (13, _A16)] + _LATE,
    "Flatten": [(1, _FLOATS), (9, _A15), (13, _A16)] + _LATE,
    "Reshape": [(1, _FLOATS), (5, _A15), (13, _A16), (19, _A20)] + _LATE,
    "Identity": [(1, _A15), (13, _A16), (19, _A20)] + _LATE,
    "Dropout": [(1, _FLOATS), (13, _FLOATS + ["bfloat16"]), (22, _FLOATS + ["bfloat16"] + _FLOAT8)],
    "Transpose": [(1, _A15), (13, _A16)] + _LATE, "Concat": [(1, _FLOATS), (4, _A15), (13, _A16)],
    "Split": [(1, _FLOATS), (2, _A15), (13, _A16)], "Slice": [(1, _A15), (13, _A16)],
    "Expand": [(8, _A15), (13, _A16)], "Tile": [(1, _FLOATS), (6, _A15), (13, _A16)],
    "Gather": [(1, _A15), (13, _A16)], "GatherElements": [(11, _A15), (13, _A16)],
    "GatherND": [(11, _A15), (13, _A16)], "ScatterND": [(11, _A15), (13, _A16)],
    "Pad": [(1, _FLOATS), (11, _N11), (13, _A16)] + _LATE,
    "ConstantOfShape": [(9, _FILLS), (20, _FILLS + ["bfloat16"] + _FLOAT8)] + [
        (since, [type for type in types if type != "string" and not type.startswith("complex")])
        for since, types in _LATE],
    "Range": [(11, ["float32", "float64", "int16", "int32", "int64"]),
              (27, ["float32", "float64", "int16", "int32", "int64", "float16", "bfloat16"])],
    "OneHot": [(9, _A15)], "Trilu": [(14, _A16)], "NonZero": [(9, _A15), (13, _A16)],
    "TopK": [(1, _FLOATS), (11, _N11), (24, _N11 + ["bfloat16"])],
}


def opsets(operator):
    """Every opset in which the operator changed, and the newest one."""
    return SINCE[operator] + [MAX_OPSET]


def type_in_onnx(operator, opset, type):
    """Whether ONNX's schema lists the type there, or taking it is our choice."""
    return type in [types for since, types in ONNX_TYPES[operator] if since <= opset][-1]


class Refused(Exception):
    """A call that must fail, with its reason."""


def checked_axis(axis, rank, negative_allowed=True):
    """The axis counted from the front."""
    if axis < 0 and not negative_allowed:
        raise Refused("axis.negative")
    if not -rank <= axis < rank:
        raise Refused("axis.out_of_range")
    return axis % rank


def checked_axes(axes, rank, negative_allowed=True):
    """A list of axes counted from the front, none twice."""
    checked = [checked_axis(axis, rank, negative_allowed) for axis in axes]
    if len(set(checked)) < len(checked):
        raise Refused("axis.repeated")
    return checked


def checked_vector(given):
    """The entries of a list that comes as an input."""
    if given.rank != 1:
        raise Refused("input.rank")
    return given.ints()


def checked_shape(type, shape):
    """The shape of a result, if such a tensor can be."""
    if len(shape) > MAX_RANK:
        raise Refused("shape.rank_limit")
    count = math.prod(shape)
    size = count if type == "string" else (count * bits_of(type) + 7) // 8
    if max([count, size, *shape]) > INT64_MAX:
        raise Refused("shape.overflow")
    if size > 2**50:
        raise Refused("memory.exhausted")
    return list(shape)


def moved(source, shape, place):
    """A tensor of that shape whose element at a coordinate is source's element at place(coordinate)."""
    shape = checked_shape(source.type, shape)
    elements = (source.elements[offset(source.shape, place(at))] for at in coordinates(shape))
    return Tensor(source.type, shape, elements)


def _plain(outputs):
    """Outputs in a form that can be compared."""
    listed = {name: value if isinstance(value, list) else [value] for name, value in outputs.items()}
    return {name: [(each.type, each.shape, each.elements) for each in value] for name, value in listed.items()}


def author(operator, reference):
    """A function that adds a case with what the reference gives for it. What a case states by hand must agree:
    expect, {output name: Tensor or list}; or error, the reason."""

    def case(slug, opset, inputs, attributes=None, expect=None, error=None, output_count=1, basis=None, rules=(),
             note=None, present=None):
        try:
            outputs = reference(opset, inputs, attributes or {}, output_count)
        except Refused as refused:
            if error != str(refused):
                raise ValueError(f"{operator} {slug}: the reference refuses with {refused}, the case says {error}")
            add(operator, slug, opset, inputs, attributes, error=error, basis=basis or "onnx", rules=rules, note=note,
                output_count=output_count if output_count != 1 else None)
            return
        if error is not None:
            raise ValueError(f"{operator} {slug}: the case says {error}, the reference gives a result")
        if expect is not None and _plain(expect) != _plain(outputs):
            raise ValueError(f"{operator} {slug}: the reference gives {_plain(outputs)}, "
                             f"the case says {_plain(expect)}")
        if basis is None:
            first = next(value for value in inputs.values() if value)
            moved_type = (first[0] if isinstance(first, list) else first).type
            basis = "onnx" if type_in_onnx(operator, opset, moved_type) else "spec"
        if present:
            outputs = {name: [present(each) for each in value] if isinstance(value, list) else present(value)
                       for name, value in outputs.items()}
        add(operator, slug, opset, inputs, attributes, outputs, basis=basis, rules=rules, note=note)

    return case


def signature_refusals(operator, valid, output_limit=1, wrong_kinds=(), wrong_attributes=(), too_many=(),
                       too_many_attributes=None):
    """The refusals that follow from the signature alone.

    valid(opset)      (inputs, attributes) of a call that is right at that opset
    wrong_kinds       (opset, attribute, value of another kind)
    wrong_attributes  (opset, attribute, value) of attributes which that version does not have
    too_many          (opset, inputs) with one input more than there are at that opset
    """

    def refuse(slug, opset, error, inputs=None, attributes=None, **info):
        right_inputs, right_attributes = valid(min(max(opset, SINCE[operator][0]), MAX_OPSET))
        add(operator, slug, opset, right_inputs if inputs is None else inputs,
            right_attributes if attributes is None else attributes, error=error, rules=["signature"], **info)

    refuse("opset-0", 0, "opset.unsupported", basis="spec")
    refuse("opset-29", MAX_OPSET + 1, "opset.unsupported", basis="spec")
    first = SINCE[operator][0]
    for opset in sorted({1, first - 1} if first > 1 else ()):
        refuse(f"opset-{opset}-has-no-such-operator", opset, "operator.not_in_opset")
    for opset in opsets(operator):
        inputs, attributes = valid(opset)
        name = next(iter(inputs))
        none = [] if isinstance(inputs[name], list) else None
        refuse(f"first-input-missing-opset-{opset}", opset, "input.missing", inputs={**inputs, name: none})
        refuse(f"attribute-unknown-opset-{opset}", opset, "attribute.unknown",
               attributes={**attributes, "no_such_attribute": 1})
    for opset, inputs in too_many:
        refuse(f"inputs-too-many-opset-{opset}", opset, "input.too_many", inputs=inputs, attributes=too_many_attributes)
    inputs = valid(MAX_OPSET)[0]
    name = next(iter(inputs))
    rank_9 = Tensor("uint8", [1] * (MAX_RANK + 1), [0])
    refuse("input-of-rank-9", MAX_OPSET, "shape.rank_limit", basis="spec",
           inputs={**inputs, name: [rank_9] if isinstance(inputs[name], list) else rank_9})
    refuse("outputs-none", MAX_OPSET, "output.count", output_count=0)
    if output_limit is not None:
        refuse("outputs-too-many", MAX_OPSET, "output.count", output_count=output_limit + 1)
    for opset, name, value in wrong_kinds:
        attributes = {**valid(opset)[1], name: value}
        kind = next(iter(json_attribute(value)))
        refuse(f"attribute-{name.replace('_', '-')}-as-{kind}-opset-{opset}", opset, "attribute.kind",
               attributes=attributes)
    for opset, name, value in wrong_attributes:
        attributes = {**valid(opset)[1], name: value}
        refuse(f"attribute-{name.replace('_', '-')}-not-in-opset-{opset}", opset, "attribute.unknown",
               attributes=attributes)


def refuse_type(operator, opset, inputs, name, given, attributes=None, slug=None, error="input.type"):
    """A refusal because of the type of one input."""
    add(operator, slug or f"{name.lower().replace('_', '-')}-as-{given.type}-opset-{opset}", opset,
        {**inputs, name: given},
        attributes, error=error, rules=["signature"])


def generator(operator, purpose):
    """A source of random numbers that is the same in every run."""
    return random.Random(f"{operator} {purpose}")


def random_shape(rng, rank, limit=72, empty=0.1):
    """Extents whose product stays small; an axis is empty now and then."""
    shape = []
    for _ in range(rank):
        room = max(limit // max(math.prod(shape), 1), 1)
        shape.append(rng.randint(1, min(room, 5)))
    rng.shuffle(shape)
    if rank and rng.random() < empty:
        shape[rng.randrange(rank)] = 0
    return shape


def random_tensor(rng, shape, type=None):
    """A tensor of random type whose elements tell their positions apart."""
    return pattern(type or rng.choice(TYPES), shape, rng.randrange(1000))
