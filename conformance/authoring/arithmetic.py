"""Numbers of the element types: their values, and the rounding of a result back into a type.

A Python float is a float64, so it holds every value of float32, float16 and bfloat16 exactly, and the sum or product of
two float32 values rounds to the same float32 whether or not it went through a float64 first (53 >= 2 * 24 + 2 bits).
float16 and bfloat16 are computed in float32 and rounded once more.
"""

import math
import struct

from corpus import FLOAT_BITS, float_value, wrap

COMPUTED_FLOATS = ("float32", "float64", "float16", "bfloat16")

# The NaN that an operation on other numbers makes: quiet, positive, no payload.
NAN = {"float32": 0x7FC00000, "float64": 0x7FF8000000000000, "float16": 0x7E00, "bfloat16": 0x7FC0}


def value(type, element):
    """The int or float that an element stands for."""
    return float_value(type, element) if type in FLOAT_BITS else element


def rounded(type, number):
    """The element of a floating-point type nearest to a number (ties to even, infinity beyond the range): a float64, or
    for bfloat16 a float32."""
    if math.isnan(number):
        return NAN[type]
    if type == "bfloat16":
        bits = rounded("float32", number)
        if math.isinf(float_value("float32", bits)):
            return bits >> 16
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    code, integer = {"float64": ("d", "Q"), "float32": ("f", "I"), "float16": ("e", "H")}[type]
    try:
        packed = struct.pack("<" + code, number)
    except OverflowError:
        packed = struct.pack("<" + code, math.copysign(math.inf, number))
    return struct.unpack("<" + integer, packed)[0]


def in_float32(number):
    """A float64 rounded to float32."""
    return float_value("float32", rounded("float32", number))


def result(type, number):
    """The element that one operation in the type gives, `number` being its result in float64, or the exact
    integer."""
    if type not in FLOAT_BITS:
        return wrap(type, number)
    return rounded(type, in_float32(number) if type in ("float16", "bfloat16") else number)


def nearest(type, text):
    """The element nearest to a number: for float data that need not be exact."""
    return rounded(type, float(text))
