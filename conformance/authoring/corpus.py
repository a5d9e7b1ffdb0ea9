"""Tensors, cases and the registry that every file of this folder adds its cases to.

A tensor's elements are kept in one plain form per type, so that a reference that only moves elements never looks at
them: integers and bool as int, every floating-point type as the int of its bits, complex as a pair of such ints,
strings as bytes. `tensor()` makes that form from Python values; `Tensor()` takes it as it is.
"""

import decimal
import hashlib
import itertools
import math
import pathlib
import re
import struct

MAX_RANK = 8
MAX_OPSET = 28

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1
INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1

INTEGER_BITS = {
    "int2": 2, "uint2": 2, "int4": 4, "uint4": 4, "int8": 8, "uint8": 8, "int16": 16, "uint16": 16,
    "int32": 32, "uint32": 32, "int64": 64, "uint64": 64, "bool": 8,
}
FLOAT_BITS = {
    "float32": 32, "float64": 64, "float16": 16, "bfloat16": 16, "float8e4m3fn": 8, "float8e4m3fnuz": 8,
    "float8e5m2": 8, "float8e5m2fnuz": 8, "float8e8m0": 8, "float4e2m1": 4,
}
COMPLEX_PARTS = {"complex64": "float32", "complex128": "float64"}

# In the order of ONNX's TensorProto.DataType.
TYPES = [
    "float32", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool", "float16", "float64", "uint32",
    "uint64", "complex64", "complex128", "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz",
    "uint4", "int4", "float4e2m1", "float8e8m0", "uint2", "int2",
]


def bits_of(type):
    """The bits of one stored element; strings have none."""
    if type in COMPLEX_PARTS:
        return 2 * FLOAT_BITS[COMPLEX_PARTS[type]]
    return INTEGER_BITS.get(type) or FLOAT_BITS[type]


def is_signed(type):
    return type.startswith("int")


def integer_range(type):
    """The smallest and the largest value of an integer type (0 and 1 for bool)."""
    if type == "bool":
        return 0, 1
    bits = INTEGER_BITS[type]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed(type) else (0, (1 << bits) - 1)


def float_bits(type, value):
    """The bits of a Python number in float64, float32, float16 or bfloat16, which must represent it exactly."""
    value = float(value)
    if math.isnan(value):
        raise ValueError("a NaN is written by its bits")
    code, integer, shift = {"float64": ("d", "Q", 0), "float32": ("f", "I", 0), "float16": ("e", "H", 0),
                            "bfloat16": ("f", "I", 16)}[type]
    bits = struct.unpack("<" + integer, struct.pack("<" + code, value))[0]
    if struct.unpack("<" + code, struct.pack("<" + code, value))[0] != value or bits & ((1 << shift) - 1):
        raise ValueError(f"{value!r} is not exactly a {type}")
    return bits >> shift


def float_value(type, bits):
    """The Python float of the bits of a float64, float32, float16 or bfloat16."""
    if type == "bfloat16":
        type, bits = "float32", bits << 16
    code, integer = {"float64": ("d", "Q"), "float32": ("f", "I"), "float16": ("e", "H")}[type]
    return struct.unpack("<" + code, struct.pack("<" + integer, bits))[0]


def element(type, value):
    """The plain form of one Python value: a number, bool, str, bytes or complex, or "0x..." for the bits of a float."""
    if type == "string":
        return value.encode() if isinstance(value, str) else bytes(value)
    if type in COMPLEX_PARTS:
        real, imaginary = (value.real, value.imag) if isinstance(value, (complex, int, float)) else value
        return element(COMPLEX_PARTS[type], real), element(COMPLEX_PARTS[type], imaginary)
    if type in FLOAT_BITS:
        if isinstance(value, str):
            bits = int(value, 16)
            if bits >> FLOAT_BITS[type]:
                raise ValueError(f"{value} has more bits than a {type}")
            return bits
        return float_bits(type, value)
    value = int(value)
    low, high = integer_range(type)
    if not low <= value <= high:
        raise ValueError(f"{value} is not a {type}")
    return value


def zero(type):
    """The element that stands for nothing: 0, false or the empty string."""
    if type == "string":
        return b""
    return (0, 0) if type in COMPLEX_PARTS else 0


