#!/bin/sh
# Runs the corpus through the binding; where there is the program onemodel, both must count the same.
# Usage: conformance.sh CORPUS PROGRAM RUNNER..., PROGRAM may be empty
set -u
corpus=$1
program=$2
shift 2

output=$("$@" "$corpus")
code=$?
printf '%s\n' "$output"
[ "$code" -eq 0 ] || exit 1
[ -n "$program" ] || exit 0
expected=$("$program" conformance run "$corpus" | tail -n 1)
[ "$(printf '%s\n' "$output" | tail -n 1)" = "$expected" ] || { echo "the program says: $expected"; exit 1; }
