#!/bin/sh
# The checks of the Go binding, one a run. CMakeLists.txt says what is in the environment.
#
#   check.sh format               the files are as gofmt writes them
#   check.sh generated            the raw layer is what the installed SWIG makes
#   check.sh vet                  go vet
#   check.sh race                 the tests under the race detector
#   check.sh cgocheck             the tests with the strict checks of what Go passes to C
#   check.sh benchmark            each benchmark, briefly
#   check.sh conformance PROGRAM  the corpus by the runner in Go, which counts as many cases as PROGRAM
#   check.sh consumer FOLDER VERSION
#                                 a module in FOLDER that gets the binding's module, and runs the program of README.md
#
# Exit code: 0 it holds, 77 a tool is missing, else it does not.
set -eu
cd "$(dirname "$0")"

format() {
  # SWIG does not format what it makes.
  unformatted=$("$(dirname "$GO")/gofmt" -l . | grep -v '^internal/raw/onemodel\.go$' || true)
  [ -z "$unformatted" ] || { echo "not as gofmt writes it: $unformatted" >&2; return 1; }
}

generated() {
  command -v swig >/dev/null || { echo "skipped: there is no swig" >&2; exit 77; }
  installed=$(swig -version | sed -n 's/^SWIG Version //p')
  used=$(sed -n 's/^ \* Version //p' internal/raw/onemodel.go)
  [ "$installed" = "$used" ] || { echo "skipped: SWIG $installed is not $used, which made the files" >&2; exit 77; }
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  sh generate.sh "$folder"
  for file in onemodel.go onemodel_wrap.c; do
    cmp "$folder/$file" "internal/raw/$file" || { echo "make it anew: sh generate.sh internal/raw" >&2; return 1; }
  done
}

vet() {
  "$GO" vet ./...
}

race() {
  "$GO" test -race -count=1 ./...
}

cgocheck() {
  # Go 1.21 made the strict checks a property of the build.
  if "$GO" env GOVERSION | grep -Eq '^go1\.(19|20)(\.|$)'; then
    GODEBUG=cgocheck=2 "$GO" test -count=1 ./...
  else
    GOEXPERIMENT=cgocheck2 "$GO" test -count=1 ./...
  fi
}

benchmark() {
  "$GO" test -count=1 -run TestAllocations -bench . -benchtime 20x .
}

conformance() {
  totals=$("$GO" run ./cmd/onemodel-conformance "$CORPUS") || { echo "$totals"; return 1; }
  echo "$totals"
  expected=$("$1" conformance run "$CORPUS" | tail -n 1)
  [ "$totals" = "$expected" ] || { echo "but $1 says: $expected" >&2; return 1; }
}

consumer() {
  [ -n "$PYTHON" ] || { echo "skipped: there is no python3" >&2; exit 77; }
  exec "$PYTHON" consumer.py "$@"
}

"$@"