class Tensor:
    """A type, a shape and the elements in row-major order, in their plain form."""

    def __init__(self, type, shape, elements, form=None):
        self.type = type
        self.shape = list(shape)
        self.elements = list(elements)
        self.form = form  # how "data" is written when not as a list
        if len(self.elements) != self.count:
            raise ValueError(f"shape {self.shape} needs {self.count} elements, {len(self.elements)} are given")

    @property
    def rank(self):
        return len(self.shape)

    @property
    def count(self):
        return math.prod(self.shape)

    def with_shape(self, shape):
        return Tensor(self.type, shape, self.elements)

    def ints(self):
        """The elements of an integer tensor as a list: axes, starts, shapes and the like."""
        return list(self.elements)


def tensor(type, shape, values):
    """A tensor of Python values (see element)."""
    return Tensor(type, shape, [element(type, value) for value in values])


def vector(type, *values):
    """A tensor of rank 1."""
    return tensor(type, [len(values)], values)


def scalar(type, value):
    """A tensor of rank 0."""
    return tensor(type, [], [value])


def int64s(*values):
    """A vector of int64, the usual form of axes, starts, shapes and the like."""
    return vector("int64", *values)


def wrap(type, value):
    """An integer taken modulo 2^bits into the range of an integer type."""
    value &= (1 << INTEGER_BITS[type]) - 1
    if is_signed(type) and value >> (INTEGER_BITS[type] - 1):
        value -= 1 << INTEGER_BITS[type]
    return value


def iota(type, shape, start=0, step=1):
    """start, start + step, ...: written in that short form. Nothing may round or wrap."""
    values = [start + i * step for i in range(math.prod(shape))]
    made = tensor(type, shape, values)
    made.form = {"iota": [start, step]}
    return made


def fill(type, shape, value):
    """One element throughout: written in that short form."""
    made = tensor(type, shape, [value] * math.prod(shape))
    made.form = {"fill": value}
    return made


def random_bits(type, shape, seed):
    """The bytes of SplitMix64: written in that short form. For every type but string."""
    bits, count = bits_of(type), math.prod(shape)
    stream, state, mask = bytearray(), seed, 2**64 - 1
    while len(stream) * 8 < count * bits:
        state = state + 0x9E3779B97F4A7C15 & mask
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
        stream += (mixed ^ mixed >> 31).to_bytes(8, "little")
    return Tensor(type, shape, elements_of_bytes(type, count, bytes(stream)), {"random": seed})


def pattern(type, shape, seed=0):
    """Elements that tell their positions apart as far as the type can, with the awkward ones (NaN payloads, -0.0,
    denormals, extremes, strings with a zero byte or no UTF-8) among them."""
    return Tensor(type, shape, [_pattern_element(type, i, seed) for i in range(math.prod(shape))])


_AWKWARD_FLOATS = {
    "float32": [0x80000000, 0x7FC00001, 0xFF800001, 0x00000001, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x807FFFFF],
    "float64": [0x8000000000000000, 0x7FF8000000000001, 0xFFF0000000000001, 0x0000000000000001, 0x7FF0000000000000,
                0xFFF0000000000000, 0x7FEFFFFFFFFFFFFF, 0x800FFFFFFFFFFFFF],
    "float16": [0x8000, 0x7E01, 0xFC01, 0x0001, 0x7C00, 0xFC00, 0x7BFF, 0x83FF],
    "bfloat16": [0x8000, 0x7FC1, 0xFF81, 0x0001, 0x7F80, 0xFF80, 0x7F7F, 0x807F],
}


