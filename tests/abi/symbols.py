"""Compares what the shared library exports with symbols.txt and with the header. Prints the difference.

usage: symbols.py HEADER LIBRARY [--update]

A function that is added to the header has to be added to symbols.txt: `symbols.py HEADER LIBRARY --update` writes the file
anew. A symbol that was in a release is never taken away within a major version.
"""
import difflib
import shutil
import subprocess
import sys
from pathlib import Path

import header

if shutil.which("nm") is None:
    print("SKIPPED: nm is missing")
    sys.exit(77)

header_path, library = sys.argv[1:3]
listed_path = Path(__file__).with_name("symbols.txt")
output = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
exported = sorted(line.split()[-1].split("@")[0] for line in output.splitlines())

if sys.argv[3:] == ["--update"]:
    listed_path.write_text("".join(f"{name}\n" for name in exported), encoding="utf-8")
    sys.exit(0)

failed = False
for title, names in (("symbols.txt", listed_path.read_text(encoding="utf-8").split()),
                     (Path(header_path).name, sorted(header.functions(header_path)))):
    for line in difflib.unified_diff(names, exported, title, Path(library).name, lineterm="", n=0):
        failed = True
        print(line)
sys.exit(1 if failed else 0)
