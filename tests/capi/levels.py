"""The large calls of parallel.c give the same bytes at every level of vector instructions.

usage: levels.py PROGRAM
"""
import os
import subprocess
import sys

sums = {}
for level in ("plain", "sse4", "avx2", "avx512", "neon"):
    environment = {**os.environ, "ONEMODEL_SIMD": level}
    run = subprocess.run([sys.argv[1], "parallel"], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    sums[level] = [line for line in run.stdout.splitlines() if len(line.split()) == 2]
    assert len(sums[level]) > 10, run.stdout
    for line, plain in zip(sums[level], sums["plain"]):
        assert line == plain, f"{level}: {line}, but plain: {plain}"
print("\n".join(sums["plain"]))
