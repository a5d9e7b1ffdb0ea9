"""Graphs: how they are written in the files of this folder, the registry of them, and their JSON."""

import re

from corpus import MAX_OPSET, REASONS, Tensor, json_attribute, json_tensor
from evaluate import RefusedAt, run as evaluate_run
from graph_differences import DIFFERS

GRAPHS = {}  # topic -> list of graphs in the order they were added
_IDS = set()
KINDS = ("constant", "view", "fused", "copy", "kernel", "unused")


class Node:
    def __init__(self, name, op, inputs, outputs, attributes, domain):
        self.name, self.op, self.inputs, self.outputs = name, op, inputs, outputs
        self.attributes, self.domain = attributes, domain


def node(text, domain=None, **attributes):
    """A node: "outputs = Operator(inputs)". An optional input or output that is left away is nothing between commas. The
    node has the name of its first output, or that before a colon: "name: y = Identity(x)"; ":" alone gives it none."""
    name, outputs, op, inputs = re.fullmatch(r"(?:([\w-]*):)?\s*(.*?)\s*=\s*(\w+)\((.*)\)", text).groups()
    inputs = [each.strip() for each in inputs.split(",")] if inputs.strip() else []
    outputs = [each.strip() for each in outputs.split(",")]
    name = next(each for each in outputs if each) if name is None else name
    return Node(name, op, inputs, outputs, attributes, domain)


class Run:
    def __init__(self, inputs, plan, error):
        self.inputs, self.plan, self.error = inputs, plan, error


def run(plan=None, error=None, inputs=None, **more):
    """One run of a graph: the inputs by name; facts of the plan for their shapes; if it is refused, the reason, or the
    reason and the node's name."""
    return Run({**(inputs or {}), **more}, plan or {}, error)


def graph(topic, slug, nodes, outputs, runs=(), inputs=None, initializers=None, opset=MAX_OPSET, plan=None, error=None,
          domains=None, basis="onnx", rules=(), note=None):
    """Adds a graph.

    inputs       name -> (type, extents): each a number, a symbol, or None where it is not known; or None for them all
    outputs      names, or (name, type or None, extents or None) where they are declared
    plan         name of a node -> kind, or a dictionary of facts: of the plan for the declared shapes
    runs         run(...); what they must give is worked out here by the references of the operators
    error        if there can be no session: the reason, or the reason and the node's name
    """
    identifier = f"{topic}/{slug}"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*", identifier):
        raise ValueError(f"{identifier}: not a slug")
    if identifier in _IDS:
        raise ValueError(f"{identifier}: used twice")
    _IDS.add(identifier)
    initializers = initializers or {}
    made = {"id": identifier, "opset": opset}
    if domains:
        made["domains"] = domains
    if rules:
        made["rules"] = list(rules)
    made["basis"] = basis
    if note:
        made["note"] = note
    made["inputs"] = {name: {"type": type, "shape": shape} for name, (type, shape) in (inputs or {}).items()}
    if initializers:
        made["initializers"] = {name: json_tensor(value) for name, value in initializers.items()}
    made["nodes"] = [_json_node(each) for each in nodes]
    made["outputs"] = [_json_output(each) for each in outputs]
    if plan:
        made["plan"] = _json_plan(identifier, plan, nodes)
    if error:
        if runs:
            raise ValueError(f"{identifier}: without a session there are no runs")
        made["error"] = _json_error(error)
    else:
        names = [each["name"] if isinstance(each, dict) else each for each in made["outputs"]]
        made["runs"] = [_json_run(identifier, each, opset, initializers, nodes, names) for each in runs]
    if identifier in DIFFERS:
        made["onnxruntime"] = {"differs": DIFFERS[identifier]}
    GRAPHS.setdefault(topic, []).append(made)


def _json_node(each):
    made = {"op": each.op}
    if each.domain:
        made["domain"] = each.domain
    if each.name:
        made["name"] = each.name
    made["inputs"], made["outputs"] = each.inputs, each.outputs
    if each.attributes:
        made["attributes"] = {name: json_attribute(value) for name, value in each.attributes.items()}
    return made


def _json_output(each):
    if isinstance(each, str):
        return each
    name, type, shape = each
    made = {"name": name}
    if type is not None:
        made["type"] = type
    if shape is not None:
        made["shape"] = shape
    return made


def _json_plan(identifier, plan, nodes):
    known = {each.name for each in nodes}
    for name, fact in plan.items():
        kind = fact if isinstance(fact, str) else fact.get("kind")
        if name not in known or kind not in (*KINDS, None):
            raise ValueError(f"{identifier}: {name}: {fact} is no fact of a node")
    return dict(plan)


def _json_error(error):
    reason, name = (error, None) if isinstance(error, str) else error
    made = {"status": REASONS[reason], "reason": reason}
    if name:
        made["node"] = name
    return made


def _json_run(identifier, each, opset, initializers, nodes, outputs):
    made = {"inputs": {name: json_tensor(value) for name, value in each.inputs.items()}}
    if each.error and not isinstance(each.error, str):
        made["error"] = _json_error(each.error)
        # The references must refuse, too, at this node or, where it is a rule that they leave out, not at another one.
        try:
            evaluate_run(opset, {**initializers, **each.inputs}, nodes, outputs)
        except RefusedAt as refused:
            if refused.args != tuple(each.error):
                raise ValueError(f"{identifier}: the reference refuses with {refused.args}") from refused
        except Exception:  # what a reference takes for granted
            pass
    elif each.error:
        made["error"] = _json_error(each.error)
    else:
        try:
            given = evaluate_run(opset, {**initializers, **each.inputs}, nodes, outputs)
        except RefusedAt as refused:
            raise ValueError(f"{identifier}: the reference refuses with {refused.args}") from refused
        made["outputs"] = {name: json_tensor(_plain(value)) for name, value in given.items()}
    if each.plan:
        made["plan"] = _json_plan(identifier, each.plan, nodes)
    return made


def _plain(value):
    """Outputs are listed, also those that are an input which is written in a short form."""
    return Tensor(value.type, value.shape, value.elements)
