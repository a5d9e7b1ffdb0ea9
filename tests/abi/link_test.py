"""Writes a C program that needs every function of the header: it links only if the library has them all.

usage: link_test.py HEADER OUTPUT.c
"""
import sys
from pathlib import Path

import header

names = header.functions(sys.argv[1])
if len(names) < 50 or len(set(names)) != len(names):
    sys.exit(f"{sys.argv[1]}: {len(names)} functions were found, {len(set(names))} of them different")
lines = ["#include <onemodel.h>", "", "typedef void (*function)(void);", "", "int main(void) {",
         f"  const function functions[{len(names)}] = {{"]
lines += [f"      (function){name}," for name in names]
lines += ["  };", f"  for (int i = 0; i < {len(names)}; ++i) {{", "    if (functions[i] == 0) return 1;", "  }",
          "  return 0;", "}", ""]
Path(sys.argv[2]).write_text("\n".join(lines), encoding="utf-8")
