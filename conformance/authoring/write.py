#!/usr/bin/env python3
"""Writes conformance/operators/<operator>.json from the case lists of this folder.

    python3 conformance/authoring/write.py [--check] [operator file ...]

With --check nothing is written; it leaves with 1 if a file would change.

Each file of an operator has a function cases() that adds its cases. What the files under conformance/operators got
from elsewhere stays: recorded cases, whose slugs begin with "recorded", and what a case notes of ONNX Runtime. A file
that would say the same as before is left as it is, so that its layout stays; `onemodel conformance fmt` puts new text
in order.
"""

import importlib
import json
import pathlib
import sys

import corpus

HERE = pathlib.Path(__file__).resolve().parent


def case_text(case):
    """One case, its parts on lines of their own."""
    head = {key: case[key] for key in ("id", "opset", "rules", "basis", "note") if key in case}
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


def main():
    wanted = set(sys.argv[1:])
    check = "--check" in wanted
    wanted.discard("--check")
    changed = []
    for path in sorted(HERE.glob("*.py")):
        module = importlib.import_module(path.stem)
        if hasattr(module, "cases") and (not wanted or path.stem in wanted):
            module.cases()
    total = 0
    for operator, cases in corpus.CASES.items():
        path = HERE.parent / "operators" / f"{corpus.file_name(operator)}.json"
        before = json.loads(path.read_text(encoding="utf-8"))["cases"] if path.exists() else []
        made = with_records([corpus.json_case(case) for case in cases], before)
        print(f"{operator}: {len(made)}")
        total += len(made)
        if made == before:
            continue
        changed.append(path.name)
        if check:
            continue
        body = ",\n".join(case_text(case) for case in made)
        text = (f'{{\n  "$schema": "../schema/operators.schema.json",\n  "operator": {json.dumps(operator)},\n'
                f'  "cases": [\n{body}\n  ]\n}}\n')
        path.write_text(text, encoding="utf-8")
    print(f"{total} cases")
    if check and changed:
        sys.exit(f"not as the scripts write them: {', '.join(changed)}")


if __name__ == "__main__":
    main()
