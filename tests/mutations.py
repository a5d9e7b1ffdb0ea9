"""Changes single cases of the corpus, one thing at a time, and demands that each change is noticed.

    mutations.py PROGRAM              PROGRAM: onemodel; what cases say: by run, or by lint
    mutations.py PROGRAM ORACLE       ORACLE: onemodel_oracle; what they say of ONNX Runtime: by verify
"""
import copy
import json
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
    others = {"int32": "uint32", "uint8": "int8", "int64": "int32", "float32": "float64", "float16": "bfloat16",
              "bool": "string", "string": "bool", "float64": "float32", "complex64": "complex128"}
    if not tensor or tensor["type"] not in others:
        return False
    tensor["type"] = others[tensor["type"]]
    return True


def succeed_instead_of_refuse(case):
    return bool(case.pop("error", None)) and case.setdefault("outputs", {}) == {}


def refuse_instead_of_succeed(case):
    if not case.pop("outputs", None):
        return False
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


ORACLE_CHANGES = [change_element, refuse_instead_of_succeed, succeed_instead_of_refuse, forget_difference,
                  forget_missing_kernel, invent_difference, invent_missing_kernel, change_recorded_output,
                  change_recorded_error]


# ---- Whether a change is noticed -------------------------------------------------------------------------------------


def leaves_with(*command):
    return subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def write_file(path, operator, cases):
    path.write_text(json.dumps({"operator": operator, "cases": cases}, ensure_ascii=False), encoding="utf-8")


def noticed_by_program(program, path):
    """A crash is no notice. lint is asked about the canonical layout, so that it does not complain of that."""
    for command in ("run", "fmt", "lint"):
        code = leaves_with(program, "conformance", command, path)
        if code != 0:
            return code in (1, 3)
    return False


def changed_cases(changes):
    """(operator, change, case as it was, changed case): every change at many cases of all operators."""
    number = 0
    for path in sorted(CORPUS.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        for index, change in enumerate(changes):
            made = 0
            for case in content["cases"][index::STEP]:
                changed = copy.deepcopy(case)
                if made < 2 and change(changed):
                    made += 1
                    number += 1
                    yield content["operator"], change.__name__, case, changed


def check_by_program(program, folder):
    missed, total = [], 0
    path = folder / "changed.json"
    for operator, change, case, changed in changed_cases(RUN_CHANGES):
        path = folder / f"{case['id'].split('/')[0]}.json"
        write_file(path, operator, [changed])
        total += 1
        if not noticed_by_program(program, path):
            missed.append(f"{change}: {case['id']}")
        path.unlink()
    return missed, total


def check_by_oracle(oracle, folder):
    """All changed cases at once: verify names each that fails."""
    by_operator = {}
    for operator, change, case, changed in changed_cases(ORACLE_CHANGES):
        if "not_run" in case.get("onnxruntime", {}):
            continue
        cases = by_operator.setdefault(operator, {})
        changed["id"] = f"{case['id']}-{change.replace('_', '-')}"
        cases[changed["id"]] = changed
    expected = []
    for operator, cases in by_operator.items():
        stem = next(iter(cases)).split("/")[0]
        write_file(folder / f"{stem}.json", operator, list(cases.values()))
        expected += cases
    verify = subprocess.run([oracle, "verify", folder], check=False, capture_output=True, text=True)
    named = {line.split(":")[0] for line in verify.stdout.splitlines()}
    return [each for each in expected if each not in named], len(expected)


def main():
    program, *oracle = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        missed, total = check_by_oracle(oracle[0], folder) if oracle else check_by_program(program, folder)
    for each in missed:
        print(f"not noticed: {each}")
    print(f"{total - len(missed)} of {total} changes noticed")
    sys.exit(1 if missed or not total else 0)


main()
