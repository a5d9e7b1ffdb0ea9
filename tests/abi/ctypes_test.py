"""Calls the library by hand-written declarations, as a language without a C parser does.

usage: ctypes_test.py LIBRARY
"""
import ctypes
import sys
from ctypes import POINTER, byref, c_char_p, c_float, c_int32, c_int64, c_void_p

om = ctypes.CDLL(sys.argv[1])
FLOAT32, INT64, INVALID_INPUT = 1, 7, 2
om.om_version.restype = c_char_p
om.om_tensor_create.argtypes = [c_void_p, c_int32, POINTER(c_int64), c_int64, c_void_p, c_int64, POINTER(c_void_p),
                                POINTER(c_void_p)]
om.om_tensor_data.argtypes = om.om_tensor_shape.argtypes = om.om_tensor_element_count.argtypes = [c_void_p]
om.om_tensor_data.restype = c_void_p
om.om_tensor_shape.restype = POINTER(c_int64)
om.om_tensor_element_count.restype = c_int64
om.om_tensor_release.argtypes = om.om_error_release.argtypes = [c_void_p]
om.om_slice.argtypes = ([c_void_p, c_void_p] + [POINTER(c_int64)] * 4 + [c_int64, POINTER(c_void_p), POINTER(c_void_p)])
om.om_op_invoke.argtypes = [c_void_p, c_char_p, c_int64, POINTER(c_void_p), c_int64, c_void_p, POINTER(c_void_p), c_int64,
                            POINTER(c_void_p)]
om.om_error_reason.argtypes = [c_void_p]
om.om_error_reason.restype = c_char_p


def integers(*values):
    return (c_int64 * len(values))(*values)


def tensor(type_, shape, values):
    result = c_void_p()
    status = om.om_tensor_create(None, type_, integers(*shape), len(shape), values, ctypes.sizeof(values), byref(result),
                                 None)
    assert status == 0
    return result


def floats_of(handle):
    count = om.om_tensor_element_count(handle)
    return list((c_float * count).from_address(om.om_tensor_data(handle)))


assert om.om_version().count(b".") == 2
data = tensor(FLOAT32, [6], (c_float * 6)(0, 1, 2, 3, 4, 5))
output = c_void_p()
error = c_void_p()
assert om.om_slice(None, data, integers(1), integers(6), None, integers(2), 1, byref(output), byref(error)) == 0
assert error.value is None
assert floats_of(output) == [1, 3, 5] and om.om_tensor_shape(output)[0] == 3
om.om_tensor_release(output)

indices = tensor(INT64, [2], integers(-1, 0))
inputs = (c_void_p * 2)(data, indices)
assert om.om_op_invoke(None, b"Gather", 13, inputs, 2, None, byref(output), 1, byref(error)) == 0
assert floats_of(output) == [5, 0]
om.om_tensor_release(output)
om.om_tensor_release(indices)

indices = tensor(INT64, [1], integers(6))
inputs = (c_void_p * 2)(data, indices)
assert om.om_op_invoke(None, b"Gather", 13, inputs, 2, None, byref(output), 1, byref(error)) == INVALID_INPUT
assert output.value is None
assert om.om_error_reason(error) == b"index.out_of_range"
om.om_error_release(error)
om.om_tensor_release(indices)
om.om_tensor_release(data)
