"""ONNX's protobuf, as much of it as the tests write: apart from the library's own reader and writer."""
import struct

FLOAT, INT32, INT64, BOOL = 1, 6, 7, 9
CODES = {FLOAT: "f", INT32: "i", INT64: "q", BOOL: "?"}


def varint(value):
    value &= 2**64 - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def field(number, value):
    """A field: an int as varint; text, bytes or a message with its length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def tensor(type, shape, values, name=""):
    """A TensorProto."""
    data = b"".join(struct.pack("<" + CODES[type], value) for value in values)
    return b"".join(field(1, extent) for extent in shape) + field(2, type) + field(8, name) + field(9, data)


def value_info(name, type, shape):
    """A ValueInfoProto; an extent is a number or a symbol."""
    extents = b"".join(field(1, field(2 if isinstance(extent, str) else 1, extent)) for extent in shape)
    return field(1, name) + field(2, field(1, field(1, type) + field(2, extents)))


def node(op, inputs, outputs, name="", attributes=(), domain=""):
    """A NodeProto; attributes are (name, int or list of ints)."""
    made = b"".join(field(1, each) for each in inputs) + b"".join(field(2, each) for each in outputs)
    made += field(3, name) + field(4, op) + field(7, domain)
    for key, value in attributes:
        body = field(3, value) + field(20, 2) if isinstance(value, int) else (
            b"".join(field(8, each) for each in value) + field(20, 7))
        made += field(5, field(1, key) + body)
    return made


def model(nodes, inputs, outputs, initializers=(), opset=21):
    """A ModelProto."""
    graph = b"".join(field(1, each) for each in nodes) + field(2, "graph")
    graph += b"".join(field(5, each) for each in initializers)
    graph += b"".join(field(11, each) for each in inputs) + b"".join(field(12, each) for each in outputs)
    return field(1, 8) + field(7, graph) + field(8, field(2, opset))
