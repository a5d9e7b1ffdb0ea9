#!/usr/bin/env python3
"""Writes conformance/operators/<operator>.json and conformance/graphs/<topic>.json from the case lists of this folder.

    python3 conformance/authoring/write.py [--check] [file ...]

With --check nothing is written; it leaves with 1 if a file would change.

Each file of an operator has a function cases() that adds its cases, each file of graphs a function graphs(). What the
files under conformance/operators got from elsewhere stays: recorded cases, whose slugs begin with "recorded", and what a
case notes of ONNX Runtime. A file that would say the same as before is left as it is, so that its layout stays;
`onemodel conformance fmt` puts new text in order.
"""

import importlib
import json
import pathlib
import sys

import corpus
from graph import GRAPHS

HERE = pathlib.Path(__file__).resolve().parent


def case_text(case):
    """One case, its parts on lines of their own."""
    head = {key: case[key] for key in ("id", "opset", "domains", "rules", "basis", "note") if key in case}
    lines = [json.dumps(head, ensure_ascii=False)[1:-1]]
    lines += [json.dumps({key: case[key]}, ensure_ascii=False)[1:-1] for key in case if key not in head]
    return "    {" + ",\n     ".join(lines) + "}"


def with_records(cases, before):
    """The cases as they are made here, together with what has been recorded in the file as it was before."""
    known = {case["id"]: case for case in before}
    for case in cases:
        if "onnxruntime" in known.get(case["id"], {}):
            case["onnxruntime"] = known[case["id"]]["onnxruntime"]
    return cases + [case for case in before if case["id"].split("/")[1].startswith("recorded")]


def cases_in(path):
    return json.loads(path.read_text(encoding="utf-8"))["cases"] if path.exists() else []


def write_file(path, heading, made, check):
    """Writes the cases if the file does not have them yet, unless that is only to be checked. Whether it differed."""
    print(f"{path.stem}: {len(made)}")
    if made == cases_in(path):
        return False
    if not check:
        body = ",\n".join(case_text(case) for case in made)
        members = ",\n  ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in heading.items())
        path.write_text(f'{{\n  {members},\n  "cases": [\n{body}\n  ]\n}}\n', encoding="utf-8")
    return True


def main():
    wanted = set(sys.argv[1:])
    check = "--check" in wanted
    wanted.discard("--check")
    for path in sorted(HERE.glob("*.py")):
        module = importlib.import_module(path.stem)
        if not wanted or path.stem in wanted:
            for name in ("cases", "graphs"):
                getattr(module, name, lambda: None)()
    changed = []
    for operator, cases in corpus.CASES.items():
        path = HERE.parent / "operators" / f"{corpus.file_name(operator)}.json"
        heading = {"$schema": "../schema/operators.schema.json", "operator": operator}
        made = with_records([corpus.json_case(case) for case in cases], cases_in(path))
        if write_file(path, heading, made, check):
            changed.append(path.name)
    for topic, graphs in GRAPHS.items():
        path = HERE.parent / "graphs" / f"{topic}.json"
        if write_file(path, {"$schema": "../schema/graphs.schema.json", "topic": topic}, graphs, check):
            changed.append(path.name)
    print(f"{sum(map(len, corpus.CASES.values()))} cases of operators, {sum(map(len, GRAPHS.values()))} graphs")
    if check and changed:
        sys.exit(f"not as the scripts write them: {', '.join(changed)}")


if __name__ == "__main__":
    main()
