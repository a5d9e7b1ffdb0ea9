"""Checks the library's SONAME, and that it needs no other library than the C and C++ runtimes.

usage: dependencies.py LIBRARY MAJOR_VERSION
"""
import re
import shutil
import subprocess
import sys

if shutil.which("readelf") is None:
    print("SKIPPED: readelf is missing")
    sys.exit(77)

library, major = sys.argv[1:3]
dynamic = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
soname = re.findall(r"\(SONAME\).*\[(.*)\]", dynamic)
needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
problems = []
if soname != [f"libonemodel.so.{major}"]:
    problems.append(f"the SONAME is {soname}, not libonemodel.so.{major}")
for name in needed:
    if not re.fullmatch(r"(libstdc\+\+|libc\+\+|libc\+\+abi|libm|libgcc_s|libc|ld-[\w-]+)\.so(\.\d+)*", name):
        problems.append(f"it needs {name}")
if re.search(r"\((RPATH|RUNPATH|TEXTREL)\)", dynamic):
    problems.append("it has an RPATH, a RUNPATH or text relocations")
print("\n".join(problems))
sys.exit(1 if problems else 0)
