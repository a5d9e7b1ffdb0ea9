"""Identity: the input itself."""

from common import author, generator, opsets, random_shape, random_tensor, signature_refusals
from corpus import MAX_OPSET, TYPES, Tensor, digest, fill, pattern, random_bits, scalar, vector


def reference(opset, inputs, attributes, output_count):
    """Every bit as it came."""
    return {"output": inputs["input"]}


def cases():
    author_case = author("Identity", reference)

    def case(slug, opset, data, **info):
        author_case(slug, opset, {"input": data}, **info)

    x = pattern("float32", [2, 3])

    for opset in opsets("Identity"):
        case(f"opset-{opset}", opset, x)
        case(f"string-opset-{opset}", opset, vector("string", "a", "", b"b\x00c", b"\xc3\x28"), rules=["strings"])
        case(f"empty-opset-{opset}", opset, fill("int64", [2, 0, 3], 0), rules=["no-elements"])
    for type in TYPES:
        case(f"type-{type}", MAX_OPSET, pattern(type, [3, 5]), rules=["types"])
        case(f"type-{type}-scalar", MAX_OPSET, pattern(type, [], 3), rules=["types", "ranks"])
    for opset in (1, 13, 14, 16, 19):
        for type in ("bfloat16", "int4", "float8e4m3fn", "float8e8m0", "int2"):
            case(f"type-{type}-opset-{opset}", opset, pattern(type, [7]), rules=["types"])
    for rank in range(9):
        case(f"rank-{rank}", 13, pattern("uint8", [2, 1, 3, 1, 2, 1, 1, 2][:rank]), rules=["ranks"])

    # What arithmetic would change.
    case("float32-nan-payloads", 13, vector("float32", "0x7fc00000", "0x7fc00001", "0xffc00000", "0x7f800001",
                                            "0xff8fffff"),
         rules=["bits"], note="Quiet and signalling NaNs keep every bit.")
    case("float32-signed-zeros-and-denormals", 13,
         vector("float32", "0x80000000", 0, "0x00000001", "0x80000001", "0x007fffff", "0x7f800000", "0xff800000"),
         rules=["bits"])
    case("float64-nan-payloads", 13, vector("float64", "0x7ff8000000000000", "0x7ff0000000000001", "0xffffffffffffffff",
                                            "0x8000000000000000", "0x0000000000000001", "0x000fffffffffffff"),
         rules=["bits"])
    case("float16-every-kind", 13, vector("float16", "0x0000", "0x8000", "0x0001", "0x83ff", "0x7bff", "0x7c00",
                                          "0xfc00",
                                          "0x7c01", "0x7e00", "0xffff"), rules=["bits"])
    case("bfloat16-every-kind", 13, vector("bfloat16", "0x0000", "0x8000", "0x0001", "0x7f7f", "0x7f80", "0xff80",
                                           "0x7f81",
                                           "0x7fc0", "0xffff"), rules=["bits"])
    case("complex64-nan-and-zeros", 13, vector("complex64", ("0x7fc00001", "0x80000000"), ("0x80000000", "0xff800001")),
         rules=["bits"])
    case("complex128-nan-and-zeros", 13, vector("complex128", ("0x7ff0000000000001", "0x8000000000000000"), (1, -2.5)),
         rules=["bits"])
    for type in ("float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "float8e8m0"):
        case(f"{type}-every-value", MAX_OPSET, Tensor(type, [16, 16], range(256)), rules=["bits"])
    case("float4e2m1-every-value", MAX_OPSET, Tensor("float4e2m1", [16], range(16)), rules=["bits", "packed"])
    case("int4-every-value", MAX_OPSET, Tensor("int4", [16], range(-8, 8)), rules=["bits", "packed"])
    case("uint4-every-value", MAX_OPSET, Tensor("uint4", [16], range(16)), rules=["bits", "packed"])
    case("int2-every-value", MAX_OPSET, Tensor("int2", [4], range(-2, 2)), rules=["bits", "packed"])
    case("uint2-every-value", MAX_OPSET, Tensor("uint2", [4], range(4)), rules=["bits", "packed"])
    for type in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        bits = int(type.lstrip("uint"))
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if type[0] == "i" else (0, (1 << bits) - 1)
        case(f"{type}-extremes", 13, vector(type, low, low + 1, 0, 1, high - 1, high), rules=["bits"])
    case("int64-beyond-binary64", 13, vector("int64", 2**53, 2**53 + 1, -(2**53) - 1, 2**62 + 1), rules=["bits"],
         note="None of these survives a detour over a double.")
    for type in ("int4", "uint4", "float4e2m1", "int2", "uint2"):
        for count in (1, 2, 3, 5, 9):
            case(f"packed-{type}-{count}", MAX_OPSET, pattern(type, [count], count), rules=["packed"])
    case("strings-of-every-length", 13, vector("string", *[b"x" * length for length in (0, 1, 7, 8, 15, 16, 22, 23, 24,
                                                                                        100)]),
         rules=["strings"])
    case("strings-not-utf-8", 13, vector("string", b"\xff", b"\xc3", b"\x80\x80", b"\xed\xa0\x80", b"\x00",
                                         b"\x00\x00"),
         rules=["strings"])
    case("strings-outside-the-basic-plane", 13, vector("string", "\U0001f600", "é", "\u2603", "\n\t\"\\"),
         rules=["strings"])
    case("empty-eight-axes", 13, fill("string", [1, 2, 0, 3, 1, 0, 2, 1], ""), rules=["no-elements"])
    case("empty-huge-extents", MAX_OPSET, Tensor("complex128", [2**62, 2**62, 0], []), basis="spec",
         rules=["no-elements", "sizes"])
    for type in ("uint8", "float16", "float32", "float64", "complex128", "int4", "uint2", "bool"):
        author_case(f"large-{type}", MAX_OPSET, {"input": random_bits(type, [101, 99], 13)}, present=digest,
                    rules=["large"])

    rng = generator("Identity", "random")
    for i in range(16):
        case(f"random-{i}", rng.choice(opsets("Identity")[1:]), random_tensor(rng,
                                                                              random_shape(rng, rng.randint(0, 8))))

    signature_refusals("Identity", lambda opset: ({"input": x}, {}),
                       too_many=[(1, {"input": x, "+1": x}), (28, {"input": x, "+1": scalar("int64", 0)})])
