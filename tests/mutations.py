"""Changes single cases of the corpus, one thing at a time, and demands that each change is noticed.

    mutations.py PROGRAM              PROGRAM: onemodel; what cases say: by run, or by lint
    mutations.py PROGRAM ORACLE       ORACLE: onemodel_oracle; what they say of ONNX Runtime: by verify
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CORPUS = Path(__file__).resolve().parents[1] / "conformance/operators"
STEP = 47  # every so many cases one is taken


def other_element(element):
    """Another element of the same type as the corpus writes it."""
    if isinstance(element, bool):
        return not element
    if isinstance(element, int):
        return element + 1 if element <= 0 else element - 1
    if isinstance(element, float):
        return -element
    if isinstance(element, list):
        return [other_element(element[0]), element[1]]
    if isinstance(element, dict):
        return {"hex": element["hex"] + "ff"}
    if element.startswith("0x"):
        return element[:-1] + f"{int(element[-1], 16) ^ 1:x}"
    if element.lstrip("-").isdigit():  # an integer beyond 2^53, or a string of digits
        return element[:-1] + str(int(element[-1]) ^ 1)
    return element + "x"


def first_tensor(arguments):
    """The first tensor with elements in it, or None."""
    for value in arguments.values():
        for tensor in value if isinstance(value, list) else [value]:
            if tensor and 0 not in tensor["shape"]:
                return tensor
    return None


# ---- Changes: each gives False if it cannot be made to the case ------------------------------------------------------


def change_element(case):
    tensor = first_tensor(case.get("outputs", {}))
    if not tensor:
        return False
    data = tensor["data"]
    if isinstance(data, list):
        data[-1] = other_element(data[-1])
    elif "fill" in data:
        data["fill"] = other_element(data["fill"])
    elif "iota" in data:
        data["iota"][0] = other_element(data["iota"][0])
    elif "sha256" in data:
        data["sha256"] = ("1" if data["sha256"][0] == "0" else "0") + data["sha256"][1:]
    else:
        data["random"] = other_element(data["random"])
    return True


def change_shape(case):
    tensor = first_tensor(case.get("outputs", {}))
    if not tensor:
        return False
    tensor["shape"].insert(0, 1)
    return True


def change_type(case):
    tensor = first_tensor(case.get("outputs", {}))
    # Types in which the same elements can be written.
    others = {"int8": "int16", "int16": "int32", "int32": "int64", "uint8": "uint16", "uint16": "uint32",
              "uint32": "uint64", "float16": "bfloat16", "bfloat16": "float16", "float8e5m2": "float8e4m3fn"}
    if not tensor or tensor["type"] not in others:
        return False
    tensor["type"] = others[tensor["type"]]
    return True


def succeed_instead_of_refuse(case):
    return bool(case.pop("error", None)) and case.setdefault("outputs", {}) == {}


def refuse_instead_of_succeed(case):
    outputs = case.pop("outputs", None)
    if not outputs:
        return False
    case["output_count"] = sum(len(value) if isinstance(value, list) else 1 for value in outputs.values())
    case["error"] = {"status": "InvalidModel", "reason": "input.missing"}
    return True


def change_status(case):
    if "error" not in case:
        return False
    case["error"]["status"] = "InvalidInput" if case["error"]["status"] == "InvalidModel" else "InvalidModel"
    return True


def change_reason(case):
    if "error" not in case or case["error"]["status"] != "InvalidModel":
        return False
    case["error"]["reason"] = "axis.repeated" if case["error"]["reason"] != "axis.repeated" else "axis.negative"
    return True


def unknown_member(case):
    case["outcome"] = "as ever"
    return True


def unknown_input(case):
    case["inputs"]["no_such_input"] = {"type": "int8", "shape": [], "data": [1]}
    return "error" not in case


def drop_last_input(case):
    if "error" in case or len(case["inputs"]) != 1:
        return False
    case["inputs"].popitem()
    return True


def other_opset(case):
    case["opset"] = 0
    return "error" not in case


RUN_CHANGES = [change_element, change_shape, change_type, succeed_instead_of_refuse, refuse_instead_of_succeed,
               change_status, change_reason, unknown_member, unknown_input, drop_last_input, other_opset]


def change_comparable_element(case):
    return "onnxruntime" not in case and change_element(case)


def refuse_comparable(case):
    return "onnxruntime" not in case and refuse_instead_of_succeed(case)


def forget_difference(case):
    return "differs" in case.get("onnxruntime", {}) and bool(case.pop("onnxruntime"))


def forget_missing_kernel(case):
    return "no_kernel" in case.get("onnxruntime", {}) and "error" not in case and bool(case.pop("onnxruntime"))


def invent_difference(case):
    if "onnxruntime" in case:
        return False
    case["onnxruntime"] = {"differs": "Has no limit of rank.", "error": "FAIL: invented"}
    return True


def invent_missing_kernel(case):
    if "onnxruntime" in case:
        return False
    case["onnxruntime"] = {"no_kernel": "no implementation"}
    return True


def change_recorded_output(case):
    return change_element(case.get("onnxruntime", {}))


def change_recorded_error(case):
    if "error" not in case.get("onnxruntime", {}):
        return False
    case["onnxruntime"]["error"] = "NO_SUCHFILE: another kind of error"
    return True


ORACLE_CHANGES = [change_comparable_element, refuse_comparable, succeed_instead_of_refuse, forget_difference,
                  forget_missing_kernel, invent_difference, invent_missing_kernel, change_recorded_output,
                  change_recorded_error]


# ---- Whether a change is noticed -------------------------------------------------------------------------------------


def changed_cases(change, first):
    """{operator: changed cases}: the change made to two cases of each operator, one of every STEP being tried."""
    changed = {}
    for path in sorted(CORPUS.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        for case in content["cases"][first::STEP]:
            cases = changed.setdefault(content["operator"], [])
            is_random = "not_run" in case.get("onnxruntime", {})
            if len(cases) < 2 and not is_random and change(case):
                cases.append(case)
    return {operator: cases for operator, cases in changed.items() if cases}


def check(changes, commands):
    """(changes that no command names by the case's id, how many were made)."""
    missed, total = [], 0
    for first, change in enumerate(changes):
        with tempfile.TemporaryDirectory() as folder:
            ids = []
            for operator, cases in changed_cases(change, first).items():
                ids += [case["id"] for case in cases]
                path = Path(folder) / f"{ids[-1].split('/')[0]}.json"
                path.write_text(json.dumps({"operator": operator, "cases": cases}, ensure_ascii=False), encoding="utf-8")
            said = ""
            for command in commands:
                done = subprocess.run([*command, folder], check=False, capture_output=True, text=True, errors="replace")
                said += done.stdout + done.stderr if done.returncode in (1, 3) else ""  # no success, no crash
            named = set(re.findall(r"[a-z0-9_]+/[a-z0-9-]+(?=[:\s])", said))
            missed += [f"{change.__name__}: {each}" for each in ids if each not in named]
            total += len(ids)
    return missed, total


def main():
    program, *oracle = sys.argv[1:]
    if oracle:
        missed, total = check(ORACLE_CHANGES, [[oracle[0], "verify"]])
    else:
        missed, total = check(RUN_CHANGES, [[program, "conformance", "run"], [program, "conformance", "lint"]])
    for each in missed:
        print(f"not noticed: {each}")
    print(f"{total - len(missed)} of {total} changes noticed")
    sys.exit(1 if missed or not total else 0)


main()
