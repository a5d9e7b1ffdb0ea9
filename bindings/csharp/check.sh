#!/bin/sh
# One test of the C# binding. Leaves with 77, as skipped, where there is no .NET SDK 10, or a package of NuGet cannot be had.
#
#   check.sh build                 builds all projects, which the other tests need; warnings are errors
#   check.sh unit                  the unit tests
#   check.sh conformance CORPUS    every case of the corpus passes; a case that is changed fails
#   check.sh package               a program outside the project is built against the packed package alone: that of README.md
#   check.sh benchmark [PROGRAM]   the benchmark, in short; PROGRAM: onemodel_call_cost
#   check.sh exports               the native library shows the raw layer alone, and needs libc alone
#   check.sh format                the sources are laid out as `dotnet format` does it
#
# The environment variable OnemodelBuild names the folder in which CMake built the native library.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
artifacts=$OnemodelBuild/artifacts
export OnemodelBuild DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1

skip() {
  echo "SKIPPED: $1" >&2
  exit 77
}

if ! command -v dotnet >/dev/null || [ -z "$(dotnet --list-sdks)" ]; then skip "no .NET SDK"; fi
[ "$(dotnet --version | cut -d. -f1)" -ge 10 ] || skip "the .NET SDK is older than version 10"
[ -e "$OnemodelBuild/Native.props" ] || skip "the binding is left out of this build: no SWIG"

# The program or tests that a project's build gave.
built() {
  echo "$artifacts/bin/$1/release/$1.dll"
}
case $1 in
build | exports) ;;
*) [ -e "$(built Onemodel.Tests)" ] || skip "nothing is built, as the test csharp_build says" ;;
esac

case $1 in
build)
  cd "$here"
  mkdir -p "$artifacts"
  if ! dotnet restore Onemodel.slnx --verbosity quiet >"$artifacts/restore.txt"; then
    cat "$artifacts/restore.txt"
    # NU1101 to NU1103 and NU1301: a package, a version of it, or NuGet itself is not to be had.
    grep -q -e 'error NU110[123]' -e 'error NU1301' "$artifacts/restore.txt" || exit 1
    skip "a package cannot be had from NuGet"
  fi
  dotnet build Onemodel.slnx --no-restore --configuration Release --nologo --verbosity quiet
  ;;

unit)
  dotnet test "$(built Onemodel.Tests)" --nologo
  ;;

conformance)
  runner=$(built Onemodel.Conformance)
  # In the corpus's canonical layout each case begins a line.
  cases=$(cat "$2"/operators/*.json "$2"/graphs/*.json | grep -c '^ *{"id": ')
  dotnet "$runner" "$2" | tee "$artifacts/conformance.txt" | tail -n 20
  tail -n 1 "$artifacts/conformance.txt" | grep -qx "$cases passed, 0 failed, 0 skipped"

  # One wrong element, reason, fact of a plan, or shape fails one case; a run without cases, or without a file, fails, too.
  must_leave_with() {
    code=0
    expected=$1
    shift
    dotnet "$runner" "$@" >"$artifacts/changed.txt" || code=$?
    tail -n 2 "$artifacts/changed.txt"
    [ $code -eq "$expected" ]
  }
  must_fail_once() {
    sed "0,/$2/s//$3/" "$1" >"$artifacts/changed.json"
    ! cmp -s "$1" "$artifacts/changed.json"
    must_leave_with 1 "$artifacts/changed.json"
    [ "$(grep -c '^FAILED ' "$artifacts/changed.txt")" -eq 1 ]
  }
  must_fail_once "$2/operators/slice.json" '"data": \[5, 6, 7\]' '"data": [5, 6, 8]'
  must_fail_once "$2/operators/slice.json" '"reason": "slice.step_zero"' '"reason": "slice.length_mismatch"'
  must_fail_once "$2/graphs/views.json" '"y": {"kind": "view"' '"y": {"kind": "copy"'
  must_fail_once "$2/graphs/views.json" '"shape": \[4, 1, 6\]' '"shape": [4, 6, 1]'
  must_leave_with 1 --filter no-such-case "$2"
  must_leave_with 2 "$artifacts/no-such-file.json"

  # JSON that is not as the corpus has it is told with the name of its file.
  must_be_malformed() {
    sed "0,/$2/s//$3/" "$1" >"$artifacts/changed.json"
    ! cmp -s "$1" "$artifacts/changed.json"
    must_leave_with 2 "$artifacts/changed.json" 2>"$artifacts/messages.txt"
    grep -q '^onemodel-conformance: .*changed\.json: ' "$artifacts/messages.txt"
  }
  must_be_malformed "$2/operators/slice.json" '"cases": \[' '"cases": 1, "case": ['
  must_be_malformed "$2/operators/slice.json" '"operator": "Slice"' '"operator": null'
  must_be_malformed "$2/operators/slice.json" '"id": "[^"]*"' '"id": null'
  must_be_malformed "$2/operators/slice.json" '"shape": \[' '"shape": [-1, '
  must_be_malformed "$2/operators/slice.json" '"type": "[a-z0-9]*"' '"type": "float31"'
  must_be_malformed "$2/operators/slice.json" '"outputs": {' '"output": {'
  must_be_malformed "$2/operators/slice.json" '"data": \[1, 2' '"data": [1, "0x"'
  must_be_malformed "$2/graphs/views.json" '"runs": \[' '"run": ['
  ;;

package)
  cd "$here"
  packages=$artifacts/packages
  rm -rf "$packages"
  for project in Onemodel Onemodel.Numerics; do
    dotnet pack "$project/$project.csproj" --no-build --configuration Release --output "$packages" --nologo --verbosity quiet
  done
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  cp consumer/consumer.csproj "$folder"
  # The program, and what it prints, are the first blocks of their kind in README.md.
  block() {
    awk -v fence="$1" '!/^```/ { if (inside) print; next }
                       is_open { if (inside) exit; is_open = 0; next }
                       { is_open = 1; inside = $0 == fence }' README.md
  }
  block '```csharp' >"$folder/Program.cs"
  block '```text' >"$folder/expected.txt"
  cd "$folder"
  cache=$(dotnet nuget locals global-packages --list | sed 's/^[^:]*: //')
  # The assembly for .NET 8 runs on the installed runtime, too.
  for framework in net8.0 "net$(dotnet --version | cut -d. -f1).0"; do
    rm -rf bin obj packages
    dotnet build --nologo --verbosity quiet -p:Framework="$framework" -p:Packages="$packages" \
      -p:TargetingPacks="$cache"
    DOTNET_ROLL_FORWARD=Major dotnet "bin/Debug/$framework/consumer.dll" >output.txt
    cat output.txt
    cmp output.txt expected.txt
  done
  ;;

benchmark)
  shift
  dotnet "$(built Onemodel.Benchmark)" --quick "$@"
  ;;

exports)
  command -v nm >/dev/null && command -v readelf >/dev/null || skip "nm or readelf is missing"
  library=$OnemodelBuild/libonemodel_csharp.so
  exported=$(nm -D --defined-only "$library" | awk '{print $NF}')
  echo "$exported" | grep -q '^CSharp_.*om_slice'
  if echo "$exported" | grep -v '^CSharp_'; then
    echo "is shown, too"
    exit 1
  fi
  if readelf -d "$library" | grep NEEDED | grep -v -e 'libc\.so' -e 'libm\.so' -e 'ld-linux'; then
    echo "is needed, too"
    exit 1
  fi
  ;;

format)
  cd "$here"
  # Style and analysis, which `dotnet format` would look at, too, are errors of the build.
  dotnet format whitespace . --folder --verify-no-changes
  ;;
esac
