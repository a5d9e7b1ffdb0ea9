"""The corpus is valid by its JSON Schemas, and these are closed: no object may have a member that is not named."""
import json

from project import ROOT, corpus, finish, name_of, skip, text_of

try:
    import jsonschema
except ImportError:
    skip("the Python module jsonschema is missing")


def open_objects(schema, where, closed=False):
    """The places in the schema where an object with named members may have others. What stands inside a combination is
    closed if what the combination belongs to is."""
    if isinstance(schema, list):
        for i, value in enumerate(schema):
            yield from open_objects(value, f"{where}/{i}", closed)
    if not isinstance(schema, dict):
        return
    closed = closed or schema.get("additionalProperties") is False
    if "properties" in schema and not closed:
        yield where
    for key, value in schema.items():
        yield from open_objects(value, f"{where}/{key}", closed and key in ("oneOf", "anyOf", "allOf", "not"))


def is_of_type(branch, instance):
    """False if the branch is about tensors of other types, and so cannot be valid."""
    rule = branch.get("properties", {}).get("type", {})
    allowed = rule.get("enum", [rule["const"]] if "const" in rule else None)
    return allowed is None or not isinstance(instance, dict) or instance.get("type") in allowed


def one_of(validator, branches, instance, schema):
    """The rule oneOf, without looking at all elements of a tensor as each of the types that it is not."""
    candidates = [branch for branch in branches if is_of_type(branch, instance)]
    return Base.VALIDATORS["oneOf"](validator, candidates or branches, instance, schema)


known_valid = set()


def items(validator, rule, instance, schema):
    """The rule items (without prefixItems), looking at equal elements once in the whole corpus."""
    if not isinstance(instance, list):
        return
    for index, item in enumerate(instance):
        key = (id(rule), type(item), item) if isinstance(item, (bool, int, float, str)) else None
        if key in known_valid:
            continue
        errors = list(validator.descend(item, rule, path=index))
        if not errors and key is not None:
            known_valid.add(key)
        yield from errors


Base = jsonschema.Draft202012Validator
Validator = jsonschema.validators.extend(Base, {"oneOf": one_of, "items": items})
folder = ROOT / "conformance/schema"
operators = json.loads(text_of(folder / "operators.schema.json"))
# What the schema of graphs takes from that of operators, as if it stood in one file.
graphs = json.loads(text_of(folder / "graphs.schema.json").replace("operators.schema.json#", "#"))
graphs["$defs"] = {**operators["$defs"], **graphs["$defs"]}

findings = []
for name, schema in (("operators", operators), ("graphs", graphs)):
    Base.check_schema(schema)
    findings += [f"{name}.schema.json: {where} is open" for where in open_objects(schema, "#")]
    validator = Validator(schema)
    known_valid.clear()  # its keys are places in one schema
    for case_path, content in corpus(name):
        for error in validator.iter_errors(content):
            case = content["cases"][error.path[1]]["id"] if len(error.path) > 1 and error.path[0] == "cases" else ""
            findings.append(f"{name_of(case_path)}: {case}: {'/'.join(map(str, error.path))}: {error.message[:300]}")
finish(findings)
