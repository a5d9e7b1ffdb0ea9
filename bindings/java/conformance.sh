#!/bin/sh
# Runs the corpus through the binding; where there is the program onemodel, both must count the same. Then spoils cases: the
# runner must notice.
# Usage: conformance.sh CORPUS PROGRAM RUNNER..., PROGRAM may be empty
set -u
corpus=$1
program=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "FAILED: $1"
  exit 1
}

# Runs the runner with one argument; it must leave with a certain code.
run() {
  expected_code=$1
  shift
  output=$("$@" 2>&1)
  code=$?
  [ "$code" -eq "$expected_code" ] || fail "left with $code instead of $expected_code: $output"
}

run 0 "$@" "$corpus"
counts=$(printf '%s\n' "$output" | tail -n 1)
echo "$counts"
if [ -n "$program" ]; then
  expected=$("$program" conformance run "$corpus" | tail -n 1)
  [ "$counts" = "$expected" ] || fail "the program says: $expected"
fi

# Changes a file of the corpus and runs it: cases of it must fail, and be named.
spoil() {
  name=${1##*/}
  sed "$2" "$corpus/$1" >"$folder/$name"
  shift 2
  run 1 "$@" "$folder/$name"
  printf '%s\n' "$output" | grep -q "^FAILED ${name%.json}/" || fail "no case of $name is named: $output"
}
spoil operators/size.json '/"outputs"/s/"data": \[24\]/"data": [25]/' "$@"
spoil operators/shape.json '/"outputs"/s/"int64"/"int32"/' "$@"
spoil operators/trilu.json 's/"InvalidModel"/"InvalidInput"/' "$@"
spoil graphs/views.json 's/"view"/"copy"/' "$@"
spoil graphs/errors.json 's/"node": "/"node": "not_/' "$@"

run 2 "$@"
run 3 "$@" "$folder/none.json"
echo '{"operator": "Size", "cases": [' >"$folder/none.json"
run 3 "$@" "$folder/none.json"

# A file that is JSON, but not as the corpus has it, is named, and so is the case.
malform() {
  name=${1##*/}
  sed "$2" "$corpus/$1" >"$folder/$name"
  cmp -s "$corpus/$1" "$folder/$name" && fail "nothing is changed by $2"
  shift 2
  run 3 "$@" "$folder/$name"
  printf '%s\n' "$output" | grep -q "^malformed: .*$name" || fail "$name is not named: $output"
}
malform operators/size.json 's/"cases": \[/"cases": 1, "case": [/' "$@"
malform operators/size.json 's/"operator": "Size"/"operator": null/' "$@"
malform operators/size.json '0,/"id": "[^"]*"/s//"id": null/' "$@"
malform operators/size.json '0,/"shape": \[/s//"shape": [-1, /' "$@"
malform operators/size.json '0,/"type": "[a-z0-9]*"/s//"type": "float31"/' "$@"
malform operators/size.json 's/"outputs": {/"output": {/' "$@"
malform operators/size.json 's/"reason": "[a-z._]*"/"reason": 1/' "$@"
malform graphs/views.json 's/"runs": \[/"run": [/' "$@"
malform graphs/views.json 's/"inputs": {/"inputs": [], "input": {/' "$@"
