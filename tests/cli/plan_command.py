"""onemodel plan."""
import json

from onnx_files import FLOAT, INT64, model, node, tensor, value_info
from program import path, run

chain = path("chain.onnx", model(
    [node("Transpose", ["x"], ["t"], "turn"), node("Slice", ["t", "starts", "ends"], ["s"], "cut"),
     node("Concat", ["s", "s"], ["y"], "join", [("axis", 0)]), node("NonZero", ["y"], ["places"], "find")],
    [value_info("x", FLOAT, ["N", 3])], [value_info("y", FLOAT, ["A", "N"]), value_info("places", INT64, [2, "K"])],
    [tensor(INT64, [1], [0], "starts"), tensor(INT64, [1], [2], "ends")]))

text = run("plan", chain)
lines = [line.split() for line in text.splitlines()]
assert lines[0][:3] == ["node", "operator", "kind"], text
assert lines[1][:4] == ["turn", "Transpose", "fused", "cut"], text
assert lines[2][:3] == ["cut", "Slice", "copy"], text
assert "4 nodes: 1 fused, 1 copy, 2 kernel" in text, text
assert "s: float32 [2, ?]" in text, text

text = run("plan", chain, "--shape", "x=4,3")
assert "s: float32 [2, 4]" in text and "y: float32 [4, 4]" in text, text

plan = json.loads(run("plan", chain, "--json", "--shape", "x=4,3"))
assert [each["kind"] for each in plan["nodes"]] == ["fused", "copy", "kernel", "kernel"], plan
assert plan["nodes"][0]["fused_into"] == 1 and plan["nodes"][1]["bytes"] == 32, plan
assert plan["nodes"][3]["data_dependent"] and plan["nodes"][3]["outputs"][0]["shape"] == [2, None], plan
assert plan["inputs"] == [{"name": "x", "type": "float32", "shape": [None, 3]}], plan

run("plan", chain, "--shape", "nobody=1", code=2, says="no input of this name")
run("plan", chain, "--shape", "x=4,", code=2, says="NAME=EXTENT")
run("plan", chain, "--shape", "x=4,3", "--shape", "x=4,3", code=2, says="given twice")
run("plan", chain, "--shape", "x=4,4", code=1, says="session.input_shape")
run("plan", "absent.onnx", code=3, says="absent.onnx")
run("plan", path("broken.onnx", b"\xff\xff\xff"), code=3, says="model.malformed")
foreign = path("foreign.onnx", model([node("Relu", ["x"], ["y"], "positive")], [value_info("x", FLOAT, [1])],
                                     [value_info("y", FLOAT, [1])]))
run("plan", foreign, code=1, says="operator.unknown")
