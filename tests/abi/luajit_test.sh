#!/bin/sh
# Calls the library through LuaJIT's foreign-function interface, which reads the header as it is after the preprocessor.
# usage: luajit_test.sh PYTHON COMPILER HEADER LIBRARY
set -eu
if ! command -v luajit > /dev/null; then
  echo "SKIPPED: luajit is missing"
  exit 77
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
declarations=$(mktemp)
trap 'rm -f "$declarations"' EXIT
"$1" -c 'import sys; sys.path.append(sys.argv[1]); import header; print(header.preprocessed(*sys.argv[2:]))' \
  "$here" "$2" "$3" > "$declarations"
luajit "$here/luajit_test.lua" "$declarations" "$4"
