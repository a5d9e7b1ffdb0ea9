"""Runs the example of NumPy arrays. usage: numpy_test.py EXAMPLE LIBRARY"""
import runpy
import sys

try:
    import numpy  # noqa: F401  the example needs it
except ImportError:
    print("SKIPPED: the Python module numpy is missing")
    sys.exit(77)

example, sys.argv = sys.argv[1], sys.argv[1:]
runpy.run_path(example, run_name="__main__")
