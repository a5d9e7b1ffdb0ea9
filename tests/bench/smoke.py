"""Runs a few small rows of onemodel_bench and checks what it writes, and that results are right; never times.

    python3 tests/bench/smoke.py path/to/onemodel_bench path/to/onemodel
"""
import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import chart

WHO = ["ours_1", "ours_2", "ours_into", "onnxruntime_1", "onnxruntime_2", "memcpy", "streaming_copy"]
ROWS = "^(Slice/step 2 float32|Concat/axis 0|Gather/rows of 64|NonZero/50% of float32|Range/int64|Squeeze|Transpose/2-D int4)"


def run(*arguments, exit_code=0):
    done = subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == exit_code, f"{arguments}: left with {done.returncode}, not {exit_code}: {done.stderr}"
    return done.stdout


def measure(folder, *arguments):
    path = Path(folder) / "times.json"
    output = run("--quick", "--json", str(path), *arguments)
    assert "\033[" not in output, "coloured, though it is no terminal"
    return output, json.loads(path.read_text(encoding="utf-8"))


def check_spread(spread):
    if spread is None:
        return
    quantiles = [spread[key] for key in ("minimum", "lower_quartile", "median", "upper_quartile", "maximum")]
    assert quantiles == sorted(quantiles) and quantiles[0] > 0 and spread["rounds"] >= 1, spread


def check_rows(measured, has_onnxruntime):
    assert len(measured["rows"]) == 7, [row["name"] for row in measured["rows"]]
    for row in measured["rows"]:
        name = row["name"]
        assert name == f"{row['operator']}/{name.split('/')[1]}/1KB" and row["size"] == "1KB", name
        assert row["fault"] == "", f"{name}: {row['fault']}"
        assert row["bytes"] > 0 and row["call"] and list(row["seconds"]) == WHO, name
        for spread in row["seconds"].values():
            check_spread(spread)
        assert row["seconds"]["ours_1"] and row["seconds"]["ours_2"] and row["seconds"]["memcpy"], name
        ran = row["seconds"]["onnxruntime_1"] is not None
        assert ran == row["is_checked_by_onnxruntime"] == (row["speedup_over_onnxruntime_1"] is not None), name
        assert ran == (has_onnxruntime and row["onnxruntime_refusal"] == ""), name
    assert {mean["operator"] for mean in measured["summary"]} == {row["operator"] for row in measured["rows"]}


def main():
    operators = set(re.findall(r"^([A-Z]\w+)", subprocess.run([sys.argv[2], "operators"], capture_output=True, text=True,
                                                              check=True).stdout, re.MULTILINE))
    listed = [line for line in run("--list").splitlines() if not line.startswith("Chain/")]
    assert int(listed.pop().split()[0]) == len(listed) >= 250, len(listed)
    assert len({line[:50] for line in listed}) == len(listed), "two rows of one name"
    # Each operator has rows at all sizes.
    for size in ("1KB", "1MB", "64MB"):
        missing = operators - {line.split("/")[0] for line in listed if f"/{size} " in line}
        assert not missing, f"no rows of {size}: {missing}"

    with tempfile.TemporaryDirectory() as folder:
        output, measured = measure(folder, "--sizes", "1KB", "--filter", ROWS)
        has_onnxruntime = measured["onnxruntime"] is not None
        check_rows(measured, has_onnxruntime)
        assert all(row["name"] in output for row in measured["rows"])
        if has_onnxruntime:
            drawing = chart.draw(measured)
            texts = {element.text for element in ElementTree.fromstring(drawing).iter() if element.text}
            assert {row["operator"] for row in measured["rows"] if row["is_checked_by_onnxruntime"]} <= texts, texts

        _, measured = measure(folder, "--sizes", "1KB", "--filter", ROWS, "--no-onnxruntime")
        check_rows(measured, False)
        assert chart.draw(measured) is None

        _, measured = measure(folder, "--sizes", "1KB", "--filter", "^(Chain/split heads|Small call/.*(om_slice|view))")
        assert measured["rows"] == [] and len(measured["chains"]) == 1 and measured["chains"][0]["fault"] == "", measured
        check_spread(measured["chains"][0]["seconds"]["session_1"])
        assert len(measured["small_calls"]) == 4 and all(call["bar"] > 0 for call in measured["small_calls"]), measured

    run("--filter", "(", exit_code=2)
    run("--sizes", "2KB", exit_code=2)
    run("--nonsense", exit_code=2)
    assert "Exit codes" in run("--help")


if __name__ == "__main__":
    main()
