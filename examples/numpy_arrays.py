"""NumPy arrays in and out of libonemodel without a copy, by ctypes alone: Python needs the library and no binding.

usage: python3 numpy_arrays.py [LIBRARY]
"""
import ctypes
import sys

import numpy as np

om = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libonemodel.so.0")
om.om_tensor_data.restype = ctypes.c_void_p
om.om_tensor_shape.restype = ctypes.POINTER(ctypes.c_int64)
om.om_error_message.restype = ctypes.c_char_p

# Element types of the header that NumPy has, too.
TYPES = {np.dtype(name): number for name, number in
         {"f4": 1, "u1": 2, "i1": 3, "u2": 4, "i2": 5, "i4": 6, "i8": 7, "?": 9, "f2": 10, "f8": 11, "u4": 12, "u8": 13,
          "c8": 14, "c16": 15}.items()}
DTYPES = {number: dtype for dtype, number in TYPES.items()}


def integers(values):
    return (ctypes.c_int64 * len(values))(*values)


def size(number):
    return ctypes.c_int64(number)


class Tensor:
    """Owns a tensor of the library, and keeps the array alive whose memory the tensor borrows."""

    def __init__(self, handle, array=None):
        self.handle = handle
        self.array = array

    def __del__(self):
        om.om_tensor_release(self.handle)

    @property
    def __array_interface__(self):
        """np.asarray(tensor) is an array over the tensor's memory and keeps the tensor alive. It is read-only."""
        shape = om.om_tensor_shape(self.handle)[:om.om_tensor_rank(self.handle)]
        data = om.om_tensor_data(self.handle)
        return {"version": 3, "shape": tuple(shape), "typestr": DTYPES[om.om_tensor_type(self.handle)].str,
                "data": (data or 0, True)}


def borrow(array):
    """A tensor over the array's memory, which must not change while the tensor, or a view of it, lives."""
    array = np.ascontiguousarray(array)
    handle, error = ctypes.c_void_p(), ctypes.c_void_p()
    om.om_tensor_borrow(None, TYPES[array.dtype], integers(array.shape), size(array.ndim), array.ctypes.data_as(ctypes.c_void_p),
                        size(array.nbytes), None, None, ctypes.byref(handle), ctypes.byref(error))
    raise_if(error)
    return Tensor(handle, array)


def invoke(operator, opset, *inputs):
    """The first output of any operator, with inputs exactly as ONNX has them at that opset; None is one not given."""
    tensors = [None if array is None else borrow(array) for array in inputs]
    handles = (ctypes.c_void_p * len(inputs))(*[tensor and tensor.handle for tensor in tensors])
    output, error = ctypes.c_void_p(), ctypes.c_void_p()
    om.om_op_invoke(None, operator.encode(), size(opset), handles, size(len(inputs)), None, ctypes.byref(output), size(1),
                    ctypes.byref(error))
    raise_if(error)
    result = Tensor(output)
    result.inputs = tensors  # a view shares the memory of an input
    return result


def raise_if(error):
    if error:
        message = om.om_error_message(error).decode()
        om.om_error_release(error)
        raise ValueError(message)


if __name__ == "__main__":
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    y = np.asarray(invoke("Slice", 13, x, np.array([-1]), np.array([-2**63]), np.array([1]), np.array([-1])))
    print(y)

    shared = borrow(x)
    assert np.shares_memory(np.asarray(shared), x), "an array goes in, and a tensor comes out, without a copy"
    reshaped = np.asarray(invoke("Reshape", 13, x, np.array([3, -1])))
    assert np.shares_memory(reshaped, x), "a view moves no byte"
    try:
        invoke("Slice", 13, x, np.array([0]), np.array([1]), None, np.array([0]))
    except ValueError as error:
        print(error)
