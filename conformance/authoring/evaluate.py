"""A model evaluated node by node with the references of the operators: slow, simple, and written apart from the library."""

import importlib

import arithmetic
from common import Refused
from corpus import MAX_RANK, scalar, vector

# The inputs' names, in ONNX's order, of the operators whose reference takes them by name.
INPUTS = {
    "Shape": ["data"], "Size": ["data"], "Squeeze": ["data", "axes"], "Unsqueeze": ["data", "axes"],
    "Flatten": ["input"], "Reshape": ["data", "shape"], "Identity": ["input"],
    "Dropout": ["data", "ratio", "training_mode"], "Transpose": ["data"], "Split": ["input", "split"],
    "Slice": ["data", "starts", "ends", "axes", "steps"], "Expand": ["input", "shape"],
}


def _module(operator):
    return importlib.import_module({"TopK": "topk", "Range": "range_"}.get(operator, operator.lower()))


def _require_indices(indices, extents):
    """Every index lies in [-extent, extent) of its axis; the last axis of indices pairs with the extents if there are
    several."""
    for position, index in enumerate(indices.elements):
        extent = extents[position % len(extents)]
        if not -extent <= index < extent:
            raise Refused("index.out_of_range")


def _constant(attributes):
    """The seven forms of Constant, of which exactly one is given."""
    forms = {
        "value": lambda value: value,
        "value_float": lambda value: scalar("float32", value), "value_floats": lambda value: vector("float32", *value),
        "value_int": lambda value: scalar("int64", value), "value_ints": lambda value: vector("int64", *value),
        "value_string": lambda value: scalar("string", value), "value_strings": lambda value: vector("string", *value),
    }
    (name, value), = attributes.items()
    return forms[name](value)


def _gather(inputs, attributes):
    data, indices = inputs
    axis = attributes.get("axis", 0)
    _require_indices(indices, [data.shape[axis]])
    return _module("Gather").gather(data, indices, axis)


def _gather_elements(inputs, attributes):
    data, indices = inputs
    axis = attributes.get("axis", 0)
    _require_indices(indices, [data.shape[axis]])
    return importlib.import_module("gather_elements").gather_elements(data, indices, axis)


def _gather_nd(inputs, attributes):
    data, indices = inputs
    batch_dims = attributes.get("batch_dims", 0)
    _require_indices(indices, data.shape[batch_dims:batch_dims + indices.shape[-1]])
    return importlib.import_module("gather_nd").gather_nd(data, indices, batch_dims)


def _scatter_nd(inputs, attributes):
    data, indices, updates = inputs
    if indices.shape[-1]:
        _require_indices(indices, data.shape[:indices.shape[-1]])
    return importlib.import_module("scatter_nd").scatter_nd(data, indices, updates, attributes.get("reduction", "none"))


def _pad(opset, inputs, attributes):
    module = _module("Pad")
    mode = attributes.get("mode", "constant")
    if opset < 11:
        data, = inputs
        value = module.converted(data.type, attributes.get("value", 0.0))
        return module.pad(data, attributes["paddings" if opset == 1 else "pads"], value, None, mode)
    data, pads, value, axes = (list(inputs) + [None, None])[:4]
    return module.pad(data, pads.ints(), value.elements[0] if value else None, axes and axes.ints(), mode)


def _one_hot(inputs, attributes):
    indices, depth, values = inputs
    return importlib.import_module("one_hot").one_hot(indices, depth, values, attributes.get("axis", -1))


def _top_k(opset, inputs, attributes):
    x = inputs[0]
    k = attributes["k"] if opset < 10 else inputs[1].elements[0]
    axis = attributes.get("axis", -1)
    if k < 0:
        raise Refused("topk.k_negative")
    if k > x.shape[axis]:
        raise Refused("topk.k_exceeds_extent")
    return _module("TopK").top_k(x, k, axis, attributes.get("largest", 1))


def _constant_of_shape(inputs, attributes):
    shape = inputs[0].ints()
    if any(extent < 0 for extent in shape):
        raise Refused("constant_of_shape.extent_negative")
    if len(shape) > MAX_RANK:
        raise Refused("shape.rank_limit")
    return importlib.import_module("constant_of_shape").constant_of_shape(shape, attributes.get("value"))


def _range(inputs):
    if arithmetic.value(inputs[2].type, inputs[2].elements[0]) == 0:
        raise Refused("range.delta_zero")
    return _module("Range").range_(*inputs)


def evaluate(operator, opset, inputs, attributes, output_count):
    """The outputs of one node, in order. Raises Refused for what a run can be refused for."""
    if operator in INPUTS:
        names = INPUTS[operator]
        given = _module(operator).reference(opset, dict(zip(names, inputs)), attributes, output_count)
        outputs = list(given.values())
        return outputs[0] if isinstance(outputs[0], list) else outputs
    if operator == "Concat":
        return list(_module("Concat").reference(opset, {"inputs": inputs}, attributes, 1).values())
    if operator == "Tile":
        names = ["input", "tiles", "axis"] if opset < 6 else ["input", "repeats"]
        return list(_module("Tile").reference(opset, dict(zip(names, inputs)), attributes, 1).values())
    if operator == "TopK":
        return list(_top_k(opset, inputs, attributes))
    simple = {
        "Constant": lambda: _constant(attributes), "Gather": lambda: _gather(inputs, attributes),
        "GatherElements": lambda: _gather_elements(inputs, attributes),
        "GatherND": lambda: _gather_nd(inputs, attributes), "ScatterND": lambda: _scatter_nd(inputs, attributes),
        "Pad": lambda: _pad(opset, inputs, attributes), "OneHot": lambda: _one_hot(inputs, attributes),
        "ConstantOfShape": lambda: _constant_of_shape(inputs, attributes), "Range": lambda: _range(inputs),
        "Trilu": lambda: _module("Trilu").trilu(inputs[0], inputs[1].elements[0] if len(inputs) > 1 else 0,
                                                attributes.get("upper", 1)),
        "NonZero": lambda: importlib.import_module("non_zero").non_zero(inputs[0]),
    }
    return [simple[operator]()]


class RefusedAt(Exception):
    """A run that must be refused: the reason, and the name of the node."""


def run(opset, values, nodes, outputs):
    """The outputs of a model by name. `values` holds what is known before: inputs and initializers."""
    values = dict(values)
    waiting = list(nodes)
    while waiting:
        ready = next((node for node in waiting if all(name in values for name in node.inputs if name)), None)
        if ready is None:
            raise ValueError(f"no node can run: {[node.name for node in waiting]}")
        waiting.remove(ready)
        inputs = [values[name] if name else None for name in ready.inputs]
        wanted = len(ready.outputs)
        while wanted > 1 and not ready.outputs[wanted - 1]:
            wanted -= 1
        try:
            results = evaluate(ready.op, opset, inputs, ready.attributes, wanted)
        except Refused as refused:
            raise RefusedAt(str(refused), ready.name) from refused
        values.update((name, result) for name, result in zip(ready.outputs, results) if name)
    return {name: values[name] for name in outputs}