def _pattern_element(type, index, seed):
    mixed = (index + 1) * 0x9E3779B97F4A7C15 + seed * 0xD1B54A32D192ED03
    mixed ^= mixed >> 29
    if type == "string":
        text = b"s%d" % (index + seed)
        return [text, text + b"\x00tail", text + b"\xff\xfe", text + "é☃".encode(), b""][(index * 3 + seed) % 5]
    if type in COMPLEX_PARTS:
        part = COMPLEX_PARTS[type]
        return _pattern_element(part, 2 * index, seed), _pattern_element(part, 2 * index + 1, seed)
    if type in FLOAT_BITS:
        awkward = _AWKWARD_FLOATS.get(type)
        if awkward and index % 3 == 1:
            return awkward[(index // 3 + seed) % len(awkward)]
        if awkward:
            return float_bits(type, (index + seed) % (127 if type == "bfloat16" else 1023) + 0.5)
        return (mixed >> 7) & ((1 << FLOAT_BITS[type]) - 1)
    if type == "bool":
        return mixed >> 11 & 1
    return wrap(type, mixed if INTEGER_BITS[type] < 64 or index % 2 else index)


def coordinates(shape):
    """Every coordinate of a shape in row-major order."""
    if 0 in shape:  # the other extents may be too large to list
        return iter(())
    return iter(()) if 0 in shape else itertools.product(*(range(extent) for extent in shape))


def offset(shape, coordinate):
    """The row-major position of a coordinate."""
    position = 0
    for extent, index in zip(shape, coordinate):
        position = position * extent + index
    return position


def bytes_of(tensor):
    """The elements as they are stored: little endian, 4-bit and 2-bit types packed with the first element lowest."""
    bits = bits_of(tensor.type)
    if bits < 8:
        packed = bytearray((tensor.count * bits + 7) // 8)
        for i, value in enumerate(tensor.elements):
            packed[i * bits // 8] |= (value & ((1 << bits) - 1)) << (i * bits % 8)
        return bytes(packed)
    if tensor.type in COMPLEX_PARTS:
        half = bits // 16
        return b"".join(part.to_bytes(half, "little") for pair in tensor.elements for part in pair)
    return b"".join((value & ((1 << bits) - 1)).to_bytes(bits // 8, "little") for value in tensor.elements)


def elements_of_bytes(type, count, stored):
    """The plain form of the elements that are stored in these bytes, the reverse of bytes_of."""
    if type in COMPLEX_PARTS:
        parts = elements_of_bytes(COMPLEX_PARTS[type], 2 * count, stored)
        return list(zip(parts[::2], parts[1::2]))
    bits = bits_of(type)
    if type == "bool":
        values = [byte & 1 for byte in stored[:count]]
    elif bits < 8:
        values = [stored[i * bits // 8] >> (i * bits % 8) & ((1 << bits) - 1) for i in range(count)]
    else:
        size = bits // 8
        values = [int.from_bytes(stored[i * size:(i + 1) * size], "little") for i in range(count)]
    return [wrap(type, value) for value in values] if is_signed(type) else values


def digest(tensor):
    """The same tensor, written as the SHA-256 of its bytes: for long outputs."""
    return Tensor(tensor.type, tensor.shape, tensor.elements, {"sha256": hashlib.sha256(bytes_of(tensor)).hexdigest()})


# ---- The registry ----------------------------------------------------------------------------------------------------


def _read_reasons():
    """Reason -> status, from the library's one table, so that a case cannot name a reason that does not exist."""
    names = {"OM_INVALID_MODEL": "InvalidModel", "OM_INVALID_INPUT": "InvalidInput", "OM_UNSUPPORTED": "Unsupported",
             "OM_INVALID_ARGUMENT": "InvalidArgument", "OM_OUT_OF_MEMORY": "OutOfMemory", "OM_IO": "Io",
             "OM_INTERNAL": "Internal"}
    table = pathlib.Path(__file__).resolve().parents[2] / "src" / "base" / "reasons.def"
    rows = re.findall(r'^REASON\(\w+, "([a-z0-9_.]+)", (OM_\w+),', table.read_text(), re.M)
    return {slug: names[status] for slug, status in rows}


REASONS = _read_reasons()
CASES = {}  # operator -> list of cases in the order they were added
_IDS = set()


def file_name(operator):
    """The operator's name as files and ids have it: GatherElements -> gather_elements, TopK -> topk."""
    if operator == "TopK":
        return "topk"
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", operator).lower()


def slug_of(number):
    """An integer as slugs have it."""
    return f"{'minus-' if number < 0 else ''}{abs(number)}"


def add(operator, slug, opset, inputs, attributes=None, outputs=None, error=None, basis="onnx", rules=(), note=None,
        output_count=None):
    """Adds one case.

    slug         names it within the operator: lower-case words joined by hyphens, never changed later
    inputs       ONNX's input name -> Tensor, None (not given) or a list of tensors (the variadic input)
    attributes   name -> int, float, str, list of one of them, or Tensor
    outputs      ONNX's output name -> Tensor or a list of tensors; or error, the reason the call is refused for
    basis        who decided: "onnx", "onnxruntime" or "spec"
    output_count how many outputs a refused call asks for, if not the required ones
    """
    identifier = f"{file_name(operator)}/{slug}"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise ValueError(f"{identifier}: not a slug")
    if identifier in _IDS:
        raise ValueError(f"{identifier}: used twice")
    if (outputs is None) == (error is None):
        raise ValueError(f"{identifier}: needs outputs or an error")
    if error is not None and error not in REASONS:
        raise ValueError(f"{identifier}: no such reason: {error}")
    if basis not in ("onnx", "onnxruntime", "spec"):
        raise ValueError(f"{identifier}: no such basis: {basis}")
    _IDS.add(identifier)
    CASES.setdefault(operator, []).append({
        "id": identifier, "opset": opset, "rules": list(rules), "basis": basis, "note": note,
        "attributes": attributes or {}, "inputs": inputs, "outputs": outputs, "error": error,
        "output_count": output_count,
    })


# ---- JSON ------------------------------------------------------------------------------------------------------------


def json_element(type, value):
    """One element, from its plain form, as the corpus writes it: a JSON value."""
    if type == "string":
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return {"hex": value.hex()}
    if type in COMPLEX_PARTS:
        return [json_element(COMPLEX_PARTS[type], part) for part in value]
    if type in FLOAT_BITS:
        if type in ("float32", "float64"):
            return number_or_bits(type, value)
        return f"0x{value:0{FLOAT_BITS[type] // 4}x}"
    if type == "bool":
        return bool(value)
    return value if abs(value) < 2**53 else str(value)


def number_or_bits(type, bits):
    """A float32 or float64 as a JSON number where that text is exactly its value, else as its bits."""
    number = float_value(type, bits)
    if math.isfinite(number) and bits >> (FLOAT_BITS[type] - 1) == (number < 0):  # not NaN, infinite or -0.0
        if number == int(number) and abs(number) < 2**53:
            return int(number)
        if decimal.Decimal(repr(number)) == decimal.Decimal(number):
            return number
    return f"0x{bits:0{FLOAT_BITS[type] // 4}x}"


def json_step(type, number):
    """The start or step of an iota, which for the 16-bit floats are written as float32."""
    if type in FLOAT_BITS:
        type = "float64" if type == "float64" else "float32"
        return number_or_bits(type, float_bits(type, number))
    return json_element("int64", number)


def json_tensor(tensor):
    if tensor is None:
        return None
    if isinstance(tensor, (list, tuple)):
        return [json_tensor(each) for each in tensor]
    data = tensor.form
    if data is None:
        data = [json_element(tensor.type, value) for value in tensor.elements]
    elif "fill" in data:
        data = {"fill": json_element(tensor.type, element(tensor.type, data["fill"]))}
    elif "iota" in data:
        data = {"iota": [json_step(tensor.type, number) for number in data["iota"]]}
    elif "random" in data:
        data = {"random": json_element("uint64", data["random"])}
    return {"type": tensor.type, "shape": [json_element("int64", extent) for extent in tensor.shape], "data": data}


class FloatBits(str):
    """A float attribute by its bits, "0x...": for a NaN."""


def json_attribute(value):
    if isinstance(value, FloatBits):
        return {"float": json_element("float32", element("float32", value))}
    if isinstance(value, Tensor):
        return {"tensor": json_tensor(value)}
    if isinstance(value, int):
        return {"int": json_element("int64", value)}
    if isinstance(value, float):
        return {"float": json_element("float32", element("float32", value))}
    if isinstance(value, str):
        return {"string": value}
    if all(isinstance(each, int) for each in value):  # an empty list is a list of ints
        return {"ints": [json_element("int64", each) for each in value]}
    if all(isinstance(each, float) for each in value):
        return {"floats": [json_element("float32", element("float32", each)) for each in value]}
    return {"strings": list(value)}


def json_case(case):
    """The case as the dictionary that stands in the file, keys in the corpus's order."""
    made = {"id": case["id"], "opset": case["opset"]}
    if case["rules"]:
        made["rules"] = case["rules"]
    made["basis"] = case["basis"]
    if case["note"]:
        made["note"] = case["note"]
    if case["attributes"]:
        made["attributes"] = {name: json_attribute(value) for name, value in case["attributes"].items()}
    inputs = list(case["inputs"].items())
    while inputs and inputs[-1][1] is None:  # absent inputs at the end are left out
        inputs.pop()
    made["inputs"] = {name: json_tensor(value) for name, value in inputs}
    if case["outputs"] is not None:
        made["outputs"] = {name: json_tensor(value) for name, value in case["outputs"].items()}
    else:
        made["error"] = {"status": REASONS[case["error"]], "reason": case["error"]}
    if case["output_count"] is not None:
        made["output_count"] = case["output_count"]
    return made
