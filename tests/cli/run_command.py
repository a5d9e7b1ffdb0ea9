"""onemodel run, and the files of tensors that it reads and writes."""
import json
import struct

from onnx_files import BOOL, FLOAT, INT32, model, node, tensor, value_info
from program import FOLDER, path, run


def npy(descr, shape, data, fortran=False, version=(1, 0)):
    """A file of NumPy's format."""
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape!r}, }}\n".encode()
    length = struct.pack("<H" if version[0] == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes(version) + length + header + data


def identity(type, rank=2):
    """A model that gives its input."""
    axes = [f"d{i}" for i in range(rank)]
    return path(f"identity_{type}_{rank}.onnx", model([node("Identity", ["x"], ["y"])], [value_info("x", type, axes)],
                                                      [value_info("y", type, axes)]))


turn = path("turn.onnx", model([node("Transpose", ["x"], ["y/turned"])], [value_info("x", FLOAT, ["N", "M"])],
                               [value_info("y/turned", FLOAT, ["M", "N"])]))
proto = path("x.pb", tensor(FLOAT, [2, 3], [1, 2, 3, 4, 5, 6]))

# What is printed.
assert run("run", turn, "--input", f"x={proto}") == "y/turned: float32 [3, 2]\n[[1, 4],\n [2, 5],\n [3, 6]]\n"
exact = json.loads(run("run", turn, "--input", f"x={proto}", "--json"))
assert exact == {"y/turned": {"type": "float32", "shape": [3, 2], "data": [1, 4, 2, 5, 3, 6]}}, exact

# What is read.
floats = [1, 2, 3, 4, 5, 6]
for slug, contents in {
        "x.json": json.dumps({"type": "float32", "shape": [2, 3], "data": floats}),
        "nested.json": "[[1.0, 2, 3], [4, 5, 6]]",
        "little.npy": npy("<f4", (2, 3), struct.pack("<6f", *floats)),
        "big.npy": npy(">f4", (2, 3), struct.pack(">6f", *floats), version=(2, 0)),
        "fortran.npy": npy("<f4", (2, 3), struct.pack("<6f", 1, 4, 2, 5, 3, 6), fortran=True, version=(3, 0))}.items():
    text = run("run", turn, "--input", f"x={path(slug, contents)}", "--json")
    assert json.loads(text) == exact, (slug, text)

NPY_TYPES = {"|b1": (9, "?", [True, False]), "|i1": (3, "b", [-1, 2]), "<i2": (5, "h", [-300, 2]), ">i4": (6, "i", [-70000, 2]),
             "<i8": (7, "q", [-5, 2]), "|u1": (2, "B", [255, 2]), ">u2": (4, "H", [65535, 2]), "<u4": (12, "I", [7, 2]),
             ">u8": (13, "Q", [7, 2]), "<f2": (10, "e", [0.5, 2]), ">f8": (11, "d", [0.5, 2]), "<c8": (14, "ff", [0.5, 2, 3, 4]),
             ">c16": (15, "dd", [0.5, 2, 3, 4])}
for descr, (type, code, values) in NPY_TYPES.items():
    order = ">" if descr[0] == ">" else "<"
    file = path("typed.npy", npy(descr, (2,), struct.pack(f"{order}{len(values)}{code[0]}", *values)))
    run("run", identity(type, 1), "--input", f"x={file}", "--output-dir", "typed", "--format", "npy")
    written = (FOLDER / "typed/y.npy").read_bytes()
    assert len(written) % 64 == len(values) * struct.calcsize(code[0]) and f"'{descr[1:]}'"[1:] in str(written), written
    assert written.endswith(struct.pack(f"<{len(values)}{code[0]}", *values)), (descr, written)

# What is written comes back.
for form in ("pb", "npy", "json"):
    assert run("run", turn, "--input", f"x={proto}", "--output-dir", "out", "--format", form) == ""
    again = run("run", turn, "--input", f"x={FOLDER / 'out' / f'y_turned.{form}'}", "--json")
    assert json.loads(again)["y/turned"]["data"] == floats, again
scalar = path("scalar.npy", npy("<i4", (), struct.pack("<i", 7)))
assert run("run", identity(INT32, 0), "--input", f"x={scalar}") == "y: int32 []\n7\n"
empty = path("empty.npy", npy("|b1", (0, 3), b""))
assert "(no elements)" in run("run", identity(BOOL), "--input", f"x={empty}")

# What is refused.
run("run", turn, code=1, says="session.input_missing")
run("run", turn, "--input", f"x={scalar}", code=1, says="session.input_type")
run("run", turn, "--input", f"nobody={proto}", code=2, says="no input of this name")
run("run", turn, "--input", f"x={proto}", "--input", f"x={proto}", code=2, says="given twice")
run("run", turn, "--input", "x", code=2, says="name=value")
run("run", turn, "--input", "x=absent.pb", code=3, says="absent.pb")
run("run", turn, "--input", f"x={path('x.txt', '1')}", code=3, says=".pb, .npy or .json")
run("run", turn, "--input", f"x={path('cut.pb', proto.read_bytes()[:-1])}", code=3, says="cut.pb")
for slug, contents in {"magic": b"\x93NUMPZ\1\0\0\0", "short": b"\x93NUMPY\1\0\xff\0{}", "version": b"\x93NUMPY\7\0\0\0  ",
                       "data": npy("<f4", (2, 3), b"\0" * 23), "records": npy("<f4", (2,), b"").replace(b"'<f4'", b"[()] "),
                       "objects": npy("|O", (1,), b"\0" * 8), "negative": npy("<f4", (-1,), b""),
                       "huge": npy("<f4", (2**40, 2**40), b""), "open": npy("<f4", (1,), b"\0" * 4).replace(b"}", b" ")}.items():
    run("run", turn, "--input", f"x={path(slug + '.npy', contents)}", code=3, says=f"{slug}.npy")
packed = path("packed.json", json.dumps({"type": "int4", "shape": [1], "data": [1]}))
run("run", identity(22, 1), "--input", f"x={packed}", "--output-dir", "out", "--format", "npy", code=3, says="NumPy has no type")
