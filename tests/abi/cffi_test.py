"""Reads the header with cffi, as any foreign function interface might, and calls the library through it.

usage: cffi_test.py COMPILER HEADER LIBRARY
"""
import struct
import sys

import header

try:
    import cffi
except ImportError:
    print("SKIPPED: the Python module cffi is missing")
    sys.exit(77)

compiler, header_path, library = sys.argv[1:4]
ffi = cffi.FFI()
ffi.cdef(header.preprocessed(compiler, header_path))
om = ffi.dlopen(library)
for name in header.functions(header_path):
    assert getattr(om, name) != ffi.NULL, name


def integers(*values):
    return ffi.new("int64_t[]", values)


def check(status, error):
    assert status == om.OM_OK, ffi.string(om.om_error_message(error[0]))


error = ffi.new("om_error**")
data = ffi.new("om_tensor**")
output = ffi.new("om_tensor**")
values = ffi.new("float[]", [0, 1, 2, 3, 4, 5])
check(om.om_tensor_create(ffi.NULL, om.OM_FLOAT32, integers(2, 3), 2, values, 24, data, error), error)

check(om.om_slice(ffi.NULL, data[0], integers(-1), integers(-9223372036854775808), integers(1), integers(-2), 1, output,
                  error), error)
assert list(om.om_tensor_shape(output[0])[0:2]) == [2, 2]
assert struct.unpack("4f", ffi.buffer(om.om_tensor_data(output[0]), 16)) == (2, 0, 5, 3)
om.om_tensor_release(output[0])

attributes = ffi.new("om_attributes**")
check(om.om_attributes_create(attributes, error), error)
check(om.om_attributes_set_ints(attributes[0], b"perm", integers(1, 0), 2, error), error)
check(om.om_op_invoke(ffi.NULL, b"Transpose", 13, data, 1, attributes[0], output, 1, error), error)
assert struct.unpack("6f", ffi.buffer(om.om_tensor_data(output[0]), 24)) == (0, 3, 1, 4, 2, 5)
om.om_tensor_release(output[0])
om.om_attributes_release(attributes[0])

status = om.om_slice(ffi.NULL, data[0], integers(0), integers(1), ffi.NULL, integers(0), 1, output, error)
assert status == om.OM_INVALID_MODEL and output[0] == ffi.NULL
assert ffi.string(om.om_error_reason(error[0])) == b"slice.step_zero"
om.om_error_release(error[0])

released = []


@ffi.callback("void(void*)")
def release(user_data):
    released.append(ffi.from_handle(user_data))


handle = ffi.new_handle("the owner")
check(om.om_tensor_borrow(ffi.NULL, om.OM_FLOAT32, integers(6), 1, values, 24, release, handle, output, error), error)
om.om_tensor_release(output[0])
assert released == ["the owner"]
om.om_tensor_release(data[0])
