"""onemodel test."""
from onnx_files import FLOAT, INT64, model, node, tensor, value_info
from program import FOLDER, path, run

x = value_info("x", FLOAT, ["N", 2])
y = value_info("y", FLOAT, ["M"])
target = tensor(INT64, [1], [-1], "target")
nodes = [node("Transpose", ["x"], ["t"]), node("Reshape", ["t", "target"], ["y"])]


def data_set(test, number, fed, expected):
    for kind, tensors in (("input", fed), ("output", expected)):
        for i, each in enumerate(tensors):
            path(f"{test}/test_data_set_{number}/{kind}_{i}.pb", each)


path("tests/good/model.onnx", model(nodes, [x], [y], [target]))
data_set("tests/good", 0, [tensor(FLOAT, [2, 2], [1, 2, 3, 4])], [tensor(FLOAT, [4], [1, 3, 2, 4])])
data_set("tests/good", 1, [tensor(FLOAT, [1, 2], [1, 2])], [tensor(FLOAT, [2], [1, 2])])
# An initializer that is also an input, and comes before the one that is fed.
path("tests/with_default/model.onnx", model(nodes, [value_info("target", INT64, [1]), x], [y], [target]))
data_set("tests/with_default", 0, [tensor(FLOAT, [1, 2], [1, 2])], [tensor(FLOAT, [2], [1, 2])])
path("tests/foreign/model.onnx", model([node("Relu", ["x"], ["y"], "positive")], [x], [y]))
data_set("tests/foreign", 0, [], [])
assert "3 passed" not in (text := run("test", FOLDER / "tests")), text
assert text.endswith("2 passed, 0 failed, 1 skipped\n") and "Reshape, Transpose" in text and "Relu" in text, text

path("bad/wrong/model.onnx", model(nodes, [x], [y], [target]))
data_set("bad/wrong", 0, [tensor(FLOAT, [1, 2], [1, 2])], [tensor(FLOAT, [2], [2, 1])])
path("bad/cycle/model.onnx", model([node("Concat", ["x", "y"], ["y"], "", [("axis", 0)])], [x], [y]))
path("bad/no_data/model.onnx", model(nodes, [x], [y], [target]))
path("bad/broken/model.onnx", b"\x0a")
text = run("test", FOLDER / "bad", code=1)
assert text.endswith("0 passed, 4 failed, 0 skipped\n") and "model.cycle" in text and "expected" in text, text
assert run("test", FOLDER / "tests", "--filter", "good").endswith("1 passed, 0 failed, 0 skipped\n")
run("test", FOLDER / "nothing", code=3, says="no such folder")
